"""Answers to questions about an event as it was or is: its standings, or why there are none; all of it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from contracts.questions import EarlierStandings, EventAnswered, EventAsked, Refusal, StandingsAnswered, StandingsAsked
from contracts.standings_changes.tables import standings_digest
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import Accepted, after_round, counted, fold, rounds_played, until

ROUNDS_NAMED = 60


def answer(asked: StandingsAsked, accepted: Sequence[Accepted]) -> StandingsAnswered:
    """The standings that were asked for, of the fragments that were accepted up to now, in that order."""
    answered = _standings(asked, accepted)
    if isinstance(answered, Refusal):
        return StandingsAnswered(asked=asked, refusal=answered)
    return StandingsAnswered(asked=asked, earlier=answered)


def answer_event(asked: EventAsked, accepted: Sequence[Accepted]) -> EventAnswered:
    """The merged event that was asked for, of the fragments that were accepted up to now, in that order."""
    taken = [each for each in accepted if each.seq <= asked.applied]
    if not taken:
        return EventAnswered(event=asked.event)
    _, merged = fold(asked.event, taken).score()
    return EventAnswered(event=asked.event, merged=merged.replace(applied=asked.applied))


def _standings(asked: StandingsAsked, accepted: Sequence[Accepted]) -> EarlierStandings | Refusal:
    if not accepted:
        return Refusal(
            code="no-event", message=f"no file of {asked.event} has been accepted", advice="Ask for the list of events."
        )
    taken = accepted if asked.as_of is None else until(accepted, asked.as_of)
    if not taken:
        return Refusal(
            code="too-early",
            message=f"at {_clock(asked.as_of)} no file of {asked.event} had been accepted",
            advice=f"The first was at {_clock(accepted[0].at)}: ask for a later time.",
        )
    state = gone_back(fold(asked.event, taken), asked.after_round, asked.session, through=asked.counted)
    if isinstance(state, Refusal):
        return state
    scored, _ = state.score()
    return EarlierStandings(
        standings=scored.standings,
        digest=standings_digest(scored.standings),
        calculated_at=scored.calculated_at,
        accepted=len(taken),
        accepted_today=len(accepted),
        last_accepted_at=taken[-1].at,
    )


def gone_back(
    state: EventState, number: int | None, session: str | None, *, through: bool = False
) -> EventState | Refusal:
    """An event after a round, or why there is no such round.

    Args:
        state: the event.
        number: of the round; None for the event as it is.
        session: of which it is a round; None for the last one that has begun.
        through: the number counts through all sessions.
    """
    if number is None:
        return state
    played = rounds_played(state)
    if not played:
        return Refusal(
            code="no-rounds",
            message=f"{state.event}: the files do not say which round anything was played in",
            advice="Ask without a round.",
        )
    wanted = played[-1][0] if session is None else session
    if through:
        wanted, number = counted(played, number)
    numbers = [number for of, number in played if of == wanted]
    if not numbers:
        known = ", ".join(dict.fromkeys(of or "(no name)" for of, _ in played))
        return Refusal(
            code="no-session",
            message=f"{state.event}: nothing was played in a session {wanted}",
            advice=f"Sessions with results: {known}"[:1000],
        )
    if number not in numbers:
        of = f" of session {wanted}" if wanted else ""
        some = ", ".join(map(str, numbers[:ROUNDS_NAMED])) + (" …" if len(numbers) > ROUNDS_NAMED else "")
        return Refusal(
            code="no-round",
            message=f"{state.event}: round {number}{of} has not been played",
            advice=f"Results are in of round{'s' * (len(numbers) > 1)} {some}.",
        )
    return after_round(state, number, wanted)


def _clock(at: datetime | None) -> str:
    return "" if at is None else at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
