"""PBN against endplay's reader on the same made-up files, and memory on a file of 100 MB.

All take turns, so that they meet the same machine, and processor time counts, which other programs do not add to.
`facts_to_endplay` is what the parser and the command line do with a file: every tag, deal, auction and play is read and
checked, and made into the facts of an event, with garbage collection paused as they have it. `games_to_endplay` is the
part of it that `GameReader` hands out game by game. Above 1 is faster than endplay. `twice_the_events` is the time that
`kibitz check` takes for a file of twice as many events, each of one board, to that of the single file: 2 is linear.
"""

import io
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import endplay.parsers.pbn as endplay_pbn

from bench.reading import milliseconds
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from kibitz.report.content import Section, sections
from shared.formats.parsed import Parsed
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.report import Report
from shared.gc_control import gc_paused
from tests.support.pbn_games import MadeUp, made_up

BOARDS = 1_000
EVENTS = 1_000
RUNS = 7

_MEMORY = """
import json, resource, time
from bench import pbn
from shared.formats.pbn.reader.games import GameReader
from shared.formats.pbn.report import Report

data = pbn.text(pbn.played, 300).encode()
data = data * ({bytes} // len(data))

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

before, began = peak(), time.process_time()
count = sum(1 for _ in GameReader(data, Report()).games())
print(json.dumps({{
    "file_bytes": len(data), "boards": count, "more_memory_mib": peak() - before,
    "boards_a_second": count / (time.process_time() - began),
}}))
"""


def hands(game: MadeUp) -> str:
    """A game without auction and play."""
    return game.text().partition("[Auction")[0]


def bid(game: MadeUp) -> str:
    """A game without play."""
    return game.text().partition("[Play")[0]


def played(game: MadeUp) -> str:
    """A game with all thirteen tricks."""
    return game.text()


KINDS = {"hands": hands, "hands_and_auctions": bid, "hands_auctions_and_play": played}


def text(kind: Any, boards: int) -> str:
    """A file of made-up games of a kind."""
    return "".join(kind(made_up(seed, tricks=13)) + "\n" for seed in range(boards))


def facts(data: bytes) -> Parsed:
    """Read a file as the parser and the command line do, with garbage collection paused."""
    with gc_paused():
        return parse(data)


def in_turns(kind: Any, boards: int = BOARDS, runs: int = RUNS) -> dict[str, Any]:
    """Boards a second of the three readers one after the other, and the medians of their ratios."""
    source = text(kind, boards)
    data = source.encode()
    turns = [
        (
            milliseconds(lambda: endplay_pbn.load(io.StringIO(source))),
            milliseconds(lambda: sum(1 for _ in GameReader(data, Report()).games())),
            milliseconds(lambda: facts(data)),
        )
        for _ in range(runs + 1)
    ][1:]
    endplay_times, game_times, fact_times = zip(*turns, strict=True)
    return {
        "file_bytes": len(data),
        "endplay_boards_a_second": boards * 1000 / statistics.median(endplay_times),
        "facts_boards_a_second": boards * 1000 / statistics.median(fact_times),
        "games_boards_a_second": boards * 1000 / statistics.median(game_times),
        "facts_to_endplay": statistics.median(other / own for other, _, own in turns),
        "games_to_endplay": statistics.median(other / own for other, own, _ in turns),
    }


def memory(size: int) -> dict[str, Any]:
    """By how much a fresh process grows while it reads a file of a size game by game."""
    code = _MEMORY.format(bytes=size)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=900)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def checked(data: bytes) -> list[Section]:
    """Check a file as the command line does, up to what it prints."""
    return sections(Pipeline([read_bytes(data, "events.pbn", Path("events.pbn"))]), {})


def many_events(events: int = EVENTS, runs: int = 3) -> dict[str, Any]:
    """Milliseconds to check a file of many events, and the ratio to one of twice as many; the two take turns."""
    games = [made_up(seed, tricks=0).text(event=f"Made-up pairs {seed}") for seed in range(2 * events)]
    single, double = ("\n".join(games[:count]).encode() for count in (events, 2 * events))
    turns = [(milliseconds(lambda: checked(single)), milliseconds(lambda: checked(double))) for _ in range(runs + 1)][
        1:
    ]
    return {
        "events": events,
        "milliseconds": statistics.median(once for once, _ in turns),
        "twice_the_events": statistics.median(twice / once for once, twice in turns),
    }


def measure(*, brief: bool = False) -> dict[str, Any]:
    if brief:
        return {
            "all": in_turns(played, boards=20, runs=1),
            "file_of_300_kb": memory(300_000),
            "check": many_events(4, runs=1),
        }
    return {
        **{name: in_turns(kind) for name, kind in KINDS.items()},
        "file_of_10_mb": memory(10_000_000),
        "file_of_100_mb": memory(100_000_000),
        "check": many_events(),
    }
