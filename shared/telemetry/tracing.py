"""W3C trace context and the time of arrival, carried from message to message with opentelemetry-api alone.

Without an SDK nothing is recorded or sent, but the trace id goes with a file from its arrival to the last standings,
and every log line names it. With the extra `traces` and its setting, spans are sent (`span_export.py`).
"""

import secrets
import time
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

ARRIVED = "Kibitz-Arrived"
"""When the file arrived that a message follows from: seconds since 1970, in decimals."""

LONGEST = 86_400.0
"""Seconds after which nothing is said of an arrival: another clock is wrong, or the file is one of another day."""

_PROPAGATOR = TraceContextTextMapPropagator()
_TRACER = trace.get_tracer("kibitz")
_ARRIVAL = otel_context.create_key("arrival")
_CARRIED = frozenset({"traceparent", "tracestate", ARRIVED.lower()})

Cause = otel_context.Context
"""What work is done for: its trace, and when the file arrived that it follows from."""


def trace_id() -> str | None:
    """The trace that the current work belongs to, 32 hexadecimal digits."""
    span = trace.get_current_span().get_span_context()
    return f"{span.trace_id:032x}" if span.is_valid else None


def inject(headers: MutableMapping[str, str]) -> None:
    """Add `traceparent` (and `tracestate`) and the arrival of the current work; nothing when there is none."""
    _PROPAGATOR.inject(headers)
    if (arrival := otel_context.get_value(_ARRIVAL)) is not None:
        headers[ARRIVED] = f"{arrival:.3f}"


@contextmanager
def arriving() -> Iterator[None]:
    """Take in a file that arrives now."""
    token = otel_context.attach(otel_context.set_value(_ARRIVAL, time.time()))
    try:
        yield
    finally:
        otel_context.detach(token)


def cause() -> Cause | None:
    """What the current work is done for; None for nothing that began with a file."""
    current = otel_context.get_current()
    return current if _ARRIVAL in current else None


def kind_of(subject: str) -> str:
    """A subject without its filters: spans of one kind have one name."""
    return ".".join(subject.split(".")[:4])


def since_arrival(of: Cause) -> float | None:
    """Seconds since the arrival of the file that a cause began with; None where clocks do not agree on it."""
    arrival = of.get(_ARRIVAL)
    age = time.time() - arrival if isinstance(arrival, float) else -1.0
    return age if 0 <= age <= LONGEST else None


def point(name: str, of: Cause) -> None:
    """Note in the trace of a cause that something was done now."""
    _TRACER.start_span(name, of).end()


@contextmanager
def continued(headers: Mapping[str, str], name: str) -> Iterator[None]:
    """Work on behalf of what sent these headers; without `traceparent` a new trace begins."""
    lowered = {key.lower(): value for key, value in headers.items() if key.lower() in _CARRIED}
    parent = _PROPAGATOR.extract(lowered)
    with suppress(KeyError, ValueError):
        parent = otel_context.set_value(_ARRIVAL, float(lowered[ARRIVED.lower()]), parent)
    span = _TRACER.start_span(name, parent)
    if not span.get_span_context().is_valid:
        span = trace.NonRecordingSpan(_fresh())
    token = otel_context.attach(trace.set_span_in_context(span, parent))
    try:
        yield
    finally:
        otel_context.detach(token)
        span.end()


def _fresh() -> trace.SpanContext:
    return trace.SpanContext(
        trace_id=secrets.randbits(128) | 1,
        span_id=secrets.randbits(64) | 1,
        is_remote=False,
        trace_flags=trace.TraceFlags(trace.TraceFlags.DEFAULT),
    )
