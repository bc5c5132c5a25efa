"""The core alone: scoring a session of 35 pairs and 28 boards, whole and after one changed result."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from contracts.facts import ResultFact, Sides
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, points

PAIRS, BOARDS = 35, 28
RUNS = 15
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)


def median_ms(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def session() -> Fragment:
    """Everybody sits out where the cycle leaves somebody over: 17 tables a board, against other pairs each time."""
    lines = []
    for board in range(BOARDS):
        for table in range(1, PAIRS // 2 + 1):
            ns, ew = (board + table) % PAIRS + 1, (board - table) % PAIRS + 1
            score = points(SCORES[(7 * board + 3 * table) % len(SCORES)])
            lines.append(
                ResultFact(board=str(board + 1), sides=Sides(ns=str(ns), ew=str(ew)), ns_score=score, ew_score=score)
            )
    return fragment("session", results=lines, participants=tuple(pair(str(n)) for n in range(1, PAIRS + 1)))


def measure(*, brief: bool = False) -> dict[str, Any]:
    one, runs = session(), 1 if brief else RUNS
    lines = one.facts.results

    def whole() -> None:
        state = EventState(one.event)
        state.apply(one)
        state.score()

    state = EventState(one.event)
    state.apply(one)
    state.score()
    changes = iter(range(1, 1000))

    def change() -> None:
        number = next(changes)
        score = points(SCORES[number % len(SCORES)])
        line = lines[number % len(lines)].replace(ns_score=score, ew_score=score)
        state.apply(fragment(f"change-{number}", minutes=number, results=[line]))
        state.score()

    full, one_change = median_ms(whole, runs), median_ms(change, runs)
    return {"pairs": PAIRS, "boards": BOARDS, "results": len(lines), "score_ms": full, "one_change_ms": one_change}
