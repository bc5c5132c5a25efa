"""Whether a file ends where its format lets it end, or in the middle.

Rules kept here:

1. A file that ends in the middle may still be growing, so it deserves a longer wait; it is never refused for that
   here, because the format's reader says better what is missing.
2. USEBIO ends with `</USEBIO>`; PBN inside a page with `</PBN>`; PBN outside a tag pair and outside a comment; TRF at
   the end of a line (each line of TRF ends with CR); an ACBLscore game file has the length that its byte 6 gives.
3. Content that is not recognised may be the beginning of something that is.
"""

from __future__ import annotations

import re

from contracts.base import FileFormat
from services.intake.domain.text import as_text, encoding_of

TAIL = 4_096
"""How much of the end of a file is looked at, in bytes; a multiple of every character's size."""

_USEBIO_END = re.compile(r"</(?:[\w.-]{1,64}:)?USEBIO\s*>", re.IGNORECASE)
_SMALLEST = 2 + 0x0A12
"""An ACBLscore game file with its master table and nothing else, in bytes."""


def ends_whole(file_format: FileFormat, head: bytes, tail: bytes, size: int) -> bool:
    """Whether a file of this format can end where its bytes end.

    Args:
        file_format: as recognised.
        head: its first bytes.
        tail: its last `TAIL` bytes, or all.
        size: of the whole file, in bytes.
    """
    if file_format is FileFormat.UNKNOWN:
        return False
    if file_format is FileFormat.ACBLSCORE:
        return size >= max(_SMALLEST, int.from_bytes(head[6:10], "little"))
    encoding = encoding_of(head)
    text = as_text(tail[-size % 4 :] if size > len(tail) else tail, encoding)
    if file_format is FileFormat.USEBIO:
        return _USEBIO_END.search(text) is not None
    if file_format is FileFormat.TRF:
        return text.rstrip(" \t\x1a").endswith(("\r", "\n"))
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return "</PBN>" in text or "</HTML>" in text.upper()
    return _pbn_ends(text)


def _pbn_ends(text: str) -> bool:
    if text.rfind("{") > text.rfind("}"):
        return False
    last = text.rstrip().rpartition("\n")[2]
    return not last.startswith("[") or last.endswith("]") or text.endswith(("\n", "\r"))
