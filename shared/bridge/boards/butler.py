"""Butler scoring: each score is IMPed against a datum (EBU White Book 4.2.4; PBN 2.1 ``Butler``, ``Butler-2``).

Rules kept here:

1. The datum is the mean of the scores, or their median (PBN ``Median``), of one side in one group of the board.
2. Dropping extreme scores first is not standard: every program has its own rule, so the rule is a parameter.
3. The datum is rounded to the nearest 10; an exact 5 goes away from zero, which is where the average lies (EBU), or to
   the even ten (ACBLscore's manual: 425 becomes 420, and 435 becomes 440). Some programs cut it towards zero.
4. Each side is IMPed against its own datum; without a split ruling the two datums are opposite. IMPs of a board
   need not sum to 0.
5. A weighted ruling counts in the datum with its weights; its IMPs are the weighted mean of the IMPs of its results.
6. A board with fewer results than expected needs no factoring: multiplying all frequencies leaves the mean as it is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from shared.bridge.boards.artificial_scores import Artificial, artificial_imps
from shared.bridge.boards.board_line import BoardLine, Count, SideScore, components, frequencies
from shared.bridge.boards.imps import LineImps, imps
from shared.bridge.rounding import half_away_from_zero


class DatumAverage(StrEnum):
    """Which middle of the scores the datum is."""

    MEAN = "mean"
    MEDIAN = "median"


@dataclass(frozen=True, slots=True)
class Trim:
    """How many scores are left out at each end before a mean is taken.

    Attributes:
        steps: pairs of a number of scores and how many to drop at each end from that number on, rising.
        proportion: share of the scores to drop at each end; added to what the steps drop.
        nearest: whether that share is rounded to the nearest whole number, a half up; else down.
    """

    steps: tuple[tuple[int, int], ...] = ()
    proportion: Fraction = Fraction(0)
    nearest: bool = False

    def at_each_end(self, count: int | Fraction) -> int:
        """Return how many of `count` scores to drop at each end; 0 when nothing would be left."""
        dropped = 0
        for from_count, drop in self.steps:
            if count < from_count:
                break
            dropped = drop
        share = self.proportion * count + (Fraction(1, 2) if self.nearest else 0)
        dropped += share.numerator // share.denominator
        return dropped if 2 * dropped < count else 0


NO_TRIM = Trim()
"""Every score counts: EBU, PBN ``Butler``."""

DROP_BEST_AND_WORST = Trim(steps=((3, 1),))
"""The two extreme scores do not count: PBN ``Butler-2``."""

STEPPED = Trim(steps=((4, 1), *((11 + 15 * step, 2 + step) for step in range(400))))
"""One at each end from 4 scores, two from 11, and one more for each further 15 (a program's own rule)."""

TEN_PERCENT = Trim(proportion=Fraction(1, 10))
"""A tenth at each end (a setting of Bridgemate's control software)."""

TWENTIETH = Trim(proportion=Fraction(1, 20))
TWENTIETH_NEAREST = Trim(proportion=Fraction(1, 20), nearest=True)
"""5 % at each end, which is what ACBLscore leaves out unless it is told otherwise; its manual does not say how it
rounds the number of scores."""


@dataclass(frozen=True, slots=True)
class DatumRule:
    """How the datum of a board is made.

    Attributes:
        trim: which extreme scores are left out of a mean.
        step: the datum is rounded to a multiple of this many points; None leaves it exact.
        to: an exact half goes "away" from zero or to the "even" multiple; "cut" takes the multiple towards zero.
    """

    average: DatumAverage = DatumAverage.MEAN
    trim: Trim = NO_TRIM
    step: int | None = 10
    to: Literal["away", "even", "cut"] = "away"


Rising = list[tuple[int, Count]]


def _without_lowest(rising: Rising, dropped: int) -> Rising:
    left: Count = dropped
    kept: Rising = []
    for points, weight in rising:
        gone = min(left, weight)
        left -= gone
        if weight > gone:
            kept.append((points, weight - gone))
    return kept


def _mean(field: Rising) -> Fraction:
    return Fraction(sum(points * weight for points, weight in field)) / sum(weight for _, weight in field)


def _median(rising: Rising) -> Fraction:
    half = Fraction(sum(weight for _, weight in rising)) / 2
    reached: Count = 0
    lower: int | None = None
    for points, weight in rising:
        reached += weight
        if lower is None and reached >= half:
            lower = points
        if lower is not None and reached > half:
            return Fraction(lower + points, 2)
    raise ValueError("a median needs at least one score")


def datum(scores: Iterable[tuple[SideScore, int]], rule: DatumRule) -> Fraction | None:
    """Return the datum of the scores of one side, in points; None when there is no real score."""
    rising = sorted(frequencies(scores).items())
    if not rising:
        return None
    if rule.average is DatumAverage.MEDIAN:
        exact = _median(rising)
    else:
        dropped = rule.trim.at_each_end(sum(weight for _, weight in rising))
        rest = _without_lowest(rising, dropped)
        rest = _without_lowest(rest[::-1], dropped)
        exact = _mean(rest)
    if rule.step is None:
        return exact
    if rule.to == "away":
        return half_away_from_zero(exact, rule.step)
    steps = exact / rule.step
    # round() takes an exact half to the even number.
    return Fraction((int(steps) if rule.to == "cut" else round(steps)) * rule.step)


def butler_imps(
    score: SideScore, against: Fraction | None, *, cap: int | None = None, average_plus: int = 3
) -> Fraction | None:
    """Return the IMPs of one side's score against its datum, both from its own point of view.

    Swings above `cap` count as `cap`; average plus is worth 2 or 3 by regulation.
    """
    if isinstance(score, Artificial):
        return artificial_imps(score, average_plus)
    if score is None or against is None:
        return None
    return sum(
        (imps(points - against, cap=cap) * Fraction(weight) for points, weight in components(score)), Fraction(0)
    )


@dataclass(frozen=True, slots=True)
class ButlerBoard:
    """IMPs of each line, in the order of the lines, and North-South's datum of each group, in points."""

    lines: list[LineImps]
    datums_ns: dict[int, Fraction | None]


def score_butler_board(
    lines: Sequence[BoardLine],
    rule: DatumRule,
    *,
    cap: int | None = None,
    average_plus: int = 3,
    stated_datum: Fraction | int | None = None,
) -> ButlerBoard:
    """Score one board against its datum; `cap` and `average_plus` as in `butler_imps`.

    A datum that the file states (USEBIO ``DATUM``), or that experts set, is North-South's; then none is computed.
    """
    groups: dict[int, list[BoardLine]] = {}
    for line in lines:
        groups.setdefault(line.group, []).append(line)
    datums_ns: dict[int, Fraction | None] = {}
    datums_ew: dict[int, Fraction | None] = {}
    for group, members in groups.items():
        if stated_datum is not None:
            datums_ns[group], datums_ew[group] = Fraction(stated_datum), -Fraction(stated_datum)
        else:
            datums_ns[group] = datum(((line.ns, line.count) for line in members), rule)
            datums_ew[group] = datum(((line.ew, line.count) for line in members), rule)

    known: dict[tuple[SideScore, Fraction | None], Fraction | None] = {}

    def award(score: SideScore, against: Fraction | None) -> Fraction | None:
        key = (score, against)
        if key not in known:
            known[key] = butler_imps(score, against, cap=cap, average_plus=average_plus)
        return known[key]

    scored = [LineImps(award(line.ns, datums_ns[line.group]), award(line.ew, datums_ew[line.group])) for line in lines]
    return ButlerBoard(scored, datums_ns)
