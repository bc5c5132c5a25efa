"""How a process reports on itself, read from the environment once."""

from importlib.util import find_spec
from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class TelemetrySettings(BaseSettings):
    """Logs, traces and the health address (`KIBITZ_LOG_…`, `KIBITZ_TRACES`, `KIBITZ_HEALTH_…`).

    Attributes:
        log_level: the least severe that is written.
        log_format: "text" for people, "json" for programs.
        health_host, health_port: where /healthz, /servez, /readyz and /metrics are served; port 0 serves nothing.
        frozen_after: seconds without a turn of the event loop after which the process ends; 0 never.
        traces: address of a store of traces that takes OTLP over HTTP, without its path; "" sends none.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_", extra="ignore")

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_host: str = "127.0.0.1"
    health_port: int = Field(default=0, ge=0, le=65_535)
    frozen_after: float = Field(default=30.0, ge=0)
    traces: str = Field(default="", pattern=r"^$|^https?://\S+$")

    @field_validator("traces")
    @classmethod
    def _can_be_sent(cls, traces: str) -> str:
        if traces and find_spec("opentelemetry.sdk") is None:
            raise ValueError(
                "sending traces needs an extra: pip install 'kibitz[traces]', or leave KIBITZ_TRACES empty"
            )
        return traces
