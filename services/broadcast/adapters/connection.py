"""A client's connection on the wire: a WebSocket, or a stream of server-sent events, behind the core's `Outlet`.

Both are connections of the `websockets` server. Its sending side is not used for the feed: frames are made once for all
clients by the core and written to the transport after the same checks that the library's `broadcast` makes, because
making and compressing a frame for each client costs more than sending it.

Rule 1: while nothing is unsent, the core may write to the socket itself (`write_many`). Whoever else writes (the
library's answers in `send_data`, `keep_alive`, the outlet) looks afterwards whether the transport keeps something back,
and then takes the line away from the core until a regular look finds that it is gone.
Rule 2: the core has a descriptor no longer than the connection lives: `connection_lost` comes before the socket closes.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.protocol import State as ProtocolState

from contracts.feed import CloseCode, Encoding
from services.broadcast.adapters.agenda import Agenda
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.payload import WINDOW_BITS, Form, Payload
from services.broadcast.domain.protocol import ClientProtocol
from services.broadcast.domain.session import Session

EVENT_STREAM_HEAD = (
    "HTTP/1.1 200 OK\r\n"
    "Content-Type: text/event-stream; charset=utf-8\r\n"
    "Cache-Control: no-store\r\n"
    "X-Accel-Buffering: no\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "{cors}"
    "Connection: close\r\n\r\n"
    "retry: 2000\n\n"
)


NO_HEADERS = Headers()
"""What is left of request and response once they have been read: kilobytes for each reader otherwise."""


@dataclass(frozen=True, slots=True)
class EventStream:
    """What a reader of server-sent events asked for."""

    channel: str
    filter: Filter
    encoding: Encoding
    claim: tuple[str, int] | None


@dataclass(eq=False)
class ConnectionLimits:
    """What all connections of a server share.

    Attributes:
        most: sockets at the same time; above it new ones are cut off without an answer.
        patience: seconds for a request and its answer.
        send_buffer: bytes that the kernel may hold for a client.
        first_look: seconds after which a reader is looked at for the first time.
        readers: connections that follow the feed.
        off_line: readers whose line the core has not got.
        empty: set while there are no connections.
    """

    most: int
    patience: float
    send_buffer: int
    first_look: float = 1.0
    connections: set[FeedConnection] = field(default_factory=set)
    readers: int = 0
    off_line: set[FeedConnection] = field(default_factory=set)
    agenda: Agenda[FeedConnection] = field(default_factory=Agenda)
    empty: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.empty.set()

    def enter(self, connection: FeedConnection) -> None:
        """A socket was accepted."""
        self.connections.add(connection)
        self.empty.clear()

    def leave(self, connection: FeedConnection) -> None:
        """A socket is gone."""
        self.connections.discard(connection)
        self.off_line.discard(connection)
        self.readers -= connection.session is not None
        if not self.connections:
            self.empty.set()


DIRECT = os.name != "nt"
"""Whether a socket can be written to by its descriptor; on Windows that is no file's."""


def write_many(descriptors: Sequence[int], frame: bytes) -> list[tuple[int, int]]:
    """Write a frame to sockets; the place of each that did not take all of it, and how many bytes it took."""
    write, size, cut = os.write, len(frame), []
    for place, descriptor in enumerate(descriptors):
        try:
            written = write(descriptor, frame)
        except OSError:
            # Full, or broken: the transport finds out which.
            written = 0
        if written != size:
            cut.append((place, written))
    return cut


PING = b"\x89\x00"
"""A ping of RFC 6455 without a payload."""


class FeedConnection(ServerConnection):
    """A connection that tells its session when to stop and when to go on writing.

    Attributes:
        admission: what all connections of the server share; set on the class that the server makes for itself.
        session: None until the client has become a reader of the feed.
        outlet: of the session.
        streaming: it carries server-sent events: what the client still sends is not looked at.
    """

    # More attributes in its dictionary than the library's own would cost each connection a kilobyte.
    __slots__ = ("_deadline", "_heard_at", "_pinged_at", "client_protocol", "outlet", "session", "streaming")

    admission: ClassVar[ConnectionLimits]
    session: Session | None
    outlet: SocketOutlet | None
    client_protocol: ClientProtocol | None
    streaming: bool
    _heard_at: float
    _pinged_at: float
    _deadline: asyncio.TimerHandle | None

    def __new__(cls, *_: object, **__: object) -> Self:
        """A connection of which nobody has made a reader yet."""
        made = super().__new__(cls)
        made.session = made.outlet = made.client_protocol = made._deadline = None
        made._heard_at = made._pinged_at = 0.0
        made.streaming = False
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A small send buffer in the kernel: with the default one a reader can be megabytes behind unseen."""
        admission = self.admission
        connected: socket.socket | None = transport.get_extra_info("socket")
        if connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, admission.send_buffer)
        super().connection_made(transport)
        admission.enter(self)
        if len(admission.connections) > admission.most:
            self.transport.abort()
        else:
            self._deadline = self.loop.call_later(admission.patience, self.transport.abort)

    def attach(self, session: Session, outlet: SocketOutlet) -> None:
        """The client has become a reader of the feed."""
        self.session, self.outlet = session, outlet
        for message in (self.request, self.response):
            if message is not None:
                message.headers = NO_HEADERS
        self.admission.readers += 1
        self.admission.agenda.add(self, self.loop.time() + self.admission.first_look)
        self.established()
        self.watch_line()

    def watch_line(self) -> None:
        """Give the core the line while nothing is in its way, and take it back when something is."""
        session, outlet = self.session, self.outlet
        if session is None or outlet is None or session.closed:
            return
        if outlet.free:
            self.admission.off_line.discard(self)
            if session.descriptor < 0:
                session.open_line(self.transport.get_extra_info("socket").fileno(), outlet.form)
        else:
            self.admission.off_line.add(self)
            if session.descriptor >= 0:
                session.close_line()

    def send_data(self) -> None:
        """The library answers something: a ping, or the end of the connection."""
        super().send_data()
        if self.outlet is not None and not self.outlet.free:
            self.watch_line()

    def look(self, now: float, interval: float, timeout: float) -> float | None:
        """The regular look at a reader; when it has to be looked at again, None for never."""
        if self.session is None or self.session.closed or self.streaming:
            return None
        if self.client_protocol is not None:
            self.client_protocol.check()
        self.keep_alive(interval, timeout)
        quiet_since = max(self._heard_at, self._pinged_at)
        return max(now, min(quiet_since + interval, self._heard_at + interval + timeout))

    def established(self) -> None:
        """The deadline for the request and its answer does not apply any more."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, whatever it was."""
        self.established()
        if self.session is not None:
            self.session.end()
        self.admission.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what arrives, unless the client has nothing to say any more."""
        if not self.streaming:
            self._heard_at = self.loop.time()
            super().data_received(data)

    def keep_alive(self, interval: float, timeout: float) -> None:
        """Ping a quiet client; end the connection when even that brings no answer.

        The library would run a task for each connection; this is one look at all of them, with one frame for all.
        """
        session, now = self.session, self.loop.time()
        if session is None or session.closed or self.streaming:
            return
        if now - self._heard_at > interval + timeout:
            session.close(CloseCode.NO_PONG, CloseCode.NO_PONG.meaning)
        elif now - max(self._heard_at, self._pinged_at) >= interval and self.protocol.state is ProtocolState.OPEN:
            self._pinged_at = now
            self.transport.write(PING)
            self.watch_line()

    def pause_writing(self) -> None:
        """Too much is unsent. Do not read either: each ping would add its pong to what is unsent."""
        super().pause_writing()
        if self.session is not None and not self.session.closed:
            self.session.pause()
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client has read what was unsent."""
        super().resume_writing()
        if self.session is not None:
            self.transport.resume_reading()
            self.session.resume()


class SocketOutlet:
    """The sending side of a connection, as a session sees it."""

    __slots__ = ("_alive", "_grace", "connection", "form", "protocol", "push", "unsent")

    def __init__(self, connection: FeedConnection, form: Form, grace: float) -> None:
        self.connection = connection
        self.protocol = connection.protocol
        self.push = connection.transport.write
        self.unsent = connection.transport.get_write_buffer_size
        self.form = form
        self._alive = ProtocolState.CONNECTING if form is Form.EVENT else ProtocolState.OPEN
        self._grace = grace

    def write(self, payload: Payload) -> bool:
        """Send the frame that suits this client."""
        if self.protocol.state is not self._alive or self.connection.send_in_progress is not None:
            return False
        self.push(payload.frames[self.form] or payload.frame(self.form))
        if self.unsent():
            self.connection.watch_line()
        return True

    def write_rest(self, payload: Payload, written: int) -> None:
        """Have the transport send the rest of a frame, and find out why the socket did not take it."""
        self.push(payload.frame(self.form)[written:])
        self.connection.watch_line()

    @property
    def free(self) -> bool:
        """Whether the socket itself can be written to: nothing is unsent, and the connection lives."""
        connection = self.connection
        return (
            DIRECT
            and self.protocol.state is self._alive
            and connection.send_in_progress is None
            and not self.unsent()
            and not connection.transport.is_closing()
        )

    def close(self, code: CloseCode, reason: str) -> None:
        """Say the code, wait a little for a client that still reads, then cut the line."""
        connection = self.connection
        if self.protocol.state is self._alive:
            if self.form == Form.EVENT:
                connection.transport.close()
            else:
                self.protocol.send_close(code, reason[:100])
                connection.send_data()
        # The pause ends here: the close frame of the client must be seen.
        connection.transport.resume_reading()
        connection.loop.call_later(self._grace, connection.transport.abort)


def form_of(connection: FeedConnection) -> Form:
    """Deflated frames for whoever negotiated them with a window that holds them."""
    for extension in connection.protocol.extensions:
        if isinstance(extension, PerMessageDeflate) and extension.local_max_window_bits >= WINDOW_BITS:
            return Form.DEFLATED
    return Form.PLAIN


async def serve_websocket(
    connection: FeedConnection, hub: Hub, fetch: Callable[[str], Awaitable[bool]], grace: float
) -> None:
    """Serve one WebSocket until either side ends it; what a client asks for is fetched before it is heard further."""
    outlet = SocketOutlet(connection, form_of(connection), grace)
    session = Session(hub, outlet)
    protocol = connection.client_protocol = ClientProtocol(hub, session)
    connection.attach(session, outlet)
    protocol.open()
    try:
        while True:
            request = protocol.receive(await connection.recv())
            if request is not None:
                await fetch(request.channel)
                protocol.subscribe(request)
    except ConnectionClosed:
        pass
    finally:
        session.end()


async def stream(connection: FeedConnection, hub: Hub, follow: EventStream, grace: float, cors: str) -> None:
    """Serve one stream of server-sent events until either side ends it; the channel must exist."""
    connection.streaming = True
    outlet = SocketOutlet(connection, Form.EVENT, grace)
    session = Session(hub, outlet)
    connection.attach(session, outlet)
    connection.transport.write(EVENT_STREAM_HEAD.format(cors=cors).encode())
    joined = hub.join(session, follow.channel, follow.filter, follow.encoding, None, follow.claim)
    if joined is None:
        session.close(CloseCode.NO_SUCH_CHANNEL, CloseCode.NO_SUCH_CHANNEL.meaning)
    else:
        session.catch_up(joined)
    await connection.wait_closed()
