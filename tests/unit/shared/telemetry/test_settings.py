"""Settings of telemetry."""

import pytest
from pydantic import ValidationError

from shared.telemetry import TelemetrySettings, settings


def test_nothing_is_served_and_logs_are_for_people_unless_the_environment_says_so(monkeypatch: pytest.MonkeyPatch):
    for name in ("KIBITZ_LOG_LEVEL", "KIBITZ_LOG_FORMAT", "KIBITZ_HEALTH_HOST", "KIBITZ_HEALTH_PORT"):
        monkeypatch.delenv(name, raising=False)
    read = TelemetrySettings()
    assert (read.health_port, read.health_host) == (0, "127.0.0.1")
    assert (read.log_level, read.log_format) == ("INFO", "text")
    monkeypatch.setenv("KIBITZ_LOG_FORMAT", "json")
    monkeypatch.setenv("KIBITZ_HEALTH_PORT", "9100")
    read = TelemetrySettings()
    assert (read.health_port, read.log_format) == (9100, "json")


def test_a_port_that_is_none_is_refused():
    with pytest.raises(ValidationError):
        TelemetrySettings(health_port=70_000)


def test_a_process_ends_after_half_a_minute_without_a_turn_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("KIBITZ_FROZEN_AFTER", raising=False)
    assert TelemetrySettings().frozen_after == 30.0
    assert TelemetrySettings(frozen_after=0).frozen_after == 0
    with pytest.raises(ValidationError):
        TelemetrySettings(frozen_after=-1)


def test_a_port_is_a_number_of_two_bytes():
    assert [TelemetrySettings(health_port=port).health_port for port in (0, 65_535)] == [0, 65_535]
    for port in (-1, 65_536):
        with pytest.raises(ValidationError):
            TelemetrySettings(health_port=port)


def test_traces_are_sent_to_an_address_and_only_with_what_sends_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("KIBITZ_TRACES", raising=False)
    assert TelemetrySettings().traces == ""
    assert TelemetrySettings(traces="http://traces:4318").traces == "http://traces:4318"
    for address in ("traces:4318", "http://a b", "file:///x"):
        with pytest.raises(ValidationError):
            TelemetrySettings(traces=address)
    monkeypatch.setattr(settings, "find_spec", lambda _: None)
    with pytest.raises(ValidationError, match=r"pip install 'kibitz\[traces\]'"):
        TelemetrySettings(traces="http://traces:4318")
    assert TelemetrySettings(traces="").traces == ""
