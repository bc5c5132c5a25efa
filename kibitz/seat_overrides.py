"""Seats of the next round with what the command line overrides, as if a director had decided it.

Rules kept here:

1. Overrides are about the round that would be seated without them, or the round that starts early.
2. When a round starts early, the pairings of the round still in play are those of our own draw of it, if no file shows
   another. Otherwise only the pairings that files have are known.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from contracts.decisions import AnyDecision, Decisions, Seated, SetPresence, StartRoundEarly
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from kibitz.file_reading import read_bytes
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import before_round
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.requested_system import Choice, chosen_round
from shared.formats.decisions.reader import written
from shared.seat_decisions import pairings


@dataclass(frozen=True)
class SeatOverrides:
    """What the command line overrides: a round drawn while the one before is in play, who misses it, who has left."""

    start_early: int | None = None
    absent: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


def with_overrides(
    state: EventState, number: int | None, overrides: SeatOverrides, choice: Choice | None
) -> EventMerged:
    """The event from which its next seats are worked out; the overrides are added to its state.

    With a number, that round is seated as if nothing of it had come.

    Raises:
        DoesNotSuit: the system is not one for the event.
    """
    early = overrides.start_early
    if early is not None:
        playing = _pairings_in_play(state, early - 1, choice)
        _decide(state, StartRoundEarly(decision="early_start", round=early, playing=playing))
    merged = _merged(state, number)
    away = [(participant, False) for participant in overrides.absent]
    away += [(participant, True) for participant in overrides.withdrawn]
    if not away:
        return merged
    session, next_number = _next(merged, choice) or (None, early or number or 1)
    decisions = [
        SetPresence(
            decision="presence",
            participant=participant,
            session=session,
            round=next_number,
            lasting=lasting,
            present=False,
        )
        for participant, lasting in away
    ]
    _decide(state, *decisions)
    return _merged(state, number)


def _merged(state: EventState, number: int | None) -> EventMerged:
    return (state if number is None else before_round(state, number)).score()[1]


def _decide(state: EventState, *decisions: AnyDecision) -> None:
    """Add decisions as a file of this moment."""
    now = datetime.now(UTC)
    data = written(Decisions(event=state.event, at=now, decisions=decisions))
    for parsed in read_bytes(data, "overrides.json", Path("overrides.json"), now).fragments:
        state.apply(parsed.fragment)


def _seated(merged: EventMerged, choice: Choice | None) -> RoundAssignment | DrawNeeded | None:
    return next_round(merged) if choice is None else chosen_round(merged, choice)


def _next(merged: EventMerged, choice: Choice | None) -> tuple[str | None, int] | None:
    """Session and round that overrides are about (rule 1)."""
    seated = _seated(merged, choice)
    if isinstance(seated, DrawNeeded):
        return None, seated.request.round
    return None if seated is None or seated.round is None else (seated.session, seated.round)


def _pairings_in_play(state: EventState, number: int, choice: Choice | None) -> tuple[Seated, ...]:
    """Rule 2: the pairings of a round that is in play."""
    if number < 1:
        return ()
    drawn = _seated(_merged(state, number), choice)
    if drawn is None or isinstance(drawn, DrawNeeded) or drawn.round != number:
        return ()
    met = pairings(table.model_dump() for table in drawn.tables)
    ours = {frozenset((pairing.home, pairing.away)) for pairing in met}
    of_files = {
        frozenset((match.home, match.away))
        for match in state.score()[1].standings.matches
        if match.round == number and match.away is not None and match.session in (None, drawn.session)
    }
    return met if of_files <= ours else ()
