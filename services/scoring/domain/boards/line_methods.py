"""Methods for the lines of a board, those of match-pointing, and how many stated points a method gives.

Files rarely say whether boards with fewer results were factored, by which rule, and to which top. Each candidate is a
published rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, Protocol

from contracts.standings import Method
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import (
    FactoringMethod,
    LineMatchpoints,
    MatchpointScale,
    expected_scores,
    score_board,
)
from shared.bridge.rounding import ACBLSCORE, EXACT, RoundingFamily


class LineMethod(Protocol):
    """A way of scoring the lines of a board against each other; a frozen value, equal to another of the same kind."""

    topped: ClassVar[bool]
    """Whether points are of a top, so that they make a percentage."""

    @property
    def rounding(self) -> RoundingFamily:
        """The rounding of each board's points."""

    def score(self, lines: Sequence[BoardLine], field: int, datum: Fraction | None = None) -> list[LineMatchpoints]:
        """Score one board.

        Args:
            lines: of the board.
            field: the largest number of results on any board that is scored with it.
            datum: North-South's, where the file states it.
        """

    def described(self) -> Method:
        """How the board was scored, in words."""


@dataclass(frozen=True)
class MatchpointMethod:
    """A way of match-pointing.

    Attributes:
        scale: 2-1-0 or 1-½-0.
        factoring: what is done about boards with fewer results.
        rounding: of each board's points.
        field_top: True when a board is brought to the largest number of results of any board, False when each
            board keeps the top of its own number of lines.
    """

    topped: ClassVar[bool] = True

    scale: MatchpointScale
    factoring: FactoringMethod
    rounding: RoundingFamily = EXACT
    field_top: bool = True

    def score(self, lines: Sequence[BoardLine], field: int, datum: Fraction | None = None) -> list[LineMatchpoints]:
        """Match-point one board.

        Args:
            lines: of the board.
            field: the largest number of results on any board that is scored with it.
            datum: has no part in match points.
        """
        expected = max(field, expected_scores(lines)) if self.field_top else None
        return score_board(lines, expected=expected, scale=self.scale, factoring=self.factoring, rounding=self.rounding)

    def described(self) -> Method:
        """How the board was scored, in words."""
        return Method(
            board_scoring="match_points",
            scale="2-1-0" if self.scale is MatchpointScale.EUROPEAN else "1-½-0",
            factoring=self.factoring.value,
            rounding=self.rounding.name,
        )


def adds_up_like_acblscore(method: LineMethod) -> bool:
    """Whether a method goes with ACBLscore's totals, which count every board with the top of its section."""
    return method.topped and method.rounding == ACBLSCORE


def is_doubled(method: LineMethod) -> bool:
    """Whether a score that is beaten is worth two, so that a top is twice the number of other scores."""
    return isinstance(method, MatchpointMethod) and method.scale is MatchpointScale.EUROPEAN


EBU = MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG_EBU)
ACBL = MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG, ACBLSCORE)
ACBL_DOUBLE = MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG, ACBLSCORE)
"""What ACBLscore calls double match points; tried only where a file names it."""

MATCH_POINTS: tuple[MatchpointMethod, ...] = (
    EBU,
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NONE),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG_EBU, field_top=False),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.SCALE),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.AVERAGE),
    ACBL,
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG_EBU),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NONE),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG_EBU, field_top=False),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.SCALE),
)
"""The ways of match-pointing that are tried, the standard one first."""

WHOLE_FIELD = MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.WHOLE_FIELD)
"""Tried only where lines state percentages and no points: printed tables of large events have them so."""


@dataclass(frozen=True)
class BoardSample:
    """A board with what its file states: for each line North-South's and East-West's points, and the datum.

    Attributes:
        percents: what it states in per cent, where it states no points at all.
    """

    lines: tuple[BoardLine, ...]
    stated: tuple[tuple[Decimal | None, Decimal | None], ...]
    field: int
    datum: Fraction | None = None
    percents: tuple[tuple[Decimal | None, Decimal | None], ...] = ()


SINGLE_PRECISION = 4
"""Decimals from which on a program prints the noise of its floating point: then a whole unit is allowed."""


_USUAL = ((2, Decimal("0.01")), (0, Decimal(1)), (1, Decimal("0.1")))
"""How most programs print points: compared in a third of the time that it takes to make a tuple of the digits."""


def places_of(value: Decimal | None) -> int:
    """How many decimals a number is written with; 0 for None."""
    if value is None:
        return 0
    for places, alike in _USUAL:
        if value.same_quantum(alike):
            return places
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def agrees(stated: Decimal | None, exact: Fraction | None, places: int | None = None) -> bool | None:
    """Whether a stated number is an exact one as printed: within half a unit of its last place.

    A whole number is no print of a fraction: programs that write one without decimals write only whole numbers so.

    Args:
        stated: as it is written.
        exact: as it was computed.
        places: decimals that the file writes where it does not drop zeros; those of the number itself when None.

    Returns:
        None when either is missing.
    """
    if stated is None or exact is None:
        return None
    digits = places_of(stated)
    if places is not None and digits < places < SINGLE_PRECISION:
        digits = places
    if digits == 0 and exact.denominator != 1:
        return False
    above, below = stated.as_integer_ratio()
    ours, of = exact.numerator, exact.denominator
    parts: int = 10**digits if digits >= SINGLE_PRECISION else 2 * 10**digits
    return abs(above * of - ours * below) * parts <= below * of


def percent_agrees(stated: Decimal | None, points: Fraction | None, top: Fraction) -> bool | None:
    """Whether a stated percentage is that of the points; programs cut it off or round it at its last place.

    Returns:
        None where either is missing, or points have no top.
    """
    if stated is None or points is None or top <= 0:
        return None
    return abs(Fraction(stated) - points * 100 / top) < Fraction(1, 10 ** places_of(stated))


def printed_rounding(decimals: Iterable[int | None]) -> RoundingFamily | None:
    """The family of programs that add up the points as they print them, rounded half up.

    Args:
        decimals: with how many the points of each board are written at the most; None where none are stated.

    Returns:
        None when no points are stated, or they are written with so many decimals that it makes no difference.
    """
    places = max((places for places in decimals if places is not None), default=SINGLE_PRECISION)
    return None if places >= SINGLE_PRECISION else RoundingFamily(f"printed-{places}", Fraction(1, 10**places))


def wrong_points(points: Sequence[LineMatchpoints], sample: BoardSample) -> int:
    """How many stated points of a board are not those computed."""
    wrong = 0
    known: dict[tuple[int, int], bool] = {}  # equal scores share what is computed of them, and mostly what is stated
    for computed, (ns, ew) in zip(points, sample.stated, strict=True):
        for stated, exact in ((ns, computed.ns), (ew, computed.ew)):
            key = (id(stated), id(exact))
            if key not in known:
                known[key] = agrees(stated, exact) is False
            wrong += known[key]
    for computed, (ns, ew) in zip(points, sample.percents, strict=False):
        wrong += percent_agrees(ns, computed.ns, computed.top_ns) is False
        wrong += percent_agrees(ew, computed.ew, computed.top_ew) is False
    return wrong
