"""Colours follow from those that both players have had."""

import pytest

from services.validation.domain.chess.allocation import Allocation, due, of_players, of_teams
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team


@pytest.mark.parametrize(
    ("one", "other", "colour"),
    [
        ("", "", None),
        ("w", "", "b"),
        ("", "w", "w"),
        ("w", "b", "b"),
        ("b", "wb", "w"),  # strongly before mildly
        ("bb", "b", "w"),  # absolutely before strongly
        ("wbb", "bb", "b"),  # the wider difference
        ("wbbw", "bwbw", "w"),  # in the second game from the first they had different colours
        ("bwbw", "wbbw", "b"),
        ("wb", "wb", None),
    ],
)
def test_the_colour_is_due_that_is_preferred_more(one: str, other: str, colour: str | None) -> None:
    assert due(one, other) == colour


def test_games_that_contradict_those_before_are_counted_with_a_round_turned_or_as_stated() -> None:
    rounds = ((("1", "2"), ("3", "4")), (("2", "3"), ("1", "4")), (("4", "2"), ("3", "1")))
    allocation = Allocation(((at, pair) for at, pairs in enumerate(rounds, 1) for pair in pairs), {})
    assert allocation.contradicted() == (4, [(2, ("1", "4"))])
    assert allocation.contradicted(2) == (4, [(2, ("3", "2")), (3, ("4", "2")), (3, ("3", "1"))])
    assert [allocation.mended(2, who) for who in ("1", "4", "2")] == [1, 1, -1]


def test_the_first_colours_follow_from_the_initial_one_where_all_ways_of_counting_agree() -> None:
    players = [player(1, "4 b 1"), player(2, "- H"), player(3, "5 w 1"), player(4, "1 w 0"), player(5, "3 b 0")]
    facts = facts_of("012 x", "142 5", "152 B", *players)
    games = {(game.round, game.player): game for game in facts.games if game.opponent}
    allocation = of_players(facts, games)
    assert allocation.first == {frozenset(("1", "4")): "4"}
    assert (allocation.contradicted(), len(allocation.contradicted(first_turned=True)[1])) == ((1, []), 1)


def test_a_game_that_both_state_otherwise_says_nothing() -> None:
    facts = facts_of("012 x", player(1, "2 w 1"), player(2, "1 w 0"), player(3, "4 w 1"), player(4, "5 b 0"), player(5))
    games = {(game.round, game.player): game for game in facts.games if game.opponent}
    assert of_players(facts, games).rounds == {}


def test_matches_of_teams_have_the_colours_of_their_first_boards() -> None:
    teams = [team(number, (number,)) for number in range(1, 5)]
    facts = facts_of("012 x", "352 W", *teams, player(1, "2 b 1"), player(2, "1 w 0"), player(3), player(4))
    assert of_teams(facts.matches).rounds == {1: [("2", "1")]}
