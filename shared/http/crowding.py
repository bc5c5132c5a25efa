"""Who is cut off when there are many connections, so that whoever holds many of them keeps nobody else out."""

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Held:
    """A connection.

    Attributes:
        address: of the client.
        since: when the server began to wait for it, in seconds of any clock; None while it is the server's turn.
    """

    address: str
    since: float | None


def given_up(held: Sequence[Held], most: int) -> list[int]:
    """Places of the connections to cut off so that so many are left, as far as the server waits for them.

    Again and again the address with the most of them gives up the one that the server has waited for longest. So a
    client that sends what it has is served whatever others do, unless it shares its address with them and is slower.
    """
    waiting: dict[str, list[tuple[float, int]]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for place, one in enumerate(held):
        counts[one.address] += 1
        if one.since is not None:
            waiting[one.address].append((-one.since, place))
    for places in waiting.values():
        places.sort()
    crowds = [(-counts[address], address) for address in waiting]
    heapq.heapify(crowds)
    gone: list[int] = []
    while crowds and len(held) - len(gone) > most:
        count, address = heapq.heappop(crowds)
        gone.append(waiting[address].pop()[1])
        if waiting[address]:
            heapq.heappush(crowds, (count + 1, address))
    return gone


def full(held: Sequence[Held], each: int) -> frozenset[str]:
    """The addresses that have as many connections as one may have, or more."""
    counts: dict[str, int] = defaultdict(int)
    for one in held:
        counts[one.address] += 1
    return frozenset(address for address, count in counts.items() if count >= each)
