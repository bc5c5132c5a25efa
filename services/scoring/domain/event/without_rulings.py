"""An event as its files have it, without what its director decided: with that what they state is compared.

Rules kept here:

1. A director who voids a result, awards a score or gives a penalty says nothing of the file. What the file states is
   held against its own results, penalties and bonuses, not against the decisions.
2. How the event is scored is found by what fits the files, so a ruling does not change that either.
3. Places, totals and points are those with the decisions; whether they agree with the file is said of those without.
4. A scale of victory points or a table of IMPs that the director gives is how files are scored, and counts as filed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from contracts.base import DECISIONS, Discipline, FileFormat
from contracts.codes import scoring as codes
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import Ranking, ScoredBoard, ScoredMatch, ScoredRound, TravellerLine
from services.scoring.domain.boards.bare_zeros import BareZeros
from services.scoring.domain.boards.board_index import BoardsToDate, groups_of
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.differences.boards import DIFFERENCES
from services.scoring.domain.differences.counts import BoardsPlayed, count_boards
from services.scoring.domain.merging.changes import Change, Recounted, recounted
from services.scoring.domain.merging.file_decisions import Take
from services.scoring.domain.merging.merge import MergeState, merge
from services.scoring.domain.merging.versions import Verdict
from services.scoring.domain.method.candidates import line_candidates
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, score_chess_event, score_event
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.method.search import best_scores
from services.scoring.domain.rankings.scheme import Scheme, scheme_of
from services.scoring.domain.rankings.winners import WinnersToDate
from shared.bridge.rankings.unranked import without_places_alike
from shared.chess.model import Tournament
from shared.formats import registry

ABOUT_FILES = DIFFERENCES | {
    code.code
    for code in (
        codes.TIE_AT_PRINT,
        codes.TIE_SPLIT,
        codes.DATUM_DIFFERS,
        codes.GAME_MISREPORTED,
        codes.BYE_MISREPORTED,
        codes.POINTS_BY_RESULT,
        codes.PLACES_OF_ANOTHER_ORDER,
        codes.SUMMARY_DIFFERS,
    )
}
"""Codes of findings that hold what a file states against what was computed."""


@dataclass
class Scorer:
    """Scores one event again and again; what a fragment does not touch keeps its points."""

    boards: BoardsToDate = field(default_factory=BoardsToDate)
    _scores: BoardScores = field(default_factory=BoardScores)
    _zeros: BareZeros = field(default_factory=BareZeros)
    _chess: ChessScores = field(default_factory=ChessScores)
    _played: BoardsPlayed | None = None
    _winners: WinnersToDate = field(default_factory=WinnersToDate)

    def change(self, merged: MergeState, changes: Sequence[Change], lines: Sequence[Recounted]) -> None:
        """Follow what a fragment has changed in the event, which has the fragment already, and the lines of it."""
        self.boards.change(merged, changes)
        self._winners.change(lines)
        if any(change.kind == "events" for change in changes):
            self._played = None
        if self._played is not None:
            self._played.change(lines)

    def gather(self, merged: MergeState) -> None:
        """Begin anew, with what stands."""
        self.boards.gather(merged)
        self._played, self._winners = None, WinnersToDate()

    def boards_played(self, facts: Facts) -> BoardsPlayed:
        """The boards of everybody, counted from the facts at the first time, and to date from then on."""
        if self._played is None:
            self._played = count_boards(facts)
        return self._played

    def score(self, facts: Facts, fragments: Sequence[Fragment], method: ScoringMethod | None) -> EventScores:
        """Score an event as it is now, by a method or, without one, by that which explains most of what files state.

        Args:
            facts: what its files say together.
            fragments: that take part, oldest first.
            method: of the whole event, where this is a part of it.
        """
        if facts.event.discipline is Discipline.CHESS:
            self.boards.assemble(facts)
            return score_chess_event(facts, self._chess)
        if method is not None:
            return score_event(self.bridge_event(facts, method), method)
        acbl = any(form.acbl_match_points and form.name == main_format(fragments) for form in registry.formats())
        return best_scores(self._event(facts, scheme_of(facts), acbl=acbl))

    def score_otherwise(
        self, facts: Facts, stand: Facts, fragments: Sequence[Fragment], method: ScoringMethod | None
    ) -> EventScores:
        """Score an event with other facts than stand; where only participants are others, boards keep their points."""
        others = [kind for kind in Facts.FIELDS if getattr(facts, kind) is not getattr(stand, kind)]
        if method is not None and others == ["participants"]:
            return self.score(facts, fragments, method)
        trial = Scorer()
        trial.boards.put_together(groups_of(facts.sections), facts.results)
        return trial.score(facts, fragments, method)

    def bridge_event(self, facts: Facts, method: ScoringMethod) -> BridgeEvent:
        """An event of bridge as it is now, to be scored by a method."""
        return self._event(facts, method.scheme)

    def _event(self, facts: Facts, scheme: Scheme, *, acbl: bool = False) -> BridgeEvent:
        ranked = without_places_alike(facts)
        every, winners = self.boards.assemble(facts), self._winners
        event = BridgeEvent(ranked, every, self._scores, scheme, acbl_match_points=acbl, winners_to_date=winners)
        boards = self._zeros.read(event.boards, line_candidates(event))
        return event if boards is event.boards else replace(event, boards=boards, _matches={})

    def rounds(self, event: str) -> tuple[ScoredRound, ...]:
        """The rounds of chess as they were scored last; none for bridge."""
        return self._chess.rounds(event)

    @property
    def tournament(self) -> Tournament | None:
        """The tournament of chess as it was scored last; None for bridge."""
        return self._chess.tournament


@dataclass
class AsFiled:
    """The same event without decisions about lines and totals."""

    merge: MergeState
    _scorer: Scorer = field(default_factory=Scorer)

    def __post_init__(self) -> None:
        """Put the boards together."""
        self._scorer.gather(self.merge)

    def apply(self, fragment: Fragment, *, taken: bool = False) -> None:
        """Take in what a program sent, of a file that the director has taken or not."""
        changes = self.merge.apply(fragment, taken=taken)
        self._scorer.change(self.merge, changes, recounted(changes))

    def boards_played(self, facts: Facts) -> BoardsPlayed:
        """The boards of everybody."""
        return self._scorer.boards_played(facts)

    def score_otherwise(
        self, facts: Facts, stand: Facts, fragments: Sequence[Fragment], method: ScoringMethod | None
    ) -> EventScores:
        """Score other facts than the files say together."""
        return self._scorer.score_otherwise(facts, stand, fragments, method)

    def score(self, method: ScoringMethod | None) -> tuple[Facts, EventScores]:
        """What the files say together, scored."""
        facts, _, fragments = self.merge.merged()
        return facts, self._scorer.score(facts, fragments, method)


def as_filed(
    fragments: Iterable[Fragment],
    takes: Mapping[str, Take] | None = None,
    verdicts: Mapping[str, Verdict] | None = None,
) -> AsFiled | None:
    """The event as filed; None where no decision makes it another one, or nothing but decisions is there.

    Args:
        fragments: that take part, those of retracted files left out, replaced and held ones included.
        takes: of files that the director took, by digest.
        verdicts: what came of each, by id, where that is known and the director took none.
    """
    every = list(fragments)
    if not any(map(rules, every)) or all(fragment.file.format == DECISIONS for fragment in every):
        return None
    return AsFiled(merge((part for part in map(filed_part, every) if part is not None), takes, verdicts))


def filed_part(fragment: Fragment) -> Fragment | None:
    """What of a fragment counts as filed (rules 1 and 4); None for nothing."""
    if fragment.file.format != DECISIONS:
        return fragment
    events = fragment.facts.events
    return fragment.replace(facts=Facts(events=events)) if events else None


def rules(fragment: Fragment) -> bool:
    """Whether a fragment is a director's and changes what somebody scores."""
    facts = fragment.facts
    decided = fragment.file.format == DECISIONS
    return decided and bool(facts.results or facts.games or facts.adjustments or facts.match_rulings)


def main_format(fragments: Sequence[Fragment]) -> FileFormat:
    """The format of the newest file that has results."""
    newest = (each.file.format for each in reversed(fragments) if each.facts.results and each.file.format != DECISIONS)
    return next(newest, fragments[-1].file.format if fragments else DECISIONS)


def compared_as_filed(scores: EventScores, filed: EventScores) -> EventScores:
    """Scores with the findings about files, and what agrees, of the same event as filed."""
    return replace(
        scores,
        findings=about_files(scores.findings, filed.findings),
        rankings=tuple(_rankings(scores.rankings, filed.rankings)),
        matches=tuple(_matches(scores.matches, filed.matches)),
    )


def about_files(findings: Iterable[Finding], filed: Iterable[Finding]) -> list[Finding]:
    """Findings of which those that are about files are taken from the event as filed."""
    own = [finding for finding in findings if finding.code not in ABOUT_FILES]
    return [*(finding for finding in filed if finding.code in ABOUT_FILES), *own]


def _rankings(rankings: Iterable[Ranking], filed: Iterable[Ranking]) -> Iterator[Ranking]:
    agreed = {(ranking.id, row.id): row.agrees for ranking in filed for row in ranking.rows}
    for ranking in rankings:
        rows = [(row, agreed.get((ranking.id, row.id))) for row in ranking.rows]
        if all(row.agrees == agrees for row, agrees in rows):
            yield ranking
        else:
            same = tuple(row.replace(agrees=agrees) for row, agrees in rows)
            yield ranking.replace(rows=same)


def _matches(matches: Iterable[ScoredMatch], filed: Iterable[ScoredMatch]) -> Iterator[ScoredMatch]:
    agreed: dict[tuple[object, ...], list[bool | None]] = {}
    for match in filed:
        agreed.setdefault(_meeting(match), []).append(match.agrees)
    for match in matches:
        again = agreed.get(_meeting(match), [])
        yield match.replace(agrees=again.pop(0) if again else None)


def _meeting(match: ScoredMatch) -> tuple[object, ...]:
    return (match.session, match.section, match.round, match.table, match.home, match.away)


def ruled_boards(boards: Iterable[Board], scores: EventScores, filed: EventScores) -> dict[BoardKey, Board]:
    """The boards as filed that are other ones with the decisions, or score otherwise."""
    known = {board.key: board for board in filed.boards}
    return {
        board.key: then
        for board in boards
        if (then := known.get(board.key)) is not None
        and (then.results != board.results or filed.points[board.key] != scores.points[board.key])
    }


def agreeing_as_filed(traveller: ScoredBoard, filed: ScoredBoard) -> ScoredBoard:
    """A traveller whose lines agree with their file as those of the same board as filed do."""
    agreed: dict[tuple[object, ...], list[bool | None]] = {}
    for line in filed.lines:
        agreed.setdefault(_line(line), []).append(line.agrees)
    lines = []
    for line in traveller.lines:
        again = agreed.get(_line(line), [])
        lines.append(line.replace(agrees=again.pop(0) if again else None))
    return traveller.replace(lines=tuple(lines))


def _line(line: TravellerLine) -> tuple[object, ...]:
    return (line.session, line.section, line.round, line.table, line.ns, line.ew, line.ns_team, line.ew_team)
