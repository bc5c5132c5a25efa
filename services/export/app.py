"""Where the export service is put together: `faststream run services.export.app:app`."""

from collections.abc import Callable

from services.export.adapters.processor import Processor
from services.export.domain.formats import exported
from services.export.handlers import Deps, build_router
from services.export.settings import Settings
from shared.bus.bus import Bus
from shared.service import Assembly, Service

GATHER = 1.0
"""Seconds in which the seats of a round come after its event; who asks for a file does not wait."""


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read or connected before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of."""
    return Assembly(Deps(bus=bus, formats=exported(), values=settings.values, gather=GATHER, processor=Processor()))


app = create()
