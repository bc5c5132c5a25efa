"""The connection of a program to the feed: opened again whenever it breaks, with every channel resumed."""

import asyncio
import json
import logging
import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import suppress
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack, cast
from urllib.parse import urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from kibitz_client import channels
from kibitz_client.codes import SUBPROTOCOL, CloseCode
from kibitz_client.errors import FeedEnded, NoSuchChannel, NotReached
from kibitz_client.following import Following, filter_of
from kibitz_client.replica import Message
from kibitz_client.rows import AnalysisRow, BoardRow, EventRow, GameRow, LineRow, MatchRow, SeatRow, StandingsRow
from kibitz_client.sending import fetch
from kibitz_client.tables import Row, RowT_co, Update

logger = logging.getLogger("kibitz_client")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds: the longest pause before the first further attempt, and before any."""

FASTEST = 1000
"""Updates a second that may be asked for."""

FEED_PATH = "/v1/feed"
UNHEARD_HEARTBEATS = 3
RETRY_AFTER = 2.0
"""Seconds until a channel that does not exist yet is asked for again."""

LATER_PATIENCE = 10.0
"""Seconds for a server to answer that has answered before."""

LIST_PATIENCE = 1.0
"""Seconds for the list of events, when one that is asked for is not in it."""

FINAL_STATUS = frozenset({400, 401, 403, 404, 426})
RETRIED_CODES = frozenset({CloseCode.RATE_LIMITED, CloseCode.NOTHING_SAID})
ABOUT_CHANNELS = frozenset({"subscribed", "snapshot", "delta", "synced", "heartbeat", "reset"})


Updates = AsyncGenerator[Update[RowT_co], None]


class Wish(TypedDict, total=False):
    """How a channel is followed.

    Attributes:
        section, ranking: rows of these only.
        top: the first so many of each ranking.
        pairs: besides those, these, by number or id of the row.
        max_rate: updates a second at most.
        wait: for an event that does not exist yet, and for a server that does not answer yet. Without it both are
            errors. A server that has answered once is always waited for.
    """

    section: Sequence[str]
    ranking: Sequence[str]
    top: int | None
    pairs: Sequence[str | int]
    max_rate: float | None
    wait: bool


def pause_before(attempt: int, draw: Callable[[float, float], float] = random.uniform) -> float:
    """Seconds to wait before another attempt: full jitter, so that clients do not come back together."""
    return draw(0.0, min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(attempt, 10)))


class Feed:
    """A live feed that heals itself.

    Args:
        url: `http://`, `https://`, `ws://` or `wss://`, host and port, and the path of the server if it has one.
        token: for servers that ask for one.
        patience: seconds for the server to answer the first connection.
    """

    def __init__(self, url: str, *, token: str | None = None, patience: float = 2.5) -> None:
        self.url = _address(url)
        self._token = token
        self._patience = patience
        self._followings: dict[str, Following] = {}
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._retry_after: float | None = None
        self._failure: FeedEnded | None = None
        self._welcomed = False
        self._silence = LATER_PATIENCE
        self._requests = 0
        self._wanted = asyncio.Event()
        self._later: set[asyncio.TimerHandle] = set()
        self._aside: set[asyncio.Task[None]] = set()

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
        tasks = [task for task in (self._task, *self._aside) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def events(self, **wish: Unpack[Wish]) -> Updates[EventRow]:
        """Follow the list of events."""
        return cast(Updates[EventRow], self.follow(channels.EVENTS, **wish))

    def standings(self, event: str, **wish: Unpack[Wish]) -> Updates[StandingsRow]:
        """Follow the standings of an event."""
        return cast(Updates[StandingsRow], self.follow(channels.standings_channel(event), **wish))

    def matches(self, event: str, **wish: Unpack[Wish]) -> Updates[MatchRow]:
        """Follow the matches of an event of teams, or of a Swiss of pairs."""
        return cast(Updates[MatchRow], self.follow(channels.matches_channel(event), **wish))

    def games(self, event: str, **wish: Unpack[Wish]) -> Updates[GameRow]:
        """Follow the games of an event of chess, in all rounds."""
        return cast(Updates[GameRow], self.follow(channels.games_channel(event), **wish))

    def boards(self, event: str, **wish: Unpack[Wish]) -> Updates[BoardRow]:
        """Follow the list of an event's boards."""
        return cast(Updates[BoardRow], self.follow(channels.boards_channel(event), **wish))

    def board(self, event: str, board: str, **wish: Unpack[Wish]) -> Updates[LineRow]:
        """Follow the results of one board; `board` is the id of its row in `boards`."""
        return cast(Updates[LineRow], self.follow(channels.board_channel(event, board), **wish))

    def analysis(self, event: str, board: str, **wish: Unpack[Wish]) -> Updates[AnalysisRow]:
        """Follow the double-dummy analysis of one board."""
        return cast(Updates[AnalysisRow], self.follow(channels.analysis_channel(event, board), **wish))

    def seats(self, event: str, **wish: Unpack[Wish]) -> Updates[SeatRow]:
        """Follow the seats of an event's next round."""
        return cast(Updates[SeatRow], self.follow(channels.seats_channel(event), **wish))

    async def follow(self, channel: str, **wish: Unpack[Wish]) -> Updates[Row]:
        """Every state of a channel that there is time for, the present one first; it ends only by leaving it.

        Raises:
            NotReached: nobody answers, unless that is waited for.
            NoSuchChannel: there is no such event, or it has no such table, unless that is waited for.
            FeedEnded: the server refuses, or the channel is over.
            ValueError: the channel is followed already, or the filter is none.
        """
        if channel in self._followings:
            raise ValueError(f"{channel} is followed already")
        wanted = filter_of(
            section=wish.get("section", ()),
            ranking=wish.get("ranking", ()),
            top=wish.get("top"),
            pairs=wish.get("pairs", ()),
        )
        max_rate = wish.get("max_rate")
        if max_rate is not None and not 0 < max_rate <= FASTEST:
            raise ValueError(f"max_rate={max_rate}: updates a second, at most {FASTEST}")
        following = Following(channel, wanted, max_rate, patient=wish.get("wait", False))
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
                waiting = any(following.patient for following in self._followings.values())
                is_news = waiting and attempt == 0 and not self._welcomed
                level = logging.WARNING if is_news else logging.INFO
                logger.log(level, "no answer yet from %s: %s", self.url, error or "no answer in time")
                for following in self._followings.values():
                    if not (self._welcomed or following.patient):
                        following.fail(_not_reached(self.url, error))
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
        connection = await self._connect()
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

    async def _connect(self) -> ClientConnection:
        try:
            return await connect(
                self.url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers={"Authorization": f"Bearer {self._token}"} if self._token else {},
                open_timeout=max(self._patience, LATER_PATIENCE) if self._welcomed else self._patience,
                max_size=None,
            )
        except InvalidURI as error:
            text = f"{self.url} is not the address of a server: begin it with http:// or https://"
            raise FeedEnded(CloseCode.BAD_MESSAGE, text) from error
        except InvalidStatus as error:
            if error.response.status_code in FINAL_STATUS:
                raise FeedEnded(error.response.status_code, _refusal(self.url, error)) from error
            raise

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
        """Take one message; True for the welcome. A later version of the server may say more than is known here."""
        try:
            message: Message = json.loads(text)
            kind = message["type"]
        except (ValueError, TypeError, LookupError):
            logger.debug("not a message: %.200s", text)
            return False
        if kind == "welcome":
            heartbeat = _seconds(message.get("heartbeatMs"), LATER_PATIENCE / UNHEARD_HEARTBEATS)
            self._silence = UNHEARD_HEARTBEATS * max(heartbeat, 0.1)
            self._welcomed = True
            return True
        if kind == "bye":
            after = message.get("retryAfterMs")
            self._retry_after = None if after is None else _seconds(after, FIRST_PAUSE)
        elif kind in ("error", "unsubscribed"):
            self._refused(message)
        elif kind in ABOUT_CHANNELS:
            following = self._followings.get(str(message.get("channel")))
            if following is not None and not following.take(message):
                await self._subscribe(following)
        return False

    def _refused(self, message: Message) -> None:
        for following in tuple(self._followings.values()):
            too_many = message["type"] == "error" and message.get("code") == CloseCode.RATE_LIMITED
            if too_many and not following.connected:
                self._try_later(following, RETRY_AFTER)
            elif message.get("channel") == following.replica.channel or following.asked(message.get("id")):
                failure = following.ended_by(message)
                if failure is None:
                    if message["type"] == "error":
                        self._try_later(following, RETRY_AFTER)
                elif failure.code == CloseCode.NO_SUCH_CHANNEL:
                    self._do(self._name_others(following))
                else:
                    following.fail(failure)

    async def _name_others(self, following: Following) -> None:
        """End the following of a channel that is not there, with the names of events that may have been meant."""
        channel = following.replica.channel
        events = await asyncio.to_thread(self._listed) if channel != channels.EVENTS else {}
        following.fail(NoSuchChannel(CloseCode.NO_SUCH_CHANNEL, channel, channels.similar_events(channel, events)))

    def _listed(self) -> dict[str, Row]:
        """The list of events; empty when it cannot be had at once."""
        with suppress(NotReached):
            rows = fetch(_list_of_events(self.url), token=self._token, timeout=LIST_PATIENCE).body.get("rows")
            if isinstance(rows, dict):
                return rows
        return {}

    def _try_later(self, following: Following, delay: float) -> None:
        """Subscribe again after a while: the channel may have begun by then."""

        def again() -> None:
            self._later.discard(handle)
            if self._followings.get(following.replica.channel) is following and self._task is not None:
                self._do(self._subscribe(following))

        handle = asyncio.get_running_loop().call_later(delay, again)
        self._later.add(handle)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

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
    path = parts.path.removesuffix(FEED_PATH).rstrip("/")
    return urlunsplit((scheme, parts.netloc, f"{path}{FEED_PATH}", parts.query, ""))


def _refusal(url: str, error: InvalidStatus) -> str:
    """Why there is no feed: in the words of the server, unless it is not there."""
    if error.response.status_code == HTTPStatus.NOT_FOUND:
        return f"there is no feed at {url}: give the address of the page without anything behind it"
    body = bytes(error.response.body or b"").decode(errors="replace")
    with suppress(ValueError, TypeError, LookupError):
        return str(json.loads(body)["message"])
    return body[:200] or str(error)


def _list_of_events(feed: str) -> str:
    parts = urlsplit(feed)
    scheme = "https" if parts.scheme == "wss" else "http"
    return urlunsplit((scheme, parts.netloc, f"{parts.path.removesuffix(FEED_PATH)}/v1/events", parts.query, ""))


def _seconds(milliseconds: object, otherwise: float) -> float:
    """A time of the server's, within reason."""
    return min(milliseconds / 1000, 300.0) if isinstance(milliseconds, int) and milliseconds >= 0 else otherwise


def _not_reached(url: str, error: BaseException) -> NotReached:
    return NotReached(url, str(error) or "no answer in time")
