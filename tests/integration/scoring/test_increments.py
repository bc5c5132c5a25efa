"""An event that is scored after each file is, byte for byte, the event that is scored from nothing."""

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact
from services.scoring.domain.boards.line_methods import LineMethod
from services.scoring.domain.method.candidates import LINE_METHODS
from tests.support.edit_scripts import fresh_seed
from tests.support.increments import assert_increments_are_the_whole, told

METHODS = [(scoring, method) for scoring, methods in LINE_METHODS.items() for method in methods]


def pairs(scoring: str | None, **more: object) -> EventFact:
    return EventFact(name="Evening", kind="pairs", board_scoring=scoring, boards_played=6, **more)


@pytest.mark.parametrize(("scoring", "method"), METHODS)
def test_pairs_by_the_method_that_their_points_show(scoring: str, method: LineMethod) -> None:
    assert assert_increments_are_the_whole(told(pairs(scoring), f"{scoring} {method}", method, files=4)) == 4


EVENTS = {
    "match points": pairs("match_points"),
    "two winners": pairs("match_points", winners=2),
    "two sessions": pairs("match_points", rounds=2),
    "strata": pairs("match_points", results="to_date"),
    "butler": pairs("butler_imps"),
    "cross-imps": pairs("cross_imps"),
    "aggregate": pairs("aggregate"),
    "hybrid": pairs("hybrid"),
    "individual": EventFact(name="Evening", kind="individual", board_scoring="match_points"),
    "swiss pairs": EventFact(name="Evening", kind="swiss_pairs", board_scoring="match_points"),
    "swiss pairs by imps": EventFact(
        name="Evening", kind="swiss_pairs", board_scoring="cross_imps", match_scoring="vps"
    ),
    "teams": EventFact(name="Evening", kind="teams", board_scoring="imps", match_scoring="vps"),
    "teams with pairs": EventFact(name="Evening", kind="teams", board_scoring="imps", pairwise_scoring="cross_imps"),
    "board-a-match": EventFact(name="Evening", kind="swiss_teams", board_scoring="bam"),
    "chess": EventFact(name="Open", discipline=Discipline.CHESS, kind="swiss", rounds=3),
}


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("seed", ["first", "fresh"])
def test_events_of_every_kind(kind: str, seed: str) -> None:
    chosen = fresh_seed() if seed == "fresh" else seed
    assert_increments_are_the_whole(told(EVENTS[kind], f"{kind} {chosen}"))
