import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kibitz.stack import worker
from kibitz.stack.worker import load
from shared.service import Service

ROOT = Path(__file__).resolve().parents[4]


def test_a_service_is_made_by_its_name() -> None:
    service = load("seating")
    assert isinstance(service, Service)
    assert service.name == "seating"


@pytest.mark.parametrize("name", ["kitchen", "", "../seating", "seating.app"])
def test_there_is_no_other_service(name: str) -> None:
    with pytest.raises(KeyError):
        load(name)


def test_what_is_no_service_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker.importlib, "import_module", lambda _: SimpleNamespace(app="a teapot"))
    with pytest.raises(TypeError, match="str"):
        load("seating")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("seating", ("networkx", "gacrux", "lxml", "rich", "typer")),
        ("scoring", ("networkx", "endplay", "lxml", "rich", "typer", "websockets", "starlette.applications")),
        ("trf_parser", ("lxml", "shared.formats.usebio", "shared.formats.pbn", "websockets", "starlette.applications")),
        ("broadcast", ("lxml", "services.scoring", "shared.formats.registry")),
    ],
)
def test_a_service_at_rest_holds_no_library_that_it_may_never_need(name: str, without: tuple[str, ...]) -> None:
    program = f"import sys; from kibitz.stack.worker import load; load({name!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert not set(without) & set(done.stdout.split())


@pytest.mark.slow
def test_a_worker_goes_when_the_one_who_started_it_is_gone() -> None:
    program = "import time; from kibitz.stack import worker; worker.stop_with_parent(); print('up', flush=True)"
    program += "; time.sleep(60)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=ROOT
    )
    try:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == b"up\n"
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(20) != 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("watched", [False, True])
def test_a_process_runs_the_services_that_are_named(monkeypatch: pytest.MonkeyPatch, *, watched: bool) -> None:
    names: list[str] = []
    watching: list[bool] = []
    monkeypatch.setattr(worker, "run", lambda services: names.extend(service.name for service in services))
    monkeypatch.setattr(worker, "stop_with_parent", lambda: watching.append(True))
    monkeypatch.setattr(worker.sys, "argv", ["worker", "seating", "scoring"])
    monkeypatch.setenv("KIBITZ_STOP_WITH_PARENT", "1" if watched else "0")
    worker.main()
    assert (names, watching) == (["seating", "scoring"], [True] if watched else [])
