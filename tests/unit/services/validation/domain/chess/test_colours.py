"""Colours of a Swiss that are the wrong way round are found by the rule that pairings keep."""

from collections.abc import Sequence

import pytest

from contracts.findings import Finding
from services.validation.domain.case import Case
from services.validation.domain.chess import colours
from tests.support.fragments import fragment
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player

ROUNDS = (
    ((1, 2), (3, 4), (5, 6), (7, 8)),
    ((2, 3), (4, 1), (6, 7), (8, 5)),
    ((1, 3), (2, 4), (5, 7), (6, 8)),
    ((3, 5), (4, 6), (7, 1), (8, 2)),
    ((1, 6), (2, 5), (3, 8), (4, 7)),
    ((5, 1), (6, 3), (7, 2), (8, 4)),
)
"""White and Black of eight players; nobody has a colour three times running or three times more."""


def found(
    turned: Sequence[tuple[int, int]], *, header: tuple[str, ...] = ("092 Swiss",), rounds: int = 7, result: str = "1"
) -> list[Finding]:
    """The findings with the games (round, board) turned."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, 9)}
    theirs = {"1": "0", "+": "-"}[result]
    for number, games in enumerate(ROUNDS, 1):
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
        "player 1 in round 3",
        "line 4, column 112-119, 001",
    )
    assert (finding.stated, finding.computed) == ("b", "w")
    assert "the game of player 1 and player 3" in finding.message


@pytest.mark.parametrize("told", [{"header": ("092 Round Robin",)}, {"rounds": 4}, {"result": "+"}])
def test_a_round_robin_the_last_round_and_games_that_were_not_played_are_left_alone(told: dict[str, object]) -> None:
    assert found([(4, 1)], **told) == []  # type: ignore[arg-type]


def test_an_event_that_does_not_keep_the_rule_was_paired_otherwise() -> None:
    assert found([(3, 1), (3, 2), (3, 3)]) == []
