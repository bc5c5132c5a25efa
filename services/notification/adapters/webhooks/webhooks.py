"""Webhooks as a whole: whoever is in the bucket is told, and nothing runs while nobody is."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from contracts.webhooks.targets import Delivery, Target
from services.notification.adapters.webhooks.figures import measure
from services.notification.adapters.webhooks.sender import Sender
from services.notification.domain.webhooks.addresses import may_be_called
from services.notification.settings import Settings
from shared.bus.bus import Bus
from shared.errors import OperationFailed
from shared.kept.webhooks import WebhookBucket

if TYPE_CHECKING:
    from services.notification.adapters.webhooks.recorder import Recorder

logger = logging.getLogger("kibitz.notification")

LOOK = 1.0
"""Seconds between two looks for who is to be told."""


class Webhooks:
    """Everybody who is told of changes."""

    def __init__(self, bus: Bus, settings: Settings) -> None:
        """Follow the feed and call targets as the settings say."""
        self._bus = bus
        self._bucket = WebhookBucket(bus)
        self._settings = settings
        self._may_reach = partial(may_be_called, allowed=settings.networks())
        self._recorder: Recorder | None = None
        self._senders: dict[str, tuple[Sender, asyncio.Task[None]]] = {}
        self._deliveries: Sequence[Delivery] = ()

    async def run(self) -> None:
        """Tell whoever is to be told, until this is cancelled."""
        self._bus.metrics.sources.append(self._measure)
        try:
            while True:
                try:
                    found = await self._bucket.all()
                except OperationFailed as error:
                    logger.warning("the targets of webhooks cannot be read: %s", error)
                else:
                    self._deliveries = [delivery for _, delivery in found]
                    self._arrange({target.name: target for target, _ in found})
                await asyncio.sleep(LOOK)
        finally:
            self._arrange({})

    def _arrange(self, targets: dict[str, Target]) -> None:
        for name, (sender, task) in [*self._senders.items()]:
            if targets.get(name) != sender.target:
                task.cancel()
                del self._senders[name]
            elif task.done() and not task.cancelled() and (error := task.exception()) is not None:
                logger.error("a webhook has failed and begins anew: %r", error)
                del self._senders[name]
        for name, target in targets.items():
            if name not in self._senders:
                sender = Sender(self._bus, target, self._may_reach, self._settings.webhook_longest_pause)
                self._senders[name] = sender, asyncio.create_task(sender.run())
        if targets and self._recorder is None:
            self._recorder = self._new_recorder()
        if self._recorder is not None:
            self._recorder.arrange(targets.values())

    def _measure(self) -> None:
        waiting = [sender.waiting_since for sender, _ in self._senders.values()]
        since = [each for each in waiting if each is not None]
        measure(self._bus.service, self._bus.metrics, self._deliveries, since, datetime.now(UTC))

    def _new_recorder(self) -> "Recorder":
        """A server without webhooks does without the client of the feed and its library."""
        from kibitz_client import Feed  # noqa: PLC0415 - see above
        from services.notification.adapters.webhooks.recorder import Recorder  # noqa: PLC0415

        token = self._settings.feed_token.get_secret_value() or None
        return Recorder(self._bus, partial(Feed, self._settings.feed, token=token), self._settings.webhook_every)
