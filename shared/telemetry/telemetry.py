"""Settings and metrics of a process in one value, handed to what reports."""

from dataclasses import dataclass, field

from shared.telemetry.metrics import Metrics
from shared.telemetry.settings import TelemetrySettings


@dataclass(frozen=True)
class Telemetry:
    """What a process reports with."""

    settings: TelemetrySettings = field(default_factory=TelemetrySettings)
    metrics: Metrics = field(default_factory=Metrics)
