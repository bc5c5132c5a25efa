"""Follow the bus and feed the hub; broadcast owns no durable consumer and acknowledges nothing."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from contracts import subjects
from contracts.feed import Reason, standings_channel
from contracts.messages import DealAnalysed, RoundAssigned
from services.broadcast.adapters.event_loader import FURTHER_BACK, REMEMBERED, EventLoader
from services.broadcast.adapters.history import ask_for_rankings
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.corrections.period import Period
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.message_tables import FeedBoardScored, FeedRoundScored, FeedStandingsPublished
from shared.bus.bus import Bus
from shared.bus.following import follow_for_ever
from shared.bus.jetstream.stored import Stored
from shared.bus.router import ServiceRouter
from shared.errors import OperationFailed
from shared.kept.secrets import SecretBucket
from shared.kept.uplink import Uplink, UplinkBucket

logger = logging.getLogger("kibitz.broadcast")

RETRY = 1.0

READINGS = 20
"""How often an event is read again whose standings cannot be put together; the next ones begin anew."""

EVICT_EVERY = 30.0
"""Seconds between two evictions of events that nobody needs."""

TURN_EVERY = 0.5
"""Seconds between two looks for what has become old enough for the public."""

STANDINGS = subjects.standings_published(subjects.ANY)
SEATS = subjects.round_assigned(subjects.ANY)


@dataclass
class Deps:
    """What following needs.

    Attributes:
        ready: set when the list of events is in the hub as it stood on the bus at start.
        uplink: how the connection between hall and public server stands; None where there is none.
    """

    bus: Bus
    hub: Hub
    ready: asyncio.Event
    ledger: Ledger | None = None
    loader: EventLoader | None = None
    uplink: Uplink | None = None

    @property
    def is_public(self) -> bool:
        """Whether this is the public server of a hall, which decides nothing."""
        return self.uplink is not None and self.uplink.side == "world"

    def periods(self) -> Mapping[str, Period]:
        """The correction periods that end here: what one ends with is decided once, in the hall."""
        return {} if self.ledger is None or self.is_public else self.ledger.periods

    @property
    def cut_off(self) -> bool:
        """Whether the hall, from which all comes, is away."""
        return self.is_public and self.uplink is not None and not self.uplink.stands(datetime.now(UTC))

    async def fetch(self, channel: str) -> bool:
        """Have a channel in the hub, if it is known; False: it cannot be read now."""
        return self.loader is None or await self.loader.fetch(channel)

    def table(self, channel: str) -> Channel | None:
        """A channel as staff see it, if it is here."""
        return None if self.ledger is None else self.ledger.audiences.table(channel)


def build_router() -> ServiceRouter:
    """Broadcast handles nothing by durable consumer: its router is empty, and `follow` does the work."""
    return ServiceRouter("broadcast")


async def follow(deps: Deps) -> None:
    """Read the list of events from the bus, then follow it for ever; all else is read when somebody asks for it."""
    bus = deps.bus
    scored, seated = await bus.stream_created("SCORED"), await bus.stream_created("SEATED")
    deps.uplink = await UplinkBucket(bus).read()
    ledger = Ledger(deps.hub, _epoch(scored), _epoch(seated), await SecretBucket(bus).secret())
    after = {pattern: await bus.last_seq(pattern) for pattern in (STANDINGS, SEATS)}
    await _list_events(bus, ledger)
    async with asyncio.TaskGroup() as group:
        deps.ledger = ledger
        loader = deps.loader = EventLoader(bus, ledger, lambda event: _follow_boards(bus, ledger, group, event))
        deps.ready.set()
        logger.info("following %d events", ledger.events)
        take = partial(_take_standings, ledger, loader, group)
        group.create_task(follow_for_ever(bus, STANDINGS, FeedStandingsPublished, after[STANDINGS] + 1, take))
        group.create_task(
            follow_for_ever(bus, SEATS, RoundAssigned, after[SEATS] + 1, ledger.take_seats, ledger.is_shown)
        )
        group.create_task(_evict_idle(deps.loader))
        group.create_task(_turn(ledger))
        group.create_task(ask_for_rankings(bus, ledger.audiences))


def _take_standings(
    ledger: Ledger, loader: EventLoader, group: asyncio.TaskGroup, message: FeedStandingsPublished, stored_at: datetime
) -> None:
    """Take standings; where they change others than are there, read the event again."""
    if not ledger.take_standings(message, stored_at):
        group.create_task(_read_again(loader, standings_channel(message.standings.event)))


async def _read_again(loader: EventLoader, channel: str) -> None:
    for _ in range(READINGS):
        if await loader.fetch(channel):
            break
        await asyncio.sleep(RETRY)


async def _follow_boards(bus: Bus, ledger: Ledger, group: asyncio.TaskGroup, event: str) -> Callable[[], None]:
    """Follow the boards of an event, their analyses, and its rounds of chess; ends when the result is called."""
    made = (subjects.board_scored, subjects.deal_analysed, subjects.round_scored)
    boards, analyses, rounds = (make(event, subjects.ANY) for make in made)
    after = {pattern: await bus.last_seq(pattern) for pattern in (boards, analyses, rounds)}
    tasks = (
        group.create_task(follow_for_ever(bus, boards, FeedBoardScored, after[boards] + 1, ledger.take_board)),
        group.create_task(follow_for_ever(bus, analyses, DealAnalysed, after[analyses] + 1, ledger.take_analysis)),
        group.create_task(follow_for_ever(bus, rounds, FeedRoundScored, after[rounds] + 1, ledger.take_round)),
    )

    def end() -> None:
        for task in tasks:
            task.cancel()

    return end


async def _list_events(bus: Bus, ledger: Ledger) -> None:
    """Read the list of events: a line of each, and how it moved lately, so that those who follow it resume.

    What is read is let go of line by line: the standings of all events there ever were are more than a process holds.
    That is why those of lately are read twice, first for the position that each event had before them.
    """
    since = datetime.now(UTC) - REMEMBERED
    moving: dict[str, int] = {}
    delays: dict[str, int] = {}
    async for stored in bus.history(STANDINGS, FeedStandingsPublished, since=since):
        standings = stored.message.standings
        moving.setdefault(standings.event, stored.message.position.seq - 1)
        delays[standings.event] = standings.public.delay
    earlier = {event: await _public(bus, event, timedelta(minutes=delay)) for event, delay in delays.items() if delay}
    listed = {
        event: min(found.message.position.seq if found is not None else 0, moving[event])
        for event, found in earlier.items()
    }
    seats = bus.history(SEATS, RoundAssigned, last_per_subject=True)
    ledger.begin(moving, [stored.message.assignment.event async for stored in seats], listed)
    for event, found in earlier.items():
        if found is None:
            continue
        subject = subjects.standings_published(event)
        async for stored in bus.history(subject, FeedStandingsPublished, start_seq=found.seq):
            if stored.message.position.seq > moving[event]:
                break
            ledger.remember(stored.message, stored.time)
    newest: datetime | None = None
    async for stored in bus.history(STANDINGS, FeedStandingsPublished, last_per_subject=True):
        if stored.time < since and stored.message.standings.event not in moving:
            ledger.remember(stored.message, stored.time)
            newest = max(newest or stored.time, stored.time)
    async for stored in bus.history(STANDINGS, FeedStandingsPublished, since=since):
        ledger.take_standings(stored.message, stored.time)
    if newest is not None and not moving:
        ledger.publish_list(Reason.PUBLISH, newest)


async def _public(bus: Bus, event: str, delay: timedelta) -> Stored[FeedStandingsPublished] | None:
    """The newest standings that the public may see of an event with a delay; None where a day has none."""
    subject, public = subjects.standings_published(event), datetime.now(UTC) - delay
    found = None
    for ago in (REMEMBERED, *FURTHER_BACK):
        async for stored in bus.history(subject, FeedStandingsPublished, since=public - ago):
            if stored.time > public:
                break
            found = stored
        if found is not None:
            break
    return found


async def _evict_idle(loader: EventLoader) -> None:
    while True:
        await asyncio.sleep(EVICT_EVERY)
        loader.evict_idle()


async def _turn(ledger: Ledger) -> None:
    while True:
        await asyncio.sleep(TURN_EVERY)
        ledger.turn()


def _epoch(created: datetime) -> str:
    """The name of a numbering: it changes only when the stream is made anew."""
    return created.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")


async def keep_alive(deps: Deps, every: float = 2.0) -> None:
    """Tell the hub whether the bus is there, and the hall behind it, for the age of the data that clients are told."""
    uplink = UplinkBucket(deps.bus)
    while True:
        await asyncio.sleep(every)
        report = await deps.bus.healthy()
        if report.connected:
            with suppress(OperationFailed):
                deps.uplink = await uplink.read()
        deps.hub.degraded = not report.connected or deps.cut_off
        if not deps.hub.degraded:
            deps.hub.source_alive()
