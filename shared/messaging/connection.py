"""The connection: a nats-py client, and the FastStream broker on it, with their known traps closed.

Traps that are dealt with here, each measured against nats-py 2.16 and FastStream 0.7.8:

1. The client gives up after 60 attempts per server and is closed for good: it never gives up here.
2. Any protocol error closes it for good, whatever the settings: the process ends (status 70) and its supervisor
   starts it again, because a closed client makes a pull subscriber spin without yielding.
3. A request that is under way when the connection breaks waits for its whole time limit: it fails at once here.
4. A request that the server denies waits for its whole time limit, too, and does not say why: it fails at once here.
5. A pull request that is under way is lost with the connection: waiting fetches are woken after a reconnect.
6. FastStream raises from the error callback on some errors, which kills the task that reconnects: our callback stands
   in its place and only logs.
7. A task that reconnects may die of an error that nats-py does not expect: `lost()` tells, and the process ends.
8. A task that connects or reconnects may swallow its cancellation and go on for ever: it is cancelled until it is done.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from typing import Any

import nats.errors
from faststream.nats import NatsBroker
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.errors import ServiceUnavailableError

from shared.errors import OperationFailed
from shared.messaging.pull import GuardedPull
from shared.messaging.settings import BusSettings
from shared.telemetry import fields

EXIT_CLOSED = 70
"""Exit status of a process whose connection cannot come back (EX_SOFTWARE of sysexits.h)."""

MOST_ASKED = 512
"""Requests that are remembered before those that were answered are forgotten."""

API_TIMEOUT = 5.0
"""Seconds for one request to the JetStream API."""

logger = logging.getLogger("kibitz.messaging")


class PermissionDenied(nats.errors.Error):
    """The server does not let this user publish to the subject of a request."""


class ConnectionLost(nats.errors.Error):
    """The connection broke while a request was waiting for its answer."""

    def __str__(self) -> str:
        """One line."""
        return "nats: connection lost while waiting for an answer"


def exit_process(reason: str) -> None:
    """End the process at once: nothing on a frozen or closed connection can be put in order any more."""
    logger.critical("ending the process: %s", reason)
    logging.shutdown()
    os._exit(EXIT_CLOSED)


class BusJetStream(JetStreamContext):
    """JetStream whose pull subscriptions are guarded and never create a consumer."""

    def __init__(self, conn: "BusClient", **options: Any) -> None:  # noqa: ANN401 - nats-py's options
        """Keep the client for the guards."""
        super().__init__(conn, **options)
        self.client = conn

    async def pull_subscribe(  # type: ignore[override]
        self, subject: str, durable: str | None = None, stream: str | None = None, **ignored: object
    ) -> GuardedPull:
        """Bind to a provisioned durable; FastStream's own configuration of it is not used."""
        if durable is None or stream is None:
            raise OperationFailed(f"{subject} is pulled without a durable and its stream")
        inbox = self.client.new_inbox()
        sub = await self.client.subscribe(f"{inbox}.*")
        guard = GuardedPull(self, sub, stream, durable, inbox)
        self.client.waiting.append(guard.wake)
        return guard


async def _end(task: asyncio.Future[Any]) -> None:
    """Cancel a task of nats-py until it is done: `wait_for` of Python 3.11 loses a cancellation that meets a result."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.05)


class BusClient(Client):
    """A nats-py client that knows when it was lost.

    Attributes:
        waiting: called after each reconnect.
        reconnects: how often the connection came back.
        denied: what the server last said of missing permissions.
    """

    def __init__(self, service: str, settings: BusSettings, on_closed: Callable[[str], None] = exit_process) -> None:
        """Prepare a client; `connect_bus` connects it."""
        super().__init__()
        self.service = service
        self.settings = settings
        self.waiting: list[Callable[[], None]] = []
        self.reconnects = 0
        self.disconnected_at: float | None = None
        self.denied = ""
        self._asked: dict[str, str] = {}
        self._stopping = False
        self._on_closed = on_closed
        self._connected = asyncio.Event()
        self._said: dict[str, float] = {}
        self._refused: asyncio.Future[str] | None = None

    def jetstream(self, **options: Any) -> BusJetStream:  # noqa: ANN401 - nats-py's options
        """JetStream on this client."""
        options.setdefault("timeout", API_TIMEOUT)
        return BusJetStream(self, **options)

    async def connect_bus(self) -> None:
        """Connect, waiting as long as it takes for a server to appear.

        Raises:
            OperationFailed: when a server answers and refuses this user; waiting would not help.
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
            "ping_interval": 10,
            "max_outstanding_pings": 2,
            "inbox_prefix": inbox_prefix(self.service),
            "user": settings.user,
            "password": settings.password.get_secret_value() if settings.password else None,
            "user_credentials": str(settings.credentials) if settings.credentials else None,
            "tls": settings.tls(),
            "pending_size": 16 * 1024 * 1024,
        }
        self._refused = asyncio.get_running_loop().create_future()
        connecting = asyncio.ensure_future(self.connect(settings.servers, **options))
        waiting: set[asyncio.Future[Any]] = {connecting, self._refused}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not connecting.done():
                raise OperationFailed(f"NATS at {', '.join(self._addresses())} refuses us: {self._refused.result()}")
            await connecting
        except BaseException:
            self._stopping = True
            await _end(connecting)
            await asyncio.gather(connecting, return_exceptions=True)
            raise
        self._connected.set()
        logger.info("connected", extra=fields(service=self.service, server=self._server_text()))

    async def publish(
        self, subject: str, payload: bytes = b"", reply: str = "", headers: dict[str, str] | None = None
    ) -> None:
        """Publish as nats-py does, and remember which request a denial would belong to."""
        prefix = self._resp_sub_prefix
        if prefix and reply and reply.encode().startswith(prefix):
            if len(self._asked) >= MOST_ASKED:
                self._asked = {token: asked for token, asked in self._asked.items() if token in self._resp_map}
            self._asked[reply[len(prefix) :]] = subject.lower()
        await super().publish(subject, payload, reply, headers)

    async def until_connected(self, patience: float | None) -> bool:
        """Wait for the connection at most this many seconds (None: without end); whether it is there."""
        try:
            await asyncio.wait_for(self._connected.wait(), patience)
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Close as nats-py does, and end the task that reconnects, however often it survives being cancelled."""
        task = self._reconnection_task
        await super().close()
        if task is not None and task is not asyncio.current_task():
            await _end(task)

    def stopping(self) -> None:
        """Say that the connection is about to be closed on purpose."""
        self._stopping = True

    def lost(self) -> bool:
        """Whether the client is not connected and nothing tries to connect it again."""
        if self._stopping or self.is_connected:
            return False
        task = self._reconnection_task
        return bool(self.is_closed or (task is not None and task.done()))

    def _addresses(self) -> list[str]:
        return [address.rpartition("@")[2].removeprefix("nats://") for address in self.settings.servers]

    def _server_text(self) -> str:
        url = self.connected_url
        return f"{url.hostname}:{url.port}" if url else "?"

    def _log_limited(self, level: int, key: str, text: str, *args: object) -> None:
        """Log the same kind of trouble at most once in ten seconds."""
        now = time.monotonic()
        if now - self._said.get(key, -60.0) >= 10.0:
            self._said = {k: v for k, v in self._said.items() if now - v < 60.0}
            self._said[key] = now
            logger.log(level, text, *args, extra=fields(service=self.service))

    async def _failed(self, error: Exception) -> None:
        text = str(error)
        lowered = text.lower()
        if "permissions violation" in lowered:
            self._deny(text[:1_000].removeprefix("nats: "))
            self._log_limited(logging.ERROR, text[:120], "the server denies %s: %s", self.service, text[:300])
        elif "authorization" in lowered or "authentication" in lowered:
            self._log_limited(logging.ERROR, "auth", "the server refuses the user of %s: %s", self.service, text[:300])
            if self._refused is not None and not self._refused.done():
                self._refused.set_result(text[:300].removeprefix("nats: "))
        elif not self._stopping:
            self._log_limited(
                logging.WARNING, type(error).__name__, "connection: %s", text[:300] or type(error).__name__
            )

    def _deny(self, said: str) -> None:
        """Fail the requests that a denial belongs to: the server answers them in no other way."""
        self.denied = said
        subject = said.partition('"')[2].partition('"')[0].lower()
        for token, asked in list(self._asked.items()):
            future = self._resp_map.get(token)
            if asked == subject and future is not None and not future.done():
                future.set_exception(PermissionDenied(said[:300]))

    async def _disconnected(self) -> None:
        self._connected.clear()
        for future in list(self._resp_map.values()):
            if not future.done():
                future.set_exception(ConnectionLost())
        if not self._stopping:
            self.disconnected_at = time.monotonic()
            logger.warning("connection lost", extra=fields(service=self.service))

    async def _reconnected(self) -> None:
        self.reconnects += 1
        self.disconnected_at = None
        self._connected.set()
        logger.info("connected again", extra=fields(service=self.service, server=self._server_text()))
        for wake in self.waiting:
            wake()

    async def _closed(self) -> None:
        if not self._stopping:
            self._on_closed(f"the NATS connection of {self.service} is closed: {self.last_error or 'no reason given'}")


def inbox_prefix(service: str) -> str:
    """Where answers to a service arrive; its permissions allow no other inbox."""
    return f"_INBOX.{service}"


class BusBroker(NatsBroker):
    """FastStream's broker on our client."""

    def __init__(self, client: BusClient, **options: Any) -> None:  # noqa: ANN401 - FastStream's options
        """Keep the client that `connect` will use."""
        super().__init__(client.settings.servers, **options)
        self._bus_client = client

    async def _connect(self) -> Client:
        if not self._bus_client.is_connected:
            await self._bus_client.connect_bus()
        self.config.connect(self._bus_client)
        return self._bus_client


TRANSIENT = (
    nats.errors.TimeoutError,
    nats.errors.NoRespondersError,
    nats.errors.ConnectionClosedError,
    nats.errors.ConnectionReconnectingError,
    nats.errors.StaleConnectionError,
    nats.errors.OutboundBufferLimitError,
    nats.errors.FlushTimeoutError,
    ServiceUnavailableError,
    ConnectionLost,
)
