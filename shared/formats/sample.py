"""A sample of a file, as text where it is text: enough to recognise its format.

The readers of the formats decide about encodings for good.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from shared.formats.markup import Prolog, read_prolog

HEAD = 65_536
"""How much of the beginning of a file is looked at, in bytes."""

TAIL = 4_096
"""How much of the end of a file is looked at, in bytes; a multiple of every character's size."""

_BLANKS = "\ufeff \t\r\n\v\f"
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_UNMARKED = (
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
    (b"\x4c\x6f\xa7\x94", "cp037"),
)
_CONTROLS = bytes(frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a\x1b"))
_MOST_CONTROLS = 100
"""One control byte in so many is more than any text has."""


def encoding_of(head: bytes) -> str:
    """The family of encodings that the first bytes show (XML 1.0 appendix F); Latin-1 stands for ASCII and its like."""
    for mark, encoding in _MARKS + _UNMARKED:
        if head.startswith(mark):
            return encoding
    return "latin-1"


def as_text(part: bytes, encoding: str) -> str:
    """The part as text; what does not decode, such as half a character at a cut, becomes U+FFFD."""
    return part.decode(encoding, "replace")


def is_binary(head: bytes) -> bool:
    """Whether bytes without a byte order mark hold more control characters than a text does."""
    if encoding_of(head) != "latin-1":
        return False
    head = head.rstrip(b"\x00") or head  # some programs fill the last block
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls * _MOST_CONTROLS > len(head)


@dataclass(frozen=True)
class Sample:
    """Both ends of a file, at most `HEAD` and `TAIL` bytes: by them it is recognised, and known to be complete."""

    head: bytes
    size: int
    tail: bytes = b""

    @classmethod
    def of(cls, data: bytes) -> Sample:
        """A sample of a whole file."""
        return cls(data[:HEAD], len(data), data[-TAIL:])

    @cached_property
    def text(self) -> str:
        """The head as text, from the first character that is no blank; empty when the head is binary."""
        return "" if is_binary(self.head) else as_text(self.head, encoding_of(self.head)).lstrip(_BLANKS)

    @cached_property
    def end(self) -> str:
        """The tail as text."""
        tail = self.tail[-self.size % 4 :] if self.size > len(self.tail) else self.tail
        return as_text(tail, encoding_of(self.head))

    @cached_property
    def prolog(self) -> Prolog:
        """What an XML document begins with."""
        return read_prolog(self.text)

    @property
    def is_markup(self) -> bool:
        """Whether it begins like a document in XML or HTML."""
        return self.prolog.root is not None or (self.prolog.cut and bool(self.text))
