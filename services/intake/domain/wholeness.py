"""Whether a file ends where its format ends it, where it may end, or in the middle.

Rules kept here:

1. A file that ends in the middle may still be growing, so it deserves a longer wait; it is never refused for that
   here, because the format's reader says better what is missing.
2. USEBIO ends with `</USEBIO>`, PBN inside a page with `</PBN>`, an ACBLscore game file at the length that its byte 6
   gives.
3. PBN may end outside a tag pair and outside a comment, TRF at the end of a line (each line of TRF ends with CR), a
   file of decisions behind a brace. Nothing says that they do: who writes line by line may be in the middle.
4. Content that is not recognised may be the beginning of something that is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from contracts.base import FileFormat
from services.intake.domain.text import as_text, encoding_of

TAIL = 4_096
"""How much of the end of a file is looked at, in bytes; a multiple of every character's size."""

_USEBIO_END = re.compile(r"</(?:[\w.-]{1,64}:)?USEBIO\s*>", re.IGNORECASE)
_SMALLEST = 2 + 0x0A12
"""An ACBLscore game file with its master table and nothing else, in bytes."""


class Ending(Enum):
    """How the bytes of a file end."""

    WHOLE = "whole"
    """With the mark of the format's end."""

    OPEN = "open"
    """Where the format may end, and may go on."""

    CUT = "cut"
    """In the middle."""


def ending_of(file_format: FileFormat, head: bytes, tail: bytes, size: int) -> Ending:
    """How a file of this format ends.

    Args:
        file_format: as recognised.
        head: its first bytes.
        tail: its last `TAIL` bytes, or all.
        size: of the whole file, in bytes.
    """
    if file_format is FileFormat.UNKNOWN:
        return Ending.CUT
    if file_format is FileFormat.ACBLSCORE:
        return _marked(size >= max(_SMALLEST, int.from_bytes(head[6:10], "little")))
    text = as_text(tail[-size % 4 :] if size > len(tail) else tail, encoding_of(head))
    if file_format is FileFormat.USEBIO:
        return _marked(_USEBIO_END.search(text) is not None)
    if file_format is FileFormat.PBN and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _marked("</PBN>" in text or "</HTML>" in text.upper())
    return Ending.OPEN if _MAY_END[file_format](text) else Ending.CUT


def _marked(found: bool) -> Ending:
    return Ending.WHOLE if found else Ending.CUT


def _pbn_ends(text: str) -> bool:
    if text.rfind("{") > text.rfind("}"):
        return False
    last = text.rstrip().rpartition("\n")[2]
    return not last.startswith("[") or last.endswith("]") or text.endswith(("\n", "\r"))


def _trf_ends(text: str) -> bool:
    return text.rstrip(" \t\x1a").endswith(("\r", "\n"))


def _decisions_end(text: str) -> bool:
    return text.rstrip().endswith("}")


_MAY_END: dict[FileFormat, Callable[[str], bool]] = {
    FileFormat.PBN: _pbn_ends,
    FileFormat.TRF: _trf_ends,
    FileFormat.DECISIONS: _decisions_end,
}
"""Whether a text of the format may end where it ends (rule 3)."""
