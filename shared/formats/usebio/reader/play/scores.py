"""The SCORE of a traveller line: total points, an adjusted score, or something that is not there yet (3.1.3).

Rule 1: the score is North-South's, also in lines that are written from a team's own view (3.3.3).
Rule 2: an artificial score gives North-South's percentage first. One that can be read in several ways is decided by
    what the same line states as points: the side with the greater percentage is the side with more points. Where that
    does not decide, the reading whose percentages come nearest to 100 together counts; so ``A737`` is 73 and 7. A
    finding always says what the other readings are.
Rule 3: a blank score is unknown, never 0 and never an average.
Rule 4: a word that is not known, beside points of both sides and without declarer and tricks, stands for an adjusted
    score; not beside a contract that was passed out, which gives the score.
Rule 5: without a score, or with 0, an adjusted score or a board that was not played may stand in place of the contract.
"""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from contracts.base import NAME_LENGTH, Place
from contracts.codes import usebio as codes
from contracts.facts import UNKNOWN_SCORE, Score, StatedScore, total_points
from shared.bridge.boards.artificial_scores import (
    ADJUSTED,
    NOT_PLAYED,
    Artificial,
    ArtificialPair,
    is_artificial,
    parse_artificial,
)
from shared.bridge.unreadable import UnreadableText
from shared.formats.usebio.report import Report

Kind = Literal["points", "late", "not_played", "not_in_play", "artificial", "unknown"]

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("PASS", "PASSED", "PASSED OUT", "ALL PASS", "P", "AP"), "points"),
    **dict.fromkeys(NOT_PLAYED, "not_played"),
    **dict.fromkeys(("LATE", "LP", "LATE PLAY"), "late"),
    **dict.fromkeys(("SITOUT", "SIT OUT", "SIT-OUT", "BYE"), "not_in_play"),
    **dict.fromkeys(ADJUSTED, "artificial"),
    **dict.fromkeys(("-", "?"), "unknown"),
}


_POINTS = re.compile(r"[+-]?\d{1,6}(?:\.0{1,6})?", re.ASCII)
_THOUSANDS = re.compile("([+-]?[1-9])[,.' \u00a0\u202f]([0-9]{3})")
_BLANK_SIGN = re.compile(r"([+-])\s{1,3}(?=\d)", re.ASCII)


@lru_cache(maxsize=4096)
def plain_points(text: str) -> Score | None:
    """The score that a text of digits gives; None for everything else."""
    plain = _BLANK_SIGN.sub(r"\1", text.replace("\u2212", "-"))
    thousands = _THOUSANDS.fullmatch(plain)  # 1.100, too: a score has no decimals
    if thousands:
        plain = thousands[1] + thousands[2]
    return total_points(int(plain.partition(".")[0])) if _POINTS.fullmatch(plain) else None


@lru_cache(maxsize=512)
def stands_for_score(contract: str) -> bool:
    """Whether what stands in place of a contract says that there was none (rule 5)."""
    kind = _KINDS.get(contract.upper())
    return is_artificial(contract) if kind is None else kind not in ("points", "unknown")


@lru_cache(maxsize=512)
def is_passed_out(contract: str) -> bool:
    """Whether a contract says that all players passed."""
    return _KINDS.get(contract.upper()) == "points"


def score_of_points(stated: StatedScore | None) -> Score:
    """The score of a line without SCORE: aggregate points are the score itself (1.0, 4.8); else it is unknown."""
    if stated is None or stated.unit != "aggregate" or stated.ns is None or stated.ns != -(stated.ew or 0):
        return UNKNOWN_SCORE
    return total_points(int(stated.ns)) if stated.ns == stated.ns.to_integral_value() else UNKNOWN_SCORE


def read_score(
    text: str,
    report: Report,
    place: Place,
    stated: tuple[Decimal | None, Decimal | None],
    who: str = "the line",
    *,
    bare: bool = False,
) -> tuple[Score, Score]:
    """Read a score for both sides.

    Args:
        text: of the element, trimmed.
        report: takes findings.
        place: of the line.
        stated: the points that the line states for North-South and East-West, which decide between two readings.
        who: played, for findings.
        bare: whether the line has neither declarer nor tricks, and was not passed out.
    """
    text = text[:NAME_LENGTH]
    plain = plain_points(text)
    if plain is not None:
        return plain, plain
    if not text:
        return UNKNOWN_SCORE, UNKNOWN_SCORE
    if kind := _KINDS.get(text.upper()):
        score = Score(kind=kind, points=0 if kind == "points" else None, text=text)
        return score, score
    try:
        candidates = parse_artificial(text).candidates
    except UnreadableText as error:
        if bare and None not in stated and not any(map(str.isdigit, text)):
            score = Score(kind="artificial", text=text)
            return score, score
        message = f"the score of {who}: {error}"
        report.add(codes.BAD_SCORE, message, place, stated=text)
        score = Score(kind="unknown", text=text)
        return score, score
    chosen = candidates[0] if len(candidates) == 1 else _choose(text, candidates, stated, report, place, who)
    if chosen.ns is None or chosen.ew is None:
        side = "North-South" if chosen.ew is None else "East-West"
        report.add(
            codes.ONE_SIDED_SCORE,
            f"the adjusted score {text} of {who} gives a percentage for {side} only",
            place,
            stated=text,
        )
    return _side(chosen.ns, text), _side(chosen.ew, text)


def _side(artificial: Artificial | None, text: str) -> Score:
    if artificial is None:
        return Score(kind="unknown", text=text)
    kind: Literal["average", "artificial"] = "average" if artificial.grade is not None else "artificial"
    percent = Decimal(artificial.percent.numerator) / Decimal(artificial.percent.denominator)
    return Score(kind=kind, percent=percent, text=text)


def _percents(pair: ArtificialPair) -> tuple[Fraction, Fraction]:
    ns = pair.ns.percent if pair.ns else Fraction(0)  # every text of several readings speaks of North-South
    return ns, pair.ew.percent if pair.ew else 100 - ns


def _choose(
    text: str,
    candidates: tuple[ArtificialPair, ...],
    stated: tuple[Decimal | None, Decimal | None],
    report: Report,
    place: Place,
    who: str,
) -> ArtificialPair:
    """Rule 2."""
    fitting = list(candidates)
    if stated[0] is not None and stated[1] is not None and stated[0] != stated[1]:
        more = stated[0] > stated[1]
        matching = [pair for pair in candidates if (_percents(pair)[0] > _percents(pair)[1]) == more]
        fitting = matching or fitting
    chosen = min(fitting, key=lambda pair: abs(sum(_percents(pair), Fraction(-100))))
    readings = " or ".join(_in_words(pair) for pair in candidates)
    message = f"the adjusted score {text} of {who} can be {readings}; it was read as {_in_words(chosen)}"
    report.add(codes.AMBIGUOUS_ARTIFICIAL, message, place, stated=text, computed=_in_words(chosen))
    return chosen


def _in_words(pair: ArtificialPair) -> str:
    ns = f"{pair.ns.percent}" if pair.ns else "?"
    ew = f"{pair.ew.percent}" if pair.ew else "?"
    return f"{ns}/{ew}"
