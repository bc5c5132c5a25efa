"""Settings of the scoring service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.messaging.settings import BusSettings


class Settings(BaseSettings):
    """Environment: `KIBITZ_SCORING_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        events_in_memory: events whose merged state is kept; others are folded again from the stream when they move.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_SCORING_")

    events_in_memory: int = Field(default=64, ge=1)
    bus: BusSettings = Field(default_factory=BusSettings)
