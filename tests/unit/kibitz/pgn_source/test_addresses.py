import pytest

from kibitz.pgn_source.addresses import Source, source_of

ROUND = Source("https://lichess.org/api/stream/broadcast/round/abcd1234.pgn", streams=True)
TOURNAMENT = Source("https://lichess.org/api/stream/broadcast/tour/abcd1234.pgn", streams=True)


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("https://lichess.org/broadcast/new-town-open/round-2/abcd1234", ROUND),
        ("https://lichess.org/broadcast/new-town-open/round-2/abcd1234#boards", ROUND),
        (" https://www.lichess.org/broadcast/new-town-open/round-2/abcd1234/wxyz5678 ", ROUND),
        ("http://lichess.org/api/broadcast/round/abcd1234.pgn", ROUND),
        ("https://lichess.org/broadcast/new-town-open/abcd1234", TOURNAMENT),
        ("https://lichess.org/api/broadcast/abcd1234.pgn", TOURNAMENT),
        (ROUND.url, ROUND),
        ("https://lichess.org/api/study/abcd1234.pgn", Source("https://lichess.org/api/study/abcd1234.pgn")),
        ("http://192.0.2.7:8000/live/games.pgn?a=b#c", Source("http://192.0.2.7:8000/live/games.pgn?a=b")),
    ],
)
def test_an_address_leads_to_its_games(address: str, source: Source) -> None:
    assert source_of(address) == source


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("games.pgn", "no address"),
        ("file:///etc/passwd", "no address"),
        ("ftp://example.org/games.pgn", "no address"),
        ("http:///games.pgn", "no address"),
        ("http://example.org:x/", "no address"),
        ("http://example.org/a b", "no address"),
        ("http://ann:secret@example.org/games.pgn", "password"),
        ("https://lichess.org/@/somebody", "no broadcast"),
    ],
)
def test_an_address_that_cannot_be_asked_is_refused(address: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        source_of(address)
