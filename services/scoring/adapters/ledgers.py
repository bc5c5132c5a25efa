"""Read from the bus where an event stands: its ledger, and its accepted fragments."""

from collections.abc import AsyncIterator

from contracts import subjects
from contracts.base import Discipline, Excerpt, Name, Sha256
from contracts.messages import EventFolded, FragmentAccepted, Position, StandingsPublished
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.folding import needs_history, unfolded
from services.scoring.domain.event.history import Accepted
from services.scoring.domain.event.publication import Channel, Ledger, StandingsChannel, stage_of
from shared.bus.bus import Bus
from shared.bus.errors import Unreadable
from shared.bus.jetstream.stored import Stored


class BoardId(Excerpt, title="ScoredBoard"):
    """Which board it is."""

    id: Name


class RoundNumber(Excerpt, title="ScoredRound"):
    """Which round it is."""

    round: int


class BoardPosition(Excerpt, title="BoardScored"):
    """Where the channel of a board stands."""

    board: BoardId
    position: Position
    digest: Sha256


class RoundPosition(Excerpt, title="RoundScored"):
    """Where the channel of a round stands."""

    round: RoundNumber
    position: Position
    digest: Sha256


async def read_ledger(bus: Bus, event: str) -> Ledger:
    """The ledger of an event, from the last message of each of its channels.

    The merged event is looked at first: it is published after the standings, so that whoever finds standings without a
    fragment has seen no merged event that includes more than this accepted.
    """
    ledger = Ledger(merged=await bus.last_seq(subjects.event_merged(event)))
    last = await bus.last(subjects.standings_published(event), StandingsPublished)
    if last is not None:
        position = last.message.position
        ledger.applied, stage = position.applied, stage_of(last.message.standings)
        ledger.standings = StandingsChannel(position.seq, last.seq, last.message.digest, stage)
    if last is None:
        return ledger
    if last.message.standings.discipline is Discipline.CHESS:
        for stored in await bus.newest(RoundPosition, subjects.round_scored(event, subjects.ANY)):
            _note(ledger, str(stored.message.round.round), stored)
    else:
        for found in await bus.newest(BoardPosition, subjects.board_scored(event, subjects.ANY)):
            _note(ledger, found.message.board.id, found)
    return ledger


def _note(ledger: Ledger, part: str, stored: Stored[BoardPosition] | Stored[RoundPosition]) -> None:
    scored = stored.message
    ledger.parts[part] = Channel(scored.position.seq, stored.seq, scored.digest)


async def accepted_fragments(bus: Bus, event: str, start_seq: int = 1) -> AsyncIterator[Accepted]:
    """The accepted fragments of an event up to now, from a sequence on, in the order of the stream."""
    async for stored in bus.history(subjects.fragment_accepted(event), FragmentAccepted, start_seq=start_seq):
        yield Accepted(stored.time, stored.seq, stored.message.fragment, stored.message.findings)


async def fold_event(
    bus: Bus, event: str, up_to: int, published: int, *, whole: bool = False
) -> tuple[EventState, int]:
    """Fold the accepted fragments of an event, in the order of the stream.

    Args:
        bus: a started bus.
        event: the event's id.
        up_to: stream sequence of the last fragment to take.
        published: that of the last one that the published standings include.
        whole: whether to begin with the first one, and not where the event was written down last.

    Returns:
        The event, and how many of its fragments were not folded because they had been written down.
    """
    state = EventState(event)
    if not 0 < await bus.first_seq(subjects.fragment_accepted(event)) <= up_to:
        # A new event, as most are that are not in memory.
        state.mark_published()
        return state, 0
    known = None if whole else await _written_down(bus, event, published)
    start_seq = known.applied if known is not None else 1
    came = [each async for each in accepted_fragments(bus, event, start_seq) if each.seq <= up_to]
    if known is None:
        state.apply_all((each.fragment, each.findings) for each in came if each.seq <= published)
    elif not came or came[0].fragment.id != known.last:
        # It was written down of another stream.
        return await fold_event(bus, event, up_to, published, whole=True)
    else:
        state = unfolded(known)
        for each in came[1:]:
            if needs_history(state, each.fragment):
                return await fold_event(bus, event, up_to, published, whole=True)
            if each.seq <= published:
                state.apply(each.fragment, each.findings)
    state.mark_published()
    for each in came:
        if each.seq > published:
            state.apply(each.fragment, each.findings)
    return state, len(known.fragments) if known is not None else 0


async def _written_down(bus: Bus, event: str, published: int) -> EventFolded | None:
    """An event as it was written down last, if that can be read and has nothing that is not published."""
    try:
        last = await bus.last(subjects.event_folded(event), EventFolded)
    except Unreadable:
        return None
    return last.message if last is not None and last.message.applied <= published else None
