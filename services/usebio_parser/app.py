"""Where the USEBIO parser is put together."""

from services.usebio_parser.handlers import build_router
from services.usebio_parser.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("usebio_parser", settings.bus)
    return Service(name="usebio_parser", bus=bus, router=build_router(bus, settings))
