"""What each stream and bucket may take of the disk that is given to the bus (`KIBITZ_NATS_STORAGE`).

A budget is no limit of the server's: a full stream would drop its oldest messages, which are the newest of their
events, or refuse what follows from a file that was taken. It is kept where files come in: nothing is taken while a
stream is over its budget, and what is under way still finds room, because a part of the disk belongs to nobody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import nats.errors
from nats.js.api import StreamState

from shared.bus.bus import Bus
from shared.bus.topology import BUCKETS, STREAMS

WARNING = 0.8
"""Part of a budget from which it is told that it is nearly used."""

SHARES: Mapping[str, int] = {
    "INTAKE": 30,
    "PARSED": 240,
    "VALIDATED": 180,
    "SCORED": 160,
    "MERGED": 20,
    "SEATED": 30,
    "RENDERINGS": 20,
    "CHANGES": 20,
    "DEAD": 10,
    "OBJ_FILES": 60,
    "OBJ_BODIES": 80,
    "OBJ_STATES": 30,
    "KV": 20,
}
"""Thousandths of the disk, by stream, or by what the names of several begin with, which share it."""


@dataclass(frozen=True)
class Use:
    """How much of its budget something has used, in bytes."""

    name: str
    used: int
    budget: int

    @property
    def part(self) -> float:
        """1.0 where all of it is used."""
        return self.used / self.budget


def share_of(stream: str) -> str:
    """Whose budget a stream uses."""
    return next(name for name in SHARES if stream == name or stream.startswith(f"{name}_"))


def uses(used: Mapping[str, int], storage: int) -> list[Use]:
    """The use of each budget, of the bytes that streams have, where so many bytes are given to the bus."""
    sums = dict.fromkeys(SHARES, 0)
    for stream, size in used.items():
        sums[share_of(stream)] += size
    return [Use(name, size, max(1, storage * SHARES[name] // 1000)) for name, size in sums.items()]


def over(found: Iterable[Use], part: float = 1.0) -> list[Use]:
    """Those that have used so much of their budget, the worst first."""
    return sorted((use for use in found if use.part >= part), key=lambda use: -use.part)


async def stream_states(bus: Bus) -> dict[str, StreamState]:
    """How large each stream and bucket is that this user may ask for and that answers."""
    found = dict[str, StreamState]()
    for spec in (spec for spec in (*STREAMS, *(bucket.stream for bucket in BUCKETS)) if bus.may_read(spec.name)):
        try:
            found[spec.name] = (await bus.client.jetstream().stream_info(spec.name)).state
        except nats.errors.Error:
            continue
    return found


async def used_bytes(bus: Bus) -> dict[str, int]:
    """The bytes of each of them."""
    return {name: state.bytes for name, state in (await stream_states(bus)).items()}
