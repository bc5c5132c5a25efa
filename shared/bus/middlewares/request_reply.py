"""Questions and answers: request and reply of core NATS, which no stream keeps.

Whoever asks gets an answer or an error within the patience that it names; nothing is tried again behind its back.
Rules of the answering side:

1. One replica of the answering service gets a question. It works on one at a time, so that live work goes on beside
   it; a few wait their turn, and further ones are refused at once (`busy`).
2. Where a question has a field named like a filter of its subject, both say the same, or it is misunderstood: what a
   user may publish to then bounds what it may say.
3. A question whose patience has run out while it waited is left: nobody listens any more.
4. Large answers are compressed. One that does not pass the server's limit even so is refused, and says so.
5. Whoever waits when the service stops is told that nobody is there.
"""

import asyncio
import gzip
import io
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import nats.errors
from faststream import BaseMiddleware
from faststream.message import SourceType, StreamMessage
from faststream.nats import NatsResponse
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg

from contracts.base import Contract
from contracts.registry import question_entry
from shared.bus.delivery import delivery_of
from shared.bus.errors import Unanswered, Unreadable, Why
from shared.bus.jetstream.connection import PermissionDenied
from shared.bus.jetstream.session import Session
from shared.bus.wire import decode, encode, fits
from shared.telemetry import fields, inject

logger = logging.getLogger("kibitz.bus")

A = TypeVar("A", bound=Contract)

Call = Callable[[StreamMessage[Msg]], Awaitable[Any]]

PATIENCE = "Kibitz-Patience"
ERROR = "Nats-Service-Error"
ERROR_CODE = "Nats-Service-Error-Code"
"""The headers by which services of NATS say that they do not answer, and why."""

WAITING = 8
"""Questions that wait their turn in a process."""

LONGEST = 120.0
"""Seconds of patience at most."""

PACK_FROM = 16 * 1024
UNPACKED_LIMIT = 512 * 1024 * 1024
"""Bytes of the largest answer that is unpacked."""

STOPS = "the service stops"

_WHY: dict[str, Why] = {"400": "misunderstood", "413": "too-large", "429": "busy", "500": "failed", "503": "absent"}


class Requests(Session):
    """Asks over the connection of a service."""

    async def ask(self, subject: str, question: Contract, answer: type[A], *, patience: float) -> A:
        """Ask the service that the registry names, and wait for its answer; neither is kept.

        Raises:
            Unanswered: nobody is there, too many ask, or it took longer than `patience` seconds.
        """
        entry = question_entry(subject)
        if not isinstance(question, entry.question) or answer is not entry.answer:
            raise TypeError(f"{subject} asks {entry.question.__name__} and is answered {entry.answer.__name__}")
        headers = {"content-type": "application/json", PATIENCE: f"{patience:g}"}
        inject(headers)
        try:
            if not self.client.is_connected:
                raise Unanswered("absent", f"{subject}: not connected")
            reply = await self.client.request(subject, encode(question), timeout=patience, headers=headers)
        except nats.errors.TimeoutError:
            raise Unanswered("late", f"{subject}: no answer in {patience:g} s") from None
        except PermissionDenied as error:
            raise Unanswered("failed", f"{subject}: the server denies it to {self.service}: {error}") from None
        except nats.errors.Error as error:
            raise Unanswered("absent", f"{subject}: {str(error) or type(error).__name__}") from error
        values = reply.headers or {}
        if code := values.get(ERROR_CODE):
            raise Unanswered(_WHY.get(code, "failed"), f"{subject}: {values.get(ERROR, code)}")
        try:
            data = reply.data
            if values.get("content-encoding") == "gzip":
                # What is larger ends too early, and cannot be read.
                data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(UNPACKED_LIMIT)
            return decode(answer, data)
        except (Unreadable, OSError, EOFError) as error:
            raise Unanswered("failed", f"{subject}: the answer cannot be read: {error}") from None


class Turns:
    """Whose turn it is of the questions in a process; one at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._limits: set[asyncio.Timeout] = set()
        self._stopped = False

    async def take(self, headers: dict[str, str], answer: Callable[[], Awaitable[NatsResponse]]) -> NatsResponse | None:
        """Answer when it is this question's turn; None when nobody listens any more."""
        if self._stopped:
            return refusal(503, STOPS)
        if len(self._limits) > WAITING:
            return refusal(429, "too many questions: ask again later")
        limit = asyncio.timeout(_patience(headers))
        self._limits.add(limit)
        try:
            async with limit, self._lock:
                limit.reschedule(None)
                return await answer()
        except TimeoutError:
            return refusal(503, STOPS) if self._stopped else None
        finally:
            self._limits.discard(limit)

    def stop(self) -> None:
        """Refuse whoever waits or is answered, and whoever comes."""
        self._stopped = True
        for limit in self._limits:
            if not limit.expired():
                limit.reschedule(asyncio.get_running_loop().time())


class RequestReply(BaseMiddleware[NatsPublishCommand, Msg | None]):
    """Answers one question, or says why not; messages of streams pass."""

    async def consume_scope(self, call_next: Call, msg: StreamMessage[Msg]) -> Any:  # noqa: ANN401 - FastStream's
        """Wait for the turn, call the handler, and make its answer fit."""
        if not msg.reply_to or msg.source_type is SourceType.RESPONSE or delivery_of(msg.raw_message) is not None:
            return await call_next(msg)
        response = await self.context.get("bus").turns.take(msg.headers, lambda: self._answer(call_next, msg))
        if response is None:
            msg.reply_to = ""
        return response

    async def _answer(self, call_next: Call, msg: StreamMessage[Msg]) -> NatsResponse:
        bus, subject = self.context.get("bus"), msg.raw_message.subject
        try:
            question = await msg.decode()
            entry = question_entry(subject)
            for name, token in zip(entry.filters, subject.removeprefix(f"{entry.name}.").split("."), strict=False):
                if getattr(question, name, token) != token:
                    return refusal(400, f"the question and its subject differ in {name}")
            answer: Contract = await call_next(msg)
        except Unreadable as error:
            return refusal(400, str(error))
        except Exception as error:
            place, text = fields(service=bus.service, subject=subject), f"{type(error).__name__}: {error}"
            logger.error("a question was not answered: %s", text, extra=place, exc_info=error)
            return refusal(500, "it could not be worked out")
        body, headers = encode(answer), {"content-type": "application/json"}
        if len(body) >= PACK_FROM:
            body, headers["content-encoding"] = gzip.compress(body, 1, mtime=0), "gzip"
        if not fits(body, headers, bus.client.max_payload):
            return refusal(413, f"the answer has {len(body)} bytes, more than the server lets pass")
        return NatsResponse(body, headers=headers)


def refusal(code: int, reason: str) -> NatsResponse:
    """An answer that says why there is none."""
    return NatsResponse(b"", headers={ERROR_CODE: str(code), ERROR: reason})


def _patience(headers: dict[str, str]) -> float:
    try:
        return min(LONGEST, max(0.0, float(headers.get(PATIENCE, ""))))
    except ValueError:
        return LONGEST
