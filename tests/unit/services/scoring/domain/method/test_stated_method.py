"""Files that state another way of scoring than their points are."""

import pytest

from contracts.facts import EventFact
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result, stated

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
