import random
from pathlib import Path

import pytest

from kibitz.pgn_source import games as module
from kibitz.pgn_source.games import Games, whole_games
from shared.errors import FormatError
from shared.formats.pgn.reader.parse import parse
from tests.support.pgn_server import game

BROADCAST = (Path(__file__).parents[3] / "data/pgn/broadcast.pgn").read_bytes()


def taken(*data: bytes) -> Games:
    games = Games()
    for each in data:
        games.take(each)
    return games


def test_what_is_left_of_games_says_the_same_of_the_tournament() -> None:
    def facts(data: bytes) -> list[object]:
        return [without_lines(event.facts.model_dump()) for event in parse(data).events]

    def without_lines(value: object) -> object:
        if isinstance(value, dict):
            return {name: without_lines(each) for name, each in value.items() if name not in ("at", "line")}
        return [without_lines(each) for each in value] if isinstance(value, list | tuple) else value

    reduced = taken(BROADCAST).file()
    assert facts(reduced) == facts(BROADCAST)
    assert b"clk" not in reduced
    assert taken(reduced).file() == reduced


def test_moves_change_nothing_and_results_do() -> None:
    games = taken(game("Ann", moves="1. e4 { [%clk 1:00:00] }"), game("Bea"))
    before = games.file()
    games.take(game("Ann", moves="1. e4 { [%clk 1:00:00] } 1... e5 { [%clk 0:59:00] }"))
    assert (games.file(), games.finished, len(games)) == (before, 0, 2)
    games.take(game("Ann", "1-0", moves="1. e4 e5 2. Qh5"))
    assert (games.finished, len(games)) == (1, 2)
    assert games.file() != before
    games.take(game("Ann", moves="1. e4"))
    assert (games.file(), games.finished) == (before, 0)


def test_a_game_with_an_address_may_change_its_players() -> None:
    assert len(taken(game("Ann", GameURL="https://x.example/1"), game("Anne", GameURL="https://x.example/1"))) == 1
    assert len(taken(game("Ann"), game("Anne"))) == 2


def test_a_game_without_players_is_none() -> None:
    assert len(taken(b'[Event "New Town Open"]\n\n*\n')) == 0
    assert taken(b"<html>").file() == b""


def test_a_stream_cut_anywhere_gives_the_games_of_the_file() -> None:
    data = BROADCAST + game("Ann", "1-0", "1. e4 e5 2. O-O") + game("Bea")
    chance = random.Random(1)
    for _ in range(50):
        games, rest, at = Games(), b"", 0
        while at < len(data):
            piece = data[at : at + chance.randint(1, 400)]
            whole, rest = whole_games(rest + piece)
            games.take(whole)
            at += len(piece)
        assert games.file() == taken(data).file()


def test_a_game_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="does not end"):
        whole_games(b'[Event "x"]\n' + bytes(module.LARGEST_GAME))


def test_more_games_than_a_file_may_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GAMES", 2)
    with pytest.raises(FormatError, match="more than a file"):
        taken(game("Ann"), game("Bea"), game("Cy"))
