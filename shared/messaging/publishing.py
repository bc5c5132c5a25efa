"""Publishing a message: stored by the server, once, or an error."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from nats.js.api import RawStreamMsg
from nats.js.errors import APIError

from contracts.messages import Message
from shared.errors import OperationFailed
from shared.messaging.connection import BusClient, BusJetStream
from shared.messaging.errors import Conflict
from shared.messaging.objects import Objects
from shared.messaging.persist import persist
from shared.messaging.settings import BusSettings
from shared.messaging.topology import family
from shared.messaging.wire import BODY, EXPECT_LAST, MSG_ID, REPLACED, BodyRef, body_ref, encode, fits, headers
from shared.telemetry import Metrics, fields, inject

logger = logging.getLogger("kibitz.messaging")


@dataclass(frozen=True)
class Published:
    """Where a message is stored; `duplicate` when it was there already."""

    stream: str
    seq: int
    duplicate: bool


class Publisher:
    """Publishes over one connection."""

    def __init__(
        self, client: BusClient, js: BusJetStream, objects: Objects, settings: BusSettings, metrics: Metrics
    ) -> None:
        """Use a connection."""
        self._client = client
        self._js = js
        self._objects = objects
        self._settings = settings
        self._metrics = metrics

    async def message(self, subject: str, message: Message, expect_last: int | None) -> Published:
        """Publish a message of the registry; see `Bus.publish`."""
        entry = family(subject)
        if not isinstance(message, entry.message):
            raise TypeError(f"{subject} carries {entry.message.__name__}, not {type(message).__name__}")
        values = headers(subject, message, self._client.service)
        return await self.raw(subject, encode(message), values, expect_last)

    async def raw(
        self, subject: str, body: bytes, values: Mapping[str, str], expect_last: int | None = None
    ) -> Published:
        """Publish bytes with headers of `wire.headers`; large ones through the object store."""
        started = time.monotonic()
        sent = dict(values)
        sent.setdefault("ce-time", datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"))
        inject(sent)
        if expect_last is not None:
            sent[EXPECT_LAST] = str(expect_last)
        outcome = "failed"
        try:
            before = await self._body_before(subject) if family(subject).stream in REPLACED else None
            if not fits(body, sent, self._client.max_payload):
                sent[BODY] = await self._put_body(subject, body)
                body = b""
            published = await self._send(subject, body, sent, expect_last)
            outcome = "duplicate" if published.duplicate else "stored"
            if before is not None and not published.duplicate and before.header != sent.get(BODY):
                await self._remove(before)
            return published
        finally:
            self._metrics.published.labels(self._client.service, outcome).inc()
            self._metrics.publishing.labels(self._client.service).observe(time.monotonic() - started)

    async def _put_body(self, subject: str, body: bytes) -> str:
        ref = body_ref(subject, body)
        found = await self._objects.info(ref.bucket, ref.name)
        if found is None or found.sha256 != ref.sha256:
            await self._objects.put(ref.bucket, ref.name, body)
        return ref.header

    async def _body_before(self, subject: str) -> BodyRef | None:
        """Where the body of the state lies that a new one takes the place of, if it lies apart."""
        last = await self._last(family(subject).stream, subject)
        value = (last.headers or {}).get(BODY) if last is not None else None
        return BodyRef.parse(value) if value else None

    async def _remove(self, ref: BodyRef) -> None:
        """Remove the body of a state that has been replaced; what fails here costs space and nothing else."""
        try:
            await self._objects.delete(ref.bucket, ref.name)
        except Exception:  # the message itself is stored
            logger.info("a body stays behind", extra=fields(bucket=ref.bucket, object=ref.name))

    async def _send(self, subject: str, body: bytes, values: dict[str, str], expect_last: int | None) -> Published:
        stream = family(subject).stream
        try:
            ack = await persist(
                self._client,
                f"publishing to {subject}",
                lambda: self._js.publish(
                    subject, body, timeout=self._settings.publish_timeout, stream=stream, headers=dict(values)
                ),
                self._settings.publish_patience,
                expect_last,
            )
        except Conflict:
            # The server looks at the expected sequence before it looks at the id: our own first attempt, whose answer
            # was lost, looks like somebody else's.
            if (seq := await self._ours(stream, subject, values)) is None:
                raise
            return Published(stream, seq, True)
        except APIError as error:
            raise OperationFailed(f"publishing to {subject}: {error.description} ({error.err_code})") from error
        return Published(ack.stream, ack.seq, bool(ack.duplicate))

    async def _ours(self, stream: str, subject: str, values: Mapping[str, str]) -> int | None:
        """The sequence of the last message on the subject, if it is this one."""
        last = await self._last(stream, subject)
        same = last is not None and (last.headers or {}).get(MSG_ID) == values.get(MSG_ID)
        return int(last.seq) if last is not None and same and last.seq else None

    async def _last(self, stream: str, subject: str) -> RawStreamMsg | None:
        try:
            return await persist(
                self._client,
                f"reading {stream}",
                lambda: self._js.get_last_msg(stream, subject),
                self._settings.publish_patience,
            )
        except APIError:
            return None
