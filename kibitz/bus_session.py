"""One connection to the bus of a running server, for one piece of work of a command."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import typer

from contracts.access.journal import Doing
from kibitz.console import Exit, fail
from kibitz.running_server import address_of
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed

T = TypeVar("T")

CONNECTING = 10.0
"""Seconds for a NATS server to answer."""


@asynccontextmanager
async def connected(url: str, *, answer: float = 2.0) -> AsyncIterator[Bus]:
    """A connection to the bus at this address, whose server has `answer` seconds for each request.

    Raises:
        TimeoutError: nobody answers there.
    """
    settings = BusSettings(provision="check", url=url, publish_timeout=answer, publish_patience=2.5 * answer)
    bus = Bus("command-line", settings, on_fatal=fail)
    try:
        async with asyncio.timeout(CONNECTING):
            await bus.connect()
        yield bus
    finally:
        await bus.stop()


def by_command(at: datetime, by: str | None = None) -> Doing:
    """Somebody at a command line does something: by this name, else by the one of the director that is set there."""
    return Doing(by or os.environ.get("KIBITZ_DIRECTOR") or "command line", "command", at)


def with_bus(nats: str | None, data: Path | None, work: Callable[[Bus], Awaitable[T]], *, patience: float = 15.0) -> T:
    """Do some work on the bus at `nats`, or of the server that runs from `data`, in `patience` seconds.

    When nobody answers, or the server refuses, the error is printed, and the command ends.
    """
    url = address_of("nats", nats, data)

    async def worked() -> T:
        async with connected(url) as bus, asyncio.timeout(patience):
            return await work(bus)

    try:
        return asyncio.run(worked())
    except TimeoutError as error:
        fail(f"no NATS server answers at {url}", "Start the server with kibitz up, or give its address with --nats.")
        raise typer.Exit(Exit.UNREADABLE) from error
    except OperationFailed as error:
        fail(str(error))
        raise typer.Exit(Exit.UNREADABLE) from error
