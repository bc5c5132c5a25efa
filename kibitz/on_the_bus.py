"""Commands that read the bus of a running house: one connection, made for one piece of work.

The bus and its libraries are imported where they are used: the command line imports every module of commands to know
them, and `kibitz read` has no reason to wait for libraries that it does not use.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from kibitz.console import Exit, fail
from kibitz.runner.layout import Layout
from shared.errors import OperationFailed

if TYPE_CHECKING:
    from shared.bus.bus import Bus

T = TypeVar("T")

Nats = Annotated[str | None, typer.Option(envvar="KIBITZ_NATS_URL", help="Address of the NATS server.")]


def with_bus(nats: str | None, data: Path, work: Callable[["Bus"], Awaitable[T]], *, patience: float = 15.0) -> T:
    """Do some work on a bus.

    Args:
        nats: address of the server; None for the house that runs from `data`.
        data: folder of a house.
        work: what to do.
        patience: seconds for all of it.

    Raises:
        typer.Exit: nobody answers, or the server refuses; that has been said.
    """

    async def connected() -> T:
        bus = _bus(nats, data)
        try:
            async with asyncio.timeout(patience):
                await bus.connect()
                return await work(bus)
        finally:
            await bus.stop()

    try:
        return asyncio.run(connected())
    except TimeoutError as error:
        fail("no NATS server answers", "Start the house with kibitz up, or give --nats.")
        raise typer.Exit(Exit.UNREADABLE) from error
    except OperationFailed as error:
        fail(str(error))
        raise typer.Exit(Exit.UNREADABLE) from error


def _bus(nats: str | None, data: Path) -> "Bus":
    from shared.bus.bus import Bus  # noqa: PLC0415
    from shared.bus.settings import BusSettings  # noqa: PLC0415

    url = nats or str(Layout(data).read_state().get("nats", "nats://127.0.0.1:4222"))
    settings = BusSettings(provision="check", url=url, publish_patience=5.0)
    return Bus("command-line", settings, on_fatal=fail)
