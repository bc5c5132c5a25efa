"""What the reader of game files has to say, with the codes of ACBLscore, and the memory that reading may take."""

from contracts.base import Place
from contracts.codes import acblscore as codes
from shared.errors import FormatError
from shared.formats.report import Report as AnyReport

_place = Place.packer("line", "column", "end_column", "path", "offset")


def place_at(offset: int, path: str) -> Place:
    """A place in a file."""
    return _place((None, None, None, path, offset))


MOST_MEMORY = 60_000_000
"""Bytes of memory that may be taken by what a file says; 15,000 results of 650 tables of pairs are less."""

RARE = {codes.UNKNOWN_PAIR.code: 8_000, codes.BAD_SCORE.code: 5_000}
"""How often something can be wrong that takes memory each time: 100 Howell movements have 8,000 numbers."""


class Report(AnyReport):
    """Collects findings while a game file is read."""

    too_large = codes.TOO_LARGE
    text_cut = codes.TEXT_CUT
    more_like_it = codes.MORE_LIKE_IT
    rare = RARE
    memory: int = 0

    def has_room(self, size: int) -> bool:
        """Whether so many bytes more are allowed."""
        return self.memory + size <= MOST_MEMORY

    def charge_memory(self, size: int, offset: int, path: str) -> None:
        """Count memory in bytes before it is taken; FormatError when the file says more than there is for it."""
        self.memory += size
        if self.memory > MOST_MEMORY:
            text = f"what it says would take more than {MOST_MEMORY // 1_000_000} MB of memory"
            raise FormatError(codes.TOO_LARGE, text, place_at(offset, path), tuple(self.findings))
