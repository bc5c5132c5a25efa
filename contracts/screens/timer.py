"""The clock of rounds: rounds of so many minutes with breaks between them, counted from one moment.

What it shows follows from the time of the server alone, so that every screen shows the same, through any restart.
"""

from datetime import datetime, timedelta
from typing import Annotated, NamedTuple

from pydantic import Field

from contracts.base import Contract, Instant, Slug


class Phase(NamedTuple):
    """What a timer stands at.

    Attributes:
        round: that is played, or that follows the break.
        pause: whether it is a break.
        left: of the round or the break; nothing after the last round.
    """

    round: int
    pause: bool
    left: timedelta


class Timer(Contract):
    """Rounds with breaks between them.

    Attributes:
        screen: on which it is shown; None: on all that have none of their own.
        public: whether it is on the pages of events as well: of those that the screen shows, or of all.
        started_at: when the first round began; later by as long as the timer stood.
        paused_at: since when it stands.
    """

    screen: Slug | None = None
    public: bool = False
    rounds: Annotated[int, Field(ge=1, le=50)]
    minutes: Annotated[int, Field(ge=1, le=600)]
    break_minutes: Annotated[int, Field(ge=0, le=600)] = 0
    started_at: Instant
    paused_at: Instant | None = None

    def phase(self, now: datetime) -> Phase:
        """Where it stands."""
        played, break_ = timedelta(minutes=self.minutes), timedelta(minutes=self.break_minutes)
        passed = max((self.paused_at or now) - self.started_at, timedelta())
        before, since = divmod(passed, played + break_)
        if before >= self.rounds or (before == self.rounds - 1 and since >= played):
            return Phase(self.rounds, pause=False, left=timedelta())
        if since < played:
            return Phase(before + 1, pause=False, left=played - since)
        return Phase(before + 2, pause=True, left=played + break_ - since)

    def paused(self, now: datetime) -> "Timer":
        """The same, standing still."""
        return self if self.paused_at else self.replace(paused_at=now)

    def resumed(self, now: datetime) -> "Timer":
        """The same, going on where it stood."""
        if self.paused_at is None:
            return self
        return self.replace(started_at=self.started_at + (now - self.paused_at), paused_at=None)

    def later(self, minutes: int, now: datetime) -> "Timer":
        """The same with more minutes left, or fewer; it does not go back behind its start."""
        latest = self.paused_at or now
        return self.replace(started_at=min(self.started_at + timedelta(minutes=minutes), latest))
