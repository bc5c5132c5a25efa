"""A target is told everything in order, whatever it answers; nobody waits for another, and nobody is led elsewhere."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts import subjects
from contracts.messages import TableChanged
from contracts.webhooks.targets import Delivery, Target
from services.notification.adapters.webhooks import sender as module
from services.notification.adapters.webhooks.sender import Sender
from services.notification.domain.webhooks.tries import GIVEN_UP_AFTER, MOST_REFUSALS
from services.notification.settings import Settings
from shared.kept.webhooks import WebhookBucket, new_secret
from tests.support.memory_bus import MemoryBus
from tests.support.one_by_one import Answer, serve
from tests.support.time_limits import scaled

NOW = datetime.now(UTC)


@dataclass
class Receiver:
    """Takes requests, and answers them as it was told to, then with 204."""

    url: str = ""
    answers: list[Answer] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    async def act(self, target: str, headers: dict[str, str], body: bytes) -> Answer:
        self.paths.append(target)
        self.bodies.append(json.loads(body))
        return self.answers.pop(0) if self.answers else (204, [], b"")

    @property
    def sequences(self) -> list[int]:
        return [body["sequence"] for body in self.bodies]


@asynccontextmanager
async def receiver(*answers: Answer) -> AsyncIterator[Receiver]:
    made = Receiver(answers=[*answers])
    running = await asyncio.start_server(lambda reader, writer: serve(reader, writer, made.act), "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{running.sockets[0].getsockname()[1]}/hook"
    try:
        yield made
    finally:
        running.close()


def change(seq: int, event: str = "pairs", table: str = "standings", epoch: str = "e") -> TableChanged:
    return TableChanged(event=event, table=table, epoch=epoch, seq=seq, rows={}, changed_at=NOW)


async def bus_with(*changes: TableChanged) -> MemoryBus:
    bus = MemoryBus()
    for each in changes:
        await bus.publish(subjects.table_changed(each.event, each.table), each)
    return bus


def target(url: str, name: str = "club", **fields: object) -> Target:
    given = {"name": name, "url": url, "secret": new_secret(), "made_at": NOW, "turn": 1}
    return Target.model_validate({**given, **fields})


@asynccontextmanager
async def told(bus: Any, *targets: Target, private: bool = True) -> AsyncIterator[None]:
    """Senders that tell these targets."""
    senders = [Sender(bus, each, lambda _: private, 0.05) for each in targets]
    tasks = [asyncio.create_task(sender.run()) for sender in senders]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)


async def until(bus: Any, of: Target, **expected: object) -> Delivery:
    async with asyncio.timeout(scaled(10)):
        while True:
            delivery, _ = await WebhookBucket(bus).delivery(of)
            if all(getattr(delivery, name) == value for name, value in expected.items()):
                return delivery
            await asyncio.sleep(0.01)


async def test_a_target_is_told_what_it_wants_in_order_from_its_place_on() -> None:
    bus = await bus_with(change(1), change(2, table="seats"), change(3, "teams"), change(4), change(5))
    async with receiver() as club:
        one = target(club.url, events=("pairs",), tables=("standings",), after=1)
        async with told(bus, one):
            await until(bus, one, position=5, accepted=2)
    assert club.sequences == [4, 5]


async def test_what_is_refused_for_now_is_told_again_by_the_same_id() -> None:
    bus = await bus_with(change(1), change(2))
    async with receiver((503, [], b""), (429, [("Retry-After", "0")], b""), (500, [], b"")) as club:
        one = target(club.url)
        async with told(bus, one):
            delivery = await until(bus, one, position=2)
    assert club.sequences == [1, 1, 1, 1, 2]
    assert len({body["id"] for body in club.bodies[:4]}) == 1
    assert (delivery.accepted, delivery.tries, delivery.error, delivery.next_try_at) == (2, 0, None, None)


async def test_a_sender_says_since_when_a_change_waits_until_it_is_accepted() -> None:
    bus = await bus_with(change(1))
    bus.times[1] = NOW - timedelta(minutes=3)
    async with receiver((503, [], b"")) as club:
        one = target(club.url)
        sender = Sender(bus, one, lambda _: True, 0.05)  # type: ignore[arg-type]
        task = asyncio.create_task(sender.run())
        await until(bus, one, tries=1)
        assert sender.waiting_since == NOW - timedelta(minutes=3)
        await until(bus, one, position=1)
        assert sender.waiting_since is None
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_a_change_that_is_refused_for_good_is_given_up_and_the_next_one_told() -> None:
    bus = await bus_with(change(1), change(2))
    async with receiver(*[(400, [], b"")] * MOST_REFUSALS) as club:
        one = target(club.url)
        async with told(bus, one):
            delivery = await until(bus, one, position=2)
    assert club.sequences == [1] * MOST_REFUSALS + [2]
    assert (delivery.given_up, delivery.newest_given_up, delivery.accepted) == (1, (1,), 1)


async def test_a_change_that_is_too_old_is_given_up() -> None:
    bus = await bus_with(change(1), change(2))
    bus.times[1] = NOW - GIVEN_UP_AFTER - timedelta(minutes=1)
    async with receiver((503, [], b"")) as club:
        one = target(club.url)
        async with told(bus, one):
            delivery = await until(bus, one, position=2)
    assert (club.sequences, delivery.newest_given_up) == ([1, 2], (1,))


async def test_a_target_that_is_gone_is_told_nothing_until_a_replay() -> None:
    bus = await bus_with(change(1), change(2))
    async with receiver((410, [], b"")) as club:
        one = target(club.url)
        async with told(bus, one):
            await until(bus, one, gone=True)
        again = one.replace(turn=2)
        async with told(bus, again):
            delivery = await until(bus, again, position=2)
    assert (club.sequences, delivery.gone) == ([1, 1, 2], False)


async def test_what_was_hidden_since_is_told_neither_late_nor_in_a_replay() -> None:
    bus = await bus_with(change(1), change(2, table="seats"), change(3))
    async with receiver((503, [], b"")) as club:
        one = target(club.url)
        async with told(bus, one):
            await until(bus, one, tries=1)
            hidden = change(4, epoch="e.hidden")
            await bus.publish(subjects.table_changed(hidden.event, hidden.table), hidden)
            delivery = await until(bus, one, position=4)
        assert club.sequences == [1, 2, 4]
        assert (delivery.accepted, delivery.given_up, delivery.error) == (2, 0, None)
        again = one.replace(turn=2)
        async with told(bus, again):
            await until(bus, again, position=4)
        assert club.sequences == [1, 2, 4, 2, 4]
        # Released, it is numbered as before.
        await bus.publish(subjects.table_changed("pairs", "standings"), change(5))
        last = one.replace(turn=3)
        async with told(bus, last):
            await until(bus, last, position=5)
    assert club.sequences[5:] == [1, 2, 3, 5]


async def test_a_redirection_is_not_followed() -> None:
    bus = await bus_with(change(1))
    async with receiver() as elsewhere, receiver(*[(307, [("Location", elsewhere.url)], b"")] * MOST_REFUSALS) as club:
        one = target(club.url)
        async with told(bus, one):
            await until(bus, one, given_up=1)
    assert elsewhere.paths == []


async def test_no_address_is_called_that_may_not_be() -> None:
    bus = await bus_with(change(1))
    async with receiver() as club:
        one = target(club.url.replace("127.0.0.1", "localhost"))
        async with told(bus, one, private=False):
            async with asyncio.timeout(scaled(10)):
                while (delivery := (await WebhookBucket(bus).delivery(one))[0]).tries < 2:
                    await asyncio.sleep(0.01)
    assert "no address that may be called" in (delivery.error or "")
    assert f"{Settings.model_config['env_prefix']}WEBHOOK_NETWORKS" == module.NETWORKS
    assert module.NETWORKS in (delivery.error or "")
    assert club.paths == []


async def test_a_target_that_hangs_holds_up_no_other_and_its_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    bus = await bus_with(*(change(seq) for seq in range(1, 51)))

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        with contextlib.suppress(OSError):
            while await reader.read(1):
                writer.write(b"x" * 65_536)
                await writer.drain()

    server = await asyncio.start_server(hang, "127.0.0.1", 0)
    async with receiver() as club:
        slow = target(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", "slow")
        one = target(club.url)
        async with told(bus, slow, one):
            await until(bus, one, accepted=50)
            delivery, _ = await WebhookBucket(bus).delivery(slow)
    server.close()
    assert delivery.accepted == 0
    assert club.sequences == [*range(1, 51)]


async def test_a_test_message_goes_before_what_waits_and_says_what_was_answered() -> None:
    bus = await bus_with(change(1))
    async with receiver((200, [], b"")) as club:
        one = target(club.url, tests=17)
        async with told(bus, one):
            delivery = await until(bus, one, position=1)
    assert [body["type"] for body in club.bodies] == ["webhook.test", "standings.changed"]
    assert (delivery.tests, (delivery.test_result or "")[:3]) == (17, "200")
