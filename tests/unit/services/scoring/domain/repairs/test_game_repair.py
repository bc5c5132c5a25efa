"""One game explains why the stated points of two players are wrong."""

import pytest

from contracts.codes import scoring as codes
from contracts.facts import Detail, EventFact, Facts, GameFact
from contracts.findings import Finding
from services.scoring.domain.repairs.game_repair import misreported_games


def game(number: int, white: str, black: str, result: str, theirs: str | None = None) -> tuple[GameFact, GameFact]:
    opposite = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "+": "-"}
    return (
        GameFact(round=number, player=white, opponent=black, colour="w", result=result),
        GameFact(round=number, player=black, opponent=white, colour="b", result=theirs or opposite[result]),
    )


def facts(*games: tuple[GameFact, GameFact], **event: object) -> Facts:
    return Facts(events=(EventFact(**event),), games=tuple(each for both in games for each in both))


def repaired(facts: Facts, differences: list[Finding]) -> list[Finding]:
    return misreported_games(
        facts.event, lambda player: [game for game in facts.games if game.player == player], differences
    )


def wrong(player: str, stated: str, computed: str) -> Finding:
    return codes.TOTAL_DIFFERS.finding("x", subject=f"player {player}", stated=stated, computed=computed)


GAMES = (game(1, "1", "2", "1"), game(1, "3", "4", "="), game(2, "1", "3", "0"), game(2, "2", "4", "1"))


def test_the_game_that_both_lines_report_wrongly_is_named() -> None:
    (found,) = repaired(facts(*GAMES), [wrong("1", "0", "1"), wrong("2", "2", "1")])
    assert (found.code, found.subject, found.stated, found.computed) == (
        codes.GAME_MISREPORTED.code,
        "player 1 in round 1",
        "1",
        "0",
    )
    assert found.message == ("player 1 in round 1 has 1 against player 2; with 0 the stated points of both are right")


def test_a_draw_may_have_been_a_win_and_letters_stay_letters() -> None:
    (found,) = repaired(facts(*GAMES), [wrong("3", "2", "1.5"), wrong("4", "0", "0.5")])
    assert (found.stated, found.computed) == ("=", "1")
    unrated = facts(game(1, "1", "2", "W"))
    (found,) = repaired(unrated, [wrong("1", "0.5", "1"), wrong("2", "0.5", "0")])
    assert (found.stated, found.computed) == ("W", "D")


@pytest.mark.parametrize(
    "differences",
    [
        [],
        [wrong("1", "0", "1")],
        [wrong("1", "0", "1"), wrong("2", "1.5", "1")],
        [wrong("1", "0", "1"), wrong("4", "1.5", "0.5")],
        [codes.PLACE_DIFFERS.finding("x", subject="player 1", stated="0", computed="1"), wrong("2", "2", "1")],
    ],
)
def test_nothing_is_named_that_does_not_make_both_right(differences: list[Finding]) -> None:
    assert repaired(facts(*GAMES), differences) == []


def test_a_game_that_both_lost_may_have_been_won_by_one() -> None:
    (found,) = repaired(facts(game(1, "1", "2", "0", "0"), *GAMES[1:]), [wrong("1", "1", "0")])
    assert (found.stated, found.computed) == ("0", "1")


def test_of_two_games_that_would_do_none_is_named_and_forfeits_are_left_alone() -> None:
    twice = facts(game(1, "1", "2", "1"), game(2, "2", "1", "0"))
    assert repaired(twice, [wrong("1", "1", "2"), wrong("2", "1", "0")]) == []
    assert repaired(facts(game(1, "1", "2", "+")), [wrong("1", "0", "1"), wrong("2", "1", "0")]) == []


def test_points_are_those_of_the_event_and_of_players_in_teams_the_standard_ones() -> None:
    three = facts(*GAMES, scoring_system=(Detail(name="W", value="3"), Detail(name="D", value="1")))
    (found,) = repaired(three, [wrong("1", "0", "3"), wrong("2", "6", "3")])
    assert found.computed == "0"
    assert repaired(three, [wrong("1", "0", "1"), wrong("2", "2", "1")]) == []
    teams = facts(*GAMES, kind="teams", scoring_system=(Detail(name="W", value="3"),))
    assert len(repaired(teams, [wrong("1", "0", "1"), wrong("2", "2", "1")])) == 1
