"""Read from the bus where an event stands: its ledger, and its accepted fragments."""

from collections.abc import AsyncIterator

from contracts import subjects
from contracts.messages import BoardScored, FragmentAccepted, StandingsPublished
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import Accepted
from services.scoring.domain.event.publication import Channel, Ledger, stage_of
from shared.bus.bus import Bus


async def read_ledger(bus: Bus, event: str) -> Ledger:
    """The ledger of an event, from the last message of each of its channels.

    The merged event is looked at first: it is published after the standings, so that whoever finds standings without a
    fragment has seen no merged event that includes more than this accepted.
    """
    ledger = Ledger(merged=await bus.last_seq(subjects.event_merged(event)))
    last = await bus.last(subjects.standings_published(event), StandingsPublished)
    if last is not None:
        position = last.message.position
        ledger.applied, ledger.stage = position.applied, stage_of(last.message.standings)
        ledger.standings = Channel(position.seq, last.seq, last.message.digest)
    boards = subjects.board_scored(event, subjects.ANY)
    for stored in await bus.newest(BoardScored, boards) if last is not None else ():
        scored = stored.message
        ledger.boards[scored.board.id] = Channel(scored.position.seq, stored.seq, scored.digest)
    return ledger


async def accepted_fragments(bus: Bus, event: str) -> AsyncIterator[Accepted]:
    """The accepted fragments of an event up to now, in the order of the stream."""
    async for stored in bus.history(subjects.fragment_accepted(event), FragmentAccepted):
        yield Accepted(stored.time, stored.seq, stored.message.fragment, stored.message.findings)


async def fold_event(bus: Bus, event: str, up_to: int, published: int) -> EventState:
    """Fold the accepted fragments of an event, in the order of the stream.

    Args:
        bus: a started bus.
        event: the event's id.
        up_to: stream sequence of the last fragment to take.
        published: that of the last one that the published standings include.
    """
    state = EventState(event)
    if not 0 < await bus.first_seq(subjects.fragment_accepted(event)) <= up_to:
        # A new event, as most are that are not in memory.
        state.mark_published()
        return state
    before: list[Accepted] = []
    after: list[Accepted] = []
    async for accepted in accepted_fragments(bus, event):
        if accepted.seq > up_to:
            break
        (before if accepted.seq <= published else after).append(accepted)
    state.apply_all((each.fragment, each.findings) for each in before)
    state.mark_published()
    for each in after:
        state.apply(each.fragment, each.findings)
    return state
