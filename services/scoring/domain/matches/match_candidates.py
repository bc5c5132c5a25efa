"""The methods that the matches of an event may be scored by."""

from dataclasses import replace
from fractions import Fraction

from services.scoring.domain.matches.inferred_scale import infer_scale
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.matches.played_matches import PlayedMatches
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.matches.board_comparison import BOARD_TOP, BoardMethod
from shared.bridge.matches.teams_of_eight import EightMethod
from shared.bridge.matches.victory_points import SCALE_NAMES, PercentScale, find_scale, scale_name

FOUND_SCALES = ("WBF_DISCRETE", "WBF_CONTINUOUS", "ACBL20", "ACBL30")
"""Scales that are tried where a file names none; the first is USEBIO's default."""

PERCENT_SCALE = "EBU_SWISS_PAIRS"
MULTIPLES = {
    EightMethod.IMP_THEN_ADD: (2, 1),
    EightMethod.ADD_THEN_IMP: (2, 1),
    EightMethod.ADD_THEN_MOD_IMP: (1,),
    EightMethod.XIMPS: (1, 2, 4),
}
"""As how many times its boards a match of larger teams is looked up (`victory_point_boards`; XIMPS: no source says)."""


def match_methods(scheme: Scheme, *, halves: bool) -> list[MatchMethod]:
    """What a match may give, the standard first; several only where the file leaves it open.

    Args:
        scheme: how the event is scored.
        halves: whether there are half matches.
    """
    methods = _methods(scheme, halves=halves)
    if scheme.matches == "pairs" and scheme.lines == "cross_imps" and scheme.match_scoring == "vps":
        return [replace(method, probst=probst) for method in methods for probst in (True, False)]
    return methods


def _methods(scheme: Scheme, *, halves: bool) -> list[MatchMethod]:
    differences = [MatchMethod("imps"), MatchMethod("imps", won=True)]
    multiples = MULTIPLES[scheme.eight] if scheme.larger else (1,)
    given = scheme.given
    if given is not None and isinstance(given, PercentScale) == _by_percentage(scheme):
        net = scheme.tables in BOARD_TOP
        victory = [MatchMethod("vps", given.name, given, tables=tables, halves=False, net=net) for tables in multiples]
    elif scheme.tables not in (None, BoardMethod.IMPS):
        victory = []  # the scales that are known here are for IMPs
    else:
        victory = [
            MatchMethod("vps", scale, halves=own_chart, tables=tables)
            for own_chart in ((True, False) if halves else (False,))
            for tables in multiples
            for scale in _scales(scheme)
        ]
    if scheme.match_scoring == "vps":
        return victory or [MatchMethod("vps")]
    if scheme.match_scoring == "imps":
        return differences
    if scheme.total_unit == "imps":
        # Larger teams name the comparison where other events name what a match gives.
        return [*differences, *victory]
    return [MatchMethod("percent" if _by_percentage(scheme) else scheme.total_unit)]


def _by_percentage(scheme: Scheme) -> bool:
    """Whether the boards of a match make a percentage: match points have a top."""
    return scheme.matches == "pairs" and scheme.unit == "match_points"


def _scales(scheme: Scheme) -> list[str]:
    stated = None if scheme.vp_scale is None else scale_name(scheme.vp_scale)
    if _by_percentage(scheme):
        known = find_scale(stated) if stated in SCALE_NAMES else None
        return [stated] if isinstance(known, PercentScale) and stated else [PERCENT_SCALE]
    if stated is None:
        return list(FOUND_SCALES)
    return [stated] if stated in SCALE_NAMES else []


def inferred_method(scheme: Scheme, played: PlayedMatches, method: MatchMethod) -> tuple[MatchMethod, bool] | None:
    """A scale of victory points read from the matches themselves, and whether they show any.

    Args:
        scheme: how the event is scored.
        played: its matches.
        method: the best of those that are known.

    Returns:
        None where the file names the scale, where a known one gives all but one match or nine out of ten, or where no
        match can be compared.
    """
    stated = None if scheme.vp_scale is None else scale_name(scheme.vp_scale)
    named = method.given is not None or (method.scale is not None and method.scale == stated)
    if method.unit != "vps" or named:
        return None
    pairs = zip(played.matches, played.sums(method), strict=True)
    compared = [(match.fact, raw) for match, raw in pairs if raw.complete and match.fact and match.away]
    fits = method.scale is not None and played.misses(method) <= max(1, len(compared) // 10)
    if fits or not compared:
        return None
    inferred = infer_scale(
        (raw.length, margin, Fraction(points))
        for fact, raw in compared
        for margin, points in ((raw.home, fact.home_score), (raw.away, fact.away_score))
        if margin is not None and points is not None
    )
    return MatchMethod("vps", inferred=inferred, probst=method.probst), bool(inferred.table)
