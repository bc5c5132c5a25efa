"""A server's folder and process: who has the folder, and what a killed process left in it."""

import contextlib
import ctypes
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.server")

PR_SET_PDEATHSIG = 1
"""Of linux/prctl.h: the signal that a process gets when its parent dies."""


class FolderInUse(OperationFailed):
    """Another process runs a server in this folder."""


def die_with_parent() -> Callable[[], None] | None:
    """What makes the server stop when this process is killed; None where the system has no such thing (Linux has).

    The kernel means the thread that started it: the loop of an `EmbeddedServer` lives as long as the program.
    """
    if not sys.platform.startswith("linux"):
        return None
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError):
        return None
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGTERM) and None


def stop_left_behind(folder: Path) -> bool:
    """Stop a server that a killed process left running in this folder; whether there was one.

    Only a process whose command line names this folder's configuration is touched.
    """
    try:
        pid = int((folder / "nats.pid").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not _is_our_server(pid, folder / "nats.conf"):
        return False
    logger.warning("stopping a server that was left behind", extra=fields(pid=pid))
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        for _ in range(500):
            if not _is_our_server(pid, folder / "nats.conf"):
                return True
            time.sleep(0.01)
    return True


def _is_our_server(pid: int, config: Path) -> bool:
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return os.fsencode(str(config)) in line
    except FileNotFoundError:
        if Path("/proc/self/cmdline").exists():
            return False
    except OSError:
        return False
    try:
        listed = subprocess.run(_listing(pid), capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return False
    return str(config) in listed.stdout


def _listing(pid: int) -> list[str]:
    """The command that prints the command line of a process where there is no /proc."""
    if os.name == "nt":
        asked = f"(Get-CimInstance Win32_Process -Filter 'ProcessId={pid}').CommandLine"
        return ["powershell", "-NoProfile", "-NonInteractive", "-Command", asked]
    return ["/bin/ps", "-p", str(pid), "-o", "command="]


def lock_folder(folder: Path) -> IO[str]:
    """Take the lock of a folder, which the system frees when this process ends; FolderInUse when another has it."""
    path = folder / "nats.lock"
    file = path.open("a+", encoding="utf-8")
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - Windows only

            file.seek(1024)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl  # noqa: PLC0415 - not on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        owner = file.read(20).strip() or "another process"
        file.close()
        raise FolderInUse(f"{path.parent} is in use by process {owner}: stop it, or choose another folder") from None
    file.seek(0)
    file.truncate()
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file
