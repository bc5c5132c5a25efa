"""An event to date: a fold over its accepted fragments, scored again after each.

`EventState.apply` takes a fragment in; `EventState.score` gives standings and travellers. Boards that a fragment does
not touch keep their points, so a round costs the work of a round.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from contracts.base import FileFormat
from contracts.codes import scoring as codes
from contracts.facts import DealFact, Facts, Key, ResultFact, SectionFact
from contracts.findings import Finding
from contracts.messages import EventMerged, Fragment
from contracts.standings import BoardRef, Method, Ranking, ScoredBoard, Standings, Status
from services.scoring.domain.boards import Board, BoardKey, board_of, traveller
from services.scoring.domain.merge import Change, MergeState, key_order
from services.scoring.domain.method import (
    BoardSample,
    MatchpointMethod,
    default_method,
    detect,
    printed_rounding,
    telling,
    wrong_points,
)
from services.scoring.domain.progress import progress_of
from services.scoring.domain.rankings import UNITS, Points, computed_rankings, stated_rankings, winners_of
from services.scoring.domain.report import board_findings, source_of
from services.scoring.domain.totals import name_of
from shared.bridge.matchpoints import LineMatchpoints, expected_scores

MATCHPOINTED_KINDS = frozenset({None, "pairs", "individual", "home_style"})
FINDINGS_PUBLISHED = 200


@dataclass(frozen=True)
class Scored:
    """An event scored at one moment."""

    standings: Standings
    boards: tuple[ScoredBoard, ...]
    calculated_at: datetime
    findings: tuple[Finding, ...]


Fields = dict[tuple[str | None, str | None], int]


@dataclass(frozen=True)
class _BoardScore:
    """A board under one method: kept while neither its results nor the size of the field change."""

    board: Board
    field: int
    points: Points
    wrong: int


@dataclass
class EventState:
    """One event; not shared between tasks."""

    event: str
    merge: MergeState = field(default_factory=MergeState)
    findings: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    _by_board: dict[BoardKey, dict[Key, ResultFact]] = field(default_factory=dict)
    _dirty: set[BoardKey] = field(default_factory=set)
    _boards: dict[BoardKey, Board] = field(default_factory=dict)
    _scores: dict[tuple[BoardKey, MatchpointMethod], _BoardScore] = field(default_factory=dict)
    _travellers: dict[BoardKey, tuple[Board, Points, ScoredBoard]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def apply(self, fragment: Fragment, findings: tuple[Finding, ...] = ()) -> list[Change]:
        """Take a fragment in; the same one again changes nothing."""
        changes = self.merge.apply(fragment)
        self.findings[fragment.id] = findings
        if any(change.kind in ("sections", "boards", "deals") for change in changes):
            self._regroup()
        else:
            groups = self._groups()
            for change in changes:
                if change.kind == "results":
                    self._file_result(change, groups)
        return changes

    def _groups(self) -> dict[tuple[str | None, str | None], str | None]:
        return {
            (fact.session, fact.id): fact.scored_with
            for held in self.merge.standing("sections")
            if isinstance(fact := held.fact, SectionFact)
        }

    def _regroup(self) -> None:
        self._by_board.clear()
        self._boards.clear()
        self._dirty.clear()
        groups = self._groups()
        for held in self.merge.winners["results"].values():
            if not held.withdrawn:
                self._file_result(Change("results", None, held.fact), groups)

    def _file_result(self, change: Change, groups: dict[tuple[str | None, str | None], str | None]) -> None:
        for fact, present in ((change.old, False), (change.new, True)):
            if not isinstance(fact, ResultFact):
                continue
            key = BoardKey(fact.session, groups.get((fact.session, fact.section)), fact.board)
            self._dirty.add(key)
            lines = self._by_board.setdefault(key, {})
            if present:
                lines[fact.key] = fact
            else:
                lines.pop(fact.key, None)
                if not lines:
                    del self._by_board[key]

    def _assemble(self, facts: Facts) -> list[Board]:
        described = {(fact.session, fact.board): fact for fact in facts.boards}
        deals = self._deals(facts)
        for key in self._dirty:
            lines = self._by_board.get(key)
            if lines is None:
                self._boards.pop(key, None)
                continue
            ordered = [fact for _, fact in sorted(lines.items(), key=lambda item: key_order(item[0]))]
            self._boards[key] = board_of(
                key, ordered, described.get((key.session, key.board)), deals.get((key.session, key.board))
            )
        self._dirty.clear()
        order = sorted(self._boards, key=lambda k: key_order((k.session, k.group, k.board)))
        return [self._boards[key] for key in order]

    def _deals(self, facts: Facts) -> dict[tuple[str | None, str], DealFact]:
        deals: dict[tuple[str | None, str], DealFact] = {}
        for deal in facts.deals:
            deals.setdefault((deal.session, deal.board), deal)
        sessions = {key.session for key in self._by_board}
        if len(sessions) == 1:
            (only,) = sessions
            for deal in facts.deals:
                deals.setdefault((only, deal.board), deal)
        return deals

    def score(self) -> tuple[Scored, EventMerged]:
        """Score the event as it is now."""
        facts, origins, fragments = self.merge.merged()
        boards = self._assemble(facts)
        scoring = facts.event.board_scoring or "match_points"
        checked = scoring == "match_points"
        method, detected = default_method(_main_format(fragments)), False
        samples: list[BoardSample] = []
        if checked:
            fields = _fields(boards)
            samples = [board.sample(_field_of(fields, board)) for board in boards]
            method, detected = self._detect(boards, fields, method)
            points = self._all_points(boards, method, fields)
        else:
            points = {board.key: _as_stated(board) for board in boards}
        winners = winners_of(facts)
        recomputed = checked and bool(boards) and facts.event.kind in MATCHPOINTED_KINDS
        if recomputed:
            rankings, differences = computed_rankings(facts, boards, points, winners)
            printed = printed_rounding(samples) if differences else None
            if printed is not None:
                other = replace(method, rounding=printed)
                other_points = self._all_points(boards, other, fields)
                other_rankings, fewer = computed_rankings(facts, boards, other_points, winners)
                if len(fewer) < len(differences):
                    method, detected, points = other, True, other_points
                    rankings, differences = other_rankings, fewer
        else:
            rankings, differences = stated_rankings(facts, scoring)
        travellers = self._all_travellers(boards, points, facts, UNITS.get(scoring, "points"))
        if recomputed:
            differences = [*board_findings(travellers, facts), *differences]
        standings = self._standings(facts, fragments, rankings, differences, travellers)
        standings = standings.model_copy(
            update={
                "method": Method(
                    board_scoring=scoring,
                    scale=method.scale_text if recomputed else None,
                    factoring=method.factoring.value if recomputed else None,
                    rounding=method.rounding.name if recomputed else None,
                    winners=winners,
                    vp_scale=facts.event.vp_scale,
                    detected=detected,
                )
            }
        )
        calculated_at = fragments[-1].as_of.at
        scored = Scored(standings, travellers, calculated_at, tuple(differences))
        merged = EventMerged(
            event=self.event, applied=0, facts=facts, origins=origins, sources=standings.sources, standings=standings,
            boards=travellers, findings=scored.findings[:FINDINGS_PUBLISHED], calculated_at=calculated_at,
        )  # fmt: skip
        return scored, merged

    def _all_points(self, boards: list[Board], method: MatchpointMethod, fields: Fields) -> dict[BoardKey, Points]:
        return {board.key: self._score(board, method, _field_of(fields, board)).points for board in boards}

    def _score(self, board: Board, method: MatchpointMethod, size: int) -> _BoardScore:
        known = self._scores.get((board.key, method))
        if known is None or known.board is not board or known.field != size:
            points = tuple(method.score(board.lines, size))
            known = _BoardScore(board, size, points, wrong_points(points, board.sample(size)))
            self._scores[board.key, method] = known
        return known

    def _detect(self, boards: list[Board], fields: Fields, default: MatchpointMethod) -> tuple[MatchpointMethod, bool]:
        by_lines = {id(board.lines): board for board in boards}
        samples = telling([board.sample(_field_of(fields, board)) for board in boards])
        chosen = [(by_lines[id(sample.lines)], sample.field) for sample in samples]
        return detect(lambda method: sum(self._score(board, method, size).wrong for board, size in chosen), default)

    def _all_travellers(
        self, boards: list[Board], points: dict[BoardKey, Points], facts: Facts, unit: str
    ) -> tuple[ScoredBoard, ...]:
        names = {p.id: name_of(p) for p in facts.participants if p.kind != "team"}
        if names != self._names:
            self._names, self._travellers = names, {}
        deals, datums = self._deals(facts), {(b.session, b.board): b.datum for b in facts.boards}
        for board in boards:
            worth = points[board.key]
            known = self._travellers.get(board.key)
            if known is None or known[0] is not board or known[1] != worth:
                where = (board.key.session, board.key.board)
                made = traveller(self.event, board, worth, names, deals.get(where), unit, datums.get(where))
                self._travellers[board.key] = (board, worth, made)
        return tuple(self._travellers[board.key][2] for board in boards)

    def _standings(
        self,
        facts: Facts,
        fragments: list[Fragment],
        rankings: tuple[Ranking, ...],
        differences: list[Finding],
        travellers: tuple[ScoredBoard, ...],
    ) -> Standings:
        in_use = {held.origin for kind in ("results", "totals") for held in self.merge.winners[kind].values()}
        from_files = [f for fragment in fragments if fragment.id in in_use for f in self.findings.get(fragment.id, ())]
        findings = [*differences, *from_files]
        event = facts.event
        results = [held.fact for held in self.merge.standing("results")]
        progress = progress_of(event, facts.sections, [r for r in results if isinstance(r, ResultFact)])
        return Standings(
            event=self.event,
            name=event.name or self.event,
            discipline=event.discipline,
            organiser=event.organiser.name or event.organiser.id if event.organiser else None,
            date=event.start_date,
            kind=event.kind,
            status=Status.PROVISIONAL if progress.complete else Status.LIVE,
            method=Method(board_scoring=event.board_scoring or "match_points"),
            progress=progress,
            rankings=rankings,
            boards=tuple(BoardRef(id=b.id, board=b.board, session=b.session) for b in travellers),
            sources=tuple(source_of(fragment) for fragment in fragments),
            findings=tuple(findings[:FINDINGS_PUBLISHED]),
            findings_total=len(findings),
            differences=sum(f.code in _DIFFERENCES for f in differences),
        )


_DIFFERENCES = frozenset(
    code.code for code in (codes.POINTS_DIFFER, codes.TOTAL_DIFFERS, codes.PERCENTAGE_DIFFERS, codes.PLACE_DIFFERS)
)


def _main_format(fragments: list[Fragment]) -> FileFormat:
    """The format of the newest file that has results."""
    with_results = [f for f in fragments if f.facts.results]
    return (with_results or fragments)[-1].file.format


def _field_of(fields: Fields, board: Board) -> int:
    return fields[board.key.session, board.key.group]


def _fields(boards: list[Board]) -> Fields:
    fields: Fields = defaultdict(int)
    for board in boards:
        group = (board.key.session, board.key.group)
        fields[group] = max(fields[group], expected_scores(board.lines), 1)
    return fields


def _as_stated(board: Board) -> Points:
    zero = Fraction(0)
    return tuple(
        LineMatchpoints(
            Fraction(r.stated.ns) if r.stated and r.stated.ns is not None else None,
            Fraction(r.stated.ew) if r.stated and r.stated.ew is not None else None,
            zero,
            zero,
        )
        for r in board.results
    )
