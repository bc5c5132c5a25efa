"""Ways of scoring the lines of a traveller other than by match points: Butler, cross-IMPs, aggregate.

Each is tried on what a file states, as `method.MatchpointMethod` is: programs differ in which scores the datum leaves
out, by what cross-IMPs are divided, and what an average plus is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from contracts.standings import Method
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.butler import (
    DROP_BEST_AND_WORST,
    NO_TRIM,
    STEPPED,
    TEN_PERCENT,
    TWENTIETH,
    TWENTIETH_NEAREST,
    DatumAverage,
    DatumRule,
    score_butler_board,
)
from shared.bridge.boards.cross_imps import CrossAverage, score_cross_board
from shared.bridge.boards.imps import LineImps
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.rounding import EXACT, RoundingFamily

STANDARD = DatumRule()
"""EBU White Book 4.2.4: the mean of all scores to the nearest 10."""

_NO_TOP = Fraction(0)

_TRIM_WORDS = {
    NO_TRIM: "of all scores",
    DROP_BEST_AND_WORST: "without the best and the worst score",
    STEPPED: "without the extremes, more of them on more scores",
    TEN_PERCENT: "without a tenth at each end",
    TWENTIETH: "without a twentieth at each end",
    TWENTIETH_NEAREST: "without about a twentieth at each end",
}

_STEP_WORDS = {"away": "to the nearest {}", "even": "to the nearest {}, 5 to even", "cut": "cut to a multiple of {}"}


def _points(lines: Sequence[LineImps], rounding: RoundingFamily) -> list[LineMatchpoints]:
    """IMPs have no top."""
    return [
        LineMatchpoints(
            None if line.ns is None else rounding.apply(line.ns),
            None if line.ew is None else rounding.apply(line.ew),
            _NO_TOP,
            _NO_TOP,
        )
        for line in lines
    ]


@dataclass(frozen=True)
class ButlerMethod:
    """A way of Butler scoring.

    Attributes:
        rule: how the datum is made; None takes the one that the file states.
        average_plus: IMPs of an average plus.
        rounding: of each board's IMPs.
        cap: the greatest swing that counts.
    """

    topped: ClassVar[bool] = False

    rule: DatumRule | None
    average_plus: int = 3
    rounding: RoundingFamily = EXACT
    cap: int | None = None

    def score(self, lines: Sequence[BoardLine], field: int, datum: Fraction | None = None) -> list[LineMatchpoints]:
        """Score one board; the size of the field changes nothing, since a mean does not grow with it."""
        rule = self.rule or STANDARD
        stated = datum if self.rule is None else None
        board = score_butler_board(lines, rule, cap=self.cap, average_plus=self.average_plus, stated_datum=stated)
        return _points(board.lines, self.rounding)

    def datum(self, lines: Sequence[BoardLine]) -> Fraction | None:
        """North-South's datum of a board without fouled groups; None without a real score."""
        return score_butler_board(lines, self.rule or STANDARD).datums_ns.get(0)

    def described(self) -> Method:
        """How the board was scored, in words."""
        words, rule = "as stated", self.rule
        if rule is not None:
            middle = "median" if rule.average is DatumAverage.MEDIAN else f"mean {_TRIM_WORDS[rule.trim]}"
            step = "exact" if rule.step is None else _STEP_WORDS[rule.to].format(rule.step)
            words = f"{middle}, {step}"
        return Method(
            board_scoring="butler_imps",
            rounding=self.rounding.name,
            datum=words,
            average_plus=Decimal(self.average_plus),
        )


@dataclass(frozen=True)
class CrossImpMethod:
    """A way of cross-IMP scoring.

    Attributes:
        average: by what the sum of the comparisons is divided.
        factored: whether a board with fewer scores is first brought to the field's number.
        average_plus: IMPs of an average plus.
        rounding: of each board's IMPs.
        by_comparisons: whether the groups of a fouled board are brought to as many comparisons as it has in all.
        cap: the greatest swing of a comparison that counts.
    """

    topped: ClassVar[bool] = False

    average: CrossAverage = CrossAverage.COMPARISONS
    factored: bool = False
    average_plus: int = 2
    rounding: RoundingFamily = EXACT
    by_comparisons: bool = False
    cap: int | None = None

    def score(self, lines: Sequence[BoardLine], field: int, datum: Fraction | None = None) -> list[LineMatchpoints]:
        """Score one board; a datum has no part in it."""
        scored = score_cross_board(
            lines,
            self.average,
            cap=self.cap,
            average_plus=self.average_plus,
            expected=field if self.factored else None,
            by_comparisons=self.by_comparisons,
        )
        return _points(scored, self.rounding)

    def described(self) -> Method:
        """How the board was scored, in words."""
        return Method(
            board_scoring="cross_imps",
            rounding=self.rounding.name,
            average=self.average.value,
            factoring="field" if self.factored else "comparisons" if self.by_comparisons else None,
            average_plus=Decimal(self.average_plus),
        )


@dataclass(frozen=True)
class AggregateMethod:
    """The points of the score themselves; an artificial score has no worth in points."""

    topped: ClassVar[bool] = False

    rounding: RoundingFamily = EXACT

    def score(self, lines: Sequence[BoardLine], field: int, datum: Fraction | None = None) -> list[LineMatchpoints]:
        """Score one board; neither field nor datum has a part in it."""
        sides = ((Fraction(side) if isinstance(side, int) else None for side in (line.ns, line.ew)) for line in lines)
        return _points([LineImps(*both) for both in sides], self.rounding)

    def described(self) -> Method:
        """How the board was scored, in words."""
        return Method(board_scoring="aggregate", rounding=self.rounding.name)


_MIDDLES = (
    (DatumAverage.MEAN, NO_TRIM),
    (DatumAverage.MEAN, DROP_BEST_AND_WORST),
    (DatumAverage.MEAN, STEPPED),
    (DatumAverage.MEAN, TEN_PERCENT),
    (DatumAverage.MEDIAN, NO_TRIM),
)

_RULES = tuple(DatumRule(average, trim, step) for step in (10, None) for average, trim in _MIDDLES)

_CUT = tuple(DatumRule(average, trim, to="cut") for average, trim in _MIDDLES)

_ACBLSCORE = tuple(DatumRule(trim=trim, to="even") for trim in (TWENTIETH, TWENTIETH_NEAREST, NO_TRIM, TEN_PERCENT))

ACBL_DATUM = ButlerMethod(_ACBLSCORE[0])
ACBL_AVERAGE = CrossImpMethod(average_plus=3)
ACBL_TOTAL = CrossImpMethod(CrossAverage.SUM, average_plus=3, by_comparisons=True)
"""ACBLscore's ways by its manual: a datum to the even ten without 5 % at each end, and an average plus of 3 IMPs for
each comparison."""

BUTLER = tuple(ButlerMethod(rule, worth) for rule in (*_RULES, *_ACBLSCORE, *_CUT, None) for worth in (3, 2))
"""The ways of Butler scoring that are tried, the standard one first, a stated datum last."""

CROSS_IMPS = (
    *(
        CrossImpMethod(average, factored, worth)
        for average in (CrossAverage.COMPARISONS, CrossAverage.SCORES, CrossAverage.SUM)
        for factored in ((False, True) if average is not CrossAverage.COMPARISONS else (False,))
        for worth in (2, 3)
    ),
    ACBL_TOTAL,
)
"""The ways of cross-IMP scoring that are tried; USEBIO's average over comparisons first."""

AGGREGATE = (AggregateMethod(),)
