"""Settings of the seating service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_SEATING_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_SEATING_")

    draw_seconds: float = Field(default=120.0, gt=0, description="longest time of one draw of chess")
    draw_megabytes: int | None = Field(default=2048, ge=64, description="most memory of one draw of chess")
    draws_at_once: int = Field(default=2, ge=1, description="draws of chess that are made side by side")
