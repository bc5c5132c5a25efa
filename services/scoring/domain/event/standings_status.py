"""What a director's decisions make of standings: how final they are, and decisions that speak of nothing.

Rules kept here:

1. Standings are live while play goes on and provisional when every result is in. The newest declaration of the director
   says otherwise: live, provisional, or official.
2. Official standings are those of one outcome, the digest of places and totals that the director declared official.
   When the outcome is another one, whatever file made it so, they are corrected after they were official; when it is
   that one again, they are official again. So the status depends on the files alone, not on their order.
3. Corrected standings name the newest file that was calculated after the declaration, as the likeliest cause.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import compress, count
from operator import is_not

from contracts.base import DECISIONS
from contracts.codes.decisions import EARLY_START_WAITS, FILE_UNKNOWN, LINE_UNKNOWN, PARTICIPANT_UNKNOWN
from contracts.facts import Facts, MatchFact, Participant, ResultFact, StatusFact
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import Progress, Ranking, StandingRow, Status, TieBreakValue
from contracts.tables import Table
from services.scoring.domain.merging.merge import MergeState
from services.scoring.domain.merging.standing import Winner


@dataclass(frozen=True)
class Standing:
    """How final standings are, and why."""

    status: Status
    reason: str | None = None


_Tail = tuple[tuple[object, ...], str]
"""What a row of chess says after its place, and how it is written."""


class Outcome:
    """What the players go home with; a row or a table that is the same as before in its place is not written anew."""

    def __init__(self) -> None:
        """Begin without a row."""
        self._written: dict[str, tuple[Sequence[StandingRow], list[bytes]]] = {}
        self._tails: dict[tuple[str, str], _Tail] = {}

    def of(self, rankings: Iterable[Ranking]) -> str:
        """SHA-256 of the rankings: for each list the places, totals and tie-breaks of everybody in it."""
        known, self._written = self._written, {}
        digest = hashlib.sha256()
        for ranking in rankings:
            rows: Sequence[StandingRow] = ranking.rows
            before, lines = known.pop(ranking.id, ((), []))
            if isinstance(rows, Table) and rows.is_of_columns and "tie_breaks" not in rows.lists:
                if before is not rows:
                    lines = [_columns_written(ranking.id, rows)]
            else:
                rows = tuple(rows)
                if len(lines) != len(rows):
                    lines = [self._line(ranking.id, row) for row in rows]
                else:
                    for at in compress(count(), map(is_not, rows, before)):
                        lines[at] = self._line(ranking.id, rows[at])
            self._written[ranking.id] = rows, lines
            digest.update(b"".join(lines))
        return digest.hexdigest()

    def _line(self, ranking: str, row: StandingRow) -> bytes:
        values = (row.total, row.percentage, row.final, row.tie_breaks)
        if not row.tie_breaks:
            tail = _tail(*values)
        else:
            # Most rows of chess that are others have another place and nothing else.
            known = self._tails.get((ranking, row.id))
            if known is None or known[0] != values:
                known = self._tails[ranking, row.id] = values, _tail(*values)
            tail = known[1]
        return f"{ranking}\t{row.id}\t{'' if row.place is None else row.place}\t{tail}".encode()


def _tail(
    total: Decimal | None, percentage: Decimal | None, final: Decimal | None, tie_breaks: tuple[TieBreakValue, ...]
) -> str:
    values = ["" if value is None else str(value) for value in (total, percentage, final)]
    ties = " ".join([f"{tie_break.code}={tie_break.value}" for tie_break in tie_breaks])
    return "\t".join([*values, f"{ties}\n"])


_NO_TIES = "\n"


def _columns_written(ranking: str, rows: Table[StandingRow]) -> bytes:
    columns = [rows.texts(name) for name in ("id", "place", "total", "percentage", "final")]
    lines = map("\t".join, zip(*columns, [_NO_TIES] * len(rows), strict=True))
    return f"{ranking}\t".join(("", *lines)).encode()


def standing_of(declared: Winner | None, outcome: str, *, complete: bool, sources: Sequence[Fragment]) -> Standing:
    """How final standings are.

    Args:
        declared: the newest declaration, and where it comes from.
        outcome: of the standings as they are now.
        complete: whether every result is in.
        sources: the fragments that take part, oldest first.
    """
    by_itself = Status.PROVISIONAL if complete else Status.LIVE
    if declared is None or not isinstance(fact := declared.fact, StatusFact):
        return Standing(by_itself)
    if fact.status != "official":
        return Standing(Status(fact.status), fact.reason)
    if fact.outcome in (None, outcome):
        return Standing(Status.OFFICIAL, fact.reason)
    _, declared_at, *_ = declared.order
    later = [source for source in sources if source.as_of.at > declared_at and source.id != declared.origin]
    cause = f"the newest file after that is {later[-1].file.name}" if later else "by a file of an earlier time"
    return Standing(
        Status.CORRECTED, f"changed since the standings of {declared_at:%Y-%m-%d %H:%M} were official: {cause}"[:1000]
    )


def about_nothing(
    merge: MergeState, fragments: Iterable[Fragment], named: Iterable[str], moved: Iterable[str] = ()
) -> list[Finding]:
    """Decisions about lines, files and participants that the event does not have.

    Args:
        merge: of the files that take part.
        fragments: all that came, those of retracted files too.
        named: digests of files that decisions retract or take.
        moved: digests of files that were moved to another event and never came to this one.
    """
    unknown = sorted({*named, *moved} - {fragment.file.sha256 for fragment in fragments})
    findings = [
        FILE_UNKNOWN.finding(
            f"a decision names file {file[:12]}, which this event does not use", subject=f"file {file[:12]}"
        )
        for file in unknown
    ]
    decisions = [fragment for fragment in merge.fragments.values() if fragment.file.format == DECISIONS]
    if not decisions:
        return findings
    listed = {winner.fact.id for winner in merge.standing("participants") if isinstance(winner.fact, Participant)}
    strangers = {fact.participant for fragment in decisions for fact in fragment.facts.adjustments} - listed
    if strangers:
        strangers -= _seated(merge)
    for fragment in sorted(decisions, key=lambda fragment: fragment.order):
        facts, file = fragment.facts, fragment.file.sha256
        for result in facts.results:
            if merge.has_one_format(result.key):
                subject = f"board {result.board}"
                text = f"a decision names a result of {subject} that no file contains"
                findings.append(LINE_UNKNOWN.finding(text, place=result.at, subject=subject, file=file))
        for adjustment in facts.adjustments:
            if adjustment.participant in strangers:
                subject = f"{adjustment.participant_kind} {adjustment.participant}"
                text = f"a decision names {subject}, whom no file lists"
                findings.append(PARTICIPANT_UNKNOWN.finding(text, place=adjustment.at, subject=subject, file=file))
        for presence in facts.presences:
            if presence.participant not in listed:
                subject = f"number {presence.participant}"
                text = f"a decision names {subject}, whom no file lists"
                findings.append(PARTICIPANT_UNKNOWN.finding(text, place=presence.at, subject=subject, file=file))
    return findings


def _seated(merge: MergeState) -> set[str]:
    """Everybody who is in a line of a traveller or in a match, whether listed or not."""
    seated: set[str | None] = set()
    for winner in merge.standing("results"):
        if isinstance(winner.fact, ResultFact):
            seated.update(name for name in winner.fact.sides.key if isinstance(name, str))
    for winner in merge.standing("matches"):
        if isinstance(winner.fact, MatchFact):
            seated.update((winner.fact.home, winner.fact.away))
    return {name for name in seated if name is not None}


def waiting_early_starts(facts: Facts, progress: Progress) -> list[Finding]:
    """Early starts that wait for a round between; asked in one session alone, where rounds have one number."""
    if len(facts.sessions) > 1:
        return []
    over = max(progress.rounds_over or 0, progress.rounds_complete or 0)
    return [
        EARLY_START_WAITS.finding(
            f"round {start.round} was started early after round {over}", subject=f"round {start.round}"
        )
        for start in facts.early_starts
        if start.early and start.round > over + 1
    ]
