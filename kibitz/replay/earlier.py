"""An event as it was before a round: the same files without what was played later."""

from contracts.facts import Facts
from kibitz.replay.cut import PLAYED
from services.scoring.domain.event import EventState


def before_round(state: EventState, number: int) -> EventState:
    """The event before a round of its last session: what is of this round or later has not come yet.

    Args:
        state: the whole event.
        number: of the round, from 1.
    """
    merged = state.merge.merged()[0]
    last = merged.sessions[-1].id if merged.sessions else None
    earlier = EventState(state.event)
    for fragment in state.fragments.values():
        facts = _before(fragment.facts, last, number)
        earlier.apply(fragment.model_copy(update={"facts": facts}), state.findings.get(fragment.id, ()))
    return earlier


def _before(facts: Facts, session: str | None, number: int) -> Facts:
    def came(fact: object) -> bool:
        when = getattr(fact, "round", None)
        return when is None or when < number or getattr(fact, "session", session) != session

    played = {kind: tuple(fact for fact in getattr(facts, kind) if came(fact)) for kind in PLAYED}
    to_date = tuple(event.model_copy(update={"results": "to_date"}) for event in facts.events)
    return facts.model_copy(update={**played, "totals": (), "awards": (), "events": to_date})
