"""Scoring a simultaneous of 5,000 tables, whole and after one changed result, against a bare pass over its scores.

The floor is the least that any scoring has to do: sort the scores of each board, and look each of them up. The same
once more with a board that was cancelled at every table, so that 10,000 awards follow the averages of their pairs.
"""

import random
import time
from bisect import bisect_left, bisect_right
from typing import Any

from bench.scoring import median_ms
from contracts.facts import ResultFact, Score, Sides
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, points

TABLES, BOARDS = 5_000, 26
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)


def event(tables: int) -> Fragment:
    """North-South sits still, East-West moves a table a board."""
    chance = random.Random(5_000)
    scores = [points(score) for score in SCORES]
    lines = []
    for board in range(1, BOARDS + 1):
        for table in range(tables):
            score = chance.choice(scores)
            sides = Sides(ns=f"{table + 1}NS", ew=f"{(table + board) % tables + 1}EW")
            lines.append(ResultFact(board=str(board), sides=sides, ns_score=score, ew_score=score))
    everybody = tuple(pair(f"{table}{side}") for side in ("NS", "EW") for table in range(1, tables + 1))
    return fragment("simultaneous", results=lines, participants=everybody)


def floor(scores: list[list[int]]) -> int:
    won = 0
    for board in scores:
        rising = sorted(board)
        for score in board:
            won += bisect_left(rising, score) + bisect_right(rising, score)
    return won


def changed(state: EventState, results: list[ResultFact]) -> tuple[list[float], list[int]]:
    """Milliseconds after each of some changed results, and how many boards were not the same afterwards."""
    times, boards = [], []
    before = state.score()[0].boards
    for number, score in enumerate(SCORES[:5], 1):
        line = results[-number].replace(ns_score=points(score - 10), ew_score=points(score - 10))
        began = time.perf_counter()
        state.apply(fragment(f"change-{number}", minutes=number, results=[line]))
        after = state.score()[0].boards
        times.append((time.perf_counter() - began) * 1000)
        boards.append(sum(one is not other for one, other in zip(before, after, strict=True)))
        before = after
    return times, boards


def cancelled(whole: Fragment, tables: int) -> dict[str, Any]:
    """The event with average plus and minus for everybody on board 1."""
    plus, minus = Score(kind="average", text="Ave+"), Score(kind="average", text="Ave-")
    first = [r.replace(ns_score=plus, ew_score=minus) for r in whole.facts.results[:tables]]
    results = [*first, *whole.facts.results[tables:]]
    state = EventState(whole.event)
    state.apply(fragment("cancelled", results=results, participants=whole.facts.participants))
    began = time.perf_counter()
    state.score()
    full = (time.perf_counter() - began) * 1000
    times, _ = changed(state, results)
    return {"awards": 2 * tables, "awards_full_ms": full, "awards_one_change_ms": sorted(times)[len(times) // 2]}


def measure(*, brief: bool = False) -> dict[str, Any]:
    tables = 10 if brief else TABLES
    whole = event(tables)
    results = whole.facts.results
    scores = [[r.ns_score.points or 0 for r in results[i : i + tables]] for i in range(0, len(results), tables)]
    state = EventState(whole.event)
    state.apply(whole)
    began = time.perf_counter()
    state.score()
    full = (time.perf_counter() - began) * 1000
    changes, boards = changed(state, list(results))
    bare = median_ms(lambda: floor(scores), 5)
    change = sorted(changes)[len(changes) // 2]
    return {
        "tables": tables,
        "boards": BOARDS,
        "results": len(results),
        "participants": 2 * tables,
        "floor_ms": bare,
        "full_ms": full,
        "full_to_floor": full / bare,
        "one_change_ms": change,
        "full_to_one_change": full / change,
        "boards_changed": max(boards),
        **cancelled(whole, tables),
    }
