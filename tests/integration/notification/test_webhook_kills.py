"""The sender of webhooks and its receiver are killed at random: every change arrives, each recognisable as the same.

`KIBITZ_HOOK_KILLS` says how many kills there are; whom they meet and when comes from a seed (`KIBITZ_HOOK_KILLS_SEED`).
"""

import asyncio
import hmac
import json
import os
import random
import signal
import sys
import urllib.request
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts import subjects
from contracts.access.journal import Doing
from contracts.messages import TableChanged
from contracts.webhooks.targets import Target
from services.broadcast.app import create
from services.broadcast.settings import Settings
from services.notification.domain.webhooks.requests import change_told
from shared.bus.bus import Bus
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.kept.webhooks import WebhookBucket, new_secret
from shared.service import run_services
from tests.support.nats_server import running_bus
from tests.support.ports import free_ports
from tests.support.published import standings
from tests.support.time_limits import scaled

DOING = Doing("Ada", "command", datetime(2031, 10, 3, 19, tzinfo=UTC))

pytestmark = [pytest.mark.connected, pytest.mark.slow]

KILLS = int(os.environ.get("KIBITZ_HOOK_KILLS", "2"))
SEED = int(os.environ.get("KIBITZ_HOOK_KILLS_SEED", "20260307"))
ROOT = Path(__file__).resolve().parents[3]
EVENTS = tuple(f"evening-{number}" for number in range(1, 7))
CHANGES = subjects.table_changed(subjects.ANY, subjects.ANY)


class Victim:
    """A process that is started again whenever it was killed."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.command = [sys.executable, "-m", *arguments]
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self.command, cwd=ROOT, env=self.environment, stderr=asyncio.subprocess.DEVNULL
        )

    async def kill(self) -> None:
        assert self.process is not None
        assert self.process.returncode is None, "it ended by itself"
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


@asynccontextmanager
async def broadcast(settings: BusSettings, port: int) -> AsyncIterator[None]:
    service, stop = create(lambda: Settings(bus=settings, port=port)), asyncio.Event()
    running = asyncio.create_task(run_services([service], stop=stop))
    try:
        async with asyncio.timeout(scaled(20)):
            while not service.started:
                await asyncio.sleep(0.02)
        yield
    finally:
        stop.set()
        await running


async def publish(scoring: Bus, chance: random.Random, stop: asyncio.Event) -> int:
    """Change the standings of some event again and again; how often."""
    numbers = dict.fromkeys(EVENTS, 0)
    while not (stop.is_set() and all(numbers.values())):
        event = chance.choice(EVENTS)
        numbers[event] += 1
        await scoring.publish(
            subjects.standings_published(event), standings(event, numbers[event], f"Pair {chance.randrange(9)}")
        )
        await asyncio.sleep(chance.random() / 4)
    return sum(numbers.values())


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(scaled(60)):
        while not await holds():
            await asyncio.sleep(0.05)


async def a_moment(kept: Path, life: float, chance: random.Random) -> None:
    """Any time, or one at which the receiver has just accepted something and the sender may not know."""
    if chance.random() < 0.5:
        await asyncio.sleep(chance.random() * life)
        return
    enough = lines(kept) + chance.randrange(1, 6)
    for _ in range(3_000):
        if lines(kept) >= enough:
            break
        await asyncio.sleep(0.002)
    await asyncio.sleep(chance.random() / 100)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


async def snapshot(page: str, event: str) -> dict[str, Any]:
    def get() -> dict[str, Any]:
        with urllib.request.urlopen(f"{page}/v1/events/{event}/standings", timeout=scaled(10)) as answer:
            return json.load(answer)

    return await asyncio.to_thread(get)


def target(name: str, url: str) -> Target:
    return Target(name=name, url=url, secret=new_secret(), tables=("standings",), made_at=datetime.now(UTC), turn=1)


def held(bodies: list[dict[str, Any]], event: str) -> tuple[dict[str, Any], int]:
    """What a receiver holds of an event that takes what it is told in the order of the sequence."""
    rows: dict[str, Any] = {}
    position = -1
    for body in sorted(bodies, key=lambda body: int(body["sequence"])):
        data = body["data"]
        if data["event"] == event:
            assert data["from"] in (None, position)
            kept = {} if data["from"] is None else {key: row for key, row in rows.items() if key not in data["removed"]}
            rows, position = {**kept, **data["rows"]}, data["seq"]
    return rows, position


async def test_kills_of_the_sender_and_its_receiver_lose_nothing(bus_settings: BusSettings, tmp_path: Path) -> None:
    chance, (port, hook, dead) = random.Random(SEED), free_ports(3)
    page, kept = f"http://127.0.0.1:{port}", tmp_path / "kept"
    receiver = Victim("tests.support.webhook_receiver", str(hook), str(kept), SEED=str(SEED))
    sender = Victim(
        "services.notification",
        KIBITZ_NATS_URL=bus_settings.url,
        KIBITZ_HEALTH_PORT="0",
        KIBITZ_NOTIFICATION_FEED=page,
        KIBITZ_NOTIFICATION_WEBHOOK_NETWORKS="127.0.0.1/32",
        KIBITZ_NOTIFICATION_WEBHOOK_EVERY="0.2",
        KIBITZ_NOTIFICATION_WEBHOOK_LONGEST_PAUSE="0.3",
    )
    router = ServiceRouter("scoring")
    router.publication("scoring.standings.published.v1")
    async with running_bus(bus_settings, router) as scoring, running_bus(bus_settings, "notification") as own:
        club, gone = target("club", f"http://127.0.0.1:{hook}/hook"), target("dead", f"http://127.0.0.1:{dead}/")
        bucket, stop = WebhookBucket(own), asyncio.Event()
        for one in (club, gone):
            await bucket.add(one, DOING)
        async with broadcast(bus_settings, port):
            await sender.start()
            await receiver.start()
            playing = asyncio.create_task(publish(scoring, chance, stop))
            for _ in range(KILLS):
                victim, life = chance.choice(((sender, 4.0), (receiver, 1.0)))
                await a_moment(kept, life, chance)
                await victim.kill()
                await victim.start()
            stop.set()
            published = await playing
            expected = {event: await snapshot(page, event) for event in EVENTS}

            async def told() -> bool:
                newest = [await own.last(subjects.table_changed(event, "standings"), TableChanged) for event in EVENTS]
                positions = [(one.message.epoch, one.message.seq) for one in newest if one is not None]
                whole = positions == [(one["epoch"], one["seq"]) for one in expected.values()]
                return whole and (await bucket.delivery(club))[0].position == await own.last_seq(CHANGES)

            await until(told)
            for victim in (sender, receiver):
                await victim.kill()
        changes = {each.seq: each.message async for each in own.history(CHANGES, TableChanged)}
        delivery, failing = [(await bucket.delivery(one))[0] for one in (club, gone)]
    received = [json.loads(line) for line in kept.read_bytes().splitlines()]
    bodies = {json.loads(one["body"])["sequence"]: json.loads(one["body"]) for one in received}
    print(f"{KILLS} kills, {published} changes, {len(changes)} told, {len(received)} requests accepted")
    assert bodies.keys() == changes.keys()
    assert (delivery.given_up, failing.accepted, failing.given_up) == (0, 0, 0)
    assert (failing.position, failing.error is not None) == (0, True)
    for one in received:
        id, body = one["headers"]["webhook-id"], one["body"]
        sequence = json.loads(body)["sequence"]
        assert (id, body.encode()) == change_told(changes[sequence], sequence)
        signed = f"{id}.{one['headers']['webhook-timestamp']}.{body}".encode()
        signature = b64encode(hmac.digest(club.key, signed, "sha256")).decode()
        assert one["headers"]["webhook-signature"] == f"v1,{signature}"
    assert len({one["headers"]["webhook-id"] for one in received}) == len(changes)
    for event, table in expected.items():
        assert held([*bodies.values()], event) == (table["rows"], table["seq"])
