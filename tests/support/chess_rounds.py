"""Merged chess events from lines of TRF, with the progress that scoring would state."""

from __future__ import annotations

from datetime import UTC, datetime

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.standings import Method, Standings
from services.scoring.domain.chess.chess_progress import chess_progress
from shared.formats.trf.reader.parse import parse
from tests.support.trf_lines import document, player

SWISS = ("012 Made-up Open", "042 2026/05/01", "142 5", "152 W", "192 FIDE_DUTCH_2026")


def facts_of(*lines: str) -> Facts:
    return parse(document(*lines)).events[0].facts


def chess_event(*lines: str, applied: int = 7) -> EventMerged:
    """An event of the lines of one file."""
    facts = facts_of(*lines)
    standings = Standings(
        event="made-up-open", name="Made-up Open", method=Method(board_scoring="games"), progress=chess_progress(facts)
    )
    calculated = datetime(2026, 5, 1, 20, tzinfo=UTC)
    return EventMerged(
        event="made-up-open", applied=applied, facts=facts, standings=standings, calculated_at=calculated
    )


def players(*rows: str) -> list[str]:
    """Lines of players 1, 2, …: a row is the rounds of one, with commas: `2 w 1, - H, 3 b`."""
    return [
        player(number, *(cell.strip() for cell in row.split(",")) if row else ()) for number, row in enumerate(rows, 1)
    ]
