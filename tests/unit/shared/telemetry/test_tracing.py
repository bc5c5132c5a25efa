"""Trace context."""

import secrets

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.telemetry import arriving, cause, continued, inject, kind_of, point, since_arrival, trace_id, tracing

PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def test_a_trace_is_continued_whatever_the_case_of_the_header():
    for name in ("traceparent", "Traceparent", "TRACEPARENT"):
        with continued({name: PARENT}, "scoring"):
            assert trace_id() == "4bf92f3577b34da6a3ce929d0e0e4736"
            headers: dict[str, str] = {}
            inject(headers)
            assert headers["traceparent"].startswith("00-4bf92f3577b34da6a3ce929d0e0e4736-")
    assert trace_id() is None


def test_without_a_trace_one_begins_and_every_message_has_its_own():
    seen = []
    for _ in range(2):
        with continued({}, "intake"):
            seen.append(trace_id())
    assert seen[0] is not None
    assert seen[0] != seen[1]


def test_a_header_that_is_no_trace_begins_a_new_one():
    for value in ("", "x", "00-" + "0" * 32 + "-" + "0" * 16 + "-01", "ff" * 500):
        with continued({"traceparent": value}, "intake"):
            assert trace_id() is not None


def test_outside_of_any_work_nothing_is_injected():
    headers: dict[str, str] = {}
    inject(headers)
    assert headers == {}


def test_a_new_trace_has_numbers_of_the_length_that_the_standard_asks_for_and_never_0(monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []
    monkeypatch.setattr(secrets, "randbits", lambda bits: asked.append(bits) or 0)
    with continued({}, "intake"):
        headers: dict[str, str] = {}
        inject(headers)
    assert asked == [128, 64]
    assert headers["traceparent"] == f"00-{1:032x}-{1:016x}-00"


def test_the_arrival_of_a_file_goes_with_everything_that_follows_from_it(monkeypatch: pytest.MonkeyPatch):
    now = [1000.25]
    monkeypatch.setattr(tracing.time, "time", lambda: now[0])
    headers: dict[str, str] = {}
    with continued({"Kibitz-Arrived": "7"}, "intake"), arriving():
        inject(headers)
    assert headers["Kibitz-Arrived"] == "1000.250"
    now[0] += 2
    with continued(headers, "scoring"):
        shown = cause()
    assert shown is not None
    assert since_arrival(shown) == 2
    assert cause() is None


@pytest.mark.parametrize("value", ["", "soon", "nan", "1001", "-1e9", "1e99"])
def test_an_arrival_that_cannot_be_is_not_measured(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setattr(tracing.time, "time", lambda: 1000.0)
    with continued({"Kibitz-Arrived": value}, "scoring"):
        shown = cause()
    assert shown is None or since_arrival(shown) is None


def test_what_followed_from_no_file_has_no_cause():
    with continued({"traceparent": PARENT}, "broadcast"):
        assert cause() is None


def test_spans_of_one_kind_have_one_name_whatever_the_event():
    assert kind_of("scoring.standings.published.v1.3.club-monday") == "scoring.standings.published.v1"
    assert kind_of("dead.scoring") == "dead.scoring"


def test_with_an_sdk_a_trace_begins_with_a_span_of_its_own_and_a_frame_is_a_point_in_it(
    monkeypatch: pytest.MonkeyPatch,
):
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    monkeypatch.setattr(tracing, "_TRACER", provider.get_tracer("kibitz"))
    headers: dict[str, str] = {}
    with continued({}, "intake put"), arriving():
        inject(headers)
    with continued(headers, "broadcast"):
        shown = cause()
    assert shown is not None
    point("broadcast frame of standings", shown)
    begun, taken, frame = memory.get_finished_spans()
    assert begun.parent is None
    assert taken.parent is not None
    assert frame.parent is not None
    assert (taken.parent.span_id, frame.parent.span_id) == (begun.context.span_id, taken.context.span_id)
    assert {span.context.trace_id for span in (taken, frame)} == {begun.context.trace_id}
