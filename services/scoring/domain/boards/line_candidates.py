"""The methods for lines that an event may be scored by, as its files describe them, and the units of what they give."""

from collections.abc import Mapping
from dataclasses import replace

from contracts.base import FileFormat
from contracts.facts import Facts
from services.scoring.domain.boards.imp_methods import (
    ACBL_AVERAGE,
    ACBL_DATUM,
    ACBL_TOTAL,
    AGGREGATE,
    BUTLER,
    CROSS_IMPS,
    STANDARD,
    ButlerMethod,
    CrossImpMethod,
)
from services.scoring.domain.boards.line_methods import (
    ACBL_DOUBLE,
    CANDIDATES,
    EBU,
    LineMethod,
    MatchpointMethod,
    default_method,
)
from shared.bridge.boards.butler import DROP_BEST_AND_WORST, DatumAverage, DatumRule
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale
from shared.bridge.boards.scoring_fields import scoring_fields

LINE_METHODS: Mapping[str, tuple[LineMethod, ...]] = {
    "match_points": CANDIDATES,
    "butler_imps": BUTLER,
    "cross_imps": CROSS_IMPS,
    "aggregate": AGGREGATE,
    "imps": (*BUTLER, *CROSS_IMPS),
}
"""By the board scoring of an event; the first of each is the standard one. Plain IMPs of pairs may be won by Butler
or by cross-IMPs."""

UNITS: Mapping[str, str] = {
    "match_points": "match_points",
    "butler_imps": "imps",
    "cross_imps": "imps",
    "imps": "imps",
    "aggregate": "points",
    "pab": "points",
    "bam": "points",
    "hybrid": "points",
    "vps": "vps",
    "percentage": "percent",
    "ximps": "imps",
    "imp_then_add": "imps",
    "add_then_imp": "imps",
    "add_then_mod_imp": "imps",
}
"""The unit of points and totals by method of scoring."""

MOST_IMPS = 24
"""Of the table of the laws."""

_NAMED: Mapping[str, Mapping[str, LineMethod]] = {
    "match_points": {
        "mp1": EBU,
        "mp2": MatchpointMethod(MatchpointScale.AMERICAN, FactoringMethod.NEUBERG_EBU),
        "double matchpoints (european)": ACBL_DOUBLE,
    },
    "butler_imps": {
        "butler-2": ButlerMethod(DatumRule(trim=DROP_BEST_AND_WORST)),
        "median": ButlerMethod(DatumRule(DatumAverage.MEDIAN)),
        "mean": ButlerMethod(STANDARD),
        "imps with computed datum": ACBL_DATUM,
    },
    "cross_imps": {
        "cross1": CrossImpMethod(CrossAverage.SCORES),
        "cross2": CrossImpMethod(CrossAverage.COMPARISONS),
        "cross": CrossImpMethod(CrossAverage.SUM),
        "total imps": ACBL_TOTAL,
        "average imps": ACBL_AVERAGE,
    },
}
"""Methods that a field of PBN's Scoring (3.4.12) or the method of a game file names, the one that says more first."""


def standard_method(scoring: str, file_format: FileFormat, fields: frozenset[str] = frozenset()) -> LineMethod | None:
    """The method that holds unless what a file states shows another; None for a scoring that compares no lines.

    Args:
        scoring: of the boards.
        file_format: whose programs have their own habits.
        fields: of PBN's Scoring, or the method of a game file, in lower case.
    """
    named = next((method for field, method in _NAMED.get(scoring, {}).items() if field in fields), None)
    if named is not None:
        return named
    if scoring == "match_points":
        return default_method(file_format)
    return LINE_METHODS[scoring][0] if scoring in LINE_METHODS else None


def line_methods(scoring: str, file_format: FileFormat, facts: Facts) -> list[LineMethod]:
    """The methods that an event may be scored by, the standard one first; none where lines are not compared.

    ACBLscore has a single method for match points. What differs in its files counts results that have been changed or
    taken out since; another method that happens to hit some of them more would put every total wrong.

    Args:
        scoring: of the boards.
        file_format: whose programs have their own habits.
        facts: of the event.
    """
    standard = standard_method(scoring, file_format, scoring_fields(facts.event))
    if standard is None:
        return []
    alone = scoring == "match_points" and file_format == "acblscore"
    others = () if alone else LINE_METHODS.get(scoring, ())
    cap = _cap(facts)
    return [_capped(method, cap) for method in (standard, *(other for other in others if other != standard))]


def _cap(facts: Facts) -> int | None:
    """The greatest swing of a comparison that counts, where a game file states one (its "Max IMP swing").

    24 IMPs are the most that the table has, and what files have where nothing is cut.
    """
    stated = next((detail.value for detail in facts.event.details if detail.name == "MOST_IMPS"), "")
    most = int(stated) if stated.isdecimal() and len(stated) < 4 else 0
    return most if 0 < most < MOST_IMPS else None


def _capped(method: LineMethod, cap: int | None) -> LineMethod:
    if cap is not None and isinstance(method, ButlerMethod | CrossImpMethod):
        return replace(method, cap=cap)
    return method
