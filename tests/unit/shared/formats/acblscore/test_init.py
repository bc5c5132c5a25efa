"""What the format of ACBLscore can hold."""

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact
from shared.formats.acblscore import FORMAT
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
    assert FORMAT.holds(merged(events=(EventFact(kind=kind, discipline=discipline),))) is held  # type: ignore[arg-type]
