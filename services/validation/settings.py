"""Settings of the validation service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.bus.settings import BusSettings


class Settings(BaseSettings):
    """Environment: `KIBITZ_VALIDATION_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_VALIDATION_")

    bus: BusSettings = Field(default_factory=BusSettings)
