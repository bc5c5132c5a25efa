"""Who asks for it is told of the news of one participant, until it asks for no more; what was told is written down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts import registry, subjects
from contracts.facts import PublicPolicy
from contracts.questions import NoticesAnswered, NoticesAsked, PushAddress
from contracts.standings import Status
from services.notification import handlers
from services.notification.adapters.notice_bucket import BUCKET, KEY, NoticeBucket
from services.notification.adapters.outbox import Outbox
from services.notification.adapters.push_client import PushClient
from services.notification.adapters.web_push import encoded
from services.notification.domain import subscriptions as limits
from services.notification.domain.subscriptions import Subscriptions
from services.notification.handlers import Deps, build_router, follow, load
from shared.errors import OperationFailed
from tests.support.evening import EVENT, merged, seats, traveller
from tests.support.handlers import ask, subjects_heard
from tests.support.memory_bus import MemoryBus
from tests.support.push_service import Browser, PushService, push_service
from tests.support.time_limits import scaled


class Notification:
    """The service over a bus in memory, and a push service.

    Attributes:
        browsers: by name.
    """

    def __init__(self, bus: MemoryBus, push: PushService, most: int = 100) -> None:
        self.bus, self.push = bus, push
        self.browsers: dict[str, Browser] = {}
        subscriptions, bucket = Subscriptions(most), NoticeBucket(bus, "")  # type: ignore[arg-type]
        client = PushClient(pause=lambda _seconds: asyncio.sleep(0))
        self.outbox = Outbox(subscriptions, bucket, client)
        self.deps = Deps(bus, subscriptions, bucket, self.outbox, (push.origin,))  # type: ignore[arg-type]

    def address(self, name: str) -> PushAddress:
        return self.browsers.setdefault(name, Browser(self.push.origin, name)).address

    async def asks(self, participant: str | None, name: str = "a", **changes: str) -> NoticesAnswered:
        question = NoticesAsked(event=EVENT, address=self.address(name).replace(**changes), participant=participant)
        return await ask(build_router, question, subjects.notices_asked(EVENT), deps=self.deps)  # type: ignore[no-any-return]

    async def says(self, *messages: object) -> None:
        """Publish, and wait until everybody is told."""
        for message in messages:
            kind = type(message).__name__
            subject = {
                "EventMerged": subjects.event_merged(EVENT),
                "RoundAssigned": subjects.round_assigned(EVENT),
                "BoardScored": subjects.board_scored(EVENT, "7"),
            }[kind]
            self.bus.messages.append((subject, message))
        await asyncio.sleep(0.03)
        async with asyncio.timeout(scaled(10)):
            while self.outbox._tasks:
                await asyncio.sleep(0.005)

    def told(self, name: str = "a") -> list[str]:
        """What a browser was told, by kind."""
        return [self.browsers[name].read(body)["kind"] for body in self.push.taken.get(name, [])]


@asynccontextmanager
async def running(notification: Notification) -> AsyncIterator[Notification]:
    await load(notification.deps)
    task = asyncio.create_task(follow(notification.deps))
    await asyncio.sleep(0.03)
    try:
        yield notification
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def evening(**options: int) -> AsyncIterator[Notification]:
    """The service, and an event in its first round."""
    bus = MemoryBus([(subjects.event_merged(EVENT), merged(0))])
    async with push_service() as push, running(Notification(bus, push, **options)) as notification:
        yield notification


def test_it_owns_no_durable() -> None:
    assert subjects_heard(build_router()) == set()
    assert [entry.name for entry in build_router().questions] == ["notification.notices.asked.v1"]
    assert registry.by_name("scoring.event.merged.v1").consumers.count("notification") == 1


async def test_each_fact_is_told_once_to_whom_it_concerns() -> None:
    async with evening() as service:
        for name, participant in (("a", "1"), ("b", "3")):
            assert (await service.asks(participant, name)).participant == participant
        await service.says(seats("5"))
        await service.says(traveller("420"), merged(1, boards=3, applied=2))
        await service.says(traveller("620", seq=2))
        await service.says(merged(1, boards=3, applied=3), seats("5", seq=2), traveller("620", seq=3))
        await service.says(merged(1, boards=3, status=Status.PROVISIONAL, applied=4))
        assert service.told() == ["seat", "result", "correction", "final"]
        assert service.told("b") == ["result", "final"]


async def test_what_is_there_to_see_already_is_no_news() -> None:
    async with evening() as service:
        await service.says(merged(1, boards=3, applied=2), seats("5"), traveller("420"))
        await service.asks("1")
        await service.says(merged(1, boards=3, applied=3), seats("5", seq=2), traveller("420", seq=2))
        assert service.told() == []
        await service.says(traveller("620", seq=3))
        assert service.told() == ["correction"]


async def test_nothing_is_followed_before_somebody_wants_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[str] = []
    follow_bus = MemoryBus.follow

    def noted(self: MemoryBus, pattern: str, *rest: Any, **more: Any) -> Any:
        followed.append(pattern)
        return follow_bus(self, pattern, *rest, **more)

    monkeypatch.setattr(MemoryBus, "follow", noted)
    async with evening() as service:
        await service.says(seats("4"))
        assert (followed, service.deps.events) == ([], {})
        await service.asks("1")
        await service.says(seats("5", seq=2))
        assert len(set(followed)) == 4
        assert service.told() == ["seat"]
        assert not service.deps.coming


async def test_who_asks_for_no_more_is_told_no_more() -> None:
    async with evening() as service:
        await service.asks("1")
        assert (await service.asks(None)).participant is None
        await service.says(seats("5"))
        assert service.told() == []
        assert [key for _, key in service.bus.keys] == [KEY]
        assert service.deps.events == {}


async def test_another_choice_takes_the_place_of_the_first() -> None:
    async with evening() as service:
        await service.asks("1")
        await service.asks("3")
        await service.says(seats("5"))
        assert service.told() == []
        await service.says(merged(1, boards=3, applied=2))
        assert service.browsers["a"].read(service.push.taken["a"][0])["participant"] == "3"


async def test_after_a_restart_what_was_missed_is_told_and_nothing_twice() -> None:
    async with evening() as service:
        await service.asks("1")
        await service.says(seats("5"), traveller("420"))
        key = (await service.deps.bucket.signer()).public
    service.bus.messages += [(subjects.round_assigned(EVENT), seats("6", round=3, seq=2))]
    async with push_service() as push:
        again = Notification(service.bus, push)
        again.browsers = service.browsers
        again.push.origin, again.deps.origins = push.origin, (push.origin,)
        await load(again.deps)
        (kept,) = again.deps.subscriptions.of(EVENT)
        moved = kept.address.replace(endpoint=kept.address.endpoint.replace(service.push.origin, push.origin))
        again.deps.subscriptions.remove(EVENT, kept.id)
        again.deps.subscriptions.put(kept.replace(address=moved))
        task = asyncio.create_task(follow(again.deps))
        await again.says()
        assert again.told() == ["seat"]
        await again.says(traveller("620", seq=2))
        assert again.told() == ["seat", "correction"]
        assert (await again.deps.bucket.signer()).public == key
        task.cancel()


async def test_what_was_sent_and_not_written_down_before_a_kill_is_sent_again_under_the_same_topic() -> None:
    async with evening() as service:
        await service.asks("1")
        before = dict(service.bus.keys)
        await service.says(seats("5"))
        topic = service.push.headers["topic"]
        service.bus.keys = before
        async with running(Notification(service.bus, service.push)) as again:
            again.browsers = service.browsers
            await again.says()
            assert again.told() == ["seat", "seat"]
        first, second = (service.browsers["a"].read(body) for body in service.push.taken["a"])
        assert first == second
        assert service.push.headers["topic"] == topic


async def test_a_browser_that_is_gone_is_forgotten() -> None:
    async with evening() as service:
        for name in ("a", "b"):
            await service.asks("1", name)
        service.push.answers["a"] = [410]
        await service.says(seats("5"))
        assert len(service.deps.subscriptions) == 1
        assert len(service.bus.keys) == 2
        await service.says(seats("6"))
        assert (service.told(), service.told("b")) == ([], ["seat", "seat"])


async def test_a_key_is_handed_out_to_whoever_asks() -> None:
    async with evening() as service:
        question = NoticesAsked(event=EVENT)
        answer = await ask(build_router, question, subjects.notices_asked(EVENT), deps=service.deps)
        assert (len(answer.key), answer.participant, answer.refusal) == (87, None, None)
        assert service.bus.keys[(BUCKET, KEY)][0] not in answer.key.encode()


@pytest.mark.parametrize(
    ("participant", "changes", "code"),
    [
        ("9", {}, "no-participant"),
        ("1", {"endpoint": "https://127.0.0.1/x"}, "no-such-service"),
        ("1", {"auth": "A" * 24}, "bad-key"),
        ("1", {"p256dh": encoded(b"\x04" + b"\x01" * 64)}, "bad-key"),
    ],
)
async def test_what_cannot_be_is_refused(participant: str, changes: dict[str, str], code: str) -> None:
    async with evening() as service:
        answer = await service.asks(participant, **changes)
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.participant, len(service.deps.subscriptions)) == (code, None, 0)
        assert service.deps.events == {}


async def test_an_event_that_is_not_scored_is_refused() -> None:
    async with push_service() as push, running(Notification(MemoryBus(), push)) as service:
        answer = await service.asks("1")
        assert answer.refusal is not None
        assert answer.refusal.code == "no-event"


async def test_there_is_room_for_so_many() -> None:
    async with evening(most=1) as service:
        assert (await service.asks("1", "a")).refusal is None
        answer = await service.asks("1", "b")
        assert answer.refusal is not None
        assert answer.refusal.code == "too-many"


async def test_who_was_told_nothing_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening() as service:
        await service.asks("1")
    monkeypatch.setattr(limits, "KEPT", timedelta(0))
    async with push_service() as push, running(Notification(service.bus, push)) as again:
        assert len(again.deps.subscriptions) == 0


async def test_what_cannot_be_written_down_is_told_nevertheless() -> None:
    async with evening() as service:
        await service.asks("1")

        async def refuse(*_: object, **__: object) -> None:
            raise OperationFailed("the disk is full")

        service.bus.kv_set = refuse  # type: ignore[method-assign]
        await service.says(seats("5"))
        await service.says(seats("6"))
        assert service.told() == ["seat", "seat"]


async def test_under_a_delay_news_is_told_later_and_after_a_restart_not_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "TURN_EVERY", 0.001)
    late = merged(1, boards=3, applied=2)
    late = late.replace(standings=late.standings.replace(public=PublicPolicy(delay=5)))
    now = datetime.now(UTC)
    async with evening() as service:
        await service.asks("1")
        service.bus.times = {2: now - timedelta(minutes=1), 3: now - timedelta(minutes=1)}
        await service.says(late, seats("5"))
        assert service.told() == ["seat"]
        for stored_at, told in (
            (now - timedelta(minutes=1), ["seat"]),
            (now - timedelta(minutes=6), ["seat", "result"]),
        ):
            service.bus.times[2] = stored_at
            async with running(Notification(service.bus, service.push)) as again:
                again.browsers = service.browsers
                await again.says()
                assert again.told() == told
