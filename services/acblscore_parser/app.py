"""Where the ACBLscore parser is put together."""

from services.acblscore_parser.handlers import build_router
from services.acblscore_parser.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("acblscore_parser", settings.bus)
    return Service(name="acblscore_parser", bus=bus, router=build_router(bus, settings))
