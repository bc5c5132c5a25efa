"""The head of a file: whether the bytes are a game file at all, and where the master table ends.

Rules kept here:

1. The letters "AC3" at their place make a game file; the lengths before them can be wrong.
2. The master table has one length. One of another length is read as it is described: a shorter one up to its end when a
   block begins between that and the end that it should have, a longer one with what it has more, up to the first block.
   Where neither can be, the length alone is odd, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable

from contracts.base import Place
from contracts.codes import acblscore as codes
from shared.errors import FormatError
from shared.formats.acblscore.game_layouts import MASTER, SECTION_SUMMARY, SECTIONS
from shared.formats.report import Report

LETTERS = b"AC3"
LETTERS_AT = 3

_FIRST_SUMMARY = MASTER.parts["sections"].offset
_LEAST = _FIRST_SUMMARY + SECTION_SUMMARY.size
"""Bytes of a master table that has an event and a section."""

_POINTERS = (
    *(MASTER.fields[name][0] for name in MASTER.names if name.startswith("ofs_")),
    *(
        _FIRST_SUMMARY + number * SECTION_SUMMARY.size + SECTION_SUMMARY.fields[name][0]
        for number in range(SECTIONS)
        for name in ("ofs_section", "ofs_boards")
    ),
)


def check_head(data: bytes, report: Report) -> None:
    """Refuse what is no game file, and report a length of the head that is another one.

    Raises:
        FormatError: not-a-game when the letters are not there, or the file ends within its head.
    """
    if data[LETTERS_AT : LETTERS_AT + len(LETTERS)] != LETTERS:
        raise FormatError(codes.NOT_A_GAME, "the letters of a game file do not stand at its beginning")
    end = head_end(data)
    if len(data) < end:
        text = f"the file ends within its master table, after {len(data)} of {end} bytes"
        raise FormatError(codes.NOT_A_GAME, text, Place(offset=len(data)))
    stated = int.from_bytes(data[:2], "little")
    if stated != MASTER.size - 2:
        text = (
            f"the master table is said to have {stated} bytes instead of {MASTER.size - 2}; it is read up to 0x{end:x}"
        )
        place = Place(path="master table: len_rest", offset=0)
        report.add(codes.ODD_LENGTH, text, place, subject="master table", stated=str(stated))


def head_end(data: bytes) -> int:
    """Where the master table ends, which is described to be at `MASTER.size` (rule 2)."""
    stated = 2 + int.from_bytes(data[:2], "little")
    if _LEAST <= stated < MASTER.size:
        inside = [target for target in _targets(data, stated) if stated <= target < MASTER.size]
        return stated if inside else MASTER.size
    if stated <= MASTER.size:
        return MASTER.size
    behind = [target for target in _targets(data, MASTER.size) if target >= MASTER.size]
    return min([stated, len(data), *behind]) if len(data) >= MASTER.size and behind else MASTER.size


def _targets(data: bytes, end: int) -> Iterable[int]:
    """Where the pointers of a head lead that ends at `end`."""
    return (int.from_bytes(data[at : at + 4], "little") for at in _POINTERS if at + 4 <= min(end, len(data)))
