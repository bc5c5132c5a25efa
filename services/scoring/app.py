"""Where the scoring service is put together: `faststream run services.scoring.app:app`."""

import logging
from collections.abc import Callable

from services.scoring.adapters.double_dummy import DoubleDummy, installed
from services.scoring.handlers import Deps, Events, build_router
from services.scoring.settings import Settings
from shared.bus.bus import Bus
from shared.service import Assembly, Service

logger = logging.getLogger("kibitz.scoring")


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read or connected before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of; no other process starts before it is needed."""
    events = Events(bus, settings.events_in_memory, settings.lines_in_memory)
    if settings.double_dummy_workers and installed():
        pool = DoubleDummy(settings.double_dummy_workers, settings.double_dummy_seconds)
        return Assembly(Deps(bus, events, pool.tricks, pool.after_cards), background=(pool.run,))
    if settings.double_dummy_workers:
        logger.warning("deals are not analysed: install kibitz[double-dummy]")
    return Assembly(Deps(bus, events))


app = create()
