"""Trace context."""

import secrets

import pytest

from shared.telemetry import continued, inject, trace_id

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
