"""Butler IMPs follow the stated datum, and cross-IMPs add up to 0."""

from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.codes import validation as codes
from contracts.facts import BoardFact, EventFact, ResultFact, Score, StatedScore
from services.validation.domain import imps_of_boards as rules
from shared.bridge.boards.board_line import played
from shared.bridge.boards.cross_imps import CrossAverage, score_cross_board
from shared.bridge.rounding import to_decimal
from tests.support.fragments import result
from tests.support.matches import of, told

EVENT = EventFact(name="Pairs", kind="pairs")


def line(score: int, imps: str, unit: str, board: str = "1", **more: Any) -> ResultFact:
    stated = StatedScore(ns=Decimal(imps), ew=-Decimal(imps), unit=unit)
    return result(board, str(abs(score)), f"{score}EW", score, stated=stated, **more)


def butler(score: int, imps: str, board: str = "1", **more: Any) -> ResultFact:
    return line(score, imps, "butler_imps", board, **more)


RIGHT = [butler(420, "7"), butler(50, "-2"), butler(-50, "-4"), butler(110, "0"), butler(130, "1")]
"""Against a datum of 110."""


def against(datum: str | None, *lines: ResultFact, **more: Any) -> list[tuple[str, str | None, str | None]]:
    boards = [BoardFact(board="1", datum=datum and Decimal(datum), **more)]
    return told(rules.imps_against_datum, of(EVENT, results=lines, boards=boards))


def test_imps_are_those_of_the_score_against_the_datum() -> None:
    assert against("110", *RIGHT) == []
    assert against("110", *RIGHT, butler(140, "3")) == [(codes.NOT_OF_DATUM.code, "3", "1")]


def test_a_datum_of_the_session_or_section_is_that_of_the_line() -> None:
    lines = [one.replace(session="1", section="A") for one in (*RIGHT, butler(140, "3"))]
    assert len(against("110", *lines)) == 1
    assert len(against("110", *lines, session="1")) == 1
    assert against("110", *lines, session="2") == []


def test_half_a_step_of_the_datum_explains_a_line() -> None:
    assert against("110", *RIGHT, butler(155, "1"), butler(160, "1")) == []


def test_a_datum_that_most_lines_do_not_follow_is_not_what_was_used() -> None:
    assert against("300", *RIGHT) == []
    assert against(None, *RIGHT) == []


def test_other_units_rulings_and_fouled_boards_are_not_asked() -> None:
    ave = Score(kind="artificial", percent=Decimal(60))
    odd = [butler(140, "3", ns_score=ave), butler(140, "3", foul_group=1), line(140, "3", "cross_imps")]
    assert against("110", *RIGHT, *odd) == []


def test_two_datums_of_a_board_say_nothing() -> None:
    boards = [BoardFact(board="1", datum=Decimal(value)) for value in (110, 400)]
    whole = of(EVENT, results=[*RIGHT, butler(140, "3")], boards=boards)
    assert told(rules.imps_against_datum, whole) == []


def cross(*boards: list[tuple[int, str]]) -> list[tuple[str, str | None, str | None]]:
    lines = [
        line(score, imps, "cross_imps", str(number))
        for number, of_board in enumerate(boards, 1)
        for score, imps in of_board
    ]
    return told(rules.cross_imps_add_up, of(EVENT, results=lines))


GOOD = [(420, "3.71"), (170, "-2.71"), (50, "-1")]


def test_cross_imps_of_a_board_add_up_to_0() -> None:
    assert cross(GOOD, GOOD, GOOD) == []
    assert cross(GOOD, GOOD, [*GOOD[:2], (50, "-3")]) == [(codes.CROSS_IMPS_SUM.code, "-2", "0")]


def test_a_larger_field_adds_up_to_anything() -> None:
    off = [(420, "5"), (170, "2")]
    assert cross(off, off) == []
    assert cross(off) == []


scores = st.lists(st.integers(-200, 200).map(lambda tens: 10 * tens), min_size=2, max_size=12)


@given(field=scores, average=st.sampled_from(list(CrossAverage)), places=st.integers(0, 2))
def test_printed_cross_imps_of_any_board_add_up_as_far_as_they_are_printed(
    field: list[int], average: CrossAverage, places: int
) -> None:
    exact = [one.ns for one in score_cross_board([played(score) for score in field], average)]
    board = [(score, str(to_decimal(value or 0, places))) for score, value in zip(field, exact, strict=True)]
    assert cross(board, GOOD, GOOD, GOOD) == []


def test_a_board_with_a_ruling_or_a_missing_value_is_not_asked() -> None:
    ave = Score(kind="artificial", percent=Decimal(60))
    good = [line(score, imps, "cross_imps", board) for board in ("2", "3") for score, imps in GOOD]
    ruled = [line(420, "9", "cross_imps"), line(50, "2", "cross_imps", ns_score=ave)]
    assert told(rules.cross_imps_add_up, of(EVENT, results=[*good, *ruled])) == []
    missing = [line(420, "9", "cross_imps"), result("1", "5", "6", 50)]
    assert told(rules.cross_imps_add_up, of(EVENT, results=[*good, *missing])) == []
