"""A result that was made a late play after the section had been scored."""

from pathlib import Path

import pytest

from contracts.messages import EventMerged
from contracts.standings import ScoredBoard
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.scoring.domain.boards.deleted_results import gone_result, words_of
from shared.formats.acblscore.writer.render import render as render_acblscore
from tests.support.acblscore_files import MOMENT, Plan, pairs_game

RAWS = (42, -5, 17, 62, -10, 17, 14)


def scored(data: bytes) -> tuple[tuple[str, ...], EventMerged]:
    (event,) = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"), MOMENT)]).events.values()
    report, merged = event.score()
    return tuple(f"{finding.code} {finding.message}" for finding in report.findings), merged


def finished() -> bytes:
    scores = {
        (board, table): (raw, -raw)
        for board in range(1, 15)
        for table in range(1, 8)
        for raw in [RAWS[(table + board) % 7]]
    }
    plan = Plan(tables=7, rounds=7, scores=scores, summary={"status": 2})
    return render_acblscore(scored(pairs_game(plan)[0])[1]).data


FINISHED = finished()


def without(pair: str, raw: int, *, points: int | None = None) -> bytes:
    """The file with the result of a pair on board 1 made another, its points and those of all others as they were."""
    _, merged = scored(FINISHED)
    (result,) = (r for r in merged.facts.results if (r.board, r.sides.ns) == ("1", pair))
    data, at = bytearray(FINISHED), result.at.offset
    for offset in (4, 12):
        data[at + offset : at + offset + 2] = raw.to_bytes(2, "little", signed=True)
    if points is not None:
        (other,) = (r for r in merged.facts.results if (r.board, r.sides.ns) == ("1", "A-7NS"))
        data[other.at.offset + 6 : other.at.offset + 10] = points.to_bytes(4, "little")
    return bytes(data)


def board_of(data: bytes) -> ScoredBoard:
    return next(board for board in scored(data)[1].boards if board.board == "1")


@pytest.mark.slow
@pytest.mark.parametrize("raw", [900, 950])
@pytest.mark.parametrize(
    ("pair", "said"),
    [("A-1NS", "of 170"), ("A-2NS", "above 420"), ("A-3NS", "below -50"), ("A-6NS", "between 170 and 620")],
)
def test_the_gap_that_a_result_left_says_between_which_scores_it_was(pair: str, said: str, raw: int) -> None:
    data = without(pair, raw)
    bounds = gone_result(board_of(data))
    assert bounds is not None
    assert words_of(bounds) == said
    findings, _ = scored(data)
    assert [text for text in findings if "board 1:" in text and "points" in text] == [
        f"scoring.result-gone board 1: the stated points count a result {said} for North-South"
        " that is no longer in the file"
    ]


def test_points_that_no_single_result_explains_are_a_difference() -> None:
    data = without("A-2NS", 950, points=123)
    assert gone_result(board_of(data)) is None
    assert any(text.startswith("scoring.board-points-differ board 1") for text in scored(data)[0])


def test_a_board_that_has_all_its_results_has_lost_none() -> None:
    assert gone_result(board_of(FINISHED)) is None
    changed = board_of(without("A-2NS", 11))
    assert any(line.agrees is False for line in changed.lines)
    assert gone_result(changed) is None


def test_bounds_are_said_in_words() -> None:
    assert words_of((None, 140)) == "below 140"
    assert words_of((-50, None)) == "above -50"
    assert words_of((-50, 140)) == "between -50 and 140"
    assert words_of((140, 140)) == "of 140"
