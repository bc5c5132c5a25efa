"""Spans sent to a store of traces."""

import os
import subprocess
import sys

from opentelemetry import trace

from shared.telemetry import sent_spans
from tests.support.trace_store import loose_ends, trace_store

PROGRAM = """
import sys
from shared.telemetry import continued, inject, sent_spans

with sent_spans(sys.argv[1], "scoring"):
    headers = {}
    with continued({}, "intake put"):
        inject(headers)
    with continued(headers, "scoring parser.fragment.parsed.v1"):
        pass
print(headers["traceparent"])
"""
"""In a process of its own, because there is one provider of spans for each process, for good."""


def run(address: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, address], env=environment, capture_output=True, text=True, check=True
    )


def test_without_an_address_nothing_is_recorded() -> None:
    before = trace.get_tracer_provider()
    with sent_spans("", "scoring"):
        assert trace.get_tracer_provider() is before


def test_what_is_left_is_sent_at_the_end_as_one_trace_with_a_beginning() -> None:
    with trace_store() as store:
        said = run(store.address)
    ((number, spans),) = store.traces.items()
    assert {span.name for span in spans} == {"intake put", "scoring parser.fragment.parsed.v1"}
    assert loose_ends(spans) == ["intake put"]
    assert said.stdout.split("-")[1] == number.hex()


def test_a_store_that_is_away_costs_a_line_in_the_log_and_nothing_else() -> None:
    with trace_store() as store:
        pass
    assert "Failed to export" in run(store.address).stderr
