"""Where the PBN parser is put together."""

from services.pbn_parser.handlers import build_router
from services.pbn_parser.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("pbn_parser", settings.bus)
    return Service(name="pbn_parser", bus=bus, router=build_router(bus, settings))
