"""The scoring service runs with the library of double-dummy analysis and without it."""

import builtins
import importlib.util
import logging
import subprocess
import sys
from typing import Any

import pytest

from services.scoring import app
from services.scoring.adapters import double_dummy
from services.scoring.settings import Settings
from tests.support.time_limits import scaled


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without endplay."""
    find_spec, bring_in = importlib.util.find_spec, builtins.__import__

    def find(name: str, package: str | None = None) -> Any:
        return None if name.split(".", maxsplit=1)[0] == "endplay" else find_spec(name, package)

    def load(name: str, *arguments: Any, **options: Any) -> Any:
        if name.split(".", maxsplit=1)[0] == "endplay":
            raise ModuleNotFoundError(name)
        return bring_in(name, *arguments, **options)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    monkeypatch.setattr(builtins, "__import__", load)
    monkeypatch.delenv("KIBITZ_SCORING_DOUBLE_DUMMY_WORKERS", raising=False)


@pytest.mark.usefixtures("hidden")
def test_without_the_library_the_service_analyses_nothing_and_is_the_same_otherwise() -> None:
    assert not double_dummy.installed()
    assert Settings().double_dummy_workers == 0
    service = app.create()
    assert service.read_settings().background == ()
    assert {spec.subject for spec in service.bus.router.specs.values()} == {
        "validation.fragment.accepted.v1",
        "scoring.standings.published.v1",
    }


@pytest.mark.usefixtures("hidden")
def test_workers_without_the_library_are_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assembly = app.create(lambda: Settings(double_dummy_workers=2)).read_settings()
    assert assembly.background == ()
    assert "kibitz[double-dummy]" in caplog.text


@pytest.mark.skipif(not double_dummy.installed(), reason="endplay is not installed (extra double-dummy)")
def test_with_the_library_one_process_analyses_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().double_dummy_workers == 1
    assert len(app.create().read_settings().background) == 1
    monkeypatch.setenv("KIBITZ_SCORING_DOUBLE_DUMMY_WORKERS", "0")
    assert app.create().read_settings().background == ()


@pytest.mark.slow
def test_the_service_does_not_import_the_library_itself() -> None:
    code = "import sys; import services.scoring.app as app; app.create(); print('endplay' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=scaled(60))
    assert done.stdout.strip() == "False"
