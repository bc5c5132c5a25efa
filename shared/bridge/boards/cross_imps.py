"""Cross-IMPs: each score is IMPed against every other score on the board (PBN 2.1 ``Cross``; USEBIO 1.4, 3.1.1).

Rules kept here:

1. X is the sum of the IMPs of all comparisons. A file may state X itself, X divided by the number of scores, or X
   divided by the number of comparisons, which is what USEBIO asks for.
2. The X of all scores on a board sum to 0, whatever the table and the cap.
3. A score's X is counted by the thresholds of the IMP table in a sorted table of the other scores: an IMP is won
   for each threshold that the difference reaches. No loop runs over pairs of scores.
4. A weighted ruling enters the field with its weights; its X is the weighted mean of the X of its results.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from shared.bridge.boards.artificial_scores import Artificial, artificial_imps
from shared.bridge.boards.board_line import BoardLine, Count, SideScore, Weighted, components, frequencies
from shared.bridge.boards.imps import CURRENT, LineImps
from shared.bridge.rounding import half_away_from_zero


class CrossAverage(StrEnum):
    """By what the sum of the comparisons is divided."""

    SUM = "sum"
    """Not at all: PBN ``Cross``."""

    SCORES = "scores"
    """By the number of scores: PBN ``Cross1``."""

    COMPARISONS = "comparisons"
    """By the number of comparisons, one less than scores: PBN ``Cross2``, USEBIO."""


class CrossField:
    """The scores of one side in one group, ready to be compared with."""

    __slots__ = ("_below", "_points", "_thresholds", "count")

    def __init__(self, scores: Iterable[tuple[SideScore, int]], cap: int | None = None) -> None:
        """Sort the scores, each with the number of results it stands for; swings above `cap` count as `cap`."""
        weights = frequencies(scores)
        self._points = sorted(weights)
        self._below: list[Count] = [0, *accumulate(weights[points] for points in self._points)]
        self._thresholds = CURRENT.lower_bounds[:cap]
        self.count = Fraction(self._below[-1])

    def total(self, points: int) -> Fraction:
        """Return X, the sum of IMPs of one score against the whole field."""
        won: Count = 0
        for threshold in self._thresholds:
            won += self._below[bisect_right(self._points, points - threshold)]
            won -= self._below[-1] - self._below[bisect_left(self._points, points + threshold)]
        return Fraction(won)


def cross_total(score: int | Weighted, field: CrossField) -> Fraction:
    """Return X of a score: its IMPs against every other score of its side, summed."""
    return sum((field.total(points) * weight for points, weight in components(score)), Fraction(0))


def averaged(
    total: Fraction, count: Fraction | int, average: CrossAverage, expected: int | None = None
) -> Fraction | None:
    """Bring X, the sum of comparisons, to the form that is stated; None when there is nothing to compare with.

    `count` includes the own score. Where the board should have `expected` scores, all frequencies are first multiplied
    by expected over count (EBU White Book 4.2.4).
    """
    if expected is not None and count > 0:
        total, count = total * expected / count, expected
    if average is CrossAverage.SUM:
        return total
    divisor = Fraction(count) - (1 if average is CrossAverage.COMPARISONS else 0)
    return total / divisor if divisor > 0 else None


def score_cross_board(
    lines: Sequence[BoardLine],
    average: CrossAverage,
    *,
    cap: int | None = None,
    average_plus: int = 2,
    expected: int | None = None,
    by_comparisons: bool = False,
) -> list[LineImps]:
    """Score one board by cross-IMPs, for each line in the order of the lines.

    Args:
        lines: the board's lines, in any order.
        average: the form in which the result is stated.
        cap: the greatest swing of one comparison that counts.
        average_plus: 2 or 3 IMPs by regulation; multiplied by the number of comparisons when the sum is stated.
        expected: see `averaged`.
        by_comparisons: whether a group of a fouled board is brought to the number of comparisons of all its results,
            (results - 1) over (group - 1), as ACBLscore's manual has it for sums.
    """
    ns_scores: dict[int, list[tuple[SideScore, int]]] = {}
    ew_scores: dict[int, list[tuple[SideScore, int]]] = {}
    for line in lines:
        ns_scores.setdefault(line.group, []).append((line.ns, line.count))
        ew_scores.setdefault(line.group, []).append((line.ew, line.count))
    ns_fields = {group: CrossField(scores, cap) for group, scores in ns_scores.items()}
    ew_fields = {group: CrossField(scores, cap) for group, scores in ew_scores.items()}
    known: dict[tuple[bool, int, SideScore], Fraction | None] = {}
    results = sum(line.count for line in lines if line.scored)

    def work_out(score: SideScore, field: CrossField) -> Fraction | None:
        if score is None:
            return None
        if isinstance(score, Artificial):
            worth = artificial_imps(score, average_plus)
            if average is not CrossAverage.SUM or worth is None:
                return worth
            if by_comparisons:
                return worth * (results - 1)
            return worth * (expected - 1 if expected is not None else field.count)
        if by_comparisons and len(ns_fields) > 1 and field.count > 1:
            return cross_total(score, field) * (results - 1) / (field.count - 1)
        return averaged(cross_total(score, field), field.count, average, expected)

    def award(is_ns: bool, group: int, score: SideScore) -> Fraction | None:
        key = (is_ns, group, score)
        if key not in known:
            known[key] = work_out(score, (ns_fields if is_ns else ew_fields)[group])
        return known[key]

    return [LineImps(award(True, line.group, line.ns), award(False, line.group, line.ew)) for line in lines]


_PRECISE = Context(prec=60)


def probst_imps(total: Fraction, scores: int) -> Fraction:
    """Bring the cross-IMPs of one board to the size of a team match's (EBU White Book 3.1.3).

    X / √(r·c/2), where r is the number of scores and c = r - 1 the number of comparisons; to 60 digits.

    Raises:
        ValueError: when there was no comparison.
    """
    if scores < 2:
        raise ValueError(f"cross-IMPs need at least two scores, not {scores}")
    square = scores * (scores - 1) // 2
    root = isqrt(square)
    if root * root == square:
        return total / root
    exact = _PRECISE.divide(Decimal(total.numerator), Decimal(total.denominator))
    return Fraction(_PRECISE.divide(exact, _PRECISE.sqrt(Decimal(square))))


def probst_match_imps(boards: Iterable[tuple[Fraction, int]]) -> int:
    """Return the whole IMPs of a match of cross-IMPs, from X and the number of scores of each board.

    Halves are rounded away from the average (EBU White Book 3.1.3); a teams scale turns them into victory points.
    """
    total = sum((probst_imps(total, scores) for total, scores in boards), Fraction(0))
    return half_away_from_zero(total).numerator
