"""How a game file of ACBLscore is recognised and where it ends.

Rules kept here:

1. It begins with the length of its master table, nearly always 0x0a12, and the string `AC3` behind its own length. One
   of the two lengths may be another one: a reader goes by the letters.
2. It ends at the length that its byte 6 gives.
"""

from shared.formats.format import Ending, Match
from shared.formats.sample import Sample

_MASTER_TABLE = 0x0A12
_MASTER_LENGTH, _STRING_LENGTH, _LETTERS = _MASTER_TABLE.to_bytes(2, "little"), b"\x03", b"AC3"
_SMALLEST = 2 + _MASTER_TABLE
"""A game file with its master table and nothing else, in bytes."""


def recognise(sample: Sample) -> Match | None:
    """Whether a file is a game file (rule 1)."""
    head = sample.head
    if head[3:6] != _LETTERS or not (head[:2] == _MASTER_LENGTH or head[2:3] == _STRING_LENGTH):
        return None
    return Match("It begins with the master table of an ACBLscore game file")


def ending(sample: Sample) -> Ending:
    """Whether a file has the length that it gives (rule 2)."""
    return Ending.marked(sample.size >= max(_SMALLEST, int.from_bytes(sample.head[6:10], "little")))
