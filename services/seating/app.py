"""Where the seating service is put together."""

from services.seating.handlers import Deps, build_router
from services.seating.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("seating", settings.bus)
    return Service(name="seating", bus=bus, router=build_router(Deps(bus=bus)))
