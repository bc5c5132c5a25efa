"""Travellers as they are published."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Compass
from contracts.facts import AuctionFact, BoardFact, Call, DealFact, Facts, Hand, ResultFact, Score, Sides
from contracts.standings import ScoredBoard, TravellerLine
from services.scoring.domain.boards.board_list import BoardKey, board_of, sides_of
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.boards.travellers import Names, Travellers, traveller
from shared.bridge.boards.board_line import BoardLine, Weighted
from tests.support.fragments import points, result, stated
from tests.support.objects import as_object

NAMES = {"1": "Ann & Bob", "2": "Cem & Dot", "3": "Eve & Fay", "4": "Gus & Hal"}
UNKNOWN = Score(kind="unknown")


def key(board: str = "7", session: str | None = None, group: str | None = None) -> BoardKey:
    return BoardKey(session, group, board)


def published_board(
    results: Sequence[ResultFact], *, names: dict[str, str] | None = None, field: int = 1, **more: Any
) -> ScoredBoard:
    board = board_of(key(), results, more.get("fact"), more.get("deal"))
    worth = EBU.score(board.lines, max(field, len(results)))
    called = Names(NAMES if names is None else names, **more.get("teams", {}))
    return traveller("club-night", board, worth, called, more.get("deal"), "match_points", more.get("datum"))


def test_the_best_north_south_score_comes_first_and_lines_without_one_last() -> None:
    board = published_board(
        [result("7", "1", "2", 50), result("7", "3", "4", None), result("7", "5", "6", 420), result("7", "7", "8", -50)]
    )
    assert [line.ns for line in board.lines] == ["5", "1", "7", "3"]


def test_equal_scores_come_by_section_and_round_and_then_as_they_were() -> None:
    board = published_board(
        [
            result("7", "1", "2", 50, section="B", round=1),
            result("7", "3", "4", 50, section="A", round=2),
            result("7", "5", "6", 50, section="A", round=1),
            result("7", "7", "8", 50, section="A", round=1),
        ]
    )
    assert [line.ns for line in board.lines] == ["5", "7", "3", "1"]


def test_a_traveller_says_what_is_known_of_its_board() -> None:
    deal = DealFact(board="7", north=Hand(spades="AKQ"), south=Hand(hearts="2"))
    board = published_board([result("7", "1", "2", 50), result("7", "3", "4", 60)], deal=deal, datum=Decimal(55))
    assert (board.event, board.id, board.board, board.unit) == ("club-night", "7", "7", "match_points")
    assert (board.dealer, board.vulnerable, board.top, board.datum) == (Compass.SOUTH, "All", 2, 55)
    assert board.deal is not None
    assert (board.deal.north, board.deal.east) == (Hand(spades="AKQ"), None)
    plain = published_board([])
    assert (plain.deal, plain.top, plain.lines) == (None, None, ())


@pytest.mark.parametrize("word", ["None", "NS", "EW", "All"])
def test_vulnerability_is_published_in_the_words_of_the_contract(word: Any) -> None:
    assert published_board([], fact=BoardFact(board="7", vulnerable=word)).vulnerable == word


def test_a_line_carries_what_happened_and_what_it_was_worth() -> None:
    line = published_board(
        [
            result(
                "7", "1", "2", 620, section="A", round=3, table="4", contract="4S", declarer="N", lead="HK", tricks=10
            ),
            result("7", "3", "4", -100),
        ]
    ).lines[0]
    assert (line.section, line.round, line.table) == ("A", 3, "4")
    assert (line.contract, line.declarer, line.lead, line.tricks, line.score) == ("4S", "N", "HK", 10, "620")
    assert (line.ns_points, line.ew_points, line.ns_percent, line.ew_percent) == (2, 0, 100, 0)
    assert (line.ns_names, line.ew_names) == ("Ann & Bob", "Cem & Dot")
    assert line.ew_score is None


def test_a_score_that_was_worked_out_is_shown() -> None:
    blank = result("7", "1", "2", None, contract="4S", declarer="N", tricks=10)
    assert {line.score for line in published_board([blank, result("7", "3", "4", -100)]).lines} == {"620", "-100"}


def test_each_side_of_a_split_ruling_is_shown_its_own_score() -> None:
    split = result("7", "1", "2", 420).replace(ew_score=points(-50))
    line = published_board([split]).lines[0]
    assert (line.score, line.ew_score) == ("420", "-50")


def test_individuals_are_named_by_both_of_a_side() -> None:
    sides = Sides(north="1", south="2", east="3", west="9")
    assert sides_of(result("7", "", "", sides=sides)) == (("1", "2"), ("3", "9"))
    line = published_board([result("7", "", "", 50, sides=sides)], names={"1": "Ann", "2": "Bob", "3": "Cem"}).lines[0]
    assert (line.ns, line.ew, line.ns_names, line.ew_names) == ("1+2", "3+9", "Ann & Bob", "Cem")


def test_pairs_come_before_the_players_of_their_seats() -> None:
    assert sides_of(result("7", "1", "2", sides=Sides(ns="1", ew="2", north="11", south="12"))) == (("1",), ("2",))


def test_a_side_that_nobody_names_stays_unnamed() -> None:
    line = published_board([result("7", "", "", 50, sides=Sides(ns="1"))]).lines[0]
    assert (line.ns, line.ew, line.ew_names) == ("1", None, "")


@pytest.mark.parametrize(
    ("points_stated", "agreed"), [(("2", "0"), True), (("2", "1"), False), (("1", "0"), False), (None, None)]
)
def test_a_line_says_whether_its_stated_points_are_those_computed(
    points_stated: tuple[str, str] | None, agreed: bool | None
) -> None:
    first = result("7", "1", "2", 620, stated=stated(*points_stated) if points_stated else None)
    line = published_board([first, result("7", "3", "4", -100)]).lines[0]
    assert line.agrees is agreed
    assert line.stated_ns == (Decimal(points_stated[0]) if points_stated else None)


def test_a_blank_line_has_no_points_and_no_opinion_on_stated_ones() -> None:
    blank = result("7", "1", "2", None, stated=stated("0", "0"))
    line = published_board([blank, result("7", "3", "4", -100)]).lines[-1]
    assert (line.ns_points, line.ns_percent, line.score, line.agrees) == (None, None, "", None)


def test_a_weighted_ruling_is_read_from_both_sides() -> None:
    ruling = Score.checked(
        {"kind": "weighted", "parts": [{"weight": "60", "points": 420}, {"weight": "40", "points": -50}]}
    )
    line = result("7", "1", "2").replace(ns_score=ruling, ew_score=ruling)
    board = board_of(key(), [line], None, None)
    assert board.lines[0] == BoardLine(
        Weighted(((420, Fraction(3, 5)), (-50, Fraction(2, 5)))),
        Weighted(((-420, Fraction(3, 5)), (50, Fraction(2, 5)))),
    )
    assert published_board([line]).lines[0].score == "60% 420, 40% -50"


@given(
    st.lists(
        st.tuples(st.sampled_from([None, -50, 0, 50, 420]), st.sampled_from([None, "A", "B"])), min_size=1, max_size=10
    )
)
def test_a_traveller_has_every_line_once_and_falls_from_line_to_line(
    lines: list[tuple[int | None, str | None]],
) -> None:
    board = published_board([result("7", str(n), str(n + 20), score, section=s) for n, (score, s) in enumerate(lines)])
    assert sorted(int(line.ns or "") for line in board.lines) == list(range(len(lines)))
    worth = [line.ns_points for line in board.lines if line.ns_points is not None]
    assert worth == sorted(worth, reverse=True)
    assert [line.ns_points is None for line in board.lines] == sorted(line.ns_points is None for line in board.lines)


def test_a_line_of_a_team_match_names_the_teams_of_its_pairs() -> None:
    teams = {"teams": {"T1": "Lanterns"}, "team_of": {"1": "T1", "2": "T2"}}
    (line,) = published_board([result("7", "1", "2", 420)], teams=teams).lines
    assert (line.ns, line.ns_names, line.ns_team, line.ew_team) == ("1", "Ann & Bob", "T1", "T2")


def test_a_line_without_pairs_has_the_names_of_its_teams() -> None:
    bare = result("7", "1", "2", 420).replace(sides=Sides(ns_team="T1", ew_team="T2"))
    (line,) = published_board([bare], teams={"teams": {"T1": "Lanterns"}}).lines
    assert (line.ns, line.ns_names, line.ns_team) == (None, "Lanterns", "T1")
    assert (line.ew, line.ew_names, line.ew_team) == (None, "", "T2")


@pytest.mark.parametrize(("unit", "top"), [("match_points", 2), ("imps", None)])
def test_only_match_points_have_a_top(unit: str, top: int | None) -> None:
    board = board_of(key(), [result("7", "1", "2", 50), result("7", "3", "4", 90)], None, None)
    assert traveller("e", board, EBU.score(board.lines, 2), Names(), None, unit, None).top == top


@given(st.lists(st.tuples(st.sampled_from([None, 420, -50, 170]), st.booleans()), min_size=1, max_size=6))
def test_lines_made_without_validation_are_what_validation_makes(lines: list[tuple[int | None, bool]]) -> None:
    results = [
        result("7", str(2 * n + 1), str(2 * n + 2), score, stated=stated("1.50", "0.5") if said else None)
        for n, (score, said) in enumerate(lines)
    ]
    for line in published_board(results).lines:
        assert TravellerLine.checked(as_object(line)) == line


def test_what_a_table_recorded_comes_into_its_line_and_leaves_other_boards_as_they_are() -> None:
    boards = [board_of(key(board), [result(board, "1", "2", 50)], None, None) for board in ("7", "8")]
    worth = {board.key: EBU.score(board.lines, 1) for board in boards}
    datums = dict.fromkeys(worth)
    auction = AuctionFact(board="7", sides=Sides(ns="1", ew="2"), first=Compass.SOUTH, calls=(Call(call="1S"),))
    travellers = Travellers("club-night")

    def made(*auctions: AuctionFact) -> tuple[ScoredBoard, ...]:
        return travellers.all(boards, worth, datums, "match_points", Facts(auctions=auctions), {})

    plain = made()
    seven, eight = made(auction)
    assert (plain[0].lines[0].calls, seven.lines[0].calls) == ((), ("1S",))
    assert eight is plain[1]
    assert made(auction)[0] is seven
    assert made()[0].lines[0].calls == ()
