"""Events that rest are fetched from the bus when somebody asks for them, and let go of again when nobody needs them.

Of boards and games, which are many, nothing is read or followed before somebody asks for some of the event, or for a
card.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from contracts import subjects
from contracts.messages import DealAnalysed, RoundAssigned
from services.broadcast.adapters.shared_work import SharedWork
from services.broadcast.domain.ledger import Ledger, Part
from services.broadcast.domain.message_tables import FeedBoardScored, FeedRoundScored, FeedStandingsPublished
from shared.bus.bus import Bus
from shared.bus.jetstream.stored import Stored
from shared.bus.wire import M
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.broadcast")

REMEMBERED = timedelta(minutes=15)
"""How far back messages are read, so that clients of a restarted service resume without a snapshot."""

FURTHER_BACK = (timedelta(hours=2), timedelta(days=1))
"""How much further where the public sees standings that are older, by a delay."""

PATIENCE = 20.0
"""Seconds for fetching an event; whoever waits for it is then told to ask again."""

AT_ONCE = 4
"""Events that are fetched at the same time; the others wait, so that following the bus is not held up."""


Follow = Callable[[str], Awaitable[Callable[[], None]]]
"""Begins to follow the boards of an event, from what is on the bus by then on, and returns what ends it."""


class EventLoader:
    """Fetches parts of events; those who ask for the same one at the same time share one reading."""

    def __init__(self, bus: Bus, ledger: Ledger, follow: Follow) -> None:
        """Read this bus for this ledger."""
        self._bus = bus
        self._ledger = ledger
        self._follow = follow
        self._unfollow: dict[Part, Callable[[], None]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        self._fetching = SharedWork(self._fetch)

    async def fetch(self, channel: str) -> bool:
        """Have the part of a channel here, if its event is known; False: the bus cannot be read now."""
        self._ledger.touch(channel)
        if not self._ledger.is_evicted(channel):
            return True
        return await self._fetching.of(Part.of(channel))

    def evict_idle(self) -> None:
        """Put to rest what nobody has needed for long."""
        for part in self._ledger.idle():
            self._evict(part)

    def _evict(self, part: Part) -> None:
        self._ledger.evict(part)
        if part in self._unfollow:
            self._unfollow.pop(part)()

    def _let_go(self, part: Part) -> None:
        """Drop a part that could not be read, unless a client follows it as it was."""
        if not self._ledger.is_followed(part):
            self._evict(part)

    async def _fetch(self, part: Part) -> bool:
        try:
            async with asyncio.timeout(PATIENCE), self._places:
                await (self._read_boards(part) if part.boards else self._read(part))
        except (OperationFailed, TimeoutError) as error:
            self._let_go(part)
            logger.warning("an event cannot be read: %s", error, extra=fields(service="broadcast", event=part.event))
            return False
        except Exception:
            # One event that cannot be shown must not end the connection of whoever asks for it and for others.
            self._let_go(part)
            logger.exception("an event cannot be shown", extra=fields(service="broadcast", event=part.event))
            return False
        self._ledger.finish_loading(part)
        # At once, and not only now and then: somebody may ask for one event after the other.
        self.evict_idle()
        return True

    async def _read(self, part: Part) -> None:
        ledger, event = self._ledger, part.event
        delay = ledger.audiences.delay(event)
        ledger.begin_loading(part)
        await self._read_standings(part, delay)
        for seats in await remembered(self._bus, subjects.round_assigned(event), RoundAssigned):
            ledger.take_seats(seats.message, seats.time)

    async def _first(self, subject: str, delay: timedelta) -> Stored[FeedStandingsPublished] | None:
        """The first standings of lately; from further back where those are newer than what the public may see."""
        first, public = None, datetime.now(UTC) - delay
        for ago in (REMEMBERED, *FURTHER_BACK) if delay else (REMEMBERED,):
            first = await anext(self._bus.history(subject, FeedStandingsPublished, since=public - ago), first)
            if first is None or first.time <= public:
                break
        return first

    async def _read_standings(self, part: Part, delay: timedelta) -> None:
        """Read standings from the whole ones on that the first of lately, or the last of all, are a change of.

        Raises:
            OperationFailed: the newest ones cannot be put together.
        """
        ledger, subject = self._ledger, subjects.standings_published(part.event)
        first = await self._first(subject, delay)
        first = first or await self._bus.last(subject, FeedStandingsPublished)
        start = 0 if first is None else first.message.changes["base"] if first.message.changes else first.seq
        while first is not None:
            before = start
            async for stored in self._bus.history(subject, FeedStandingsPublished, start_seq=start):
                ledger.take_standings(stored.message, stored.time, quietly=stored.seq < first.seq)
                start = stored.seq + 1
            if not ledger.is_behind(part):
                break
            if start == before:
                raise OperationFailed(f"the standings of {part.event} cannot be put together")

    async def _read_boards(self, part: Part) -> None:
        ledger, event = self._ledger, part.event
        delay = ledger.audiences.delay(event)
        ledger.begin_loading(part)
        self._unfollow[part] = await self._follow(event)
        for board in await remembered(self._bus, subjects.board_scored(event, subjects.ANY), FeedBoardScored, delay):
            ledger.take_board(board.message, board.time)
        for one in await remembered(self._bus, subjects.round_scored(event, subjects.ANY), FeedRoundScored, delay):
            ledger.take_round(one.message, one.time)
        for analysis in await remembered(self._bus, subjects.deal_analysed(event, subjects.ANY), DealAnalysed, delay):
            ledger.take_analysis(analysis.message, analysis.time)


async def remembered(bus: Bus, pattern: str, model: type[M], delay: timedelta = timedelta()) -> Sequence[Stored[M]]:
    """The last message of each quiet channel, then everything of lately, in the order of the stream.

    Under a delay the public may see nothing of a channel that has moved since: it has the message before that as well.
    """
    public = datetime.now(UTC) - delay
    since = public - REMEMBERED
    recent = [stored async for stored in bus.history(pattern, model, since=since)]
    began: dict[str, datetime] = {}
    for stored in recent:
        began.setdefault(stored.subject, stored.time)
    last = [stored async for stored in bus.history(pattern, model, last_per_subject=True)]
    before = [stored for stored in last if stored.subject not in began and stored.time < since]
    for subject in [subject for subject, at in began.items() if delay and at > public]:
        before += [stored async for stored in bus.history(subject, model) if stored.time < since][-1:]
    return [*before, *recent]
