"""Victory point scales by name, as tables, and as data that an organiser or a file brings along.

Sources: WBF 2013 (by algorithm, `wbf_victory_points`); ACBL 20 and 30 and the EBU's Swiss pairs scale (White Book
3.1.7) as data files beside this module; any other scale as data: ACBLscore stores its table in the game file.
USEBIO 1.4 ``VP_SCALE`` also names BBO VP20, SBU, IRL and ABF. Their tables were not found, so they have no scale
here and their victory points are "not checked", unless a file of decisions gives the table (`contracts.decisions`);
the same holds for match lengths that a table does not cover.

An IMP chart is a list of ``rows``: the first margin, the winner's victory points, the loser's. A percentage chart
is a list of ``up_to`` values: the greatest percentage that is worth 10, 11, ..., 19 (5 to 9 for a half match), and a
percentage on the line goes towards the average. Below 50 % the chart is mirrored. Each pair is looked up by its own
percentage, so the two sides' victory points need not add up to 20 after an adjusted score.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from contracts.facts import ScaleChart, ScaleTable
from shared.bridge.matches.wbf_victory_points import MOST_BOARDS, continuous, discrete
from shared.bridge.rounding import half_away_from_zero

Pair = tuple[Decimal, Decimal]


class ScaleDataError(ValueError):
    """Data that does not describe a victory point scale; the message says which part is wrong."""


@dataclass(frozen=True, slots=True)
class ImpChart:
    """One chart of an IMP scale, for matches of `fewest` to `most` boards.

    From each of the margins in IMPs on, rising from 0, it has the winner's and the loser's victory points.
    """

    fewest: int
    most: int
    margins: tuple[int, ...]
    values: tuple[Pair, ...]

    def award(self, margin: int) -> Pair:
        """Return both sides' victory points for a margin from the first side's point of view."""
        winner, loser = self.values[bisect_right(self.margins, abs(margin)) - 1]
        return (winner, loser) if margin >= 0 else (loser, winner)


@dataclass(frozen=True, slots=True)
class PercentChart:
    """One chart of a percentage scale, for matches of `fewest` to `most` boards.

    `up_to` are the greatest percentages that are worth `middle`, the victory points of a draw, `middle` + 1, ...
    """

    fewest: int
    most: int
    up_to: tuple[Fraction, ...]
    middle: int

    def award(self, percent: Fraction) -> Decimal:
        """Return the victory points of one pair's percentage."""
        if percent < 50:
            return 2 * self.middle - self.award(100 - percent)
        return Decimal(self.middle + bisect_left(self.up_to, percent))


@dataclass(frozen=True, slots=True)
class ImpScale:
    """A victory point scale for margins in whole IMPs; `award_whole` gives None for a length that it does not cover."""

    name: str
    award_whole: Callable[[int, int], Pair | None]

    def award(self, margin: int | Fraction, boards: int) -> Pair | None:
        """Return both sides' victory points for the IMPs by which the first won; None for a length that is not covered.

        A margin that handicaps or rulings made fractional is first rounded to whole IMPs, halves away from zero.
        """
        return self.award_whole(half_away_from_zero(margin).numerator, boards)


@dataclass(frozen=True, slots=True)
class PercentScale:
    """A victory point scale for match percentages (Swiss pairs), with its charts by match length."""

    name: str
    charts: tuple[PercentChart, ...]

    def award(self, percent: Fraction, boards: int) -> Decimal | None:
        """Return the victory points of one pair, or None when the scale does not cover the length."""
        for chart in self.charts:
            if chart.fewest <= boards <= chart.most:
                return chart.award(percent)
        return None


def _charted(charts: tuple[ImpChart, ...]) -> Callable[[int, int], Pair | None]:
    def award(margin: int, boards: int) -> Pair | None:
        for chart in charts:
            if chart.fewest <= boards <= chart.most:
                return chart.award(margin)
        return None

    return award


def _boards(chart: ScaleChart, what: str) -> tuple[int, int]:
    fewest, most = chart.boards
    if not 1 <= fewest <= most:
        raise ScaleDataError(f"{what}.boards does not rise from 1 or more")
    return fewest, most


def _check_rising(values: Sequence[Decimal | int], what: str) -> None:
    if not values:
        raise ScaleDataError(f"{what} is empty")
    if any(after <= before for before, after in pairwise(values)):
        raise ScaleDataError(f"{what} does not rise")


def _imp_chart(chart: ScaleChart, what: str) -> ImpChart:
    margins = tuple(margin for margin, _, _ in chart.rows)
    _check_rising(margins, f"{what}.rows")
    if margins[0] != 0:
        raise ScaleDataError(f"{what}.rows starts at {margins[0]} IMPs and not at 0")
    return ImpChart(*_boards(chart, what), margins, tuple((winner, loser) for _, winner, loser in chart.rows))


def _percent_chart(chart: ScaleChart, what: str, middle: int | None) -> PercentChart:
    up_to = tuple(map(Fraction, chart.up_to))
    if middle is None or len(up_to) != middle:
        raise ScaleDataError(f"{what}.up_to has {len(up_to)} values; a scale with middle {middle} needs as many")
    _check_rising(chart.up_to, f"{what}.up_to")
    if not 50 <= up_to[0] <= up_to[-1] <= 100:
        raise ScaleDataError(f"{what}.up_to leaves 50 to 100 percent")
    return PercentChart(*_boards(chart, what), up_to, middle)


def load_scale(table: ScaleTable) -> ImpScale | PercentScale:
    """Make a scale of its table, or find that which it names; ScaleDataError says what is missing or wrong."""
    if not table.charts and (known := find_scale(table.name)) is not None:
        return known
    if not table.name or not table.charts:
        raise ScaleDataError(f"{'charts are' if table.name else 'name is'} missing")
    charts = [(chart, f"charts[{place}]") for place, chart in enumerate(table.charts)]
    if table.unit == "imps":
        return ImpScale(table.name, _charted(tuple(_imp_chart(chart, what) for chart, what in charts)))
    return PercentScale(table.name, tuple(_percent_chart(chart, what, table.middle) for chart, what in charts))


def given_scale(table: ScaleTable | None) -> ImpScale | PercentScale | None:
    """Return the scale that an event brings along, or None; as `load_scale`, which its reader has already asked."""
    return None if table is None else load_scale(table)


def _covered(award: Callable[[int, int], Pair]) -> Callable[[int, int], Pair | None]:
    def covered(margin: int, boards: int) -> Pair | None:
        return award(margin, boards) if 1 <= boards <= MOST_BOARDS else None

    return covered


def _discrete_half(margin: int, boards: int) -> Pair:
    return discrete(margin, boards, half_match=True)


_ALGORITHMS = {"WBF_CONTINUOUS": continuous, "WBF_DISCRETE": discrete, "WBF_DISCRETE_HALF": _discrete_half}
_DATA = {
    "ACBL20": "acbl20.json",
    "ACBL30": "acbl30.json",
    "EBU_SWISS_PAIRS": "swiss_pairs.json",
    "EBU_SWISS_PAIRS_HALF": "swiss_pairs_half.json",
}
SCALE_NAMES = (*_ALGORITHMS, *_DATA)
"""The names that `find_scale` knows."""

WHOLE_SCALES = tuple(name for name in SCALE_NAMES if not name.endswith("_HALF"))
"""Those of whole matches, by which an event is scored; half matches have their own charts, if there are any."""


def scale_name(text: str) -> str:
    """Return a name in the way that `SCALE_NAMES` are written: programs write ``wbf-discrete`` and ``WBF Discrete``."""
    return "_".join(text.upper().replace("-", " ").split())


@lru_cache(maxsize=64)  # names come from files; a flood of them must not stay in memory
def find_scale(name: str) -> ImpScale | PercentScale | None:
    """Return a scale by its name, as in USEBIO's ``VP_SCALE``; None when its table is not known."""
    if name in _ALGORITHMS:
        return ImpScale(name, _covered(_ALGORITHMS[name]))
    if name in _DATA:
        text = files("shared.bridge").joinpath("data", _DATA[name]).read_text(encoding="utf-8")
        return load_scale(ScaleTable.model_validate_json(text))
    return None


def scale_called(text: str) -> ScaleTable:
    """The table, without charts, that names one of `WHOLE_SCALES`; ScaleDataError where there is none of this name."""
    name = scale_name(text)
    if name not in WHOLE_SCALES:
        raise ScaleDataError(f"there is no scale {text}; there are {', '.join(WHOLE_SCALES)}")
    return ScaleTable(name=name, unit="percent" if isinstance(find_scale(name), PercentScale) else "imps", charts=())
