"""Cross-tables of real events of pairs: what a pair has against everybody adds up to its total."""

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from contracts.messages import BoardScored, Position
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.broadcast.domain import message_tables
from services.broadcast.domain.cards.meetings import COLUMNS, meetings
from tests.support.published import board_as_read
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

PLACE: dict[str, Any] = {"position": Position(seq=1, applied=1), "digest": "0" * 64}
WITH_TOTALS_OF_BOARDS = {
    "butler-howell-compscore",
    "lin-data-realbridge",
    "mp-howell-1.0-brian",
    "mp-howell-scorebridge",
    "mp-mitchell-adjusted-compscore",
    "mp-pairs-two-winner-pairsscorer",
    "two-sections-ebuscore",
    "howell-170724",
    "strata-by-section-170802",
    "three-sections-170724",
    "test-event-150810",
}
"""Totals of the others are brought to a greater number of boards than some pairs have played."""


@pytest.mark.parametrize(
    "path",
    [path for kind in ("usebio", "acblscore") for path in real_files(kind) if path.stem in WITH_TOTALS_OF_BOARDS],
    ids=lambda path: path.stem,
)
def test_what_a_pair_has_against_everybody_is_its_total(path: Path) -> None:
    for event in Pipeline([read_file(path)]).events.values():
        scored, _ = event.score()
        read = [board_as_read(BoardScored(board=board, **PLACE)).board for board in scored.boards]
        document: Any = meetings(map(message_tables.board_table, read))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in document["rows"]]
        assert len({frozenset((row["left"], row["right"])) for row in rows}) == len(rows)
        sums = Counter[str]()
        for row in rows:
            for side in ("left", "right"):
                sums[row[side]] += Decimal(row[f"{side}_points"])  # type: ignore[assignment]
        ranked = [row for ranking in scored.standings.rankings for row in ranking.rows if not ranking.session]
        assert ranked
        for entry in ranked:
            boards = (entry.total or 0) - (entry.adjustment or 0)
            assert abs(sums[entry.id] - boards) <= Decimal("0.05"), entry.id
