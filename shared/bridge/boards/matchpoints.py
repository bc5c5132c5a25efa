"""Match points on a board: comparison, factoring and artificial scores (Law 78A; EBU White Book; ACBLscore).

Rules kept here:

1. A score wins 2 for each lower score of its own side in the same group, 1 for each equal, 0 for each higher
   (PBN ``MP1``), or half of each (PBN ``MP2``). Counting runs over a frequency table, never over pairs of scores.
2. A score's own entry is in the table, so its match points are 2 * below + equal - 1. A weighted ruling enters each
   of its results with its weight; each result is match-pointed by the same formula and the results are averaged
   with the weights. Everybody else's match points move with it.
3. North-South and East-West are scored against their own tables: they mirror each other unless a ruling is split.
4. Groups (fouled boards) are compared within themselves and then factored to the number of scores expected on the
   board. Artificial scores are in nobody's table; they are worth a percentage of the factored top.
5. A group with a single result cannot be compared: both sides get an artificial 60 % (EBU; found in ACBLscore's
   own files too). Without factoring, that needs artificial scores beside it, of which there is a top.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from shared.bridge.boards.artificial_scores import Artificial, matchpoint_value
from shared.bridge.boards.board_line import BoardLine, Count, SideScore, Weighted, components
from shared.bridge.boards.frequency_table import FrequencyTable, frequency_table
from shared.bridge.rounding import EXACT, RoundingFamily

_SINGLE_RESULT_PERCENT = 60
_SMALL_GROUP = 3


class MatchpointScale(Enum):
    """What a win against one other score is worth."""

    EUROPEAN = 2
    """2-1-0: PBN ``MP1``, USEBIO, EBU."""

    AMERICAN = 1
    """1-½-0: PBN ``MP2``, ACBL."""

    def top(self, scores: Count) -> Fraction:
        """Return the most that a score can win when there are `scores` scores; 0 when there is no other."""
        if isinstance(scores, int):
            return _whole_top(max(0, scores - 1) * self.value)
        return max(Fraction(0), (scores - 1) * self.value)


_whole_top = lru_cache(maxsize=16_384)(Fraction)
"""Boards of an event have one top, or a few."""


class FactoringMethod(StrEnum):
    """How a group with another number of scores than expected is brought to the board's top."""

    NONE = "none"
    """No factoring: the top of each group is by its own number of scores."""

    NEUBERG = "neuberg"
    """Neuberg's formula for every group of two or more."""

    NEUBERG_EBU = "neuberg-ebu"
    """Neuberg's formula with fixed percentages for two or three scores that are at most a third of those expected."""

    SCALE = "scale"
    """Plain proportion: match points times factored top over own top."""

    AVERAGE = "average"
    """Each score that is missing counts as half a win for everybody, as if it were equal to every other."""

    WHOLE_FIELD = "whole-field"
    """A score is compared with its own entry too, as if the field were endless: (M + 1)/2A on the 2-1-0 scale."""


def compare(score: int | Weighted, table: FrequencyTable, scale: MatchpointScale) -> Fraction:
    """Return the match points of a score within its own side and group, before factoring (Law 78A, Law 12C1c)."""
    return Fraction(sum(table.wins(points) * weight for points, weight in components(score))) * scale.value / 2


def neuberg(matchpoints: Fraction, actual: Count, expected: int, scale: MatchpointScale) -> Fraction:
    """Factor match points by Neuberg's formula (EBU White Book; ACBLscore on the 1-½-0 scale).

    On the 2-1-0 scale it is (E/A)(M + 1) - 1, on the other (E/A)(m + ½) - ½: the field is thought of as E expected
    scores with the same distribution as the A that exist.
    """
    half_win = Fraction(scale.value, 2)
    return Fraction(expected) / actual * (matchpoints + half_win) - half_win


def small_group_percent(matchpoints: Fraction, actual: Count, scale: MatchpointScale) -> Fraction:
    """Return the percentage that a group too small for Neuberg gets (EBU White Book, groups of two and three).

    Two scores get 65 and 55 %, three get 70, 60 and 50 %; equal scores share. A single score gets 60 %.
    """
    wins = matchpoints * 2 / scale.value
    return 60 + 5 * (wins - (actual - 1))


def factor(
    matchpoints: Fraction, actual: Count, expected: int, scale: MatchpointScale, method: FactoringMethod
) -> Fraction:
    """Bring match points within a group of `actual` scores to the top of the board; see `FactoringMethod`."""
    if method is FactoringMethod.NONE:
        return matchpoints
    if method in (FactoringMethod.WHOLE_FIELD, FactoringMethod.AVERAGE):
        halves = 1 if method is FactoringMethod.WHOLE_FIELD else expected - actual
        return matchpoints + Fraction(halves) * scale.value / 2
    top = scale.top(expected)
    if actual <= 1:
        return matchpoint_value(_SINGLE_RESULT_PERCENT, top)
    if method is FactoringMethod.SCALE:
        return matchpoints * top / scale.top(actual)
    if method is FactoringMethod.NEUBERG_EBU and actual <= _SMALL_GROUP and 3 * actual <= expected:
        return matchpoint_value(small_group_percent(matchpoints, actual, scale), top)
    return neuberg(matchpoints, actual, expected, scale)


class LineMatchpoints(NamedTuple):
    """Match points of one line, in the unit of the scale used, and the most that either side could have won."""

    ns: Fraction | None
    ew: Fraction | None
    top_ns: Fraction
    top_ew: Fraction


Worth = Callable[[int, int], Fraction]
"""What a number of wins is worth in a group of a number of scores, rounded; both whole."""


@lru_cache(maxsize=256)
def _worth_of(expected: int, scale: MatchpointScale, factoring: FactoringMethod, rounding: RoundingFamily) -> Worth:
    """What wins are worth on boards of one kind: an event has hundreds of boards, and few kinds of them."""

    @lru_cache(maxsize=16_384)
    def worth(wins: int, count: int) -> Fraction:
        within = Fraction(wins * scale.value, 2)
        return rounding.apply(factor(within, count, expected, scale, factoring))

    return worth


class _SideScorer:
    """Scores one side of a board; equal scores in the same group are worked out once."""

    def __init__(
        self,
        scores: Iterable[tuple[int, SideScore, int]],
        expected: int,
        scale: MatchpointScale,
        factoring: FactoringMethod,
        rounding: RoundingFamily,
    ) -> None:
        by_group: dict[int, list[tuple[SideScore, int]]] = {}
        for group, score, count in scores:
            by_group.setdefault(group, []).append((score, count))
        self._scored = {
            group: sum(count for score, count in entries if score is not None) for group, entries in by_group.items()
        }
        self._tables = {group: frequency_table(entries) for group, entries in by_group.items()}
        self._expected = expected
        self._scale = scale
        self._factoring = factoring
        self._rounding = rounding
        self._worth = _worth_of(expected, scale, factoring, rounding)
        self.tops = {group: self._top(group, table) for group, table in self._tables.items()}
        self._known: dict[int, dict[SideScore, Fraction | None]] = {group: {} for group in self._tables}

    def _top(self, group: int, table: FrequencyTable) -> Fraction:
        if self._factoring is FactoringMethod.NONE:
            return self._scale.top(self._scored[group] if self._stands_alone(group) else table.count)
        if self._factoring is FactoringMethod.WHOLE_FIELD:
            return self._scale.top(table.count + 1)
        return self._scale.top(self._expected)

    def matchpoints(self, group: int, score: SideScore) -> Fraction | None:
        known = self._known[group]
        try:
            return known[score]
        except KeyError:
            return known.setdefault(score, self._work_out(group, score))

    def _stands_alone(self, group: int) -> bool:
        """Whether artificial scores leave at most one result in a group that is not factored (rule 5)."""
        count = self._tables[group].count
        return self._factoring is FactoringMethod.NONE and count <= 1 and self._scored[group] > count

    def _work_out(self, group: int, score: SideScore) -> Fraction | None:
        if score is None:
            return None
        top = self.tops[group]
        if isinstance(score, Artificial):
            value = matchpoint_value(score.percent, top)
        else:
            table = self._tables[group]
            if self._stands_alone(group):
                return self._rounding.apply(matchpoint_value(_SINGLE_RESULT_PERCENT, top))
            if isinstance(score, int) and isinstance(table.count, int):
                # Without a weighted ruling in the group every number is whole.
                return self._worth(int(table.wins(score)), table.count)
            within = compare(score, table, self._scale)
            value = factor(within, table.count, self._expected, self._scale, self._factoring)
        return self._rounding.apply(value)


def expected_scores(lines: Iterable[BoardLine]) -> int:
    """Return how many scores the lines stand for, artificial ones included: E when nothing else states it."""
    return sum(line.count for line in lines if line.scored)


def score_board(
    lines: Sequence[BoardLine],
    *,
    expected: int | None,
    scale: MatchpointScale,
    factoring: FactoringMethod,
    rounding: RoundingFamily = EXACT,
) -> list[LineMatchpoints]:
    """Match-point one board, with one result for each line, in the order of the lines.

    Args:
        lines: the board's lines, in any order.
        expected: the number of scores the board should have, artificial ones and all groups included: what the
            session's full top is by. None takes the number of lines that have a score.
        scale: 2-1-0 or 1-½-0.
        factoring: how groups with fewer (or more) scores are brought to the board's top.
        rounding: the rounding family of the program that is followed.

    Raises:
        ValueError: when `expected` is below 1.
    """
    if not lines:
        return []
    if expected is None:
        expected = max(1, expected_scores(lines))
    if expected < 1:
        raise ValueError(f"a board expects at least one score, not {expected}")
    ns_scores = ((line.group, line.ns, line.count) for line in lines)
    ew_scores = ((line.group, line.ew, line.count) for line in lines)
    ns_side = _SideScorer(ns_scores, expected, scale, factoring, rounding)
    ew_side = _SideScorer(ew_scores, expected, scale, factoring, rounding)
    known: dict[tuple[int, SideScore, SideScore], LineMatchpoints] = {}

    def matchpoints(line: BoardLine) -> LineMatchpoints:
        key = (line.group, line.ns, line.ew)
        found = known.get(key)
        if found is None:
            group, ns, ew = key
            found = known[key] = LineMatchpoints(
                ns_side.matchpoints(group, ns), ew_side.matchpoints(group, ew), ns_side.tops[group], ew_side.tops[group]
            )
        return found

    return [matchpoints(line) for line in lines]
