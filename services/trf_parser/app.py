"""Where the TRF parser is put together."""

from services.trf_parser.handlers import build_router
from services.trf_parser.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("trf_parser", settings.bus)
    return Service(name="trf_parser", bus=bus, router=build_router(bus, settings))
