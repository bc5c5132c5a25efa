"""Settings of the PBN parser, read once in `app.py`."""

from pydantic_settings import SettingsConfigDict

from shared.parsing.settings import ParserSettings


class Settings(ParserSettings):
    """Environment: `KIBITZ_PBN_PARSER_…`, and `KIBITZ_NATS_…` for the bus."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_PBN_PARSER_", extra="ignore")
