"""Byes that the director has given, as games and matches."""

from typing import Any

from contracts.facts import Detail, EventFact, Facts, GameFact, MatchFact, Participant, PresenceFact
from shared.chess.granted_byes import with_byes


def absent(who: str, number: int, bye: Any = "H") -> PresenceFact:
    return PresenceFact(participant=who, round=number, lasting=False, present=False, bye=bye)


def event(kind: Any, *words: PresenceFact, **more: Any) -> Facts:
    who = tuple(Participant(id=number, kind=kind) for number in "1234")
    return Facts(events=(EventFact(),), participants=who, presences=words, **more)


GAMES = (GameFact(round=1, player="1", opponent="2", result="1"), GameFact(round=2, player="1", result="F"))


def test_a_bye_is_a_game_without_opponent_in_a_round_that_is_in_and_of_which_files_say_nothing() -> None:
    given = with_byes(event("player", absent("1", 2), absent("3", 1), absent("3", 3), absent("9", 1), games=GAMES))
    assert given.games == (*GAMES, GameFact(round=1, player="3", result="H"))


def test_a_team_has_a_match_without_opponent() -> None:
    played = (MatchFact(kind="chess_teams", round=1, home="1", away="2"),)
    given = with_byes(event("team", absent("3", 1, "F"), absent("2", 1), matches=played, games=GAMES))
    bye = MatchFact(kind="chess_teams", round=1, home="3", details=(Detail(name="bye", value="F"),))
    assert given.matches == (*played, bye)


def test_without_a_bye_the_facts_stay_as_they_are() -> None:
    facts = event("player", absent("3", 1, None), games=GAMES)
    assert with_byes(facts) is facts


def test_a_team_of_an_individual_tournament_and_a_player_of_a_league_have_none() -> None:
    both = (Participant(id="1", kind="team"), Participant(id="2", kind="player"))
    facts = Facts(events=(EventFact(kind="individual"),), participants=both, presences=(absent("1", 1), absent("2", 1)))
    played = facts.replace(games=(GameFact(round=1, player="9", result="1"),))
    assert [game.player for game in with_byes(played).games] == ["9", "2"]
    league = played.replace(
        events=(EventFact(kind="teams"),), matches=(MatchFact(kind="chess_teams", round=1, home="9", away="8"),)
    )
    assert [match.home for match in with_byes(league).matches] == ["9", "1"]


def test_matches_of_other_games_and_without_a_round_make_no_round() -> None:
    others = (
        MatchFact(kind="teams", round=3, home="1", away="2"),
        MatchFact(kind="chess_teams", home="1", away="2"),
        MatchFact(kind="chess_teams", round=1, home="1", away="2"),
    )
    given = with_byes(event("team", *(absent("3", round_) for round_ in (1, 2, 3)), matches=others))
    assert [(match.round, match.home) for match in given.matches[3:]] == [(1, "3")]


def test_every_round_up_to_the_last_that_is_in_has_its_bye() -> None:
    lasting = PresenceFact(participant="3", round=1, present=False, bye="H")
    given = with_byes(event("player", lasting, games=GAMES))
    assert [(game.round, game.player, game.result) for game in given.games[2:]] == [(1, "3", "H"), (2, "3", "H")]
    assert with_byes(event("player", lasting)).games == ()
