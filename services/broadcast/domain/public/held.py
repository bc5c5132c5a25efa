"""The states of a channel that the public sees only when they are old enough: a bounded queue by the time stored.

Rules kept here:

1. Shown is the newest state that is at least as old as the delay; never a newer one.
2. None overtakes the one before it, whatever the clocks of their writers say.
3. At most `STEPS` steps wait: one that follows sooner replaces the one before it, and is shown when it is old enough
   itself. So what does not fit comes later, and never earlier.
"""

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from services.broadcast.domain.channel import TableState

STEPS = 30
"""Into so many steps a delay is divided."""


class Dated(NamedTuple):
    """A state of a channel: its number, when it was stored, and in which numbering."""

    table: TableState
    epoch: str
    seq: int
    at: datetime


@dataclass
class Held:
    """What of a channel waits, the oldest first, and what is shown of it."""

    delay: timedelta
    shown: Dated | None = None
    waiting: deque[Dated] = field(default_factory=deque)

    def add(self, state: Dated) -> None:
        """Let a state wait, the newest of all."""
        if len(self.waiting) > 1 and self.waiting[-1].at - self.waiting[-2].at < self.delay / STEPS:
            self.waiting.pop()
        self.waiting.append(state)

    def turn(self, now: datetime) -> bool:
        """Show the newest state that is old enough now; whether that is another one than before."""
        moved = False
        while self.waiting and self.waiting[0].at <= now - self.delay:
            self.shown = self.waiting.popleft()
            moved = True
        return moved

    def changed(self, delay: timedelta, now: datetime, *, is_public: bool) -> "Held":
        """The same with another delay: what is public stays; what is not, and is not old enough, waits."""
        held = Held(delay)
        every = [*([] if self.shown is None else [self.shown]), *self.waiting]
        if is_public and self.shown is not None:
            held.shown = every.pop(0)
        for state in every:
            held.add(state)
        held.turn(now)
        return held
