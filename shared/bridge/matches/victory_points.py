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

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from contracts.facts import ScaleTable
from shared.bridge.matches.wbf_victory_points import MOST_BOARDS, continuous, discrete
from shared.bridge.rounding import half_away_from_zero

Pair = tuple[Decimal, Decimal]


class ScaleDataError(ValueError):
    """Data that does not describe a victory point scale; the message says which part is wrong."""


@dataclass(frozen=True, slots=True)
class ImpChart:
    """One chart of an IMP scale.

    Attributes:
        fewest: fewest boards of a match to which it applies.
        most: most boards.
        margins: the first margin of each row in IMPs, rising from 0.
        values: the winner's and the loser's victory points of each row.
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
    """One chart of a percentage scale.

    Attributes:
        fewest: fewest boards of a match to which it applies.
        most: most boards.
        up_to: the greatest percentage that is worth `middle`, `middle` + 1, ...
        middle: the victory points of a draw.
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
    """A victory point scale for margins in IMPs.

    Attributes:
        name: its name in files and settings.
        award_whole: from whole IMPs and boards to both sides' victory points; None for a length it does not cover.
    """

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


def _whole(value: object, what: str) -> int:
    if type(value) is not int:
        raise ScaleDataError(f"{what} is no whole number: {value!r}")
    return value


def _decimal(value: object, what: str) -> Decimal:
    try:
        number = Decimal(value) if isinstance(value, str | int) else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite():
        raise ScaleDataError(f"{what} is no number (write decimals as text): {value!r}")
    return number


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list | tuple) or not value:
        raise ScaleDataError(f"{what} is no list, or empty")
    return list(value)


def _boards(chart: Mapping[str, Any], what: str) -> tuple[int, int]:
    bounds = _list(chart.get("boards"), f"{what}.boards")
    if len(bounds) != 2:
        raise ScaleDataError(f"{what}.boards needs the fewest and the most boards")
    fewest, most = (_whole(bound, f"{what}.boards") for bound in bounds)
    if not 1 <= fewest <= most:
        raise ScaleDataError(f"{what}.boards does not rise from 1 or more")
    return fewest, most


def _rising(values: list[Any], what: str) -> None:
    if any(after <= before for before, after in pairwise(values)):
        raise ScaleDataError(f"{what} does not rise")


def _imp_chart(chart: Mapping[str, Any], what: str) -> ImpChart:
    margins: list[int] = []
    values: list[Pair] = []
    for place, row in enumerate(_list(chart.get("rows"), f"{what}.rows")):
        where = f"{what}.rows[{place}]"
        cells = _list(row, where)
        if len(cells) != 3:
            raise ScaleDataError(f"{where} needs a margin, the winner's and the loser's victory points")
        margins.append(_whole(cells[0], where))
        values.append((_decimal(cells[1], where), _decimal(cells[2], where)))
    if margins[0] != 0:
        raise ScaleDataError(f"{what}.rows starts at {margins[0]} IMPs and not at 0")
    _rising(margins, f"{what}.rows")
    return ImpChart(*_boards(chart, what), tuple(margins), tuple(values))


def _percent_chart(chart: Mapping[str, Any], what: str, middle: int) -> PercentChart:
    cells = _list(chart.get("up_to"), f"{what}.up_to")
    up_to = [Fraction(_decimal(cell, f"{what}.up_to[{place}]")) for place, cell in enumerate(cells)]
    if len(up_to) != middle:
        raise ScaleDataError(f"{what}.up_to has {len(up_to)} values; a scale with middle {middle} needs as many")
    _rising(up_to, f"{what}.up_to")
    if not 50 <= up_to[0] <= up_to[-1] <= 100:
        raise ScaleDataError(f"{what}.up_to leaves 50 to 100 percent")
    return PercentChart(*_boards(chart, what), tuple(up_to), middle)


def load_scale(data: Mapping[str, Any]) -> ImpScale | PercentScale:
    """Make a scale from parsed data: ``name``, ``unit`` (``imps`` or ``percent``), ``charts``.

    A chart has ``boards`` (fewest, most) and ``rows`` for IMPs or ``up_to`` values for percentages; a percentage scale
    also has ``middle``. Numbers with decimals are texts, so that none is a float.

    Raises:
        ScaleDataError: when a part is missing or wrong; the message names the part.
    """
    name, unit = data.get("name"), data.get("unit")
    if not isinstance(name, str) or not name:
        raise ScaleDataError("name is missing")
    charts = _list(data.get("charts"), "charts")
    for place, chart in enumerate(charts):
        if not isinstance(chart, Mapping):
            raise ScaleDataError(f"charts[{place}] is no table")
    if unit == "imps":
        return ImpScale(
            name, _charted(tuple(_imp_chart(chart, f"charts[{place}]") for place, chart in enumerate(charts)))
        )
    if unit == "percent":
        middle = _whole(data.get("middle"), "middle")
        return PercentScale(
            name, tuple(_percent_chart(chart, f"charts[{place}]", middle) for place, chart in enumerate(charts))
        )
    raise ScaleDataError(f"unit is neither 'imps' nor 'percent': {unit!r}")


def given_scale(table: ScaleTable | None) -> ImpScale | PercentScale | None:
    """Return the scale that an event brings along, or None; as `load_scale`, which its reader has already asked."""
    return None if table is None else load_scale(table.model_dump(mode="json"))


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
        return load_scale(json.loads(text))
    return None
