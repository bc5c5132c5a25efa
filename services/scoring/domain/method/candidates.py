"""The methods that the files of an event leave open, choice by choice, the default first.

The documents leave rules open and programs differ. Each candidate is a published rule, or what a program was seen to
do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from services.scoring.domain.boards.adjusted_averages import follows_own_averages
from services.scoring.domain.boards.all_boards import traits_of
from services.scoring.domain.boards.board_list import STATES, STATES_PERCENTS
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
    ACBL,
    ACBL_DOUBLE,
    EBU,
    MATCH_POINTS,
    WHOLE_FIELD,
    LineMethod,
    MatchpointMethod,
    adds_up_like_acblscore,
    places_of,
    printed_rounding,
)
from services.scoring.domain.boards.sections import may_be_apart
from services.scoring.domain.differences.agreement import FEW
from services.scoring.domain.matches.inferred_scale import infer_scale
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.matches.played_matches import PlayedMatches
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, ranks_pairs_of_teams
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.boards.butler import DROP_BEST_AND_WORST, DatumAverage, DatumRule
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale
from shared.bridge.boards.scoring_fields import scoring_fields
from shared.bridge.matches.board_comparison import BOARD_TOP, BoardMethod
from shared.bridge.matches.teams_of_eight import EightMethod
from shared.bridge.matches.victory_points import SCALE_NAMES, PercentScale, find_scale, scale_name
from shared.bridge.rounding import EXACT, HUNDREDTHS, RoundingFamily

LINE_METHODS: Mapping[str, tuple[LineMethod, ...]] = {
    "match_points": MATCH_POINTS,
    "butler_imps": BUTLER,
    "cross_imps": CROSS_IMPS,
    "aggregate": AGGREGATE,
    "imps": (*BUTLER, *CROSS_IMPS),
}
"""By the board scoring of an event; the first of each is the standard one. Plain IMPs of pairs may be won by Butler
or by cross-IMPs."""

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

_PRINTED = (
    *(RoundingFamily("printed-0", Fraction(1)), RoundingFamily("printed-0-even", Fraction(1), "even")),
    *(RoundingFamily(f"cut-{places}", Fraction(1, 10**places), "cut") for places in range(3)),
)
"""How points are printed that have more decimals, tried where files have so many: whole numbers, and cut ones."""

_MOST_IMPS = 24

SIT_OUTS = (50, 60)
"""What sit-outs count in totals by the regulations of clubs, in per cent."""

SCALES = ("WBF_DISCRETE", "WBF_CONTINUOUS", "ACBL20", "ACBL30")
"""Scales that are tried where a file names none; the first is USEBIO's default."""

PERCENT_SCALE = "EBU_SWISS_PAIRS"
MULTIPLES = {
    EightMethod.IMP_THEN_ADD: (2, 1),
    EightMethod.ADD_THEN_IMP: (2, 1),
    EightMethod.ADD_THEN_MOD_IMP: (1,),
    EightMethod.XIMPS: (1, 2, 4),
}
"""As how many times its boards a match of larger teams is looked up, the likeliest first.

Two added matches are as long as both together, and the EBU takes the same for added scores; the modified table is made
for the length itself. For XIMPS no source says.
"""


def field_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether lines are compared within each section, where across the field is not the only possibility."""
    method = scores.scoring_method
    if method is not None and method.lines is not None and may_be_apart(event.facts):
        yield ScoringMethod(event.scheme, apart="section", detected=True)


def line_candidates(event: BridgeEvent) -> list[LineMethod]:
    """How the lines of a board are compared, the standard method first; none where they are not.

    Programs that match-point as the ACBL does have a single method. What differs in their files counts results that
    have been changed or taken out since; another method that happens to hit some of them more would put every total
    wrong.
    """
    scoring = event.scheme.lines or ""
    alone = event.acbl_match_points and scoring == "match_points"
    methods: list[LineMethod] = [ACBL] if alone else [*LINE_METHODS.get(scoring, ())]
    traits = traits_of(event.boards)
    decimals = {of[0]: count for (trait, *of), count in traits.items() if trait == "decimals"}
    if not alone and sum(decimals.values()) > FEW:
        step = Fraction(1, 10 ** max(decimals))
        methods += [
            replace(method, rounding=rounding)
            for method in methods
            if isinstance(method, MatchpointMethod | CrossImpMethod) and method.rounding == EXACT
            for rounding in _PRINTED
            if rounding.step == step
        ]
    if scoring == "match_points" and not alone and STATES_PERCENTS in traits:
        methods.append(WHOLE_FIELD)
    fields = scoring_fields(event.facts.event)
    named = next((method for field, method in _NAMED.get(scoring, {}).items() if field in fields), None)
    if named is not None:
        methods = [named, *(other for other in methods if other != named and not alone)]
    # The greatest swing of a comparison that counts, where a game file states one (its "Max IMP swing"). 24 IMPs are
    # the most that the table of the laws has, and what files have where nothing is cut.
    stated = next((detail.value for detail in event.facts.event.details if detail.name == "MOST_IMPS"), "")
    most = int(stated) if stated.isdecimal() and len(stated) < 4 else 0
    cap = most if 0 < most < _MOST_IMPS else None
    return [replace(m, cap=cap) if isinstance(m, ButlerMethod | CrossImpMethod) else m for m in methods]


def award_candidates(event: BridgeEvent, lines: LineMethod) -> list[bool]:
    """Whether awards follow the pair's other boards: by law, unless points are stated for them that say otherwise."""
    if not follows_own_averages(lines):
        return [False]
    return [False, True] if event.awarded.are_stated else [True]


def match_candidates(scheme: Scheme, *, halves: bool) -> list[MatchMethod]:
    """What a match may give, the standard first; several only where the file leaves it open, or has half matches."""
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
        return list(SCALES)
    return [stated] if stated in SCALE_NAMES else []


def inferred_method(scheme: Scheme, played: PlayedMatches, method: MatchMethod) -> tuple[MatchMethod, bool] | None:
    """A scale of victory points read from the matches themselves, and whether they show any.

    None where the file names the scale, where the best of those that are known, which is `method`, gives all but one
    match or nine out of ten, or where no match can be compared.
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


def unstated_line_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Every method for lines, where no line states its points, so that totals alone can tell."""
    method = scores.scoring_method
    of_boards = event.scheme.total == "boards" and STATES not in traits_of(event.boards)
    if method is not None and method.lines is not None and of_boards:
        yield from (replace(method, lines=lines, detected=True) for lines in line_candidates(event)[1:])


def match_rounding_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether matches of pairs add up exact points or points as printed."""
    method = scores.scoring_method
    if method is not None and event.scheme.matches == "pairs":
        yield from (replace(method, match_rounding=rounding) for rounding in _roundings(event, method))


def match_sum_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether totals add up scores of matches as printed, where these may be fractions; of pairs instead of boards."""
    method, scheme = scores.scoring_method, event.scheme
    if method is None or method.matches is None or scores.method.match_scoring != "imps":
        return
    stated = (score for match in scores.matches for score in (match.stated_home, match.stated_away))
    printed = printed_rounding(places_of(score) for score in stated if score is not None)
    of_pairs = scheme.matches == "pairs" and scheme.total == "boards"
    if of_pairs:
        scheme = replace(scheme, total="matches")
    for rounding in (HUNDREDTHS if of_pairs else EXACT, printed):
        if rounding is not None and scheme.total == "matches":
            yield replace(method, scheme=scheme, score_rounding=rounding, detected=True)


def bye_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether a bye without a stated score is worth something."""
    method = scores.scoring_method
    if method is not None and event.scheme.total == "matches" and scores.method.bye is not None:
        yield from (replace(method, byes=byes) for byes in (True, False))


def total_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """What totals add up: exact points or points as printed, as they are or stretched, penalties in points."""
    method, scheme = scores.scoring_method, event.scheme
    of_boards = scheme.total == "boards" and bool(event.boards)
    if method is None or method.lines is None or not (of_boards or ranks_pairs_of_teams(event)):
        return
    match_points = of_boards and scheme.total_unit == "match_points"
    factorings = _factorings(method.lines) if match_points else [None]
    without_unit = any(
        fact.unit is None and fact.amount and fact.participant_kind == scheme.ranked for fact in event.facts.adjustments
    )
    unclear = any(fact.kind == "carry_forward" and fact.counted is None for fact in event.facts.adjustments)
    penalties = (True, False) if match_points and without_unit else (True,)
    carried = (False, True) if unclear else (False,)
    stretches = (False,) if adds_up_like_acblscore(method.lines) else (False, True)
    choices = product(factorings, stretches, _roundings(event, method), penalties, carried)
    for factored, stretched, rounding, percent, counts in choices:
        yield replace(
            method,
            factored=factored,
            stretched=stretched,
            total_rounding=rounding,
            percent_penalties=percent,
            carried_counts=counts,
            detected=method.detected or rounding is not None or factored is not None,
        )


def sit_out_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether totals count boards that are not played, where some have fewer and most of their totals are wrong.

    A result that names the wrong pair takes a board from one or two, and may be worth as much by chance.
    """
    method = scores.scoring_method
    topped = method is not None and method.lines is not None and method.lines.topped and event.scheme.total == "boards"
    rows = [row for ranking in scores.rankings[:1] for row in ranking.rows if row.agrees is not None]
    most = max((row.boards for row in rows), default=0)
    short = [row.agrees for row in rows if row.boards < most]
    if method is not None and topped and short.count(False) >= max(FEW, len(short) // 2 + 1):
        yield from (replace(method, stretched=True, sit_out=percent, detected=True) for percent in SIT_OUTS)


def _factorings(lines: LineMethod) -> list[FactoringMethod | None]:
    """How totals may be factored where lines are not: some programs print points as they were won."""
    if isinstance(lines, MatchpointMethod) and lines.factoring is FactoringMethod.NONE:
        return [None, FactoringMethod.NEUBERG_EBU, FactoringMethod.NEUBERG]
    return [None]


def ruling_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether what is stated for a line without a score that can be compared is the director's ruling on it."""
    method = scores.scoring_method
    if method is not None and method.lines is not None and event.awarded.rulings:
        yield replace(method, rulings="scored lines")
        yield replace(method, rulings="all lines")


def _roundings(event: BridgeEvent, method: ScoringMethod) -> list[RoundingFamily | None]:
    """Points as they are, and as the file prints them; these alone where nothing differs, as of ACBLscore."""
    if method.lines is None or adds_up_like_acblscore(method.lines):
        return [None]
    if method.lines.rounding != EXACT:
        return [None, EXACT]
    printed = printed_rounding(board.decimals for board in event.boards)
    return [None] if printed is None else [None, printed]
