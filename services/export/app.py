"""Where the export service is put together."""

from services.export.domain.formats import exported
from services.export.handlers import Deps, build_router
from services.export.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("export", settings.bus)
    router = build_router(Deps(bus=bus, formats=exported(), values=settings.values))
    return Service(name="export", bus=bus, router=router)
