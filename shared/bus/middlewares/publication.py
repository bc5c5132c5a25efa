"""Publishing a message: stored by the server, once, or an error.

Rules kept here:

1. A message carries its identity (`Nats-Msg-Id`) and CloudEvents headers that depend on it alone, so that publishing it
   again sends the same.
2. A body that does not pass the server's limit goes through the object store.
3. Failures that pass are tried again; nats-py and FastStream never do.
4. The server looks at the expected sequence before it looks at the id: our own first attempt, whose answer was lost,
   looks like somebody else's. So the last message is looked at before a conflict is reported.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from faststream import BaseMiddleware
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg
from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import APIError

from contracts.messages import Message
from contracts.registry import registry_entry
from shared.bus.errors import Conflict
from shared.bus.publisher import Publisher
from shared.bus.wire import BODY, EXPECT_LAST, MSG_ID, REPLACED, BodyRef, body_ref, encode, fits, headers
from shared.errors import OperationFailed
from shared.telemetry import fields, inject

logger = logging.getLogger("kibitz.bus")

Send = Callable[[NatsPublishCommand], Awaitable[Any]]


class Publication(BaseMiddleware[NatsPublishCommand, Msg | None]):
    """Publishes to streams; what goes to no stream passes."""

    async def publish_scope(self, call_next: Send, cmd: NatsPublishCommand) -> Any:  # noqa: ANN401 - FastStream's
        """Store a message once, or say why not.

        Raises:
            Conflict: the expected sequence is not that of the last message on the subject.
            OperationFailed: not stored.
        """
        if cmd.stream is None:
            return await call_next(cmd)
        bus: Publisher = self.context.get("bus")
        started, outcome = time.monotonic(), "failed"
        try:
            ack = await _store(bus, call_next, cmd)
            outcome = "duplicate" if ack.duplicate else "stored"
            return ack
        finally:
            bus.metrics.published.labels(bus.service, outcome).inc()
            bus.metrics.publishing.labels(bus.service).observe(time.monotonic() - started)


async def _store(bus: Publisher, send: Send, cmd: NatsPublishCommand) -> PubAck:
    subject, stream = cmd.destination, registry_entry(cmd.destination).stream
    if isinstance(cmd.body, Message):
        cmd.headers = {**headers(subject, cmd.body, bus.service), **cmd.headers}
        cmd.body = encode(cmd.body)
    cmd.correlation_id = None
    cmd.headers.setdefault("ce-time", datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    inject(cmd.headers)
    before = await _body_before(bus, stream, subject) if stream in REPLACED else None
    if not fits(cmd.body, cmd.headers, bus.client.max_payload):
        cmd.headers[BODY] = await _put_body(bus, subject, cmd.body)
        cmd.body = b""
    ack = await _send(bus, send, cmd)
    if before is not None and not ack.duplicate and before.header != cmd.headers.get(BODY):
        await _remove(bus, before)
    return ack


async def _send(bus: Publisher, send: Send, cmd: NatsPublishCommand) -> PubAck:
    what, expected = f"publishing to {cmd.destination}", cmd.headers.get(EXPECT_LAST)
    try:
        ack: PubAck = await bus.retry(what, lambda: send(cmd), int(expected) if expected is not None else None)
    except Conflict:
        last = await _last(bus, str(cmd.stream), cmd.destination)
        if last is None or not last.seq or (last.headers or {}).get(MSG_ID) != cmd.headers.get(MSG_ID):
            raise
        return PubAck(stream=str(cmd.stream), seq=last.seq, duplicate=True)
    except APIError as error:
        raise OperationFailed(f"{what}: {error.description} ({error.err_code})") from error
    ack.duplicate = bool(ack.duplicate)
    return ack


async def _put_body(bus: Publisher, subject: str, body: bytes) -> str:
    ref = body_ref(subject, body)
    found = await bus.has_object(ref.bucket, ref.name)
    if found is None or found.sha256 != ref.sha256:
        await bus.put_object(ref.bucket, ref.name, body)
    return ref.header


async def _body_before(bus: Publisher, stream: str, subject: str) -> BodyRef | None:
    """Where the body of the state lies that a new one takes the place of, if it lies apart."""
    last = await _last(bus, stream, subject)
    value = (last.headers or {}).get(BODY) if last is not None else None
    return BodyRef.parse(value) if value else None


async def _remove(bus: Publisher, ref: BodyRef) -> None:
    """Remove the body of a state that has been replaced; what fails here costs space and nothing else."""
    try:
        await bus.delete_object(ref.bucket, ref.name)
    except Exception:  # the message itself is stored
        logger.info("a body stays behind", extra=fields(bucket=ref.bucket, object=ref.name))


async def _last(bus: Publisher, stream: str, subject: str) -> RawStreamMsg | None:
    try:
        return await bus.retry(f"reading {stream}", lambda: bus.js.get_last_msg(stream, subject))
    except APIError:
        return None
