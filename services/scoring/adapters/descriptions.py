"""Descriptions of events on the bus: publish an event's own, and look for others that it looks like."""

from collections.abc import AsyncIterator

from contracts import subjects
from contracts.messages import EventDescribed, LooksLike
from services.scoring.domain.event.look_alikes import days_around, look_alikes
from shared.bus.bus import Bus


async def recognise(bus: Bus, own: EventDescribed, origins: frozenset[str]) -> tuple[LooksLike, ...]:
    """Publish a description that is not the last one, and say which other events it looks like.

    Args:
        bus: a started bus.
        own: as the event is now; that of another day is withdrawn.
        origins: events that are known to be one with it.
    """
    before = {known.day: known async for known in _described(bus, subjects.ANY, own.event)}
    for day, known in before.items():
        gone = EventDescribed(event=own.event, applied=own.applied, day=day)
        if day != own.day and known.replace(applied=own.applied) != gone:
            await bus.publish(subjects.event_described(day, own.event), gone)
    if not own.day:
        return ()
    last = before.get(own.day)
    if last is None or last.replace(applied=own.applied) != own:
        await bus.publish(subjects.event_described(own.day, own.event), own)
    days = days_around(own.day)
    others = [other for day in days async for other in _described(bus, day, subjects.ANY) if other.event not in origins]
    return look_alikes(own, others)


async def _described(bus: Bus, day: str, event: str) -> AsyncIterator[EventDescribed]:
    subject = subjects.event_described(day, event)
    async for stored in bus.history(subject, EventDescribed, last_per_subject=True):
        yield stored.message
