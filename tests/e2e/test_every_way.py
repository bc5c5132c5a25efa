"""Each real USEBIO file, dropped into the watched folder, comes out the same by every way that there is to see it."""

import shutil
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from tests.support.every_way import by_bus, by_client, by_events, by_export, by_http, by_watch, by_websocket
from tests.support.real_files import needs_real_files, real_files
from tests.support.stack import Stack, event_when_scored

pytestmark = [pytest.mark.connected, needs_real_files]

FILES = real_files("usebio", "*.xml")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("every-way")
    with Stack(folder, watch=folder / "inbox") as running:
        yield running


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_file_says_the_same_by_every_way(stack: Stack, path: Path, tmp_path: Path) -> None:
    read = read_file(path)
    shutil.copy(path, stack.folder / "inbox" / path.name)
    event = event_when_scored(stack, read.file.sha256)
    found = by_http(stack, event)
    assert {by.__name__: by(stack, event) for by in (by_websocket, by_client, by_events, by_bus, by_watch)} == (
        dict.fromkeys(("by_websocket", "by_client", "by_events", "by_bus", "by_watch"), found)
    )

    scored, _ = Pipeline([read]).events[event].score()
    rankings = scored.standings.rankings
    local = {f"{one.id}|{row.id}": (row.place, row.total, row.percentage) for one in rankings for row in one.rows}
    assert {
        key: (place, total and Decimal(total), percentage and Decimal(percentage))
        for key, (place, total, percentage) in found.items()
    } == local

    assert by_export(stack, event, tmp_path) == found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_where_the_file_states_something_else_a_finding_says_so(path: Path) -> None:
    (event,) = Pipeline([read_file(path)]).events.values()
    standings = event.score()[0].standings
    differs = [row for ranking in standings.rankings for row in ranking.rows if row.agrees is False]
    assert not differs or standings.findings, [row.id for row in differs]
