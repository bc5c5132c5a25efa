"""Spans sent over OTLP, where the operator wants traces (`KIBITZ_TRACES`) and has the extra `traces`."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace

PATIENCE = 3.0
"""Seconds that a store of traces has to take some; what it does not take is lost, and nothing waits for it."""


@contextmanager
def sent_spans(address: str, service: str) -> Iterator[None]:
    """Send what this process does to a store at an address, as a service of this name; to none where it is empty."""
    if not address:
        yield
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - optional
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace.sampling import ALWAYS_ON  # noqa: PLC0415

    resource = Resource.create({"service.name": service, "service.namespace": "kibitz"})
    provider = TracerProvider(sampler=ALWAYS_ON, resource=resource, shutdown_on_exit=False)
    exporter = OTLPSpanExporter(f"{address.rstrip('/')}/v1/traces", timeout=PATIENCE)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    try:
        yield
    finally:
        provider.shutdown()
