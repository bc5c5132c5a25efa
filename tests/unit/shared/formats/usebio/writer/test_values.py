"""Totals with and without a handicap, and SCORE as text."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Place
from contracts.facts import AdjustmentFact, ResultFact, Score, Sides, WeightedPoints
from shared.formats.merged_values import Totals
from shared.formats.usebio.reader.play.scores import read_score
from shared.formats.usebio.report import Report
from shared.formats.usebio.writer.markup import Losses
from shared.formats.usebio.writer.values import in_unit, score_text, with_handicap_as_wanted
from tests.support.usebio_expected import WrittenAsExpected


def result(ns: Score, ew: Score) -> ResultFact:
    return ResultFact(board="1", sides=Sides(ns="1", ew="2"), ns_score=ns, ew_score=ew)


def points(value: int) -> Score:
    return Score(kind="points", points=value)


def percent(value: str, **more: object) -> Score:
    return Score(kind="artificial", percent=Decimal(value), **more)


@pytest.mark.parametrize(
    ("ns", "ew", "text", "lost"),
    [
        (points(-50), points(-50), "-50", []),
        (points(420), points(400), "420", ["split score"]),
        (percent("60", text="A6040"), percent("40", text="A6040"), "A6040", []),
        (percent("60"), percent("40"), "A6040", []),
        (percent("100"), percent("0"), "A1000", []),
        (percent("73"), percent("7"), "A7307", []),
        (percent("7"), percent("37"), "A007037", []),
        (percent("57.5"), percent("42.5"), "A5843", ["decimals of an adjusted score"]),
        (Score(kind="unknown"), Score(kind="unknown"), "", []),
        (Score(kind="not_played"), Score(kind="not_played"), "", ["not played score"]),
        (Score(kind="points", points=0, text="PASS"), Score(kind="points", points=0, text="PASS"), "PASS", []),
    ],
)
def test_a_score_is_written_as_usebio_has_it(ns: Score, ew: Score, text: str, lost: list[str]) -> None:
    losses = Losses()
    assert score_text(result(ns, ew), losses) == text
    assert [loss.what for loss in losses.items()] == lost


def test_a_weighted_score_is_lost_without_a_percentage() -> None:
    weighted = Score(kind="weighted", parts=(WeightedPoints(weight=1, points=420),))
    losses = Losses()
    assert score_text(result(weighted, weighted), losses) == ""
    assert [loss.what for loss in losses.items()] == ["weighted score"]
    known = weighted.replace(percent=Decimal(62))
    assert score_text(result(known, known.replace(percent=Decimal(38))), Losses()) == "A6238"


@given(st.integers(0, 100), st.integers(0, 100))
def test_every_pair_of_percentages_is_read_as_it_was_meant(ns: int, ew: int) -> None:
    text = score_text(result(percent(str(ns)), percent(str(ew))), Losses())
    report = Report()
    here, there = read_score(text, report, Place(), (None, None))
    assert (here.percent, there.percent) == (ns, ew)
    assert report.findings == []


def handicap(amount: str, counted: bool | None, unit: str | None) -> AdjustmentFact:
    return AdjustmentFact(kind="handicap", participant="1", amount=Decimal(amount), counted=counted, unit=unit)


@pytest.mark.parametrize(
    ("fact", "version", "percentage", "total"),
    [
        (handicap("2", True, "percent"), (1, 4), "48", "70"),
        (handicap("2", True, "percent"), (1, 2), "50", "70"),
        (handicap("2", False, "percent"), (1, 2), "52", "70"),
        (handicap("2", False, "imps"), (1, 2), "50", "72"),
        (handicap("2", None, "imps"), (1, 2), "50", "70"),
        (handicap("0", True, None), (1, 4), "50", "70"),
    ],
)
def test_a_handicap_moves_in_or_out_of_the_totals(
    fact: AdjustmentFact, version: tuple[int, int], percentage: str, total: str
) -> None:
    losses = Losses()
    found = with_handicap_as_wanted(Totals(percentage=Decimal(50), total=Decimal(70)), [fact], version, losses)
    assert (found.percentage, found.total) == (Decimal(percentage), Decimal(total))
    assert losses.items() == ()


@pytest.mark.parametrize(
    ("fact", "total", "percentage"),
    [(handicap("5", True, "percent"), "36", "45"), (handicap("8", True, "match_points"), "32", "40")],
)
def test_total_and_percentage_are_moved_together_where_the_most_is_known(
    fact: AdjustmentFact, total: str, percentage: str
) -> None:
    stated = Totals(total=Decimal(40), maximum=Decimal(80), percentage=Decimal(50))
    found = with_handicap_as_wanted(stated, [fact], (1, 4), Losses())
    assert (found.total, found.percentage) == (Decimal(total), Decimal(percentage))
    silent = Totals(total=Decimal(40), percentage=Decimal(50))
    found = with_handicap_as_wanted(silent, [fact], (1, 4), Losses(), Decimal(80))
    assert (found.total, found.percentage, found.maximum) == (Decimal(total), Decimal(percentage), None)


@pytest.mark.parametrize("counted", [True, False, None])
def test_a_computed_total_is_without_its_handicap_whatever_the_file_says_of_its_own(counted: bool | None) -> None:
    computed = Totals(total=Decimal(40), maximum=Decimal(80), percentage=Decimal(50), handicap=Decimal(5))
    facts = [handicap("5", counted, "percent")]
    assert with_handicap_as_wanted(computed, facts, (1, 4), Losses()) == computed
    found = with_handicap_as_wanted(computed, facts, (1, 2), Losses())
    assert (found.total, found.percentage) == (Decimal(44), Decimal(55))
    in_imps = Totals(total=Decimal(40), handicap=Decimal(3))
    assert with_handicap_as_wanted(in_imps, [], (1, 2), Losses()).total == 43


def test_a_handicap_of_unknown_unit_is_a_loss() -> None:
    losses = Losses()
    with_handicap_as_wanted(Totals(total=Decimal(70)), [handicap("2", True, None)], (1, 4), losses)
    assert [loss.what for loss in losses.items()] == ["handicap"]


@pytest.mark.parametrize(
    ("score", "text", "lost"),
    [
        (Score(kind="points", points=0, text="PASS"), "0", []),
        (Score(kind="artificial", percent=Decimal(60), text="A60/60"), "A6060", []),
        (Score(kind="late", text="LATE"), "", ["late score"]),
        (Score(kind="unknown", text="42O"), "", ["unknown score"]),
        (Score(kind="unknown"), "", []),
    ],
)
def test_a_score_in_words_is_written_as_1_4_has_it(score: Score, text: str, lost: list[str]) -> None:
    result = ResultFact(board="1", sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score)
    losses = Losses()
    assert score_text(result, losses, strict=True) == text
    assert [loss.what for loss in losses.items()] == lost
    if score.text:
        assert score_text(result, Losses()) == score.text


PLUS = Score(kind="average", percent=Decimal(60), text="Ave+")


@pytest.mark.parametrize(
    ("ns", "ew", "text"),
    [
        (PLUS, PLUS, "A6060"),
        (Score(kind="artificial", text="A"), Score(kind="artificial", text="A"), ""),
        (PLUS, Score(kind="unknown", text="Ave+"), "Ave+"),
        (Score(kind="unknown", text="4?"), Score(kind="unknown", text="4?"), "4?"),
    ],
)
def test_words_stand_only_where_usebio_reads_them_as_they_were_meant(ns: Score, ew: Score, text: str) -> None:
    assert score_text(result(ns, ew), Losses()) == text


@pytest.mark.parametrize(
    ("tag", "unit", "totals", "version", "amount", "lost"),
    [
        ("ADJUSTMENT", "percent", Totals(), (1, 4), "3", []),
        ("ADJUSTMENT", "match_points", Totals(), (1, 2), "3", []),
        ("ADJUSTMENT", "imps", Totals(), (1, 4), "3", []),
        ("ADJUSTMENT", "match_points", Totals(maximum=Decimal(200)), (1, 4), "1.5", ["unit of ADJUSTMENT"]),
        ("ADJUSTMENT", "match_points", Totals(maximum=Decimal(312)), (1, 4), "0.962", ["unit of ADJUSTMENT"]),
        ("ADJUSTMENT", "match_points", Totals(maximum=Decimal(31_200)), (1, 4), "0.00962", ["unit of ADJUSTMENT"]),
        (
            "ADJUSTMENT",
            "percent_of_board",
            Totals(maximum=Decimal(312), boards=26),
            (1, 4),
            "0.115",
            ["unit of ADJUSTMENT"],
        ),
        (
            "ADJUSTMENT",
            "percent_of_board",
            Totals(maximum=Decimal(312), boards=26),
            (1, 2),
            "0.36",
            ["unit of ADJUSTMENT"],
        ),
        ("ADJUSTMENT", "percent_of_board", Totals(boards=26), (1, 2), None, ["ADJUSTMENT in percent of board"]),
        ("ADJUSTMENT", "match_points", Totals(), (1, 4), None, ["ADJUSTMENT in match points"]),
        ("CARRY_FORWARD", "percent", Totals(maximum=Decimal(200)), (1, 4), "3", []),
        ("CARRY_FORWARD", "match_points", Totals(total=Decimal(9)), (1, 4), "3", []),
        (
            "CARRY_FORWARD",
            "percent",
            Totals(total=Decimal(9), maximum=Decimal(200)),
            (1, 4),
            "6",
            ["unit of CARRY_FORWARD"],
        ),
    ],
)
def test_an_adjustment_is_written_in_the_unit_that_the_version_means(
    tag: str, unit: str, totals: Totals, version: tuple[int, int], amount: str | None, lost: list[str]
) -> None:
    fact = AdjustmentFact(kind="penalty", participant="1", participant_kind="pair", amount=Decimal(3), unit=unit)
    losses = Losses()
    written = in_unit(fact, tag, totals, version, losses)
    assert (None if written is None else str(written)) == amount
    assert [loss.what for loss in losses.items()] == lost
    assert in_unit(fact.replace(amount=Decimal(0)), tag, totals, version, Losses()) == 0


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""
