"""A chess round that a file pairs, with its results decided one by one: it ends, the next is drawn, a file has all."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.decisions import AnyDecision, Decisions, SetGame
from contracts.messages import EventMerged
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline, seats_of
from services.scoring.domain.event.event_state import Scored
from shared.formats import registry
from shared.formats.decisions.reader import written
from tests.support.trf_lines import player

AT = datetime(2026, 5, 1, 10, tzinfo=UTC)
HEAD = ("012 Quill Open", "042 2026/05/01", "092 Swiss System", "142 5", "192 FIDE_DUTCH_2026", "152 w")
PLAYED = ("6 w 1", "7 b 1", "8 w =", "9 b 1", "10 w 1", "1 b 0", "2 w 0", "3 b =", "4 w 0", "5 b 0", "- U")
POINTS = dict(zip("1=0-U", ("1.0", "0.5", "0.0", "0.0", "1.0"), strict=True))
PAIRED = ("2 w", "1 b", "6 w", "5 w", "4 b", "3 b", "9 w", "- H", "7 b", "- U", "- Z")
RESULTS = (("1", "2", "1-0"), ("4", "5", "½-½"), ("3", "6", "+--"), ("7", "9", "0-1"))
TOTALS = ("2", "1", "1.5", "1.5", "1.5", "0", "0", "1", "1", "1", "1")


def paired(*, by_record: bool) -> FileRead:
    """After round 1, with the pairings of round 2; the bye that 8 has asked for in its line, or in record 240."""
    cells = [
        (first, "" if by_record and second == "- H" else second) for first, second in zip(PLAYED, PAIRED, strict=True)
    ]
    lines = [
        player(n, *rounds, name=f"Rook, Number {n}", rating=2400 - 10 * n, points=POINTS[rounds[0][-1]])
        for n, rounds in enumerate(cells, 1)
    ]
    record = ("240 H   2    8",) if by_record else ()
    return read_bytes("\n".join([*HEAD, *record, *lines, ""]).encode(), "open.trf", Path("open.trf"), AT)


def decided(event: str, number: int, decision: AnyDecision) -> FileRead:
    at = AT + timedelta(minutes=number)
    data = written(Decisions(event=event, at=at, decisions=(decision,)))
    return read_bytes(data, f"{number}.json", Path(f"{number}.json"), at)


def scored(files: list[FileRead]) -> tuple[Pipeline, Scored, EventMerged]:
    pipeline = Pipeline(files)
    (event,) = pipeline.events.values()
    return (pipeline, *event.score())


def totals(one: Scored) -> dict[str, Decimal | None]:
    return {row.id: row.total for row in one.standings.rankings[0].rows}


@pytest.mark.parametrize("by_record", [False, True], ids=["bye in the line", "bye in record 240"])
def test_a_round_that_the_file_pairs_is_played_at_the_desk(by_record: bool) -> None:
    files = [paired(by_record=by_record)]
    event = next(iter(Pipeline(files).events))
    for number, (white, black, result) in enumerate(RESULTS, 1):
        decision = SetGame.model_validate(
            {"decision": "game", "round": 2, "white": white, "black": black, "result": result}
        )
        files.append(decided(event, number, decision))
        pipeline, one, merged = scored(files)
        assert not [finding.message for finding in one.every if finding.code == "decisions.line-unknown"]
        progress = one.standings.progress
        assert (progress.results, progress.slow_total) == (5 + number, 4 - number)
        assert {name: totals(one)[name] for name in ("8", "10", "11")} == dict.fromkeys(("8", "10", "11"), 1)
    assert (progress.text, progress.rounds_complete) == ("after round 2 of 5", 2)
    assert totals(one) == {str(n): Decimal(total) for n, total in enumerate(TOTALS, 1)}
    drawn = seats_of(merged)
    assert drawn is not None
    assert (drawn.round, drawn.rule, len(drawn.tables)) == (3, "fide-dutch", 5)
    assert drawn.byes[0].name not in ("10", "11")

    trf = registry.by_name("trf")
    assert trf is not None
    ((_, exported),) = pipeline.export([merged], trf, None, "computed", seats=True, anew=True)
    assert not [loss for loss in exported.losses if loss.what == "seats"]
    again = scored([read_bytes(exported.data, "again.trf", Path("again.trf"), AT)])
    assert totals(again[1]) == totals(one)
    assert not again[1].standings.differences
    seated = seats_of(again[2])
    assert seated is not None
    assert [(table.white, table.black) for table in seated.tables] == [(t.white, t.black) for t in drawn.tables]


def test_a_result_of_two_whom_the_file_does_not_pair_is_reported() -> None:
    files = [paired(by_record=False)]
    event = next(iter(Pipeline(files).events))
    for number, round_ in enumerate((2, 3), 1):
        files.append(decided(event, number, SetGame(decision="game", round=round_, white="1", black="9")))
    _, one, _ = scored(files)
    reported = [finding.message for finding in one.every if finding.code == "decisions.line-unknown"]
    assert reported == ["a decision names a game that no file contains: round 2, 1 against 9"]
