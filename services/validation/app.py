"""Where the validation service is put together."""

from services.validation.handlers import Deps, build_router
from services.validation.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("validation", settings.bus)
    return Service(name="validation", bus=bus, router=build_router(Deps(bus=bus)))
