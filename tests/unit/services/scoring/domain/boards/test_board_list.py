import re
import zlib
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import SLUG_LENGTH, Compass
from contracts.facts import BoardFact, DealFact, Score, Sides, StatedScore
from contracts.standings import ScoredBoard
from services.scoring.domain.boards.board_list import BoardKey, board_of, percent, published, sides_of
from shared.bridge.boards.artificial_scores import Grade
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.rounding import to_decimal
from tests.support.fragments import result, stated

NAMES = {"1": "Ann & Bob", "2": "Cem & Dot", "3": "Eve & Fay", "4": "Gus & Hal"}
UNKNOWN = Score(kind="unknown")


def key(board: str = "7", session: str | None = None, group: str | None = None) -> BoardKey:
    return BoardKey(session, group, board)


@pytest.mark.parametrize(
    ("session", "group", "board", "token"),
    [
        (None, None, "7", "7"),
        ("2", None, "7", "2-7"),
        (None, "B", "7", "b-7"),
        ("2", "B", "7", "2-b-7"),
        ("Samstag früh", None, "12", "samstag-fruh-12-"),
        (None, None, "A 3/x", "a-3-x-"),
    ],
)
def test_the_token_of_a_board_is_readable(session: str | None, group: str | None, board: str, token: str) -> None:
    made = key(board, session, group).id
    assert made == token or (token.endswith("-") and re.fullmatch(f"{token}[0-9a-f]{{8}}", made))


def test_different_boards_have_different_tokens() -> None:
    keys = [
        ("7", "1", "2"),
        ("7", "1-2", None),
        ("2-7", "1", None),
        ("7", "B", None),
        ("7", "b", None),
        ("7", None, "B 7"),
    ]
    assert len({key(*one).id for one in keys}) == len(keys)


@given(st.text(min_size=1, max_size=200), st.none() | st.text(max_size=200))
def test_any_name_of_a_board_gives_a_token_that_a_message_can_carry(board: str, session: str | None) -> None:
    token = key(board, session).id
    assert 0 < len(token) <= SLUG_LENGTH
    assert ScoredBoard(event="e", id=token, board=board, unit="x").id == token


def test_a_long_name_of_a_board_is_cut_in_its_token_and_told_apart_by_a_digest() -> None:
    for name, kept in (("b" * 90, "b" * 80), ("b" * 79 + "-" + "c" * 9, "b" * 79), ("b" * 80, "b" * 80)):
        assert key(name, None).id == f"{kept}-{zlib.crc32(chr(0).join(('None', 'None', name)).encode()):08x}"


def test_vulnerability_and_dealer_of_the_file_come_before_those_of_the_deal_and_of_the_number() -> None:
    fact = BoardFact(board="7", dealer=Compass.WEST, vulnerable="EW")
    deal = DealFact(board="7", dealer=Compass.NORTH, vulnerable="NS")
    stated_by_file = board_of(key(), [], fact, deal)
    assert (stated_by_file.vulnerability, stated_by_file.dealer) == (Vulnerability.EW, Compass.WEST)
    by_deal = board_of(key(), [], BoardFact(board="7"), deal)
    assert (by_deal.vulnerability, by_deal.dealer) == (Vulnerability.NS, Compass.NORTH)
    by_number = board_of(key(), [], None, None)
    assert (by_number.vulnerability, by_number.dealer) == (Vulnerability.ALL, Compass.SOUTH)


@pytest.mark.parametrize("name", ["A", "0", "10000", "-1", "7a", "٧", "²", ""])
def test_a_board_without_a_number_has_no_vulnerability_of_its_own(name: str) -> None:
    board = board_of(key(name), [], None, None)
    assert (board.vulnerability, board.dealer) == (None, None)


def test_contract_and_vulnerability_give_the_score_that_the_file_leaves_blank() -> None:
    lines = [result("7", "1", "2", None, contract="4S", declarer="N", tricks=10), result("7", "3", "4", 650)]
    board = board_of(key(), lines, None, None)
    assert board.lines[0] == BoardLine(620, -620)
    assert board.from_contract == (True, False)


def test_an_unknown_vulnerability_is_not_taken_for_none() -> None:
    game = result("A", "1", "2", None, contract="4S", declarer="N", tricks=10)
    part_score = result("A", "3", "4", None, contract="2S", declarer="N", tricks=8)
    board = board_of(key("A"), [game, part_score], None, None)
    assert board.lines == (BoardLine(None, None), BoardLine(110, -110))


def test_stated_points_are_the_evidence_of_a_board() -> None:
    board = board_of(key(), [result("7", "1", "2", 50, stated=stated("2", "0")), result("7", "3", "4", 0)], None, None)
    assert (board.states, board.decimals) == (True, 0)
    sample = board.sample(9)
    assert sample.stated == ((Decimal(2), Decimal(0)), (None, None))
    assert (sample.lines, sample.field) == (board.lines, 9)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(10), "10"),
        (Fraction(100), "100"),
        (Fraction(0), "0"),
        (Fraction(21, 2), "10.5"),
        (Fraction(31, 3), "10.33"),
        (Fraction(1, 200), "0.01"),
        (Fraction(-1, 2), "-0.5"),
    ],
)
def test_a_number_is_published_with_two_decimals_at_most(value: Fraction, text: str) -> None:
    assert str(published(value)) == text


def test_nothing_is_published_of_nothing() -> None:
    assert published(None) is None
    assert percent(None, Fraction(12)) is None


@given(st.fractions(-1_000_000, 1_000_000, max_denominator=5_000))
def test_what_is_published_is_rounded_half_up_and_has_no_zeros_at_its_end(value: Fraction) -> None:
    found = published(value)
    assert found == to_decimal(value, 2)
    assert "E" not in str(found)
    assert "." not in str(found) or not str(found).endswith("0")


def test_points_are_a_percentage_of_the_top_and_of_no_top_nothing() -> None:
    assert percent(Fraction(10), Fraction(14)) == Decimal("71.43")
    assert percent(Fraction(0), Fraction(0)) is None


PLUS = Score(kind="average", percent=Decimal(60))
MINUS = Score(kind="average", percent=Decimal(40))


def test_awards_by_name_are_those_of_a_pair_and_of_its_side() -> None:
    lines = [
        result("7", "1", "2", ns_score=PLUS, ew_score=MINUS),
        result("7", "3", "4", ns_score=PLUS.replace(kind="artificial"), ew_score=MINUS.replace(percent=Decimal(50))),
        result("7", "5", "6", 50),
    ]
    assert board_of(key(), lines, None, None).awards == ((0, True, Grade.PLUS), (0, False, Grade.MINUS))


def test_lines_that_nothing_can_be_compared_with_are_blank_on_both_sides() -> None:
    lines = [result("7", "1", "2", 50), result("7", "3", "4", None), result("7", "5", "6", None, ns_score=PLUS)]
    board = board_of(key(), lines, None, None)
    assert [line.sides.ns for line in board.blank] == ["3"]
    assert board.worked_out == ()
    assert board.expected == 2


def test_a_score_from_the_contract_is_worked_out() -> None:
    line = result("1", "1", "2", None, contract="4S", declarer="N", tricks=10)
    assert board_of(key("1"), [line], None, None).worked_out == (line,)


def test_stated_points_come_before_stated_percentages() -> None:
    percents = StatedScore(ns_percent=Decimal(60), ew_percent=Decimal(40))
    by_percent = board_of(key(), [result("7", "1", "2", stated=percents), result("7", "3", "4")], None, None)
    assert by_percent.stated == ((None, None), (None, None))
    assert by_percent.stated_percents == ((60, 40), (None, None))
    both = board_of(key(), [result("7", "1", "2", stated=percents.replace(ew=Decimal(3)))], None, None)
    assert both.stated_percents == ()
    assert [(points.ns, points.ew, points.top_ns) for points in both.as_stated] == [(None, 3, 0)]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("1", "1"), ("1.5", "1.5"), ("1.25", "1.25"), ("1.005", "1.01"), ("-1.005", "-1"), ("0.994", "0.99")],
)
def test_numbers_are_published_with_two_decimals_at_the_most(value: str, shown: str) -> None:
    assert str(published(Fraction(value))) == shown


def test_a_percentage_has_a_top() -> None:
    assert percent(Fraction(3), Fraction(4)) == 75
    assert percent(Fraction(3), Fraction(0)) is None
    assert percent(None, Fraction(4)) is None


def test_the_sides_of_a_line_are_pairs_or_two_individuals_each() -> None:
    assert sides_of(result("7", "1", "2")) == (("1",), ("2",))
    four = result("7", "1", "2").replace(sides=Sides(north="1", south="2", east="3", west="4"))
    assert sides_of(four) == (("1", "2"), ("3", "4"))
    assert sides_of(four.replace(sides=Sides(south="2", west="4"))) == (("2",), ("4",))
