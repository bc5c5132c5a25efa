"""Where the seating service is put together: `faststream run services.seating.app:app`."""

from collections.abc import Callable
from functools import partial

from services.seating.adapters.gacrux_draw import Limits, pair_next_round
from services.seating.handlers import Deps, build_router
from services.seating.settings import Settings
from shared.bus.bus import Bus
from shared.service import Assembly, Service


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read or connected before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of."""
    limits = Limits(settings.draw_seconds, settings.draw_megabytes)
    pairing = partial(pair_next_round, limits=limits)
    return Assembly(Deps(bus=bus, pair_next_round=pairing, draws_at_once=settings.draws_at_once))


app = create()
