"""A line with fixed columns."""

from decimal import Decimal

import pytest

from shared.formats.trf.columns import LAYOUTS
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.line import Line
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes

FINAL = Dialect.TRF26


def cut(text: str) -> Line:
    return Line(Draft(FINAL, Report()), LAYOUTS[FINAL][text[:3]], text, 4)


def test_a_line_gives_its_fields_with_their_places():
    line = cut("300   8  21  47   58    0")
    assert (line.number_of("round"), line.text("team"), line.ids(gaps=True), line.ids()) == (8, "21", [58, 0], [58])
    assert str(line.place("round")) == "line 4, column 5-7, 300"
    assert str(line.span("round", "opponent")) == "line 4, column 5-15, 300"
    assert str(line.whole_place) == "line 4, column 1-25, 300"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("300   8  21  47   58    0   59", None),
        ("300   8  21  47   58x   0", "21-21"),
        ("240 H   2    3x   4", "15-15"),
        ("240 H   2x   3", "10-10"),
        ("250      1.0   1   1    1    9 rest", "32-35"),
        ("330 +-   4  23  47    1", "19-23"),
    ],
)
def test_what_stands_between_or_behind_the_fields_is_reported(text, columns):
    findings = [(f.code, str(f.place)) for f in cut(text).report.findings]
    assert [each for each in findings if each[0] == "trf.between-columns"] == (
        [("trf.between-columns", f"line 4, column {columns}, {text[:3]}")] if columns else []
    )


def test_numbers_that_are_named_have_their_columns_and_blanks_and_zeros_name_nobody():
    line = cut("300   8  21   0   58")
    assert [(who, str(place)) for who, place in line.named("team", "opponent")] == [(21, "line 4, column 9-11, 300")]
    assert [(who, str(place)) for who, place in line.placed_ids()] == [(58, "line 4, column 17-20, 300")]


@pytest.mark.parametrize(
    ("text", "code", "columns"),
    [
        ("300   x  21", "trf.bad-number", "5-7"),
        ("300   1  21   3    x", "trf.bad-number", "17-20"),
        ("300  x1  21", "trf.bad-number", "5-7"),
        ("300   1x 21", "trf.between-columns", "8-8"),
    ],
)
def test_what_cannot_be_read_is_reported_at_its_columns(text, code, columns):
    line = cut(text)
    line.number_of("round")
    line.ids()
    assert [(f.code, str(f.place)) for f in line.report.findings] == [(code, f"line 4, column {columns}, 300")]


def test_points_have_a_decimal_and_a_blank_is_none():
    line = cut("250  2.0        1   1    1    2")
    assert (line.points_of("match_points"), line.points_of("game_points")) == (Decimal("2.0"), None)


def test_changes_of_columns_change_what_the_golden_file_says():
    compare_changes(
        "line", lambda line: line[:3] in ("240", "250", "260", "299", "300", "310", "320", "330", "XXA"), 20
    )
