from typing import Any

from services.broadcast.domain.pages.brackets import BracketRound, bracket
from services.broadcast.domain.pages.rounds import match_rounds
from tests.unit.services.broadcast.domain.pages.test_rounds import matches


def made(*rows: tuple[int, str, str | None, str | None, str | None], entrants: int = 0) -> list[BracketRound]:
    """The bracket of matches: round, sides, scores."""
    names = ("round", "home", "away", "home_score", "away_score")
    each: list[dict[str, Any]] = [dict(zip(names, row, strict=True)) for row in rows]
    return bracket(match_rounds(matches(*each)), entrants)


def shown(of: BracketRound) -> list[str]:
    """Its ties, "A+ B" where A has won, "?" for a place that nobody has."""
    return [" ".join(f"{side.id or '?'}{'+' * side.won}" for side in tie.sides) for tie in of.ties]


def test_winners_are_known_by_the_next_round_and_who_is_in_no_tie_had_a_bye() -> None:
    first, final = made((1, "3", "6", "41", "22"), (2, "6", "1", None, None))
    assert shown(first) == ["3 6+", "1+"]
    assert [tie.state for tie in first.ties] == ["over", "bye"]
    assert (shown(final), final.final, final.ties[0].state) == (["6 1"], True, "waiting")


def test_the_parts_of_a_match_are_added_up() -> None:
    (final,) = made((1, "1", "2", "10", "12.5"), (1, "2", "1", "8", "11"))
    assert [side.score and f"{side.score}" for side in final.ties[0].sides] == ["21", "20.5"]
    assert shown(final) == ["1+ 2"]


def test_those_who_lost_play_for_the_third_place_below_the_final() -> None:
    _, final = made(
        (1, "1", "5", "33", "12"), (1, "3", "2", "28", "27"), (2, "2", "5", "5", "9"), (2, "1", "3", None, None)
    )
    assert [tie.third for tie in final.ties] == [False, True]
    assert shown(final) == ["1 3", "2 5+"]


def test_lines_join_two_ties_with_the_next_only_where_both_its_sides_are_known() -> None:
    first = (1, "1", "2", "9", "3"), (1, "3", "4", "8", "2")
    assert [of.joined for of in made(*first, (2, "1", "3", None, None))] == [True, False]
    assert [of.joined for of in made(*first, entrants=6)] == [False, False, False]
    assert not made(*first, (2, "1", "3", None, None), (2, "2", "4", None, None))[0].joined, "with a third place"


def test_a_final_that_is_not_drawn_has_a_place_for_each_winner_beside_the_tie_that_decides_it() -> None:
    first, final = made((1, "1", "2", None, None), (1, "3", "4", "9", "3"))
    assert (final.final, shown(final), final.ties[0].match) == (True, ["? 3"], None)
    assert (first.final, first.joined) == (False, True)
    assert bracket([]) == []


def test_winners_wait_singly_where_nobody_knows_whom_they_meet_and_later_rounds_are_empty() -> None:
    ties = [(1, f"{number}", f"{number + 8}", "9", "3") for number in range(1, 9)]
    _, following, quarter, final = made(*ties, entrants=16)
    assert (following.number, shown(following)) == (None, [f"{number}" for number in range(1, 9)])
    assert (quarter.number, shown(quarter), quarter.joined) == (3, ["? ?", "? ?"], True)
    assert (final.final, shown(final)) == (True, ["? ?"])


def test_who_has_a_bye_in_the_first_round_has_an_empty_place_in_the_second() -> None:
    _, following, final = made((1, "3", "6", "41", "22"), (1, "4", "5", None, None), entrants=6)
    assert (shown(following), shown(final)) == (["3", "?", "?", "?"], ["? ?"])


def test_a_round_of_which_one_match_is_known_has_as_many_places_as_the_round_before_gives_it() -> None:
    ties = [(1, f"{number}", f"{number + 4}", "9", "3") for number in range(1, 5)]
    _, _, final = made(*ties, (2, "1", "2", "9", "3"), entrants=8)
    assert (final.final, shown(final)) == (True, ["1 ?"])
