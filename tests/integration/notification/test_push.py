"""Over a real server: browsers are told by a push service, each of its own, in time, and not again after a restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import process_time

import pytest

from contracts import subjects
from contracts.questions import NoticesAnswered, NoticesAsked
from services.notification.adapters.notice_bucket import BUCKET, NoticeBucket
from services.notification.app import create
from services.notification.domain.event_news import EventNews
from services.notification.domain.news import Entries, EventState, Told
from services.notification.domain.subscriptions import Subscription
from services.notification.settings import Settings
from shared.bus.bus import Bus
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.wire import decode, encode
from shared.service import run_services
from tests.support.evening import EVENT, merged, seats
from tests.support.nats_server import running_bus
from tests.support.push_service import Browser, PushService, push_service
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

SUBSCRIBERS = 1_000
PAIRS = 100


@asynccontextmanager
async def notification(settings: BusSettings, push: PushService) -> AsyncIterator[None]:
    service = create(lambda: Settings(bus=settings, push_services=push.origin))
    stop = asyncio.Event()
    running = asyncio.create_task(run_services([service], stop=stop))
    try:
        async with asyncio.timeout(scaled(20)):
            while not service.started:
                await asyncio.sleep(0.02)
        yield
    finally:
        stop.set()
        await running


def publisher(name: str, subject: str) -> ServiceRouter:
    router = ServiceRouter(name)
    router.publication(subject)
    return router


async def until_told(push: PushService, count: int) -> None:
    async with asyncio.timeout(scaled(60)):
        while sum(map(len, push.taken.values())) < count:
            await asyncio.sleep(0.02)


async def subscribe(bus: Bus, browsers: list[Browser]) -> None:
    """Subscribers as they are kept: to ask for each is another test's."""
    bucket, known = NoticeBucket(bus, ""), EventNews()
    known.entries = Entries(decode(EventState, encode(merged(0, pairs=PAIRS))))
    at = merged(0).calculated_at

    async def keep(participant: str, browser: Browser) -> None:
        told, _ = known.of_everything(Told(), participant)
        await bucket.keep(
            Subscription(event=EVENT, participant=participant, address=browser.address, told=told, changed_at=at)
        )

    await asyncio.gather(*(keep(str(number % PAIRS + 1), browser) for number, browser in enumerate(browsers)))


async def test_a_thousand_browsers_are_told_each_of_its_own_and_one_that_is_gone_is_forgotten(
    bus_settings: BusSettings,
) -> None:
    async with (
        push_service() as push,
        running_bus(bus_settings, publisher("scoring", "scoring.event.merged.v1")) as scoring,
        running_bus(bus_settings, publisher("seating", "seating.round.assigned.v1")) as seating,
        running_bus(bus_settings, "notification") as own,
    ):
        browsers = [Browser(push.origin, f"b{number}") for number in range(SUBSCRIBERS)]
        await subscribe(own, browsers)
        await scoring.publish(subjects.event_merged(EVENT), merged(0, pairs=PAIRS))
        push.answers["b0"] = [410]
        async with notification(bus_settings, push):
            begun = process_time()
            await scoring.publish(subjects.event_merged(EVENT), merged(1, pairs=PAIRS, boards=3, applied=2))
            await until_told(push, SUBSCRIBERS - 1)
            took = process_time() - begun
            await seating.publish(subjects.round_assigned(EVENT), seats("5"))
            of_two_pairs = 2 * SUBSCRIBERS // PAIRS - 1
            await until_told(push, SUBSCRIBERS - 1 + of_two_pairs)
        for number, browser in enumerate(browsers):
            told = [browser.read(body) for body in push.taken.get(browser.address.endpoint.rpartition("/")[2], [])]
            expected = ["result", *(["seat"] if number % PAIRS < 2 else [])] if number else []
            assert [one["kind"] for one in told] == expected
            assert {one["participant"] for one in told} <= {str(number % PAIRS + 1)}
        kept = [key async for key, _ in own.kv_items(BUCKET) if key.startswith("subscription.")]
        assert len(kept) == SUBSCRIBERS - 1
        # Of processor time, with the push service and its clients: a busy machine takes longer.
        assert took < 5, took


async def test_who_asks_is_told_once_also_over_a_restart(bus_settings: BusSettings) -> None:
    async with (
        push_service() as push,
        running_bus(bus_settings, publisher("scoring", "scoring.event.merged.v1")) as scoring,
        running_bus(bus_settings, publisher("seating", "seating.round.assigned.v1")) as seating,
        running_bus(bus_settings, "broadcast") as broadcast,
    ):
        browser = Browser(push.origin, "a")
        await scoring.publish(subjects.event_merged(EVENT), merged(0))
        async with notification(bus_settings, push):
            question = NoticesAsked(event=EVENT, address=browser.address, participant="2")
            answer = await broadcast.ask(subjects.notices_asked(EVENT), question, NoticesAnswered, patience=10)
            assert (answer.participant, answer.refusal) == ("2", None)
            await seating.publish(subjects.round_assigned(EVENT), seats("5"))
            await until_told(push, 1)
        # The service is away while the round is played.
        await scoring.publish(subjects.event_merged(EVENT), merged(1, boards=3, applied=2))
        async with notification(bus_settings, push):
            await until_told(push, 2)
            await seating.publish(subjects.round_assigned(EVENT), seats("6", round=3, seq=2))
            await until_told(push, 3)
        told = [browser.read(body) for body in push.taken["a"]]
        assert [(one["kind"], one.get("table")) for one in told] == [("seat", "5"), ("result", None), ("seat", "6")]
