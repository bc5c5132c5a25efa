"""W3C trace context, carried from message to message with opentelemetry-api alone.

Without an SDK nothing is recorded or sent, but the trace id goes with a file from its arrival to the last standings,
and every log line names it. With an SDK installed and configured by the operator, its spans take over.
"""

import secrets
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_PROPAGATOR = TraceContextTextMapPropagator()
_TRACER = trace.get_tracer("kibitz")


def trace_id() -> str | None:
    """The trace that the current work belongs to, 32 hexadecimal digits."""
    span = trace.get_current_span().get_span_context()
    return f"{span.trace_id:032x}" if span.is_valid else None


def inject(headers: MutableMapping[str, str]) -> None:
    """Add `traceparent` (and `tracestate`) of the current work; nothing when there is none."""
    _PROPAGATOR.inject(headers)


@contextmanager
def continued(headers: Mapping[str, str], name: str) -> Iterator[None]:
    """Work on behalf of what sent these headers; without `traceparent` a new trace begins."""
    lowered = {key.lower(): value for key, value in headers.items() if key.lower() in ("traceparent", "tracestate")}
    parent = _PROPAGATOR.extract(lowered)
    if not trace.get_current_span(parent).get_span_context().is_valid:
        parent = trace.set_span_in_context(trace.NonRecordingSpan(_fresh()), parent)
    token = otel_context.attach(parent)
    try:
        with _TRACER.start_as_current_span(name, record_exception=False, set_status_on_exception=False):
            yield
    finally:
        otel_context.detach(token)


def _fresh() -> trace.SpanContext:
    return trace.SpanContext(
        trace_id=secrets.randbits(128) | 1,
        span_id=secrets.randbits(64) | 1,
        is_remote=False,
        trace_flags=trace.TraceFlags(trace.TraceFlags.DEFAULT),
    )
