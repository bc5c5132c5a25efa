"""One channel that a program follows: its copy, what is new in it, and what the server has said about it."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from kibitz_client.codes import CloseCode
from kibitz_client.errors import FeedEnded
from kibitz_client.replica import Change, Lost, Message, Position, Replica
from kibitz_client.tables import Row, Table, Update

Filter = Mapping[str, Any]
"""Which rows are wanted, as `subscribe` has it."""


class Following:
    """A channel and the program that follows it.

    A program that is slower than the feed finds the changes since its last look put together: nothing piles up.

    Args:
        channel: its name.
        wanted: which rows; empty for all.
        max_rate: updates a second at most.
        patient: whether a channel that does not exist yet, and a server that does not answer yet, are waited for.
    """

    def __init__(self, channel: str, wanted: Filter, max_rate: float | None, *, patient: bool) -> None:
        self.patient = patient
        self.replica = Replica(channel)
        self.connected = False
        self.begun = False
        self._degraded = False
        self._at: datetime | None = None
        self._source_age: float | None = None
        self._wanted, self._max_rate = wanted, max_rate
        self._applied: Filter = wanted
        self._awaited: int | None = None
        self._news: Change | None = None
        self._failure: Exception | None = None
        self._ready = asyncio.Event()

    def request(self, number: int) -> str:
        """The message that subscribes to it from where it is; until it is answered nothing else counts."""
        self._awaited = number
        self.replica.restart()
        # A position holds only under the filter with which it was reached.
        same = _canonical(self._applied) == _canonical(self._wanted)
        position = self.replica.position if same else None
        wish = {
            "type": "subscribe",
            "id": number,
            "channel": self.replica.channel,
            "filter": self._wanted or None,
            "resume": position and position._asdict(),
            "maxRate": self._max_rate,
            "encoding": "columns",
        }
        return json.dumps({name: value for name, value in wish.items() if value is not None})

    def take(self, message: Message) -> bool:
        """Take a message about the channel; False when it must be subscribed again."""
        kind = message["type"]
        if kind == "subscribed":
            if message.get("id") == self._awaited:
                self._awaited = None
                self.connected = self.begun = True
                self._applied = message.get("filter") or {}
            return True
        if self._awaited is not None or kind == "reset":
            return True
        if kind == "heartbeat":
            self._hear_heart(message)
        was_synced = self.replica.synced
        try:
            change = self.replica.apply(message)
        except Lost as lost:
            self.replica.position = lost.resume
            self.replica.synced = False
            return False
        if change is not None:
            self._at = _moment(message.get("ts"))
            self._tell(change, silent=not was_synced)
        if not was_synced and self.replica.synced:
            self._tell(Change())
        return True

    def _hear_heart(self, message: Message) -> None:
        age, degraded = message.get("sourceAgeMs"), message.get("degraded") is True
        self._source_age = age / 1000 if isinstance(age, int | float) else None
        if self._degraded != degraded:
            self._degraded = degraded
            self._tell(Change())

    def asked(self, number: object) -> bool:
        """Whether this was the request for the channel."""
        return number is not None and number == self._awaited

    def ended_by(self, message: Message) -> FeedEnded | None:
        """The end of the channel, if this message is one; to the impatient also that it is not there yet."""
        if message["type"] == "unsubscribed":
            return FeedEnded(CloseCode.NORMAL, str(message.get("reason") or "")) if message.get("id") is None else None
        code = message.get("code")
        absent = code == CloseCode.NO_SUCH_CHANNEL
        waits = message.get("retryable") is True and (self.patient or self.begun or not absent)
        return None if waits else FeedEnded(code if isinstance(code, int) else 0, str(message.get("message") or ""))

    def disconnected(self) -> None:
        """The line is down."""
        if self.connected:
            self.connected = False
            self.replica.restart()
            self._tell(Change())

    def fail(self, failure: Exception) -> None:
        """It is over."""
        self._failure = failure
        self._ready.set()

    async def next(self) -> Update[Row]:
        """Wait for what is new; the failure is raised when there will be nothing more."""
        await self._ready.wait()
        if self._failure is not None and self._news is None:
            raise self._failure
        news, self._news = self._news or Change(), None
        if self._failure is None:
            self._ready.clear()
        return self._update(news)

    def _update(self, news: Change) -> Update[Row]:
        replica = self.replica
        epoch, seq = replica.position or Position("", 0)
        return Update(
            channel=replica.channel,
            table=Table(replica.columns, replica.rows, replica.meta),
            changed=news.rows,
            removed=news.removed,
            meta_changed=news.meta,
            reason=news.reason,
            connected=self.connected,
            stale=self._degraded or not self.connected or not replica.synced,
            epoch=epoch or None,
            seq=seq,
            at=self._at,
            source_age=self._source_age,
        )

    def _tell(self, change: Change, *, silent: bool = False) -> None:
        """Keep what is new; `silent` until recovery is over, so that no half-way state is shown."""
        self._news = change if self._news is None else self._news.then(change)
        if not silent:
            self._ready.set()


def filter_of(*, section: Sequence[str], ranking: Sequence[str], top: int | None, pairs: Sequence[str | int]) -> Filter:
    """The filter of `subscribe`, without what does not restrict.

    Raises:
        ValueError: `top` is not a number from 1.
    """
    if top is not None and top < 1:
        raise ValueError(f"top={top}: the first so many, from 1")
    wish = {
        "section": [str(each) for each in section],
        "ranking": [str(each) for each in ranking],
        "top": top,
        "pairs": [str(each) for each in pairs],
    }
    return {name: value for name, value in wish.items() if value}


def _canonical(wish: Filter) -> Filter:
    """Equal for equal wishes: the server answers in sorted order, and names what does not restrict, too."""
    return {name: sorted(set(value)) if isinstance(value, list) else value for name, value in wish.items() if value}


def _moment(text: object) -> datetime | None:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return None
