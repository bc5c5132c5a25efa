"""Who has a server's folder, and what was left in it."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from kibitz.stack.nats_server import folder
from kibitz.stack.nats_server.folder import FolderInUse, die_with_parent, lock_folder, stop_left_behind
from tests.support.time_limits import scaled


def test_a_folder_is_locked_once_and_the_refusal_names_the_process(tmp_path: Path):
    lock = lock_folder(tmp_path)
    with pytest.raises(FolderInUse, match=f"in use by process {os.getpid()}: stop it, or choose another folder"):
        lock_folder(tmp_path)
    lock.close()
    lock_folder(tmp_path).close()


@pytest.mark.slow
def test_a_lock_is_free_when_its_process_was_killed(tmp_path: Path):
    program = (
        "import pathlib, sys, time; from kibitz.stack.nats_server.folder import lock_folder; "
        "lock = lock_folder(pathlib.Path(sys.argv[1])); print('locked', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[4])},
    )
    assert other.stdout is not None
    assert other.stdout.readline() == b"locked\n"
    with pytest.raises(FolderInUse, match=f"process {other.pid}"):
        lock_folder(tmp_path)
    other.kill()
    other.wait()
    other.stdout.close()
    lock_folder(tmp_path).close()


@pytest.mark.parametrize("text", [None, "", "seven", "-5", "99999999999999999999"])
def test_a_folder_without_a_server_has_none_left_behind(tmp_path: Path, text: str | None):
    if text is not None:
        (tmp_path / "nats.pid").write_text(text)
    assert not stop_left_behind(tmp_path)


def test_a_process_id_that_belongs_to_somebody_else_is_left_alone(tmp_path: Path):
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        (tmp_path / "nats.pid").write_text(str(other.pid))
        assert not stop_left_behind(tmp_path)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


def test_a_server_that_was_left_behind_is_stopped(tmp_path: Path):
    program = "import time; print('up', flush=True); time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "nats.conf")], stdout=subprocess.PIPE)
    waiting = threading.Thread(target=other.wait)
    waiting.start()
    assert other.stdout is not None
    assert other.stdout.readline() == b"up\n"
    (tmp_path / "nats.pid").write_text(str(other.pid))
    assert stop_left_behind(tmp_path)
    waiting.join(scaled(10))
    assert other.returncode == -signal.SIGTERM, "it was asked to stop, and not killed"
    other.stdout.close()


def test_the_process_in_a_lock_takes_the_place_of_the_one_that_stood_there(tmp_path: Path):
    (tmp_path / "nats.lock").write_text("123456789012345\n")
    lock = lock_folder(tmp_path)
    assert (tmp_path / "nats.lock").read_text() == f"{os.getpid()}\n"
    lock.close()


@pytest.mark.parametrize(("platform", "dies"), [("linux", True), ("darwin", False), ("win32", False)])
def test_a_server_dies_with_its_parent_on_linux_alone(
    monkeypatch: pytest.MonkeyPatch, platform: str, *, dies: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert (die_with_parent() is not None) is dies


def test_a_server_that_does_not_stop_for_five_seconds_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    pauses: list[float] = []
    monkeypatch.setattr(folder, "_is_our_server", lambda pid, config: (pid, config) == (7, tmp_path / "nats.conf"))
    monkeypatch.setattr(folder.os, "kill", lambda pid, number: asked.append((pid, number)))
    monkeypatch.setattr(folder.time, "sleep", pauses.append)
    (tmp_path / "nats.pid").write_text("7\n")
    assert stop_left_behind(tmp_path)
    assert asked == [(7, signal.SIGTERM), (7, signal.SIGKILL)]
    assert pauses == [0.01] * 1000


@pytest.mark.parametrize(
    ("has_proc", "name", "listed", "ours"),
    [
        (True, "posix", "nats-server -c {}", False),
        (False, "posix", "nats-server -c {}", True),
        (False, "posix", "nats-server -c /elsewhere/nats.conf", False),
        (False, "nt", '"nats-server.exe" -c "{}"', True),
        (False, "nt", "", False),
    ],
)
def test_where_processes_are_no_files_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_proc: bool, name: str, listed: str, ours: bool
) -> None:
    config = tmp_path / "nats.conf"
    asked: list[list[str]] = []

    def ps(command: list[str], **_: object) -> SimpleNamespace:
        asked.append(command)
        return SimpleNamespace(stdout=listed.format(config))

    class Proc:
        """`/proc`, of which nothing can be read, and which may not be there."""

        def __init__(self, path: str) -> None:
            self.path = path

        def read_bytes(self) -> bytes:
            raise FileNotFoundError(self.path)

        def exists(self) -> bool:
            return has_proc

    monkeypatch.setattr(folder, "Path", Proc)
    monkeypatch.setattr(folder.subprocess, "run", ps)
    monkeypatch.setattr(folder.os, "name", name)
    result = folder._is_our_server(7, config)
    monkeypatch.undo()
    assert result is ours
    assert [command[0] for command in asked] == ([] if has_proc else ["powershell" if name == "nt" else "/bin/ps"])
    assert all("7" in " ".join(command) for command in asked)
