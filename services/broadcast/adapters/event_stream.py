"""A stream of server-sent events: the body of an answer, which a session of the feed writes.

What the session says waits here until the connection has taken what came before. When more than `lag_bytes` are unsent,
here and in the transport together, the session is paused: it keeps the position of its reader and nothing else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from contracts.feed import CloseCode, Encoding
from services.broadcast.adapters.connection import Admission
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.payload import Form, Payload
from services.broadcast.domain.session import Session
from shared.http.server import Line

MEDIA_TYPE = "text/event-stream; charset=utf-8"

HEADERS = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store", "X-Accel-Buffering": "no", "Connection": "close"}

BEGINNING = b"retry: 2000\n\n"


@dataclass(frozen=True, slots=True)
class EventStream:
    """What a reader of server-sent events asked for."""

    channel: str
    filter: Filter
    encoding: Encoding
    claim: tuple[str, int] | None


class EventStreamResponse(StreamingResponse):
    """The answer, and the outlet of its session.

    Attributes:
        session: of the reader.
    """

    def __init__(self, admission: Admission, request: Request, follow: EventStream) -> None:
        """Make a reader of a client; the channel must exist."""
        super().__init__(self._body(), headers=HEADERS)
        self.session: Session | None = Session(admission.hub, self)
        self._line: Line = request.state.line
        self._admission = admission
        self._follow = follow
        self._frames = deque([BEGINNING])
        self._queued = len(BEGINNING)
        self._filled = asyncio.Event()
        self._ended = False
        admission.readers.add(self)
        admission.off_line.add(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer until either side ends it."""
        hub, follow, session = self._admission.hub, self._follow, self.session
        try:
            self._line.begin_stream(hub.limits.lag_bytes, self._lost)
            if session is not None:
                joined = hub.join(session, follow.channel, follow.filter, follow.encoding, None, follow.claim)
                if joined is None:
                    session.close(CloseCode.NO_SUCH_CHANNEL, CloseCode.NO_SUCH_CHANNEL.meaning)
                else:
                    session.catch_up(joined)
            # Starlette's own waits for the client to leave in a second task: half as much memory again.
            await self.stream_response(send)
        finally:
            self._admission.leave(self)

    def write(self, payload: Payload) -> bool:
        """Have an event sent after those that wait."""
        return self._push(payload.frame(Form.EVENT))

    def write_rest(self, payload: Payload, written: int) -> None:
        """The same of what is left of an event."""
        self._push(payload.frame(Form.EVENT)[written:])

    def unsent(self) -> int:
        """Bytes that the reader's socket has not taken."""
        return self._queued + self._line.unsent()

    def check(self) -> None:
        """The regular look: whether it reads, and what it has missed."""
        if self.session is not None:
            self.session.check(self.unsent())

    def close(self, code: CloseCode, reason: str) -> None:
        """End the stream after what was written; wait a little for a client that still reads."""
        self._ended = True
        self._filled.set()
        asyncio.get_running_loop().call_later(self._admission.grace, self._line.transport.abort)

    def _lost(self) -> None:
        self._ended = True
        self._frames.clear()
        self._filled.set()

    def _push(self, data: bytes) -> bool:
        if self._ended:
            return False
        self._frames.append(data)
        self._queued += len(data)
        self._filled.set()
        session = self.session
        if session is not None and not session.paused and self.unsent() > self._admission.hub.limits.lag_bytes:
            session.pause()
        return True

    async def _body(self) -> AsyncIterator[bytes]:
        flow = self._line.flow
        while self._frames or not self._ended:
            if not self._frames:
                self._filled.clear()
                await self._filled.wait()
                continue
            # Not joined to one piece: the bytes of an event are those of all its readers.
            frame = self._frames.popleft()
            self._queued -= len(frame)
            yield frame
            await flow.drain()
            if self.session is not None and self.session.paused and not self._frames:
                self.session.resume()
