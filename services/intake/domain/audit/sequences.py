"""Which sequences of a stream are lost, from what could be read and what the server says was deleted.

Rules kept here:

1. From a stream that keeps everything nothing is ever deleted, so a sequence that cannot be read is lost. nats-server
   itself counts what it dropped from a damaged block as deleted.
2. In other streams a newer message of the same subject takes the place of an older one; there only what the server does
   not count as deleted is lost.
3. The newest message of such a stream is always the newest of its subject, so it must be readable. If it is not, the
   end is gone, and older values may have come back. Where messages expire by themselves that says nothing, and only
   the bytes that the server says it has lost do.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StreamState:
    """What the server says of a stream, after it was read.

    Attributes:
        first, last: sequences.
        deleted: sequences between them, in rising order.
        lost_bytes: that the server dropped when it read its files.
        keeps_everything: rule 1.
        expires: whether the last message may have gone by itself.
    """

    name: str
    first: int
    last: int
    deleted: Collection[int] = ()
    lost_bytes: int = 0
    keeps_everything: bool = False
    expires: bool = False


@dataclass
class Runs:
    """Sequences that were read, as runs: in an undamaged stream that keeps everything one run has them all."""

    firsts: list[int] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    count: int = 0

    def add(self, seq: int) -> None:
        """Add the next one; they come in rising order."""
        self.count += 1
        if self.lasts and self.lasts[-1] == seq - 1:
            self.lasts[-1] = seq
        else:
            self.firsts.append(seq)
            self.lasts.append(seq)

    def holes(self, first: int, last: int) -> Iterator[int]:
        """The sequences from first to last that were not read."""
        at = first
        for start, end in zip(self.firsts, self.lasts, strict=True):
            yield from range(at, min(start, last + 1))
            at = max(at, end + 1)
        yield from range(at, last + 1)

    def newest(self) -> int:
        """The last one that was read; 0 for none."""
        return self.lasts[-1] if self.lasts else 0


def as_runs(sequences: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Sequences as runs, each from its first to its last."""
    runs = Runs()
    for seq in sorted(set(sequences)):
        runs.add(seq)
    return tuple(zip(runs.firsts, runs.lasts, strict=True))


def within(runs: Iterable[tuple[int, int]], seq: int) -> bool:
    """Whether one of the runs has a sequence."""
    return any(first <= seq <= last for first, last in runs)


@dataclass(frozen=True)
class Losses:
    """What a stream has lost.

    Attributes:
        lost: sequences that cannot be read.
        tail: sequence behind which the newest messages are gone; None where they are there.
    """

    lost: tuple[int, ...] = ()
    tail: int | None = None


def losses(state: StreamState, read: Runs, up_to: int) -> Losses:
    """What a stream has lost up to a sequence, which was its last before it was read."""
    last = min(up_to, state.last)
    if state.keeps_everything:
        # Whatever was first is 1: these streams have no limit.
        return Losses(tuple(read.holes(1, last)))
    deleted = sorted(state.deleted)
    lost = tuple(seq for seq in read.holes(state.first, last) if not _holds(deleted, seq))
    newest = read.newest()
    ended = newest < last and last not in lost and state.last == up_to and (not state.expires)
    gone = newest if ended or state.lost_bytes else None
    return Losses(lost, gone)


def _holds(values: list[int], value: int) -> bool:
    at = bisect_left(values, value)
    return at < len(values) and values[at] == value
