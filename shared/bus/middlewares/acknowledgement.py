"""From a delivery to its answer: acknowledge, retry after a pause, or write a dead letter, as the policy decides.

FastStream's own policies drop a message on any error, or deliver it again at once. The answer is given when everything
that the handler published is stored, after FastStream has published what it returned.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import nats.errors
from faststream import BaseMiddleware
from faststream.message import StreamMessage
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg

from contracts import subjects
from shared.bus.dead_letter import letter_of
from shared.bus.delivery import Delivery, delivery_of
from shared.bus.errors import SetAside
from shared.bus.jetstream.pull import GuardedPull
from shared.bus.middlewares.publication import Publisher
from shared.bus.middlewares.retry_policy import Decision, after_handling, before_handling, described
from shared.bus.parking import SUSPECT, ParkedMessage, Parking
from shared.bus.repair import repairing
from shared.bus.topology import ConsumerSpec
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
        self._delivery = None if self.msg is None else delivery_of(self.msg)
        self._started = time.monotonic()

    async def consume_scope(self, call_next: Call, msg: StreamMessage[Msg]) -> Any:  # noqa: ANN401 - FastStream's
        """Fetch the body, wherever it lies, then decode and handle it within the time limit."""
        if self._delivery is None:
            return await call_next(msg)
        bus: Publisher = self.context.get("bus")
        raw = msg.raw_message
        if isinstance(raw, ParkedMessage):
            before_handling(raw.unanswered)
        else:
            await _set_aside(bus.parking, self._delivery, ordered=_spec(bus, self._delivery).ordered)
        limit = asyncio.timeout(bus.settings.handler_timeout)
        try:
            async with limit:
                msg.body = await bus.body_of(self._delivery.headers, msg.body)
                with repairing(self._delivery.headers):
                    return await call_next(msg)
        except TimeoutError as error:
            why = "hung" if limit.expired() else str(error) or "timed out"
            raise OperationFailed(f"not finished after {bus.settings.handler_timeout:g} s ({why})") from error

    async def after_processed(
        self, exc_type: object = None, exc_val: BaseException | None = None, exc_tb: object = None
    ) -> bool:
        """Answer: everything that the handler published is stored, or it failed."""
        message, delivery = self.msg, self._delivery
        if message is None or delivery is None or not isinstance(exc_val, Exception | None):
            # Of no stream; or cancelled, because the stop would wait no longer, and the subscription has given it back.
            return False
        bus: Publisher = self.context.get("bus")
        label = _spec(bus, delivery).label
        try:
            decision = await _settle(bus, delivery, message, exc_val)
            bus.metrics.messages.labels(bus.service, label, decision.outcome).inc()
            return True
        finally:
            bus.metrics.handling.labels(bus.service, label).observe(time.monotonic() - self._started)
            pull = bus.client.pulls.get((delivery.stream, delivery.consumer))
            if isinstance(pull, GuardedPull) and not isinstance(message, ParkedMessage):
                pull.release(message)


def _spec(bus: Publisher, delivery: Delivery) -> ConsumerSpec:
    return bus.router.specs[delivery.stream, delivery.consumer]


async def _set_aside(parking: Parking, delivery: Delivery, *, ordered: bool) -> None:
    """Raise SetAside where the event of a message waits for an earlier one, or this one may have ended processes."""
    if ordered and await parking.noted(delivery):
        raise SetAside(f"its event waits, set aside with an earlier message, in front of {delivery.seq}")
    if delivery.deliveries > SUSPECT:
        unanswered = delivery.deliveries - 1
        reason = f"{unanswered} deliveries of {delivery.seq} were never answered"
        await parking.park(delivery, 0.0, reason, min(unanswered, SUSPECT))
        raise SetAside(reason)


async def _settle(bus: Publisher, delivery: Delivery, message: Msg, error: Exception | None) -> Decision:
    """Log the decision and carry it out; where a dead letter cannot be written, the message comes again instead."""
    decision = after_handling(error, delivery.deliveries, bus.router.delays)
    place = fields(
        service=bus.service,
        consumer=delivery.consumer,
        subject=delivery.subject,
        stream=delivery.stream,
        seq=delivery.seq,
        deliveries=delivery.deliveries,
        code=str(error.code) if isinstance(error, InputRejected) else None,
    )
    name, trace = type(error).__name__, None if isinstance(error, OperationFailed) else error
    if decision.outcome == "dead":
        logger.error(
            "dead letter: %s; kibitz dead list has it, kibitz dead retry sends it again",
            decision.reason,
            extra=place,
            exc_info=error,
        )
        letter = letter_of(bus.service, delivery, message.data, decision.reason, name, datetime.now(UTC))
        try:
            await bus.publish(subjects.dead(bus.service), letter)
        except Exception as failure:
            logger.error("a dead letter could not be written, so its message comes again: %s", failure, extra=place)
            decision = Decision("retried", DEAD_RETRY)
    elif decision.outcome == "retried":
        logger.warning("failed, again in %g s: %s: %s", decision.delay, name, error, extra=place, exc_info=trace)
    elif error is not None:
        logger.info("%s: %s", decision.outcome, error, extra=place)
    delay, why = decision.delay, "" if error is None else f"{name}: {described(error)}"
    if isinstance(message, ParkedMessage):
        message.reason = why[:500]
    elif delay is not None:
        try:
            await bus.parking.park(delivery, delay, why)
            delay = None
        except OperationFailed as failure:
            logger.warning("it could not be set aside: %s", failure, extra=place)
    try:
        await (message.ack() if delay is None else message.nak(delay=delay))
    except nats.errors.Error as failure:
        # Unanswered, it is delivered again; handlers are idempotent.
        logger.warning("an answer was not sent: %s", failure, extra=place)
    return decision
