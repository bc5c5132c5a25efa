"""An event to date: a fold over its accepted fragments, scored again after each.

`EventState.take` takes a fragment in and says what to pass on to other events and which verdicts to publish,
`EventState.apply` only takes it in; `EventState.score` gives standings and travellers. What a fragment does not change
keeps its points and totals, and a ranking or a traveller of which nothing changes is the same object as before.
A test holds the outcome, byte for byte, against that of an event scored from nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from contracts.base import DECISIONS, Discipline
from contracts.facts import Facts
from contracts.findings import Finding, Severity
from contracts.messages import EventMerged, FileVerdict, Fragment, Order
from contracts.standings import SOURCES_LISTED, BoardRef, Progress, ScoredBoard, ScoredRound, Source, Standings
from services.scoring.domain.boards.all_boards import keys_of
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.travellers import Travellers
from services.scoring.domain.chess.chess_progress import GamesToDate, chess_progress
from services.scoring.domain.differences.boards import DIFFERENCES
from services.scoring.domain.differences.other_values import compare_other_values
from services.scoring.domain.differences.precedence import folded
from services.scoring.domain.event.about import about
from services.scoring.domain.event.differences import differences_of
from services.scoring.domain.event.report import Sources
from services.scoring.domain.event.standings_status import (
    Publicity,
    about_nothing,
    declaration_of,
    names_shown,
    outcome_of,
    publicity,
    standing_of,
    waiting_early_starts,
)
from services.scoring.domain.event.verdicts import Judgement, file_verdict, held_findings, judgements
from services.scoring.domain.event.without_rulings import (
    AsFiled,
    Scorer,
    about_files,
    agreeing_as_filed,
    as_filed,
    compared_as_filed,
    filed_part,
    ruled_boards,
)
from services.scoring.domain.merging.changes import Change, changes_between, recounted
from services.scoring.domain.merging.conflicts import conflicts
from services.scoring.domain.merging.event_assignment import EventAssignment, is_empty
from services.scoring.domain.merging.file_decisions import Take, as_taken, retracted_files, taken_files
from services.scoring.domain.merging.merge import MergeState, merge
from services.scoring.domain.merging.number_clashes import shared_numbers
from services.scoring.domain.merging.references import References
from services.scoring.domain.merging.versions import Verdict
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.progress.complete_boards import all_have_met, complete_boards
from services.scoring.domain.progress.event_progress import progress_of
from services.scoring.domain.progress.lines_to_date import LinesToDate
from services.scoring.domain.rankings.scheme import ranked_kind
from services.scoring.domain.repairs.event_repair import EventRepair, event_repair
from shared.chess.model import Tournament
from shared.presence import Presence

FINDINGS_PUBLISHED = 200

SPEAKING = (
    "results",
    "matches",
    "games",
    "totals",
    "adjustments",
    "retractions",
    "statuses",
    "locks",
    "reassignments",
    "early_starts",
    "presences",
    "systems",
    "match_rulings",
    "takes",
    "exchanges",
    "publics",
    "names",
)
"""Types of facts that bring the findings of their file among those of the standings."""


@dataclass(frozen=True)
class Scored:
    """An event scored at one moment.

    Attributes:
        findings: where what is stated differs from what stands in the standings.
        every: all findings, those of its files and on how it was made as well; the standings have the first of them.
        method: how it was scored; None for chess.
    """

    standings: Standings
    boards: tuple[ScoredBoard, ...]
    calculated_at: datetime
    findings: tuple[Finding, ...]
    every: tuple[Finding, ...]
    method: ScoringMethod | None


@dataclass(frozen=True)
class Taken:
    """What came of a fragment.

    Attributes:
        changes: in the merged event.
        onward: fragments to pass on to other events, in this order.
        matters: whether standings have to be published for it; not for one that only passes through.
        verdicts: those to be published with them.
    """

    changes: list[Change]
    onward: list[Fragment]
    matters: bool
    verdicts: tuple[FileVerdict, ...] = ()


@dataclass
class EventState:
    """One event; not shared between tasks.

    Attributes:
        assignment: all fragments that came, and where a director has moved them.
        fragments: those that take part, by id, of retracted files too.
        retracted: digests of the files that do not count.
        takes: of the files that the director took as the whole truth, by digest.
        findings: of each fragment, by id.
        remarks: findings on how the state was made.
        method: by which it is scored; None for the one that explains most of what the files state.
        filed: the same without the director's rulings and penalties; None where there are none.
        forgotten: the greatest order of a fragment by which one was replaced whose facts are forgotten (`folding.py`).
    """

    event: str
    merge: MergeState = field(default_factory=MergeState)
    fragments: dict[str, Fragment] = field(default_factory=dict)
    retracted: frozenset[str] = frozenset()
    takes: dict[str, Take] = field(default_factory=dict)
    findings: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    remarks: tuple[Finding, ...] = ()
    method: ScoringMethod | None = None
    filed: AsFiled | None = None
    forgotten: Order | None = None
    assignment: EventAssignment = field(init=False)
    _arrivals: dict[str, int] = field(default_factory=dict)
    _published: dict[str, Judgement] = field(default_factory=dict)
    _judged: dict[str, tuple[Verdict, Judgement]] = field(default_factory=dict)
    _scorer: Scorer = field(default_factory=Scorer)
    _references: References = field(default_factory=References)
    _played: LinesToDate | GamesToDate | None = None
    _sources: Sources = field(default_factory=Sources)
    _named: tuple[tuple[BoardKey, ...], tuple[BoardRef, ...]] = ((), ())
    _travellers: Travellers = field(init=False)

    def __post_init__(self) -> None:
        """Begin without any fragment."""
        self.assignment = EventAssignment(self.event)
        self._travellers = Travellers(self.event)

    def take(self, fragment: Fragment, findings: tuple[Finding, ...] = (), *, repair: bool = False) -> Taken:
        """Take a fragment in, and say what has to be passed on to other events.

        One that its origin hears again is passed on again, in case it was not at the first time. In a `repair` also one
        that only passes through matters: what was published of the event may be lost. A copy that came before the
        decision that moves it is no event yet.
        """
        again = self.assignment.knows(fragment)
        first = self.assignment.first
        changes = self.apply(fragment, findings)
        came_first = first is not None and self.assignment.hides_otherwise_than(first)
        onward = [] if again and fragment.route else self.assignment.onward(fragment, everything=came_first)
        passes = not fragment.facts.reassignments and not self.assignment.is_here(fragment)
        if passes and not (repair and self.assignment.own()):
            return Taken(changes, onward, matters=False)
        before = self._published
        self.mark_published()
        return Taken(changes, onward, matters=True, verdicts=tuple(self._changed_verdicts(before)))

    def mark_published(self) -> None:
        """Note that standings with everything that was taken in so far are published."""
        merge = self.merge
        self._published = judgements(
            self.fragments, self.retracted, merge.versions.verdicts, self._arrivals, merge.overtaken, self._judged
        )

    def _changed_verdicts(self, before: dict[str, Judgement]) -> Iterator[FileVerdict]:
        """The verdicts that were not yet published, those of files that have left the event last."""
        for own, judgement in self._published.items():
            if before.get(own) != judgement:
                yield file_verdict(self.fragments[own], judgement, self.fragments)
        left = before.keys() - self._published.keys()
        for fragment in self.assignment.came.values() if left else ():
            if fragment.id in left:
                left -= {fragment.id}
                yield file_verdict(fragment, Judgement("moved", self.assignment.route(fragment)[-1]), {})

    def apply(self, fragment: Fragment, findings: tuple[Finding, ...] = ()) -> list[Change]:
        """Take a fragment in; the same one again changes nothing."""
        self.findings[fragment.id] = findings
        if self.assignment.knows(fragment):
            return []
        self.assignment.take(fragment)
        self._arrivals.setdefault(fragment.id, len(self._arrivals))
        if fragment.facts.reassignments or fragment.id in self.fragments:
            self.fragments = self.assignment.here()
            self._choose_files()
            return self._merge_again()
        if not self.assignment.is_here(fragment):
            return []
        self.fragments[fragment.id] = fragment
        # The moment of a take follows from all files, so each may change it.
        if (fragment.facts.retractions or fragment.facts.takes or self.takes) and self._choose_files():
            return self._merge_again()
        if fragment.file.sha256 in self.retracted:
            return []
        part, taken = as_taken(fragment, self.takes)
        changes = self.merge.apply(part, taken=taken)
        lines = recounted(changes)
        self._scorer.change(self.merge, changes, lines)
        self._references.change(changes)
        if isinstance(self._played, LinesToDate):
            self._played.change(lines)
        elif self._played is not None:
            self._played.change(changes)
        if self.filed is None:
            self.filed = as_filed(self.merge.came.values(), self.takes)
        elif (filed := filed_part(part)) is not None:
            self.filed.apply(filed, taken=taken)
        return changes

    def apply_all(
        self, parts: Iterable[tuple[Fragment, tuple[Finding, ...]]], verdicts: Mapping[str, Verdict] | None = None
    ) -> None:
        """Take in what came before, in its order and all at once, as `apply` takes fragments one by one.

        Args:
            parts: fragments, and what was found about each.
            verdicts: what came of each, by id, where that is known and the director took and moved none.
        """
        for fragment, findings in parts:
            self.findings[fragment.id] = findings
            if not self.assignment.knows(fragment):
                self.assignment.take(fragment)
                self._arrivals.setdefault(fragment.id, len(self._arrivals))
        here = self.assignment.here()
        self.fragments = {own: here[own] for own in self._arrivals if own in here}
        self._choose_files()
        self._merge_anew(verdicts)

    @property
    def origins(self) -> frozenset[str]:
        """The events that its files are of by their own rule."""
        return frozenset(fragment.origin for fragment in self.fragments.values())

    @property
    def deserted(self) -> bool:
        """Whether a director has moved the files away and left none but decisions."""
        return is_empty(self.fragments) and bool(self.assignment.targets())

    def of_part(self, part: Callable[[MergeState], MergeState], remarks: tuple[Finding, ...]) -> "EventState":
        """The same event on a part of its facts, scored by the method of the whole; nothing more is applied to it."""
        state = EventState(
            self.event,
            part(self.merge),
            self.fragments,
            self.retracted,
            self.takes,
            self.findings,
            remarks,
            self.current_method(),
            AsFiled(part(self.filed.merge)) if self.filed is not None else None,
        )
        state.assignment = self.assignment
        state._scorer.gather(state.merge)
        return state

    def current_method(self) -> ScoringMethod | None:
        """The method by which the event is scored as it is now; None for chess."""
        if self.filed is not None:
            return self.filed.score(self.method)[1].scoring_method
        facts, _, fragments = self.merge.merged()
        return self._scorer.score(facts, fragments, self.method).scoring_method

    def merged(self) -> tuple[Facts, dict[str, tuple[int, ...]], list[Fragment]]:
        """Its facts, for each the number of its source, and its sources; without any the heading of files that left."""
        facts, origins, fragments = self.merge.merged()
        return (facts if fragments else self.assignment.heading()), origins, fragments

    def bridge_event(self, method: ScoringMethod) -> BridgeEvent:
        """The event as it is now, to be scored by a method."""
        return self._scorer.bridge_event(self.merge.merged()[0], method)

    def rounds(self) -> tuple[ScoredRound, ...]:
        """The rounds of chess as they were scored last; none for bridge."""
        return self._scorer.rounds(self.event)

    def past_parts(self) -> frozenset[str]:
        """The travellers or rounds, by id, that there would be if no file had been moved away or retracted.

        Those that are not there now are published without lines, for readers that have seen them.
        """
        past = EventState(self.event)
        if not self.assignment.came:
            return frozenset()
        for fragment in self.assignment.came.values():
            facts = fragment.facts.replace(reassignments=(), retractions=())
            past.apply(fragment.replace(facts=facts, route=()))
        scored, _ = past.score()
        return frozenset(part.id for part in scored.boards or past.rounds())

    @property
    def tournament(self) -> Tournament | None:
        """The tournament of chess as it was scored last; None for bridge."""
        return self._scorer.tournament

    def _choose_files(self) -> bool:
        """Work out which files are retracted and which are taken; whether these are others than before."""
        before = (self.retracted, self.takes)
        self.retracted = retracted_files(self.fragments.values())
        self.takes = taken_files(self._taking_part())
        return (self.retracted, self.takes) != before

    def _taking_part(self) -> list[Fragment]:
        """The fragments of files that are not retracted."""
        return [fragment for fragment in self.fragments.values() if fragment.file.sha256 not in self.retracted]

    def _merge_again(self) -> list[Change]:
        """Merge anew, by which files are retracted and which are taken now."""
        before = self.merge.merged()[0]
        self._merge_anew()
        return changes_between(before, self.merge.merged()[0])

    def _merge_anew(self, verdicts: Mapping[str, Verdict] | None = None) -> None:
        self.merge = merge(self._taking_part(), self.takes, verdicts)
        self._scorer.gather(self.merge)
        self._references, self._played = References(), None
        self.filed = as_filed(self.merge.came.values(), self.takes, verdicts)

    def score(self) -> tuple[Scored, EventMerged]:
        """Score the event as it is now."""
        facts, origins, fragments = self.merged()
        filed_facts, filed = self.filed.score(self.method) if self.filed is not None else (facts, None)
        method = filed.scoring_method if filed is not None else self.method
        scores = self._scorer.score(facts, fragments, method)
        repair = self._repair(filed_facts, fragments, filed or scores)
        if repair is not None:
            scores = self._scorer.score(facts, fragments, repair.method)
            filed = self.filed.score(repair.method)[1] if self.filed is not None else None
        deals = self._scorer.boards.deals(facts)
        complete = complete_boards(facts) if self._public().policy.boards == "complete" else {}
        made_of = (scores.boards, scores.points, scores.datums, scores.unit, facts, deals, complete)
        travellers = self._travellers.all(*made_of)
        differences = differences_of(facts, scores, scores.boards, travellers, repair)
        if filed is not None:
            travellers, of_files = self._compared_as_filed(scores, filed, filed_facts, travellers, repair)
            differences = about_files(differences, of_files)
            scores = compared_as_filed(scores, filed)
        count = self._scorer.boards_played if self.filed is None else self.filed.boards_played
        others = compare_other_values(filed_facts, filed or scores, count)
        unknown = self._references.findings(facts, origins, fragments)
        findings = folded(self._findings(fragments, [*unknown, *differences, *others]), facts)
        sources = self._sources.of(fragments)
        standings = self._standings(facts, fragments, sources, scores, findings)
        if complete and all_have_met(facts, complete):
            standings = standings.replace(progress=standings.progress.replace(all_met=True))
        calculated_at = max(fragment.as_of.at for fragment in fragments or self.assignment.own())
        of_scoring = {(finding.code, finding.place, finding.message) for finding in differences}
        own = tuple(finding for finding in findings if (finding.code, finding.place, finding.message) in of_scoring)
        scored = Scored(standings, travellers, calculated_at, own, tuple(findings), scores.scoring_method)
        # Made of parts that were checked, of which the numbers of the sources alone are as many as the facts.
        merged = EventMerged.model_construct(
            event=self.event,
            applied=0,
            facts=facts,
            origins=origins,
            sources=sources,
            standings=standings,
            boards=travellers,
            findings=scored.findings[:FINDINGS_PUBLISHED],
            calculated_at=calculated_at,
        )
        return scored, merged

    def _repair(self, facts: Facts, fragments: list[Fragment], scores: EventScores) -> EventRepair | None:
        """The one change of the event that explains what its files state."""
        scorer = self._scorer if self.filed is None else self.filed

        def score(other: Facts, method: ScoringMethod | None) -> EventScores:
            return scorer.score_otherwise(other, facts, fragments, method or self.method)

        return event_repair(facts, scores, score)

    def _compared_as_filed(
        self,
        scores: EventScores,
        filed: EventScores,
        facts: Facts,
        travellers: tuple[ScoredBoard, ...],
        repair: EventRepair | None,
    ) -> tuple[tuple[ScoredBoard, ...], list[Finding]]:
        """Travellers, and what differs from the files, held against the event as filed."""
        deals = self._scorer.boards.deals(facts)
        ruled = {
            key: self._travellers.one(
                board, filed.points[key], filed.unit, filed.datums[key], deals.get((key.session, key.board))
            )
            for key, board in ruled_boards(scores.boards, scores, filed).items()
        }
        pairs = list(zip(scores.boards, travellers, strict=True))
        as_filed_ = tuple(ruled.get(board.key, made) for board, made in pairs)
        shown = tuple(
            agreeing_as_filed(made, ruled[board.key]) if board.key in ruled else made for board, made in pairs
        )
        return shown, differences_of(facts, filed, scores.boards, as_filed_, repair)

    def _public(self) -> Publicity:
        return publicity(self.merge, self.assignment.first_files())

    def uses(self, own: str) -> bool:
        """Whether something of a fragment, by its id, counts that brings the findings of its file along."""
        fragment = self.merge.came.get(own)
        if fragment is None:
            return False
        spoken = [(kind, getattr(fragment.facts, kind)) for kind in SPEAKING]
        # The first fact of a type mostly tells, and then the other rows of its table need not be made.
        return any(
            (winner := self.merge.winners[kind].get(fact.key)) is not None and winner.origin == own
            for kind, facts in (*((kind, facts[:1]) for kind, facts in spoken), *spoken)
            for fact in facts
        )

    def _findings(self, fragments: list[Fragment], differences: list[Finding]) -> list[Finding]:
        """Everything that is found about the event: how it was made, what differs, decisions, and its files."""
        speaking = [each for each in fragments if self.findings.get(each.id) and self.uses(each.id)]
        from_files = [finding for each in speaking for finding in self.findings[each.id]]
        known = [*self.fragments.values(), *self.assignment.own()]
        decided = about_nothing(self.merge, known, {*self.retracted, *self.takes}, self.assignment.unknown_files())
        held = held_findings(self.merge.versions.verdicts, self.merge.came)
        merged_wrongly = [*held, *shared_numbers(fragments), *conflicts(self.merge)]
        return [*self.remarks, *merged_wrongly, *differences, *decided, *from_files]

    def _board_refs(self, boards: Sequence[Board]) -> tuple[BoardRef, ...]:
        keys = keys_of(boards)
        if keys != self._named[0]:
            self._named = keys, tuple([BoardRef(id=key.id, board=key.board, session=key.session) for key in keys])
        return self._named[1]

    def _progress(self, facts: Facts, scores: EventScores) -> Progress:
        """How far the event is."""
        event = facts.event
        if event.discipline is Discipline.CHESS:
            if not isinstance(self._played, GamesToDate):
                self._played = GamesToDate(facts.games)
            return chess_progress(facts, self._played)
        presence, entered = Presence(facts), 0
        if scores.matches:
            kind = ranked_kind(event, facts.participants)
            entered = sum(p.kind == kind and not p.phantom for p in facts.participants)
        if not isinstance(self._played, LinesToDate):
            self._played = LinesToDate(facts.results)
        return progress_of(
            event,
            facts.sections,
            facts.results,
            scores.matches,
            entered,
            facts.movements,
            facts.early_starts,
            lambda session, number: presence.away(session, number).keys(),
            facts.participants,
            self._played,
        )

    def _standings(
        self,
        facts: Facts,
        fragments: list[Fragment],
        sources: tuple[Source, ...],
        scores: EventScores,
        findings: list[Finding],
    ) -> Standings:
        event, progress = facts.event, self._progress(facts, scores)
        findings += waiting_early_starts(facts, progress)
        outcome = outcome_of(scores.rankings)
        declared = next(iter(self.merge.standing("statuses")), None)
        standing = standing_of(declared, outcome, complete=bool(progress.complete), sources=fragments)
        public = self._public()
        return Standings(
            event=self.event,
            name=event.name or self.event,
            discipline=event.discipline,
            organiser=event.organiser.name or event.organiser.id if event.organiser else None,
            date=event.start_date,
            kind=event.kind,
            about=about(facts),
            status=standing.status,
            status_reason=standing.reason,
            outcome=outcome,
            declared=declaration_of(declared),
            method=scores.method,
            progress=progress,
            rankings=scores.rankings,
            matches=scores.matches,
            boards=self._board_refs(scores.boards),
            sources=sources[-SOURCES_LISTED:],
            sources_total=len(fragments),
            exports_total=sum(fragment.file.format != DECISIONS for fragment in fragments),
            findings=tuple(findings[:FINDINGS_PUBLISHED]),
            findings_total=len(findings),
            reassigned_to=self.assignment.targets() if self.deserted else (),
            differences=sum(f.code in DIFFERENCES and f.severity is not Severity.INFO for f in findings),
            public=public.policy,
            public_of_new=public.is_of_new,
            names=names_shown(self.merge),
        )
