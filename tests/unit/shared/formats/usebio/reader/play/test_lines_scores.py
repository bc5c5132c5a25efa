"""The SCORE of a line."""

from decimal import Decimal

import pytest

from contracts.base import Place
from shared.formats.usebio.reader.play.lines import plain_points, read_score
from shared.formats.usebio.report import Report

HERE = Place(line=1)
NOTHING = (None, None)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("420", 420),
        ("-50", -50),
        ("+110", 110),
        ("0", 0),
        ("\u2212100", -100),
        ("620.0", 620),
        ("-1,100", -1100),
        ("1 100", 1100),
        ("1.430", 1430),
        ("2'220", 2220),
        ("-1\u00a0100", -1100),
        ("- 50", -50),
        ("+ 1 100", 1100),
    ],
)
def test_total_points_are_the_same_for_both_sides(text: str, points: int) -> None:
    ns, ew = read_score(text, Report(), HERE, NOTHING)
    assert (ns.kind, ns.points, ns.text) == ("points", points, None)
    assert ns is ew


def test_equal_scores_are_one_object() -> None:
    assert plain_points("420") is plain_points("420")


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [("PASS", "points", 0), ("np", "not_played", None), ("Late", "late", None), ("SITOUT", "not_in_play", None)],
)
def test_words_are_what_they_say(text: str, kind: str, points: int | None) -> None:
    ns, ew = read_score(text, Report(), HERE, NOTHING)
    assert (ns.kind, ns.points, ns.text) == (kind, points, text)
    assert ns == ew


@pytest.mark.parametrize("text", ["", "-", "?"])
def test_a_blank_score_is_unknown_and_never_0(text: str) -> None:
    report = Report()
    ns, ew = read_score(text, report, HERE, NOTHING)
    assert (ns.kind, ns.points, ns.percent, ew.kind) == ("unknown", None, None, "unknown")
    assert report.findings == []


@pytest.mark.parametrize(
    ("text", "percents"),
    [
        ("A6040", (60, 40)),
        ("A6060", (60, 60)),
        ("a5050", (50, 50)),
        ("A60/40", (60, 40)),
        ("A5500", (55, 0)),
        ("A1000", (100, 0)),
        ("A100100", (100, 100)),
    ],
)
def test_an_artificial_score_gives_north_south_first(text: str, percents: tuple[int, int]) -> None:
    report = Report()
    ns, ew = read_score(text, report, HERE, NOTHING)
    assert (ns.kind, ew.kind) == ("artificial", "artificial")
    assert (ns.percent, ew.percent) == percents
    assert report.findings == []


def test_average_has_a_grade_beside_its_percentage() -> None:
    ns, ew = read_score("Ave", Report(), HERE, NOTHING)
    assert (ns.kind, ns.percent, ns.text) == ("average", 50, "Ave")
    assert ew == ns


@pytest.mark.parametrize(("text", "percents"), [("60%", (60, None)), ("Ave+", (60, None))])
def test_a_score_of_one_side_leaves_the_other_unknown(text: str, percents: tuple[int, None]) -> None:
    report = Report()
    ns, ew = read_score(text, report, HERE, NOTHING)
    assert (ns.percent, ew.percent) == percents
    assert ew.kind == "unknown"
    assert [finding.code for finding in report.findings] == ["usebio.one-sided-score"]


def test_the_points_of_the_line_decide_between_two_readings() -> None:
    report = Report()
    less = (Decimal("0.6"), Decimal(3))
    ns, ew = read_score("A737", report, HERE, less)
    assert (ns.percent, ew.percent) == (7, 37)
    (finding,) = report.findings
    assert (finding.code, finding.stated, finding.computed) == ("usebio.ambiguous-artificial", "A737", "7/37")
    assert "73/7 or 7/37" in finding.message


def test_without_points_the_reading_nearest_to_100_counts() -> None:
    report = Report()
    ns, ew = read_score("A737", report, HERE, NOTHING)
    assert (ns.percent, ew.percent) == (73, 7)
    assert report.findings[0].computed == "73/7"


@pytest.mark.parametrize("text", ["oops", "A999999", "4 2 0", "420.5", "1" * 2000, "A", "B6040"])
def test_what_is_no_score_is_kept_and_is_an_error(text: str) -> None:
    report = Report()
    ns, _ = read_score(text, report, HERE, NOTHING)
    assert (ns.kind, ns.points) == ("unknown", None)
    assert ns.text is not None
    assert [finding.code for finding in report.findings] == ["usebio.bad-score"]
