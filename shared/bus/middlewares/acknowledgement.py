"""From a delivery to its answer: acknowledge, retry after a pause, or write a dead letter, as the policy decides.

FastStream's own policies drop a message on any error, or deliver it again at once. The answer is given when everything
that the handler published is stored, after FastStream has published what it returned.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import nats.errors
from faststream import BaseMiddleware
from faststream.message import StreamMessage
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg

from contracts import subjects
from shared.bus.dead_letter import letter_of
from shared.bus.delivery import Delivery, delivery_of, from_jetstream
from shared.bus.middlewares.retry_policy import Ack, Dead, Decision, Nak
from shared.bus.publisher import Publisher
from shared.errors import InputRejected, OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

Call = Callable[[StreamMessage[Msg]], Awaitable[Any]]

DEAD_RETRY = 15.0
"""Seconds before a message is delivered again whose dead letter could not be written."""


class Acknowledgement(BaseMiddleware[NatsPublishCommand, Msg | None]):
    """Answers one delivery; messages that no stream delivered pass."""

    async def on_receive(self) -> None:
        """Note where the message stands, before anything can go wrong with it."""
        self._delivery = delivery_of(self.msg) if self.msg is not None and from_jetstream(self.msg) else None
        self._decision: Decision | None = None
        self._started = time.monotonic()

    async def consume_scope(self, call_next: Call, msg: StreamMessage[Msg]) -> Any:  # noqa: ANN401 - FastStream's
        """Fetch the body, wherever it lies, then decode and handle it within the time limit."""
        if self._delivery is None:
            return await call_next(msg)
        bus: Publisher = self.context.get("bus")
        self._decision = bus.router.policy.before(self._delivery.deliveries)
        if self._decision is not None:
            return None
        limit = asyncio.timeout(bus.settings.handler_timeout)
        try:
            async with limit:
                msg.body = await bus.body_of(self._delivery.headers, msg.body)
                return await call_next(msg)
        except TimeoutError as error:
            why = "hung" if limit.expired() else str(error) or "timed out"
            raise OperationFailed(f"not finished after {bus.settings.handler_timeout:g} s ({why})") from error

    async def after_processed(
        self,
        exc_type: type[BaseException] | None = None,
        exc_val: BaseException | None = None,
        exc_tb: TracebackType | None = None,
    ) -> bool | None:
        """Answer: everything that the handler published is stored, or it failed."""
        message, delivery = self.msg, self._delivery
        if message is None or delivery is None:
            return False
        bus: Publisher = self.context.get("bus")
        label = bus.router.specs[delivery.stream, delivery.consumer].label
        try:
            if exc_val is not None and not isinstance(exc_val, Exception):
                # The stop would wait no longer; somebody else need not wait for the server's patience.
                with contextlib.suppress(nats.errors.Error):
                    await message.nak()
                return False
            decision = self._decision or bus.router.policy.after(exc_val, delivery.deliveries)
            _log(bus.service, delivery, exc_val, decision)
            if isinstance(decision, Dead):
                decision = await _bury(bus, decision, delivery, message)
            bus.metrics.messages.labels(bus.service, label, decision.outcome).inc()
            try:
                await (message.nak(delay=decision.delay) if isinstance(decision, Nak) else message.ack())
            except nats.errors.Error as error:
                # Unanswered, it is delivered again; handlers are idempotent.
                logger.warning("an answer was not sent: %s", error, extra=_place(bus.service, delivery))
            return True
        finally:
            bus.metrics.handling.labels(bus.service, label).observe(time.monotonic() - self._started)
            if (pull := bus.client.pulls.get((delivery.stream, delivery.consumer))) is not None:
                pull.release(message)


async def _bury(bus: Publisher, decision: Dead, delivery: Delivery, message: Msg) -> Decision:
    """Write the dead letter that was decided on; where that fails, the message comes again."""
    letter = letter_of(bus.service, delivery, message.data, decision.reason, decision.error, datetime.now(UTC))
    try:
        await bus.publish(subjects.dead(bus.service), letter)
    except Exception as error:
        logger.error("a dead letter could not be written: %s", error, extra=_place(bus.service, delivery))
        return Nak(DEAD_RETRY)
    return decision


def _log(service: str, delivery: Delivery, error: Exception | None, decision: Decision) -> None:
    place = _place(service, delivery, str(error.code) if isinstance(error, InputRejected) else None)
    if isinstance(decision, Dead):
        logger.error("dead letter: %s", decision.reason, extra=place, exc_info=error)
    elif error is None:
        logger.debug("handled", extra=place)
    elif isinstance(decision, Ack):
        logger.info("%s: %s", decision.outcome, error, extra=place)
    else:
        trace = None if isinstance(error, OperationFailed) else error
        text = (decision.delay, type(error).__name__, error)
        logger.warning("failed, again in %g s: %s: %s", *text, extra=place, exc_info=trace)


def _place(service: str, delivery: Delivery, code: str | None = None) -> dict[str, dict[str, object]]:
    return fields(
        service=service,
        consumer=delivery.consumer,
        subject=delivery.subject,
        stream=delivery.stream,
        seq=delivery.seq,
        deliveries=delivery.deliveries,
        code=code,
    )
