"""Settings of the broadcast service, read once in `app.py`."""

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.messaging.settings import BusSettings


class Settings(BaseSettings):
    """Environment: `KIBITZ_BROADCAST_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        host, port: where page, feed and HTTP are served.
        reuse_port: let several processes listen on the port (SO_REUSEPORT).
        origins: web origins that may connect beside the page's own, separated by commas; "*" for any.
        tokens: name=token pairs, separated by commas; without any the feed is public.
        ticket_secret: signs short-lived tickets for readers that cannot send headers.
        most_readers: clients of the feed at the same time.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_BROADCAST_")

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65_535)
    reuse_port: bool = False
    origins: str = ""
    tokens: SecretStr = SecretStr("")
    ticket_secret: SecretStr = SecretStr("")
    most_readers: int = Field(default=10_000, ge=1)
    bus: BusSettings = Field(default_factory=BusSettings)

    def token_values(self) -> frozenset[str]:
        """The tokens without their names."""
        pairs = (pair.partition("=") for pair in self.tokens.get_secret_value().split(",") if pair.strip())
        return frozenset((value or name).strip() for name, _, value in pairs)

    def allowed_origins(self) -> frozenset[str]:
        """The origins as a set."""
        return frozenset(origin.strip() for origin in self.origins.split(",") if origin.strip())
