"""An event scored by a given method: lines, matches and rankings. Nothing is searched here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from contracts.codes import scoring as codes
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.standings import Method, Ranking, ScoredMatch
from services.scoring.domain.boards.adjusted_averages import AwardedPoints
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.line_methods import LineMethod
from services.scoring.domain.boards.sections import Apart, dealt_by_round, section_tops
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.matches.match_table import MatchTable, match_table
from services.scoring.domain.matches.penalties import without
from services.scoring.domain.matches.played_matches import PlayedMatches, played_matches
from services.scoring.domain.matches.rulings import without_matches
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.knock_out import knock_out_ranking
from services.scoring.domain.rankings.ranking_lists import (
    Field,
    computed_rankings,
    pairwise_rankings,
    rankings_of_part,
    sessions_stated,
    stated_rankings,
)
from services.scoring.domain.rankings.scheme import Scheme
from services.scoring.domain.rankings.tallies import Points, Tallies
from services.scoring.domain.rankings.totals import name_of
from services.scoring.domain.rankings.winners import Winners, WinnersToDate

Ranked = tuple[tuple[Ranking, ...], list[Finding]]


class Unexplained(NamedTuple):
    """How many of the values that files state a method does not give."""

    lines: int = 0
    matches: int = 0
    totals: int = 0


@dataclass(frozen=True)
class EventScores:
    """What an event comes to.

    Attributes:
        rankings: the lists of participants.
        method: how it was scored, in words.
        findings: what differs from the files in matches and totals.
        boards: as they were compared: across the field, or a traveller for each section.
        points: of each line of each board.
        unit: of these points.
        datums: North-South's datum of each board, where scores are compared with one.
        matches: as they are published.
        compared: whether the points are ours, and not those that the files state.
        unexplained: how much of what the files state is not what was computed.
        scoring_method: how it was scored; None for chess.
    """

    rankings: tuple[Ranking, ...]
    method: Method
    findings: list[Finding]
    boards: Sequence[Board] = ()
    points: Mapping[BoardKey, Points] = field(default_factory=dict)
    unit: str = "points"
    datums: Mapping[BoardKey, Decimal | None] = field(default_factory=dict)
    matches: tuple[ScoredMatch, ...] = ()
    compared: bool = False
    unexplained: Unexplained = field(default_factory=Unexplained)
    scoring_method: ScoringMethod | None = None

    @property
    def detected(self) -> bool:
        """Whether what the files state asked for another method than the standard one."""
        return self.scoring_method is not None and self.scoring_method.detected

    @property
    def shown_lines(self) -> LineMethod | None:
        """The method for lines whose points travellers show; None where they are not compared."""
        return self.scoring_method.shown_lines if self.scoring_method is not None else None

    @property
    def lines_compared(self) -> bool:
        """Whether the lines of a board are compared with each other."""
        return self.scoring_method is not None and self.scoring_method.lines is not None


@dataclass
class BridgeEvent:
    """An event of bridge, to be scored by one method and another; what they share is computed once.

    Attributes:
        facts: what its files say together.
        boards: its travellers.
        cache: keeps the points of boards that do not change.
        scheme: what is compared with what.
        divided: whether these are the boards of each section or round.
        acbl_match_points: whether the newest file with results is of a format that match-points as the ACBL does.
        winners_to_date: keeps the number of winners of results that do not change.
    """

    facts: Facts
    boards: Sequence[Board]
    cache: BoardScores
    scheme: Scheme
    divided: Apart | None = None
    acbl_match_points: bool = False
    winners_to_date: WinnersToDate = field(default_factory=WinnersToDate)
    _matches: dict[LineMethod | None, PlayedMatches] = field(default_factory=dict)
    _views: "dict[Apart, BridgeEvent]" = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Bring boards to the tops that sections state."""
        self.cache.tops = section_tops(self.facts, apart=self.divided == "section")
        self.awarded = AwardedPoints(self.boards, self.cache, in_matches=self.scheme.matches == "pairs")

    def view(self, apart: Apart | None) -> "BridgeEvent":
        """The event with its boards across the field, or with a traveller for each section or round."""
        if apart is None:
            return self
        if apart not in self._views:
            cache, boards = self.cache.apart(self.boards, apart)
            self._views[apart] = replace(self, boards=boards, cache=cache, divided=apart, _matches={}, _views={})
        return self._views[apart]

    @cached_property
    def dealt_by_round(self) -> bool:
        """Whether it is played in matches, with boards that are dealt anew for each round."""
        return self.scheme.matches is not None and self.scheme.lines is not None and dealt_by_round(self.boards)

    @cached_property
    def winners(self) -> Winners:
        """1 or 2."""
        return self.winners_to_date.of(self.facts)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Of those who are ranked, by id."""
        return {p.id: name_of(p) for p in self.facts.participants if p.kind == self.scheme.ranked}

    def points(self, lines: LineMethod | None, method: ScoringMethod) -> dict[BoardKey, Points]:
        """The points of every board, with lines compared by one of a method; those that files state without one."""
        if lines is None:
            return {board.key: board.as_stated for board in self.boards}
        return self.awarded.points(lines, own_averages=method.own_averages, rulings=method.rulings)

    def matches(self, method: ScoringMethod) -> PlayedMatches:
        """The matches, with what their boards add up to."""
        lines = method.match_lines if self.scheme.matches == "pairs" else None
        if lines not in self._matches:
            points = self.points(lines, method)
            self._matches[lines] = played_matches(self.facts, self.scheme, self.boards, points)
        return self._matches[lines]

    def match_table(self, method: ScoringMethod, given: MatchMethod) -> MatchTable:
        """The matches, each with what it gives."""
        played, rounding = self.matches(method), method.score_rounding
        return match_table(self.facts, played, given, self.names, byes=method.byes, rounding=rounding)


def score_event(event: BridgeEvent, method: ScoringMethod) -> EventScores:
    """Score an event of bridge by a method."""
    event = event.view(method.apart)
    lines, scheme = method.shown_lines, method.scheme
    points = event.points(lines, method)
    table = None
    if method.matches is not None:
        table = event.match_table(method, method.matches)
        if lines is None:
            points = table.line_points(event.boards, points)
    rankings, about_totals = _rankings(event, method, table)
    about_matches = list(table.findings) if table is not None else without_matches(event.facts)
    wrong_lines = event.cache.wrong(event.boards, lines) if lines is not None else 0
    others = any(finding.code == codes.WINNERS_DIFFER.code for finding in about_totals)
    return EventScores(
        rankings=rankings,
        method=method.described(
            event.facts.event,
            event.winners if not others else 2 if event.winners == 1 else 1,
            bye=table.byes if table is not None else None,
            awards=method.lines is not None and method.own_averages and event.awarded.differ(method.lines),
        ),
        findings=[*about_matches, *about_totals],
        boards=event.boards,
        points=points,
        unit=scheme.unit,
        datums=event.cache.datums(event.boards, lines),
        matches=table.matches if table is not None else (),
        compared=lines is not None or (table is not None and bool(table.points)),
        unexplained=Unexplained(wrong_lines, len(about_matches), len(about_totals)),
        scoring_method=method,
    )


def totals_of(event: BridgeEvent, method: ScoringMethod, table: MatchTable | None) -> tuple[Field, Tallies] | None:
    """Who is ranked, and by which matches or boards; None where totals are those that files state."""
    facts, scheme, lines = event.facts, method.scheme, method.total_lines
    if scheme.total == "matches" and table is not None:
        return Field(without(facts, table.inside.counted), scheme.ranked, table.method.unit, 1), table.tallies()
    if scheme.total == "boards" and event.boards and lines is not None:
        field_ = Field(
            facts,
            scheme.ranked,
            scheme.total_unit,
            event.winners,
            stretched=method.stretched,
            sit_out=method.sit_out,
            percent_penalties=method.percent_penalties,
            carried_counts=method.carried_counts,
        )
        return field_, event.cache.tallies(event.boards, lines, event.points(lines, method))
    return None


def _rankings(event: BridgeEvent, method: ScoringMethod, table: MatchTable | None) -> Ranked:
    """The rankings: by matches, by boards, by rounds reached, or as stated; of teams also that of their pairs."""
    facts, scheme = event.facts, method.scheme
    totals = totals_of(event, method, table)
    if scheme.total == "progress" and table is not None:
        rankings, findings = knock_out_ranking(without(facts, table.inside.counted), scheme.ranked, table.matches)
    elif totals is None:
        rankings, findings = stated_rankings(facts if table is None else without(facts, table.inside.counted), scheme)
    else:
        by_boards = scheme.total == "boards" and not totals[1].acblscore
        covered = sessions_stated(facts, totals[1].sessions) if by_boards else None
        if covered is None:
            rankings, findings = computed_rankings(*totals)
        else:
            rankings, findings = rankings_of_part(*totals, scheme, covered)
    of_pairs = totals_of_pairs(event, method)
    if of_pairs is not None:
        pairs, about_pairs = pairwise_rankings(*of_pairs)
        rankings, findings = (*rankings, *pairs), [*findings, *about_pairs]
    return rankings, findings


def totals_of_pairs(event: BridgeEvent, method: ScoringMethod) -> tuple[Field, Tallies] | None:
    """What the pairs of teams are ranked by beside their teams; None where they are not."""
    lines = method.total_lines
    if lines is None or not ranks_pairs_of_teams(event):
        return None
    tallies = event.cache.tallies(event.boards, lines, event.points(lines, method))
    return Field(event.facts, "pair", "imps", 1, stretched=method.stretched), tallies


def ranks_pairs_of_teams(event: BridgeEvent) -> bool:
    """Whether the pairs of teams can be ranked beside them, because lines name them."""
    return event.scheme.ranked == "team" and any(result.sides.ns for result in event.facts.results)


def score_chess_event(facts: Facts, scores: ChessScores) -> EventScores:
    """Score an event of chess as it is now, by points and tie-breaks.

    Args:
        facts: what its files say together.
        scores: keeps what a result does not touch.
    """
    rankings, method, findings = scores.score(facts)
    return EventScores(rankings, method, [*findings, *without_matches(facts)], matches=scores.matches())
