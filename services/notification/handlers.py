"""Handlers of the notification service: follow what is published, and tell those who asked for it what is news.

It reads by position and owns no durable. Nothing is followed before somebody wants to be told, and an event is taken in
while somebody is told of it; at the start the newest state of each is held against what was told, so nothing is missed
that happened meanwhile.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

from contracts import subjects
from contracts.messages import RoundAssigned
from contracts.questions import NoticesAnswered, NoticesAsked, NoticesRefusal, PushAddress
from services.notification.adapters.notice_bucket import NoticeBucket
from services.notification.adapters.outbox import Outbox
from services.notification.adapters.web_push import BadKey, keys_of
from services.notification.domain.event_news import EventNews
from services.notification.domain.news import (
    BoardLines,
    BoardState,
    Entries,
    EventState,
    News,
    RoundGames,
    RoundState,
    Told,
)
from services.notification.domain.push_services import is_allowed
from services.notification.domain.subscriptions import Subscription, Subscriptions, subscription_id
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.following import follow_for_ever
from shared.bus.router import ServiceRouter

MERGED = subjects.event_merged(subjects.ANY)
SEATS = subjects.round_assigned(subjects.ANY)
BOARDS = subjects.board_scored(subjects.ANY, subjects.ANY)
ROUNDS = subjects.round_scored(subjects.ANY, subjects.ANY)

TURN_EVERY = 1.0
"""Seconds between two looks for what has become old enough to be told."""

EXPIRE_EVERY = 3600.0
"""Seconds between two looks for subscriptions of which nothing was told for long."""


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        origins: push services that messages are sent to.
        events: those that somebody is told of, as they are now.
        coming: how many are asking just now to be told of an event.
        wanted: somebody wants to be told.
        following: what comes from now on is taken in.
    """

    bus: Bus
    subscriptions: Subscriptions
    bucket: NoticeBucket
    outbox: Outbox
    origins: tuple[str, ...]
    events: dict[str, EventNews] = field(default_factory=dict)
    loading: asyncio.Lock = field(default_factory=asyncio.Lock)
    coming: Counter[str] = field(default_factory=Counter)
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    following: asyncio.Event = field(default_factory=asyncio.Event)

    async def event(self, event: str) -> EventNews:
        """An event, followed from now on."""
        async with self.loading:
            if (known := self.events.get(event)) is None:
                known = self.events[event] = EventNews()
                await self._read(event, known)
            return known

    async def _read(self, event: str, known: EventNews) -> None:
        """Read the newest of an event; what has come meanwhile is newer."""
        merged = await self.bus.last(subjects.event_merged(event), EventState)
        seats = await self.bus.last(subjects.round_assigned(event), RoundAssigned)
        boards = await self.bus.newest(BoardState, subjects.board_scored(event, subjects.ANY))
        rounds = await self.bus.newest(RoundState, subjects.round_scored(event, subjects.ANY))
        if known.entries is None and merged is not None:
            known.take_entries(Entries(merged.message), merged.time)
        if known.seats is None and seats is not None:
            known.seats = seats.message.assignment
        scored: list[tuple[BoardLines | RoundGames, datetime]] = [(one.message.board, one.time) for one in boards]
        scored += [(one.message.round, one.time) for one in rounds]
        for unit, stored_at in scored:
            if not known.has(unit.id):
                known.take_results(unit, stored_at)
        known.turn(datetime.now(UTC))

    def tell(self, event: str, judge: Callable[[Told, str], News]) -> None:
        """Tell everybody who is told of an event what is news; equal cases are judged once, and remembered once."""
        judged: dict[tuple[str, int], News] = {}
        for subscription in self.subscriptions.of(event):
            case = subscription.participant, id(subscription.told)
            if case not in judged:
                judged[case] = judge(subscription.told, subscription.participant)
            told, notices = judged[case]
            if told != subscription.told:
                changed = subscription.replace(told=told, changed_at=datetime.now(UTC))
                self.subscriptions.put(changed)
                self.outbox.put(changed, notices)

    def turn(self, event: str, known: EventNews) -> None:
        """Tell what of an event may be told by now."""
        for unit in known.turn(datetime.now(UTC)):
            self.tell(event, partial(known.of, unit=unit))

    def forget_unfollowed(self) -> None:
        """Let go of events that nobody is told of, or asks to be."""
        for event in [event for event in self.events if event not in self.subscriptions and not self.coming[event]]:
            del self.events[event]


def build_router() -> ServiceRouter:
    """Answer who wants to be told."""
    router = ServiceRouter("notification")
    router.publication("notification.table.changed.v1")

    @router.answer("notification.notices.asked.v1")
    async def on_notices_asked(question: NoticesAsked, deps: Annotated[Deps, Injected("deps")]) -> NoticesAnswered:
        answer = NoticesAnswered(event=question.event, key=(await deps.bucket.signer()).public)
        if question.address is None:
            return answer
        if question.participant is None:
            identity = subscription_id(question.event, question.address)
            deps.subscriptions.remove(question.event, identity)
            await deps.bucket.remove(identity)
            refusal = None
        else:
            deps.coming[question.event] += 1
            try:
                refusal = await _subscribe(deps, question.event, question.participant, question.address)
            finally:
                deps.coming[question.event] -= 1
                deps.coming = +deps.coming  # without those of whom nobody asks any more
        deps.forget_unfollowed()
        if refusal is not None:
            return answer.replace(refusal=refusal)
        return answer.replace(participant=question.participant)

    return router


async def _subscribe(deps: Deps, event: str, participant: str, address: PushAddress) -> NoticesRefusal | None:
    """Tell a browser from now on, or say why not; what there is to see already is no news."""
    if not is_allowed(address.endpoint, deps.origins):
        return NoticesRefusal(code="no-such-service", message="this server sends nothing to that push service")
    try:
        keys_of(address)
    except BadKey as error:
        return NoticesRefusal(code="bad-key", message=f"the keys cannot be used: {error}")
    deps.wanted.set()
    await deps.following.wait()
    known = await deps.event(event)
    if known.entries is None:
        return NoticesRefusal(code="no-event", message="there is no such event, or it is not scored yet")
    if participant not in known.entries:
        return NoticesRefusal(code="no-participant", message="the event has no such participant")
    if not deps.subscriptions.has_room(event, address):
        return NoticesRefusal(code="too-many", message="too many are told already")
    told, _ = known.of_everything(Told(), participant)
    alike = (other.told for other in deps.subscriptions.of(event) if other.participant == participant)
    told = next((other for other in alike if other == told), told)
    subscription = Subscription(
        event=event, participant=participant, address=address, told=told, changed_at=datetime.now(UTC)
    )
    deps.subscriptions.put(subscription)
    await deps.bucket.keep(subscription)
    return None


async def load(deps: Deps) -> None:
    """Read who is told, before the first question."""
    for subscription in await deps.bucket.subscriptions():
        deps.subscriptions.put(subscription)


async def follow(deps: Deps) -> None:
    """Tell what was missed, then follow everything for ever; nothing before somebody wants to be told."""
    bus = deps.bus
    if not deps.subscriptions.events:
        await deps.wanted.wait()
    after = {pattern: await bus.last_seq(pattern) for pattern in (MERGED, SEATS, BOARDS, ROUNDS)}
    for event in deps.subscriptions.events:
        known = await deps.event(event)
        deps.tell(event, known.of_everything)
    deps.following.set()

    def take_event(message: EventState, stored_at: datetime) -> None:
        if (known := deps.events.get(message.event)) is not None:
            known.take_entries(Entries(message), stored_at)
            deps.turn(message.event, known)

    def take_seats(message: RoundAssigned, _: datetime) -> None:
        if (known := deps.events.get(message.assignment.event)) is not None:
            known.seats = message.assignment
            deps.tell(message.assignment.event, known.of_seats)

    def take_results(message: BoardState | RoundState, stored_at: datetime) -> None:
        scored = message.board if isinstance(message, BoardState) else message.round
        if (known := deps.events.get(scored.event)) is not None:
            known.take_results(scored, stored_at)
            deps.turn(scored.event, known)

    is_followed = deps.events.__contains__
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(follow_for_ever(bus, MERGED, EventState, after[MERGED] + 1, take_event, is_followed))
            group.create_task(follow_for_ever(bus, SEATS, RoundAssigned, after[SEATS] + 1, take_seats, is_followed))
            group.create_task(follow_for_ever(bus, BOARDS, BoardState, after[BOARDS] + 1, take_results, is_followed))
            group.create_task(follow_for_ever(bus, ROUNDS, RoundState, after[ROUNDS] + 1, take_results, is_followed))
            group.create_task(_expire(deps))
            group.create_task(_turn(deps))
    finally:
        await deps.outbox.stop()


async def _turn(deps: Deps) -> None:
    """Tell what has become old enough."""
    while True:
        for event, known in [*deps.events.items()]:
            deps.turn(event, known)
        await asyncio.sleep(TURN_EVERY)


async def _expire(deps: Deps) -> None:
    """Forget subscriptions of which nothing was told for long, as the bus has."""
    while True:
        for subscription in deps.subscriptions.expired(datetime.now(UTC)):
            deps.subscriptions.remove(subscription.event, subscription.id)
        deps.forget_unfollowed()
        await asyncio.sleep(EXPIRE_EVERY)
