"""Where the scoring service is put together."""

from services.scoring.handlers import Deps, build_router
from services.scoring.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("scoring", settings.bus)
    router = build_router(Deps(bus=bus, events_in_memory=settings.events_in_memory))
    return Service(name="scoring", bus=bus, router=router)
