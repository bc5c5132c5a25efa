"""An ASGI application on a port: uvicorn, with bounds, started and stopped with the service.

uvicorn bounds the time between two requests. Beyond that we bound what has no request yet and what is not read:
sockets, the time for the head of a request and for all of it with its answer, what the kernel may hold.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from shared.errors import OperationFailed
from shared.http.crowding import Held, full, given_up

logger = logging.getLogger("kibitz.http")

BACKLOG = 4096
"""Connections that wait to be accepted; what comes above it comes again a second later, or three."""

AT_A_TIME = 64
"""Connections accepted before everybody else has a turn."""

CLOCK_STEP = 1.0
"""Seconds after which the date of answers is a new one."""

LEAVING_STEP = 0.02
"""Seconds between two looks at whether everybody has left."""


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """How a server meets its clients; times in seconds.

    Attributes:
        port: 0 for any that is free.
        reuse_port: let further processes listen on the same port.
        sockets: connections at the same time; above it new ones are cut off without an answer.
        crowded: connections above which, once a second, those that the server has waited for longest are cut off.
        each: connections of one address, above which new ones of it are cut off; None for no such limit. It is kept
            within a second.
        at_work: requests that have come and are not answered, above which the next is answered with 503; None for no
            other limit than `sockets`.
        head: for the head of a request, from its first byte or the beginning of the connection.
        patience: for a request and its answer.
        idle: between two requests of a connection.
        grace: for requests under way when the server stops.
        send_buffer: bytes that the kernel may hold for a client; None for its own default.
    """

    host: str = "127.0.0.1"
    port: int = 0
    reuse_port: bool = False
    sockets: int = 512
    crowded: int = 256
    each: int | None = None
    at_work: int | None = None
    head: float = 10.0
    patience: float = 30.0
    idle: int = 5
    grace: float = 4.0
    send_buffer: int | None = None


class Line:
    """The connection below a request, for an application that streams: `request.state.line`."""

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        """Wrap a transport and what uvicorn knows of its buffer."""
        self.transport = transport
        self.flow = flow
        self.streaming = False
        self.on_lost: Callable[[], None] = lambda: None
        self._deadline: asyncio.TimerHandle | None = None

    def unsent(self) -> int:
        """Bytes that the socket has not taken yet."""
        return self.transport.get_write_buffer_size()

    def begin_stream(self, high: int, on_lost: Callable[[], None]) -> None:
        """Let the answer take as long as it likes, hold at most so many bytes, and hear nothing but its end."""
        self.streaming, self.on_lost = True, on_lost
        self.transport.set_write_buffer_limits(high, high // 4)
        self.flow.resume_reading()
        self.expect(None)

    def expect(self, seconds: float | None) -> None:
        """Cut the connection off after so many seconds; None: never."""
        if self._deadline is not None:
            self._deadline.cancel()
        loop = asyncio.get_running_loop()
        self._deadline = None if seconds is None else loop.call_later(seconds, self.transport.abort)


class _Http(H11Protocol):
    """HTTP within the bounds of the options."""

    line: Line
    options: HttpOptions
    full: frozenset[str] = frozenset()
    """Addresses of which no more may come."""
    at_work: set["_Http"]
    """Connections whose request has come and is not answered."""

    _since = 0.0
    _in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Bound the connection from its first moment: a client may say nothing."""
        super().connection_made(transport)
        options = self.options
        connected: socket.socket | None = transport.get_extra_info("socket")
        if options.send_buffer and connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
            # With the kernel's default a reader can be megabytes behind unseen.
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, options.send_buffer)
        self.line = Line(transport, self.flow)
        self.app_state = {**self.app_state, "line": self.line}
        self._since = self.loop.time()
        self.line.expect(options.head)
        if len(self.connections) > options.sockets or (self.full and _address(self) in self.full):
            transport.abort()

    @property
    def waits_since(self) -> float | None:
        """Since when the client has owed the rest of a request, or the next one."""
        owed = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.line.streaming
        return self._since if owed else None

    def data_received(self, data: bytes) -> None:
        """Pass on what arrives, unless the client has nothing to say any more."""
        if self.line.streaming:
            return
        if self.conn.their_state is h11.IDLE and not self._in_head:
            self._in_head = True
            self.line.expect(self.options.head)
        most = self.options.at_work
        if most is not None and self._in_head:
            self.limit_concurrency = 0 if len(self.at_work) >= most else None
        super().data_received(data)
        self._note_work()
        if self._in_head and self.conn.their_state is not h11.IDLE and self in self.connections:
            self._in_head = False
            self.line.expect(self.options.patience)

    def on_response_complete(self) -> None:
        """The time for the next request, and for the client to read this answer."""
        self._since, self._in_head = self.loop.time(), False
        self.line.expect(self.options.patience)
        super().on_response_complete()
        self._note_work()

    def _note_work(self) -> None:
        if self in self.connections and self.waits_since is None:
            self.at_work.add(self)
        else:
            self.at_work.discard(self)

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - h11's
        """From here on the time is the WebSocket's business."""
        self.line.expect(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self.line.expect(None)
        self.line.on_lost()
        super().connection_lost(exc)
        self.at_work.discard(self)


def _address(connection: Any) -> str:  # noqa: ANN401 - uvicorn's or the feed's
    peer = getattr(connection, "client", None) or connection.transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class HttpServer:
    """Serves an application.

    Attributes:
        port: that it listens on, known after `bind`.
    """

    def __init__(self, app: ASGIApp, options: HttpOptions, websocket: type[asyncio.Protocol] | None = None) -> None:
        """Prepare; `websocket` is the protocol of uvicorn that takes over where a client upgrades."""
        self.options = options
        self.port = options.port
        self._socket: socket.socket | None = None
        self._clock: asyncio.Task[None] | None = None
        self._protocol: type[_Http] = type("Http", (_Http,), {"options": options, "at_work": set()})
        config = uvicorn.Config(
            app,
            http=self._protocol,
            ws=websocket or "none",
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            backlog=AT_A_TIME,
            timeout_keep_alive=options.idle,
        )
        # What the server says of its own start and stop is said by the runner already.
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self.state = self._server.server_state

    async def bind(self) -> None:
        """Take the port, so that a start fails at once where it is taken.

        Raises:
            OperationFailed: the address cannot be used.
        """
        options = self.options
        family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
        # Named as TCP, or asyncio would leave Nagle's algorithm on.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if options.reuse_port:
                taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            taken.bind((options.host, options.port))
        except (OSError, OverflowError) as error:
            taken.close()
            raise OperationFailed(f"cannot listen on {options.host} port {options.port}: {error}") from error
        taken.setblocking(False)
        self._socket = taken
        self.port = taken.getsockname()[1]

    async def start(self) -> None:
        """Listen, on the port that `bind` has taken or takes now."""
        if self._socket is None:
            await self.bind()
        assert self._socket is not None  # noqa: S101
        await self._server.startup(sockets=[self._socket])
        # asyncio takes one number for both.
        self._socket.listen(BACKLOG)
        await self._server.on_tick(0)
        self._clock = asyncio.create_task(self._tick())
        logger.info("listening on %s port %d", self.options.host, self.port)

    def close(self) -> None:
        """Listen no more; who is connected stays."""
        for server in self._server.servers if self._server.started else ():
            server.close()
        if self._socket is not None:
            self._socket.close()

    async def stop(self) -> None:
        """Let requests under way end, then cut off whoever is still there."""
        self.close()
        if self._clock is not None:
            self._clock.cancel()
        state = self.state
        for connection in tuple(state.connections):
            connection.shutdown()
        try:
            async with asyncio.timeout(self.options.grace):
                while state.connections or state.tasks:  # noqa: ASYNC110 - uvicorn has no event for it
                    await asyncio.sleep(LEAVING_STEP)
        except TimeoutError:
            logger.info("cutting off those that do not leave")
        for connection in tuple(state.connections):
            connection.transport.abort()
        tasks = tuple(state.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)

    async def run(self) -> None:
        """Serve until cancelled."""
        await self.start()
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_STEP)
            await self._server.on_tick(0)
            self._keep_room()

    def _keep_room(self) -> None:
        """Cut off those who keep others out."""
        options, connections = self.options, list(self.state.connections)
        if options.each is None and len(connections) <= options.crowded:
            return
        held = [Held(_address(one), getattr(one, "waits_since", None)) for one in connections]
        for place in given_up(held, options.crowded):
            connections[place].transport.abort()
        if options.each is not None:
            self._protocol.full = full(held, options.each)
