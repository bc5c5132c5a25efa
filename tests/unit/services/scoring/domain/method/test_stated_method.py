"""Files that state another way of scoring than their points are."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import EventFact
from services.scoring.domain.event.event_state import EventState
from shared.bridge.matches.victory_points import find_scale
from tests.support.fragments import fragment, pair, result, stated
from tests.support.team_facts import both, match, teams

SCORES = (620, 170, -100)


def points_of(scoring: str, number: int) -> tuple[str, str]:
    """What the three lines of a board come to: 620, 170 and -100 for North-South."""
    match_points = (("4", "0"), ("2", "2"), ("0", "4"))
    # 450, 720 and 270 are 10, 12 and 7 IMPs.
    cross_imps = (("22", "-22"), ("-3", "3"), ("-19", "19"))
    return (match_points if scoring == "match_points" else cross_imps)[number]


def findings(heading: str, played: str, boards: int = 6) -> list[tuple[str | None, str | None]]:
    lines = [
        result(str(board), str(n + 1), str(n + 21), score, stated=stated(*points_of(played, n)))
        for board in range(1, boards + 1)
        for n, score in enumerate(SCORES)
    ]
    event = EventFact(name="Club pairs", kind="pairs", board_scoring=heading)
    state = EventState("club-pairs-2026-03-07")
    participants = tuple(pair(str(n)) for n in (1, 2, 3, 21, 22, 23))
    state.apply(fragment("f", events=(event,), results=lines, participants=participants))
    every = state.score()[0].every
    return [(each.stated, each.computed) for each in every if each.code == "scoring.method-misstated"]


@pytest.mark.parametrize(
    ("heading", "played", "named"),
    [
        ("match_points", "cross_imps", [("match points", "cross-IMPs")]),
        ("cross_imps", "match_points", [("cross-IMPs", "match points")]),
        ("butler_imps", "cross_imps", [("Butler IMPs", "cross-IMPs")]),
        ("imps", "match_points", [("IMPs", "match points")]),
        ("imps", "cross_imps", []),
        ("match_points", "match_points", []),
        ("cross_imps", "cross_imps", []),
    ],
)
def test_both_ways_are_named_where_the_points_are_those_of_another(
    heading: str, played: str, named: list[tuple[str, str]]
) -> None:
    assert findings(heading, played) == named


def test_few_points_tell_nothing() -> None:
    assert findings("match_points", "cross_imps", boards=3) == []


SWINGS = {0: 0, 90: 3, 140: 4, 310: 7, 420: 9, 620: 12, 770: 13}
"""Differences of scores, and the IMPs that they are."""


def of_matches(heading: dict[str, str], played: str, matches: int = 7) -> list[tuple[str | None, str | None]]:
    """Matches of seven boards, of which the first is a swing and the others are flat."""
    names = [str(number) for number in range(1, 2 * matches + 1)]
    results, listed = [], []
    for place, (difference, margin) in enumerate([*SWINGS.items()][:matches]):
        home, away = names[2 * place : 2 * place + 2]
        for board in range(1, 8):
            results += both(board, home, away, 450 if board == 1 else 100, 450 - difference if board == 1 else 100)
        scale = find_scale(played)
        won = (Decimal(margin), Decimal(-margin)) if scale is None else scale.award(Fraction(margin), 7)
        assert won is not None
        listed.append(match(home, away, (str(won[0]), str(won[1]))))
    event = EventFact(name="Club teams", kind="swiss_teams", board_scoring="imps", boards_per_round=7, **heading)
    state = EventState("club-teams-2026-03-07")
    state.apply(fragment("f", events=(event,), results=results, matches=tuple(listed), participants=teams(*names)))
    every = state.score()[0].every
    return [(each.stated, each.computed) for each in every if each.code == "scoring.method-misstated"]


DISCRETE = {"match_scoring": "vps", "vp_scale": "wbf-discrete"}


@pytest.mark.parametrize(
    ("heading", "played", "named"),
    [
        (DISCRETE, "ACBL30", [("victory points by WBF_DISCRETE", "victory points by ACBL30")]),
        (DISCRETE, "imps", [("victory points by WBF_DISCRETE", "IMPs")]),
        ({"match_scoring": "imps"}, "WBF_CONTINUOUS", [("IMPs", "victory points by WBF_CONTINUOUS")]),
        # Of seven boards these two scales give the same for these margins.
        ({"match_scoring": "imps"}, "ACBL20", [("IMPs", "victory points by WBF_DISCRETE or victory points by ACBL20")]),
        (DISCRETE, "WBF_DISCRETE", []),
        ({"match_scoring": "imps"}, "imps", []),
        ({"match_scoring": "vps"}, "ACBL30", []),
        ({"match_scoring": "vps", "vp_scale": "SBU"}, "ACBL30", []),
    ],
)
def test_both_ways_are_named_where_matches_give_something_else(
    heading: dict[str, str], played: str, named: list[tuple[str, str]]
) -> None:
    assert of_matches(heading, played) == named


def test_few_matches_tell_nothing() -> None:
    assert of_matches(DISCRETE, "ACBL30", matches=5) == []
