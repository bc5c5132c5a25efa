"""Where the seating service is put together."""

from functools import partial

from services.seating.adapters.gacrux_draw import Limits, pair_next_round
from services.seating.handlers import Deps, build_router
from services.seating.settings import Settings
from shared.messaging.bus import Bus
from shared.messaging.runtime import Service


def create(settings: Settings | None = None) -> Service:
    """Make the service; nothing is connected before it runs."""
    settings = settings or Settings()
    bus = Bus("seating", settings.bus)
    limits = Limits(settings.draw_seconds, settings.draw_megabytes)
    pairing = partial(pair_next_round, limits=limits)
    router = build_router(Deps(bus=bus, pair_next_round=pairing, draws_at_once=settings.draws_at_once))
    return Service(name="seating", bus=bus, router=router)
