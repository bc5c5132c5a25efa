"""Structured logs."""

import io
import json
import logging

import pytest

from shared.telemetry import TelemetrySettings, bounded, configure, continued, fields

logger = logging.getLogger("kibitz.test")


@pytest.fixture
def restored():
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def written(log_format: str, level: str = "INFO") -> io.StringIO:
    stream = io.StringIO()
    configure(TelemetrySettings(log_format=log_format, log_level=level), stream)
    return stream


def test_json_logs_have_one_object_per_line_with_the_fields(restored):
    stream = written("json")
    with continued({"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}, "x"):
        logger.warning("failed, again in %g s", 5.0, extra=fields(service="scoring", seq=7, code=None))
    entry = json.loads(stream.getvalue())
    assert entry["message"] == "failed, again in 5 s"
    assert (entry["level"], entry["service"], entry["seq"]) == ("warning", "scoring", 7)
    assert entry["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736"
    assert "code" not in entry
    assert entry["time"].endswith("Z")


def test_text_logs_are_one_line_for_people(restored):
    stream = written("text")
    logger.info("two\nlines", extra=fields(consumer="c"))
    assert stream.getvalue().endswith("INFO    two\\nlines  [consumer=c]\n")


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_nothing_makes_a_line_endless(restored, log_format: str):
    stream = written(log_format)
    logger.info("%s", "x" * 1_000_000, extra=fields(**{f"field{n}": "y" * 100_000 for n in range(500)}))
    assert len(stream.getvalue()) < 100_000


def test_a_field_never_takes_the_place_of_the_message(restored):
    stream = written("json")
    logger.info("what happened", extra=fields(message="forged", level="none"))
    entry = json.loads(stream.getvalue())
    assert (entry["message"], entry["level"]) == ("what happened", "info")


def test_an_error_brings_its_traceback_within_bounds(restored):
    stream = written("json")
    try:
        raise ValueError("z" * 100_000)
    except ValueError:
        logger.exception("it broke")
    entry = json.loads(stream.getvalue())
    assert "ValueError" in entry["error"]
    assert len(entry["error"]) <= 8_000


def test_configuring_twice_writes_once(restored):
    written("text")
    stream = written("text")
    logger.info("once")
    assert stream.getvalue().count("once") == 1


def test_less_severe_than_the_level_is_not_written(restored):
    stream = written("text", "ERROR")
    logger.warning("quiet")
    assert stream.getvalue() == ""


def test_a_value_is_bounded_and_stays_on_its_line():
    assert bounded("a\r\nb") == "a\\r\\nb"
    assert bounded("x" * 5_000, 10) == "x" * 9 + "…"


def test_a_line_has_two_dozen_fields_at_most(restored):
    stream = written("json")
    logger.info("x", extra=fields(**{f"field{number}": number for number in range(30)}))
    names = [name for name in json.loads(stream.getvalue()) if name.startswith("field")]
    assert names == [f"field{number}" for number in range(24)]


def test_numbers_and_truth_stay_what_they_are_and_everything_else_is_text(restored):
    stream = written("json")
    logger.info("x", extra=fields(a=7, b=1.5, c=True, d=[1], e="y\n"))
    entry = json.loads(stream.getvalue())
    assert [entry[name] for name in "abcde"] == [7, 1.5, True, "[1]", "y\\n"]


def test_libraries_are_heard_only_when_they_warn(restored):
    written("text", "INFO")
    assert logging.getLogger("nats").level == logging.WARNING
    written("text", "ERROR")
    assert logging.getLogger("nats").level == logging.ERROR


def test_an_error_follows_on_lines_of_its_own_for_people(restored):
    stream = written("text")
    try:
        raise ValueError("z")
    except ValueError:
        logger.exception("it broke")
    first, *rest = stream.getvalue().splitlines()
    assert first.endswith("ERROR   it broke")
    assert (rest[0], rest[-1]) == ("Traceback (most recent call last):", "ValueError: z")


def test_a_moment_is_in_utc_to_the_millisecond(restored):
    stream = written("json")
    record = logger.makeRecord("x", logging.WARNING, "x", 1, "m", (), None)
    record.created = 1_773_057_600.045
    logger.handle(record)
    assert json.loads(stream.getvalue())["time"] in ("2026-03-09T12:00:00.045Z", "2026-03-09T12:00:00.044Z")


def test_a_value_is_cut_only_where_it_is_too_long():
    assert (bounded("x" * 2_000), bounded("x" * 2_001)) == ("x" * 2_000, "x" * 1_999 + "…")


def test_fields_and_tracebacks_for_people_are_cut_to_what_they_can_read(restored):
    stream = written("text")
    logger.info("m", extra=fields(short="y" * 200, long="y" * 201))
    assert stream.getvalue().endswith(f"[short={'y' * 200} long={'y' * 199}…]\n")
    stream = written("text")
    try:
        raise ValueError("z" * 9_000)
    except ValueError:
        logger.exception("it broke")
    assert stream.getvalue().partition("\n")[2] == "z" * 8_000 + "\n"
    stream = written("json")
    try:
        raise ValueError("z" * 9_000)
    except ValueError:
        logger.exception("it broke")
    assert len(json.loads(stream.getvalue())["error"]) == 8_000


@pytest.mark.parametrize("name", ["asyncio", "faststream", "kibitz.faststream", "nats", "uvicorn.access", "websockets"])
def test_every_library_that_says_much_is_heard_only_when_it_warns(restored, name: str):
    written("text", "DEBUG")
    assert logging.getLogger(name).level == logging.WARNING
    assert logging.getLogger().level == logging.DEBUG
