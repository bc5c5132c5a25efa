import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.stack.nursery import ForkedProcess
from kibitz.stack.supervisor import PAUSES, STEADY, Child, Supervisor
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_child_that_dies_at_once_is_started_with_growing_pauses(tmp_path: Path) -> None:
    child = sleeper(tmp_path, "raise SystemExit(1)")
    supervisor = Supervisor([child], lambda _: None)
    supervisor.start()
    turn_until_restarted(supervisor)
    turn_until_restarted(supervisor)
    assert child.quick_deaths >= 2
    supervisor.stop()


class Process:
    """A process that runs until it is told to be gone."""

    def __init__(self) -> None:
        self.status: int | None = None

    def poll(self) -> int | None:
        return self.status


class Tended(Child):
    """A child that starts no real process, at a time that the test gives."""

    now = 0.0

    def start(self) -> None:
        self.process, self.started = Process(), self.now  # type: ignore[assignment]
        self.starts += 1

    def die(self, now: float) -> list[float]:
        """Die at a time; the first moment at which it is started again, a hundredth of a second exactly."""
        assert isinstance(self.process, Process)
        self.process.status = 1
        assert not self.tend(now)
        due = round(self.not_before, 6)
        self.now = due
        assert not self.tend(due - 0.01)
        assert self.tend(due)
        return [round(due - now, 6)]


def tended() -> Tended:
    child = Tended("tended", [], {}, Path("log"))
    child.start()
    return child


def test_each_quick_death_makes_the_pause_longer_up_to_the_longest() -> None:
    child = tended()
    pauses = [pause for _ in range(8) for pause in child.die(child.now + 1.0)]
    assert pauses == [*PAUSES[1:], PAUSES[-1], PAUSES[-1], PAUSES[-1]]


def test_a_child_that_ran_well_starts_again_after_the_shortest_pause() -> None:
    child = tended()
    child.die(1.0)
    assert child.quick_deaths == 1
    assert child.die(child.now + STEADY) == [PAUSES[0]]
    assert child.quick_deaths == 0


def test_a_child_that_keeps_running_is_forgiven_its_quick_deaths() -> None:
    child = tended()
    child.die(1.0)
    assert not child.tend(child.now + STEADY)
    assert child.quick_deaths == 1
    assert not child.tend(child.now + STEADY + 0.01)
    assert child.quick_deaths == 0


def test_a_child_that_was_never_started_is_started_at_once() -> None:
    child = Tended("tended", [], {}, Path("log"))
    assert child.tend(1.0)
    assert child.starts == 1


def test_a_stop_leaves_no_process_behind(tmp_path: Path) -> None:
    supervisor = Supervisor([sleeper(tmp_path), sleeper(tmp_path)], lambda _: None)
    supervisor.start()
    processes = [child.process for child in supervisor.children]
    supervisor.stop()
    assert all(process is not None and process.poll() is not None for process in processes)


@pytest.mark.slow
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


class Asked(Process):
    """A process that notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []
        self.stdin = self

    def terminate(self) -> None:
        self.noted.append("terminate")

    def close(self) -> None:
        self.noted.append("close")


@pytest.mark.parametrize(("status", "noted"), [(None, ["terminate", "close"]), (0, []), (1, [])])
def test_only_a_running_child_is_asked_to_stop(status: int | None, noted: list[str]) -> None:
    child, process = tended(), Asked()
    process.status, child.process = status, process  # type: ignore[assignment]
    child.ask_to_stop()
    assert process.noted == noted


def test_a_child_that_cannot_be_forked_is_started_by_its_command(tmp_path: Path) -> None:
    def fork() -> ForkedProcess:
        raise OSError("the nursery has ended")

    child = sleeper(tmp_path)
    child.fork = fork
    child.start()
    assert isinstance(child.process, subprocess.Popen)
    child.ask_to_stop()
    child.wait_until_gone(time.monotonic() + scaled(10))
