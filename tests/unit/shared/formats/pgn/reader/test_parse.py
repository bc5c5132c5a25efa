"""A round of a broadcast, and what is no tournament."""

from pathlib import Path

import pytest

from shared.errors import FormatError
from shared.formats.pgn.reader import parse as parsing
from shared.formats.pgn.reader.parse import parse

BROADCAST = Path(__file__).parents[5] / "data/pgn/broadcast.pgn"
GAME = '[Event "Open"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n\n*\n\n'


def test_a_round_of_a_broadcast_is_read() -> None:
    parsed = parse(BROADCAST.read_bytes())
    (event,) = parsed.events
    assert parsed.findings == ()
    assert event.event == "new-town-congress-2031-championship-pgn"
    assert not event.scope.whole
    assert [(g.round, g.player, g.colour, g.result) for g in event.facts.games] == [
        (2, "Fir, Ada", "w", "="),
        (2, 'Oak, "Bo"', "b", "="),
        (2, "Elm, Cy", "w", None),
        (2, "Yew, Di", "b", None),
        (2, "Ash, Ed", "w", "+"),
        (2, "Bay, Flo", "b", "-"),
    ]
    assert event.facts.games[2].at is not None
    assert event.facts.games[2].at.line == 26
    assert (event.facts.event.city, event.facts.event.name) == (None, "New Town Congress 2031 | Championship")


def test_each_tournament_of_a_file_is_an_event() -> None:
    events = parse((GAME + GAME.replace("Open", "Blitz") + GAME.replace('"1"', '"2"')).encode()).events
    assert [(each.event, len(each.facts.seats)) for each in events] == [("open-pgn", 4), ("blitz-pgn", 2)]


def test_games_without_an_event_are_named_after_the_file() -> None:
    parsed = parse(GAME.replace("Open", "?").encode())
    assert parsed.events[0].event.startswith("pgn-")
    assert [finding.code for finding in parsed.findings] == ["pgn.no-identity"]


def test_a_file_without_a_game_of_a_round_is_refused_with_what_is_missing() -> None:
    with pytest.raises(FormatError) as refused:
        parse(GAME.replace('"1"', '"?"').encode())
    assert refused.value.code.code == "pgn.no-games"
    assert [finding.code for finding in refused.value.findings] == ["pgn.no-round", "pgn.no-games"]


def test_a_collection_of_tournaments_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MOST_EVENTS", 1)
    with pytest.raises(FormatError, match="more than 1 tournaments"):
        parse((GAME + GAME.replace("Open", "Blitz")).encode())
