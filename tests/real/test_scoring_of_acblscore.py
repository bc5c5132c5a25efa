"""Real ACBLscore game files scored again: all that they state comes out of their boards."""

from collections import Counter
from pathlib import Path

import pytest

from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.scoring.domain.differences.boards import DIFFERENCES
from services.scoring.domain.event.event_state import Scored
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = real_files("acblscore")
FINAL = tuple(path for path in FILES if path.stem.startswith("final-session"))

EXPLAINED: dict[str, dict[str, int]] = {}
"""By file: how many findings of which code; what is special in the files is in docs/formats/acblscore.md."""


def scored(*paths: Path) -> list[Scored]:
    return [event.score()[0] for event in Pipeline(read_file(path) for path in paths).events.values()]


def differences(*paths: Path) -> Counter[str]:
    return Counter(
        finding.code for event in scored(*paths) for finding in event.findings if finding.code in DIFFERENCES
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_we_compute_is_what_a_real_file_states(path: Path) -> None:
    assert differences(path) == EXPLAINED.get(path.stem, {})


def test_thirteen_files_are_scored() -> None:
    assert len(FILES) == 13


@pytest.mark.parametrize("paths", [FINAL, FINAL[::-1]], ids=["in order", "second first"])
def test_both_sessions_of_a_final_are_one_event(paths: tuple[Path, ...]) -> None:
    assert differences(*paths) == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_row_of_a_ranking_that_is_compared_agrees(path: Path) -> None:
    for event in scored(path):
        rows = [row for ranking in event.standings.rankings for row in ranking.rows if row.agrees is not None]
        assert all(row.agrees for row in rows)
        assert event.standings.method.rounding == "acblscore"
