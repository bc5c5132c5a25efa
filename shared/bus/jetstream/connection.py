"""The connection: a nats-py client with its known traps closed.

Traps that are dealt with here, each measured against nats-py 2.16 and FastStream 0.7.8:

1. The client gives up after 60 attempts per server and is closed for good: it never gives up here.
2. Any protocol error closes it for good, whatever the settings: the process ends (status 70) and its supervisor
   starts it again, because a closed client makes a pull subscriber spin without yielding.
3. A request that is under way when the connection breaks waits for its whole time limit: it fails at once here.
4. A request that the server denies waits for its whole time limit, too, and does not say why: it fails at once here.
5. A pull request that is under way is lost with the connection: waiting fetches are woken after a reconnect.
6. FastStream raises from the error callback on some errors, which kills the task that reconnects: our callback stands
   in its place and only logs, except while the first connection is made.
7. A task that reconnects may die of an error that nats-py does not expect: `lost()` tells, and the process ends.
8. nats-py may swallow a cancellation while it connects or reconnects, so we cancel repeatedly until the task ends.
9. A drain waits half a minute for a server that is gone: ours has five seconds.
10. A client that leaves a server which stands still may try that one first, and wait until it has not answered: servers
    are in an order of chance from the start, and the one that was left is the last.

This is the only module that uses private attributes of nats-py and FastStream.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncGenerator, Callable
from typing import Any, Protocol

import nats.errors
from faststream.nats import NatsBroker
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from shared.bus.jetstream.heartbeat import Heartbeat
from shared.bus.jetstream.held import HeldFile
from shared.bus.jetstream.pull import GuardedPull, PullClient
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from shared.telemetry import exit_process, fields

PING, PINGS = 0.5, 2
"""Seconds between two pings, and how many may be unanswered: a server that stands still is left after 1.5 s."""
DRAIN = 5.0
"""Seconds that the end of a connection may take."""
BEATS = 4
"""Signs of life of a message in each wait of its consumer."""
LOG_EVERY = 10.0
"""Seconds between two lines about the same trouble."""

logger = logging.getLogger("kibitz.bus")


class PermissionDenied(nats.errors.Error):
    """The server does not let this user publish to the subject of a request."""


class Reader(Protocol):
    """Somebody who waits for a stream to tell of new messages."""

    def wake(self) -> None:
        """Look: the connection was lost, and is there again."""


class BusJetStream(JetStreamContext):
    """JetStream whose pull subscriptions are guarded and never create a consumer."""

    _nc: "BusClient"

    async def pull_subscribe(self, subject: str, **options: Any) -> GuardedPull:  # type: ignore[override]  # noqa: ANN401
        """Bind to a provisioned durable; of FastStream's configuration only `ack_wait` and `max_waiting` are used.

        The first is the wait for an answer, the second is how many messages are asked for at a time.
        """
        stream, durable, config = (options.get(name) for name in ("stream", "durable", "config"))
        if not (stream and durable and config and config.ack_wait):
            raise OperationFailed(f"{subject} is pulled without a durable, its stream and its wait")
        heartbeat = self._nc.heartbeat_for(config.ack_wait)
        pull = GuardedPull(self._nc, stream, durable, heartbeat, config.max_waiting or 1)
        await pull.open()
        return pull


class BusClient(PullClient):
    """A nats-py client that knows when it was lost; `stopping` when it is about to be closed on purpose."""

    def __init__(
        self,
        service: str,
        settings: BusSettings,
        on_closed: Callable[[str], None] = exit_process,
        *,
        second: bool = False,
    ) -> None:
        """Prepare a client; `connect_bus` connects it. The `second` one of a process says nothing of its comings."""
        super().__init__(clustered=settings.replicas > 1)
        self._level = logging.DEBUG if second else logging.INFO
        self.service = service
        self.settings = settings
        self.js = BusJetStream(self, timeout=settings.publish_timeout, domain=settings.domain)
        self.api = self.js._prefix
        self.readers: set[Reader] = set()
        self.stopping = False
        self._on_closed = on_closed
        self._logged: dict[str, float] = {}
        self._requests: dict[asyncio.Timeout, str | nats.errors.Error] = {}
        self._heartbeat: Heartbeat | None = None

    def heartbeat_for(self, ack_wait: float) -> Heartbeat:
        """The heartbeat of this client's messages, often enough for a consumer that waits so many seconds."""
        every = ack_wait / BEATS
        if self._heartbeat is None:
            self._heartbeat = Heartbeat(self._second, every, self._held_file())
        self._heartbeat.every = min(self._heartbeat.every, every)
        return self._heartbeat

    def _held_file(self) -> HeldFile | None:
        try:
            return HeldFile(self.settings.held / self.service) if self.settings.held is not None else None
        except OSError as error:
            logger.warning("what is held is not noted: %s", error, extra=fields(service=self.service))
            return None

    def _second(self) -> "BusClient":
        return BusClient(self.service, self.settings, self._on_closed, second=True)

    def jetstream(self, **ignored: object) -> BusJetStream:
        """JetStream on this client; nats-py's options do not count."""
        return self.js

    async def connect_bus(self) -> None:
        """Connect, waiting as long as it takes for a server to appear.

        Raises:
            OperationFailed: a server answers and refuses this user; waiting would not help.
        """
        settings = self.settings
        options: dict[str, Any] = {
            "name": f"kibitz-{self.service}",
            "error_cb": self._failed,
            "disconnected_cb": self._disconnected,
            "reconnected_cb": self._reconnected,
            "closed_cb": self._closed,
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": settings.reconnect_wait,
            "connect_timeout": settings.connect_timeout,
            "ping_interval": PING,
            "max_outstanding_pings": PINGS,
            "inbox_prefix": inbox_prefix(self.service),
            "user": settings.user,
            "password": settings.password.get_secret_value() if settings.password else None,
            "user_credentials": str(settings.credentials) if settings.credentials else None,
            "tls": settings.tls(),
            "dont_randomize": True,
            "pending_size": 16 * 1024 * 1024,
        }
        servers = random.sample(settings.servers, len(settings.servers))
        connecting = asyncio.ensure_future(self.connect(servers, **options))
        try:
            await asyncio.shield(connecting)
        except BaseException:
            await end_task(connecting)
            await self.drain()
            raise
        self._now_connected("connected")

    async def request(self, subject: str, *args: Any, **options: Any) -> Msg:  # noqa: ANN401 - nats-py's arguments
        """Request as nats-py does, and raise ConnectionReconnectingError or PermissionDenied at once."""
        async with self.watched(subject):
            return await super().request(subject, *args, **options)

    @contextlib.asynccontextmanager
    async def watched(self, subject: str) -> AsyncGenerator[None, None]:
        """Wait for answers to a request only while the connection lasts and the server does not deny it."""
        limit = asyncio.timeout(None)
        self._requests[limit] = subject.lower()
        try:
            async with limit:
                yield
        except TimeoutError:
            if isinstance(failure := self._requests[limit], nats.errors.Error):
                raise failure from None
            raise
        finally:
            del self._requests[limit]

    async def drain(self) -> None:
        """Send what is written and close, in a few seconds, whatever state the connection is in."""
        self.stopping = True
        if self._heartbeat is not None:
            await self._heartbeat.stop()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(super().drain(), DRAIN)
        with contextlib.suppress(Exception):
            await self.close()

    async def close(self) -> None:
        """Close as nats-py does, and end the task that reconnects, however often it survives being cancelled."""
        task = self._reconnection_task
        await super().close()
        if task is not None and task is not asyncio.current_task():
            await end_task(task)

    def lost(self) -> bool:
        """Whether the client is not connected and nothing tries to connect it again."""
        task = self._reconnection_task
        gone = self.is_closed or (task is not None and task.done())
        return gone and not self.stopping and not self.is_connected

    def _now_connected(self, text: str) -> None:
        self.connected.set()
        url = self.connected_url
        logger.log(self._level, text, extra=fields(service=self.service, server=url and url.netloc.rpartition("@")[2]))

    async def _failed(self, error: Exception) -> None:
        text = str(error)[:300].removeprefix("nats: ") or type(error).__name__
        lowered, level = text.lower(), logging.ERROR
        if "permissions violation" in lowered:
            # The server answers a denied request in no other way; it names the subject in quotes.
            self._fail(PermissionDenied(text), lowered.partition('"')[2].partition('"')[0])
            text = f"the server denies {self.service}: {text}"
        elif "authorization" in lowered or "authentication" in lowered:
            if self._reconnection_task is None:
                addresses = [address.rpartition("@")[2].removeprefix("nats://") for address in self.settings.servers]
                raise OperationFailed(f"NATS at {', '.join(addresses)} refuses us: {text}")
            text = f"the server refuses the user of {self.service}: {text}"
        elif self.stopping:
            return
        else:
            level, text = logging.WARNING, f"connection: {text}"
        now = time.monotonic()
        self._logged = {other: then for other, then in self._logged.items() if now - then < LOG_EVERY}
        if text not in self._logged:
            self._logged[text] = now
            logger.log(level, "%s", text, extra=fields(service=self.service))

    def _fail(self, failure: nats.errors.Error, subject: str | None = None) -> None:
        """Fail the requests under way, to one subject or all."""
        for limit, request in self._requests.items():
            if isinstance(request, str) and subject in (None, request):
                self._requests[limit] = failure
                limit.reschedule(0)

    async def _disconnected(self) -> None:
        self.connected.clear()
        self._fail(nats.errors.ConnectionReconnectingError())
        if not self.stopping:
            logger.warning(
                "connection lost, and tried again until it is back: look at the NATS servers if it stays away",
                extra=fields(service=self.service),
            )

    async def _reconnected(self) -> None:
        self._now_connected("connected again")
        for waiting in (*self.pulls.values(), *self.readers):
            waiting.wake()

    async def _closed(self) -> None:
        if not self.stopping:
            self._on_closed(f"the NATS connection of {self.service} is closed: {self.last_error or 'no reason given'}")


class BusBroker(NatsBroker):
    """FastStream's broker on our client, which is made anew for each connection."""

    def __init__(self, new_client: Callable[[], BusClient], **options: Any) -> None:  # noqa: ANN401 - FastStream's
        super().__init__(**options)
        self._new_client = new_client

    async def _connect(self) -> BusClient:
        client = self._new_client()
        await client.connect_bus()
        self.config.connect(client)
        return client


def inbox_prefix(service: str) -> str:
    """Where answers to a service arrive; its permissions allow no other inbox."""
    return f"_INBOX.{service}"


async def end_task(task: asyncio.Future[Any], pause: float = 0.05) -> None:
    """Cancel a task of nats-py until it ends: `wait_for` of Python 3.11 loses a cancellation that meets a result."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=pause)
    if not task.cancelled():
        task.exception()
