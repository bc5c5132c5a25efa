"""Replays in which nobody makes a mistake: whatever order their parts come in, no file is held.

`KIBITZ_TESTS_REPLAYS` makes more of them than CI does.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from contracts.facts import AsOf
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.replay.cut import Part, cut
from kibitz.replay.disorder import Disorder, disorderly
from kibitz.replay.made_up import Size, made_up_file
from services.scoring.domain.event.event_state import EventState
from tests.support.chess_tournaments import individual, teams
from tests.support.single_faults import CLEAN, SUFFIXES

REPLAYS = int(os.environ.get("KIBITZ_TESTS_REPLAYS", "24"))
EVENING = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)


def finished_file(draw: Random) -> tuple[str, bytes]:
    """A finished event of any kind and size, and a name for its file."""
    kind = draw.choice(["mitchell", "individual chess", "chess teams", *CLEAN])
    seed = draw.randrange(10**6)
    if kind == "mitchell":
        tables = draw.randint(3, 13)
        size = Size(tables, draw.randint(2, tables - 1), draw.randint(1, 3))
        return "evening.xml", made_up_file(size, AsOf(at=EVENING, source="stated"), seed)
    if kind == "individual chess":
        lines = individual(seed, draw.randint(6, 30), draw.randint(3, 7))
    elif kind == "chess teams":
        lines = teams(seed, draw.randint(4, 12), draw.randint(3, 6))
    else:
        make, to = CLEAN[kind]
        return f"evening.{SUFFIXES[to]}", make(seed)
    return "open.trf", ("\n".join(lines) + "\n").encode("utf-8")


def replays() -> Iterator[tuple[int, str, list[Part]]]:
    """So many replays, each in an order of its own."""
    for seed in range(REPLAYS):
        draw = Random(seed)
        name, data = finished_file(draw)
        parts = cut(data, name, EVENING - timedelta(hours=1))
        yield seed, name, disorderly(parts, Disorder(draw.random() < 0.7, 30, 20), seed)


def fragments_of(part: Part) -> list[Fragment]:
    read = read_bytes(part.data, part.name, Path(part.name), part.written_at or EVENING)
    return [parsed.fragment.replace(event=part.event or parsed.fragment.event) for parsed in read.fragments]


@pytest.mark.slow
def test_no_part_of_a_replay_without_mistakes_is_held_at_any_time() -> None:
    wrong = []
    for seed, name, parts in replays():
        states: dict[str, EventState] = {}
        for part in parts:
            for fragment in fragments_of(part):
                state = states.setdefault(fragment.event, EventState(fragment.event))
                wrong += [(seed, name, each.text) for each in state.take(fragment).verdicts if each.verdict == "held"]
    assert wrong == []
