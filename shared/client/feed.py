"""Follow channels of the feed: one connection for each, made again when it is lost, resumed where it stood.

```
async with Feed("ws://127.0.0.1:8080/v1/feed") as feed:
    async for update in feed.follow("events"):
        print(update.rows)
```
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from pydantic import JsonValue, ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Subprotocol

from contracts.feed import (
    SERVER_MESSAGES,
    SUBPROTOCOL,
    Bye,
    CloseCode,
    Delta,
    Encoding,
    Error,
    FilterRequest,
    Heartbeat,
    ResumePoint,
    Snapshot,
    Subscribe,
    Subscribed,
    Synced,
)
from shared.client.replica import Change, Lost, Replica, Row

FINAL = frozenset({CloseCode.UNAUTHENTICATED, CloseCode.FORBIDDEN, CloseCode.PROTOCOL_VERSION, CloseCode.BAD_MESSAGE})
"""Close codes after which trying the same again is no use."""


class FeedRefused(Exception):
    """The feed does not let this client in, or has no such thing; trying again is no use."""


@dataclass(frozen=True)
class Update:
    """The table of a channel after a change.

    Attributes:
        rows: by id, each a mapping by column; never changed afterwards.
        meta: what is true of the whole table.
        changed: ids of rows that are new or different since the update before.
        removed: ids of rows that are gone.
        epoch, seq: the position.
        connected: False when the connection was lost: the table is the last that was known.
        source_age: seconds since the feed last heard from its source, as it last said; None when it did not.
    """

    channel: str
    rows: Mapping[str, Row]
    meta: Mapping[str, JsonValue]
    changed: frozenset[str]
    removed: frozenset[str]
    epoch: str
    seq: int
    connected: bool = True
    source_age: float | None = None

    def rows_as_objects(self) -> dict[str, dict[str, JsonValue]]:
        """The rows as plain dictionaries, for whoever wants to keep or print them."""
        return {key: dict(row) for key, row in self.rows.items()}


@dataclass(frozen=True)
class Options:
    """Habits of a client; times in seconds.

    Attributes:
        token: bearer token, where the feed asks for one.
        max_rate: updates a second at most.
        first_wait, longest_wait: the connection is tried again after a random time up to `first_wait`, doubled after
            each failure up to `longest_wait`, so that many clients do not come back together.
        silence: a connection that says nothing for so long is given up; the feed sends heartbeats.
    """

    token: str | None = None
    max_rate: float | None = None
    first_wait: float = 0.5
    longest_wait: float = 30.0
    silence: float = 20.0


@dataclass
class _State:
    replica: Replica
    pending: Change = field(default_factory=Change)
    source_age: float | None = None
    failures: int = 0
    not_before: float = 0.0

    def update(self, *, connected: bool = True) -> Update:
        position = self.replica.position
        change, self.pending = self.pending, Change()
        return Update(
            channel=self.replica.channel,
            rows=self.replica.rows,
            meta=self.replica.meta,
            changed=change.rows,
            removed=change.removed,
            epoch=position.epoch if position else "",
            seq=position.seq if position else 0,
            connected=connected,
            source_age=self.source_age,
        )


class Feed:
    """A feed at an address; a context manager that closes its connections."""

    def __init__(self, url: str, options: Options | None = None) -> None:
        """Prepare; connections are made by `follow`.

        Args:
            url: "ws://host:port/v1/feed" or "wss://…".
            options: habits.
        """
        self.url = url
        self.options = options or Options()
        self._open: set[ClientConnection] = set()

    async def __aenter__(self) -> Self:
        """Nothing is connected yet."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close what is open."""
        for connection in tuple(self._open):
            await connection.close()

    async def follow(
        self, channel: str, *, wanted: FilterRequest | None = None, states: bool = False
    ) -> AsyncIterator[Update]:
        """The table of a channel, now and after each change, without end.

        A channel that does not exist yet is waited for.

        Args:
            channel: for example "events" or "evt.<event>.standings".
            wanted: only some of the rows.
            states: also give an update when the connection is lost, with `connected` False.

        Raises:
            FeedRefused: the feed does not let this client in.
        """
        state = _State(Replica(channel))
        while True:
            try:
                async with self._connected() as connection:
                    async for update in self._updates(connection, state, wanted):
                        state.failures = 0
                        yield update
            except FeedRefused:
                raise
            except (OSError, TimeoutError, WebSocketException, ValidationError, Lost):
                state.failures += 1
            state.replica.restart()
            if states and state.replica.position is not None:
                yield state.update(connected=False)
            await asyncio.sleep(max(self._pause(state.failures), state.not_before - time.monotonic()))

    def _pause(self, failures: int) -> float:
        longest = min(self.options.longest_wait, self.options.first_wait * 2 ** min(failures, 16))
        return random.uniform(0, longest)  # noqa: S311 - spreads clients, guards nothing

    def _connected(self) -> "_Connection":
        return _Connection(self.url, self.options, self._open)

    async def _updates(
        self, connection: ClientConnection, state: _State, wanted: FilterRequest | None
    ) -> AsyncIterator[Update]:
        """Subscribe, and give the table whenever it is whole."""
        number = 0

        async def subscribe(resume: ResumePoint | None) -> None:
            nonlocal number
            number += 1
            wish = Subscribe(
                id=number,
                channel=state.replica.channel,
                filter=wanted,
                resume=resume,
                max_rate=self.options.max_rate,
                encoding=Encoding.COLUMNS,
            )
            await connection.send(wish.model_dump_json(exclude_none=True))

        await subscribe(state.replica.position)
        fresh = True
        while True:
            text = await asyncio.wait_for(connection.recv(), self.options.silence)
            message = SERVER_MESSAGES.validate_json(text)
            try:
                if isinstance(message, Snapshot | Delta | Synced | Heartbeat):
                    state.pending = state.pending.then(state.replica.apply(message) or Change())
                    if isinstance(message, Heartbeat):
                        age = message.source_age_ms
                        state.source_age = None if age is None else age / 1000
                        continue
                elif isinstance(message, Subscribed):
                    fresh = True
                elif isinstance(message, Error):
                    if not message.retryable:
                        raise FeedRefused(message.message)
                    await asyncio.sleep((message.retry_after_ms or 1000) / 1000)
                    await subscribe(state.replica.position)
                elif isinstance(message, Bye):
                    if message.code in FINAL:
                        raise FeedRefused(message.reason)
                    state.not_before = time.monotonic() + (message.retry_after_ms or 0) / 1000
            except Lost as lost:
                state.replica.restart()
                await subscribe(lost.resume)
                continue
            if state.replica.synced and (fresh or state.pending != Change()):
                fresh = False
                yield state.update()


class _Connection:
    """Opens a connection and closes it, and turns a refusal into `FeedRefused`."""

    def __init__(self, url: str, options: Options, opened: set[ClientConnection]) -> None:
        self._url = url
        self._options = options
        self._opened = opened
        self._connection: ClientConnection | None = None

    async def __aenter__(self) -> ClientConnection:
        headers = {"Authorization": f"Bearer {self._options.token}"} if self._options.token else None
        try:
            self._connection = await connect(
                self._url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=headers, max_size=None
            )
        except InvalidHandshake as error:
            status = getattr(getattr(error, "response", None), "status_code", 0)
            if status in (400, 401, 403, 404):
                raise FeedRefused(f"the feed answers {status}: {error}") from error
            raise
        self._opened.add(self._connection)
        return self._connection

    async def __aexit__(self, *_: object) -> None:
        connection = self._connection
        if connection is not None:
            self._opened.discard(connection)
            await connection.close()
            code = connection.close_code
            if code in FINAL:
                raise FeedRefused(f"the feed closed the connection with {code}") from None
