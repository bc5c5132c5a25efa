"""Settings of the seating service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.messaging.settings import BusSettings


class Settings(BaseSettings):
    """Environment: `KIBITZ_SEATING_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_SEATING_")

    bus: BusSettings = Field(default_factory=BusSettings)
