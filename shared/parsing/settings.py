"""Settings that every parser service has, read once in its `app.py`."""

from pydantic import Field

from shared.bus.settings import ServiceSettings


class ParserSettings(ServiceSettings):
    """Each parser names its own prefix, `KIBITZ_<FORMAT>_PARSER_`; the bus has `KIBITZ_NATS_…`.

    Attributes:
        max_bytes: of a file that is read; larger ones are refused. No smaller than what the intake takes.
    """

    max_bytes: int = Field(default=256 * 1024 * 1024, ge=1)
