"""The blocks of a file that is being written: room is taken from the free blocks, else at the end.

Rules kept here:

1. A block that fits a free block exactly takes it; one that leaves room for another free block takes its front. The
   first of the list that serves is taken, as memory is given out.
2. A block that is given back becomes the head of the list.
3. Nothing is written that has not changed, so that a file without changes stays the same bytes.
"""

from dataclasses import dataclass, field

from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game_layouts import FREE, MASTER
from shared.formats.acblscore.file.packing import DoesNotFit, Value, pack, put
from shared.formats.acblscore.file.record import Record
from shared.formats.losses import Losses

LONGEST = 0x7FFF
"""Bytes that a block can have behind its length."""


@dataclass
class Blocks:
    """A file in the making: its bytes so far, and its free blocks by offset and size in the order of their list."""

    data: bytearray = field(default_factory=lambda: bytearray(MASTER.size))
    free: list[tuple[int, int]] = field(default_factory=list)
    losses: Losses = field(default_factory=Losses)

    def set(self, record: Record, name: str, value: Value) -> None:
        """Write a field of a structure in the file; DoesNotFit when the value does not, or the block ends before it."""
        if not record.holds(name):
            raise DoesNotFit(f"{record.name} is a block that ends before its {name}")
        put(self.data, record.offset, record.layout, name, value)

    def set_at(self, offset: int, layout: Layout, name: str, value: Value) -> None:
        """Write a field of the structure at `offset`; DoesNotFit when the value does not fit it."""
        put(self.data, offset, layout, name, value)

    def add(self, body: bytes) -> int:
        """Put a block into the file, and return where it stands; DoesNotFit when it is longer than a block can be.

        Its first two bytes become its length.
        """
        length = len(body) - 2
        if length > LONGEST:
            raise DoesNotFit(f"a block of {length} bytes; {LONGEST} is the most")
        block = length.to_bytes(2, "little", signed=True) + body[2:]
        for index, (offset, size) in enumerate(self.free):
            rest = size - len(block)
            if rest == 0:
                del self.free[index]
            elif rest >= FREE.size:
                self.free[index] = (offset + len(block), rest)
            else:
                continue
            self.data[offset : offset + len(block)] = block
            self._link()
            return offset
        offset = len(self.data)
        self.data += block
        self.set_at(0, MASTER, "len_file", len(self.data))
        return offset

    def end_of(self, offset: int) -> int:
        """Where the block at `offset` ends."""
        return offset + 2 + int.from_bytes(self.data[offset : offset + 2], "little", signed=True)

    def grow(self, offset: int, size: int) -> int:
        """Give a block more room in another place, and its old one back; gives the new place."""
        end = self.end_of(offset)
        moved = self.add(bytes(self.data[offset:end]) + bytes(size))
        self.release(offset, end - offset)
        return moved

    def release(self, offset: int, size: int) -> None:
        """Give a block back; what stands in it is left."""
        self.free.insert(0, (offset, size))
        self._link()

    def _link(self) -> None:
        following = 0
        for offset, size in reversed(self.free):
            self.data[offset : offset + FREE.size] = pack(FREE, {"len_rest": 2 - size, "ofs_next": following})
            following = offset
        self.set_at(0, MASTER, "ofs_free", following)
