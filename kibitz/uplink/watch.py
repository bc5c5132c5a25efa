"""Whether an uplink stands, and how far the public server is behind: asked every second, told to the services.

The hall asks the public server, the public server asks the hall; either answers through nats-server alone.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Protocol

import nats
import nats.errors
from nats.aio.client import Client

from kibitz.uplink.configuration import WATCHER
from kibitz.uplink.mirrors import PATIENCE, Mirrors
from kibitz.uplink.rights import own_streams
from kibitz.uplink.settings import HallSide, PublicSide, Settings
from shared.bus.bus import Bus
from shared.bus.jetstream.provision import provision_all
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from shared.kept.uplink import Uplink, UplinkBucket

logger = logging.getLogger("kibitz.uplink")

EVERY = 1.0
"""Seconds between two looks."""

TOLD = timedelta(seconds=5)
"""For which a report is not written again that says the same."""

BEGINNING = 0.1
"""Seconds between two looks for a hall that has never been here."""


class Side(Protocol):
    """One end of an uplink."""

    async def begin(self) -> None:
        """Get ready."""

    async def look(self) -> int | None:
        """How many messages the public server lacks; None where the other side does not answer."""

    def behind(self) -> int:
        """The same while nobody answers, as far as known."""


class Public:
    """The end on a public server: it also has the copies made."""

    def __init__(self, bus: Bus) -> None:
        """Look over this bus."""
        self._bus = bus
        self._mirrors = Mirrors(bus)
        self._behind = 0

    async def begin(self) -> None:
        """Make what services need; the first time that waits for the hall."""
        await provision_all(self._bus, own_streams())
        await self._mirrors.listen()
        while not await self._mirrors.serve():
            await self._mirrors.look()
            await asyncio.sleep(BEGINNING)

    async def look(self) -> int | None:
        """How many messages are still to come."""
        found = await self._mirrors.look()
        self._behind = self._behind if found is None else found
        return found

    def behind(self) -> int:
        """How many were, when the hall answered last."""
        return self._behind


class Hall:
    """The end in a hall."""

    def __init__(self, bus: Bus, outside: Client) -> None:
        """Compare this bus with what is asked as the watcher outside."""
        self._bus = bus
        self._outside = outside
        self._here, self._there = 0, 0

    async def begin(self) -> None:
        """Nothing is needed."""

    async def look(self) -> int | None:
        """How many messages the public server lacks."""
        self._here = (await self._bus.client.js.stream_info("SCORED")).state.last_seq
        try:
            answer = await self._outside.request("$JS.world.API.STREAM.INFO.SCORED", b"", timeout=PATIENCE)
            self._there = int(json.loads(answer.data)["state"]["last_seq"])
        except (nats.errors.Error, TimeoutError, ValueError, KeyError, TypeError):
            return None
        return self.behind()

    def behind(self) -> int:
        """How many it lacks of what is here now."""
        return max(0, self._here - self._there)


async def forget(url: str) -> None:
    """Tell the services that there is no uplink any more."""
    async with _bus(url) as bus:
        await UplinkBucket(bus).write(None)


async def watch(url: str, settings: Settings, password: str, ready: asyncio.Event) -> None:
    """Look at an uplink for ever, over the bus of its server; `ready` is set when services have what they need."""
    async with _bus(url) as bus:
        if isinstance(settings, PublicSide):
            await _tell(Public(bus), bus, settings, ready)
            return
        outside = await nats.connect(
            url, user=WATCHER, password=password, max_reconnect_attempts=-1, error_cb=_log, allow_reconnect=True
        )
        try:
            await _tell(Hall(bus, outside), bus, settings, ready)
        finally:
            await outside.close()


async def _tell(side: Side, bus: Bus, settings: Settings, ready: asyncio.Event) -> None:
    bucket, told = UplinkBucket(bus), None
    await side.begin()
    ready.set()
    while True:
        try:
            report = _report(settings, await side.look(), side.behind(), told, datetime.now(UTC))
            if told is None or told.standing != report.standing:
                logger.info("%s", report.sentence(report.at))
            if told is None or _is_news(told, report):
                await bucket.write(report)
                told = report
        except (OperationFailed, nats.errors.Error) as error:
            logger.warning("the uplink cannot be looked at: %s", error)
        await asyncio.sleep(EVERY)


def _report(settings: Settings, found: int | None, behind: int, told: Uplink | None, now: datetime) -> Uplink:
    standing = found is not None
    hall = isinstance(settings, HallSide)
    return Uplink(
        side=settings.side,
        other=str(settings.address) if hall else settings.hall,
        standing=standing,
        since=told.since if told is not None and told.standing == standing else now,
        behind=behind if found is None else found,
        at=now,
        allows=settings.allows if isinstance(settings, HallSide) else (),
    )


def _is_news(told: Uplink, report: Uplink) -> bool:
    return report.at - told.at >= TOLD or (told.standing, told.behind) != (report.standing, report.behind)


@asynccontextmanager
async def _bus(url: str) -> AsyncIterator[Bus]:
    bus = Bus("uplink", BusSettings(provision="create", url=url, publish_patience=5.0), on_fatal=logger.error)
    await bus.connect()
    try:
        yield bus
    finally:
        await bus.stop()


async def _log(error: Exception) -> None:
    logger.info("the uplink's watcher: %s", error)
