"""Bytes as text, well enough to see what a file is; the formats' readers decide about encodings for good."""

from __future__ import annotations

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
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a\x1b")
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
    controls = sum(byte in _CONTROLS for byte in head)
    return controls * _MOST_CONTROLS > len(head)
