"""Matches with what was played in each."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from contracts.facts import BoardPointsFact, Facts, MatchFact, ResultFact, Score
from services.validation.domain.match_play import MatchPlay, counted_once, match_plays, range_of
from tests.support.matches import both, imps, match, met


def plays(
    matches: list[MatchFact], lines: Iterable[ResultFact] = (), stated: Iterable[BoardPointsFact] = ()
) -> list[MatchPlay]:
    return list(match_plays(Facts(matches=tuple(matches), results=tuple(lines), board_points=tuple(stated))))


def test_a_match_has_the_lines_and_points_of_its_sides_in_its_round() -> None:
    (play,) = plays(
        [match("12", "8")],
        [*both(420, -50), *both(0, 0, "2", round=2), *both(0, 0, "3", session="2")],
        [imps(10), imps(3, "2", round=2)],
    )
    assert [line.board for line in play.lines] == ["1", "1"]
    assert [fact.home_points for fact in play.points] == [10]
    assert play.apart
    assert play.name == "A against B in round 1"


def test_stanzas_of_one_meeting_are_told_apart_by_their_boards() -> None:
    first, second = plays(
        [
            match("12", "8", first_board="1", last_board="1"),
            match("9", "11", first_board="2", last_board="3", sub_match="2"),
        ],
        [*both(0, 0), *both(0, 0, "2")],
        [imps(1), imps(2, "2")],
    )
    assert [fact.board for fact in first.points] == ["1"]
    assert [line.board for line in second.lines] == ["2", "2"]
    assert first.apart
    assert second.apart
    assert first.whole
    assert not second.whole


def test_sub_matches_on_the_same_boards_are_not_told_apart() -> None:
    found = plays([match("12", "8"), match("12", "8", sub_match="2")], both(0, 0) + both(0, 0), [imps(0), imps(0)])
    assert [(play.apart, len(play.lines)) for play in found] == [(False, 4), (False, 4)]
    overlapping = [match("1", "1", first_board="1", last_board="4"), match("1", "1", first_board="4", last_board="8")]
    assert not any(play.apart for play in plays(overlapping, both(0, 0)))


def test_a_match_is_whole_with_all_the_boards_that_it_names() -> None:
    lines, stated = [*both(0, 0), *both(0, 0, "2")], [imps(0), imps(0, "2")]
    assert plays([match("1", "1")], lines, stated)[0].whole
    assert plays([match("1", "1", first_board="1", last_board="2")], lines, stated)[0].whole
    assert not plays([match("1", "1", first_board="1", last_board="3")], lines, stated)[0].whole
    assert not plays([match("1", "1", boards=3)], lines, stated)[0].whole
    assert not plays([match("1", "1")])[0].whole


def test_first_and_last_board_are_numbers_in_this_order() -> None:
    assert range_of(match("1", "1", first_board="3", last_board="4")) == range(3, 5)
    assert range_of(match("1", "1", first_board="30", last_board="2")) is None
    assert range_of(match("1", "1", first_board="A1", last_board="A2")) is None
    assert range_of(match("1", "1")) is None


def test_boards_without_a_score_may_count_in_the_length() -> None:
    late = Score(kind="not_played")
    (play,) = plays([match("1", "1")], [*both(0, 0), *both(0, 0, "2", ns_score=late, ew_score=late)])
    assert play.lengths == {1, 2}


def test_margins_are_the_sums_of_the_boards_of_each_side() -> None:
    assert plays([match("1", "1")], [], [imps(10), imps(-3, "2")])[0].sums() == (7, -7)
    assert plays([match("1", "1")], [], [imps(3, away_points=Decimal(0))])[0].sums() == (3, 0)
    assert plays([match("1", "1")], [], [imps(10), imps(None, "2")])[0].sums() is None
    assert plays([match("1", "1")], both(0, 0, "2"), [imps(10)])[0].sums() is None


def test_what_a_ruling_gives_both_sides_may_be_uneven() -> None:
    ave = [Score(kind="artificial", percent=Decimal(percent)) for percent in (60, 40)]
    assert not plays([match("1", "1")], both(0, 0, ns_score=ave[0], ew_score=ave[1]))[0].uneven
    assert plays([match("1", "1")], both(0, 0, ns_score=ave[0], ew_score=ave[0]))[0].uneven
    assert plays([match("1", "1")], [], [imps(3, away_points=Decimal(-2))])[0].uneven
    assert not plays([match("1", "1")], [], [imps(3, away_points=Decimal(-3))])[0].uneven


def test_lines_of_a_pairs_match_add_up_for_its_own_sides() -> None:
    pairs = match("1", "1", kind="pairs", home="1", away="2")
    units = frozenset({"match_points"})
    assert plays([pairs], [met("3", "1"), met("0.5", "3.5", "2")])[0].line_sums(units) == (
        Fraction(7, 2),
        Fraction(9, 2),
    )
    assert plays([pairs], [met("3", "1"), met("0", "4", "2", arrow_switched=True)])[0].line_sums(units) is None
    assert plays([pairs], [met("3", "1", unit="cross_imps")])[0].line_sums(units) is None


def test_a_match_told_from_both_sides_counts_once() -> None:
    found = plays([match("12", "8"), match("8", "12", home="B", away="A"), match("12", "8", round=2)])
    assert [play.match.round for play in counted_once(found)] == [1, 2]
    byes = plays([match("12", None, away=None), match("12", None, away=None, home="C")])
    assert len(counted_once(byes)) == 2


def test_matches_of_chess_are_none_of_bridge() -> None:
    assert plays([match("2", "2", kind="chess_teams")]) == []
