"""Rounds that have begun: games that were announced, and byes, as files would state them."""

from typing import Any

import pytest

from contracts.base import Place
from contracts.facts import (
    Detail,
    EventFact,
    Facts,
    GameFact,
    MatchFact,
    Participant,
    PresenceFact,
    SeatFact,
    SystemFact,
)
from shared.chess.begun_rounds import announced_rounds, with_begun_rounds


def absent(who: str, number: int, bye: Any = "H") -> PresenceFact:
    return PresenceFact(participant=who, round=number, lasting=False, present=False, bye=bye)


def event(kind: Any, *words: PresenceFact, **more: Any) -> Facts:
    who = tuple(Participant(id=number, kind=kind) for number in "1234")
    return Facts(events=(EventFact(),), participants=who, presences=words, **more)


GAMES = (GameFact(round=1, player="1", opponent="2", result="1"), GameFact(round=2, player="1", result="F"))


def test_a_bye_is_a_game_without_opponent_in_a_round_that_is_in_and_of_which_files_say_nothing() -> None:
    given = with_begun_rounds(
        event("player", absent("1", 2), absent("3", 1), absent("3", 3), absent("9", 1), games=GAMES)
    )
    assert given.games == (*GAMES, GameFact(round=1, player="3", result="H"))


def test_a_team_has_a_match_without_opponent() -> None:
    played = (MatchFact(kind="chess_teams", round=1, home="1", away="2"),)
    given = with_begun_rounds(event("team", absent("3", 1, "F"), absent("2", 1), matches=played, games=GAMES))
    bye = MatchFact(kind="chess_teams", round=1, home="3", details=(Detail(name="bye", value="F"),))
    assert given.matches == (*played, bye)


def test_without_a_bye_the_facts_stay_as_they_are() -> None:
    facts = event("player", absent("3", 1, None), games=GAMES)
    assert with_begun_rounds(facts) is facts


def test_a_team_of_an_individual_tournament_and_a_player_of_a_league_have_none() -> None:
    both = (Participant(id="1", kind="team"), Participant(id="2", kind="player"))
    facts = Facts(events=(EventFact(kind="individual"),), participants=both, presences=(absent("1", 1), absent("2", 1)))
    played = facts.replace(games=(GameFact(round=1, player="9", result="1"),))
    assert [game.player for game in with_begun_rounds(played).games] == ["9", "2"]
    league = played.replace(
        events=(EventFact(kind="teams"),), matches=(MatchFact(kind="chess_teams", round=1, home="9", away="8"),)
    )
    assert [match.home for match in with_begun_rounds(league).matches] == ["9", "1"]


def test_matches_of_other_games_and_without_a_round_make_no_round() -> None:
    others = (
        MatchFact(kind="teams", round=3, home="1", away="2"),
        MatchFact(kind="chess_teams", home="1", away="2"),
        MatchFact(kind="chess_teams", round=1, home="1", away="2"),
    )
    given = with_begun_rounds(event("team", *(absent("3", round_) for round_ in (1, 2, 3)), matches=others))
    assert [(match.round, match.home) for match in given.matches[3:]] == [(1, "3")]


def test_every_round_up_to_the_last_that_is_in_has_its_bye() -> None:
    lasting = PresenceFact(participant="3", round=1, present=False, bye="H")
    given = with_begun_rounds(event("player", lasting, games=GAMES))
    assert [(game.round, game.player, game.result) for game in given.games[2:]] == [(1, "3", "H"), (2, "3", "H")]
    assert with_begun_rounds(event("player", lasting)).games == ()


DECIDED = Place(path="/decisions/0")


def seat(who: str, number: int, opponent: str | None = None, **more: Any) -> SeatFact:
    return SeatFact(participant=who, kind="player", stage="next", round=number, opponent=opponent, **more)


def decided(number: int, white: str, black: str) -> tuple[GameFact, ...]:
    game = GameFact(at=DECIDED, round=number, player=white, opponent=black, colour="w", result="1")
    return (game, game.replace(player=black, opponent=white, colour="b", result="0"))


def entered(*games: GameFact, count: int = 5, **more: Any) -> Facts:
    who = tuple(Participant(id=str(number), kind="player") for number in range(1, count + 1))
    return Facts(**{"events": (EventFact(rounds=7),), "participants": who, "games": games, **more})


SEATS = (
    seat("1", 2, "2", colour="w"),
    seat("2", 2, "1", colour="b"),
    seat("3", 2, "4", colour="w"),
    seat("4", 2, "3", colour="b"),
    seat("5", 2, text="H"),
    seat("1", 3, text="F"),
)


def test_what_was_announced_of_a_round_is_open_once_it_has_begun() -> None:
    added = with_begun_rounds(entered(*decided(2, "1", "2"), seats=SEATS)).games[2:]
    assert added == (
        GameFact(round=2, player="3", opponent="4", colour="w"),
        GameFact(round=2, player="4", opponent="3", colour="b"),
        GameFact(round=2, player="5", result="H"),
    )
    before = entered(*decided(1, "1", "2"), seats=SEATS, count=6)
    assert with_begun_rounds(before) is before
    assert announced_rounds(before) == {2}


def test_whoever_comes_after_all_has_no_bye_that_was_announced() -> None:
    comes = PresenceFact(participant="5", round=2, lasting=False, present=True)
    added = with_begun_rounds(entered(*decided(2, "1", "2"), seats=SEATS, presences=(comes,))).games[2:]
    assert [game.player for game in added] == ["3", "4"]


def test_the_one_who_is_left_in_a_round_of_the_director_has_the_pairing_allocated_bye() -> None:
    games = (*decided(1, "1", "2"), *decided(1, "4", "3"))
    assert with_begun_rounds(entered(*games)).games[4:] == (GameFact(round=1, player="5", result="U"),)
    assert with_begun_rounds(entered(*games, count=6)).games == games
    away = (absent("5", 1, "H"),)
    assert [game.result for game in with_begun_rounds(entered(*games, presences=away)).games[4:]] == ["H"]


@pytest.mark.parametrize(
    "other",
    [
        {"systems": (SystemFact(system="berger"),)},
        {"events": (EventFact(rounds=7, details=(Detail(name="192", value="FIDE_ROUNDROBIN"),)),)},
        {"games": (GameFact(round=1, player="1", opponent="2", result="1"), *decided(1, "3", "4"))},
    ],
    ids=["a table that the director chose", "a table that the file names", "a round that a file has"],
)
def test_nobody_is_left_over_elsewhere(other: dict[str, Any]) -> None:
    facts = entered(*decided(1, "1", "2"), *decided(1, "4", "3")).replace(**other)
    assert with_begun_rounds(facts) is facts
