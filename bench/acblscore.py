"""Game files of ACBLscore: reading, and reading with checks and our own scoring, beside a bare scan of the structures.

The scan follows the same pointers and unpacks the same structures with `struct`, and makes nothing of them. All take
turns on the same bytes, one after the other on one core, and processor time counts, which other programs do not add to.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from shared.formats import acblscore
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, PAIR
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game_layouts import EVENT, MASTER, SECTION
from shared.formats.acblscore.file.play_layouts import (
    BOARD,
    BOARD_INDEX,
    BOARD_INDEX_ENTRY,
    MOVEMENT,
    PAIR_MEETING,
    RESULT2,
)
from shared.gc_control import freeze_after_import
from tests.support.acblscore_files import Plan, pairs_game
from tests.support.real_files import real_files

FILES = 600
DIFFERENT = 24
"""Files that are made; each is read again and again until `FILES` are through."""

SCORES = (9, 11, 14, 17, 12, 15, 18, 10, 20, -9, -11, -14, -17, -12, -10, -20, -15, 0)


def made_up(number: int) -> bytes:
    """A finished file of a club's size: a section of 7 to 13 tables, in every third another one scored with it.

    Args:
        number: makes a file unlike the others.
    """
    tables = 7 + 2 * (number % 4)
    names = "AB" if number % 3 == 0 else "A"
    data, _ = pairs_game(*(_plan(name, tables, number) for name in names))
    (event,) = _events(data)
    return acblscore.FORMAT.render(event.score()[1]).data


def _plan(name: str, tables: int, number: int) -> Plan:
    scores = {
        (board, pair): (score, -score)
        for board in range(1, 2 * tables + 1)
        for pair in range(1, tables + 1)
        for score in [SCORES[(7 * board + 5 * pair + 3 * number + ord(name)) % len(SCORES)]]
    }
    together = {"A": {"scored_next": 2, "ranked_next": 2}, "B": {"scored_previous": 1, "ranked_previous": 1}}
    return Plan(name, tables, tables, 2, scores=scores, summary=together[name] if number % 3 == 0 else {})


def scan(data: bytes) -> int:
    """Unpack every structure of the events of a file of pairs; returns how many results there are."""
    results = 0
    master = _unpacked(MASTER, data, 0)
    for number in range(1, 51):
        if offset := master[f"ofs_event_{number}"]:
            EVENT.reader.unpack_from(data, offset)
    part = MASTER.parts["sections"]
    for number in range(part.count):
        summary = _unpacked(part.layout, data, part.offset + number * part.layout.size)
        if not summary["event"]:
            continue
        section = _unpacked(SECTION, data, summary["ofs_section"])
        for index in (section["ofs_index_1"], section["ofs_index_2"]):
            for entry in _rows(INDEX, INDEX_ENTRY, data, index):
                _scan_pair(data, entry[-1])
        for board in _rows(BOARD_INDEX, BOARD_INDEX_ENTRY, data, summary["ofs_boards"]):
            results += sum(1 for _ in _rows(BOARD, RESULT2, data, board[-1]))
        if offset := section["ofs_movement"]:
            for _ in _rows(MOVEMENT, PAIR_MEETING, data, offset):
                pass
    return results


def _unpacked(layout: Layout, data: bytes, offset: int) -> dict[str, Any]:
    return dict(zip(layout.names, layout.reader.unpack_from(data, offset), strict=True))


def _rows(head: Layout, row: Layout, data: bytes, offset: int) -> Iterator[tuple[Any, ...]]:
    if not offset:
        return iter(())
    start, end = offset + head.size, offset + 2 + int.from_bytes(data[offset : offset + 2], "little")
    return row.reader.iter_unpack(data[start : start + (end - start) // row.size * row.size])


def _scan_pair(data: bytes, offset: int) -> None:
    PAIR.reader.unpack_from(data, offset)
    _scan_parts(PAIR, data, offset)


def _scan_parts(layout: Layout, data: bytes, offset: int) -> None:
    for part in layout.parts.values():
        for number in range(part.count):
            at = offset + part.offset + number * part.layout.size
            part.layout.reader.unpack_from(data, at)
            _scan_parts(part.layout, data, at)


def score(data: bytes) -> None:
    """Read, check and score a file, as the command line does."""
    for event in _events(data):
        event.score()


def _events(data: bytes) -> list[LocalEvent]:
    return list(Pipeline([read_bytes(data, "made-up.ACA", Path("made-up.ACA"))]).events.values())


def seconds(work: Callable[[bytes], object], files: list[bytes]) -> float:
    """Processor time of working through some files, with letting go of what is made of each."""
    began = time.process_time()
    for data in files:
        work(data)
    return time.process_time() - began


def in_turns(files: list[bytes], count: int) -> dict[str, Any]:
    """Work through `count` files, each kind of work in turns of all `files`."""
    works = {"scan": scan, "read": acblscore.FORMAT.parse, "read_checked_scored": score}
    turns = max(1, count // len(files))
    times = [{name: seconds(work, files) for name, work in works.items()} for _ in range(turns + 1)][1:]
    per_file = {name: statistics.median(row[name] for row in times) / len(files) for name in works}
    return {
        "files": turns * len(files),
        "bytes_of_a_file": round(statistics.mean(map(len, files))),
        "results_of_a_file": round(statistics.mean(map(scan, files))),
        **{f"{name}_files_a_second": 1 / each for name, each in per_file.items()},
        **{f"{name}_600_seconds": 600 * each for name, each in per_file.items()},
        "read_to_scan": statistics.median(row["read"] / row["scan"] for row in times),
        "read_checked_scored_to_scan": statistics.median(row["read_checked_scored"] / row["scan"] for row in times),
    }


def measure(*, brief: bool = False) -> dict[str, Any]:
    freeze_after_import()  # as the command line does
    if brief:
        return {"made_up": in_turns([made_up(0)], 1)}
    real = [path.read_bytes() for path in real_files("acblscore")]
    return {
        "made_up": in_turns([made_up(number) for number in range(DIFFERENT)], FILES),
        "real": in_turns(real, 45) if real else None,
    }
