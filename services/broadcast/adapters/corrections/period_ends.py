"""The ends of correction periods: standings become official by themselves, once, whoever serves the page.

It stands here because this service knows the standings of every event, takes the queries that hold a period, and is the
one that turns decisions of the desk into files. What it decides is a file like those of the director: listed, signed
and undone like any other. The end is found by looking every few seconds at the periods of the newest standings, so a
restart or a jump of the clock delays it and nothing else; with what it ends is kept in the bucket first, so that each
replica, at any time, sends the same bytes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from contracts.decisions import AnyDecision, SetStatus
from contracts.questions import FileTaken
from services.broadcast.domain.corrections.period import Period, is_over
from shared.errors import OperationFailed
from shared.kept.queries import ENDED_BY, PeriodEnd, QueryBucket

logger = logging.getLogger("kibitz.broadcast")

EVERY = 2.0
"""Seconds between two looks."""

Decide = Callable[[str, str, datetime, AnyDecision], Awaitable[FileTaken]]


@dataclass
class PeriodEnds:
    """Ends the periods of events.

    Attributes:
        periods: of the newest standings, by event.
        decide: offers a decision about an event, by somebody at a time, to the intake.
        now: the clock.
    """

    queries: QueryBucket
    periods: Callable[[], Mapping[str, Period]]
    decide: Decide
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _ended: set[tuple[str, datetime]] = field(default_factory=set)

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            await self.look()

    async def look(self) -> None:
        """End every period that is over now."""
        for event, period in list(self.periods().items()):
            if self.now() < period.until or (event, period.until) in self._ended:
                continue
            try:
                await self._end(event, period)
            except OperationFailed as error:
                logger.warning("the correction period of %s is ended later: %s", event, error)
            except Exception:
                # One event whose queries cannot be read must end neither the periods of others nor the page.
                logger.exception("the correction period of %s cannot be ended", event)

    async def _end(self, event: str, period: Period) -> None:
        waiting, now = bool((await self.queries.of_event(event)).open), self.now()
        if not is_over(period, now, waiting=waiting):
            return
        end = await self.queries.end(event, period.until, PeriodEnd(outcome=period.outcome, at=now))
        official = SetStatus(decision="status", status="official", outcome=end.outcome)
        taken = await self.decide(event, ENDED_BY, end.at, official)
        if taken.refusal is None:
            self._ended.add((event, period.until))
        else:
            logger.warning("the correction period of %s is ended later: %s", event, taken.refusal.message)
