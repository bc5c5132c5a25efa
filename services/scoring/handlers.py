"""Handlers of the scoring service: decode, call the core, publish what it plans."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from contracts import subjects
from contracts.changes import EventChange
from contracts.messages import (
    BoardScored,
    DealAnalysed,
    EventMerged,
    Fragment,
    FragmentAccepted,
    LooksLike,
    StandingsPublished,
)
from contracts.questions import StandingsAnswered, StandingsAsked
from services.scoring.adapters.descriptions import recognise
from services.scoring.adapters.ledgers import accepted_fragments, fold_event, read_ledger
from services.scoring.domain.double_dummy.deal_analysis import known_tricks, overtaken, plan_analysis
from services.scoring.domain.double_dummy.tables import deal_text
from services.scoring.domain.event.answers import answer
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState, Taken
from services.scoring.domain.event.look_alikes import describe, grown
from services.scoring.domain.event.publication import Channel, Ledger, Publication, plan
from services.scoring.domain.event.verdicts import with_look_alikes
from shared.bridge.play.par import Tricks
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.router import ServiceRouter

PUBLICATIONS = (
    "scoring.board.scored.v1",
    "scoring.deal.analysed.v1",
    "scoring.event.described.v1",
    "scoring.event.merged.v1",
    "scoring.standings.published.v1",
    "validation.fragment.accepted.v1",
)

Count = Callable[[str], Awaitable[Tricks | None]]
"""Counts the tricks of a deal; None when that is not possible."""


async def count_nothing(_deal: str) -> Tricks | None:
    """Count no tricks: double-dummy analysis is off."""
    return None


@dataclass
class Known:
    """An event as this process knows it; a cache of the bus, dropped whenever the bus knows better.

    Attributes:
        described: by what name, for which date and with how many lines it was described last.
        looks_like: the events that it may belong to, as of then.
    """

    state: EventState
    ledger: Ledger
    described: tuple[str | None, str | None, int] | None = None
    looks_like: tuple[LooksLike, ...] = ()


class Events:
    """The events in memory, the least recently used dropped first."""

    def __init__(self, bus: Bus, size: int) -> None:
        self._bus = bus
        self._size = size
        self._known: OrderedDict[str, Known] = OrderedDict()

    async def before(self, event: str, sequence: int) -> Known:
        """The event as it was before the fragment at this stream sequence, or as it was published since.

        What is in memory counts only while the last published standings are those that this process published:
        another replica may have taken a fragment in between. Where a process was killed after it published and before
        it acknowledged, the fragment comes again although it is published: the state that stays in memory has it, too.
        """
        known = self._known.get(event)
        if known is None or not await self._current(event, known):
            ledger = await read_ledger(self._bus, event)
            known = Known(await fold_event(self._bus, event, max(sequence - 1, ledger.applied), ledger.applied), ledger)
        self._known[event] = known
        self._known.move_to_end(event)
        while len(self._known) > self._size:
            self._known.popitem(last=False)
        return known

    async def _current(self, event: str, known: Known) -> bool:
        last = await self._bus.last(subjects.standings_published(event), StandingsPublished)
        return (last.seq if last else 0) == (known.ledger.standings.stream_seq if known.ledger.standings else 0)

    def forget(self, event: str) -> None:
        """Drop an event; the next fragment folds it again."""
        self._known.pop(event, None)


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        bus: publishes and reads.
        events: that are kept folded.
        count: the tricks of a deal.
    """

    bus: Bus
    events: Events
    count: Count = count_nothing


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """Subscribe to accepted fragments, and, by a durable of its own that holds nothing up, to our own travellers.

    Questions about earlier standings are answered from the stream, with a fold of their own beside those of live work.
    """
    router = ServiceRouter("scoring")
    for name in PUBLICATIONS:
        router.publication(name)

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery, deps: InjectedDeps) -> None:
        event, events = message.fragment.event, deps.events
        known = await events.before(event, delivery.seq)
        if known.ledger.applied >= delivery.seq:
            return
        try:
            taken = known.state.take(message.fragment, message.findings)
            for fragment in taken.onward:
                moved = FragmentAccepted(fragment=fragment, findings=known.state.findings[fragment.id])
                await deps.bus.publish(subjects.fragment_accepted(fragment.event), moved)
            if taken.matters:
                await _publish_scores(deps.bus, known, taken, message.fragment, delivery.seq)
            known.ledger.applied = delivery.seq
        except BaseException:
            events.forget(event)
            raise

    @router.subscribe("scoring.board.scored.v1")
    async def on_board_scored(message: BoardScored, deps: InjectedDeps) -> None:
        board = message.board
        deal = deal_text(board.deal)
        if deal is None:
            return
        last = await deps.bus.last(subjects.deal_analysed(board.event, board.id), DealAnalysed)
        before = last.message if last is not None else None
        if overtaken(message, before):
            return
        tricks = known_tricks(deal, before) or await deps.count(deal)
        planned = plan_analysis(message, deal, tricks, before, last.seq if last is not None else 0)
        if planned is not None:
            await deps.bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)

    @router.answer("scoring.standings.asked.v1")
    async def on_standings_asked(asked: StandingsAsked, deps: InjectedDeps) -> StandingsAnswered:
        accepted = [fragment async for fragment in accepted_fragments(deps.bus, asked.event)]
        return await asyncio.to_thread(answer, asked, accepted)

    return router


async def _publish_scores(bus: Bus, known: Known, taken: Taken, fragment: Fragment, applied: int) -> None:
    """Score an event anew after it has taken a fragment in, and publish what is different."""
    scored, merged = await asyncio.to_thread(known.state.score)
    change = event_change(taken.changes, known.state.merge, fragment.file)
    looks_like = await _recognise(bus, known, merged.replace(applied=applied), change)
    files = [each.file for each in known.state.merge.fragments.values()]
    publications = plan(
        known.ledger,
        scored,
        merged,
        applied=applied,
        cause=(fragment.id,),
        change=change,
        verdicts=with_look_alikes(taken.verdicts, fragment, looks_like, scored.every, files),
        looks_like=looks_like,
    )
    await _publish(bus, known.ledger, publications)


async def _recognise(bus: Bus, known: Known, merged: EventMerged, change: EventChange) -> tuple[LooksLike, ...]:
    """The events that an event may belong to, looked for when there is more to say of it, or while it has any."""
    facts, described, state = merged.facts, known.described, known.state
    played = sum(result.ns_score.kind != "unknown" for result in facts.results)
    size = played + len(facts.games) + len(facts.matches) + len(facts.deals)
    now = (facts.event.name, facts.event.start_date, size)
    entered = any(count.kind in ("player", "pair", "team") for count in change.counts)
    if described is None or entered or known.looks_like or described[:2] != now[:2] or grown(size, described[2]):
        own = await asyncio.to_thread(describe, merged.event, merged.applied, facts, state.merge.fragments.values())
        known.looks_like = await recognise(bus, own, state.origins)
        known.described = now
    return known.looks_like


async def _publish(bus: Bus, ledger: Ledger, publications: list[Publication]) -> None:
    """Carry a plan out: the boards together, then the merged event, then the standings.

    Raises:
        Conflict: when another writer has published meanwhile; the redelivery starts from the bus again.
    """
    *boards, merged, standings = publications
    async with asyncio.TaskGroup() as group:
        for publication in boards:
            group.create_task(_publish_one(bus, ledger, publication))
    published = await bus.publish(merged.subject, merged.message, expect_last=merged.expect_last)
    ledger.merged = published.seq
    await _publish_one(bus, ledger, standings)


async def _publish_one(bus: Bus, ledger: Ledger, publication: Publication) -> None:
    published = await bus.publish(publication.subject, publication.message, expect_last=publication.expect_last)
    planned = publication.channel
    if planned is None:
        return
    channel = Channel(planned.seq, published.seq, planned.digest)
    if publication.board is None:
        ledger.standings = channel
    else:
        ledger.boards[publication.board] = channel
