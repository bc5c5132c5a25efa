"""What follows from no file: who may use the desk, private links, queries, screens, notices, webhooks.

It lies in buckets of `broadcast` and `notification`, which face the internet and are given no folder to write into; so
no journal has it, and an operator backs it up.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal

from pydantic import StringConstraints

from contracts.base import Contract, Instant
from shared.bus.bus import Bus
from shared.bus.jetstream.buckets import KV_OPERATION, TTL
from shared.bus.jetstream.stream_reader import StreamReader

BUCKETS = ("GRANTS", "SECRETS", "QUERIES", "SCREENS", "NEW_EVENTS", "NOTICES", "WEBHOOKS", "JOURNAL")


class Entry(Contract):
    """A key of a bucket with its value in base64; `until` is when the server forgets it."""

    bucket: Literal["GRANTS", "SECRETS", "QUERIES", "SCREENS", "NEW_EVENTS", "NOTICES", "WEBHOOKS", "JOURNAL"]
    key: Annotated[str, StringConstraints(pattern=r"^[-/_=.a-zA-Z0-9]{1,500}$")]
    value: str
    until: Instant | None = None


class Backup(Contract):
    """What these buckets had at a moment."""

    kibitz_backup: Literal[1] = 1
    made_at: Instant
    entries: tuple[Entry, ...] = ()


async def back_up(bus: Bus, now: datetime) -> Backup:
    """Everything in the buckets."""
    entries = [entry for bucket in BUCKETS for entry in await _entries(bus, bucket)]
    return Backup(made_at=now, entries=tuple(entries))


async def restore(bus: Bus, entries: Iterable[Entry], now: datetime) -> int:
    """Set each key to the value that it had, unless its time is over; how many were set. Other keys stay."""
    count = 0
    for entry in entries:
        left = None if entry.until is None else int((entry.until - now).total_seconds())
        if left is None or left > 0:
            headers = {} if left is None else {TTL: f"{left}s"}
            subject = f"$KV.{entry.bucket}.{entry.key}"
            # Not what the key has now is asked for: where that cannot be read, no revision of ours would fit.
            await bus.write(f"KV_{entry.bucket}", subject, b64decode(entry.value), headers)
            count += 1
    return count


async def _entries(bus: Bus, bucket: str) -> list[Entry]:
    found: dict[str, Entry] = {}
    prefix = f"$KV.{bucket}."
    async for message in StreamReader(bus, f"KV_{bucket}", f"{prefix}>").up_to_now():
        key, headers = str(message.subject).removeprefix(prefix), message.headers or {}
        found.pop(key, None)
        if KV_OPERATION in headers or "Nats-Marker-Reason" in headers:
            continue
        seconds = int(headers.get(TTL, "0s").removesuffix("s"))
        until = (message.time or datetime.now(UTC)) + timedelta(seconds=seconds) if seconds else None
        found[key] = Entry(bucket=bucket, key=key, value=b64encode(message.data or b"").decode(), until=until)
    return list(found.values())
