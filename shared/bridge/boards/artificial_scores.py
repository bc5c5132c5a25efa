"""Artificial adjusted scores: what they are worth and how files write them (Law 12C2; USEBIO 1.4, 3.1.1 SCORE).

Rules kept here:

1. Average plus is 60 %, average 50 %, average minus 40 % of the board's final top (Law 12C2a): the top after
   factoring to the number of scores expected, not the top of the results that happen to exist.
2. A side that is not at fault and averages more than 60 % on its other boards gets that average instead; a side
   at fault that averages less than 40 % gets that (Law 12C2c). Which boards count is the regulation's: the match
   in Swiss events, the stage in an all-play-all, else the session (EBU White Book 8.80.6).
3. Percentages need not add to 100: 60/60 is a legal ruling and is never repaired.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from shared.bridge.unreadable import UnreadableText, normal, shorten


class Grade(StrEnum):
    """The three artificial awards of Law 12C2."""

    PLUS = "plus"
    AVERAGE = "average"
    MINUS = "minus"


GRADE_PERCENT = {Grade.PLUS: Fraction(60), Grade.AVERAGE: Fraction(50), Grade.MINUS: Fraction(40)}


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score of one side, in per cent of the board's final top, 0 to 100.

    The grade of Law 12C2 is there when it is stated; only then can the side's own average replace it.
    """

    percent: Fraction
    grade: Grade | None = None

    def __post_init__(self) -> None:
        """Refuse a percentage outside 0 to 100."""
        if not 0 <= self.percent <= 100:
            raise ValueError(f"an artificial score is 0 to 100 percent, not {self.percent}")


AVERAGE_PLUS = Artificial(GRADE_PERCENT[Grade.PLUS], Grade.PLUS)
AVERAGE = Artificial(GRADE_PERCENT[Grade.AVERAGE], Grade.AVERAGE)
AVERAGE_MINUS = Artificial(GRADE_PERCENT[Grade.MINUS], Grade.MINUS)


def matchpoint_value(percent: Fraction | int, top: Fraction | int) -> Fraction:
    """Return the match points of an artificial score (Law 12C2a): `percent` of the board's final `top`."""
    return Fraction(percent) * top / 100


def imp_value(grade: Grade, imps: Fraction | int) -> Fraction:
    """Return the IMPs of an award where average plus is worth `imps`: 3 in team matches (Law 86A), 2 or 3 in pairs."""
    sign = {Grade.PLUS: 1, Grade.AVERAGE: 0, Grade.MINUS: -1}[grade]
    return Fraction(imps) * sign


def artificial_imps(score: Artificial, imps: Fraction | int) -> Fraction | None:
    """Return the IMPs of an artificial score: of a grade, or of 60, 50 or 40 percent.

    None for another percentage: no rule says what 63 percent are in IMPs.
    """
    if score.grade is not None:
        return imp_value(score.grade, imps)
    for grade, percent in GRADE_PERCENT.items():
        if score.percent == percent:
            return imp_value(grade, imps)
    return None


def own_average(boards: Iterable[tuple[Fraction | int, Fraction | int]]) -> Fraction | None:
    """Return a side's percentage on its other boards, from score and top of each (Law 12C2c); None without a board.

    Boards with an artificial score that itself waits for this average are left out by the caller.
    """
    scored, possible = Fraction(0), Fraction(0)
    for score, top in boards:
        scored += score
        possible += top
    return 100 * scored / possible if possible > 0 else None


def awarded_percent(grade: Grade, average: Fraction | None) -> Fraction:
    """Return what an award is worth to a side with this percentage on its other boards (Law 12C2c); None is unknown."""
    plain = GRADE_PERCENT[grade]
    if average is None:
        return plain
    if grade is Grade.PLUS:
        return max(plain, average)
    if grade is Grade.MINUS:
        return min(plain, average)
    return plain


@dataclass(frozen=True, slots=True)
class ArtificialPair:
    """The artificial scores of both sides as one text states them; a side the text says nothing about is None."""

    ns: Artificial | None
    ew: Artificial | None


@dataclass(frozen=True, slots=True)
class ParsedArtificial:
    """Every reading of an artificial score's text, most likely first; more than one reading is ambiguous."""

    candidates: tuple[ArtificialPair, ...]

    @property
    def pair(self) -> ArtificialPair | None:
        """The reading, or None when the text is ambiguous."""
        return self.candidates[0] if len(self.candidates) == 1 else None


ADJUSTED = frozenset({"ADJ", "ADJUSTED", "ADJUST", "ART", "ARTIFICIAL", "ARB", "AS", "DIR", "RULING"})
"""Words for a score that the director gave, without saying what it is worth."""

NOT_PLAYED = frozenset({"NP", "N/P", "NOT PLAYED", "NO PLAY", "NOPLAY", "NOT_PLAYED"})
"""Words for a board that was not played."""

_NUMBER = r"\d{1,3}(?:\.\d{1,6})?"
_WORD = r"(?:A|AA|AS|AVE?|AVG|ADJ|ADJUSTED|ART|ARB)?\s*"
_BOTH = re.compile(rf"{_WORD}({_NUMBER})(?:\s*%?\s*[/:,-]\s*|\s*%\s*|\s+)({_NUMBER})\s*%?", re.ASCII)
_ONE = re.compile(rf"{_WORD}({_NUMBER})\s*%", re.ASCII)
_RUN = re.compile(r"A\s*(\d{2,6})", re.ASCII)
_GRADE = r"(?:AVERAGE|AVE|AVG|AV|A)\s*\.?\s*(PLUS|MINUS|[+=-]|(?<!A))"
_GRADES = re.compile(rf"{_GRADE}(?:\s*/?\s*{_GRADE})?", re.ASCII)
_SHORT_PAIR = re.compile(r"A(?:VE?|VG)?([+=-])/?([+=-])", re.ASCII)
_SIGNS = {
    "+": AVERAGE_PLUS,
    "PLUS": AVERAGE_PLUS,
    "-": AVERAGE_MINUS,
    "MINUS": AVERAGE_MINUS,
    "=": AVERAGE,
    "": AVERAGE,
}


def _percent(text: str) -> Artificial | None:
    value = Fraction(text)
    return Artificial(value) if value <= 100 else None


def _split_run(digits: str) -> tuple[ArtificialPair, ...]:
    """Read the digits of ``A6040`` in every way that gives two whole percentages.

    A split that needs a leading zero (``A5500`` as 55 and 00) counts only when there is no split without one.
    """
    plain: list[ArtificialPair] = []
    padded: list[ArtificialPair] = []
    for cut in range(len(digits) - 1, 0, -1):
        left, right = digits[:cut], digits[cut:]
        if len(left) > 3 or len(right) > 3:
            continue
        ns, ew = _percent(left), _percent(right)
        if ns is None or ew is None:
            continue
        canonical = all(part == "0" or not part.startswith("0") for part in (left, right))
        (plain if canonical else padded).append(ArtificialPair(ns, ew))
    if len(digits) == 2:
        # Two digits may also be one percentage, that of North-South alone.
        plain.append(ArtificialPair(_percent(digits), None))
    return tuple(plain or padded)


def is_artificial(text: str) -> bool:
    """Whether a text is an artificial score that can be read, or a word for one."""
    try:
        return text.upper() in ADJUSTED or bool(parse_artificial(text).candidates)
    except UnreadableText:
        return False


def parse_artificial(text: str) -> ParsedArtificial:
    """Read an artificial adjusted score.

    ``A6040`` is North-South's percentage and then East-West's (USEBIO 1.4, 3.1.1). Readers also meet ``60%``, ``Ave+``,
    ``A+/A-``, ``A60/40``. ``A737`` can be 73 and 7 or 7 and 37, so both readings come back. A text that speaks of one
    side (``60%``, ``Ave+``) leaves the other None; ``Ave`` alone means both sides.

    Raises:
        UnreadableText: code ``artificial-form`` when it has not the shape of an artificial score,
            ``artificial-percent`` when no reading gives percentages from 0 to 100.
    """
    word = normal(text)
    candidates: tuple[ArtificialPair, ...] | None = None
    if found := _SHORT_PAIR.fullmatch(word):
        candidates = (ArtificialPair(_SIGNS[found[1]], _SIGNS[found[2]]),)
    elif found := _GRADES.fullmatch(word):
        first, second = found.groups()
        ns = _SIGNS[first]
        ew = _SIGNS[second] if second is not None else (AVERAGE if ns is AVERAGE else None)
        candidates = (ArtificialPair(ns, ew),)
    elif found := _RUN.fullmatch(word):
        candidates = _split_run(found[1])
    elif found := _BOTH.fullmatch(word):
        left, right = _percent(found[1]), _percent(found[2])
        candidates = (ArtificialPair(left, right),) if left and right else ()
    elif found := _ONE.fullmatch(word):
        single = _percent(found[1])
        candidates = (ArtificialPair(single, None),) if single else ()
    if candidates is None:
        reason = f"{shorten(text)} is not an adjusted score; expected a form like A6040, 60% or Ave+"
        raise UnreadableText("artificial-form", text, reason)
    if not candidates:
        reason = f"{shorten(text)} gives no percentages from 0 to 100"
        raise UnreadableText("artificial-percent", text, reason)
    return ParsedArtificial(candidates)
