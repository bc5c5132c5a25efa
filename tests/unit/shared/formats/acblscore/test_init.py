"""What the format of ACBLscore can hold."""

from pathlib import Path

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact, Participant
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.formats.acblscore import FORMAT
from tests.support.acblscore_files import pairs_game
from tests.support.merged import merged


@pytest.mark.parametrize(
    ("kind", "discipline", "held"),
    [
        ("pairs", Discipline.BRIDGE, True),
        ("swiss_teams", Discipline.BRIDGE, True),
        ("individual", Discipline.BRIDGE, True),
        ("ladder", Discipline.BRIDGE, False),
        ("individual", Discipline.CHESS, False),
    ],
)
def test_game_files_hold_pairs_individuals_and_teams_of_bridge(kind: str, discipline: Discipline, held: bool) -> None:
    event = EventFact(kind=kind, discipline=discipline)  # type: ignore[arg-type]
    people = tuple(Participant(id=kind, kind=kind) for kind in ("pair", "team", "player"))
    assert FORMAT.holds(merged(events=(event,), participants=people)) is held
    assert not FORMAT.holds(merged(events=(event,)))


def test_a_file_is_read_written_and_changed_by_its_format() -> None:
    data = pairs_game()[0]
    (event,) = Pipeline([read_bytes(data, "made-up.ACA", Path("made-up.ACA"))]).events.values()
    scored = event.score()[1]
    assert len(FORMAT.parse(data).events[0].facts.results) == 18
    written = FORMAT.render(scored, values="computed", seats=None, version="")
    assert len(FORMAT.parse(written.data).events[0].facts.results) == 18
    assert FORMAT.update(data, [scored], values="stated", seats=[None]).data == data
