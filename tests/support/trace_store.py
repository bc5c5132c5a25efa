"""A store of traces in this process that takes OTLP over HTTP."""

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.support.answering import Answers, answering


@dataclass
class TraceStore:
    """The spans of each trace, as they came."""

    address: str = ""
    traces: dict[bytes, list[Span]] = field(default_factory=lambda: defaultdict(list))

    def of(self, root: str) -> list[list[Span]]:
        """The traces that begin with a span of a name."""
        return [
            spans
            for spans in [*self.traces.values()]
            if root in (span.name for span in spans if not span.parent_span_id)
        ]


@contextlib.contextmanager
def trace_store() -> Iterator[TraceStore]:
    """Take spans until the end."""
    store = TraceStore()

    class Collector(Answers):
        def do_POST(self) -> None:
            request = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["Content-Length"])))
            for resource in request.resource_spans:
                for scope in resource.scope_spans:
                    for span in scope.spans:
                        store.traces[span.trace_id].append(span)
            self.answer(200, b"")

    with answering(Collector) as store.address:
        yield store


def loose_ends(spans: list[Span]) -> list[str]:
    """The spans of a trace whose parent is not in it; of a whole trace, its beginning alone."""
    known = {span.span_id for span in spans}
    return [span.name for span in spans if span.parent_span_id not in known]
