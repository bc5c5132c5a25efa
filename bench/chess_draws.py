"""Draws of chess through the port, in a process of their own, against a bare call of the engine on the same dictionary.

Both take turns in the same run. The bare call is made in this process, which has imported the engine before.
"""

import resource
import statistics
import time
from collections.abc import Callable
from typing import Any

from services.seating.adapters.gacrux_draw import pair_in_this_process, pair_next_round
from services.seating.adapters.gacrux_event import event_of
from services.seating.adapters.gacrux_worker import draw
from services.seating.domain.chess.draw import Draw, DrawRequest
from tests.support.chess_draws import Played, made_up

SIZES = (50, 200, 500)
AFTER = (1, 4)
ROUNDS = 9


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def one_round(request: DrawRequest, runs: int) -> dict[str, Any]:
    event = event_of(request)
    pairs = [
        (seconds(lambda: draw(event, request.round, "dutch")), seconds(lambda: pair_next_round(request)))
        for _ in range(runs)
    ]
    bare, port = (statistics.median(times) for times in zip(*pairs, strict=True))
    return {
        "bare_s": bare,
        "port_s": port,
        "port_to_bare": port / bare,
        "more_s": port - bare,
        "dictionary_s": seconds(lambda: event_of(request)),
        "pairs": len(request.contestants) // 2,
    }


def advance(made: Played) -> None:
    made.absences()
    found = pair_in_this_process(made.request)
    if not isinstance(found, Draw):
        raise RuntimeError(found.reason)
    made.play(found)


def measure(*, brief: bool = False) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for size in SIZES[:1] if brief else SIZES:
        made = made_up(2, size, ROUNDS)
        while made.request.round <= max(AFTER) + 1:
            if made.request.round - 1 in AFTER:
                results[f"{size} players, after round {made.request.round - 1}"] = one_round(
                    made.request, 5 if size < 200 else 3
                )
            advance(made)
    results["largest_process_mib"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return results
