"""Every limit of the feed in one place; `settings.py` may change them, `docs/feed.md` names their defaults."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class Moment(NamedTuple):
    """Now, said twice: `at` in seconds of a clock that never jumps, `utc` for the eyes of people."""

    at: float
    utc: datetime


Clock = Callable[[], Moment]


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds the time and memory that clients may take.

    Attributes:
        tick: seconds between two deltas of a channel, at least; what happens in between is conflated.
        heartbeat: seconds between two heartbeats.
        burst: sends before the fan-out lets others run.
        first_message: seconds for a client to say something.
        message_bytes: of one client message.
        rate, rate_burst: messages a second from one client, and how many at once.
        strikes: wrong messages before the connection ends.
        subscriptions: channels of one connection.
        outbox: messages that may wait for one connection.
        lag_bytes: unsent bytes at which a connection is lagging: nothing more is written until they are gone.
        slow_bytes, lag_seconds: unsent bytes, or seconds of lagging, at which a connection is given up.
        part_bytes: size at which a snapshot or delta is cut into parts.
        transfers: connections that may be in the middle of a message of several parts.
        filtered_views: distinct filters that are honoured, over all channels.
        ring_deltas, ring_seconds, ring_rows: what is kept of a channel's past for those who resume.
        checksum_every: deltas between two checksums.
        evict_after: seconds without need after which a part of an event is let go of.
        idle_events: parts of events without followers that are kept; the longest idle ones go before their time.
    """

    tick: float = 0.2
    heartbeat: float = 5.0
    burst: int = 500
    first_message: float = 10.0
    message_bytes: int = 4096
    rate: float = 20.0
    rate_burst: int = 100
    strikes: int = 10
    subscriptions: int = 128
    outbox: int = 256
    lag_bytes: int = 64 * 1024
    slow_bytes: int = 256 * 1024
    lag_seconds: float = 10.0
    part_bytes: int = 32 * 1024
    transfers: int = 64
    filtered_views: int = 256
    ring_deltas: int = 1000
    ring_seconds: float = 900.0
    ring_rows: int = 20_000
    checksum_every: int = 20
    evict_after: float = 900.0
    idle_events: int = 64
