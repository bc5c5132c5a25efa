"""The connection of a program to the feed: opened again whenever it breaks, with every channel resumed."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from contracts import feed
from shared.client.following import FeedEnded, Following, ended_by
from shared.client.update import Update

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds: the longest pause before the first further attempt, and before any."""

FEED_PATH = "/v1/feed"
UNHEARD_HEARTBEATS = 3
RETRY_AFTER = 2.0
"""Seconds until a channel that does not exist yet is asked for again."""
NOBODY_ANSWERS = 1006
"""The code for a line that was never there or broke without a word (RFC 6455, section 7.4.1)."""
FINAL_STATUS = frozenset({400, 401, 403, 404, 426})
RETRIED_CODES = frozenset({feed.CloseCode.RATE_LIMITED, feed.CloseCode.NOTHING_SAID})


def pause_before(attempt: int, draw: Callable[[float, float], float] = random.uniform) -> float:
    """Seconds to wait before another attempt: full jitter, so that clients do not come back together."""
    return draw(0.0, min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(attempt, 10)))


class Feed:
    """A live feed that heals itself.

    Args:
        url: `ws://` or `wss://`, host and port; the path of the feed is added when there is none. `http` works too.
        token: for services that ask for one.
        patience: seconds for the service to answer a connection.
    """

    def __init__(self, url: str, *, token: str | None = None, patience: float = 10.0) -> None:
        self.url = _address(url)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._patience = patience
        self._followings: dict[str, Following] = {}
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._retry_after: float | None = None
        self._failure: FeedEnded | None = None
        self._silence = self._patience
        self._requests = 0
        self._wanted = asyncio.Event()
        self._later: set[asyncio.TimerHandle] = set()

    async def __aenter__(self) -> Self:
        """Ready to connect, as soon as there is something to follow."""
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave."""
        for handle in self._later:
            handle.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def follow(
        self,
        channel: str,
        *,
        section: tuple[str, ...] = (),
        ranking: tuple[str, ...] = (),
        top: int | None = None,
        pairs: tuple[str | int, ...] = (),
        max_rate: float | None = None,
        wait: bool = True,
    ) -> AsyncIterator[Update]:
        """Every state of a channel that there is time for, the present one first; it ends only by leaving it.

        Args:
            channel: for example `evt.<event>.standings`.
            section: rows of these sections.
            ranking: rows of these rankings.
            top: the first so many of each ranking.
            pairs: besides those, these pairs, by number or row id.
            max_rate: updates a second at most.
            wait: for a channel that does not exist yet, and for a service that does not answer yet.

        Raises:
            FeedEnded: the service refuses, or the channel is over; unless it is waited for also when there is no such
                channel (4404) or nobody answers (1006).
            ValueError: the channel is followed already.
        """
        if channel in self._followings:
            raise ValueError(f"{channel} is followed already")
        wish = feed.FilterRequest.model_validate({"section": section, "ranking": ranking, "top": top, "pairs": pairs})
        following = Following(channel, None if wish == feed.FilterRequest() else wish, max_rate, patient=wait)
        self._followings[channel] = following
        self._wanted.set()
        if self._failure is not None:
            following.fail(self._failure)
        try:
            await self._subscribe(following)
            while True:
                yield await following.next()
        finally:
            self._followings.pop(channel, None)
            await self._say(json.dumps({"type": "unsubscribe", "id": self._next_id(), "channel": channel}))

    async def _run(self) -> None:
        """Connect, listen, and begin again."""
        attempt = 0
        await self._wanted.wait()
        while True:
            try:
                if await self._converse():
                    attempt = 0
            except FeedEnded as failure:
                self._failure = failure
                for following in self._followings.values():
                    following.fail(failure)
                return
            except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
                logger.info("the feed is not reachable: %s", error)
                for following in self._followings.values():
                    if not following.patient:
                        following.fail(FeedEnded(NOBODY_ANSWERS, str(error)))
            except Exception:
                logger.exception("the feed's connection failed")
            for following in self._followings.values():
                following.disconnected()
            pause, self._retry_after = self._retry_after, None
            await asyncio.sleep(pause_before(attempt) if pause is None else pause)
            attempt += 1

    async def _converse(self) -> bool:
        """One connection from its beginning to its end; True when it came to a welcome."""
        welcomed = False
        try:
            connection = await connect(
                self.url,
                subprotocols=[Subprotocol(feed.SUBPROTOCOL)],
                additional_headers=self._headers,
                open_timeout=self._patience,
                max_size=None,
            )
        except InvalidURI as error:
            raise FeedEnded(feed.CloseCode.BAD_MESSAGE, str(error)) from error
        except InvalidStatus as error:
            if error.response.status_code in FINAL_STATUS:
                reason = bytes(error.response.body or b"").decode(errors="replace")[:200]
                raise FeedEnded(error.response.status_code, reason or str(error)) from error
            raise
        self._connection = connection
        try:
            for following in tuple(self._followings.values()):
                await self._subscribe(following)
            while True:
                text = await self._listen(connection)
                if isinstance(text, str):
                    welcomed = await self._hear(text) or welcomed
        except ConnectionClosed as closed:
            end = closed.rcvd
            if end is not None and 4400 <= end.code < 4500 and end.code not in RETRIED_CODES:
                raise FeedEnded(end.code, end.reason) from closed
            return welcomed
        except TimeoutError:
            logger.info("the feed has fallen silent")
            return welcomed
        finally:
            self._connection = None
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await connection.close()
            connection.transport.abort()

    async def _listen(self, connection: ClientConnection) -> str | bytes:
        """The next message; a line that says nothing is asked once whether it is alive. TimeoutError when it is not."""
        try:
            async with asyncio.timeout(self._silence):
                return await connection.recv()
        except TimeoutError:
            await self._say(json.dumps({"type": "ping", "id": self._next_id()}))
        async with asyncio.timeout(self._silence):
            return await connection.recv()

    async def _hear(self, text: str) -> bool:
        """Take one message; True for the welcome."""
        try:
            message = feed.SERVER_MESSAGES.validate_json(text)
        except ValidationError as error:
            # A service of a later minor version may say more than this client knows.
            logger.debug("a message that is not known: %s", error)
            return False
        if isinstance(message, feed.Welcome):
            self._silence = UNHEARD_HEARTBEATS * message.heartbeat_ms / 1000
            return True
        if isinstance(message, feed.Bye):
            self._retry_after = None if message.retry_after_ms is None else message.retry_after_ms / 1000
        elif isinstance(message, feed.Error | feed.Unsubscribed):
            self._refused(message)
        elif isinstance(
            message, feed.Subscribed | feed.Snapshot | feed.Delta | feed.Synced | feed.Heartbeat | feed.Reset
        ):
            following = self._followings.get(message.channel)
            if following is not None and not following.take(message):
                await self._subscribe(following)
        return False

    def _refused(self, message: feed.Error | feed.Unsubscribed) -> None:
        for following in tuple(self._followings.values()):
            too_many = isinstance(message, feed.Error) and message.code is feed.ErrorCode.RATE_LIMITED
            if too_many and not following.connected:
                self._try_later(following, RETRY_AFTER)
            elif message.channel == following.replica.channel or following.asked(message.id):
                failure = ended_by(message, patient=following.patient)
                if failure is not None:
                    following.fail(failure)
                elif isinstance(message, feed.Error):
                    self._try_later(following, RETRY_AFTER)

    def _try_later(self, following: Following, delay: float) -> None:
        """Subscribe again after a while: the channel may have begun by then."""
        loop = asyncio.get_running_loop()

        def again() -> None:
            self._later.discard(handle)
            if self._followings.get(following.replica.channel) is following and self._task is not None:
                task = loop.create_task(self._subscribe(following))
                task.add_done_callback(lambda done: done.exception() if not done.cancelled() else None)

        handle = loop.call_later(delay, again)
        self._later.add(handle)

    async def _subscribe(self, following: Following) -> None:
        await self._say(following.request(self._next_id()))

    async def _say(self, text: str) -> None:
        """Send while there is a line; when it breaks meanwhile, the next one begins with every subscription."""
        connection = self._connection
        if connection is None:
            return
        try:
            await connection.send(text)
        except ConnectionClosed:
            logger.debug("the line broke while something was said")

    def _next_id(self) -> int:
        self._requests += 1
        return self._requests


def _address(url: str) -> str:
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = FEED_PATH if parts.path in ("", "/") else parts.path
    return urlunsplit((scheme, parts.netloc, path, parts.query, ""))
