"""What a process reports on itself: logs, metrics, trace context and probes."""

from shared.telemetry.logs import bounded, configure, fields
from shared.telemetry.metrics import Metrics
from shared.telemetry.settings import TelemetrySettings
from shared.telemetry.telemetry import Telemetry
from shared.telemetry.tracing import continued, inject, trace_id
from shared.telemetry.watchdog import Watchdog, exit_process

__all__ = [
    "Metrics",
    "Telemetry",
    "TelemetrySettings",
    "Watchdog",
    "bounded",
    "configure",
    "continued",
    "exit_process",
    "fields",
    "inject",
    "trace_id",
]
