"""Dates of the tournament and of its rounds."""

import pytest

from shared.formats.trf.reader.dates import check_days, dates_of_rounds, day, rounds_dated
from tests.support.trf_golden import compare_changes
from tests.support.trf_header import found, read
from tests.support.trf_lines import placed


@pytest.mark.parametrize(
    ("text", "iso", "codes"),
    [
        ("2031/05/01", "2031-05-01", []),
        ("02/03/2031", "2031-03-02", ["date-ambiguous"]),
        ("soon", "soon", ["bad-date"]),
    ],
)
def test_a_day_is_iso_or_stays_as_it_is(text, iso, codes):
    draft = read(f"042 {text}")
    assert day(draft, "042") == iso
    assert found(draft) == [(code, f"line 1, column 5-{4 + len(text)}, 042") for code in codes]
    assert day(draft, "052") is None


@pytest.mark.parametrize(
    ("days", "columns"),
    [
        (["042 2031/05/05", "052 01.05.2031"], ["5-14"]),
        (["042 2031/05/05", "052 2031/05/05"], []),
        (["042 2031/05/05", "052 soon"], []),
        (["052 2031/05/01"], []),
    ],
)
def test_a_tournament_does_not_end_before_it_begins(days, columns):
    draft = read(*days)
    check_days(draft)
    assert found(draft) == [("dates-reversed", f"line 2, column {each}, 052") for each in columns]


@pytest.mark.parametrize(
    ("days", "iso"),
    [
        (("24/09/2031", "02/10/2031"), ("2031-09-24", "2031-10-02")),
        (("09/24/2031", "10/02/2031"), ("2031-09-24", "2031-10-02")),
        (("05/06/2031", "05/14/2031"), ("2031-05-06", "2031-05-14")),
    ],
)
def test_a_day_that_reads_two_ways_is_read_as_the_other_day_shows(days, iso):
    draft = read(f"042 {days[0]}", f"052 {days[1]}")
    assert (day(draft, "042"), day(draft, "052")) == iso
    check_days(draft)
    assert found(draft) == []


def test_dates_of_rounds_stand_at_their_columns():
    line = placed((1, "132"), (92, "31/05/01"), (112, "31/05/03"), (122, "31/15/45"))
    draft = read(line)
    assert dates_of_rounds(draft, None) == ["2031-05-01", None, "2031-05-03", None]
    assert found(draft) == [("bad-date", "line 1, column 122-129, 132")]


def test_dates_of_rounds_lie_within_those_of_the_tournament():
    days = placed((1, "132"), (92, "31/04/30"), (102, "31/05/01"), (112, "31/05/04"))
    for header, outside in (
        (["042 2031/05/01", "052 2031/05/03"], [92, 112]),
        (["042 2031/05/01"], [92]),
        (["052 2031/05/03"], [112]),
        (["042 spring"], []),
        ([], []),
    ):
        draft = read(days, *header)
        dates_of_rounds(draft, 3)
        assert found(draft) == [("round-dates", f"line 1, column {each}-{each + 7}, 132") for each in outside]


@pytest.mark.parametrize(
    ("dates", "begun", "rounds"),
    [
        (["2031-05-01", "2031-05-02", None, "2031-05-04"], 2, 4),
        (["2031-05-01", None], 0, 1),
        (["2031-05-01", "2031-05-02"], 2, None),
        (["2031-05-01"], 3, None),
        ([], 0, None),
    ],
)
def test_dates_say_the_number_of_rounds_while_they_go_further_than_the_file(dates, begun, rounds):
    assert rounds_dated(dates, begun) == rounds


def test_dates_of_rounds_out_of_their_columns_follow_one_another():
    assert dates_of_rounds(read("132 2031/05/01 2031/05/02"), None) == ["2031-05-01", "2031-05-02"]
    assert dates_of_rounds(read("132        "), None) == []
    assert dates_of_rounds(read(), None) == []


def test_dates_of_rounds_follow_the_rounds_and_are_not_more():
    draft = read(placed((1, "132"), (92, "31/05/02"), (102, "31/05/01"), (112, "31/05/03")))
    assert dates_of_rounds(draft, 2) == ["2031-05-02", "2031-05-01", "2031-05-03"]
    assert [(f.code, f.message, str(f.place)) for f in draft.report.findings] == [
        (
            "trf.round-dates",
            "the round is on 2031-05-01, the one before it on 2031-05-02",
            "line 1, column 102-109, 132",
        ),
        ("trf.round-dates", "there are more dates than the 2 rounds", "line 1, column 112-119, 132"),
    ]


def test_what_is_no_date_among_those_of_rounds_is_reported_and_zeros_are_none():
    draft = read("132 Round 1: 2031/05/01", placed((1, "132"), (102, "00/00/00"), (112, "2031/05/032031/05/04")))
    assert dates_of_rounds(draft, None) == ["2031-05-01", None, "2031-05-03", "2031-05-04"]
    (finding,) = draft.report.findings
    assert (finding.code, str(finding.place), finding.stated) == (
        "trf.bad-date",
        "line 1, column 5-23, 132",
        "Round 1:",
    )


def test_dates_of_rounds_may_stand_in_a_record_each():
    """At their columns, or one after another; a date that stands twice is said twice alone where it differs."""
    lines = [placed((1, "132"), (92 + 10 * at, f"31/05/0{at + 1}")) for at in (0, 1)]
    draft = read(*lines, lines[1], "132 2031/05/03")
    assert dates_of_rounds(draft, 3) == ["2031-05-01", "2031-05-02", "2031-05-03"]
    assert found(draft) == []
    draft = read(*lines, placed((1, "132"), (102, "31/05/03")))
    assert dates_of_rounds(draft, None) == ["2031-05-01", "2031-05-02"]
    (finding,) = draft.report.findings
    assert (finding.message, str(finding.place)) == (
        "the round is on 2031-05-03, but on 2031-05-02 in an earlier place",
        "line 3, column 102-109, 132",
    )


def test_changes_of_dates_change_what_the_golden_file_says():
    compare_changes("dates", lambda line: line[:3] in ("042", "052", "132", "142", "XXR"))


def test_a_long_text_in_place_of_a_date_is_cut():
    draft = read(f"042 {'x' * 300}")
    assert day(draft, "042") == "x" * 200
    (finding,) = draft.report.findings
    assert (finding.message, finding.stated) == (f"{'x' * 40!r} is not a date", "x" * 200)
    assert finding.place.end_column == 304
