"""Colours of a Swiss that are the wrong way round are found by the rule that pairings keep."""

from collections.abc import Sequence

import pytest

from contracts.findings import Finding
from services.validation.domain.case import Case
from services.validation.domain.chess import colours
from shared.chess.berger import berger_round
from tests.support.fragments import fragment
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

ROUNDS = (
    ((4, 8), (1, 7), (6, 5), (3, 2)),
    ((8, 3), (2, 5), (6, 1), (7, 4)),
    ((5, 1), (4, 2), (8, 6), (3, 7)),
    ((5, 4), (7, 8), (1, 2), (6, 3)),
    ((2, 7), (3, 1), (8, 5), (4, 6)),
    ((7, 6), (5, 3), (2, 8), (1, 4)),
)
"""White and Black of eight players; nobody has a colour three times running, and colours follow (C.04.3 5.2)."""


def found(
    turned: Sequence[tuple[int, int]],
    *,
    header: tuple[str, ...] = ("092 Swiss",),
    rounds: int = 7,
    result: str = "1",
    played: Sequence[Sequence[tuple[int, int]]] = ROUNDS,
) -> list[Finding]:
    """The findings with the games (round, board) turned."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, 2 * len(played[0]) + 1)}
    theirs = {"1": "0", "+": "-"}[result]
    for number, games in enumerate(played, 1):
        for board, (white, black) in enumerate(games, 1):
            if (number, board) in turned:
                white, black = black, white
            cells[white].append(f"{black} w {result}")
            cells[black].append(f"{white} b {theirs}")
    facts = facts_of("012 x", f"142 {rounds}", *header, *(player(number, *row) for number, row in cells.items()))
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    return [finding for rule in colours.RULES for finding in rule(case)]


def test_nothing_is_said_of_a_pairing_that_keeps_the_rule() -> None:
    assert found([]) == []


def test_the_game_that_is_turned_is_named_with_both_players() -> None:
    (finding,) = found([(3, 1)])
    assert (finding.code, finding.subject, str(finding.place)) == (
        "chess.colours-turned",
        "player 5 in round 3",
        "line 8, column 112-119, 001",
    )
    assert (finding.stated, finding.computed) == ("b", "w")
    assert "the game of player 5 and player 1" in finding.message


@pytest.mark.parametrize("number", range(1, len(ROUNDS) + 1))
@pytest.mark.parametrize("board", range(1, 5))
def test_no_other_game_than_the_one_that_is_turned_is_named(number: int, board: int) -> None:
    """Though turning another one of the same player would keep the rule as well."""
    white, black = ROUNDS[number - 1][board - 1]
    subjects = {finding.subject for finding in found([(number, board)])}
    assert subjects <= {f"player {each} in round {number}" for each in (white, black)}


def test_games_that_explain_as_much_are_named_together() -> None:
    (finding,) = found([(3, 1)], played=ROUNDS[:3])
    assert finding.message == (
        "player 5 has one colour too often; with colours exchanged in round 1, the game of player 5 and player 6, "
        "or in round 3, the game of player 5 and player 1, the rule is kept (2 games would explain it)"
    )


@pytest.mark.parametrize("number", range(1, len(ROUNDS) + 1))
@pytest.mark.parametrize("teams", [False, True])
def test_a_round_that_is_turned_is_named_and_none_of_its_games(number: int, teams: bool) -> None:
    header = ("092 Swiss", *(team(each, (each,)) for each in range(1, 9) if teams))
    (finding,) = found([(number, board) for board in range(1, 5)], header=header)
    assert (finding.code, finding.subject) == ("chess.round-turned", f"round {number}")
    assert f"exchanged in round {number}, none would" in finding.message


def test_of_two_rounds_either_may_be_turned() -> None:
    played = (((1, 5), (6, 2), (3, 7), (8, 4)), ((5, 6), (2, 1), (7, 8), (4, 3)))
    (finding,) = found([(1, board) for board in range(1, 5)], played=played)
    assert "exchanged in round 1 or in round 2, none would" in finding.message


def test_an_initial_colour_that_no_game_follows_is_named() -> None:
    played = (((1, 5), (6, 2), (3, 7), (8, 4)), ((5, 6), (2, 1), (7, 8), (4, 3)))
    assert found([], played=played, header=("152 W", "092 Swiss")) == []
    (finding,) = found([], played=played, header=("152 B", "092 Swiss"))
    assert "of record 152, the initial colour, none would" in finding.message


def test_a_round_of_the_berger_tables_that_is_turned_is_named() -> None:
    played = [berger_round(6, number) for number in range(1, 6)]
    header = ("092 Round Robin",)
    assert found([], played=played, header=header, rounds=5) == []
    (finding,) = found([(4, board) for board in (1, 2, 3)], played=played, header=header, rounds=5)
    assert (finding.code, finding.subject) == ("chess.round-turned", "round 4")
    turned = [(number, board) for number in (1, 2, 3) for board in (1, 2, 3)]
    assert found(turned, played=played, header=header, rounds=5) == []


@pytest.mark.parametrize("told", [{"header": ("092 Round Robin",)}, {"rounds": 4}, {"result": "+"}])
def test_a_round_robin_the_last_round_and_games_that_were_not_played_are_left_alone(told: dict[str, object]) -> None:
    assert found([(4, 1)], **told) == []  # type: ignore[arg-type]


def test_an_event_that_does_not_keep_the_rule_was_paired_otherwise() -> None:
    assert found([(3, 1), (3, 2), (3, 3)]) == []


def test_what_has_more_rounds_than_a_swiss_is_none() -> None:
    header = ("092 Swiss",)
    assert found([(31, 1)], played=(*ROUNDS, *ROUNDS, *ROUNDS, *ROUNDS, *ROUNDS, ROUNDS[0]), header=header) == []


BERGER = tuple(berger_round(6, number) for number in range(1, 6))
CIRCLE = (
    ((1, 6), (2, 5), (3, 4)),
    ((5, 1), (6, 4), (2, 3)),
    ((1, 4), (3, 5), (6, 2)),
    ((3, 1), (4, 2), (5, 6)),
    ((1, 2), (6, 3), (4, 5)),
)
"""Everybody meets everybody once, in another order than in the Berger tables, whose first round is the same."""


def test_a_game_of_the_berger_tables_that_is_turned_is_named() -> None:
    (finding,) = found([(3, 2)], played=BERGER, header=("092 Round Robin",), rounds=5)
    white, black = BERGER[2][1]
    assert (finding.code, finding.subject) == ("chess.colours-turned", f"player {black} in round 3")
    assert f"White against player {white}, and Black in the Berger tables" in finding.message


@pytest.mark.parametrize("header", ["092 Round Robin", "092 All play all", "192 FIDE_ROUNDROBIN"])
def test_a_round_robin_in_another_order_is_left_alone(header: str) -> None:
    assert {frozenset(pair) for pairs in CIRCLE for pair in pairs} == {
        frozenset((one, other)) for one in range(1, 7) for other in range(1, one)
    }
    assert found([], played=CIRCLE, header=(header,), rounds=5) == []


def test_another_order_is_found_where_the_event_is_said_to_be_by_the_berger_tables() -> None:
    (finding,) = found([], played=CIRCLE, header=("092 Berger table",), rounds=5)
    assert (finding.code, finding.subject) == ("chess.not-berger", "round 2")
    assert "rounds 2, 3, 4, 5 are not theirs" in finding.message
    assert found([], played=BERGER, header=("092 Berger table",), rounds=5) == []


def teams_meet(turned: set[tuple[int, int]], header: tuple[str, ...] = ()) -> list[Finding]:
    """Four teams of four, all against all; the games (round, White on an odd board) are turned in both lines."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, 17)}
    for number in range(1, 4):
        for home, away in berger_round(4, number):
            for board in range(4):
                one, other = 4 * home - 3 + board, 4 * away - 3 + board
                white = (board % 2 == 0) is ((number, one) not in turned)
                cells[one].append(f"{other} {'w' if white else 'b'} =")
                cells[other].append(f"{one} {'b' if white else 'w'} =")
    teams = (team(number, range(4 * number - 3, 4 * number + 1)) for number in range(1, 5))
    rows = (player(number, *row) for number, row in cells.items())
    facts = facts_of("012 x", "142 3", "092 Team Round Robin", *header, *rows, *teams)
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    return [finding for rule in colours.RULES for finding in rule(case)]


@pytest.mark.parametrize(("game", "has"), [((1, 1), "b"), ((1, 2), "w"), ((2, 16), "w"), ((3, 7), "b")])
def test_the_only_game_of_a_match_of_teams_whose_colours_do_not_alternate_is_named(
    game: tuple[int, int], has: str
) -> None:
    (finding,) = teams_meet({game})
    assert (finding.code, finding.subject) == ("chess.colours-turned", f"player {game[1]} in round {game[0]}")
    assert (finding.stated, finding.computed) == (has, "w" if has == "b" else "b")


def test_colours_of_boards_are_left_alone_where_they_alternate_or_many_do_not_or_record_352_says_how() -> None:
    assert teams_meet(set()) == []
    assert teams_meet({(1, 1), (2, 5), (3, 9)}) == []
    assert teams_meet({(1, 1)}, ("352 WBWB",)) == []
