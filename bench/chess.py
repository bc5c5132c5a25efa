"""TRF and chess standings against a bare slicing reader and against the library gacrux, all in the same run.

| figure | what |
|---|---|
| `sliced` | the columns of 001 cut apart and nothing else: what no reader can be faster than |
| `contracts` | the values of the contract made from their fields: what no reader into contracts can be faster than |
| `facts` | our facts of a file that is new; `facts_again` of one that came before, as most of a live event's has |
| `gacrux` | gacrux's reader, which takes the square of the players; once, and not for 3000 players |
| `standings` | a tournament made of facts and ranked by nine tie-breaks; `again` after one more result |
| `gacrux_standings` | gacrux's whole computation of the same, from its own tournament |
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from contracts.facts import Facts
from contracts.records import Record
from contracts.tables import Table
from shared.chess import standings, tournament_of
from shared.chess.running import run
from shared.formats.trf.reader.parse import parse, read
from shared.formats.trf.reader.people import players
from shared.formats.trf.report import Report
from shared.gc_control import gc_paused
from tests.support.chess_tournaments import individual
from tests.support.gacrux_tables import ranked_by_gacrux, tournament_by_gacrux
from tests.support.trf_lines import document

SIZES = ((50, 9), (200, 9), (1000, 9), (3000, 5))
ORDER = ("PTS", "DE", "BH/C1", "BH", "SB", "ARO", "TPR", "WIN", "BPG")
MOST_FOR_GACRUX = 1000
"""Players of a file that gacrux reads in seconds."""


def median_ms(work: Callable[[], object], runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def reading_ms(work: Callable[[], object]) -> float:
    """The same of reading, with garbage collection paused as the parser and the command line have it."""
    with gc_paused():
        return median_ms(work)


def sliced(data: bytes) -> list[tuple[Any, ...]]:
    """A reader that only cuts the columns apart and checks nothing: what no reader can be faster than."""
    found = []
    for line in data.decode().split("\n"):
        if line[:3] == "001":
            rounds = [(line[at : at + 4], line[at + 5], line[at + 7]) for at in range(91, len(line) - 7, 10)]
            found.append(
                (
                    int(line[4:8]),
                    line[9],
                    line[10:13].strip(),
                    line[14:47].strip(),
                    line[48:52],
                    line[53:56],
                    line[57:68],
                    line[69:79],
                    line[80:84],
                    line[85:89],
                    rounds,
                )
            )
    return found


def as_new(data: bytes) -> None:
    """Parse a file of which nothing is known."""
    players._cell.cache_clear()
    parse(data)


def contracts_of(facts: Facts) -> Callable[[], object]:
    """Make the values of the facts again from fields that are there already, which every reader has to make."""
    kinds: dict[type[Record], list[tuple[object, ...]]] = defaultdict(list)
    waiting: list[object] = [facts.games, facts.participants, facts.totals, facts.seats]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Record):
            kinds[type(each)].append(tuple(each))
        if isinstance(each, Record | tuple | Table):
            waiting += each
    return lambda: [list(map(kind._make, rows)) for kind, rows in kinds.items()]


def one_more_result(facts: Facts) -> Facts:
    """The same event with another result of one game of the last round."""
    games = list(facts.games)
    white = next(
        at
        for at in range(len(games) - 1, -1, -1)
        if games[at].colour == "w" and games[at].result == "1" and games[at].round == facts.event.rounds
    )
    one = games[white]
    black = next(at for at, game in enumerate(games) if game.key == (one.round, one.opponent))
    for at in (white, black):
        games[at] = games[at].replace(result="=")
    return facts.replace(games=tuple(games))


def _read_lines(data: bytes) -> None:
    read(data, Report())


def measure(*, brief: bool = False) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for size, rounds in SIZES[:1] if brief else SIZES:
        data = document(*individual(1, size, rounds, unplayed=0.05))
        facts = parse(data).events[0].facts
        floor, values = reading_ms(partial(sliced, data)), reading_ms(contracts_of(facts))
        lines, whole = reading_ms(partial(_read_lines, data)), reading_ms(partial(as_new, data))
        again = reading_ms(partial(parse, data))
        found = results[f"{size}x{rounds}"] = {
            "sliced_ms": floor,
            "contracts_ms": values,
            "lines_ms": lines,
            "facts_ms": whole,
            "facts_again_ms": again,
            "contracts_to_sliced": values / floor,
            "lines_to_sliced": lines / floor,
            "facts_to_sliced": whole / floor,
            "facts_again_to_sliced": again / floor,
            **standings_of(facts),
        }
        if size <= MOST_FOR_GACRUX:
            found.update(by_gacrux(data, found))
    return results


def standings_of(facts: Facts) -> dict[str, float]:
    event = facts.event.replace(tie_breaks=ORDER)
    before = facts.replace(events=(event,))
    after, known = one_more_result(before), run(before)
    if run(after, known).ranked.standings != standings(tournament_of(after), ORDER):
        raise AssertionError("standings after a result are not those of the whole")
    with gc_paused():  # as the services score
        return {
            "tournament_ms": median_ms(lambda: tournament_of(facts)),
            "standings_ms": median_ms(lambda: standings(tournament_of(facts), ORDER)),
            "again_ms": median_ms(lambda: run(after, known), runs=25),
        }


def by_gacrux(data: bytes, ours: dict[str, float]) -> dict[str, float]:
    reading = median_ms(lambda: tournament_by_gacrux(data), runs=1)
    tournament = tournament_by_gacrux(data)
    ranking = median_ms(lambda: ranked_by_gacrux(tournament, ORDER, copied=False), runs=3)
    return {
        "gacrux_ms": reading,
        "gacrux_to_facts": reading / ours["facts_ms"],
        "gacrux_standings_ms": ranking,
        "gacrux_to_standings": ranking / ours["standings_ms"],
        "gacrux_to_again": ranking / ours["again_ms"],
    }
