"""One channel that a program follows: its copy, what is new in it, and what the service has said about it."""

import asyncio
from datetime import datetime

from contracts import feed
from shared.client.replica import Change, Lost, Replica
from shared.client.update import Update, update_of

ChannelMessage = feed.Subscribed | feed.Snapshot | feed.Delta | feed.Synced | feed.Heartbeat | feed.Reset


class FeedEnded(Exception):
    """The feed cannot be followed, and trying again would not help; the code is a `CloseCode`, or HTTP's."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Following:
    """A channel and the program that follows it; `patient`: a channel that does not exist yet is waited for.

    A program that is slower than the feed finds the changes since its last look put together: nothing piles up.
    """

    def __init__(
        self, channel: str, wanted: feed.FilterRequest | None, max_rate: float | None, *, patient: bool = True
    ) -> None:
        self.patient = patient
        self.wish = feed.Subscribe(
            id=0, channel=channel, filter=wanted, max_rate=max_rate, encoding=feed.Encoding.COLUMNS
        )
        self.replica = Replica(channel)
        self.connected = False
        self.degraded = False
        self.at: datetime | None = None
        self.source_age: float | None = None
        self._applied = wanted
        self._awaited: int | None = None
        self._news: Change | None = None
        self._failure: FeedEnded | None = None
        self._ready = asyncio.Event()

    def request(self, number: int) -> str:
        """The message that subscribes to it from where it is; until it is answered nothing else counts."""
        self._awaited = number
        self.replica.restart()
        same = _canonical(self._applied) == _canonical(self.wish.filter)
        position = self.replica.position if same else None
        wish = self.wish.replace(id=number, resume=position)
        return wish.model_dump_json(exclude_none=True)

    def take(self, message: ChannelMessage) -> bool:
        """Take a message; False when the channel must be subscribed again."""
        if isinstance(message, feed.Subscribed):
            if message.id == self._awaited:
                self._awaited = None
                self.connected = True
                self._applied = message.filter
            return True
        if self._awaited is not None or isinstance(message, feed.Reset):
            return True
        if isinstance(message, feed.Heartbeat):
            age = message.source_age_ms
            self.source_age = None if age is None else age / 1000
            if self.degraded != message.degraded:
                self.degraded = message.degraded
                self._tell(Change())
        was_synced = self.replica.synced
        try:
            change = self.replica.apply(message)
        except Lost as lost:
            self.replica.position = lost.resume
            self.replica.synced = False
            return False
        if change is not None:
            self.at = message.ts
            self._tell(change, silent=not was_synced)
        if not was_synced and self.replica.synced:
            self._tell(Change())
        return True

    def asked(self, number: int | None) -> bool:
        """Whether this was the request for the channel."""
        return number is not None and number == self._awaited

    def disconnected(self) -> None:
        """The line is down."""
        if self.connected:
            self.connected = False
            self.replica.restart()
            self._tell(Change())

    def fail(self, failure: FeedEnded) -> None:
        """It is over."""
        self._failure = failure
        self._ready.set()

    async def next(self) -> Update:
        """Wait for what is new; FeedEnded when there will be nothing more."""
        await self._ready.wait()
        if self._failure is not None and self._news is None:
            raise self._failure
        news, self._news = self._news or Change(), None
        if self._failure is None:
            self._ready.clear()
        return update_of(
            self.replica, news, connected=self.connected, degraded=self.degraded, at=self.at, source_age=self.source_age
        )

    def _tell(self, change: Change, *, silent: bool = False) -> None:
        """Keep what is new; `silent` until recovery is over, so that no half-way state is shown."""
        self._news = change if self._news is None else self._news.then(change)
        if not silent:
            self._ready.set()


def ended_by(message: feed.Error | feed.Unsubscribed, *, patient: bool = True) -> FeedEnded | None:
    """The end of a channel, if this message is one: to the impatient also that it does not exist yet."""
    if isinstance(message, feed.Unsubscribed):
        return FeedEnded(1000, message.reason) if message.id is None else None
    waits = message.retryable and (patient or message.code is not feed.ErrorCode.NO_SUCH_CHANNEL)
    return None if waits else FeedEnded(message.code, message.message)


def _canonical(wish: feed.FilterRequest | None) -> feed.FilterRequest | None:
    """Equal for equal wishes: the service answers in sorted order, and with nothing for nothing."""
    if wish is None or wish == feed.FilterRequest():
        return None
    return feed.FilterRequest(
        section=tuple(sorted(set(wish.section))),
        ranking=tuple(sorted(set(wish.ranking))),
        top=wish.top,
        pairs=tuple(sorted(set(wish.pairs))),
    )
