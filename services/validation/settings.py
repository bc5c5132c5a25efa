"""Settings of the validation service, read once in `app.py`."""

from pydantic_settings import SettingsConfigDict

from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_VALIDATION_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_VALIDATION_")
