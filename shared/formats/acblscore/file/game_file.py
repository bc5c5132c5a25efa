"""The bytes of a game file behind checks: records of its structures, and pointers that can only lead to a block.

Rules kept here:

1. A pointer leads behind the master table to a block that ends within the file and shares no byte with a block that
   was reached before. So nothing is read twice, a cycle cannot be walked, and the work grows with the size of the file.
2. A bad pointer or block loses its structure with a finding at its place, never the file.
3. Entries of a table are read as far as its block goes, whatever their number is said to be.
4. A block that is shorter than its structure, as older versions of the program wrote it, is read as far as it goes, and
   a finding names what is missing. Of a structure that entries follow nothing can be.
5. A length that cannot be is one odd number, not the loss of a structure: where the number behind it is one that a
   structure can have, the structure is read as it is described. A length that reaches into what other pointers lead to
   ends there; a block takes no more bytes than it is described to have, and its entries.
6. So is one odd count: a table has as many entries as the section says, where its block has room for them, or where
   section and table agree against the length of the block (`counted`).
7. A length that is too small, but possible, is told by its neighbours. Where no block can begin behind it, and one can
   where the structure is described to end, or others like it are whole, the length is the odd one (`_is_cut`); so it is
   where one can begin behind as many entries as the table says.
8. The letters "AC3" at their place make a game file; the lengths before them can be wrong. The master table has one
   length. One of another length is read as it is described: a shorter one up to its end when a block begins between
   that and the end that it should have, a longer one with what it has more, up to the first block. Where neither can
   be, the length alone is odd, and nothing else is.
"""

from collections.abc import Iterable

from contracts.base import Place
from contracts.codes import acblscore as codes
from shared.errors import FormatError
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game_layouts import FREE, MASTER, SECTION_SUMMARY, SECTIONS
from shared.formats.acblscore.file.record import Record, in_words, memory_of
from shared.formats.acblscore.report import Report, place_at

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
    """Refuse what is no game file with FormatError not-a-game, and report a length of the head that is another one."""
    if data[LETTERS_AT : LETTERS_AT + len(LETTERS)] != LETTERS:
        raise FormatError(codes.NOT_A_GAME, "the letters of a game file do not stand at its beginning")
    end = head_end(data)
    if len(data) < end:
        text = f"the file ends within its master table, after {len(data)} of {end} bytes"
        raise FormatError(codes.NOT_A_GAME, text, Place(offset=len(data)))
    stated = int.from_bytes(data[:2], "little")
    if stated != MASTER.size - 2:
        text = f"the master table states {stated} bytes instead of {MASTER.size - 2}; it was read up to 0x{end:x}"
        place = Place(path="master table: len_rest", offset=0)
        report.add(codes.ODD_LENGTH, text, place, subject="master table", stated=str(stated))


def head_end(data: bytes) -> int:
    """Where the master table ends, which is described to be at `MASTER.size` (rule 8)."""
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


MEMORY_COST = {"result": 1_950, "result of four": 3_900, "meeting": 440, "board": 1_400, "match": 3_500}
"""Memory that is taken by one of them, as facts of its own."""

MOST_FREE = 10_000
"""Free blocks of a file; real ones have a few dozen."""

MOST_NUMBER = 999
"""Of the numbers behind the lengths of blocks: those of events, sections, boards, tables and entries."""

FIELDS_NAMED = 6
"""Missing fields of a structure that are named."""

NEIGHBOURS = 3
"""Blocks in a row whose lengths and numbers have to be sound before a place counts as the beginning of one."""


class GameFile:
    """A game file; `odd` blocks end elsewhere than their lengths say, in the order in which that was found."""

    def __init__(self, data: bytes, report: Report) -> None:
        """Take the bytes of a file, which has a whole head (`check_head`)."""
        self.data = data
        self.report = report
        self._head = head_end(data)
        self._taken = bytearray(b"\1" * self._head).ljust(len(data), b"\0")
        self.odd: list[Record] = []
        self._whole: set[str] = set()
        self._long: dict[int, tuple[Record, int, bool]] = {}
        short = (data[: self._head].ljust(MASTER.size, b"\0"), 0) if self._head < MASTER.size else None
        self.master = Record(self.data, self.report, MASTER, 0, self._head, "master table", short)

    def count(self, what: str, number: int, of: Record) -> None:
        """Count what becomes facts, which take memory; FormatError when the file has more than a game can have."""
        self.report.charge_memory(MEMORY_COST[what] * number, of.offset, of.name)

    def block(self, owner: Record, pointer: str, layout: Layout, name: str) -> Record | None:
        """The block that a pointer leads to, None when it is 0, or bad, which is reported; FormatError for too many."""
        offset = owner.integer(pointer)
        if not offset:
            return None
        if not self._head <= offset <= len(self.data) - 2:
            where = (
                f"beyond the file of 0x{len(self.data):x} bytes" if offset >= self._head else "in the head of the file"
            )
            text = f"{name} cannot be read: its pointer (0x{offset:x}) is {where}"
            self.report.add(codes.BAD_POINTER, text, owner.place(pointer), subject=name)
            return None
        length = int.from_bytes(self.data[offset : offset + 2], "little", signed=True)
        end, own = offset + 2 + length, offset + layout.size
        odd = length < layout.least - 2 or end > len(self.data)
        # Rule 5: a block may be what its pointer says although its length cannot be.
        number = int.from_bytes(self.data[offset + 2 : offset + 4], "little")
        is_there = layout.size >= FREE.size and own <= len(self.data) and 0 < number <= MOST_NUMBER
        if odd and not is_there:
            beyond = max(0, end - len(self.data))
            more = f"{beyond} of them beyond the end of the file" if beyond else f"but needs {layout.size - 2}"
            text = f"{name} cannot be read: it states a length of {length} bytes, {more}"
            self.report.add(codes.BAD_BLOCK, text, place_at(offset, name), subject=name, stated=str(length))
            return None
        if self._taken.find(1, offset, own if odd else min(own, end)) != -1:
            text = f"{name} cannot be read: its pointer (0x{offset:x}) leads to another structure"
            self.report.add(codes.BAD_POINTER, text, owner.place(pointer), subject=name)
            return None
        self.report.charge_memory(memory_of(layout), offset, name)
        cut = not odd and end < own and self._is_cut(end, own, layout)
        if end < own and not odd and not cut:
            self._taken[offset:end] = b"\1" * (end - offset)
            return self._short(layout, offset, end, name)
        if odd or cut:
            text = f"{name}: the stated length is {length} bytes, but {layout.size - 2} were read"
            self.report.add(codes.ODD_LENGTH, text, place_at(offset, name), subject=name, stated=str(length))
            end = own if cut or layout.least < layout.size else len(self.data)
        self._taken[offset:own] = b"\1" * layout.size
        record = Record(self.data, self.report, layout, offset, end, name)
        if odd or cut:
            self.odd.append(record)
        else:
            self._whole.add(layout.name)
        if end > own:
            self._long[offset] = record, own, odd
        return record

    def leads(self, offset: int) -> bool:
        """Whether a number that may be a pointer leads to a block that nothing else has."""
        if not self._head <= offset <= len(self.data) - FREE.size:
            return False
        length = int.from_bytes(self.data[offset : offset + 2], "little", signed=True)
        return length > 0 and self._begins(offset + 2 + length) and self._taken.find(1, offset, offset + 2 + length) < 0

    def _is_cut(self, end: int, own: int, layout: Layout) -> bool:
        """Whether what is said to end at `end` goes on to `own`, by what stands behind both (rule 7)."""
        likely = layout.name in self._whole or self._begins(own)
        return likely and self._is_free(end, own) and not self._begins(end)

    def _is_free(self, start: int, end: int) -> bool:
        """Whether bytes are in the file, and nothing has them so far."""
        return end <= len(self.data) and self._taken.find(1, start, end) < 0

    def _begins(self, at: int) -> bool:
        """Whether a block can begin at a place, or the file ends there."""
        for _ in range(NEIGHBOURS):
            if at == len(self.data):
                return True
            if at > len(self.data) - FREE.size:
                return False
            length, following = FREE.reader.unpack_from(self.data, at)
            at += 2 + abs(length)
            free = length < 0 and (not following or self._head <= following < len(self.data))
            used = length > 0 and (0 < following & 0xFFFF <= MOST_NUMBER or at == len(self.data))
            if abs(length) < FREE.size - 2 or not (free or used):
                return False
        return at <= len(self.data)

    def counted(self, block: Record, size: int, stated: int, expected: int) -> int:
        """How many entries of `size` bytes a table has (rule 6); the section expects 0 when it says nothing."""
        own = block.offset + block.layout.size
        room, whole = (block.end - own) // size, own + stated * size
        if room < stated and self._is_free(block.end, whole) and (stated == expected or self._begins(whole)):
            length = block.end - block.offset - 2
            text = (
                f"{block.name}: the stated length is {length} bytes, too short for its {stated} entries; all were read"
            )
            self.report.add(codes.ODD_LENGTH, text, block.place(), subject=block.name)
            block.end = whole
            self.odd.append(block)
        elif 0 < expected <= room and (stated > room or stated < expected):
            text = f"{block.name}: the table states {stated} entries, the section {expected}; {expected} were read"
            self.report.add(codes.ODD_COUNT, text, block.place(), subject=block.name, stated=str(stated))
            return expected
        return stated

    def filled(self, block: Record, size: int, stated: int) -> int:
        """How many entries a table has whose number nothing else says: as many as it states, or has filled."""
        count = self.counted(block, size, stated, 0)
        own, length = block.offset + block.layout.size, block.integer("len_rest")
        room, more = divmod(block.end - own, size)
        sound = not more and block.end == block.offset + 2 + length and self._begins(block.end)
        if not sound or self._taken.find(1, own, block.end) >= 0:
            return count
        while room > count and not any(self.data[own + size * (room - 1) : own + size * room]):
            room -= 1
        if room > count:
            text = f"{block.name}: the table states {stated} entries, but {room} are filled; all were read"
            self.report.add(codes.ODD_COUNT, text, block.place(), subject=block.name, stated=str(stated))
        return max(room, count)

    def take(self, block: Record, size: int) -> None:
        """Give a block the bytes of its entries, as far as it goes and nothing else has them (rule 5)."""
        own = block.offset + block.layout.size
        end = min(own + size, block.end)
        other = self._taken.find(1, own, end)
        if other >= 0:
            block.end = end = other
        self._taken[own:end] = b"\1" * (end - own)
        if block.offset in self._long:
            self._long[block.offset] = block, max(own, end), self._long[block.offset][2]

    def settle(self) -> None:
        """Let blocks end where others begin (rule 5), once everything that pointers lead to is known."""
        for block, own, odd in self._long.values():
            if odd:
                block.end = min(own, block.end)
            elif (other := self._taken.find(1, own, block.end)) >= 0:
                length = block.end - block.offset - 2
                text = (
                    f"{block.name}: the stated length is {length} bytes, but other data begins within them; it was read"
                )
                text += " up to there"
                self.report.add(codes.ODD_LENGTH, text, block.place(), subject=block.name)
                block.end = other
                self.odd.append(block)
        self._long.clear()

    def _short(self, layout: Layout, offset: int, end: int, name: str) -> Record:
        """A structure of which the last fields are missing (rule 4)."""
        record = Record(
            self.data, self.report, layout, offset, end, name, (self.data[offset:end].ljust(layout.size, b"\0"), 0)
        )
        missing = [field for field in layout.fields if field not in layout.gaps and not record.holds(field)]
        parts = ((part.name, part.offset + part.count * part.layout.size) for part in layout.parts.values())
        missing.extend(part for part, size in parts if offset + size > end)
        length = end - offset - 2
        text = f"{name} has {length} bytes instead of {layout.size - 2}, so it lacks "
        few, rest = [in_words(field) for field in missing[:FIELDS_NAMED]], len(missing) - FIELDS_NAMED
        text += ", ".join(few) or "bytes of unknown meaning"
        text += f" and {rest} other field{'' if rest == 1 else 's'}" if rest > 0 else ""
        self.report.add(codes.SHORT_BLOCK, text, place_at(offset, name), subject=name, stated=str(length))
        return record

    def empty(self, owner: Record, pointer: str, layout: Layout, name: str) -> Record:
        """A structure that cannot be reached, with nothing in it; its place is that of its pointer."""
        offset = owner.offset + owner.layout.fields[pointer][0]
        return Record(self.data, self.report, layout, offset, offset, name, (bytes(layout.size), 0))

    def rows(self, block: Record, layout: Layout, count: int, name: str) -> list[Record]:
        """Entries that follow the head of a block, as many as there are, at most `count`; they belong to it."""
        start, size = block.offset + block.layout.size, layout.size
        self.take(block, size * count)
        number = self.room(block, size, count)
        self.report.charge_memory(memory_of(layout) * number, block.offset, block.name)
        starts = range(start, start + number * size, size)
        return [
            Record(self.data, self.report, layout, at, at + size, f"{block.name}, {name} {i}")
            for i, at in enumerate(starts, 1)
        ]

    def room(self, block: Record, size: int, count: int, what: str = "entries") -> int:
        """How many entries of `size` bytes a block has, at most `count`; fewer than `count` are reported."""
        number = max(0, (block.end - block.offset - block.layout.size) // size)
        if number < count:
            text = f"{block.name}: the table states {count} {what}, but has room for {number}"
            self.report.add(codes.CUT_TABLE, text, block.place(), subject=block.name, stated=str(count))
        return min(number, count)

    def free(self) -> list[Record]:
        """The free blocks in the order of their list, as far as it is sound."""
        blocks: list[Record] = []
        owner, pointer = self.master, "ofs_free"
        while offset := owner.integer(pointer):
            name, size = f"free block {len(blocks) + 1}", 0
            if self._head <= offset <= len(self.data) - FREE.size:
                size = 2 - int.from_bytes(self.data[offset : offset + 2], "little", signed=True)
            end = offset + size
            if size < FREE.size or len(blocks) == MOST_FREE or not self._is_free(offset, end):
                text = f"the pointer to {name} leads to 0x{offset:x}, where no free block can be"
                self.report.add(codes.FREE_LIST, text, owner.place(pointer), subject=name)
                break
            self._taken[offset:end] = b"\1" * size
            owner, pointer = Record(self.data, self.report, FREE, offset, end, name), "ofs_next"
            blocks.append(owner)
        return blocks
