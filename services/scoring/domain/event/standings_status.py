"""What a director's decisions make of standings: how final they are, what is public, decisions that speak of nothing.

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
from typing import NamedTuple

from contracts.base import DECISIONS, FileRef
from contracts.codes.decisions import EARLY_START_WAITS, FILE_UNKNOWN, LINE_UNKNOWN, PARTICIPANT_UNKNOWN
from contracts.facts import (
    Facts,
    GameFact,
    MatchFact,
    NameShown,
    NameShownFact,
    Participant,
    PublicFact,
    PublicPolicy,
    ResultFact,
    SeatFact,
    StatusFact,
)
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import ROWS, Declaration, Progress, Ranking, Status
from contracts.tables import Table
from services.scoring.domain.merging.merge import MergeState
from services.scoring.domain.merging.standing import Winner


@dataclass(frozen=True)
class Standing:
    """How final standings are, and why."""

    status: Status
    reason: str | None = None


_DECIDING = ("id", "place", "total", "percentage", "final", "tie_breaks")


def outcome_of(rankings: Iterable[Ranking]) -> str:
    """SHA-256 of what the players go home with: for each list the places, totals and tie-breaks of everybody in it."""
    outcome = hashlib.sha256()
    for ranking in rankings:
        rows = ranking.rows if isinstance(ranking.rows, Table) else ROWS.of(ranking.rows)
        outcome.update(f"{ranking.id}\n".encode() + rows.digest(*_DECIDING))
    return outcome.hexdigest()


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


def declaration_of(declared: Winner | None) -> Declaration | None:
    """What the director declared last, and when."""
    if declared is None or not isinstance(fact := declared.fact, StatusFact):
        return None
    _, declared_at, *_ = declared.order
    return Declaration(at=declared_at, outcome=fact.outcome, corrections_until=fact.corrections_until)


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
        for game in facts.games:
            if game.colour == "w" and _is_stranger(merge, game):
                subject = f"round {game.round}, {game.player} against {game.opponent}"
                text = f"a decision names a game that no file contains: {subject}"
                findings.append(LINE_UNKNOWN.finding(text, place=game.at, subject=subject, file=file))
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


def _is_stranger(merge: MergeState, game: GameFact) -> bool:
    """Whether files pair the round of a game, but not its players with each other; other rounds are the director's."""
    if merge.has_game(game):
        return False
    seats = [seat for winner in merge.standing("seats") if isinstance(seat := winner.fact, SeatFact)]
    of_round = [seat for seat in seats if (seat.kind, seat.round) == ("player", game.round) and seat.opponent]
    if any(seat.participant == game.player and seat.opponent == game.opponent for seat in of_round):
        return False
    return bool(of_round) or merge.has_round(game.round)


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


class Publicity(NamedTuple):
    """What the public sees, and whether that is the policy of new events."""

    policy: PublicPolicy
    is_of_new: bool


def publicity(merge: MergeState, first_files: Iterable[FileRef]) -> Publicity:
    """What the public sees: as the director decided it last, else as it was said of new events (ADR 0061).

    Args:
        merge: of the files that take part.
        first_files: that of the event, and of each event that files were moved here from. Of their policies the first
            counts that holds anything back, so that nothing is shown for having been moved; else the first.
    """
    decided = [each.fact.policy for each in merge.standing("publics") if isinstance(each.fact, PublicFact)]
    if decided:
        return Publicity(decided[0], is_of_new=False)
    arrived = sorted(first_files, key=lambda file: file.arrival)
    policies = [file.public for file in arrived if file.public is not None]
    policies.sort(key=lambda policy: not policy.withholds)
    return Publicity(policies[0], is_of_new=True) if policies else Publicity(PublicPolicy(), is_of_new=False)


def names_shown(merge: MergeState) -> tuple[NameShown, ...]:
    """The names that the public does not see in full."""
    decided = [each.fact for each in merge.standing("names") if isinstance(each.fact, NameShownFact)]
    return tuple(NameShown(name=fact.name, shown=fact.shown) for fact in decided if fact.shown != "full")
