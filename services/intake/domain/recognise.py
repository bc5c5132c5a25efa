"""Which format a file has, told from its content; a name is a wish, not a fact.

Rules kept here:

1. Only the first `WINDOW` bytes decide, so the answer costs the same for every file.
2. USEBIO is XML whose root element is USEBIO, in any encoding that XML allows; a document whose root lies beyond the
   window counts when its DOCTYPE says so.
3. PBN is a line `% PBN`, or tag pairs of the kind that a deal has (PBN 2.1 §2.4, §3.3), or such text between `<PBN>`
   and `</PBN>` in another document (§6.2). Chess games in PGN have the same syntax and other tags.
4. An ACBLscore game file begins with the length of its master table, nearly always 0x0a12, and the string `AC3` behind
   its own length. One of the two lengths may be another one: a reader goes by the letters.
5. TRF is lines that begin with an identifier of three characters, among them a player (001), a team (310) or the
   tournament's name (012).
6. A file of decisions is a JSON object that says of itself `"kibitz": "decisions"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from contracts.base import FileFormat
from contracts.codes import Code
from contracts.codes.intake import EMPTY, TOO_LARGE, UNKNOWN_FORMAT
from services.intake.domain.markup import read_prolog
from services.intake.domain.text import as_text, encoding_of, is_binary

WINDOW = 65_536
"""How much of a file is looked at, in bytes."""

_ACBLSCORE_LENGTHS, _ACBLSCORE = b"\x12\x0a\x03", b"AC3"
_UNPACK = "Unpack it and send the files in it; Kibitz does not open archives."
_SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive or an office document", _UNPACK),
    (b"PK\x05\x06", "an empty ZIP archive", _UNPACK),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ", "an xz archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", None),
    (b"\xff\xd8\xff", "a JPEG image", None),
    (b"GIF8", "a GIF image", None),
    (b"%PDF-", "a PDF document", None),
    (b"\xd0\xcf\x11\xe0", "an office document of the older kind", None),
    (b"\x00\x01\x00\x00Standard ", "an Access database, as bridge table terminals use", None),
    (b"SQLite format 3\x00", "an SQLite database", None),
    (b"\x7fELF", "a program", None),
    (b"MZ", "a program", None),
)

_PBN_LINE = re.compile(r"%[ \t]*PBN\b", re.IGNORECASE)
_TAG = re.compile(r"^[ \t]*\[\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\"", re.MULTILINE)
_DEAL_TAGS = {"Deal", "Dealer", "Vulnerable"}
_PBN_TAGS = _DEAL_TAGS | {
    "North",
    "East",
    "South",
    "West",
    "Declarer",
    "Contract",
    "Scoring",
    "Auction",
    "Play",
    "DealId",
    "HomeTeam",
    "VisitTeam",
    "Score",
    "ScoreIMP",
    "ScoreMP",
    "ScoreTable",
    "TotalScoreTable",
    "OptimumResultTable",
    "PairNS",
}
_PBN_OR_PGN_TAGS = {"Event", "Site", "Date", "Board", "Round", "Result", "Section", "Table", "Room", "Stage"}
_PGN_TAGS = {"White", "Black", "FEN", "ECO", "WhiteElo", "BlackElo", "SetUp", "PlyCount"}

_TRF_LINE = re.compile(r"(?:[0-9]{3}|XX[A-Z]|BB[A-Z]|[A-Z]{3}|###)(?:[ \t]|$)")
_TRF_STRONG = re.compile(r"001 [ 0-9]{3}[0-9](?: |$)|310 [ 0-9]{2}[0-9](?: |$)|012 +\S")
_TRF_LINES = 200
_DECISIONS = re.compile(r'"kibitz"\s*:\s*"decisions"')
_LIN = re.compile(r"\s*(?:pn|vg|md|qx|rs|st|bt|%)\|", re.IGNORECASE)


@dataclass(frozen=True)
class Recognition:
    """What a file is, and why.

    Attributes:
        format: `UNKNOWN` when it is none of them.
        reason: one sentence for a person.
        code: why it is refused; None when it is not.
        advice: what to do, where it is more than the code's own advice.
        certain: more bytes at the end would not make it anything else.
    """

    format: FileFormat
    reason: str
    code: Code | None = None
    advice: str | None = None
    certain: bool = False


def too_large(size: int, limit: int) -> Recognition:
    """A file that nobody looks into; both numbers are in bytes."""
    return Recognition(FileFormat.UNKNOWN, f"The file has {size} bytes; this intake takes {limit}", TOO_LARGE)


def recognise(head: bytes, size: int) -> Recognition:
    """Tell the format of a file.

    Args:
        head: its first bytes, at least `WINDOW` of them or all.
        size: of the whole file, in bytes.
    """
    head = head[:WINDOW]
    if not size:
        return Recognition(FileFormat.UNKNOWN, "The file has no bytes", EMPTY)
    if not head.strip(b"\0 \t\r\n\v\f"):
        return _blank(head, size)
    if _is_acblscore(head):
        return Recognition(FileFormat.ACBLSCORE, "It begins with the master table of an ACBLscore game file")
    for signature, what, advice in _SIGNATURES:
        if head.startswith(signature):
            return Recognition(FileFormat.UNKNOWN, f"It is {what}", UNKNOWN_FORMAT, advice, certain=True)
    if is_binary(head):
        return _unknown("It is binary data of an unknown kind")
    text = as_text(head, encoding_of(head)).lstrip("\ufeff \t\r\n\v\f")
    return _markup(text, len(head) < size) or _pbn(text) or _trf(text) or _other(text)


def _unknown(reason: str, advice: str | None = None) -> Recognition:
    return Recognition(FileFormat.UNKNOWN, reason, UNKNOWN_FORMAT, advice)


def _blank(head: bytes, size: int) -> Recognition:
    what = "zero bytes" if not head.strip(b"\0") else "white space"
    if len(head) < size:
        return _unknown(f"Its first {len(head)} bytes are nothing but {what}")
    return Recognition(FileFormat.UNKNOWN, f"The file holds nothing but {what}", EMPTY)


def _is_acblscore(head: bytes) -> bool:
    """Rule 4: the letters, and one of the two lengths before them."""
    master, letters = _ACBLSCORE_LENGTHS[:2], _ACBLSCORE_LENGTHS[2:]
    return head[3:6] == _ACBLSCORE and (head[:2] == master or head[2:3] == letters)


def _markup(text: str, cut: bool) -> Recognition | None:
    """USEBIO, or PBN inside a page; None for what does not begin like markup."""
    prolog = read_prolog(text)
    if (prolog.root or "").upper() == "USEBIO":
        return Recognition(FileFormat.USEBIO, "Its root element is USEBIO")
    if "<PBN>" in text:
        return Recognition(FileFormat.PBN, "It is a document with PBN between <PBN> and </PBN>")
    if prolog.root is not None:
        return _unknown(f"It is markup whose root element is {prolog.root[:40]}, not USEBIO")
    if not prolog.cut:
        return None
    if (prolog.doctype or "").upper() == "USEBIO":
        return Recognition(FileFormat.USEBIO, "Its document type is USEBIO")
    where = f"lies beyond the first {WINDOW} bytes" if cut else "is missing: the file ends before it"
    return _unknown(f"It begins like XML, but its root element {where}")


def _pbn(text: str) -> Recognition | None:
    if _PBN_LINE.match(text):
        return Recognition(FileFormat.PBN, "It begins with the line % PBN")
    tags = {found.group(1) for found in _TAG.finditer(text)}
    chess = bool(tags & _PGN_TAGS) and not tags & _DEAL_TAGS
    if tags & _PBN_TAGS and not chess:
        return Recognition(FileFormat.PBN, "It has the tag pairs of PBN")
    if chess:
        return _unknown("It has the tag pairs of PGN, the notation of chess games", "Send the tournament's TRF.")
    if tags & _PBN_OR_PGN_TAGS and text.startswith(("[", "%", ";", "{")):
        return Recognition(FileFormat.PBN, "It has the tag pairs of PBN")
    return None


def _trf(text: str) -> Recognition | None:
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip()][:_TRF_LINES]
    strong = next((line[:3] for line in lines if _TRF_STRONG.match(line)), None)
    alike = sum(_TRF_LINE.match(line) is not None for line in lines)
    if strong is None or alike * 2 < len(lines):
        return None
    return Recognition(FileFormat.TRF, f"It has records of TRF, the first that decides is {strong}")


def _other(text: str) -> Recognition:
    if _LIN.match(text):
        return _unknown("It looks like LIN", "Send the event's results as USEBIO; LIN is read inside them.")
    if text.startswith("{") and _DECISIONS.search(text):
        return Recognition(FileFormat.DECISIONS, "It is a file of decisions")
    if text.startswith(("{", "[")):
        return _unknown("It looks like JSON")
    return _unknown("It is text, but in none of the formats")
