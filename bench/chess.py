"""TRF against a bare slicing reader of the same bytes in the same run, and full chess standings."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from shared.chess import standings, tournament_of
from shared.formats.trf import parse
from shared.formats.trf.reader import read
from shared.formats.trf.report import Report
from tests.support.chess_tournaments import individual
from tests.support.trf_lines import document

SIZES = ((50, 9), (200, 9), (1000, 9), (3000, 5))
ORDER = ("PTS", "DE", "BH/C1", "BH", "SB", "ARO", "TPR", "WIN", "BPG")


def median_ms(work: Callable[[], object], runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def sliced(data: bytes) -> list[tuple[Any, ...]]:
    """A reader that only cuts the columns apart and checks nothing: what no reader can be faster than."""
    found = []
    for line in data.decode().split("\n"):
        if line[:3] == "001":
            rounds = [(line[at : at + 4], line[at + 5], line[at + 7]) for at in range(91, len(line) - 7, 10)]
            found.append((
                int(line[4:8]), line[9], line[10:13].strip(), line[14:47].strip(), line[48:52], line[53:56],
                line[57:68], line[69:79], line[80:84], line[85:89], rounds,
            ))  # fmt: skip
    return found


def measure() -> dict[str, Any]:
    results: dict[str, Any] = {}
    for size, rounds in SIZES:
        data = document(*individual(1, size, rounds, unplayed=0.05))
        facts = parse(data).events[0].facts
        floor = median_ms(lambda data=data: sliced(data))
        lines = median_ms(lambda data=data: read(data, Report()))
        whole = median_ms(lambda data=data: parse(data), runs=3)
        results[f"{size}x{rounds}"] = {
            "sliced_ms": floor,
            "lines_ms": lines,
            "lines_to_sliced": lines / floor,
            "facts_ms": whole,
            "facts_to_sliced": whole / floor,
            "tournament_ms": median_ms(lambda facts=facts: tournament_of(facts), runs=3),
            "standings_ms": median_ms(lambda facts=facts: standings(tournament_of(facts), ORDER), runs=3),
        }
    return results
