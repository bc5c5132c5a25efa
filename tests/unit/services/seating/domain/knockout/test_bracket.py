"""The tree of a knock-out."""

from hypothesis import given
from hypothesis import strategies as st

from services.seating.domain.knockout.bracket import Tie, seeded, tree


def best(_round: int, one: str, other: str) -> str:
    return min(one, other, key=int)


def names(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def test_the_first_seed_meets_the_last() -> None:
    assert seeded(names(8)) == ("1", "8", "4", "5", "2", "7", "3", "6")
    assert (seeded(["1"]), seeded(names(2))) == (("1",), ("1", "2"))


def test_byes_fall_to_the_top_seeds() -> None:
    assert seeded(names(6)) == ("1", None, "4", "5", "2", None, "3", "6")


def test_winners_who_are_known_meet_and_others_are_open() -> None:
    first, second, final = tree(seeded(names(8)), lambda _, *two: "1" if "1" in two else "5" if "5" in two else None)
    assert first[0] == Tie(1, 1, "1", "8", winner="1")
    assert second == (Tie(2, 1, "1", "5", winner="1"), Tie(2, 2, None, None))
    assert final == (Tie(3, 1, "1", None),)
    assert (second[0].is_drawn, second[1].is_drawn, final[0].is_drawn) == (True, False, False)


def test_who_has_a_bye_goes_on() -> None:
    first, final = tree(("1", None, "2", "3"), lambda *_: None)
    assert first[0] == Tie(1, 1, "1", None, bye=True, winner="1")
    assert final[0].upper == "1"


def test_an_empty_part_of_the_tree_is_a_bye_for_the_whole_other_part() -> None:
    first, final = tree((None, None, "1", "2"), lambda *_: "2")
    assert (first[0].winner, final[0]) == (None, Tie(2, 1, None, "2", bye=True, winner="2"))


@given(st.integers(2, 70))
def test_if_seeds_win_the_best_meets_the_last_who_is_left(count: int) -> None:
    rounds = tree(seeded(names(count)), best)
    left = 2 ** len(rounds)
    assert left // 2 < count <= left
    for ties in rounds:
        assert {left + 1 - int(tie.upper or tie.lower or 0) for tie in ties if tie.bye} <= set(
            range(count + 1, left + 1)
        )
        assert all(int(tie.upper or 0) + int(tie.lower or 0) == left + 1 for tie in ties if tie.is_drawn)
        left //= 2
    assert rounds[-1][0].winner == "1"


def test_nobody_goes_on_from_a_match_that_both_have_lost() -> None:
    def lost(_round: int, one: str, other: str) -> bool:
        return {one, other} == {"4", "5"}

    def won(_round: int, one: str, other: str) -> str | None:
        return None if {one, other} == {"4", "5"} else min(one, other, key=int)

    first, second, final = tree(seeded(names(8)), won, lost)
    assert first[1] == Tie(1, 2, "4", "5", empty=True)
    assert second[0] == Tie(2, 1, "1", None, bye=True, winner="1")
    assert final == (Tie(3, 1, "1", "2", winner="1"),)


def test_whoever_would_meet_the_winner_of_two_empty_matches_goes_on_twice() -> None:
    first, second, final = tree(seeded(names(8)), lambda *_: None, lambda number, *_: number == 1)
    assert all(tie.empty and tie.is_over for tie in first)
    assert second == (Tie(2, 1, None, None, bye=True, empty=True), Tie(2, 2, None, None, bye=True, empty=True))
    assert final == (Tie(3, 1, None, None, bye=True, empty=True),)


def test_while_one_match_is_open_the_place_beside_an_empty_one_is_open() -> None:
    first, final = tree(("1", "2", "3", "4"), lambda *_: None, lambda _, *two: "1" in two)
    assert (first[0].empty, first[1].empty) == (True, False)
    assert final == (Tie(2, 1, None, None, bye=True),)
    assert not final[0].is_over
