"""Which way a file match-pointed its boards, found by trying each way on the stated points.

Files rarely say whether boards with fewer results were factored, by which rule, and to which top. Each candidate is a
published rule; the one with the fewest differences is taken, the earlier one when two fit equally. What was taken is
said in the standings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.base import FileFormat
from shared.bridge.board_line import BoardLine
from shared.bridge.matchpoints import FactoringMethod, LineMatchpoints, MatchpointScale, expected_scores, score_board
from shared.bridge.rounding import ACBLSCORE, EXACT, RoundingFamily

SAMPLE = 40
"""Boards that are tried at the most; a method shows on the first boards that need factoring."""


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

    scale: MatchpointScale
    factoring: FactoringMethod
    rounding: RoundingFamily = EXACT
    field_top: bool = True

    def score(self, lines: Sequence[BoardLine], field: int) -> list[LineMatchpoints]:
        """Match-point one board.

        Args:
            lines: of the board.
            field: the largest number of results on any board that is scored with it.
        """
        expected = max(field, expected_scores(lines)) if self.field_top else None
        return score_board(lines, expected=expected, scale=self.scale, factoring=self.factoring, rounding=self.rounding)

    @property
    def scale_text(self) -> str:
        """The scale as people say it."""
        return "2-1-0" if self.scale is MatchpointScale.EUROPEAN else "1-½-0"


EBU = MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG_EBU)
ACBL = MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG, ACBLSCORE)

CANDIDATES: tuple[MatchpointMethod, ...] = (
    EBU,
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NONE),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.NEUBERG_EBU, field_top=False),
    MatchpointMethod(MatchpointScale.EUROPEAN, FactoringMethod.SCALE),
    ACBL,
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG_EBU),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NONE),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG_EBU, field_top=False),
    MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.SCALE),
)


def default_method(file_format: FileFormat) -> MatchpointMethod:
    """What programs of this format do unless a file shows otherwise."""
    return ACBL if file_format is FileFormat.ACBLSCORE else EBU


@dataclass(frozen=True)
class BoardSample:
    """A board with what its file states: for each line North-South's and East-West's points."""

    lines: tuple[BoardLine, ...]
    stated: tuple[tuple[Decimal | None, Decimal | None], ...]
    field: int


def agrees(stated: Decimal | None, exact: Fraction | None) -> bool | None:
    """Whether a stated number is an exact one as printed: within half a unit of its last place.

    Returns:
        None when either is missing.
    """
    if stated is None or exact is None:
        return None
    exponent = stated.as_tuple().exponent
    unit = Fraction(10) ** (exponent if isinstance(exponent, int) and exponent < 0 else 0)
    if exponent == 0 and exact.denominator != 1:
        return False
    return abs(Fraction(stated) - exact) <= unit / 2


def misses(method: MatchpointMethod, samples: Iterable[BoardSample]) -> int:
    """How many stated points a method does not give."""
    wrong = 0
    for sample in samples:
        for points, (ns, ew) in zip(method.score(sample.lines, sample.field), sample.stated, strict=True):
            wrong += agrees(ns, points.ns) is False
            wrong += agrees(ew, points.ew) is False
    return wrong


def detect(samples: Sequence[BoardSample], default: MatchpointMethod) -> tuple[MatchpointMethod, bool]:
    """Find the method that fits the stated points best.

    Returns:
        The method, and whether any stated points decided between methods.
    """
    telling = _telling(samples)
    if not telling:
        return default, False
    best, fewest = default, misses(default, telling)
    scores = [fewest]
    for candidate in CANDIDATES:
        if candidate == default:
            continue
        wrong = misses(candidate, telling)
        scores.append(wrong)
        if wrong < fewest:
            best, fewest = candidate, wrong
    return best, len(set(scores)) > 1


def _telling(samples: Sequence[BoardSample]) -> list[BoardSample]:
    """The boards that tell methods apart best: those with another number of results than the field come first."""
    stated = [sample for sample in samples if any(ns is not None or ew is not None for ns, ew in sample.stated)]
    stated.sort(key=lambda sample: expected_scores(sample.lines) == sample.field)
    return stated[:SAMPLE]
