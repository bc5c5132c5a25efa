"""What the matches of an event give: the way that fits what files state of them."""

from collections.abc import Sequence
from fractions import Fraction

from services.scoring.domain.boards.line_methods import agrees, detect
from services.scoring.domain.matches.inferred_scale import infer_scale
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
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

Side = tuple[Fraction | None, Fraction | None]


Fit = tuple[list[Raw], MatchMethod]


def fit_matches(scheme: Scheme, matches: Sequence[Match], pools: Sequence[list[Raw]]) -> tuple[Fit, bool]:
    """The way that gives most of what the matches state, and whether it is another than the standard one.

    Victory points of a scale that the file does not name are read from the file itself when no known scale gives all
    but one match, or nine out of ten; those of a scale that is not known here always are. Where no match states any, no
    way is found.
    """

    def missed(way: Fit) -> int:
        raws, method = way
        pairs = zip(matches, raws, strict=True)
        return sum(missed_by(match, method.score(raw)) for match, raw in pairs if raw.complete)

    methods = _candidates(scheme, halves=any(match.half for match in matches))
    ways = [(raws, method) for method in methods for raws in pools]
    best, detected = detect(missed, ways[0], ways[1:])
    raws, method = best
    stated = None if scheme.vp_scale is None else scale_name(scheme.vp_scale)
    named = method.given is not None or (method.scale is not None and method.scale == stated)
    compared = [(m.fact, r) for m, r in zip(matches, raws, strict=True) if r.complete and m.fact and m.away]
    fits = method.scale is not None and missed(best) <= max(1, len(compared) // 10)
    if method.unit != "vps" or named or fits or not compared:
        return best, detected
    inferred = infer_scale(
        (raw.length, margin, Fraction(points))
        for fact, raw in compared
        for margin, points in ((raw.home, fact.home_score), (raw.away, fact.away_score))
        if margin is not None and points is not None
    )
    return (raws, MatchMethod("vps", inferred=inferred)), bool(inferred.table)


def _candidates(scheme: Scheme, *, halves: bool) -> list[MatchMethod]:
    """What a match may give, the standard first; several only where the file leaves it open."""
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


def agreed_with(match: Match, computed: Side) -> bool | None:
    """Whether what is stated of a match is what was computed; None where there is nothing to compare."""
    fact = match.fact
    if fact is None:
        return None
    checks = [agrees(fact.home_score, computed[0]), agrees(fact.away_score, computed[1])]
    known = [check for check in checks if check is not None]
    return all(known) if known else None


def missed_by(match: Match, computed: Side) -> bool:
    """Whether a method does not give what is stated: it gives something else, or nothing."""
    stated = match.fact is not None and match.fact.home_score is not None
    return stated and (computed[0] is None or agreed_with(match, computed) is False)
