"""The ways of scoring that are tried on the boards of an event, by what its file says of them."""

from collections.abc import Mapping

from contracts.base import FileFormat
from services.scoring.domain.imp_methods import AGGREGATE, BUTLER, CROSS_IMPS
from services.scoring.domain.method import CANDIDATES, LineMethod, default_method

WAYS: Mapping[str, tuple[LineMethod, ...]] = {
    "match_points": CANDIDATES, "butler_imps": BUTLER, "cross_imps": CROSS_IMPS, "aggregate": AGGREGATE,
}  # fmt: skip
"""By the board scoring of an event; the first of each is the standard one."""

UNITS: Mapping[str, str] = {
    "match_points": "match_points", "butler_imps": "imps", "cross_imps": "imps", "imps": "imps",
    "aggregate": "points", "pab": "points", "bam": "points", "hybrid": "points", "vps": "vps", "percentage": "percent",
    "ximps": "imps", "imp_then_add": "imps", "add_then_imp": "imps", "add_then_mod_imp": "imps",
}  # fmt: skip
"""The unit of points and totals by method of scoring."""


def standard_way(scoring: str, file_format: FileFormat) -> LineMethod | None:
    """What programs of a format do unless a file shows otherwise; None for a scoring that compares no lines."""
    if scoring == "match_points":
        return default_method(file_format)
    return WAYS[scoring][0] if scoring in WAYS else None
