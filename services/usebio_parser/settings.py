"""Settings of the USEBIO parser, read once in `app.py`."""

from pydantic_settings import SettingsConfigDict

from shared.parsing.settings import ParserSettings


class Settings(ParserSettings):
    """Environment: `KIBITZ_USEBIO_PARSER_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_USEBIO_PARSER_", extra="ignore")
