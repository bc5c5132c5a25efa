"""Where the validation service is put together: `faststream run services.validation.app:app`."""

from collections.abc import Callable

from services.validation.handlers import build_router
from services.validation.settings import Settings
from shared.service import Service


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read or connected before it starts."""
    return Service(build_router(), settings)


app = create()
