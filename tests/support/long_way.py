"""Events of pairs scored the long way: every score against every other one, group by group, without any table.

The long way calls none of the rules under test; `scored` is the event that it is held against.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from contracts.facts import ResultFact, Score
from services.scoring.domain.event.event_state import EventState, Scored
from tests.support import by_hand
from tests.support.decided import decided
from tests.support.fragments import fragment, result
from tests.support.scored_documents import ranked

EVENT = "club-pairs-2026-03-07"
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)


def scored(*results: ResultFact, ruled: Sequence[Any] = (), **facts: Any) -> Scored:
    """The event of these results, with a file of decisions."""
    state = EventState(EVENT)
    state.apply(fragment("evening", results=results, **facts))
    if ruled:
        state.apply(decided(*ruled, minutes=60))
    return state.score()[0]


def percentages(of: Scored, ranking: str = "overall") -> dict[str, Decimal | None]:
    return {line.id: line.percentage for line in ranked(of, ranking).rows}


def totals(of: Scored, ranking: str = "overall") -> dict[str, Decimal | None]:
    return {line.id: line.total for line in ranked(of, ranking).rows}


def factored(scores: Sequence[int], expected: int) -> list[Fraction]:
    """Match points of one group brought to the board's top, as the EBU has it."""
    actual, top = len(scores), 2 * expected - 2
    won = by_hand.match_points(scores)
    if actual == 1:
        return [Fraction(60 * top, 100)]
    if actual <= 3 and 3 * actual <= expected:
        return [(60 + (points - (actual - 1)) * 5) * top / 100 for points in won]
    return [(points + 1) * expected / actual - 1 for points in won]


Line = tuple[str, str, int | str, int]
"""North-South, East-West, North-South's score or percentages such as "60/40", and the group of a fouled board."""


def long_way(boards: Mapping[str, Sequence[Line]], expected: int | None = None) -> dict[str, Fraction]:
    """Percentages of all pairs of one session."""
    full = expected or max(len(lines) for lines in boards.values())
    won: dict[str, Fraction] = defaultdict(Fraction)
    could: dict[str, Fraction] = defaultdict(Fraction)
    for lines in boards.values():
        top = Fraction(2 * full - 2)
        for group in {line[3] for line in lines}:
            played = [line for line in lines if line[3] == group and isinstance(line[2], int)]
            north = factored([line[2] for line in played if isinstance(line[2], int)], full) if played else []
            east = factored([-line[2] for line in played if isinstance(line[2], int)], full) if played else []
            for (ns, ew, _, _), for_ns, for_ew in zip(played, north, east, strict=True):
                won[ns] += for_ns
                won[ew] += for_ew
        for ns, ew, score, _ in lines:
            if isinstance(score, str):
                for pair_, share in zip((ns, ew), score.split("/"), strict=True):
                    won[pair_] += Fraction(share) * top / 100
            could[ns] += top
            could[ew] += top
    return {name: 100 * won[name] / could[name] for name in could}


def facts_of(boards: Mapping[str, Sequence[Line]], **more: Any) -> list[ResultFact]:
    made = []
    for board, lines in boards.items():
        for ns, ew, score, group in lines:
            if isinstance(score, int):
                made.append(result(board, ns, ew, score, foul_group=group, **more))
                continue
            ns_gets, ew_gets = (Score(kind="artificial", percent=Decimal(share)) for share in score.split("/"))
            made.append(result(board, ns, ew, ns_score=ns_gets, ew_score=ew_gets, foul_group=group, **more))
    return made


def agree(found: Mapping[str, Decimal | None], expected: Mapping[str, Fraction]) -> None:
    assert found == {name: by_hand.printed(value) for name, value in expected.items()}
