"""Byes that the director gives are in the file that is written."""

from contracts.facts import PresenceFact
from shared.formats.trf import FORMAT
from shared.formats.trf.writer.granted_byes import with_granted_byes
from tests.support.chess_rounds import SWISS, chess_event, players

ROWS = ("4 w 1, 3 b 1", "", "5 w 0, 1 w 0", "1 b 0, 5 w 1", "3 b 1, 4 b 0")
EVENT = chess_event(*SWISS, *players(*ROWS))


def test_a_bye_by_the_word_of_the_director_is_among_the_games() -> None:
    bye = PresenceFact(participant="2", round=2, lasting=False, present=False, bye="H")
    event = EVENT.replace(facts=EVENT.facts.replace(presences=(bye,)), origins={"games": (0,), "participants": (0,)})
    with_byes = with_granted_byes(event)
    assert [game.round for game in with_byes.facts.games if game.player == "2" and game.result == "H"] == [2]
    assert with_byes.origins == {"participants": (0,)}
    (again,) = FORMAT.parse(FORMAT.render(event).data).events
    assert [game.round for game in again.facts.games if game.player == "2" and game.result == "H"] == [2]


def test_an_event_without_granted_byes_stays_as_it_is() -> None:
    assert with_granted_byes(EVENT) is EVENT
