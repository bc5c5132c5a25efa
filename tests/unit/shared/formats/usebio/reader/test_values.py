"""Numbers, dates, times and flags."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from contracts.base import Direction, Place
from shared.formats.usebio.reader.fields import Fields
from shared.formats.usebio.reader.values import date_of, decimal, direction_of, flag, iso_date, moment, whole
from shared.formats.usebio.report import Report
from tests.support.usebio_expected import ReadAsExpected

HERE = Place(line=1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4.0", "4.0"),
        ("-6.33", "-6.33"),
        ("+7", "7"),
        (".5", "0.5"),
        ("12.", "12"),
        ("\u22123", "-3"),
        ("65.38%", "65.38"),
        ("5.166666666666667", "5.166666666667"),
        ("4.4408920985006262e-16", "0"),
    ],
)
def test_numbers_are_read_exactly(text: str, value: str) -> None:
    report = Report()
    assert decimal(text, HERE, report, "TRICKS") == Decimal(value)
    assert report.findings == []


def test_a_decimal_comma_is_read_and_reported() -> None:
    report = Report()
    assert decimal("12,5", HERE, report, "TRICKS") == Decimal("12.5")
    assert [finding.code for finding in report.findings] == ["usebio.decimal-comma"]


@pytest.mark.parametrize("text", ["", "x", "1e5", "NaN", "Infinity", "1,234", "12.3.4", "٣", "9" * 13, "--1"])
def test_what_is_no_number_is_unknown_and_reported(text: str) -> None:
    report = Report()
    assert decimal(text, HERE, report, "TRICKS") is None
    assert [finding.code for finding in report.findings] == ["usebio.bad-number"]


def test_whole_numbers_may_have_an_empty_fraction() -> None:
    assert whole("12.0", HERE, Report(), "TRICKS") == 12
    assert whole("12.5", HERE, Report(), "TRICKS") is None
    assert whole("1" * 10, HERE, Report(), "TRICKS") is None


def test_a_finding_about_a_number_names_the_element_and_shows_the_beginning_of_the_text() -> None:
    report = Report()
    decimal("9" * 41, HERE, report, "SCORE")
    decimal(f"{'9' * 12},5", HERE, report, "TOTAL_SCORE")
    whole("x" * 41, HERE, report, "TRICKS")
    assert [(finding.message, finding.place, finding.stated) for finding in report.findings] == [
        (f"'{'9' * 40}' in SCORE is not a number", HERE, "9" * 41),
        (f"'{'9' * 12},5' in TOTAL_SCORE has a decimal comma, which was read as a point", HERE, f"{'9' * 12},5"),
        (f"'{'x' * 40}' in TRICKS is not a whole number", HERE, "x" * 41),
    ]


@pytest.mark.parametrize(
    ("text", "version", "date", "kept", "code"),
    [
        ("2031-05-04", (1, 4), "2031-05-04", False, None),
        ("2031-5-4T13:00", (1, 4), "2031-05-04", True, None),
        ("2031-05-04T00:00:00", (1, 4), "2031-05-04", False, None),
        ("2031/05/04", (1, 2), "2031-05-04", False, None),
        ("04/05/2031 00:00", (1, 2), "2031-05-04", False, None),
        ("04/05/2031 19:30:00", (1, 2), "2031-05-04", True, None),
        ("4 May 2031", (1, 2), "2031-05-04", True, None),
        ("May 4, 2031", (1, 4), "2031-05-04", True, None),
        ("Sunday, May 4th 2031", (1, 2), "2031-05-04", True, None),
        ("Mai 44, 2031", (1, 2), "Mai 44, 2031", False, "usebio.bad-date"),
        ("Sunday 4th May, 2031", (1, 2), "2031-05-04", True, None),
        ("04-MAY-2031", (1, 2), "2031-05-04", True, None),
        ("4-May-31", (1, 2), "2031-05-04", True, None),
        ("31 June 2031", (1, 2), "31 June 2031", False, "usebio.bad-date"),
        ("4 Foo 2031", (1, 2), "4 Foo 2031", False, "usebio.bad-date"),
        ("04/05/2031", (1, 2), "2031-05-04", False, None),
        ("4.5.2031", (1, 0), "2031-05-04", False, None),
        ("20310504", (1, 0), "2031-05-04", False, None),
        ("25/05/2031", (1, 4), "2031-05-25", False, None),
        ("05/05/2031", (1, 4), "2031-05-05", False, None),
        ("04/05/2031", (1, 4), "2031-05-04", True, "usebio.date-ambiguous"),
        ("04/05/31", (1, 2), "2031-05-04", True, "usebio.date-ambiguous"),
        ("04/05/85", (1, 2), "1985-05-04", True, "usebio.date-ambiguous"),
        ("05/25/2031", (1, 2), "2031-05-25", True, "usebio.date-ambiguous"),
        ("31/02/2031", (1, 2), "31/02/2031", False, "usebio.bad-date"),
        ("soon", (1, 2), "soon", False, "usebio.bad-date"),
    ],
)
def test_dates_become_iso(text: str, version: tuple[int, int], date: str, kept: bool, code: str | None) -> None:
    report = Report()
    assert iso_date(text, version, HERE, report) == (date, kept)
    assert [finding.code for finding in report.findings] == ([code] if code else [])


@pytest.mark.parametrize(
    ("parts", "date"),
    [(("2030", "12", "31"), "2030-12-31"), (("2030", "13", "31"), "2030-13-31"), (("", "", ""), "--")],
)
def test_a_date_in_three_elements_is_put_together(parts: tuple[str, str, str], date: str) -> None:
    group = Fields(tag="DATE", path="/DATE", line=1)
    for name, text in zip(("DATE_YEAR", "DATE_MONTH", "DATE_DAY"), parts, strict=True):
        group.texts[name] = [(text, 1)]
    report = Report()
    assert date_of(Fields("EVENT", "/", 1, groups=[("DATE", group)]), "DATE", (1, 0), report) == (date, None)
    assert bool(report.findings) == (date != "2030-12-31")


@pytest.mark.parametrize(("text", "value"), [("NS", "NS"), ("e/w", "EW"), ("North-South", "NS"), ("up", None)])
def test_directions_have_many_spellings(text: str, value: str | None) -> None:
    report = Report()
    fields = Fields("PAIR", "/PAIR", 1, texts={"DIRECTION": [(text, 1)]})
    assert direction_of(fields, report) == (Direction(value) if value else None)
    assert bool(report.findings) == (value is None)


def test_flags_are_yes_no_or_unknown() -> None:
    assert [flag(text) for text in ("Y", "n", " TRUE ", "0", "maybe", None)] == [True, False, True, False, None, None]


@pytest.mark.parametrize(
    ("text", "day", "value"),
    [
        ("2031-05-04T17:30+02:00", None, datetime(2031, 5, 4, 15, 30, tzinfo=UTC)),
        ("17:30Z", "2031-05-04", datetime(2031, 5, 4, 17, 30, tzinfo=UTC)),
        ("17:30:15.5+00:00", "2031-05-04", datetime(2031, 5, 4, 17, 30, 15, tzinfo=UTC)),
        ("2031-05-04T17:30", None, None),
        ("17:30Z", None, None),
        ("25:99Z", "2031-05-04", None),
        ("tea time", "2031-05-04", None),
        (None, "2031-05-04", None),
    ],
)
def test_a_moment_needs_date_and_zone(text: str | None, day: str | None, value: datetime | None) -> None:
    assert moment(text, day) == value


class TestOddDocuments(ReadAsExpected):
    parts = ("events", "totals", "adjustments", "results", "extensions")
