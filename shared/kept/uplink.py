"""How the uplink between a hall and its public server stands, in a bucket of each: written by whoever watches it."""

from datetime import datetime, timedelta
from typing import Literal

from pydantic import Field

from contracts.base import Contract, Instant, Shown
from shared.bus.bus import Bus
from shared.bus.wire import encode

BUCKET, KEY = "UPLINK", "now"

TRUSTED = timedelta(seconds=20)
"""For which a report holds; one that is older says that nobody watches the uplink."""

KEPT = timedelta(minutes=5)


class Uplink(Contract):
    """A report.

    Attributes:
        side: where it was written.
        other: the public server's address in the hall, the hall's name on the public server.
        standing: whether the other side answers.
        since: from when it has answered, or not answered.
        behind: messages of standings and travellers that the public server lacks, as far as known.
        at: when it was written.
        allows: what the hall lets its public server do; known in the hall alone.
    """

    side: Literal["hall", "world"]
    other: Shown
    standing: bool
    since: Instant
    behind: int = Field(default=0, ge=0)
    at: Instant
    allows: tuple[str, ...] = ()

    def stands(self, now: datetime) -> bool:
        """Whether the other side answered lately."""
        return self.standing and now - self.at < TRUSTED

    def away(self, now: datetime) -> timedelta:
        """For how long the other side has not answered; none while it does."""
        return timedelta() if self.stands(now) else now - self._left

    @property
    def _left(self) -> datetime:
        """From when the other side has not answered, where it does not."""
        return self.at if self.standing else self.since

    def sentence(self, now: datetime) -> str:
        """The report in a few words."""
        other = f"the public server {self.other}" if self.side == "hall" else f"the hall {self.other}"
        if self.stands(now):
            lacking = f"{_messages(self.behind)} behind" if self.behind else "up to date"
            return f"{other} has been connected since {self.since:%Y-%m-%d %H:%M} UTC, {lacking}"
        lacking = f"; {_messages(self.behind)} behind" if self.side == "hall" and self.behind else ""
        return f"{other} has not been connected since {self._left:%Y-%m-%d %H:%M} UTC{lacking}"


class UplinkBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def read(self) -> Uplink | None:
        """The newest report; None where there is no uplink."""
        value, _ = await self._bus.kv_get(BUCKET, KEY)
        return None if value is None else Uplink.model_validate_json(value)

    async def write(self, uplink: Uplink | None) -> None:
        """Keep a report, or that there is no uplink."""
        await self._bus.kv_set(BUCKET, KEY, None if uplink is None else encode(uplink), ttl=KEPT)


def _messages(number: int) -> str:
    return f"{number} message{'' if number == 1 else 's'}"
