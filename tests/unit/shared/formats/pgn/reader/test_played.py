"""What a game says of its tournament."""

import pytest

from shared.formats.pgn.reader.played import Played, played
from shared.formats.pgn.reader.scanner import Game
from shared.formats.pgn.report import Report


def read(marker: str = "", **tags: str) -> tuple[Played | None, list[str]]:
    report = Report()
    game = Game(7, {"White": "A", "Black": "B", "Round": "1", **tags}, marker, first_move="e4" if marker == "*" else "")
    return played(game, report), [finding.code.removeprefix("pgn.") for finding in report.findings]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"Round": "3.12"}, (3, 12)),
        ({"Round": "03"}, (3, None)),
        ({"Round": "3.2.4"}, (3, 4)),
        ({"Round": "3", "Board": "5"}, (3, 5)),
        ({"Round": "3", "Table": "6"}, (3, 6)),
        ({"Round": "?", "BroadcastURL": "https://x.example/broadcast/t/round-4/abc"}, (4, None)),
        ({"Round": "?", "BroadcastURL": "https://x.example/broadcast/t/round-5"}, (5, None)),
    ],
)
def test_round_and_board_stand_in_one_tag_or_several(tags: dict[str, str], expected: tuple[int, int | None]) -> None:
    game, codes = read(**tags)
    assert game is not None
    assert (game.round, game.board) == expected
    assert codes == []


@pytest.mark.parametrize("round_", ["-", "?", "", "final", "0", "301", "1" * 5_000])
def test_a_game_without_a_round_does_not_count(round_: str) -> None:
    assert read(Round=round_) == (None, ["no-round"])


@pytest.mark.parametrize("tags", [{"White": "?"}, {"Black": ""}])
def test_a_game_has_two_players(tags: dict[str, str]) -> None:
    assert read(**tags) == (None, ["no-players"])


@pytest.mark.parametrize(
    ("stated", "marker", "termination", "result", "codes"),
    [
        ("1-0", "1-0", "", ("1", "0"), []),
        ("*", "*", "", None, []),
        ("*", "0-1", "", ("0", "1"), []),
        ("", "1/2-1/2", "", ("=", "="), []),
        ("1-0", "*", "", ("1", "0"), []),
        ("1-0", "Nf3", "", ("1", "0"), []),
        ("1-0", "0-1", "", ("1", "0"), ["results-differ"]),
        ("2-0", "1-0", "", ("1", "0"), ["bad-result"]),
        ("1-0", "", "forfeit", ("+", "-"), []),
        ("0-1", "", "time forfeit", ("0", "1"), []),
        ("0-0", "", "", ("-", "-"), []),
        ("1/2-0", "", "", ("=", "0"), []),
        ("*", "", "forfeit", None, []),
    ],
)
def test_the_tag_counts_unless_it_says_that_the_game_goes_on(
    stated: str, marker: str, termination: str, result: tuple[str, str] | None, codes: list[str]
) -> None:
    game, said = read(marker, Result=stated, Termination=termination)
    assert game is not None
    assert (game.result, said) == (result, codes)
    assert game.begun is (result is not None or marker == "*")


def test_a_game_with_moves_has_begun() -> None:
    game, _ = read("*")
    assert game is not None
    assert game.begun
    assert game.result is None
