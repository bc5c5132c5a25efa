"""Settings of the notification service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from services.notification.domain.push_services import BROWSERS
from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_NOTIFICATION_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        contact: whom a push service may ask about our messages, as "mailto:…" or "https://…" (RFC 8292, 2.1).
        push_services: origins that messages are sent to, separated by commas; "*." stands for any host below.
        most_subscriptions: of all events together.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_NOTIFICATION_")

    contact: str = Field(default="", pattern=r"^((mailto:|https://)[!-~]+)?$")
    push_services: str = ",".join(BROWSERS)
    most_subscriptions: int = Field(default=5_000, ge=1)

    def origins(self) -> tuple[str, ...]:
        """The push services, each by itself."""
        return tuple(origin.strip() for origin in self.push_services.split(",") if origin.strip())
