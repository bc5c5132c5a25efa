"""What a game file is built of."""

import pytest

from shared.formats.acblscore.game import read_game
from shared.formats.acblscore.image import Image
from shared.formats.acblscore.model import ENTRANTS, ENTRIES
from shared.formats.acblscore.record import Report
from tests.support.acblscore_files import pairs_game


@pytest.mark.parametrize(
    ("entrant", "individual", "teams"),
    [("pair", False, False), ("player", True, False), ("team", False, True), (None, False, False)],
)
def test_an_event_is_one_of_players_pairs_or_teams(entrant, individual, teams):
    (event,) = read_game(Image(pairs_game()[0], Report())).events
    event.entrant = entrant
    assert (event.individual, event.teams) == (individual, teams)


def test_every_entrant_has_an_entry_with_room_for_its_players():
    assert set(ENTRANTS.values()) == ENTRIES.keys()
    assert {who: entry.parts["players"].count for who, entry in ENTRIES.items()} == {"player": 1, "pair": 2, "team": 6}
