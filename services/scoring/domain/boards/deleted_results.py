"""A result that stated match points still count, and that the file no longer shows, told by the gaps that it left.

Rules kept here, found in ACBLscore's files:

1. After a result has been made a late play, or one that was not played, the match points of the others stay as they
   were until the section is scored again: with one score more on the board.
2. That score gave each other one 1, ½ or nothing, before factoring. Where stated points of every line are those of one
   of the three, and the lines agree with each other, it was lower than the first, equal to the second, and higher than
   the third.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.standings import ScoredBoard
from shared.bridge.boards.matchpoints import MatchpointScale, neuberg
from shared.bridge.rounding import ACBLSCORE

_POINTS = re.compile(r"[+-]?\d{1,5}", re.ASCII)
_GIVES = (Fraction(1), Fraction(1, 2), Fraction(0))
FEWEST = 3
"""Scores from which a gap says anything."""

Bounds = tuple[int | None, int | None]
"""Scores of North-South: higher than the first and lower than the second, or the same twice; None for no bound."""


def gone_result(board: ScoredBoard) -> Bounds | None:
    """Between which scores the result was that the stated points of a board count; None where they do not show one."""
    whole = [line for line in board.lines if _POINTS.fullmatch(line.score)]
    others = [line for line in board.lines if not _POINTS.fullmatch(line.score)]
    shown = [line for line in others if line.stated_ns is not None or line.ns_points is not None]
    if (
        board.top is None
        or len(whole) < FEWEST
        or len(shown) == len(others)
        or any(line.agrees is False for line in shown)
    ):
        return None
    ns = _bounds([int(line.score) for line in whole], [line.stated_ns for line in whole], board.top)
    # A line whose sides have other scores states East-West's from North-South's point of view, too.
    of_ew = [line.ew_score if _POINTS.fullmatch(line.ew_score or "") else line.score for line in whole]
    ew = _bounds([-int(score or 0) for score in of_ew], [line.stated_ew for line in whole], board.top)
    if ns is None or ew is None:
        return None
    lows = [low for low in (ns[0], -ew[1] if ew[1] is not None else None) if low is not None]
    highs = [high for high in (ns[1], -ew[0] if ew[0] is not None else None) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _bounds(scores: Sequence[int], stated: Sequence[Decimal | None], top: Decimal) -> Bounds | None:
    """What the stated points of one side say of the score that is gone (rule 2)."""
    low: int | None = None
    high: int | None = None
    for score, points in zip(scores, stated, strict=True):
        wins = sum((Fraction(other < score) + Fraction(other == score) / 2 for other in scores), Fraction(-1, 2))
        gives = next((each for each in _GIVES if _match_points(wins + each, len(scores) + 1, top) == points), None)
        if gives is None:
            return None
        if gives != 1:
            low = score if low is None else max(low, score)
        if gives != 0:
            high = score if high is None else min(high, score)
    return (low, high) if low is None or high is None or low <= high else None


def _match_points(wins: Fraction, actual: int, top: Decimal) -> Fraction:
    return ACBLSCORE.apply(neuberg(wins, actual, int(top) + 1, MatchpointScale.AMERICAN))


def words_of(bounds: Bounds) -> str:
    """The bounds as people say them."""
    low, high = bounds
    if low is not None and low == high:
        return f"of {low}"
    if low is None or high is None:
        return f"below {high}" if low is None else f"above {low}"
    return f"between {low} and {high}"
