import os
import signal
import sys
import time
from pathlib import Path

from kibitz.runner.supervisor import PAUSES, Child, Supervisor, pause_before
from tests.support.time_limits import scaled


def sleeper(tmp_path: Path, code: str = "import sys; sys.stdin.read()") -> Child:
    return Child("sleeper", [sys.executable, "-c", code], dict(os.environ), tmp_path / "log")


def turn_until_restarted(supervisor: Supervisor, patience: float = 10.0) -> None:
    child = supervisor.children[0]
    until = time.monotonic() + scaled(patience)
    before = child.starts
    while child.starts == before:
        assert time.monotonic() < until
        supervisor.turn(time.monotonic())
        time.sleep(0.02)


def test_a_killed_child_is_started_again_and_that_is_reported(tmp_path: Path) -> None:
    said: list[str] = []
    supervisor = Supervisor([sleeper(tmp_path)], said.append)
    supervisor.start()
    first = supervisor.pids()["sleeper"]
    os.kill(first, signal.SIGKILL)
    turn_until_restarted(supervisor)
    assert supervisor.pids()["sleeper"] != first
    assert said == ["sleeper was gone and has been started again"]
    supervisor.stop()


def test_a_child_that_dies_at_once_is_started_with_growing_pauses(tmp_path: Path) -> None:
    child = sleeper(tmp_path, "raise SystemExit(1)")
    supervisor = Supervisor([child], lambda _: None)
    supervisor.start()
    turn_until_restarted(supervisor)
    turn_until_restarted(supervisor)
    assert child.quick_deaths >= 2
    assert [pause_before(n) for n in (0, 1, 2, 99)] == [PAUSES[0], PAUSES[1], PAUSES[2], PAUSES[-1]]
    supervisor.stop()


def test_a_stop_leaves_no_process_behind(tmp_path: Path) -> None:
    supervisor = Supervisor([sleeper(tmp_path), sleeper(tmp_path)], lambda _: None)
    supervisor.start()
    processes = [child.process for child in supervisor.children]
    supervisor.stop()
    assert all(process is not None and process.poll() is not None for process in processes)


def test_a_child_that_does_not_want_to_go_is_killed(tmp_path: Path) -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    )
    child = sleeper(tmp_path, stubborn)
    supervisor = Supervisor([child], lambda _: None)
    supervisor.start()
    while "up" not in (tmp_path / "log").read_text():
        time.sleep(0.02)
    process = child.process
    began = time.monotonic()
    supervisor.stop(patience=0.5)
    assert process is not None
    assert process.returncode == -signal.SIGKILL
    assert time.monotonic() - began < scaled(10)
