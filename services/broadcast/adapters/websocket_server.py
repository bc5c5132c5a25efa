"""The server of the feed: accepts connections, keeps time for the core, and takes leave of everybody at the end."""

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from contracts.feed import CloseCode
from services.broadcast.adapters.agenda import Agenda
from services.broadcast.adapters.connection import Admission, FeedConnection, write_many
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Moment
from services.broadcast.domain.session import State
from shared.http.server import HttpOptions, HttpServer

logger = logging.getLogger(__name__)


def clock() -> Moment:
    """Now, from the clocks of this machine."""
    return Moment(time.monotonic(), datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class ServerOptions(HttpOptions):
    """How the server meets its clients; times in seconds.

    Attributes:
        ping_interval: after which a client that says nothing is pinged.
        ping_timeout: after which one that does not even answer that is dropped.
        sweep: between two looks at those who are behind or due to be looked at.
        reconnect_spread: over which clients are asked to come back after a stop.
        compress: offer permessage-deflate.
    """

    sockets: int = 12_000
    crowded: int = 10_000
    grace: float = 2.0
    send_buffer: int | None = 64 * 1024
    ping_interval: float = 16.0
    ping_timeout: float = 10.0
    sweep: float = 1.0
    reconnect_spread: float = 5.0
    compress: bool = True


class FeedServer:
    """The feed on a port.

    ```
    async with FeedServer(hub, HttpApi(hub), ServerOptions(port=8080)):
        ...
    ```
    """

    def __init__(self, hub: Hub, http: HttpApi, options: ServerOptions | None = None) -> None:
        self.hub = hub
        self.options = options = options or ServerOptions()
        self._woken = asyncio.Event()
        self._admission = http.admission = Admission(
            hub=hub,
            refuse=http.refuse_handshake,
            fetch=http.fetch,
            patience=options.patience,
            grace=options.grace,
            first_look=min(options.ping_interval, hub.limits.first_message),
            compress=options.compress,
            agenda=Agenda(options.sweep),
        )
        bound = type("BoundConnection", (FeedConnection,), {"__slots__": (), "admission": self._admission})
        self._server = HttpServer(http.app(), options, bound)
        self._tasks: list[asyncio.Task[None]] = []
        hub.wake = self._woken.set
        hub.write_many = write_many

    @property
    def port(self) -> int:
        """The port that it listens on."""
        if not self._tasks:
            raise RuntimeError("the server has not been started")
        return self._server.port

    @property
    def alive(self) -> bool:
        """Whether its clockwork runs; a health check asks."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    def readers(self) -> dict[str, int]:
        """How many clients follow the feed, by how they keep up; "http" for other connections."""
        readers = self._admission.readers
        counts = Counter(reader.session.state.value for reader in readers if reader.session is not None)
        others = len(self._server.state.connections) - len(readers)
        return {state.value: counts[state.value] for state in State} | {"http": others}

    async def start(self) -> None:
        """Listen."""
        await self._server.start()
        self._tasks = [asyncio.create_task(self._keep_time()), asyncio.create_task(self._keep_watch())]

    async def stop(self, code: CloseCode = CloseCode.GOING_AWAY) -> None:
        """Take leave of everybody: `bye` with a time to come back, spread over them, then the close code."""
        if not self._tasks:
            return
        self._server.close()
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        leaving = [reader.session for reader in self._admission.readers if reader.session is not None]
        spread_ms = self.options.reconnect_spread * 1000
        for number, session in enumerate(leaving):
            session.close(code, code.meaning, round(spread_ms * number / len(leaving)))
            if number % self.hub.limits.burst == self.hub.limits.burst - 1:
                await asyncio.sleep(0)
        await self._server.stop()

    async def __aenter__(self) -> Self:
        """Listen."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def _keep_time(self) -> None:
        """Deliver what is due; sleep until something is, or until the hub wakes this up."""
        hub, loop = self.hub, asyncio.get_running_loop()
        while True:
            self._woken.clear()
            for group in hub.due():
                try:
                    for _ in hub.deliver(group):
                        await asyncio.sleep(0)
                except Exception:
                    # One group must not stop the others; its clients are caught up by the next look.
                    logger.exception("delivery failed", extra={"channel": group.view.channel.name})
            for _ in hub.beat():
                await asyncio.sleep(0)
            # A timer that sets the event is half the price of a time-out that cancels the wait for it.
            timer = loop.call_later(max(0.0, hub.next_due() - hub.clock().at), self._woken.set)
            await self._woken.wait()
            timer.cancel()

    async def _keep_watch(self) -> None:
        """Look now and then: who reads too slowly, who has missed something, and who is due to be looked at."""
        hub, admission, options, burst = self.hub, self._admission, self.options, self.hub.limits.burst
        while True:
            before = hub.clock().at
            await asyncio.sleep(options.sweep)
            hub.missed += max(0.0, hub.clock().at - before - options.sweep)
            now = hub.attended()
            for reader in tuple(admission.off_line):
                reader.check()
            for session in hub.strays():
                session.catch_up_all()
            for number, connection in enumerate(admission.agenda.take(now), start=1):
                due = connection.look(now, options.ping_interval, options.ping_timeout)
                if due is not None:
                    admission.agenda.add(connection, due)
                if number % burst == 0:
                    await asyncio.sleep(0)
