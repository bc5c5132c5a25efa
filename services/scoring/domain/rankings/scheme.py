"""What of an event is compared with what: lines of a board, tables of a match, totals of participants."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

from contracts.facts import EventFact, Facts, Participant
from shared.bridge.boards.imps import ImpTable, given_table
from shared.bridge.matches.board_comparison import BoardMethod
from shared.bridge.matches.teams_of_eight import EightMethod
from shared.bridge.matches.victory_points import ImpScale, PercentScale, given_scale

Ranked = Literal["player", "pair", "team"]

TEAM_KINDS = frozenset({"teams", "swiss_teams", "knockout"})
COMPARED = frozenset({"match_points", "butler_imps", "cross_imps", "aggregate", "imps"})
"""Board scorings by which the lines of a board are compared with each other."""

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

LINE_KINDS = frozenset({None, "pairs", "swiss_pairs", "individual", "home_style"})

_EIGHT = {method.value.lower(): method for method in EightMethod}
_OF_BOARDS = frozenset({"aggregate", "pab", "bam"})
"""What a match gives that is the sum of its boards, scored in the same way."""

_KNOWN = frozenset({None, "vps", "imps", *_OF_BOARDS, *_EIGHT})
"""What matches of teams give by a rule."""


@dataclass(frozen=True)
class Scheme:
    """How an event is scored.

    Attributes:
        ranked: "player", "pair" or "team".
        lines: how the lines of a board are compared with each other ("match_points", "butler_imps", "cross_imps",
            "aggregate"); None where they are not, or by no rule that is known.
        tables: how the two tables of a team match are compared; None where there are no teams, or methods are mixed.
        eight: how more than two tables are compared.
        larger: whether teams have more than four players at the table.
        matches: "pairs" or "teams" where the event is played in matches.
        match_scoring: what a match gives; None where it is left open.
        total: what decides places: the sum of "boards" or of "matches", "progress" in a knock-out, or "stated" where
            no rule gives them.
        unit: of the points of lines.
        total_unit: of the totals.
        vp_scale: as the file names it.
        given: the scale that the director gives as data; it counts whatever the file names.
        imps: the table of IMPs for the boards of team matches, where the director gives one.
        knock_out: whether the loser of a match is out.
    """

    ranked: Ranked
    lines: str | None
    tables: BoardMethod | None = None
    eight: EightMethod = EightMethod.XIMPS
    larger: bool = False
    matches: str | None = None
    match_scoring: str | None = None
    total: str = "boards"
    unit: str = "points"
    total_unit: str = "points"
    vp_scale: str | None = None
    given: ImpScale | PercentScale | None = None
    imps: ImpTable | None = None
    knock_out: bool = False

    @property
    def raw_unit(self) -> str:
        """Of what the boards of a match add up to: match points of pairs as a percentage, all else as it is."""
        if self.matches == "pairs":
            return "percent" if self.unit == "match_points" else self.unit
        return "imps" if self.tables in (None, BoardMethod.IMPS) else "points"


def ranked_kind(event: EventFact, participants: tuple[Participant, ...]) -> Ranked:
    """Whether players, pairs or teams are ranked."""
    if event.kind == "individual":
        return "player"
    kinds = set(map(attrgetter("kind"), participants))
    return "team" if "team" in kinds or event.kind in TEAM_KINDS else "player" if kinds == {"player"} else "pair"


def scoring_of(event: EventFact) -> str:
    """By what boards are scored, in the words of the file where it has its own, as for Patton."""
    named = (detail.value for detail in event.details if detail.name == "SCORING_METHOD")
    known = event.board_scoring if event.board_scoring != "other" else next(named, "other")
    return known or event.match_scoring or "a method that is not stated"


def scheme_of(facts: Facts) -> Scheme:
    """Read from the statements about an event how it is scored.

    Teams are scored by IMPs and pairs by match points unless the file says otherwise (USEBIO 1.4, 2.2.3). A Swiss event
    of match-pointed pairs gives victory points unless the file says otherwise, one of pairs by IMPs gives IMPs (2.2.4)
    unless its matches state victory points, as files of 1.0 do.
    """
    event, table = facts.event, facts.event.vp_table
    scheme = replace(_stated_scheme(facts), imps=given_table(event.imp_bounds))
    if table is not None and not table.charts:
        return replace(scheme, vp_scale=table.name)  # one of ours, which has charts for half matches too
    return replace(scheme, given=given_scale(table))


def _stated_scheme(facts: Facts) -> Scheme:
    event = facts.event
    ranked = ranked_kind(event, facts.participants)
    if ranked == "team":
        return _teams(event, facts)
    scoring = event.board_scoring or "match_points"
    lines = scoring if scoring in COMPARED and event.kind in LINE_KINDS else None
    if lines == "imps" and not any(r.stated is not None and r.stated.ns is not None for r in facts.results):
        lines = None
    unit = UNITS.get(scoring, "points")
    played = any(fact.kind == "pairs" for fact in facts.matches)
    match_scoring = event.match_scoring
    if match_scoring is None:
        by_vps = any(fact.unit == "vps" for fact in facts.matches if fact.home_score is not None)
        if event.kind == "swiss_pairs":
            by_vps = by_vps or scoring == "match_points"
            match_scoring = "vps" if by_vps else "imps" if unit == "imps" else None
        elif by_vps:
            match_scoring = "vps"  # of matches beside the boards, which make the totals of other events
    in_matches = event.kind == "swiss_pairs" or (event.match_scoring == "vps" and played)
    if in_matches and match_scoring == "vps" and (played or (lines and facts.results)):
        return Scheme(
            ranked,
            lines,
            matches="pairs",
            match_scoring="vps",
            total="matches",
            unit=unit,
            total_unit="vps",
            vp_scale=event.vp_scale,
        )
    # Lines may have points, and none a score that they could follow from (the samples of USEBIO 1.0, 4.9).
    unknown = all(r.ns_score.kind == "unknown" and r.ew_score.kind == "unknown" for r in facts.results)
    alone = unknown and any(result.stated is not None and result.stated.ns is not None for result in facts.results)
    compared = lines is not None and bool(facts.results) and not alone
    return Scheme(
        ranked,
        lines,
        matches="pairs" if played else None,
        match_scoring=match_scoring or scoring,
        total="boards" if compared else "stated",
        unit=unit,
        total_unit=unit if compared else UNITS.get(match_scoring or scoring, "points"),
        vp_scale=event.vp_scale,
    )


def _teams(event: EventFact, facts: Facts) -> Scheme:
    knock_out = "knockout" in (event.kind, event.match_scoring)
    league = event.kind == "knockout" and _is_league(facts)
    units = {match.unit for match in facts.matches if match.home_score is not None}
    # "knockout" says that the winner goes on, not by what a match is won.
    match_scoring = event.match_scoring if event.match_scoring != "knockout" else None
    match_scoring = match_scoring or ("vps" if event.kind == "knockout" and units == {"vps"} else None)
    scoring = match_scoring if match_scoring in _OF_BOARDS else event.board_scoring or "imps"
    tables = BoardMethod(scoring) if scoring in set(BoardMethod) else None
    pairwise = event.pairwise_scoring if event.pairwise_scoring in ("cross_imps", "butler_imps") else None
    units = {result.stated.unit for result in facts.results if result.stated is not None}
    if pairwise is None and scoring not in _OF_BOARDS and units & (COMPARED - {"imps"}):
        pairwise = "cross_imps"  # assumed where the file has points of pairs, not of tables, and no method (2.2.2)
    eight = _EIGHT.get(match_scoring or "", EightMethod.XIMPS)
    known = bool(facts.matches) or any(r.sides.ns_team for r in facts.results)
    total = "matches" if league or (known and not knock_out) else "stated"
    if knock_out and not league and _goes_by_rounds(facts):
        total = "progress"
    return Scheme(
        ranked="team",
        lines=pairwise,
        tables=tables if match_scoring in _KNOWN else None,
        eight=eight,
        larger=(event.team_size or 4) > 4 or match_scoring in _EIGHT,
        matches="teams",
        match_scoring=match_scoring,
        total=total,
        knock_out=knock_out and not league,
        unit="imps" if pairwise else UNITS.get(scoring, "points"),
        total_unit=UNITS.get(match_scoring or scoring, "points"),
        vp_scale=event.vp_scale,
    )


def _is_league(facts: Facts) -> bool:
    """Whether a knock-out is the other thing that USEBIO 1.0 (5.4) has in that form, a league.

    Its matches are of a division and give victory points, whose sum is the table, and sides that have lost play on
    against others. Of several divisions each has a table of its own, and nothing says who is in which before they have
    played.
    """
    divisions = {match.division for match in facts.matches}
    units = {match.unit for match in facts.matches if match.home_score is not None}
    in_rounds = any(match.round is not None for match in facts.matches)
    of_one = units == {"vps"} and len(divisions) == 1 and None not in divisions
    return of_one and (not in_rounds or _losers_play_on(facts))


def _goes_by_rounds(facts: Facts) -> bool:
    """Whether the rounds of a knock-out say how far everybody has come; a game file says so itself."""
    lines = any(result.round is not None and result.sides.ns_team for result in facts.results)
    if not (lines or any(match.round is not None and match.away is not None for match in facts.matches)):
        return False
    says_so = any(detail.name == "LAST_ROUND" for p in facts.participants for detail in p.details)
    return says_so or not _losers_play_on(facts)


def _losers_play_on(facts: Facts) -> bool:
    """Whether a side that has lost meets one in a later round that has not, so that nobody is out."""
    lost: dict[str, int] = {}
    for match in sorted(facts.matches, key=lambda match: match.round or 0):
        if match.round is None or match.away is None:
            continue
        beaten = [lost.get(side, match.round) < match.round for side in (match.home, match.away)]
        if any(beaten) and not all(beaten):
            return True
        sides = ((match.home_score, match.away_score), (match.home_imps, match.away_imps))
        losers = {
            match.home if home < away else match.away
            for home, away in sides
            if home is not None and away is not None and home != away
        }
        if len(losers) == 1:  # IMPs and victory points may contradict each other, which is a finding
            lost.setdefault(losers.pop(), match.round)
    return False
