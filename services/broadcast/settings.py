"""Settings of the broadcast service, read once in `app.py`."""

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import SettingsConfigDict

from shared.bus.settings import ServiceSettings
from shared.tokens import read_tokens


class Settings(ServiceSettings):
    """Environment: `KIBITZ_BROADCAST_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        host, port: where page, feed and HTTP are served.
        reuse_port: let several processes listen on the port (SO_REUSEPORT).
        origins: web origins that may connect beside the page's own, separated by commas; "*" for any.
        tokens: name=token pairs, separated by commas; without any the feed is public.
        ticket_secret: signs short-lived tickets for readers that cannot send headers.
        most_readers: clients of the feed at the same time.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_BROADCAST_", hide_input_in_errors=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65_535)
    reuse_port: bool = False
    origins: str = ""
    tokens: SecretStr = SecretStr("")
    ticket_secret: SecretStr = SecretStr("")
    most_readers: int = Field(default=10_000, ge=1)

    @field_validator("tokens")
    @classmethod
    def _readable(cls, value: SecretStr) -> SecretStr:
        read_tokens(value.get_secret_value())
        return value

    def token_values(self) -> frozenset[str]:
        """The tokens without their names."""
        return frozenset(read_tokens(self.tokens.get_secret_value()))

    def allowed_origins(self) -> frozenset[str]:
        """The origins as a set."""
        return frozenset(origin.strip() for origin in self.origins.split(",") if origin.strip())
