"""What a process reports on itself: logs, metrics, trace context and probes."""

from shared.telemetry.logs import bounded, configure, fields
from shared.telemetry.metrics import Metrics
from shared.telemetry.settings import TelemetrySettings
from shared.telemetry.span_export import sent_spans
from shared.telemetry.telemetry import Telemetry
from shared.telemetry.tracing import Cause, arriving, cause, continued, inject, kind_of, point, since_arrival, trace_id
from shared.telemetry.watchdog import Watchdog, exit_process

__all__ = [
    "Cause",
    "Metrics",
    "Telemetry",
    "TelemetrySettings",
    "Watchdog",
    "arriving",
    "bounded",
    "cause",
    "configure",
    "continued",
    "exit_process",
    "fields",
    "inject",
    "kind_of",
    "point",
    "sent_spans",
    "since_arrival",
    "trace_id",
]
