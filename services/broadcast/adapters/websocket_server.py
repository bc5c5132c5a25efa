"""The server of the feed: accepts connections, keeps time for the core, and takes leave of everybody at the end."""

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.typing import Subprotocol

from contracts.feed import SUBPROTOCOL, CloseCode
from services.broadcast.adapters.agenda import Agenda
from services.broadcast.adapters.connection import ConnectionLimits, FeedConnection, serve_websocket, write_many
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Moment

logger = logging.getLogger(__name__)


def clock() -> Moment:
    """Now, from the clocks of this machine."""
    return Moment(time.monotonic(), datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the server meets its clients; times in seconds.

    Attributes:
        port: 0 for any that is free.
        reuse_port: let further processes listen on the same port.
        sockets: connections of any kind at the same time, readers of the feed included.
        patience: for a request and its plain answer.
        ping_interval: after which a client that says nothing is pinged.
        ping_timeout: after which one that does not even answer that is dropped.
        sweep: between two looks at those who are behind or due to be looked at.
        grace: for a client to take its leave before the line is cut.
        reconnect_spread: over which clients are asked to come back after a stop.
        compress: offer permessage-deflate.
        send_buffer: bytes that the kernel may hold for one client.
    """

    host: str = "127.0.0.1"
    port: int = 0
    reuse_port: bool = False
    sockets: int = 12_000
    patience: float = 30.0
    ping_interval: float = 45.0
    ping_timeout: float = 15.0
    sweep: float = 1.0
    grace: float = 2.0
    reconnect_spread: float = 5.0
    compress: bool = True
    send_buffer: int = 64 * 1024


class FeedServer:
    """The feed on a port.

    ```
    async with FeedServer(hub, HttpApi(hub), ServerOptions(port=8080)):
        ...
    ```
    """

    def __init__(self, hub: Hub, http: HttpApi, options: ServerOptions | None = None) -> None:
        self.hub = hub
        self.http = http
        self.options = options or ServerOptions()
        self._woken = asyncio.Event()
        self._admission = ConnectionLimits(
            most=self.options.sockets,
            patience=self.options.patience,
            send_buffer=self.options.send_buffer,
            first_look=min(self.options.ping_interval, hub.limits.first_message),
            agenda=Agenda(self.options.sweep),
        )
        self._server: Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        hub.wake = self._woken.set
        hub.write_many = write_many

    @property
    def port(self) -> int:
        """The port that it listens on."""
        if self._server is None:
            raise RuntimeError("the server has not been started")
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def alive(self) -> bool:
        """Whether its clockwork runs; a health check asks."""
        return bool(self._tasks) and not any(task.done() for task in self._tasks)

    def readers(self) -> dict[str, int]:
        """How many clients follow the feed, by how they keep up; "http" for other connections."""
        counts = {"live": 0, "lagging": 0, "closed": 0, "http": 0}
        for connection in self._admission.connections:
            counts[connection.session.state.value if connection.session else "http"] += 1
        return counts

    async def start(self) -> None:
        """Listen."""
        options, hub = self.options, self.hub

        class BoundConnection(FeedConnection):
            admission = self._admission

        async def handler(connection: ServerConnection) -> None:
            if isinstance(connection, FeedConnection):
                await serve_websocket(connection, hub, self.http.fetch, options.grace)

        deflate = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        library = logging.getLogger(f"{__name__}.library")
        library.setLevel(logging.WARNING)  # it would write a line for each connection
        self._server = await serve(
            handler,
            options.host,
            options.port,
            extensions=[deflate] if options.compress else None,
            compression=None,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            process_request=self.http,  # type: ignore[arg-type]  # every connection is a BoundConnection
            server_header=None,
            # The limits have their own deadline: the library's would end streams of server-sent events.
            open_timeout=None,
            ping_interval=None,
            close_timeout=options.patience,
            max_size=hub.limits.message_bytes,
            write_limit=(hub.limits.lag_bytes, hub.limits.lag_bytes // 4),
            logger=library,
            create_connection=BoundConnection,
            backlog=1024,
            reuse_port=options.reuse_port or None,
        )
        self._tasks = [asyncio.create_task(self._keep_time()), asyncio.create_task(self._keep_watch())]

    async def stop(self, code: CloseCode = CloseCode.GOING_AWAY) -> None:
        """Take leave of everybody: `bye` with a time to come back, spread over them, then the close code."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close(close_connections=False)
        await asyncio.sleep(0)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        leaving = [connection.session for connection in self._admission.connections if connection.session is not None]
        spread_ms = self.options.reconnect_spread * 1000
        for number, session in enumerate(leaving):
            session.close(code, code.meaning, round(spread_ms * number / len(leaving)))
            if number % self.hub.limits.burst == self.hub.limits.burst - 1:
                await asyncio.sleep(0)
        try:
            async with asyncio.timeout(self.options.grace):
                await self._admission.empty.wait()
        except TimeoutError:
            logger.info("cutting off those that do not leave", extra={"connections": len(self._admission.connections)})
        for connection in tuple(self._admission.connections):
            connection.transport.abort()
        try:
            async with asyncio.timeout(self.options.grace):
                await server.wait_closed()
        except TimeoutError:
            # A question is still on its way to the bus, and nobody is there any more to be told the answer.
            for task in tuple(server.handler_tasks):
                task.cancel()
            await server.wait_closed()

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
        admission, options, burst = self._admission, self.options, self.hub.limits.burst
        while True:
            await asyncio.sleep(options.sweep)
            for connection in tuple(admission.off_line):
                if connection.session is not None:
                    connection.session.check(connection.transport.get_write_buffer_size())
                    connection.watch_line()
            for session in self.hub.strays():
                session.catch_up_all()
            now = asyncio.get_running_loop().time()
            for number, connection in enumerate(admission.agenda.take(now), start=1):
                due = connection.look(now, options.ping_interval, options.ping_timeout)
                if due is not None:
                    admission.agenda.add(connection, due)
                if number % burst == 0:
                    await asyncio.sleep(0)
