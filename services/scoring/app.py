"""Where the scoring service is put together."""

import logging

from services.scoring.adapters.double_dummy import DoubleDummy, installed
from services.scoring.handlers import Deps, build_router
from services.scoring.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service

logger = logging.getLogger("kibitz.scoring")


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs, and no other process started before it is needed."""
    settings = settings or Settings()
    bus = Bus("scoring", settings.bus)
    deps = Deps(bus=bus, events_in_memory=settings.events_in_memory)
    if not settings.double_dummy_workers:
        return Service(name="scoring", bus=bus, router=build_router(deps))
    if not installed():
        logger.warning("deals are not analysed: install kibitz[double-dummy]")
        return Service(name="scoring", bus=bus, router=build_router(deps))
    pool = DoubleDummy(settings.double_dummy_workers, settings.double_dummy_seconds)
    deps.count = pool.tricks
    return Service(name="scoring", bus=bus, router=build_router(deps), background=(pool.run,))
