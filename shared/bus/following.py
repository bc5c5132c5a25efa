"""Following subjects for ever, for services that read by position and own no durable."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from contracts import subjects
from shared.bus.bus import Bus
from shared.bus.wire import M
from shared.errors import OperationFailed
from shared.telemetry import continued, fields, kind_of

logger = logging.getLogger("kibitz.bus")

PATIENCE = 120.0
"""Seconds of failing to read the bus after which the process ends, to be started again from nothing."""

RETRY = 1.0


async def follow_for_ever(
    bus: Bus,
    pattern: str,
    model: type[M],
    start: int,
    take: Callable[[M, datetime], None],
    wanted: Callable[[str], bool] = lambda _event: True,
) -> None:
    """Follow the wanted events of a pattern, from where it was left when a cluster has elected or restarted.

    Raises:
        OperationFailed: the bus has not let itself be read for `PATIENCE` seconds.
    """
    loop = asyncio.get_running_loop()
    failing_since: float | None = None
    while True:
        try:
            async for stored in bus.follow(pattern, model, start, lambda subject: wanted(subjects.event_of(subject))):
                start, failing_since = stored.seq + 1, None
                try:
                    with continued(stored.headers, f"{bus.service} {kind_of(stored.subject)}"):
                        take(stored.message, stored.time)
                except (AttributeError, LookupError, TypeError, ValueError):
                    # One message that cannot be taken must not end what all others are for.
                    place = fields(service=bus.service, subject=stored.subject, seq=stored.seq)
                    logger.exception("a message cannot be taken", extra=place)
                # What has become due is sent before the next message is read.
                await asyncio.sleep(0)
        except OperationFailed as error:
            failing_since = failing_since or loop.time()
            if loop.time() - failing_since > PATIENCE:
                raise
            logger.warning("the bus cannot be read, trying again: %s", error, extra=fields(service=bus.service))
            await asyncio.sleep(RETRY)
