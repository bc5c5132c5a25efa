"""Real files played again, in any order, with parts that come twice and scores that are corrected."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from kibitz.replay.cut import Part, cut
from kibitz.replay.disorder import Disorder, disorderly
from tests.support.real_files import needs_real_files, real_files

ARRIVAL = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)
NOT_RESULTS = {".json", ".txt"}
FILES = [
    path
    for kind in ("usebio", "pbn", "acblscore", "trf")
    for path in real_files(kind)
    if path.suffix not in NOT_RESULTS
]


def received(part: Part) -> FileRead:
    """A part as the server reads it: with the identity and the time that its sender names."""
    read = read_bytes(part.data, part.name, Path(part.name), part.written_at or ARRIVAL)
    if part.event is None:
        return read
    (parsed,) = read.fragments
    named = parsed.replace(fragment=parsed.fragment.replace(event=part.event))
    return FileRead(read.path, read.file, read.parsed, (named,), read.findings)


def ending(event: LocalEvent) -> tuple[object, ...]:
    scored = event.score()[0]
    standings = scored.standings
    return standings.rankings, standings.matches, standings.progress, standings.status, scored.boards


@needs_real_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_any_order_ends_in_the_standings_of_the_finished_file(path: Path) -> None:
    parts = cut(path.read_bytes(), path.name, ARRIVAL - timedelta(hours=1), mistakes=30)
    whole = Pipeline([received(parts[-1])]).events
    played = Pipeline([received(part) for part in disorderly(parts, Disorder(True, duplicate=20), seed=3)]).events
    assert played.keys() == whole.keys()
    for name, event in whole.items():
        assert ending(played[name]) == ending(event)
