"""Game files made to take memory, with one structure as often as there is room for: read or refused within 64 MB."""

import struct
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest

from shared.errors import FormatError
from shared.formats.acblscore.file.entry_layouts import INDEX, PAIR, TEAM
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game_layouts import FREE, MASTER, SECTION
from shared.formats.acblscore.file.play_layouts import BOARD, BOARD_INDEX, RESULT2, TEAM_MATCH_INDEX, TEAM_MATCHES
from shared.formats.acblscore.reader.parse import parse
from tests.support.acblscore_files import Built, event, mitchell

MOST_MEMORY = 64 * 1024 * 1024
ROOM = 4 * 1024 * 1024 - 200_000
"""Bytes that are filled; a file may have 4 MiB."""


def game(sections: list[dict[str, int]], built: Built, kind: int = 0) -> bytes:
    summaries = [{"event": 1, "status": 3, "name": str(number), **one} for number, one in enumerate(sections)]
    return built.finish({"ofs_event_1": event(built, num_strats=3), "event_type_1": kind, "sections": summaries})


def filled(layout: Layout, random: Random) -> bytes:
    """A structure without an empty field, texts and numbers such as fields can have."""
    raw = bytearray(layout.size)
    for offset, kind in layout.fields.values():
        if kind.sort == "text":
            raw[offset : offset + 1] = bytes([length := min(kind.size - 1, 6)])
            raw[offset + 1 : offset + 1 + length] = bytes(random.choices(b"abcdefghij", k=length))
        else:
            raw[offset : offset + kind.size] = random.randbytes(kind.size)
    for part in layout.parts.values():
        for number in range(part.count):
            at = part.offset + number * part.layout.size
            raw[at : at + part.layout.size] = filled(part.layout, random)
    return bytes(raw)


def full_entries(layout: Layout, kind: int) -> bytes:
    """Entries in which every field says something."""
    built, random, sections = Built(), Random(5), []
    for _ in range(100):
        rows = b""
        for number in range(min(80, (ROOM - len(built.data)) // layout.size)):
            rows += struct.pack("<HHI", number + 1, 2, len(built.data))
            built.data += struct.pack("<hH", layout.size - 2, number + 1) + filled(layout, random)[4:]
        head = {"direction": 1, "num_entries": len(rows) // 8, "most_players": layout.parts["players"].count}
        index = built.block(INDEX, head, raw=rows)
        section = {"ofs_index_1": index, "numbers": mitchell(40), "num_tables": len(rows) // 8}
        sections.append({"ofs_section": built.block(SECTION, section)})
    return game(sections, built, kind)


def boards_without_results() -> bytes:
    """Boards that have another number than their entry, and nothing else."""
    built, sections = Built(), []
    while len(built.data) < ROOM and len(sections) < 100:
        at, rows = len(built.data), b""
        for number in range(4_000):
            rows += struct.pack("<BBHI", number % 255 + 1, 0, 0, at + number * BOARD.size)
            built.data += struct.pack("<hHBB", BOARD.size - 2, number + 300, 2, 0)
        boards = built.block(BOARD_INDEX, {"num_boards": 4_000}, raw=rows)
        sections.append({"ofs_boards": boards, "ofs_section": built.block(SECTION, {"num_boards": 4_000})})
    return game(sections, built)


def results(numbers: int, score: int) -> Callable[[], bytes]:
    """Results of which no two say the same, of so many numbers that nobody has."""

    def make() -> bytes:
        built, random, sections = Built(), Random(6), []
        for _ in range(12):
            rows = b""
            for number in range(20):
                rows += struct.pack("<BBHI", number + 1, 0, 255, len(built.data))
                lines = b"".join(
                    struct.pack(
                        "<BBHhiHhi",
                        random.randrange(1, 30),
                        random.randrange(1, 250),
                        random.randrange(1, numbers),
                        score + random.randrange(700),
                        random.randrange(2**31),
                        random.randrange(1, numbers),
                        -random.randrange(700),
                        random.randrange(2**31),
                    )
                    for _ in range(900)
                )
                built.data += struct.pack("<hHBB", BOARD.size - 2 + 900 * RESULT2.size, number + 1, 2, 255) + lines
            boards = built.block(BOARD_INDEX, {"num_boards": 20}, raw=rows)
            sections.append({"ofs_boards": boards, "ofs_section": built.block(SECTION, {"num_rounds": 30})})
        return game(sections, built)

    return make


def matches() -> bytes:
    """Tables of matches in which every field says something."""
    built, random, sections = Built(), Random(7), []
    row = 32
    while len(built.data) < ROOM and len(sections) < 100:
        pointers = b""
        for number in range(40):
            pointers += struct.pack("<I", len(built.data))
            head = struct.pack("<hHBB", TEAM_MATCHES.size - 2 + 20 * row, number + 1, 20, 1)
            built.data += head + random.randbytes(TEAM_MATCHES.size - 6 + 20 * row)
        entries = b"".join(struct.pack("<HHI", number, 4, 0) for number in range(1, 41))
        index = built.block(INDEX, {"direction": 1, "num_entries": 40, "most_players": 6}, raw=entries)
        of_matches = built.block(TEAM_MATCH_INDEX, {"num_teams": 40, "num_rounds": 20}, raw=pointers)
        sections.append({"ofs_section": built.block(SECTION, {"ofs_index_1": index, "ofs_matches": of_matches})})
    return game(sections, built, kind=1)


def free_blocks() -> bytes:
    """A list of free blocks of a few bytes each."""
    built = Built()
    count = (ROOM - MASTER.size) // FREE.size
    for number in range(count):
        following = MASTER.size + (number + 1) * FREE.size if number + 1 < count else 0
        built.data += struct.pack("<hI", 2 - FREE.size, following)
    raw = bytearray(game([], built))
    raw[0x0A:0x0E] = MASTER.size.to_bytes(4, "little")
    return bytes(raw)


MADE: dict[str, Callable[[], bytes]] = {
    "pairs": lambda: full_entries(PAIR, 0),
    "teams": lambda: full_entries(TEAM, 1),
    "boards": boards_without_results,
    "results of strangers": results(60_000, 0),
    "results of a few": results(1_500, 0),
    "results that are none": results(1_500, 9_000),
    "matches": matches,
    "free blocks": free_blocks,
}


@pytest.mark.parametrize("name", MADE)
def test_a_file_full_of_one_structure_takes_no_more_than_64_mb(name: str) -> None:
    data = MADE[name]()
    tracemalloc.start()
    found = outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found
    assert peak < MOST_MEMORY


def outcome(data: bytes) -> set[str]:
    """The codes of what is found, or of why a file is refused."""
    try:
        return {finding.code for finding in parse(data).findings}
    except FormatError as error:
        return {error.code.code}
