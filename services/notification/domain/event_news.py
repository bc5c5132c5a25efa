"""An event as far as it is news for anybody: its newest standings, seats and results.

Rules kept here:

1. Under a delay standings and results wait by the time at which the bus stored them, and while anything is held back
   until it is released; seats and names are those of now.
2. What comes sooner than a step after the one before it takes its place, and is shown when it is old enough itself.
3. After a restart the newest of each is here, so what it has overtaken is not told, and it is not told early.
"""

from collections import deque
from datetime import datetime, timedelta

from contracts.seating import RoundAssignment
from services.notification.domain.news import (
    BoardLines,
    Entries,
    News,
    Notice,
    Results,
    RoundGames,
    Told,
    news_of_event,
    news_of_results,
    news_of_seats,
)

EVENT = ""
"""What tells of the standings, beside the ids of boards and rounds."""

STEPS, LONGEST = 30, timedelta(minutes=30)
"""Into so many steps a delay is divided, and the longest where there is none yet."""


class EventNews:
    """The newest of an event, as it comes.

    Attributes:
        entries: as they are now.
        shown: as the public sees them; None where none are old enough.
        results: likewise, by board or round.
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.entries: Entries | None = None
        self.shown: Entries | None = None
        self.seats: RoundAssignment | None = None
        self.results: dict[str, Results] = {}
        self._waiting: dict[str, deque[tuple[datetime, Entries | Results]]] = {}

    def has(self, unit: str) -> bool:
        """Whether a board or round has come."""
        return unit in self.results or unit in self._waiting

    def take_entries(self, entries: Entries, stored_at: datetime) -> None:
        """Take the standings."""
        self.entries = entries
        self._wait(EVENT, entries, stored_at)

    def take_results(self, scored: BoardLines | RoundGames, stored_at: datetime) -> None:
        """Take a board, or a round of chess."""
        self._wait(scored.id, scored.results(), stored_at)

    def _wait(self, unit: str, news: Entries | Results, stored_at: datetime) -> None:
        waiting = self._waiting.setdefault(unit, deque())
        delay = self.entries.delay if self.entries is not None else timedelta()
        if len(waiting) > 1 and waiting[-1][0] - waiting[-2][0] < (delay or LONGEST) / STEPS:
            waiting.pop()
        if len(waiting) > STEPS + 1:
            waiting.popleft()
        waiting.append((stored_at, news))

    def turn(self, now: datetime) -> list[str]:
        """Show what the public may see now: the boards and rounds of which that is something else, and `EVENT`."""
        if self.entries is None or self.entries.withheld:
            return []
        public, moved = now - self.entries.delay if self.entries.delay else None, list[str]()
        for unit, waiting in [*self._waiting.items()]:
            newest: Entries | Results | None = None
            while waiting and (public is None or waiting[0][0] <= public):
                _, newest = waiting.popleft()
            if not waiting:
                del self._waiting[unit]
            if isinstance(newest, Entries):
                self.shown = newest
            elif newest is not None:
                self.results[unit] = newest
            if newest is not None:
                moved.append(unit)
        if self.shown is not None:
            self.shown.title = self.entries.title
        return moved

    def of(self, told: Told, participant: str, unit: str) -> News:
        """What a board or a round tells, or the standings."""
        return self.of_event(told, participant) if unit == EVENT else self.of_results(told, participant, unit)

    def of_event(self, told: Told, participant: str) -> News:
        """What the standings tell."""
        return (
            (told, ())
            if self.entries is None or self.shown is None or self.entries.withheld
            else news_of_event(told, self.shown, participant)
        )

    def of_seats(self, told: Told, participant: str) -> News:
        """What the seats tell."""
        if self.entries is None or self.seats is None:
            return told, ()
        return news_of_seats(told, self.entries, participant, self.seats)

    def of_results(self, told: Told, participant: str, unit: str) -> News:
        """What a board or a round tells."""
        if self.entries is None or self.entries.withheld:
            return told, ()
        return news_of_results(told, self.entries, participant, unit, self.results[unit].get(participant, {}))

    def of_everything(self, told: Told, participant: str) -> News:
        """What all of it tells; of somebody who is new, what there is to see already."""
        notices: tuple[Notice, ...] = ()
        for unit in self.results:
            told, more = self.of_results(told, participant, unit)
            notices += more
        for tell in (self.of_event, self.of_seats):
            told, more = tell(told, participant)
            notices += more
        return told, notices
