"""From a delivery to its answer: decode, call the handler with a heartbeat beside it, do what the policy decides."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import nats.errors
from nats.aio.msg import Msg

from contracts import subjects
from contracts.messages import DeadLetter, Message
from shared.errors import InputRejected, OperationFailed
from shared.messaging.bodies import body_of
from shared.messaging.dead import letter_of
from shared.messaging.objects import Objects
from shared.messaging.policy import Ack, Dead, Decision, Nak, Policy
from shared.messaging.publishing import Publisher
from shared.messaging.reading import stored_at
from shared.messaging.router import Delivery, Subscription
from shared.messaging.topology import ConsumerSpec
from shared.messaging.wire import decode
from shared.telemetry import Metrics, continued, fields

logger = logging.getLogger("kibitz.messaging")

DEAD_RETRY = 15.0
"""Seconds before a message is delivered again whose dead letter could not be written."""


class Handling:
    """Answers deliveries for one service."""

    def __init__(
        self,
        service: str,
        policy: Policy,
        publisher: Publisher,
        objects: Objects,
        metrics: Metrics,
        handler_timeout: float,
    ) -> None:
        """Use a connection's parts."""
        self._service = service
        self._policy = policy
        self._publisher = publisher
        self._objects = objects
        self._metrics = metrics
        self._handler_timeout = handler_timeout
        self.running = 0

    async def handle(self, subscription: Subscription, spec: ConsumerSpec, msg: Msg) -> None:
        """Handle one delivery to its end; never raises but for cancellation."""
        delivery = _delivery(msg)
        started = time.monotonic()
        self.running += 1
        try:
            async with self.kept_alive(spec, msg):
                with continued(delivery.headers, f"{self._service} {spec.label}"):
                    error: Exception | None = None
                    decision: Decision | None = self._policy.before(delivery.deliveries)
                    if decision is None:
                        error = await self._call(subscription, delivery, msg)
                        decision = self._policy.after(error, delivery.deliveries)
                    self._log(spec, delivery, error, decision)
                    await self._carry_out(decision, spec, delivery, msg)
        except asyncio.CancelledError:
            # The stop would wait no longer; somebody else need not wait for the server's patience.
            with contextlib.suppress(nats.errors.Error):
                await msg.nak()
            raise
        finally:
            self.running -= 1
            self._metrics.handling.labels(self._service, spec.label).observe(time.monotonic() - started)

    @contextlib.asynccontextmanager
    async def kept_alive(self, spec: ConsumerSpec, msg: Msg) -> AsyncIterator[None]:
        """Tell the server meanwhile that somebody is at work on a message, so that it is not delivered again."""
        beating = asyncio.ensure_future(_beat(msg, self._policy.heartbeat(spec.ack_wait).interval))
        try:
            yield
        finally:
            beating.cancel()

    async def _call(self, subscription: Subscription, delivery: Delivery, msg: Msg) -> Exception | None:
        """Call the handler; its error, or None."""
        try:
            async with asyncio.timeout(self._handler_timeout):
                body = await body_of(self._objects, delivery.headers, msg.data)
                message: Message = decode(subscription.subject.message, body)
                try:
                    await subscription.handler(message, delivery)
                except InputRejected as rejected:
                    if subscription.on_rejected is not None:
                        await subscription.on_rejected(message, delivery, rejected)
                    return rejected
        except TimeoutError as error:
            return OperationFailed(f"not finished after {self._handler_timeout:g} s ({error or 'hung'})")
        except Exception as error:
            return error
        return None

    async def _carry_out(self, decision: Decision, spec: ConsumerSpec, delivery: Delivery, msg: Msg) -> None:
        if isinstance(decision, Dead):
            try:
                await self._bury(decision, spec, delivery, msg)
            except Exception as error:
                logger.error(
                    "a dead letter could not be written: %s",
                    error,
                    extra=fields(service=self._service, consumer=spec.durable, seq=delivery.seq),
                )
                decision = Nak(DEAD_RETRY, "retried")
        self._metrics.messages.labels(self._service, spec.label, decision.outcome).inc()
        try:
            if isinstance(decision, Nak):
                await msg.nak(delay=decision.delay)
            else:
                await msg.ack()
        except nats.errors.Error as error:
            # Unanswered, it is delivered again; handlers are idempotent.
            logger.warning(
                "an answer was not sent: %s", error, extra=fields(service=self._service, consumer=spec.durable)
            )

    async def _bury(self, decision: Dead, spec: ConsumerSpec, delivery: Delivery, msg: Msg) -> None:
        letter: DeadLetter = letter_of(
            self._service, spec.durable, delivery, msg.data, decision.reason, decision.error, datetime.now(UTC)
        )
        await self._publisher.message(subjects.dead(self._service), letter, None)

    def _log(self, spec: ConsumerSpec, delivery: Delivery, error: Exception | None, decision: Decision) -> None:
        said = fields(
            service=self._service,
            consumer=spec.durable,
            subject=delivery.subject,
            stream=delivery.stream,
            seq=delivery.seq,
            deliveries=delivery.deliveries,
            code=str(error.code) if isinstance(error, InputRejected) else None,
        )
        if isinstance(decision, Dead):
            logger.error("dead letter: %s", decision.reason, extra=said, exc_info=error)
        elif error is None:
            logger.debug("handled", extra=said)
        elif isinstance(decision, Ack):
            logger.info("%s: %s", decision.outcome, error, extra=said)
        else:
            known = isinstance(error, OperationFailed)
            logger.warning(
                "failed, again in %g s: %s: %s",
                decision.delay,
                type(error).__name__,
                error,
                extra=said,
                exc_info=None if known else error,
            )


def _delivery(msg: Msg) -> Delivery:
    meta = msg.metadata
    return Delivery(
        subject=msg.subject,
        stream=meta.stream,
        seq=meta.sequence.stream,
        deliveries=meta.num_delivered,
        time=stored_at(msg),
        headers=dict(msg.headers or {}),
        consumer=meta.consumer,
    )


async def _beat(msg: Msg, interval: float) -> None:
    """Say that the handler is at work, until it is not."""
    while True:
        await asyncio.sleep(interval)
        try:
            await msg.in_progress()
        except nats.errors.Error:
            continue
