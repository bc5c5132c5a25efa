"""What a line of a traveller is worth to one of its sides, with the numbers that this follows from.

Rules kept here:

1. The points are those that were scored; the numbers beside them are worked out again from the scores on the board.
   Where these give something else, such as for a ruling that is worth what the file states, the line says "as stated".
2. Numbers that equal scores share are worked out once for each side of a group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from contracts.explanation import Comparison, Outcome
from services.scoring.domain.boards.adjusted_averages import follows_own_averages
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.imp_methods import STANDARD, ButlerMethod, CrossImpMethod
from services.scoring.domain.boards.line_methods import LineMethod, MatchpointMethod
from services.scoring.domain.method.scoring_method import ScoringMethod
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import Count, SideScore, Weighted, components, frequencies
from shared.bridge.boards.butler import datum
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.boards.imps import imps
from shared.bridge.boards.matchpoints import FactoringMethod, LineMatchpoints, expected_scores, factor

_SMALL_GROUP = 3

_GroupSide = tuple[BoardKey, int, bool]
"""A board, a group of its lines that are compared with each other, and whether it is about North-South."""


@dataclass
class LineNumbers:
    """The numbers behind the points of lines, by one method.

    Attributes:
        method: compares the lines of a board with each other; None where the points are those stated.
        sizes: for each board the number of results that it is brought to.
        averages: of which boards awards by name follow the average; None where they do not.
    """

    method: LineMethod | None
    sizes: Mapping[BoardKey, int]
    averages: Literal["session", "match"] | None = None
    _fields: dict[_GroupSide, dict[int, Count]] = field(default_factory=dict)
    _datums: dict[_GroupSide, Fraction | None] = field(default_factory=dict)

    def of(self, board: Board, number: int, worth: LineMatchpoints, *, ns: bool) -> dict[str, Any]:
        """The fields of an `ExplainedLine` that say what a line is worth and why.

        Args:
            board: that was played.
            number: of the line on it.
            worth: what was scored.
            ns: for North-South, or East-West.
        """
        line, method = board.lines[number], self.method
        points, top = (worth.ns, worth.top_ns) if ns else (worth.ew, worth.top_ew)
        score = line.ns if ns else line.ew
        made: dict[str, Any] = {"points": points, "top": top if top > 0 else None}
        if points is None:
            return {**made, "rule": "no score"}
        if method is None or score is None:
            return {**made, "rule": "as stated"}
        if isinstance(score, Artificial):
            grade = next((grade for line, side, grade in board.awards if (line, side) == (number, ns)), None)
            if grade is not None and self.averages is not None:
                made |= {"award": grade.value, "average_of": self.averages}
            awarded = _award(score, points, top, method, by_name=grade is not None)
            return {**made, **awarded, **({"times": self._comparisons(board, number, ns=ns)} if top <= 0 else {})}
        key = (board.key, line.group, ns)
        if key not in self._fields:
            self._fields[key] = frequencies(_scores(board, line.group, ns=ns))
        weights = self._fields[key]
        numbers: dict[str, Any]
        again: Fraction | None
        if isinstance(method, MatchpointMethod):
            numbers, again = self._match_points(board, score, weights, method)
        elif isinstance(method, ButlerMethod):
            numbers, again = self._butler(board, key, score, method)
        elif isinstance(method, CrossImpMethod):
            numbers, again = self._cross(board, score, weights, method)
        else:
            numbers, again = {"rule": "aggregate"}, Fraction(score) if isinstance(score, int) else None
        again = None if again is None else method.rounding.apply(again)
        if again != points:
            return {**made, "rule": "as stated"}
        return {**made, **numbers, **_rounded(method)}

    def _match_points(
        self, board: Board, score: int | Weighted, weights: Mapping[int, Count], method: MatchpointMethod
    ) -> tuple[dict[str, Any], Fraction]:
        expected = max(1, expected_scores(board.lines))
        if method.field_top:
            expected = max(self.sizes[board.key], expected)
        lower = equal = Fraction(0)
        for points, weight in components(score):
            lower += weight * Fraction(sum(times for other, times in weights.items() if other < points))
            equal += weight * Fraction(weights[points] - 1)
        actual, scale = sum(weights.values()), method.scale
        within = (2 * lower + equal) * scale.value / 2
        numbers = {
            "rule": _factoring(method.factoring, actual, expected),
            "scale": scale.value,
            "lower": lower,
            "equal": equal,
            "scores": Fraction(actual),
            "expected": expected,
            "within": within,
        }
        return numbers, factor(within, actual, expected, scale, method.factoring)

    def _butler(
        self, board: Board, key: _GroupSide, score: int | Weighted, method: ButlerMethod
    ) -> tuple[dict[str, Any], Fraction | None]:
        if key not in self._datums:
            _, group, ns = key
            if method.rule is None and board.datum is not None:
                self._datums[key] = board.datum if ns else -board.datum
            else:
                self._datums[key] = datum(_scores(board, group, ns=ns), method.rule or STANDARD)
        against = self._datums[key]
        if against is None:
            return {"rule": "butler"}, None
        won = sum(
            (imps(points - against, cap=method.cap) * Fraction(weight) for points, weight in components(score)),
            Fraction(0),
        )
        difference = score - against if isinstance(score, int) else None
        outcomes = [] if difference is not None else [Outcome(score=p, share=Fraction(w)) for p, w in components(score)]
        return {
            "rule": "butler",
            "datum": against,
            "difference": difference,
            "outcomes": outcomes,
            "cap": method.cap,
        }, won

    def _comparisons(self, board: Board, number: int, *, ns: bool) -> Fraction | None:
        """How many comparisons an award in IMPs stands for; None for one."""
        method, group = self.method, board.lines[number].group
        if not isinstance(method, CrossImpMethod) or method.average is not CrossAverage.SUM:
            return None
        if method.by_comparisons:
            return Fraction(expected_scores(board.lines) - 1)
        if method.factored and (expected := self.sizes.get(board.key)) is not None:
            return Fraction(expected - 1)
        return Fraction(sum(frequencies(_scores(board, group, ns=ns)).values()))

    def _cross(
        self, board: Board, score: int | Weighted, weights: Mapping[int, Count], method: CrossImpMethod
    ) -> tuple[dict[str, Any], Fraction | None]:
        actual = Fraction(sum(weights.values()))
        total = Fraction(0)
        comparisons: list[Comparison] = []
        for points, share in components(score):
            for other, times in sorted(weights.items(), reverse=True):
                left = Fraction(times) - (1 if other == points and isinstance(score, int) else 0)
                won = imps(points - other, cap=method.cap)
                total += won * left * share
                if left:
                    comparisons.append(Comparison(score=other, times=left * share, imps=won))
        sums = method.average is CrossAverage.SUM
        divisor = None if sums else actual - (1 if method.average is CrossAverage.COMPARISONS else 0)
        numbers: dict[str, Any] = {"comparisons": tuple(comparisons), "rule": "cross-imps", "cap": method.cap}
        expected = self.sizes.get(board.key) if method.factored else None
        results = expected_scores(board.lines)
        if method.by_comparisons and len({line.group for line in board.lines}) > 1 and actual > 1:
            numbers |= {"rule": "cross-imps by comparisons", "scores": actual, "expected": results}
            return numbers, total * (results - 1) / (actual - 1)
        if expected is not None and actual > 0 and expected != actual:
            again = total * expected / actual
            divisor = None if divisor is None else divisor + expected - actual
            return (
                {
                    **numbers,
                    "rule": "cross-imps in proportion",
                    "scores": actual,
                    "expected": expected,
                    "divisor": divisor,
                },
                again if divisor is None else again / divisor if divisor > 0 else None,
            )
        if divisor is None:
            return numbers, total
        return {**numbers, "divisor": divisor}, total / divisor if divisor > 0 else None


def averages_of(method: ScoringMethod, lines: LineMethod | None) -> Literal["session", "match"] | None:
    """Of which boards awards by name follow the average, where lines are compared by a method."""
    if lines is None or not method.own_averages or not follows_own_averages(lines):
        return None
    return "match" if method.scheme.matches == "pairs" else "session"


def _scores(board: Board, group: int, *, ns: bool) -> Sequence[tuple[SideScore, int]]:
    return [(line.ns if ns else line.ew, line.count) for line in board.lines if line.group == group]


def _award(score: Artificial, points: Fraction, top: Fraction, method: LineMethod, *, by_name: bool) -> dict[str, Any]:
    """An artificial score; its points are exact where they follow from the pair's other boards."""
    if top <= 0:
        plus = method.average_plus if isinstance(method, ButlerMethod | CrossImpMethod) else None
        return {"rule": "award", "percent": score.percent, "average_plus": plus}
    plain = score.percent * top / 100
    if method.rounding.apply(plain) == points:
        return {"rule": "award", "percent": score.percent, **_rounded(method)}
    if by_name:
        return {"rule": "own average", "percent": 100 * points / top}
    return {"rule": "as stated"}


def _rounded(method: LineMethod) -> dict[str, Any]:
    rounding = method.rounding
    return {"rounded_to": rounding.step, "rounded": None if rounding.to == "up" else rounding.to}


def _factoring(method: FactoringMethod, actual: Count, expected: int) -> str:
    """The name of the rule by which a group of scores is brought to the number expected."""
    if method is FactoringMethod.WHOLE_FIELD:
        return "whole field"
    if method is FactoringMethod.NONE or (actual == expected and actual > 1):
        return "match points"
    if actual <= 1 and method is not FactoringMethod.AVERAGE:
        return "single result"
    if method in (FactoringMethod.SCALE, FactoringMethod.AVERAGE):
        return "proportion" if method is FactoringMethod.SCALE else "average"
    if method is FactoringMethod.NEUBERG_EBU and actual <= _SMALL_GROUP and 3 * actual <= expected:
        return "small group"
    return "neuberg"
