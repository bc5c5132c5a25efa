"""Games that no empty line separates."""

import pytest

from shared.formats.pbn.reader import parse
from tests.support.pbn_games import found, made_up, read_games


def test_a_missing_line_costs_no_game():
    text = "".join(made_up(seed).text() for seed in (1, 2, 3))
    games, findings = read_games(text)
    assert [game.values.board for game in games] == [str(made_up(seed).board) for seed in (1, 2, 3)]
    assert [game.game.number for game in games] == [1, 2, 3]
    assert [finding.code for finding in findings] == ["pbn.not-separated"] * 2
    lines = text.split("\n")
    assert [finding.place.line for finding in findings] == [
        number for number, line in enumerate(lines, 1) if line.startswith("[Event") and number > 1
    ]
    (event,) = parse(text.encode()).events
    assert len(event.facts.auctions) == 3


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n[Board "1"]\n[Event "y"]\n',
        '[Event "x"]\n[Event "y"]\n[Board "1"]\n',
        '[Event "x"]\n[Board "1"]\n[Event "y"]\n[Site "z"]\n',
        '[Event "x"]\n[Board "1"]\n[Board "2"]\n',
        '[Board "1"]\n[Board "2"]\n',
    ],
)
def test_a_tag_that_stands_twice_in_one_game_is_ignored(text):
    games, _ = read_games(text)
    assert len(games) == 1
    assert {code for code, _ in found(text)} == {"duplicate-tag"}


def test_what_stands_before_and_behind_belongs_to_the_first_and_the_last():
    text = '% before\n[Board "1"]\n[Dealer "N"]\n[Board "2"]\n[Dealer "?"]\n{behind}\n'
    games, _ = read_games(text)
    assert [len(game.game.before) for game in games] == [1, 0]
    assert [len(game.game.tags[-1].tokens) for game in games] == [0, 1]
    assert [game.values.dealer is not None for game in games] == [True, False]
