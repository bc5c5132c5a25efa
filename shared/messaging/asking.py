"""Questions over the bus: request and reply of core NATS, which no stream keeps.

Rules kept here:

1. Whoever asks gets an answer or an error within the patience that it names; nothing is tried again behind its back.
2. One replica of the answering service gets a question. It works on one at a time, so that live work goes on beside
   it; a few wait their turn, and further ones are refused at once (`busy`).
3. Where a question has a field named like a filter of its subject, both say the same, or it is misunderstood: what a
   user may publish to then bounds what it may say.
4. A question whose patience has run out while it waited is left: nobody listens any more.
5. Large answers are compressed. One that does not pass the server's limit even so is refused, and says so.
"""

import asyncio
import contextlib
import gzip
import io
import logging
import time
from collections.abc import Callable
from typing import TypeVar

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from pydantic import ValidationError

from contracts import registry
from contracts.base import Contract
from shared.messaging.connection import BusClient, PermissionDenied
from shared.messaging.errors import Unanswered, Why
from shared.messaging.router import Answerer
from shared.messaging.wire import fits
from shared.telemetry import continued, fields, inject

logger = logging.getLogger("kibitz.messaging")

A = TypeVar("A", bound=Contract)

PATIENCE = "Kibitz-Patience"
ERROR = "Nats-Service-Error"
ERROR_CODE = "Nats-Service-Error-Code"
"""The headers by which services of NATS say that they do not answer, and why."""

WAITING = 8
"""Questions that wait their turn in a process."""

LONGEST = 120.0
"""Seconds of patience at most."""

PACK_FROM = 16 * 1024
PACKED_MOST = 512 * 1024 * 1024
"""Bytes of the largest answer that is unpacked."""

_WHY: dict[str, Why] = {"400": "misunderstood", "413": "too-large", "429": "busy", "500": "failed", "503": "absent"}


def family(subject: str) -> registry.Question:
    """The question of the registry that a concrete subject belongs to.

    Raises:
        KeyError: there is none, or the number of filters is wrong.
    """
    for question in registry.QUESTIONS:
        rest = subject.removeprefix(question.name)
        if rest != subject and rest.startswith(".") and rest.count(".") == len(question.filters):
            return question
    raise KeyError(f"the registry has no question {subject}")


async def ask(client: BusClient, subject: str, question: Contract, answer: type[A], patience: float) -> A:
    """Ask, and wait for the answer; see `Bus.ask`."""
    entry = family(subject)
    if not isinstance(question, entry.question) or answer is not entry.answer:
        raise TypeError(f"{subject} asks {entry.question.__name__} and is answered {entry.answer.__name__}")
    headers = {"content-type": "application/json", PATIENCE: f"{patience:g}"}
    inject(headers)
    body = question.model_dump_json(exclude_none=True).encode()
    try:
        if not client.is_connected:
            raise Unanswered("absent", f"{subject}: not connected")
        reply = await client.request(subject, body, timeout=patience, headers=headers)
    except nats.errors.NoRespondersError:
        raise Unanswered("absent", f"{subject}: nobody is there to answer") from None
    except nats.errors.TimeoutError:
        raise Unanswered("late", f"{subject}: no answer in {patience:g} s") from None
    except PermissionDenied as error:
        raise Unanswered("failed", f"{subject}: the server denies it to {client.service}: {error}") from None
    except nats.errors.Error as error:
        raise Unanswered("absent", f"{subject}: {error or type(error).__name__}") from error
    said = reply.headers or {}
    if code := said.get(ERROR_CODE):
        raise Unanswered(_WHY.get(code, "failed"), f"{subject}: {said.get(ERROR, code)}")
    try:
        return answer.model_validate_json(_unpacked(reply.data, said.get("content-encoding")))
    except (ValidationError, OSError, EOFError) as error:
        raise Unanswered("failed", f"{subject}: the answer cannot be read: {str(error)[:200]}") from None


def _unpacked(data: bytes, encoding: str | None) -> bytes:
    if encoding != "gzip":
        return data
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
        whole: bytes = packed.read(PACKED_MOST + 1)
    if len(whole) > PACKED_MOST:
        raise OSError(f"more than {PACKED_MOST} bytes")
    return whole


class Answering:
    """Answers the questions that a service is there for."""

    def __init__(
        self, client: BusClient, answerers: tuple[Answerer, ...], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Use a connection; `now` counts seconds."""
        self._client = client
        self._answerers = answerers
        self._now = now
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._tasks: dict[asyncio.Task[None], Msg] = {}
        self._subscriptions: list[Subscription] = []

    async def start(self) -> None:
        """Begin to listen, and know that the server has heard it; a reconnect listens again by itself."""
        for answerer in self._answerers:

            async def heard(msg: Msg, answerer: Answerer = answerer) -> None:
                task = asyncio.ensure_future(self.take(answerer, msg))
                self._tasks[task] = msg
                task.add_done_callback(lambda done: self._tasks.pop(done, None))

            queue = self._client.service
            self._subscriptions.append(await self._client.subscribe(answerer.question.pattern, queue=queue, cb=heard))

        if self._answerers and self._client.is_connected:
            # The ping of nats-py overtakes what waits to be written; the second one comes after it.
            with contextlib.suppress(nats.errors.Error):
                await self._client.flush(5)
                await self._client.flush(5)

    async def stop(self) -> None:
        """Listen no more; whoever still waits for an answer is told that nobody is there."""
        for subscription in self._subscriptions:
            with contextlib.suppress(nats.errors.Error):
                await subscription.unsubscribe()
        self._subscriptions.clear()
        unanswered = dict(self._tasks)
        for task in unanswered:
            task.cancel()
        await asyncio.gather(*unanswered, return_exceptions=True)
        for msg in unanswered.values():
            await self._refuse(msg, 503, "the service stops")

    async def take(self, answerer: Answerer, msg: Msg) -> None:
        """Answer one question, or say why not; never raises but for cancellation."""
        if not msg.reply:
            return
        headers = dict(msg.headers or {})
        until = self._now() + _patience(headers)
        if self._waiting >= WAITING:
            await self._refuse(msg, 429, "too many questions: ask again later")
            return
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            if self._now() < until:
                with continued(headers, f"{self._client.service} {answerer.question.name}"):
                    await self._answer(answerer, msg)
        finally:
            self._turn.release()

    async def _answer(self, answerer: Answerer, msg: Msg) -> None:
        try:
            question = answerer.question.question.model_validate_json(msg.data)
        except ValidationError as error:
            await self._refuse(msg, 400, f"not a {answerer.question.question.__name__}: {error.error_count()} errors")
            return
        if other := _said_otherwise(answerer.question, question, msg.subject):
            await self._refuse(msg, 400, f"the question and its subject differ in {other}")
            return
        try:
            answer = await answerer.handler(question)
        except Exception as error:
            said = fields(service=self._client.service, subject=msg.subject)
            logger.error("a question was not answered: %s: %s", type(error).__name__, error, extra=said, exc_info=error)
            await self._refuse(msg, 500, "it could not be worked out")
            return
        body, headers = answer.model_dump_json(exclude_none=True).encode(), {"content-type": "application/json"}
        if len(body) >= PACK_FROM:
            body, headers = gzip.compress(body, 1, mtime=0), {**headers, "content-encoding": "gzip"}
        if not fits(body, headers, self._client.max_payload):
            await self._refuse(msg, 413, f"the answer has {len(body)} bytes, more than the server lets pass")
            return
        await self._reply(msg, body, headers)

    async def _refuse(self, msg: Msg, code: int, reason: str) -> None:
        await self._reply(msg, b"", {ERROR_CODE: str(code), ERROR: reason})

    async def _reply(self, msg: Msg, body: bytes, headers: dict[str, str]) -> None:
        try:
            await self._client.publish(msg.reply, body, headers=headers)
        except nats.errors.Error as error:
            said = fields(service=self._client.service, subject=msg.subject)
            logger.warning("an answer was not sent: %s", error, extra=said)


def _said_otherwise(entry: registry.Question, question: Contract, subject: str) -> str:
    """The field in which a question differs from its subject, or "" (rule 3)."""
    tokens = zip(entry.filters, subject.split(".")[-len(entry.filters) :], strict=True)
    return next((name for name, token in tokens if getattr(question, name, token) != token), "")


def _patience(headers: dict[str, str]) -> float:
    try:
        seconds = float(headers.get(PATIENCE, ""))
    except ValueError:
        return LONGEST
    return min(seconds, LONGEST) if seconds > 0 else 0.0
