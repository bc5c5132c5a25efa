"""Real files taken back: after each round what the file cut to that round gives, as of each file what was published."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from contracts.standings import Standings
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from kibitz.replay.cut import cut
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import Accepted, after_round, fold, rounds_played, until
from services.scoring.domain.event.publication import digest_of
from tests.support.real_files import needs_real_files, real_files

ARRIVAL = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)
NOT_CUT = {
    "final-session1-171015.ACM": "its sections state another top where they are written anew",
    "final-session2-171015.ACA": "its sections state another top where they are written anew",
    "grandmommyscup.trf": "large; others of its kind are here",
    "issue_7.input": "large; others of its kind are here",
    "javafo_example.trf": "a team that plays no matches is written as one that does, and the part then ranks teams",
}
FILES = [
    path
    for kind in ("usebio", "acblscore", "trf")
    for path in real_files(kind)
    if path.suffix not in {".json", ".txt"} and path.name not in NOT_CUT
]


def scored_alone(standings: Standings) -> Any:
    """What is computed, without what a file states beside it and how often it agrees."""
    document = standings.model_dump(mode="json", include={"rankings", "matches", "progress"})
    for ranking in document["rankings"]:
        for name in ("stated_place", "stated_total", "stated_percentage", "agrees"):
            ranking["rows"].pop(name)
    for match in document["matches"]:
        match.pop("stated_home"), match.pop("stated_away"), match.pop("agrees")
    document["progress"].pop("complete")
    return document


@needs_real_files
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_after_a_round_is_what_the_file_cut_to_that_round_gives(path: Path) -> None:
    data = path.read_bytes()
    whole = Pipeline([read_bytes(data, path.name, path, ARRIVAL)]).events
    if all(len(rounds_played(event.state)) < 2 for event in whole.values()):
        return
    parts = {(part.event, part.label.rpartition(": ")[2]): part for part in cut(data, path.name, ARRIVAL)}
    for name, event in whole.items():
        rounds = rounds_played(event.state)
        several = len({session for session, _ in rounds}) > 1
        if len(rounds) < 2:
            continue
        session, number = rounds[len(rounds) // 2 - 1]
        part = parts[name, f"session {session}, round {number}" if several else f"round {number}"]
        if Path(part.name).suffix != path.suffix:
            continue  # in another format it cannot say how its programs score
        (then,) = Pipeline([read_bytes(part.data, part.name, Path(part.name), part.written_at)]).events.values()
        # What a file states to date can fit several methods; it is scored by that of the whole.
        then.state.method = event.state.current_method()
        earlier = after_round(event.state, number, session).score()[0]
        assert scored_alone(earlier.standings) == scored_alone(then.score()[0].standings), part.label
        assert not [one for one in earlier.findings if one.code == "scoring.board-points-differ"]


@needs_real_files
@pytest.mark.parametrize("name", ["acblscore/howell-170724.ACE", "trf/held_swiss_9.trf"])
def test_as_of_each_file_of_a_replay_is_byte_for_byte_what_was_published_then(name: str) -> None:
    (path,) = [path for path in FILES if path.match(name)]
    accepted = []
    published = []
    running: EventState | None = None
    for number, part in enumerate(cut(path.read_bytes(), path.name, ARRIVAL)):
        (parsed,) = read_bytes(part.data, part.name, Path(part.name), part.written_at or ARRIVAL).fragments
        running = running or EventState(parsed.fragment.event)
        accepted.append(Accepted(ARRIVAL + timedelta(minutes=number), number, parsed.fragment))
        running.apply(parsed.fragment)
        published.append(bytes_of(running))
    assert running is not None
    for one, then in zip(accepted, published, strict=True):
        assert bytes_of(fold(running.event, until(accepted, one.at))) == then


def bytes_of(state: EventState) -> tuple[str, ...]:
    """Digests of all that is published of an event."""
    scored = state.score()[0]
    return (digest_of(scored.standings), *(digest_of(board) for board in scored.boards))
