"""Scoring a simultaneous of 5,000 tables, whole and after one changed result, against a bare pass over its scores.

The floor is the least that any scoring has to do: sort the scores of each board, and look each of them up.
"""

import random
import time
from bisect import bisect_left, bisect_right
from typing import Any

from bench.scoring import median_ms
from contracts.facts import ResultFact, Sides
from contracts.messages import Fragment
from services.scoring.domain.event import EventState
from tests.support.fragments import fragment, pair, points

TABLES, BOARDS = 5_000, 26
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)


def event() -> Fragment:
    """North-South sits still, East-West moves a table a board."""
    chance = random.Random(5_000)
    scores = [points(score) for score in SCORES]
    lines = []
    for board in range(1, BOARDS + 1):
        for table in range(TABLES):
            score = chance.choice(scores)
            sides = Sides(ns=f"{table + 1}NS", ew=f"{(table + board) % TABLES + 1}EW")
            lines.append(ResultFact(board=str(board), sides=sides, ns_score=score, ew_score=score))
    everybody = tuple(pair(f"{table}{side}") for side in ("NS", "EW") for table in range(1, TABLES + 1))
    return fragment("simultaneous", results=lines, participants=everybody)


def floor(scores: list[list[int]]) -> int:
    won = 0
    for board in scores:
        rising = sorted(board)
        for score in board:
            won += bisect_left(rising, score) + bisect_right(rising, score)
    return won


def measure() -> dict[str, Any]:
    whole = event()
    results = whole.facts.results
    scores = [[r.ns_score.points or 0 for r in results[i : i + TABLES]] for i in range(0, len(results), TABLES)]
    state = EventState(whole.event)
    state.apply(whole)
    began = time.perf_counter()
    state.score()
    full = (time.perf_counter() - began) * 1000
    changes = []
    for number, score in enumerate(SCORES, 1):
        line = results[number].model_copy(update={"ns_score": points(score - 10), "ew_score": points(score - 10)})
        began = time.perf_counter()
        state.apply(fragment(f"change-{number}", minutes=number, results=[line]))
        state.score()
        changes.append((time.perf_counter() - began) * 1000)
    bare = median_ms(lambda: floor(scores), 5)
    change = sorted(changes)[len(changes) // 2]
    return {
        "tables": TABLES, "boards": BOARDS, "results": len(results), "participants": 2 * TABLES,
        "floor_ms": bare, "full_ms": full, "full_to_floor": full / bare, "one_change_ms": change,
        "full_to_one_change": full / change,
    }  # fmt: skip
