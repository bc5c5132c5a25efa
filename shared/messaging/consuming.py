"""FastStream under our router: one pull subscriber for each durable, one message at a time.

A subscription may have some more handled side by side (`at_once`): each of them is answered by itself when its handler
ends, so that nothing is lost with the process, and a message that waits for its turn is kept alive.
"""

import asyncio
import contextlib
import logging

import nats.errors
from faststream.middlewares import AckPolicy
from faststream.nats import JStream, NatsMessage, PullSub
from nats.aio.msg import Msg

from shared.messaging.asking import Answering
from shared.messaging.connection import BusBroker, BusClient
from shared.messaging.handling import Handling
from shared.messaging.objects import Objects
from shared.messaging.publishing import Publisher
from shared.messaging.pull import GuardedPull
from shared.messaging.router import ServiceRouter, Subscription
from shared.messaging.settings import BusSettings
from shared.messaging.topology import ConsumerSpec
from shared.telemetry import Metrics


async def _as_it_is(message: NatsMessage) -> NatsMessage:
    """Decoding is ours: FastStream would drop a message that it cannot decode."""
    return message


class Consuming:
    """The subscribers of a service.

    Attributes:
        specs: their durables.
    """

    def __init__(
        self,
        client: BusClient,
        router: ServiceRouter,
        publisher: Publisher,
        objects: Objects,
        settings: BusSettings,
        metrics: Metrics,
    ) -> None:
        """Build a broker with a subscriber for each durable of the router."""
        self.specs = router.specs
        self._client = client
        self._beside: set[asyncio.Task[None]] = set()
        self._stopping = False
        self._settings = settings
        self._handling = Handling(router.service, router.policy, publisher, objects, metrics, settings.handler_timeout)
        self._answering = Answering(client, router.answerers)
        self._broker = BusBroker(
            client,
            graceful_timeout=settings.graceful_timeout,
            ack_policy=AckPolicy.MANUAL,
            apply_types=False,
            logger=logging.getLogger("kibitz.faststream"),
            log_level=logging.DEBUG,
        )
        streams = {spec.stream: JStream(spec.stream, declare=False) for spec in self.specs}
        for subscription in router.subscriptions:
            for spec in subscription.specs:
                self._subscribe(subscription, spec, streams[spec.stream])

    @property
    def running(self) -> int:
        """Handlers at work."""
        return self._handling.running

    @property
    def pulls(self) -> dict[str, GuardedPull]:
        """The subscription of each durable, once started."""
        found = {}
        for subscriber in self._broker.subscribers:
            pull = getattr(subscriber, "subscription", None)
            if isinstance(pull, GuardedPull):
                found[pull.durable] = pull
        return found

    async def start(self) -> None:
        """Begin to fetch, and to answer questions."""
        self._stopping = False
        await self._broker.start()
        await self._answering.start()

    async def stop(self) -> None:
        """Stop fetching, wait for running handlers, and give back what was fetched and not begun."""
        self._stopping = True
        await self._answering.stop()
        pulls = list(self.pulls.values())
        await asyncio.gather(*(subscriber.stop() for subscriber in self._broker.subscribers), return_exceptions=True)
        if self._beside:
            _, unfinished = await asyncio.wait(self._beside, timeout=self._settings.graceful_timeout)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
        for pull in pulls:
            for message in pull.leftovers():
                with contextlib.suppress(nats.errors.Error):
                    await message.nak()
        if self._client.is_connected:
            with contextlib.suppress(nats.errors.Error):
                await self._client.flush(2)

    def _subscribe(self, subscription: Subscription, spec: ConsumerSpec, stream: JStream) -> None:
        places = asyncio.Semaphore(subscription.at_once)

        async def deliver(message: NatsMessage) -> None:
            raw: Msg = message.raw_message
            if subscription.at_once == 1:
                await self._handling.handle(subscription, spec, raw)
                return
            try:
                async with self._handling.kept_alive(spec, raw):
                    await places.acquire()
                if self._stopping:
                    places.release()
                    raise asyncio.CancelledError
            except asyncio.CancelledError:
                with contextlib.suppress(nats.errors.Error):
                    await raw.nak()
                raise
            task = asyncio.ensure_future(self._handling.handle(subscription, spec, raw))
            self._beside.add(task)
            task.add_done_callback(self._beside.discard)
            task.add_done_callback(lambda _: places.release())

        deliver.__name__ = spec.durable.replace("-", "_")
        self._broker.subscriber(
            spec.filter_subject,
            durable=spec.durable,
            stream=stream,
            pull_sub=PullSub(batch_size=1, timeout=self._settings.fetch_timeout),
            ack_policy=AckPolicy.MANUAL,
            no_reply=True,
            decoder=_as_it_is,
        )(deliver)
