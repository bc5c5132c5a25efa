"""Publishing a message: stored by the server, once, or an error.

Rules kept here:

1. A message carries its identity (`Nats-Msg-Id`) and CloudEvents headers that depend on it alone, so that publishing it
   again sends the same.
2. A body that does not pass the server's limit goes through the object store.
3. Failures that pass are tried again; nats-py and FastStream never do.
4. Our own first attempt, whose answer was lost, is no conflict; see `Session.store`.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from faststream import BaseMiddleware
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg
from nats.js.api import PubAck

from contracts.messages import Message
from contracts.registry import registry_entry
from shared.bus.publisher import Publisher
from shared.bus.wire import BODY, REPLACED, BodyRef, body_ref, encode, fits, headers
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
    # A new state takes the place of the one before, whose body may lie apart and goes with it.
    before = await bus.raw(stream, subject=subject) if stream in REPLACED else None
    if not fits(cmd.body, cmd.headers, bus.client.max_payload):
        ref = body_ref(subject, cmd.body)
        stored = await bus.has_object(ref.bucket, ref.name)
        if stored is None or stored.sha256 != ref.sha256:
            await bus.put_object(ref.bucket, ref.name, cmd.body)
        cmd.headers[BODY], cmd.body = ref.header, b""
    ack = await bus.store(f"publishing to {subject}", stream, subject, cmd.headers, lambda: send(cmd))
    old = (before.headers or {}).get(BODY) if before is not None else None
    if old and not ack.duplicate and old != cmd.headers.get(BODY):
        ref = BodyRef.parse(old)
        try:
            await bus.delete_object(ref.bucket, ref.name)
        except Exception:  # the message itself is stored; what stays behind costs space and nothing else
            logger.info("a body stays behind", extra=fields(bucket=ref.bucket, object=ref.name))
    return ack
