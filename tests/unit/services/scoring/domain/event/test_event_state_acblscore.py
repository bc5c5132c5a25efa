"""Game files of ACBLscore scored by the method that they name, and those of methods that nobody has described."""

from decimal import Decimal
from pathlib import Path

import pytest

from contracts.messages import EventMerged
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.scoring.domain.event.event_state import Scored
from shared.formats.acblscore.writer.render import render as render_acblscore
from tests.support.acblscore_files import MOMENT, Plan, pairs_game
from tests.support.acblscore_teams import TOTALS, board_a_match

SCORES = (42, -5, 17, 62, -10, 9, 14, -20)


def game(method: int, **more: object) -> bytes:
    """A section of four tables, scored by the method with a number."""
    scores = {
        (board, table): (score, -score)
        for board in range(1, 9)
        for table in range(1, 5)
        for score in [SCORES[(3 * board + 5 * table) % len(SCORES)]]
    }
    raw = bytearray(pairs_game(Plan(tables=4, rounds=4, scores=scores, **more))[0])
    raw[0x10C] = method
    return bytes(raw)


def scored(data: bytes) -> tuple[Scored, EventMerged]:
    (event,) = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"), MOMENT)]).events.values()
    return event.score()


def without_stated(data: bytes) -> bytes:
    """The same file before the program has scored it."""
    raw = bytearray(data)
    raw[0x13E + 0x0E] = 2
    return bytes(raw)


@pytest.mark.parametrize(
    ("method", "said"),
    [(1, "mean without a twentieth at each end, to the nearest 10, 5 to even"), (2, "comparisons"), (3, "sum")],
)
def test_imps_are_those_of_the_programs_manual_and_fit_what_is_then_stated(method: int, said: str) -> None:
    _, merged = scored(without_stated(game(method)))
    ours = merged.standings.method
    assert said in (ours.datum, ours.average)
    assert (ours.average_plus, ours.detected) == (3, False)
    again, whole = scored(render_acblscore(merged).data)
    assert [finding.code for finding in again.findings] == []
    rows = {row.id: row.total for row in whole.standings.rankings[0].rows}
    assert rows == {row.id: row.total for row in merged.standings.rankings[0].rows}


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (4, "Instant Matchpoints"),
        (5, "Board-a-Match Matchpoints"),
        (10, "Continuous Pairs"),
        (13, "IMPs with predetermined datum"),
        (12, "12"),
    ],
)
def test_methods_that_nobody_describes_are_shown_as_stated_and_named(method: int, name: str) -> None:
    points = {(board, table): (200, 100) for board in range(1, 9) for table in range(1, 5)}
    entries = {
        (d, t): {"score": Decimal(20 + 3 * d + t), "rankings": [{"rank": t}]} for d in (1, 2) for t in range(1, 5)
    }
    found, merged = scored(game(method, points=points, entries=entries))
    (code,) = {finding.code for finding in found.findings}
    assert code == "scoring.not-checked"
    assert found.findings[0].message == (
        f"Kibitz does not score pairs by {name} from what the file has, so the ranking is shown as the file states it"
    )
    assert {(line.stated_ns, line.ns_points) for board in merged.boards for line in board.lines} == {(2, 2)}
    unit = {13: "imps", 12: "points"}.get(method, "match_points")
    assert [
        (ranking.id, ranking.unit, [(row.place, row.total) for row in ranking.rows])
        for ranking in merged.standings.rankings
    ] == [(line, unit, [(str(t), Decimal(20 + 3 * d + t)) for t in range(1, 5)]) for d, line in ((1, "NS"), (2, "EW"))]


def test_teams_at_board_a_match_are_compared_board_by_board() -> None:
    found, merged = scored(board_a_match())
    assert [finding.code for finding in found.findings] == []
    assert merged.standings.method.board_scoring == "bam"
    rows = {row.id: (row.total, row.agrees) for row in merged.standings.rankings[0].rows}
    assert rows == {str(team): (total, True) for team, total in TOTALS.items()}
    assert {(m.home, m.away, m.home_score, m.away_score) for m in merged.standings.matches} == {
        ("1", "2", Decimal("2.5"), Decimal("1.5")),
        ("3", "4", Decimal(2), Decimal(2)),
    }


@pytest.mark.slow
@pytest.mark.parametrize(("method", "most"), [(1, 6), (2, 6), (3, 6), (3, 24)])
def test_no_swing_is_greater_than_the_file_lets_it_be(method: int, most: int) -> None:
    raw = without_stated(game(method))
    event = int.from_bytes(raw[0x12:0x16], "little")
    _, merged = scored(raw[: event + 0x94] + bytes([most]) + raw[event + 0x95 :])
    swings = [abs(line.ns_points) for board in merged.boards for line in board.lines]
    comparisons = 3 if method == 3 else 1
    assert max(swings) <= 6 * comparisons or most == 24
    _, plain = scored(raw)
    assert (merged.boards != plain.boards) == (most == 6)
    again, whole = scored(render_acblscore(merged).data)
    assert [finding.code for finding in again.findings] == []
    assert whole.standings.rankings[0].rows[0].total == merged.standings.rankings[0].rows[0].total
