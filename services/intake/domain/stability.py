"""When a file in a watched folder is whole; a pure decision over what was seen of it.

Rules kept here:

1. A name that programs use for a file in the making is never looked at: it ends with `~` or in one of `_MAKING`,
   begins with a dot, or is the lock of an office program (`~$`).
2. A file is settled when size, time stamp and identity were the same in `sightings` looks in a row.
3. A settled file whose format marks its end, and that ends with it, is taken at once. One that may end where it ends,
   and may go on, waits until it has not changed for `quiet`.
4. A settled file that ends in the middle, or has no bytes yet, waits until it has not changed for `patience`; then it
   is taken as it is.
5. A file that is still changing after `alarm` is reported once, and waited for all the same.
6. A file that changes after it was taken is a new file.
"""

from dataclasses import dataclass, replace

from shared.formats.format import Ending

_MAKING = (
    ".tmp", ".temp", ".part", ".partial", ".crdownload", ".download", ".filepart", ".opdownload", ".swp", ".swx",
    ".lock", ".lck", ".laccdb", ".ldb", ".~lock",
)  # fmt: skip
_MILLI = 1_000_000


@dataclass(frozen=True)
class Rule:
    """How long to wait.

    Attributes:
        sightings: how many looks in a row must show the same.
        quiet: nanoseconds without a change before a file that may end here is taken; no longer than `patience`.
        patience: nanoseconds without a change before a file that ends in the middle is taken.
        alarm: nanoseconds of changing before it is reported.
    """

    sightings: int = 2
    quiet: int = 1_500 * _MILLI
    patience: int = 10_000 * _MILLI
    alarm: int = 60_000 * _MILLI


@dataclass(frozen=True)
class Seen:
    """What the folder says of a file: its size in bytes, its time stamp in nanoseconds, and which file it is."""

    size: int
    mtime_ns: int
    inode: int = 0


@dataclass(frozen=True)
class Waiting:
    """A file that is waited for.

    Attributes:
        seen: at the last look.
        sightings: looks in a row that showed the same.
        first: moment of the first look, in nanoseconds of a steady clock.
        since: moment of the first look that showed what is seen now.
        needs: nanoseconds without a change that it needs as it is now; known once it was read.
    """

    seen: Seen
    sightings: int
    first: int
    since: int
    needs: int = 0


def in_the_making(name: str) -> bool:
    """Whether a name says that a program is still writing the file, or that it is no file for others."""
    plain = name.lower()
    return plain.startswith((".", "~$")) or plain.endswith("~") or plain.endswith(_MAKING)


def observe(before: Waiting | None, seen: Seen, now: int) -> Waiting:
    """Take one look at a file into account; `now` is in nanoseconds of a steady clock."""
    if before is None:
        return Waiting(seen, 1, now, now)
    if before.seen != seen:
        return Waiting(seen, 1, before.first, now)
    return replace(before, sightings=before.sightings + 1)


def may_be_read(waiting: Waiting, rule: Rule, now: int) -> bool:
    """Whether a file stands still for long enough to be opened."""
    if waiting.sightings < rule.sightings:
        return False
    return now - waiting.since >= (waiting.needs if waiting.seen.size else rule.patience)


def quiet_period(ending: Ending, rule: Rule) -> int:
    """How long a file that ends so has to stand still before it is taken in, in nanoseconds."""
    return {Ending.WHOLE: 0, Ending.OPEN: min(rule.quiet, rule.patience), Ending.CUT: rule.patience}[ending]


def patience_is_over(waiting: Waiting, rule: Rule, now: int) -> bool:
    """Whether the file has not changed for as long as anyone waits."""
    return now - waiting.since >= rule.patience


def is_restless(waiting: Waiting, rule: Rule, now: int) -> bool:
    """Whether the file keeps changing for so long that a person should know."""
    return waiting.sightings < rule.sightings and now - waiting.first >= rule.alarm
