"""Byes that the director gives are in the file that is written."""

from contracts.facts import PresenceFact
from contracts.messages import EventMerged
from shared.formats.trf import FORMAT
from shared.formats.trf.writer.granted_byes import with_granted_byes
from tests.support.chess_rounds import SWISS, chess_event, players

ROWS = ("4 w 1, 3 b 1", "", "5 w 0, 1 w 0", "1 b 0, 5 w 1", "3 b 1, 4 b 0")
THIRD = ("5 w =", "", "4 w 1", "3 b 0", "1 b =")
EVENT = chess_event(*SWISS, *players(*ROWS))


def test_a_bye_by_the_word_of_the_director_is_among_the_games() -> None:
    bye = PresenceFact(participant="2", round=2, lasting=False, present=False, bye="H")
    event = EVENT.replace(facts=EVENT.facts.replace(presences=(bye,)), origins={"games": (0,), "participants": (0,)})
    with_byes = with_granted_byes(event)
    assert [game.round for game in with_byes.facts.games if game.player == "2" and game.result == "H"] == [2]
    assert with_byes.origins == {"participants": (0,)}
    (again,) = FORMAT.parse(FORMAT.render(event).data).events
    assert [game.round for game in again.facts.games if game.player == "2" and game.result == "H"] == [2]


def written(*decisions: PresenceFact, event: EventMerged = EVENT) -> list[str]:
    """The lines of the file of an event with decisions."""
    facts = event.facts.replace(presences=decisions)
    return FORMAT.render(event.replace(facts=facts)).data.decode().split("\r\n")


def test_a_bye_of_a_round_to_come_is_in_record_240_before_the_round_and_in_the_line_of_the_player_after_it() -> None:
    bye = PresenceFact(participant="2", round=3, lasting=False, present=False, bye="H")
    before = written(bye)
    assert "240 H   3    2" in before
    assert [line[80:].rstrip() for line in before if line.startswith("001    2")] == [" 0.0    5"]
    third = chess_event(*SWISS, *players(*(f"{row or ' , '}, {more}" for row, more in zip(ROWS, THIRD, strict=True))))
    after = written(bye, event=third)
    assert [line for line in after if line.startswith("240")] == []
    (line,) = (line for line in after if line.startswith("001    2"))
    assert (line[80:84], line[111:]) == (" 0.5", "0000 - H")


def test_who_withdraws_is_away_in_all_rounds_to_come_and_who_returns_has_no_bye() -> None:
    gone = PresenceFact(participant="2", round=1, present=False)
    back = PresenceFact(participant="3", round=4, lasting=False, present=True)
    stated = chess_event(*SWISS, *players(*ROWS), "240 Z   4    3    5")
    assert [line for line in written(gone, back, event=stated) if line.startswith("240")] == [
        "240 Z   3    2",
        "240 Z   4    2    5",
        "240 Z   5    2",
    ]


def test_an_event_without_granted_byes_stays_as_it_is() -> None:
    assert with_granted_byes(EVENT) is EVENT
