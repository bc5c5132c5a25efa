"""The draw of a Swiss round against a plain matching of networkx on the same field.

Fields of 100 and 500 teams, in round 2 and in a late round, as they come about when results are by chance. The draw is
measured as it is used, by the search from the top, and with that search cut off, so that the matching of least distance
does the work. The peer is a matching of networkx over everybody, with rematches at more than all distances together.
They take turns, and processor time counts.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import networkx

from services.seating.domain.swiss import Draw, Field, Settings, draw
from tests.support.swiss import SwissEvent, broken_rules

FIELDS = ((100, 2, 7), (100, 9, 5), (500, 2, 3), (500, 12, 1))
"""Teams, round, and how often it is drawn: the peer needs a quarter of a minute in the last one."""

EVENTS, SECONDS = 150, 40
"""Events by chance: at most so many, and none is begun after so many seconds of processor time."""


Timed = tuple[float, Any]
"""Milliseconds, and what came of them."""


def timed(work: Callable[[], Any]) -> Timed:
    """How long something takes, and what it gives."""
    began = time.process_time()
    found = work()
    return (time.process_time() - began) * 1000, found


def field_of(teams: int, number: int) -> Field:
    """The field of a round, after the rounds before it were drawn and played."""
    *_, (of, _) = SwissEvent(teams, number, seed=teams).play()
    return of


def plain_matching(of: Field) -> list[tuple[int, int]]:
    """What networkx makes of everybody: a rematch costs more than all distances."""
    met = {frozenset((match.first, match.second)) for match in of.played}
    names = [entrant.id for entrant in of.entrants]
    graph = networkx.Graph()
    for one, other in combinations(range(len(names)), 2):
        again = frozenset((names[one], names[other])) in met
        graph.add_edge(one, other, weight=-((one - other) ** 2) - again * len(names) ** 3)
    return sorted(map(tuple, map(sorted, networkx.max_weight_matching(graph, maxcardinality=True))))


def distance(of: Field, found: Draw) -> int:
    """The squared distances in rank of those who meet."""
    return sum((of.ranks[m.ns] - of.ranks[m.ew]) ** 2 for m in found.meetings)


def measure_field(teams: int, number: int, runs: int) -> dict[str, Any]:
    """Medians of the ways to draw a round, in turns."""
    of = field_of(teams, number)
    cut = replace(of, settings=Settings(steps=0))
    ways: dict[str, Callable[[], Any]] = {
        "draw_ms": lambda: draw(of),
        "least_distance_ms": lambda: draw(cut),
        "networkx_ms": lambda: plain_matching(of),
    }
    turns = [{name: timed(way) for name, way in ways.items()} for _ in range(runs)]
    found, least, plain = (found for _, found in turns[-1].values())
    row: dict[str, Any] = {name: statistics.median(turn[name][0] for turn in turns) for name in ways}
    row.update(
        draw_to_networkx=row["draw_ms"] / row["networkx_ms"],
        least_distance_to_networkx=row["least_distance_ms"] / row["networkx_ms"],
        broken_rules=len(broken_rules(of, found) + broken_rules(cut, least)),
        distance=distance(of, found),
        least_distance=distance(of, least),
        distance_by_networkx=sum((one - other) ** 2 for one, other in plain),
    )
    return row


def measure_events(count: int = EVENTS, seconds: float = SECONDS) -> dict[str, Any]:
    """Events of 8 to 200 teams over 3 to 12 rounds by chance; the checker says what could have been avoided."""
    began, events = time.process_time(), 0
    chance = random.Random(2026)
    draws = rematches = avoidable = 0
    slowest = 0.0
    for seed in range(count):
        if time.process_time() - began > seconds:
            break
        events += 1
        most = chance.choice((30, 200))
        odd = chance.choice(("bye", "short_triple", "long_triple"))
        settings = Settings(odd=odd, steps=chance.choice((0, 200, 200)))  # type: ignore[arg-type]
        event = SwissEvent(chance.randint(8, most), chance.randint(3, 12), seed, settings, chance.random() < 0.3)
        for of, found in event.play():
            slowest = max(slowest, timed(lambda of=of: draw(of))[0])  # type: ignore[misc]
            draws += 1
            rematches += len(found.rematches)
            avoidable += bool(broken_rules(of, found))
    return {"events": events, "draws": draws, "rematches": rematches, "avoidable": avoidable, "slowest_ms": slowest}


def measure(*, brief: bool = False) -> dict[str, Any]:
    fields = ((30, 2, 1),) if brief else FIELDS
    rounds = {f"teams_{teams}_round_{number}": measure_field(teams, number, runs) for teams, number, runs in fields}
    return {**rounds, "events_by_chance": measure_events(1 if brief else EVENTS)}
