"""A WebSocket of the feed: uvicorn's protocol class for it, on the I/O-free core of `websockets`.

uvicorn reads the request and hands the connection over; from there on nothing of it or of ASGI is between the core and
the transport: frames are made once for all clients by the core and written as they are, because making and compressing
a frame for each client costs more than sending it, and there is no task for each connection.

Rule 1: while nothing is unsent, the core may write to the socket itself (`write_many`). Whoever else writes (the
library's answers in `send_data`, `keep_alive`, the outlet) looks afterwards whether the transport keeps something back,
and then takes the line away from the core until a regular look finds that it is gone.
Rule 2: the core has a descriptor no longer than the connection lives: `connection_lost` comes before the socket closes.
"""

from __future__ import annotations

import asyncio
import http
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import Response
from uvicorn.server import ServerState
from websockets.datastructures import Headers as RawHeaders
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.http11 import Response as RawResponse
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from contracts.feed import SUBPROTOCOL, CloseCode, Subscribe
from services.broadcast.adapters.agenda import Agenda
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.payload import WINDOW_BITS, Form, Payload
from services.broadcast.domain.protocol import ClientProtocol
from services.broadcast.domain.session import Session

logger = logging.getLogger(__name__)

_library = logging.getLogger(f"{__name__}.library")
_library.setLevel(logging.WARNING)  # it would write a line for each connection

MOST_WAITING = 16
"""Messages of a client that wait while one of its channels is fetched; then it is not read from."""

DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)


class Reader(Protocol):
    """Who follows the feed, over a WebSocket or a stream of events."""

    session: Session | None

    def check(self) -> None:
        """The regular look at one that the core does not write to by itself."""


@dataclass(eq=False, kw_only=True)
class Admission:
    """What all readers of a server share.

    Attributes:
        refuse: the answer to a handshake that is not taken: by its path, headers and query.
        fetch: has a channel brought into the hub.
        patience: seconds for the end of a connection that is not welcome.
        grace: seconds for a client to take its leave.
        first_look: seconds after which a WebSocket is looked at for the first time.
        compress: offer permessage-deflate.
        readers: who follows the feed.
        off_line: those of them whose line the core has not got.
    """

    hub: Hub
    refuse: Callable[[str, Headers, str], Response | None]
    fetch: Callable[[str], Awaitable[bool]]
    patience: float = 30.0
    grace: float = 2.0
    first_look: float = 1.0
    compress: bool = True
    readers: set[Reader] = field(default_factory=set)
    off_line: set[Reader] = field(default_factory=set)
    agenda: Agenda[FeedConnection] = field(default_factory=Agenda)

    def leave(self, reader: Reader) -> None:
        """A connection is gone."""
        self.readers.discard(reader)
        self.off_line.discard(reader)
        if reader.session is not None:
            reader.session.end()


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


class FeedConnection(asyncio.Protocol):
    """A WebSocket that tells its session when to stop and when to go on writing.

    Attributes:
        admission: what all connections of the server share; set on the class that the server makes for itself.
        protocol: the library's core: the handshake, frames and their rules.
        session: None until the client has become a reader of the feed.
        outlet: of the session.
    """

    # A dictionary of attributes would cost each connection a kilobyte.
    __slots__ = (
        "_deadline",
        "_fetching",
        "_heard_at",
        "_message",
        "_pinged_at",
        "_state",
        "_waiting",
        "client_protocol",
        "loop",
        "outlet",
        "protocol",
        "session",
        "transport",
    )

    admission: ClassVar[Admission]
    transport: asyncio.Transport
    session: Session | None
    outlet: SocketOutlet | None
    client_protocol: ClientProtocol | None
    _deadline: asyncio.TimerHandle | None
    _fetching: asyncio.Task[None] | None

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        """A connection of which nobody has made a reader yet; called by uvicorn."""
        self.loop = asyncio.get_running_loop()
        self.protocol = ServerProtocol(
            extensions=[DEFLATE] if self.admission.compress else None,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            max_size=self.admission.hub.limits.message_bytes,
            logger=_library,
        )
        self.session = self.outlet = self.client_protocol = self._deadline = self._fetching = None
        self._state = server_state
        self._message: tuple[Opcode, bytes] | None = None
        self._waiting: list[str | bytes] = []
        self._heard_at = self._pinged_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from uvicorn; the request follows."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101
        self.transport = transport
        self._state.connections.add(self)  # type: ignore[arg-type]  # it lists its own classes
        lag_bytes = self.admission.hub.limits.lag_bytes
        transport.set_write_buffer_limits(lag_bytes, lag_bytes // 4)

    def data_received(self, data: bytes) -> None:
        """Hear what arrives."""
        self._heard_at = self.admission.hub.attended()
        self.protocol.receive_data(data)
        self.send_data()
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                self._hear(event)
            elif isinstance(event, Request):
                self._open(event)
        if self.session is not None and self.protocol.state is not State.OPEN:
            self.session.end()

    def eof_received(self) -> None:
        """The client says no more: the transport closes when everything is sent."""
        self.protocol.receive_eof()
        self.send_data()
        if self.session is not None:
            self.session.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._deadline is not None:
            self._deadline.cancel()
        self.protocol.receive_eof()
        self.admission.leave(self)
        self._state.connections.discard(self)

    def shutdown(self) -> None:
        """The server stops; called by uvicorn."""
        if self.session is not None:
            self.session.close(CloseCode.GOING_AWAY, CloseCode.GOING_AWAY.meaning)

    def _open(self, request: Request) -> None:
        """Answer the handshake."""
        target, _, query = request.path.partition("?")
        given = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()]
        refusal = self.admission.refuse(target, Headers(raw=given), query)
        self.protocol.send_response(self.protocol.accept(request) if refusal is None else _refusal(refusal))
        self.send_data()
        if self.protocol.state is State.OPEN:
            self._attach()

    def _attach(self) -> None:
        """The client becomes a reader of the feed."""
        admission = self.admission
        self.outlet = SocketOutlet(self, form_of(self), admission.grace)
        self.session = Session(admission.hub, self.outlet)
        self.client_protocol = ClientProtocol(admission.hub, self.session)
        admission.readers.add(self)
        admission.agenda.add(self, admission.hub.attended() + admission.first_look)
        self.watch_line()
        self.client_protocol.open()

    def _hear(self, frame: Frame) -> None:
        """A frame of the client; those that make a message go to the core when it is whole."""
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        kind, begun = self._message or (frame.opcode, b"")
        data = begun + bytes(frame.data)
        self._message = None if frame.fin else (kind, data)
        if not frame.fin:
            return
        try:
            self._take(data if kind is Opcode.BINARY else data.decode())
        except UnicodeDecodeError:
            self.protocol.fail(1007, "not UTF-8")
            self.send_data()

    def _take(self, message: str | bytes) -> None:
        """A message; those that come while a channel is fetched for an earlier one wait."""
        if self._fetching is not None:
            self._waiting.append(message)
            if len(self._waiting) >= MOST_WAITING:
                self.transport.pause_reading()
        elif self.client_protocol is not None:
            request = self.client_protocol.receive(message)
            if request is not None:
                self._fetching = self.loop.create_task(self._fetch(request, self.client_protocol))
                self._state.tasks.add(self._fetching)
                self._fetching.add_done_callback(self._state.tasks.discard)

    async def _fetch(self, request: Subscribe, client: ClientProtocol) -> None:
        try:
            await self.admission.fetch(request.channel)
        except Exception:
            logger.exception("a channel cannot be fetched", extra={"channel": request.channel})
        self._fetching = None
        client.subscribe(request)
        while self._waiting and self._fetching is None:
            self._take(self._waiting.pop(0))
        if not client.session.paused:
            self.transport.resume_reading()

    def send_data(self) -> None:
        """Write what the library answers: the handshake, a pong, or the end of the connection."""
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)
                continue
            # The end: the client closes the connection, or we do.
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self._deadline = self.loop.call_later(self.admission.patience, self.transport.abort)
        if self.outlet is not None and not self.outlet.free:
            self.watch_line()

    def check(self) -> None:
        """The regular look while the core has not got the line."""
        if self.session is not None:
            self.session.check(self.transport.get_write_buffer_size())
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

    def look(self, now: float, interval: float, timeout: float) -> float | None:
        """The regular look at a reader; when it has to be looked at again, None for never.

        Args:
            now: in seconds of the time in which the service attended to its clients: what they answered while it stood
                still, or could not because the whole machine did, is still to be read.
            interval: of silence until a ping.
            timeout: of silence after it until the end.
        """
        if self.session is None or self.session.closed:
            return None
        if self.client_protocol is not None:
            self.client_protocol.check()
        if self._pinged_at <= self._heard_at:
            if now - self._heard_at < interval:
                return self._heard_at + interval
            if self.protocol.state is not State.OPEN:
                return now + interval
            self._pinged_at = now
            self.transport.write(PING)
            self.watch_line()
        elif now - self._pinged_at >= timeout:
            self.session.close(CloseCode.NO_PONG, CloseCode.NO_PONG.meaning)
            return None
        return self._pinged_at + timeout

    def pause_writing(self) -> None:
        """Too much is unsent. Do not read either: each ping would add its pong to what is unsent."""
        if self.session is not None and not self.session.closed:
            self.session.pause()
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client has read what was unsent."""
        if self.session is not None:
            self.transport.resume_reading()
            self.session.resume()


class SocketOutlet:
    """The sending side of a WebSocket, as a session sees it."""

    __slots__ = ("_grace", "connection", "form", "protocol", "push", "unsent")

    def __init__(self, connection: FeedConnection, form: Form, grace: float) -> None:
        self.connection = connection
        self.protocol = connection.protocol
        self.push = connection.transport.write
        self.unsent = connection.transport.get_write_buffer_size
        self.form = form
        self._grace = grace

    def write(self, payload: Payload) -> bool:
        """Send the frame that suits this client."""
        if self.protocol.state is not State.OPEN:
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
        alive = self.protocol.state is State.OPEN and not self.connection.transport.is_closing()
        return DIRECT and alive and not self.unsent()

    def close(self, code: CloseCode, reason: str) -> None:
        """Say the code, wait a little for a client that still reads, then cut the line."""
        connection = self.connection
        if self.protocol.state is State.OPEN:
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


def _refusal(response: Response) -> RawResponse:
    """An answer of Starlette's as the library sends it."""
    phrase = http.HTTPStatus(response.status_code).phrase
    fields = RawHeaders([*response.headers.items(), ("Connection", "close")])
    return RawResponse(response.status_code, phrase, fields, bytes(response.body))
