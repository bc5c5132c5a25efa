"""Settings of the notification service, read once in `app.py`."""

from ipaddress import ip_network

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import SettingsConfigDict

from services.notification.domain.push_services import BROWSERS
from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_NOTIFICATION_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        contact: whom a push service may ask about our messages, as "mailto:…" or "https://…" (RFC 8292, 2.1).
        push_services: origins that messages are sent to, separated by commas; "*." stands for any host below.
        most_subscriptions: of all events together.
        feed: address of the page, whose live feed webhooks are told from.
        feed_token: for that, where the feed asks for one.
        webhook_networks: that webhooks may be in besides the internet, as "10.1.0.0/16", separated by commas.
        webhook_every: seconds for which later changes of a table are put together.
        webhook_longest_pause: seconds between two tries of a webhook that does not answer.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_NOTIFICATION_", hide_input_in_errors=True)

    contact: str = Field(default="", pattern=r"^((mailto:|https://)[!-~]+)?$")
    push_services: str = ",".join(BROWSERS)
    most_subscriptions: int = Field(default=5_000, ge=1)
    feed: str = Field(default="http://127.0.0.1:8080", pattern=r"^https?://[!-~]+$")
    feed_token: SecretStr = SecretStr("")
    webhook_networks: str = ""
    webhook_every: float = Field(default=5.0, ge=0.2, le=5.0)
    webhook_longest_pause: float = Field(default=900.0, ge=0.05)

    @field_validator("webhook_networks")
    @classmethod
    def _are_networks(cls, value: str) -> str:
        for network in _listed(value):
            ip_network(network)
        return value

    def origins(self) -> tuple[str, ...]:
        """The push services, each by itself."""
        return _listed(self.push_services)

    def networks(self) -> tuple[str, ...]:
        """The networks, each by itself."""
        return _listed(self.webhook_networks)


def _listed(text: str) -> tuple[str, ...]:
    """What commas separate."""
    return tuple(part for one in text.split(",") if (part := one.strip()))
