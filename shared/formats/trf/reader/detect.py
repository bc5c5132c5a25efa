"""Which dialect a file is written in, by its records and by where their blanks fall.

Rules kept here:

1. A record that only one of draft and final has speaks for it: 340, and 330 with F, H or Z in column 5, for the draft;
   142, 152, 162, 172, 182, 192, 222, 240, 260, 362, comments with ``###``, and 330 with a sign in column 5, for the
   final.
2. A record that both have in other columns speaks for the one whose columns it fits, when it does not fit the other's:
   numbers end at the last column of their field, and what lies between fields is blank.
3. The dialect with more records that speak for it is the file's; the final when both have as many. Without any, the
   file is TRF16, with the XX or BB records that it has; XX where XXS says the points, whatever BB records repeat.
4. A single record that fits only the other dialect is read by that one's columns, and the reader says so.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from shared.formats.trf.columns import BOTH_WAYS, LAYOUTS, Layout
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.values import is_decimal, is_whole

FINAL_ONLY = frozenset({"142", "152", "162", "172", "182", "192", "222", "240", "260", "362", "###"})
_EXTENSIONS = frozenset({"202", "212", "250", "299", "300", "310", "320", "352", "801", "802"})
_SIGNS = frozenset({"+-", "-+", "--"})


@dataclass
class Evidence:
    """What the records of a file say about its dialect: how many speak for the draft and for the final."""

    draft: int = 0
    final: int = 0
    codes: set[str] = field(default_factory=set)

    @property
    def dialect(self) -> Dialect:
        """The dialect by rule 3."""
        if self.draft > self.final:
            return Dialect.DRAFT_2024
        if self.final or self.codes & _EXTENSIONS:
            return Dialect.TRF26
        if "XXS" not in self.codes and any(code.startswith("BB") for code in self.codes):
            return Dialect.TRF16_BB
        return Dialect.TRF16_XX if any(code.startswith("XX") for code in self.codes) else Dialect.TRF16


def detect(lines: Iterable[str]) -> Evidence:
    """Weigh the lines of a file."""
    evidence = Evidence()
    for line in lines:
        code = line[:3]
        if code == "001" or code.isspace():
            continue
        evidence.codes.add(code)
        speaks_for = spoken_for(code, line)
        if speaks_for is Dialect.DRAFT_2024:
            evidence.draft += 1
        elif speaks_for is Dialect.TRF26:
            evidence.final += 1
    return evidence


def spoken_for(code: str, line: str) -> Dialect | None:
    """The dialect that one record speaks for; None when it could be of either."""
    if code in BOTH_WAYS:
        is_final = code == "299" and line[4:5].upper() in ("W", "D", "L")
        return Dialect.TRF26 if is_final else _by_blanks(code, line)
    signs = line[4:6] in _SIGNS
    if code in FINAL_ONLY or (code == "330" and signs):
        return Dialect.TRF26
    bye = code == "330" and line[4:5].upper() in ("F", "H", "Z") and line[5:6] in ("", " ")
    return Dialect.DRAFT_2024 if bye or (code == "340" and signs) else None


def _by_blanks(code: str, line: str) -> Dialect | None:
    draft = fits(LAYOUTS[Dialect.DRAFT_2024][code], line)
    final = fits(LAYOUTS[Dialect.TRF26][code], line)
    if draft == final:
        return None
    return Dialect.DRAFT_2024 if draft else Dialect.TRF26


def fits(layout: Layout, line: str) -> bool:
    """Whether a line is laid out like this: blank between the fields, whole numbers at the right of theirs."""
    line = line.replace("\t", " ").rstrip()
    at = 3
    for entry in layout.fields:
        if line[at : entry.first - 1].strip():
            return False
        text = line[entry.first - 1 : entry.last]
        if (entry.kind == "whole" and not _right(text)) or (
            entry.kind == "decimal" and not is_decimal(text, blank=True)
        ):
            return False
        at = entry.last
    repeat = layout.repeat
    if repeat is None:
        return not line[at:].strip()
    for column in range(repeat.first, len(line) + 1, repeat.step):
        if line[at : column - 1].strip() or not _right(line[column - 1 : column - 1 + repeat.width]):
            return False
        at = column - 1 + repeat.width
    return True


def _right(text: str) -> bool:
    return not text.strip() or (is_whole(text.strip()) and text == text.rstrip())
