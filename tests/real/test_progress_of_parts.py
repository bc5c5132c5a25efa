"""Real files cut into partial files: an event is in play until its last part, and says how far it is.

With `KIBITZ_TESTS_EDIT_SCRIPTS` all files are cut, and not the small ones alone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.standings import Standings
from kibitz.file_reading import read_bytes, read_file
from kibitz.replay.cut import Part, cut
from services.scoring.domain.event.event_state import EventState
from tests.support.edit_scripts import everything_wanted
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

ARRIVAL = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)
SMALL = {"usebio": 63_000, "pbn": 8_500, "acblscore": 8_500, "trf": 8_500}
"""Bytes of a file that CI has time to cut and score."""

FILES = [
    path
    for kind, small in SMALL.items()
    for path in real_files(kind)
    if everything_wanted() or path.stat().st_size < small
]

MORE_ROUNDS_THAN_PLANNED = {"too_many_results.trf"}
"""Events that are over by their own count when a further round comes."""


def standings_of(parts: list[Part]) -> Iterator[Standings]:
    """The standings after each fragment."""
    states: dict[str, EventState] = {}
    for part in parts:
        read = read_bytes(part.data, part.name, Path(part.name), part.written_at or ARRIVAL)
        for parsed in read.fragments:
            event = part.event or parsed.fragment.event
            state = states.setdefault(event, EventState(event))
            state.apply(parsed.fragment.replace(event=event))
            yield state.score()[0].standings


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_event_is_in_play_until_its_last_part(path: Path) -> None:
    if read_file(path).rejected is not None:
        pytest.skip("the file cannot be read")
    events: dict[str, list[Standings]] = {}
    for standings in standings_of(cut(path.read_bytes(), path.name, ARRIVAL - timedelta(hours=1))):
        events.setdefault(standings.event, []).append(standings)
    for *before, last in events.values():
        for standings in before:
            progress = standings.progress
            if path.name in MORE_ROUNDS_THAN_PLANNED and progress.rounds_complete == progress.rounds:
                continue
            assert standings.status == "live"
            assert not progress.complete
            expected = progress.results_expected
            if expected is None:
                continue
            assert progress.results < expected
            # Who leaves a Swiss before its end was still expected; a movement of bridge is known from the start.
            spare = expected // progress.rounds if progress.rounds and not progress.sections else 1
            at_the_end = last.progress.results_expected or last.progress.results
            assert abs(progress.results * (at_the_end - expected)) <= spare * expected
