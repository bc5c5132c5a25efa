"""Settings of the scoring service, read once in `app.py`."""

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from services.scoring.adapters.double_dummy import installed
from shared.bus.settings import ServiceSettings


class Settings(ServiceSettings):
    """Environment: `KIBITZ_SCORING_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        events_in_memory: events whose merged state is kept; others are folded on from where they were written down.
        lines_in_memory: results up to which further events are kept that are in play; 7 KB each.
        double_dummy_workers: processes that analyse deals; 0 for none, which is the default without the library.
        double_dummy_seconds: that a process may take for one denomination of a deal.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_SCORING_")

    events_in_memory: int = Field(default=16, ge=1)
    lines_in_memory: int = Field(default=40_000, ge=0)
    double_dummy_workers: int = Field(default_factory=lambda: int(installed()), ge=0, le=64)
    double_dummy_seconds: float = Field(default=30.0, gt=0)
