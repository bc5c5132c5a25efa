"""Who gives a socket up when all are taken, so that whoever holds many of them keeps nobody else out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SHARE = 64
"""Of the waiting connections of an address one in so many goes at once: a flood is not looked through for each socket."""


@dataclass(frozen=True, slots=True)
class Held:
    """A connection.

    Attributes:
        address: of the client.
        since: when the server began to wait for it, in seconds of any clock; None while it is the server's turn.
    """

    address: str
    since: float | None


def given_up(held: Sequence[Held]) -> list[int]:
    """Places of the connections to cut off.

    The address with the most of them gives up those that the server has waited for longest; if it waits for none,
    the last. So a client that sends what it has is served whatever others do, unless it shares its address with them
    and is slower than they are.
    """
    counts = Counter(one.address for one in held)
    most = max(counts.values(), default=0)
    crowd = [place for place, one in enumerate(held) if counts[one.address] == most]
    waiting = sorted((one.since, place) for place in crowd if (one := held[place]).since is not None)
    if not waiting:
        return crowd[-1:]
    return [place for _, place in waiting[: 1 + len(waiting) // SHARE]]
