"""An event with what somebody says of its next seats at the command line, as if a director had decided it.

Rules kept here:

1. Words are about the round that would be seated without them, or the one that is called.
2. In a round that is in play while the next is called, those meet who meet by our own draw of it, if that is the one
   which is played as far as files tell. Else only the meetings are known that files have.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from contracts.decisions import AnyDecision, Decisions, Seated, SetPresence, StartRoundEarly
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from kibitz.local import read_bytes
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import before_round
from services.seating.domain.assign import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.seating.domain.requested_system import Choice, chosen_round
from shared.formats.decisions import written


@dataclass(frozen=True)
class Words:
    """What is said.

    Attributes:
        call: the round that is drawn although the one before it is in play.
        absent: who is not there in the round.
        withdrawn: who is not there any more.
    """

    call: int | None = None
    absent: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


def with_words(state: EventState, number: int | None, words: Words, choice: Choice | None) -> EventMerged:
    """The event as its next seats are worked out from it.

    Args:
        state: of the event; it takes the words in.
        number: of the round that is seated as if nothing of it had come; None for the one that comes.
        words: what is said of it.
        choice: the system by which it is seated.

    Raises:
        DoesNotSuit: the system is not one for the event.
    """
    if words.call is not None:
        playing = _playing(state, words.call - 1, choice)
        _say(state, StartRoundEarly(decision="early_start", round=words.call, playing=playing))
    merged = _then(state, number)
    away = [(who, False) for who in words.absent] + [(who, True) for who in words.withdrawn]
    if not away:
        return merged
    session, coming = _coming(merged, choice) or (None, words.call or number or 1)
    _say(
        state,
        *(
            SetPresence(
                decision="presence", participant=who, session=session, round=coming, lasting=lasting, present=False
            )
            for who, lasting in away
        ),
    )
    return _then(state, number)


def _then(state: EventState, number: int | None) -> EventMerged:
    return (state if number is None else before_round(state, number)).score()[1]


def _say(state: EventState, *decisions: AnyDecision) -> None:
    """Take words in as a file of decisions of this moment."""
    now = datetime.now(UTC)
    data = written(Decisions(event=state.event, at=now, decisions=decisions))
    for parsed in read_bytes(data, "said.json", Path("said.json"), now).fragments:
        state.apply(parsed.fragment)


def _seated(merged: EventMerged, choice: Choice | None) -> RoundAssignment | DrawNeeded | None:
    return next_round(merged) if choice is None else chosen_round(merged, choice)


def _coming(merged: EventMerged, choice: Choice | None) -> tuple[str | None, int] | None:
    """Session and round that words are about (rule 1)."""
    found = _seated(merged, choice)
    if isinstance(found, DrawNeeded):
        return None, found.request.round
    return None if found is None or found.round is None else (found.session, found.round)


def _playing(state: EventState, number: int, choice: Choice | None) -> tuple[Seated, ...]:
    """Rule 2: the meetings of a round that is in play."""
    if number < 1:
        return ()
    drawn = _seated(_then(state, number), choice)
    if drawn is None or isinstance(drawn, DrawNeeded) or drawn.round != number:
        return ()
    met = [
        Seated(table=table.table, home=one, away=other)
        for table in drawn.tables
        for one, other in ((table.ns, table.ew), (table.white, table.black))
        if one and other
    ]
    ours = {frozenset((one.home, one.away)) for one in met}
    of_files = {
        frozenset((match.home, match.away))
        for match in state.score()[1].standings.matches
        if match.round == number and match.away is not None and match.session in (None, drawn.session)
    }
    return tuple(met) if of_files <= ours else ()
