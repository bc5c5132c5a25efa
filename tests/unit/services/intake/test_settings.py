"""Settings of the intake come from the environment and are refused when they cannot be read."""

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from services.intake.domain.stability import Rule
from services.intake.settings import Settings


def test_everything_has_a_default():
    settings = Settings()
    assert (settings.host, settings.port, settings.watch, settings.senders) == ("127.0.0.1", 8081, (), {})
    assert settings.rule().sightings == 2


def test_folders_are_separated_as_in_path(monkeypatch):
    monkeypatch.setenv("KIBITZ_INTAKE_WATCH", os.pathsep.join(["inbox", "/mnt/other", ""]))
    assert Settings().watch == (Path("inbox"), Path("/mnt/other"))


def test_tokens_come_from_the_environment_and_from_a_file(monkeypatch, tmp_path):
    (tmp_path / "tokens").write_text("# senders\nopen=second-token\n")
    monkeypatch.setenv("KIBITZ_INTAKE_TOKENS", "club=first-token")
    monkeypatch.setenv("KIBITZ_INTAKE_TOKENS_FILE", str(tmp_path / "tokens"))
    settings = Settings()
    assert settings.senders == {"first-token": "club", "second-token": "open"}
    assert "first-token" not in repr(settings)


def test_tokens_that_cannot_be_read_stop_the_start_without_being_shown(monkeypatch):
    monkeypatch.setenv("KIBITZ_INTAKE_TOKENS", "first-token")
    with pytest.raises(ValidationError) as error:
        Settings()
    assert "name=token" in str(error.value)
    assert "first-token" not in str(error.value)


def test_a_tokens_file_that_is_not_there_stops_the_start(tmp_path):
    with pytest.raises(ValidationError, match="cannot be read"):
        Settings(tokens_file=tmp_path / "gone")


def test_the_defaults_are_those_of_the_documentation():
    settings = Settings()
    numbers = settings.model_dump(
        exclude={"host", "port", "watch", "tokens", "tokens_file", "bus", "disk", "originals"}
    )
    assert numbers == {
        "max_bytes": 67_108_864,
        "under_way_bytes": 268_435_456,
        "upload_seconds": 300.0,
        "most_each": None,
        "poll_ms": 300,
        "settle_looks": 2,
        "quiet_ms": 1_500,
        "patience_ms": 10_000,
        "alarm_ms": 60_000,
        "scan_files": 10_000,
        "scan_bytes": 134_217_728,
        "low_water": 268_435_456,
        "hide_new_events": False,
        "audit_minutes": 60.0,
        "audit_share": 0.25,
    }
    assert settings.rule() == Rule(2, 1_500_000_000, 10_000_000_000, 60_000_000_000) == Rule()


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("port", 0),
        ("max_bytes", 1),
        ("under_way_bytes", 1),
        ("most_each", 1),
        ("poll_ms", 10),
        ("settle_looks", 1),
        ("quiet_ms", 0),
        ("patience_ms", 0),
        ("alarm_ms", 0),
        ("scan_files", 1),
        ("scan_bytes", 1),
        ("low_water", 0),
    ],
)
def test_a_number_below_its_least_stops_the_start(name, least):
    assert getattr(Settings(**{name: least}), name) == least
    with pytest.raises(ValidationError):
        Settings(**{name: least - 1})
