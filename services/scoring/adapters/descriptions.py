"""Descriptions of events on the bus: publish an event's own, and look for others that it looks like."""

import asyncio

from contracts import subjects
from contracts.messages import EventDescribed, LooksLike
from services.scoring.domain.event.look_alikes import days_around, look_alikes, smallest_lines
from shared.bus.bus import Bus


async def recognise(bus: Bus, own: EventDescribed, origins: frozenset[str]) -> tuple[LooksLike, ...]:
    """Publish a description that is not the last one, and say which other events it looks like.

    Args:
        bus: a started bus.
        own: as the event is now; that of another day or another smallest line is withdrawn.
        origins: events that are known to be one with it.
    """
    before = {
        (known.day, known.line): known
        for known in await _described(bus, subjects.event_described(subjects.ANY, subjects.ANY, own.event))
    }
    place = (own.day, own.line)
    news = [
        gone
        for (day, line), known in before.items()
        if (day, line) != place
        and (gone := EventDescribed(event=own.event, applied=own.applied, day=day, line=line))
        != known.replace(applied=own.applied)
    ]
    last = before.get(place)
    if own.day and (last is None or last.replace(applied=own.applied) != own):
        news.append(own)
    await asyncio.gather(
        *(bus.publish(subjects.event_described(each.day, each.line, own.event), each) for each in news)
    )
    if not own.day:
        return ()
    near = [subjects.event_described(day, subjects.ANY, subjects.ANY) for day in days_around(own.day)]
    near += [subjects.event_described(subjects.ANY, line, subjects.ANY) for line in smallest_lines(own)]
    found = await _described(bus, *near)
    others = {other.identity: other for other in found if other.event not in origins}
    return look_alikes(own, others.values())


async def _described(bus: Bus, *patterns: str) -> list[EventDescribed]:
    return [stored.message for stored in await bus.newest(EventDescribed, *patterns)]
