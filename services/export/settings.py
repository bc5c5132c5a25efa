"""Settings of the export service, read once in `app.py`."""

from typing import Literal

from pydantic_settings import SettingsConfigDict

from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_EXPORT_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        values: whether files carry the totals computed by Kibitz or those stated by the source.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_EXPORT_")

    values: Literal["computed", "stated"] = "computed"
