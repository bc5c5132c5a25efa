"""One game, bye or value of a result explains why stated points are wrong."""

from decimal import Decimal

import pytest

from contracts.codes import scoring as codes
from contracts.facts import Detail, EventFact, Facts, GameFact, MatchFact, Participant, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.repairs.game_repair import misreported_games, misstated_points
from shared.chess.from_facts import table_of


def game(number: int, white: str, black: str, result: str, theirs: str | None = None) -> tuple[GameFact, GameFact]:
    opposite = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "+": "-"}
    return (
        GameFact(round=number, player=white, opponent=black, colour="w", result=result),
        GameFact(round=number, player=black, opponent=white, colour="b", result=theirs or opposite[result]),
    )


def bye(number: int, player: str, result: str) -> GameFact:
    return GameFact(round=number, player=player, result=result)


def facts(*games: tuple[GameFact, ...], **event: object) -> Facts:
    every = tuple(each for both in games for each in both)
    people = tuple(Participant(id=each, kind="player") for each in sorted({game.player for game in every}))
    return Facts(events=(EventFact(**event),), games=every, participants=people)


def repaired(facts: Facts, differences: list[Finding]) -> list[Finding]:
    def games_of(player: str) -> list[GameFact]:
        return [game for game in facts.games if game.player == player]

    return misreported_games(facts, table_of(facts), games_of, differences)


def wrong(player: str, stated: str, computed: str, kind: str = "player") -> Finding:
    return codes.TOTAL_DIFFERS.finding("x", subject=f"{kind} {player}", stated=stated, computed=computed)


def team_event(round_two: str, *games: tuple[GameFact, GameFact], **points: str) -> Facts:
    """Two teams of two boards that have met, one of which was left over before; points as stated."""
    left_over = (bye(2, "1", round_two), bye(2, "2", round_two))
    whole = facts(*games, left_over, kind="teams")
    teams = (Participant(id="A", kind="team", members=("1", "2")), Participant(id="B", kind="team", members=("3", "4")))
    one = {"home_line_up": ("1", "2"), "away_line_up": ("3", "4"), "home": "A", "away": "B", "round": 1}
    totals = [StatedTotal(participant=name, kind="player", total=Decimal(points[name])) for name in "1234"]
    totals += [StatedTotal(participant=name, kind="team", total=Decimal(points[name])) for name in "AB"]
    matches = (
        MatchFact(kind="chess_teams", **one),
        MatchFact(kind="chess_teams", round=2, home="A", details=(Detail(name="bye", value=round_two),)),
    )
    return whole.replace(participants=(*whole.participants, *teams), matches=matches, totals=tuple(totals))


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


def test_points_are_those_of_the_event() -> None:
    three = facts(*GAMES, scoring_system=(Detail(name="W", value="3"), Detail(name="D", value="1")))
    (found,) = repaired(three, [wrong("1", "0", "3"), wrong("2", "6", "3")])
    assert found.computed == "0"
    assert repaired(three, [wrong("1", "0", "1"), wrong("2", "2", "1")]) == []


@pytest.mark.parametrize(
    ("result", "points", "letters"), [("F", ("1.5", "2"), "H"), ("Z", ("0.5", "0"), "H"), ("H", ("2", "1.5"), "F or U")]
)
def test_a_bye_that_was_another_one_is_named(result: str, points: tuple[str, str], letters: str) -> None:
    (found,) = repaired(facts(*GAMES, (bye(3, "1", result),)), [wrong("1", *points)])
    assert found.message == (
        f"player 1 in round 3 has {result} without an opponent; with {letters} the stated points are right"
    )
    assert (found.code, found.computed) == (codes.BYE_MISREPORTED.code, letters)


def test_of_two_byes_that_would_do_none_is_named() -> None:
    assert repaired(facts((bye(1, "1", "F"), bye(2, "1", "F"))), [wrong("1", "1.5", "2")]) == []


def test_a_game_of_teams_makes_players_and_teams_right_together() -> None:
    games = (game(1, "1", "3", "1"), game(1, "2", "4", "1"))
    stated = team_event("U", *games, A="2", B="1", **{"1": "1", "2": "2", "3": "1", "4": "0"})
    off = [wrong("1", "1", "2"), wrong("3", "1", "0"), wrong("A", "2", "3", "team"), wrong("B", "1", "0", "team")]
    (found,) = repaired(stated, off)
    assert (found.subject, found.stated, found.computed) == ("player 1 in round 1", "1", "0")
    others = stated.replace(totals=tuple(each.replace(total=Decimal(0)) for each in stated.totals))
    assert repaired(others, off) == []


def test_a_bye_of_a_team_makes_its_players_right_too() -> None:
    games = (game(1, "1", "3", "1"), game(1, "2", "4", "1"))
    stated = team_event("Z", *games, A="3", B="0", **{"1": "2", "2": "2", "3": "0", "4": "0"})
    (found,) = repaired(stated, [wrong("1", "2", "1"), wrong("2", "2", "1"), wrong("A", "3", "2", "team")])
    assert (found.subject, found.stated, found.computed) == ("team A in round 2", "Z", "U")


@pytest.mark.parametrize(("total", "letters"), [("3", "H or U"), ("4", "F")])
def test_a_bye_of_a_team_that_no_game_shows_may_have_had_several_letters(total: str, letters: str) -> None:
    games = (game(1, "1", "3", "1"), game(1, "2", "4", "1"))
    stated = team_event("Z", *games, A=total, B="0", **{"1": "1", "2": "1", "3": "0", "4": "0"})
    unseen = stated.replace(games=tuple(each for each in stated.games if each.round == 1))
    (found,) = repaired(unseen, [wrong("A", total, "2", "team")])
    assert (found.subject, found.computed) == ("team A in round 2", letters)


def event_of_wins(**event: object) -> tuple[Facts, list[Finding]]:
    """Eight players of whom four have won with White, and what differs where a win is worth something else."""
    games = [game(1, str(number), str(number + 4), "1") for number in range(1, 5)]
    totals = [StatedTotal(participant=str(number), kind="player", total=Decimal(number < 5)) for number in range(1, 9)]
    return facts(*games, **event).replace(totals=tuple(totals)), [wrong(str(n), "1", "3") for n in range(1, 5)]


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ({"WW": "3", "BW": "1"}, "gives WW 3; with the usual 1"),
        ({"W": "3", "D": "0.5"}, "gives W 3; with the usual 1"),
        ({"W": "2", "D": "1", "L": "1"}, "gives W 2, D 1, L 1; with the usual points"),
    ],
)
def test_a_record_of_points_that_makes_most_totals_wrong_is_named(stated: dict[str, str], message: str) -> None:
    system = tuple(Detail(name=name, value=value) for name, value in stated.items())
    whole, differences = event_of_wins(scoring_system=system, format_version="TRF16+XX")
    (found,) = misstated_points(whole, differences)
    assert found.message == f"record XXS {message} all stated points are right, of which 4 are not now"


def test_three_points_for_a_win_are_tried_where_no_record_says_so() -> None:
    whole, differences = event_of_wins()
    totals = tuple(each.replace(total=3 * each.total) for each in whole.totals)
    (found,) = misstated_points(whole.replace(totals=totals), differences)
    assert found.message.startswith("no record gives points by result; with W 3, D 1 all stated points are right")


def test_a_record_of_points_is_not_blamed_for_few_totals_or_where_others_are_no_better() -> None:
    whole, differences = event_of_wins(scoring_system=(Detail(name="W", value="3"),))
    assert misstated_points(whole, differences[:3]) == []
    totals = (whole.totals[0].replace(total=Decimal(7)), *whole.totals[1:])
    assert misstated_points(whole.replace(totals=totals), differences) == []
