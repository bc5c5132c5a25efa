"""What the director has decided about the next seats: rounds that start early, and participants who are away.

1. A round that starts early is seated as if the round before it were over. The files say who met whom in that round;
   for tables that they do not have yet, the decision names the seats.
2. A match of that round without a result counts as played, with the score to date.
3. The seats list everybody who is away by the director's decision.
4. Exchanges by hand follow each other in the order in which they were decided (`exchanges`).
"""

from collections.abc import Iterable, Iterator, Sequence

from contracts.codes import seating as codes
from contracts.facts import EarlyStartFact, ExchangeFact, Meeting
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from shared.natural_order import natural
from shared.presence import Presence

LISTED = 40
"""Tables that are named; the others are counted."""


def rounds_over(merged: EventMerged) -> int:
    """How many rounds are over: complete, or followed by a round that started early."""
    progress = merged.standings.progress
    return progress.rounds_over if progress.rounds_over is not None else progress.rounds_complete or 0


def early_starts_of(merged: EventMerged) -> tuple[EarlyStartFact, ...]:
    """The early starts in force."""
    return tuple(start for start in merged.facts.early_starts if start.early)


def meetings_in_play(merged: EventMerged, seats: RoundAssignment) -> tuple[Meeting, ...]:
    """Who meets whom in the round before that of these seats, which started early, until that round is over."""
    if seats.round is None:
        return ()
    complete = merged.standings.progress.rounds_complete or 0
    if len(merged.facts.sessions) < 2 and complete >= seats.round - 1:
        return ()
    starts = (s for s in early_starts_of(merged) if s.round == seats.round and s.session in (None, seats.session))
    return next((start.playing for start in starts if start.playing), ())


def exchanges_of(merged: EventMerged) -> tuple[ExchangeFact, ...]:
    """The exchanges in force, in the order in which they were decided."""
    decided = sorted(merged.facts.exchanges, key=lambda fact: (fact.decided, fact.number, str(fact.key)))
    return tuple(fact for fact in decided if fact.exchanged)


def still_playing(tables: Sequence[tuple[int, str]]) -> Iterator[Finding]:
    """A finding for each table that is still playing: its round and what to call it."""
    for number, table in tables[:LISTED]:
        yield codes.STILL_PLAYING.finding(f"round {number}: {table}", subject=table)
    if len(tables) > LISTED:
        yield codes.STILL_PLAYING.finding(f"and {len(tables) - LISTED} more")


def away_findings(
    merged: EventMerged, session: str | None, number: int, participants: Iterable[str]
) -> Iterator[Finding]:
    """A finding for each of these participants who is away in a round by the director's decision."""
    away = Presence(merged.facts).away(session, number)
    for participant in sorted(away.keys() & set(participants), key=natural):
        decision = away[participant]
        when = f"from round {decision.round} on" if decision.lasting else f"in round {number}"
        yield codes.AWAY.finding(f"{participant} is away {when}", subject=participant)
