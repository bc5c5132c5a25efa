"""The uplink of a server on one machine: its NATS server is configured for it, and a task watches it.

The settings are looked at while the server runs, so that `kibitz hall connect` takes effect at once: the NATS server is
started again, for which everybody waits half a second.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path

from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz.uplink import settings as uplink_settings
from kibitz.uplink.settings import PublicSide, Settings
from shared.errors import OperationFailed

FIRST = 5.0
"""Seconds for a hall to connect, after which it is said that it is waited for."""

ENDING = 3.0
"""Seconds for a watcher to close its connections, before it is told again to end."""

LOOK = 1.0
"""Seconds between two looks at the settings."""


class StackUplink:
    """The uplink of the server in a data folder, if it has one."""

    def __init__(self, data: Path, report: Callable[[str], None]) -> None:
        """Read the settings.

        Raises:
            OperationFailed: they cannot be read.
        """
        self._data = data
        self._report = report
        self._settings = uplink_settings.read(data)
        self._password = secrets.token_urlsafe(32)
        self._watching: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._looked = 0.0

    @property
    def is_public(self) -> bool:
        """Whether this is the public server of a hall."""
        return isinstance(self._settings, PublicSide)

    def refuse(self) -> None:
        """Say that a bus that somebody else runs has no uplink.

        Raises:
            OperationFailed: there is one in the settings.
        """
        if self._settings is not None:
            raise OperationFailed("an uplink needs the NATS server that kibitz up starts: unset KIBITZ_NATS_URL")

    def configure(self, server: EmbeddedServer) -> None:
        """Have the server connect, or listen, when it starts."""
        # The client of NATS, which this needs, is not needed to print the help.
        from kibitz.uplink.configuration import domain, lines  # noqa: PLC0415

        server.include = lines(self._settings, self._password)
        server.domain = domain(self._settings)

    async def prepare(self, bus: str) -> None:
        """Have a public server keep what its services need; the first time that waits for the hall."""
        if not isinstance(self._settings, PublicSide):
            return
        waiting = asyncio.create_task(self._ready.wait())
        watching = self._watching = self._watch(bus, self._settings)
        done, _ = await asyncio.wait({waiting, watching}, timeout=FIRST, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            self._report(f"waiting for the hall {self._settings.hall} to connect …")
            await asyncio.wait({waiting, watching}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if watching.done():
            watching.result()

    async def follow(self, server: EmbeddedServer) -> None:
        """Watch the uplink, and take other settings when there are any."""
        now = asyncio.get_running_loop().time()
        if now - self._looked < LOOK:
            return
        self._looked = now
        try:
            found = uplink_settings.read(self._data)
        except OperationFailed as error:
            self._report(str(error))
            return
        if found != self._settings:
            await self._change(server, found)
        if self._watching is not None and self._watching.done():
            self._report(f"the uplink is watched anew: {self._watching.exception()}")
            self._watching = None
        if self._watching is None and self._settings is not None:
            self._watching = self._watch(server.url, self._settings)

    def _watch(self, bus: str, settings: Settings) -> "asyncio.Task[None]":
        from kibitz.uplink.watch import watch  # noqa: PLC0415 - as above

        return asyncio.create_task(watch(bus, settings, self._password, self._ready))

    async def stop(self) -> None:
        """Watch no more."""
        watching, self._watching = self._watching, None
        if watching is not None:
            from shared.bus.jetstream.connection import end_task  # noqa: PLC0415 - as above

            await end_task(watching, ENDING)

    async def _change(self, server: EmbeddedServer, found: Settings | None) -> None:
        if isinstance(found, PublicSide) != self.is_public:
            self._report("the settings of the uplink make this another kind of server: start it again")
            self._looked = float("inf")
            return
        await self.stop()
        self._settings = found
        if found is None:
            from kibitz.uplink.watch import forget  # noqa: PLC0415 - as above

            with contextlib.suppress(OperationFailed):
                await forget(server.url)
        self.configure(server)
        self._report("the uplink has new settings: nats-server is started again")
        server.restart()
