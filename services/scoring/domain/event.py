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
from contracts.facts import DealFact, EventFact, Facts, Key, Participant, ResultFact, SectionFact, StatedTotal
from contracts.findings import Finding
from contracts.messages import EventMerged, Fragment
from contracts.standings import BoardRef, Method, Ranking, ScoredBoard, Source, Standings, Status
from services.scoring.domain.boards import Board, BoardKey, PointsOfLine, board_of, score_matchpoints, traveller
from services.scoring.domain.merge import Change, MergeState, key_order
from services.scoring.domain.method import BoardSample, MatchpointMethod, default_method, detect, printed_rounding
from services.scoring.domain.progress import progress_of
from services.scoring.domain.stated import stated_ranking
from services.scoring.domain.totals import Tallies, make_ranking, name_of, plan_rankings
from shared.bridge.matchpoints import expected_scores
from shared.bridge.ranking import parse_place

MATCHPOINTED_KINDS = frozenset({None, "pairs", "individual", "home_style"})
FINDINGS_PUBLISHED = 200
UNITS = {
    "match_points": "match_points", "butler_imps": "imps", "cross_imps": "imps", "imps": "imps",
    "aggregate": "points", "vps": "vps", "percentage": "percent",
}  # fmt: skip


@dataclass(frozen=True)
class Scored:
    """An event scored at one moment."""

    standings: Standings
    boards: tuple[ScoredBoard, ...]
    calculated_at: datetime
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class _BoardScore:
    board: Board
    method: MatchpointMethod
    field: int
    points: tuple[PointsOfLine, ...]


@dataclass
class EventState:
    """One event; not shared between tasks."""

    event: str
    merge: MergeState = field(default_factory=MergeState)
    findings: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    _by_board: dict[BoardKey, dict[Key, ResultFact]] = field(default_factory=dict)
    _dirty: set[BoardKey] = field(default_factory=set)
    _boards: dict[BoardKey, Board] = field(default_factory=dict)
    _scores: dict[BoardKey, _BoardScore] = field(default_factory=dict)

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
        names = {p.id: name_of(p) for p in facts.participants if p.kind != "team"}
        method, detected = default_method(_main_format(fragments)), False
        samples: list[BoardSample] = []
        if checked:
            fields = _fields(boards)
            samples = [board.sample(fields[board.key.session, board.key.group]) for board in boards]
            method, detected = detect(samples, method)
            points = self._all_points(boards, method, fields)
        else:
            points = {board.key: _as_stated(board) for board in boards}
        winners = _winners(facts)
        recomputed = checked and bool(boards) and facts.event.kind in MATCHPOINTED_KINDS
        if recomputed:
            rankings, differences = _rankings(facts, boards, points, winners)
            printed = printed_rounding(samples) if differences else None
            if printed is not None:
                other = replace(method, rounding=printed)
                other_points = self._all_points(boards, other, fields)
                other_rankings, fewer = _rankings(facts, boards, other_points, winners)
                if len(fewer) < len(differences):
                    method, detected, points = other, True, other_points
                    rankings, differences = other_rankings, fewer
        else:
            rankings, differences = _stated_rankings(facts, scoring)
        deals, datums = self._deals(facts), {(b.session, b.board): b.datum for b in facts.boards}
        travellers = tuple(
            traveller(
                self.event, board, points[board.key], names, deals.get((board.key.session, board.key.board)),
                UNITS.get(scoring, "points"), datums.get((board.key.session, board.key.board)),
            )
            for board in boards
        )  # fmt: skip
        if recomputed:
            differences = [*_board_findings(travellers, facts), *differences]
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

    def _all_points(
        self, boards: list[Board], method: MatchpointMethod, fields: dict[tuple[str | None, str | None], int]
    ) -> dict[BoardKey, tuple[PointsOfLine, ...]]:
        return {board.key: self._points(board, method, fields[board.key.session, board.key.group]) for board in boards}

    def _points(self, board: Board, method: MatchpointMethod, field_size: int) -> tuple[PointsOfLine, ...]:
        known = self._scores.get(board.key)
        if known is None or known.board is not board or known.method != method or known.field != field_size:
            known = _BoardScore(board, method, field_size, score_matchpoints(board, method, field_size))
            self._scores[board.key] = known
        return known.points

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
            sources=tuple(_source(fragment) for fragment in fragments),
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


def _fields(boards: list[Board]) -> dict[tuple[str | None, str | None], int]:
    fields: dict[tuple[str | None, str | None], int] = defaultdict(int)
    for board in boards:
        group = (board.key.session, board.key.group)
        fields[group] = max(fields[group], expected_scores(board.lines), 1)
    return fields


def _as_stated(board: Board) -> tuple[PointsOfLine, ...]:
    zero = Fraction(0)
    return tuple(
        PointsOfLine(
            Fraction(r.stated.ns) if r.stated and r.stated.ns is not None else None,
            Fraction(r.stated.ew) if r.stated and r.stated.ew is not None else None,
            zero,
            zero,
        )
        for r in board.results
    )


def _ranked_kind(event: EventFact, participants: tuple[Participant, ...]) -> str:
    if event.kind == "individual":
        return "player"
    kinds = {p.kind for p in participants}
    return "team" if "team" in kinds else "player" if kinds == {"player"} else "pair"


def _stated_of(facts: Facts, session: str | None) -> dict[str, StatedTotal]:
    """The totals stated for a session, or over all; with a single session the two are the same."""
    sessions = {total.session for total in facts.totals if total.session is not None}
    kind = _ranked_kind(facts.event, facts.participants)
    chosen: dict[str, StatedTotal] = {}
    for total in facts.totals:
        if total.kind != kind:
            continue
        if total.session == session or (session is None and len(sessions) <= 1 and total.participant not in chosen):
            chosen[total.participant] = total
    return chosen


def _winners(facts: Facts) -> int:
    """One or two winners: as stated; else two when both lines have a first place of their own."""
    if facts.event.winners is not None:
        return facts.event.winners
    direction = {(p.kind, p.id): p.direction for p in facts.participants}
    if not direction or any(value is None for value in direction.values()):
        return 1
    leaders = set()
    for total in facts.totals:
        try:
            place = parse_place(total.place or "")
        except ValueError:
            continue
        if place is not None and place.first == 1 and not place.tied:
            leaders.add(direction.get((total.kind, total.participant)))
    return 2 if len(leaders) == 2 else 1


def _rankings(
    facts: Facts, boards: list[Board], points: dict[BoardKey, tuple[PointsOfLine, ...]], winners: int
) -> tuple[tuple[Ranking, ...], list[Finding]]:
    tallies = Tallies()
    for board in boards:
        tallies.count(board, points[board.key])
    kind = _ranked_kind(facts.event, facts.participants)
    participants = [p for p in facts.participants if p.kind == kind and not p.phantom]
    known = {p.id for p in participants}
    played = sorted({who for who, _ in tallies.by} - known, key=lambda name: key_order((name,)))
    participants.extend(Participant(id=name, kind="player" if kind == "player" else "pair") for name in played)
    sessions = sorted({board.key.session for board in boards}, key=lambda s: key_order((s,)))
    adjustments: dict[tuple[str, str | None], Fraction] = defaultdict(Fraction)
    for fact in facts.adjustments:
        if fact.participant_kind == kind and fact.kind == "penalty" and fact.unit in (None, "percent"):
            session = fact.session if fact.session in sessions else None
            adjustments[fact.participant, session] += Fraction(fact.amount)
    rankings, findings = [], []
    for plan in plan_rankings(participants, sessions, winners):
        compared = _stated_of(facts, plan.session) if plan.section is None else {}
        ranking, found = make_ranking(plan, participants, tallies, adjustments, compared)
        if ranking.rows:
            rankings.append(ranking)
            findings.extend(found)
    return tuple(rankings), findings


def _stated_rankings(facts: Facts, scoring: str) -> tuple[tuple[Ranking, ...], list[Finding]]:
    kind = _ranked_kind(facts.event, facts.participants)
    participants = [p for p in facts.participants if p.kind == kind and not p.phantom]
    stated = {(kind, name): total for name, total in _stated_of(facts, None).items()}
    unit = UNITS.get(facts.event.match_scoring or "", UNITS.get(scoring, "points"))
    finding = codes.NOT_CHECKED.finding(
        f"an event of kind {facts.event.kind or 'unknown'} scored by {scoring} is shown as its file states it"
    )
    return (stated_ranking(participants, stated, unit),), [finding]


def _board_findings(travellers: tuple[ScoredBoard, ...], facts: Facts) -> list[Finding]:
    places = {(r.session, r.board, r.sides.ns, r.sides.ew): r.at for r in facts.results}
    findings = []
    for board in travellers:
        wrong = [line for line in board.lines if line.agrees is False]
        if not wrong:
            continue
        first = wrong[0]
        findings.append(
            codes.POINTS_DIFFER.finding(
                f"board {board.board}: {len(wrong)} of {len(board.lines)} lines state other points than their scores"
                f" give; first {first.ns} against {first.ew}",
                place=places.get((first.session, board.board, first.ns, first.ew)),
                subject=f"board {board.board}",
                stated=f"{first.stated_ns} / {first.stated_ew}",
                computed=f"{first.ns_points} / {first.ew_points}",
            )
        )
    return findings


def _source(fragment: Fragment) -> Source:
    scope = fragment.scope
    parts = [
        f"{word} {', '.join(str(v) for v in values[:12])}{' …' if len(values) > 12 else ''}"
        for word, values in (("session", scope.sessions), ("section", scope.sections), ("round", scope.rounds),
                             ("board", scope.boards))
        if values
    ]  # fmt: skip
    return Source(
        fragment=fragment.id, file=fragment.file.sha256, name=fragment.file.name, format=fragment.file.format.value,
        as_of=fragment.as_of.at, scope="; ".join(parts) or "the whole event",
    )  # fmt: skip
