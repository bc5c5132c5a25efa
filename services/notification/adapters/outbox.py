"""The outbox: what waits to be told, one browser after the other told by a task of its own.

1. What was told is written down after it was sent. Killed in between, the service tells it again after its restart; the
   browser shows it in the place of the first, because both have one topic. Nothing is lost.
2. Of two notices about the same that wait, the newer is sent.
3. A browser that its push service does not know any more is forgotten.
"""

import asyncio
import logging

from services.notification.adapters.notice_bucket import NoticeBucket
from services.notification.adapters.push_client import PushClient
from services.notification.domain.news import Notice
from services.notification.domain.subscriptions import Subscription, Subscriptions
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.notification")


class Outbox:
    """What waits to be told, by subscription and topic."""

    def __init__(self, subscriptions: Subscriptions, bucket: NoticeBucket, client: PushClient) -> None:
        """Send with the client, and keep in the bucket what was told."""
        self._subscriptions = subscriptions
        self._bucket = bucket
        self._client = client
        self._waiting: dict[tuple[str, str], dict[str, Notice]] = {}
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def put(self, subscription: Subscription, notices: tuple[Notice, ...]) -> None:
        """Send notices to a browser, or none, and write down what it was told."""
        address = subscription.event, subscription.id
        self._waiting.setdefault(address, {}).update({notice.topic: notice for notice in notices})
        if address not in self._tasks:
            self._tasks[address] = asyncio.create_task(self._deliver(*address))

    async def stop(self) -> None:
        """Leave what waits for the next start, and close all connections."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._client.close()

    async def _deliver(self, event: str, identity: str) -> None:
        try:
            while (notices := self._waiting.pop((event, identity), None)) is not None:
                await self._tell(event, identity, notices)
        except OperationFailed as error:
            # What was told is written down with the next notice; until then a restart tells it again.
            logger.warning("what was told is not written down: %s", error, extra=fields(event=event))
        finally:
            self._waiting.pop((event, identity), None)
            del self._tasks[event, identity]

    async def _tell(self, event: str, identity: str, notices: dict[str, Notice]) -> None:
        signer = await self._bucket.signer() if notices else None
        for notice in notices.values():
            subscription = self._subscriptions.get(event, identity)
            if subscription is None or signer is None:
                return
            if await self._client.send(signer, subscription.address, notice) == "gone":
                self._subscriptions.remove(event, identity)
                await self._bucket.remove(identity)
                return
        if (subscription := self._subscriptions.get(event, identity)) is not None:
            await self._bucket.keep(subscription)
