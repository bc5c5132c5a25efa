"""What a director has decided stands in the files that are written: as if the files had said it in the first place."""

from decimal import Decimal
from pathlib import Path

from contracts.decisions import Adjust, AnyDecision, Awarded, SetGame, SetScore, Weighted
from contracts.facts import AsOf
from contracts.messages import EventMerged
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline
from kibitz.replay.made_up import Size, made_up_file
from shared.formats import registry
from shared.formats.parsed import Rendered
from tests.integration.formats.test_rounds_at_the_desk import AT, HEAD, decided, scored, totals
from tests.support.trf_lines import player

RIGHT = (
    ("4 w 1", "3 b 1"),
    ("5 w =", "6 b 0"),
    ("6 w 1", "1 w 0"),
    ("1 b 0", "5 w 1"),
    ("2 b =", "4 b 0"),
    ("3 b 0", "2 w 1"),
)
WRONG = (("4 w 1", "3 b 0"), ("5 w =", "6 b 0"), ("6 w 1", "1 w 1"), *RIGHT[3:])
"""The game of round 2 between 3 and 1 with the colours of the result exchanged."""

_POINTS = {"1": Decimal(1), "=": Decimal("0.5"), "0": Decimal(0)}


def open_of_six(name: str, rounds: tuple[tuple[str, ...], ...]) -> FileRead:
    """A chess event as its program states it: points and ranks follow from the games."""
    points = [sum(_POINTS[each[-1]] for each in of_one) for of_one in rounds]
    lines = [
        player(n, *of_one, name=f"Rook, Number {n}", rating=2400 - 10 * n, points=f"{points[n - 1]:.1f}")
        for n, of_one in enumerate(rounds, 1)
    ]
    return read_bytes("\n".join([*HEAD, *lines, ""]).encode(), name, Path(name), AT)


def exported(pipeline: Pipeline, merged: EventMerged, name: str) -> Rendered:
    form = registry.by_name(name)
    assert form is not None
    ((_, file),) = pipeline.export([merged], form, None, "computed", seats=False, anew=True)
    return file


def test_a_game_that_is_corrected_gives_the_trf_of_the_right_file() -> None:
    right, wrong = open_of_six("right.trf", RIGHT), open_of_six("wrong.trf", WRONG)
    event = next(iter(Pipeline([wrong]).events))
    correction = SetGame(decision="game", round=2, white="3", black="1", result="0-1")
    first, after = scored([right]), scored([wrong, decided(event, 1, correction)])
    assert totals(after[1]) == totals(first[1]) != totals(scored([wrong])[1])
    written = exported(after[0], after[2], "trf").data
    assert written == exported(first[0], first[2], "trf").data != exported(*scored([wrong])[::2], "trf").data


def evening() -> FileRead:
    return read_bytes(made_up_file(Size(6, 3, 2), AsOf(at=AT, source="stated"), 1), "a.xml", Path("a.xml"), AT)


def written_again(name: str, *decisions: AnyDecision) -> tuple[EventMerged, EventMerged, Rendered]:
    """The evening with decisions, the same from a file of a format, and that file."""
    files = [evening()]
    event = next(iter(Pipeline(files).events))
    files += [decided(event, n, decision) for n, decision in enumerate(decisions, 1)]
    pipeline, _, merged = scored(files)
    file = exported(pipeline, merged, name)
    return merged, scored([read_bytes(file.data, file.name, Path(file.name), AT)])[2], file


def ruled(ns: Awarded, ew: Awarded) -> SetScore:
    """A ruling about the first line of the evening."""
    line = scored([evening()])[2].facts.results[0]
    return SetScore(decision="score", board=line.board, sides=line.sides, ns=ns, ew=ew)


def test_a_penalty_comes_back_from_a_pbn_with_the_total_and_the_places() -> None:
    penalty = Adjust(decision="adjustment", participant="5NS", amount=Decimal("-2.5"), unit="match_points")
    before, after, file = written_again("pbn", penalty)
    assert [(each.participant, each.amount, each.unit, each.counted) for each in after.facts.adjustments] == [
        ("5NS", Decimal("-2.5"), "match_points", True)
    ]
    for first, second in zip(before.standings.rankings, after.standings.rankings, strict=True):
        assert [(row.id, row.place, row.total) for row in first.rows] == [
            (row.id, row.place, row.total) for row in second.rows
        ]
    assert not after.standings.differences
    lost = {field for loss in file.losses for field in loss.fields if field.startswith("adjustments")}
    assert lost == {"adjustments.counted", "adjustments.number"}


def test_a_weighted_score_and_any_percentage_come_back_from_a_pbn_as_percentages() -> None:
    parts = (Weighted(percent=60, points=420), Weighted(percent=40, points=-50))
    before, after, file = written_again("pbn", ruled(Awarded(weighted=parts), Awarded(percent=Decimal("42.5"))))
    line = before.boards[0].lines[0]
    (again,) = (each for each in after.facts.results if (each.board, each.sides.ns) == ("1", "1NS"))
    assert (again.ns_score.percent, again.ew_score.percent) == (line.ns_percent, Decimal("42.5"))
    assert "weighted score" in {loss.what for loss in file.losses}


def test_a_game_file_has_no_other_percentages_than_three_and_says_so() -> None:
    file = written_again("acblscore", ruled(Awarded(percent=45), Awarded(percent=Decimal(60))))[2]
    (lost,) = (loss for loss in file.losses if loss.what == "score")
    assert (lost.count, lost.why) == (1, "a game file has scores of 40, 50 and 60 %, and none like this on a board")
    held = written_again("acblscore", ruled(Awarded(percent=40), Awarded(percent=60)))[2]
    assert "score" not in {loss.what for loss in held.losses}
