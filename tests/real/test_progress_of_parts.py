"""Real files cut into partial files: an event is in play until its last part, and says how far it is.

With `KIBITZ_TESTS_EDIT_SCRIPTS` all files are cut, and not the small ones alone.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.standings import Standings
from kibitz.file_reading import FileRead, read_bytes, read_file
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


def games_lost_to_departures(finished: FileRead, after: int, rounds: int) -> int:
    """Games that nobody plays because players leave after a round for good, which a file of that round cannot know."""
    last: dict[str, int] = {}
    for parsed in finished.fragments:
        for game in parsed.fragment.facts.games:
            if game.opponent:
                last[game.player] = max(last.get(game.player, 0), game.round)
    return sum(rounds - own for own in last.values() if own >= after) // 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_event_is_in_play_until_its_last_part(path: Path) -> None:
    finished = read_file(path)
    if finished.rejected is not None:
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
            spare = 1
            if progress.rounds and not progress.sections:
                lost = games_lost_to_departures(finished, progress.rounds_begun or 0, progress.rounds)
                spare = max(expected // progress.rounds, lost)
            at_the_end = last.progress.results_expected or last.progress.results
            assert abs(progress.results * (at_the_end - expected)) <= spare * expected
