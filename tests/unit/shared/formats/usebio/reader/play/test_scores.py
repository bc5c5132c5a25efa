"""The SCORE of a line."""

from decimal import Decimal

import pytest

from contracts.base import Place
from shared.formats.usebio.reader.play.scores import is_passed_out, plain_points, read_score
from shared.formats.usebio.report import Report
from tests.support.golden import compare, finding_text
from tests.support.objects import as_object

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
    [
        ("PASS", "points", 0),
        ("np", "not_played", None),
        ("Late", "late", None),
        ("SITOUT", "not_in_play", None),
        ("Adj", "artificial", None),
    ],
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


def test_a_word_beside_points_of_both_sides_is_an_adjusted_score() -> None:
    report = Report()
    ns, ew = read_score("Ruled", report, HERE, (Decimal(7), Decimal(5)), bare=True)
    assert (ns.kind, ns.percent, ns.text, ew) == ("artificial", None, "Ruled", ns)
    assert report.findings == []
    assert read_score("42O", report, HERE, (Decimal(7), Decimal(5)), bare=True)[0].kind == "unknown"
    assert read_score("Ruled", report, HERE, (Decimal(7), Decimal(5)))[0].kind == "unknown"


@pytest.mark.parametrize(("contract", "passed"), [("PASS", True), ("all pass", True), ("3NT", False), ("LATE", False)])
def test_a_contract_that_was_passed_out_is_known(contract: str, passed: bool) -> None:
    assert is_passed_out(contract) is passed


SCORES = """
0|-0|+110|- 50|+  90|−420|1,100|1.100|1'100|1 100|-1,430|12,34|620.0|620.5|999999|1000000|PASS|all pass|AP|np|N/P|late
Late Play|bye|SIT-OUT|-|?|A6040|A 6040|A60/40|60/40|60%/40%|A50:50|55,45|60-40|60%|A60%|A60|A5|A55|A737|A777|A4646|A5500
A05|A100|A1000|A0100|A10000|A100100|A101|A999999|A6040.5|A60.5/39.5|60.5%|Ave|Ave+|Ave-|A+|A-|A=|A+/A-|A+A-|A+-|A-/+
Average plus|AVG MINUS/AVE PLUS|Ave+/Ave-|avg.|101%|120/10|nonsense|4S|1e3
""".strip().replace("\n", "|")


def test_what_every_text_of_a_score_is_read_as_is_what_the_golden_file_says() -> None:
    lines = []
    for text in SCORES.split("|"):
        for stated in ((None, None), (Decimal(9), Decimal(1)), (Decimal(1), Decimal(9)), (Decimal(5), Decimal(5))):
            report = Report()
            sides = [
                " ".join(f"{name}={value}" for name, value in as_object(side).items())
                for side in read_score(text, report, HERE, stated, "1 against 2")
            ]
            found = [f"{finding_text(finding)} ({finding.severity})" for finding in report.findings]
            outcome = "; ".join([sides[0] if sides[0] == sides[1] else " | ".join(sides), *found])
            if stated[0] is None:
                lines.append(f"{text!r}: {outcome}")
                usual = outcome
            elif outcome != usual:
                lines.append(f"{text!r} with {stated[0]} to {stated[1]}: {outcome}")
    compare("usebio/scores", "\n".join([*lines, ""]))
