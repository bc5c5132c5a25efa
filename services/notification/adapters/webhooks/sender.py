"""The sender: tells each target, one change after the other, in a task of its own.

1. How far a target is is written down after its answer. Killed in between, the sender tells the same again, by the same
   id. Nothing is lost.
2. A target that does not answer holds up nobody else: it has connections and pauses of its own, and its place is a
   number in the stream of changes, so nothing waits for it in memory.
3. Redirections are not followed, what a target answers is bounded, and so is the time for it.
4. Before each try it is asked whether the table is numbered anew since (`domain/webhooks/changes`): a change that waits
   for a target that is away may have become one that the public must not see.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

import h11

from contracts import subjects
from contracts.messages import TableChanged
from contracts.webhooks.targets import Delivery, Target
from services.notification.domain.webhooks.changes import Numbering
from services.notification.domain.webhooks.requests import Told, change_told, headers_of, trial
from services.notification.domain.webhooks.tries import Answer, outcome, pause
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.jetstream.stored import Stored
from shared.errors import OperationFailed
from shared.http.client import Broken, NotAllowed, request_of
from shared.http.pool import Pool, seconds_to_wait
from shared.kept.webhooks import WebhookBucket
from shared.telemetry import fields

logger = logging.getLogger("kibitz.notification")

CHANGES = subjects.table_changed(subjects.ANY, subjects.ANY)

PATIENCE = 15.0
"""Seconds for a request and its answer, connecting included."""

LARGEST_ANSWER = 64 * 1024

NETWORKS = "KIBITZ_NOTIFICATION_WEBHOOK_NETWORKS"
"""The setting that allows targets in networks of the operator's own."""

AGAIN = 1.0
"""Seconds until the bus is asked again."""


class Sender:
    """Tells one target.

    Attributes:
        target: the target.
        waiting_since: when the change was made that it is to be told now; None while it knows everything.
    """

    def __init__(self, bus: Bus, target: Target, may_reach: Callable[[str], bool], longest_pause: float) -> None:
        """Tell a target what the bus keeps; it is called at addresses that may be reached."""
        self.target = target
        self.waiting_since: datetime | None = None
        self._bus = bus
        self._bucket = WebhookBucket(bus)
        self._pool = Pool(1, PATIENCE, may_reach)
        self._longest_pause = longest_pause
        self._delivery, self._revision = Delivery(), 0

    async def run(self) -> None:
        """Tell it everything, from where it was, until this is cancelled or the target says that it is gone."""
        try:
            while not self._delivery.gone:
                try:
                    await self._begin()
                    await self._tell_all()
                except Conflict:
                    # It was removed, or somebody else tells it.
                    raise
                except OperationFailed as error:
                    logger.warning("the bus cannot be read: %s", error, extra=fields(target=self.target.name))
                    await asyncio.sleep(AGAIN)
        finally:
            self._pool.close()

    async def _begin(self) -> None:
        """From where it was; a test that is asked for goes before everything else."""
        target = self.target
        self._delivery, self._revision = await self._bucket.delivery(target)
        if self._delivery.tests < target.tests:
            answer = await self._try(trial(target.name, datetime.now(UTC)))
            await self._keep(self._delivery.replace(tests=target.tests, test_result=answer.text))

    async def _tell_all(self) -> None:
        if self._delivery.gone:
            return

        def wanted(subject: str) -> bool:
            return self.target.wants(*subject.split(".")[-2:])

        async for stored in self._bus.follow(CHANGES, TableChanged, self._delivery.position + 1, wanted):
            self.waiting_since = stored.time
            await self._tell(stored)
            self.waiting_since = None
            if self._delivery.gone:
                return

    async def _tell(self, stored: Stored[TableChanged]) -> None:
        """Tell a change until it is accepted, given up or over."""
        told = change_told(stored.message, stored.seq)
        while True:
            if await self._is_over(stored):
                await self._keep(self._delivery.settled(stored.seq))
                return
            answer, before = await self._try(told), self._delivery
            tries, now = before.tries + 1, datetime.now(UTC)
            failed = before.replace(tries=tries, error=answer.text)
            place = fields(target=self.target.name, seq=stored.seq)
            match outcome(answer, tries, now - stored.time):
                case "accepted":
                    await self._keep(before.settled(stored.seq).replace(accepted=before.accepted + 1))
                    return
                case "gone":
                    logger.warning("a webhook is gone", extra=place)
                    await self._keep(failed.replace(gone=True))
                    return
                case "given up":
                    logger.warning("a webhook does not take a change: %s", answer.text, extra=place)
                    await self._keep(failed.without(stored.seq))
                    return
            wait = pause(tries, answer.wait, self._longest_pause, random.uniform)
            logger.info("a webhook is tried again: %s", answer.text, extra=place)
            await self._keep(failed.replace(next_try_at=datetime.fromtimestamp(now.timestamp() + wait, UTC)))
            await asyncio.sleep(wait)

    async def _is_over(self, stored: Stored[TableChanged]) -> bool:
        """Whether a newer change of the table is of another numbering."""
        own = stored.message
        newest = await self._bus.last(subjects.table_changed(own.event, own.table), Numbering)
        return newest is not None and newest.seq > stored.seq and newest.message.epoch != own.epoch

    async def _try(self, told: Told) -> Answer:
        parts = urlsplit(self.target.url)
        request = request_of("POST", parts, told.body, headers_of(told, self.target.key, datetime.now(UTC)))
        try:
            answer = await self._pool.ask(parts, request, told.body, LARGEST_ANSWER)
        except NotAllowed as error:
            return Answer(0, f"no answer: {error}; {NETWORKS} allows a network of your own")
        except (OSError, TimeoutError, Broken, ValueError, h11.ProtocolError) as error:
            return Answer(0, f"no answer: {error or 'not in time'}")
        status, phrase = answer.status_code, answer.reason.decode("ascii", "replace")[:60]
        return Answer(status, f"{status} {phrase}".strip(), seconds_to_wait(answer))

    async def _keep(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._revision = await self._bucket.keep(self.target.name, delivery, self._revision)
