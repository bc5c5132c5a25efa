"""Processes that share what they have imported: a nursery imports every service once and forks a process for each.

    python -m kibitz.stack.nursery NAME…

Its standard input is a socket. For each line of JSON (the services, environment and log of a process) that comes with
one descriptor, the standard input of that process, it answers with a process id. It ends when the socket closes; the
processes end when their standard input does, as those that were started without it. Only Linux has what this needs.
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import IO

LONGEST = 1 << 20
"""Bytes of the longest line."""

AVAILABLE = hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal") and hasattr(socket, "recv_fds")


class ForkedProcess:
    """A process that is not our child, with what the supervisor needs of `subprocess.Popen`."""

    def __init__(self, pid: int, stdin: IO[bytes]) -> None:
        """Take hold of a process by its id; ProcessLookupError where it has gone already."""
        self.pid = pid
        self.stdin = stdin
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """None while it runs; how it ended is not known."""
        return 0 if select.select([self._handle], [], [], 0)[0] else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; subprocess.TimeoutExpired when it does not come."""
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return 0

    def terminate(self) -> None:
        """Send SIGTERM."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def __del__(self) -> None:
        """Let go of the process, if there was one."""
        if hasattr(self, "_handle"):
            os.close(self._handle)


class Nursery:
    """Starts processes of services, and itself when the first one is asked for or after its death."""

    def __init__(self, names: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        """Prepare a nursery for these services; nothing runs yet."""
        self._command = [sys.executable, "-m", "kibitz.stack.nursery", *names]
        self._environment = environment
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """Its process, while it runs."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self, names: Sequence[str], environment: Mapping[str, str], log: Path) -> ForkedProcess:
        """Start a process with these services; OSError when the nursery is gone: the next call starts another."""
        line = self._line
        if line is None or self.pid is None:
            self.stop()
            line = self._launch()
        request = {"names": list(names), "environment": dict(environment), "log": str(log)}
        theirs, ours = os.pipe()
        stdin = os.fdopen(ours, "wb", buffering=0)
        try:
            socket.send_fds(line, [json.dumps(request).encode()], [theirs])
            answer = line.recv(100)
            if not answer:
                raise OSError("the nursery has ended")
            return ForkedProcess(int(answer), stdin)
        except BaseException:
            stdin.close()
            raise
        finally:
            os.close(theirs)

    def stop(self) -> None:
        """End the nursery; the processes that it has started go on."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._line = self._process = None

    def _launch(self) -> socket.socket:
        line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own command line
                self._command,
                env=dict(self._environment),
                stdin=theirs.fileno(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._line = line
        return line


def main() -> None:
    """Import the services, then fork a process for each request."""
    import anyio  # noqa: PLC0415 - the services' modules are many; the stack does without

    from kibitz.stack.worker import load, work  # noqa: PLC0415 - as above
    from shared.formats.registry import formats  # noqa: PLC0415 - as above

    services = {name: load(name) for name in sys.argv[1:]}
    # What would be imported later: readers and writers of formats, and what FastStream's event loop is made of.
    for part in (part for form in formats() for part in (form.reader, form.writer, form.updater) if part is not None):
        part()
    anyio.run(anyio.sleep, 0)
    warm_up()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    # What is frozen is not looked at by later collections, so its pages stay shared.
    gc.freeze()
    line = socket.socket(fileno=0)
    while True:
        data, descriptors, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not data:
            return
        (stdin,) = descriptors
        if (pid := os.fork()) == 0:
            line.detach()
            request = json.loads(data)
            _become(stdin, request["environment"], request["log"])
            work([services[name] for name in request["names"]])
            return
        os.close(stdin)
        line.send(str(pid).encode())


def warm_up() -> None:
    """Read and write an example of every message, and of every format: what that makes once is shared, too."""
    from contracts.messages import EventMerged  # noqa: PLC0415 - as in `main`
    from contracts.registry import SUBJECTS  # noqa: PLC0415
    from services.export.domain.formats import exported  # noqa: PLC0415
    from shared.bus.wire import decode, encode  # noqa: PLC0415

    for kind in {subject.message for subject in SUBJECTS}:
        message = decode(kind, files("contracts").joinpath("examples", f"{kind.__name__}.json").read_bytes())
        encode(message)
        if isinstance(message, EventMerged):
            for form in exported().values():
                if form.holds(message):
                    form.render(message)


def _become(stdin: int, environment: Mapping[str, str], log: str) -> None:
    """Be a process of its own, as one that was started by a command."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    for source, target in ((stdin, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    for descriptor in (stdin, output):
        if descriptor > 2:
            os.close(descriptor)


if __name__ == "__main__":
    main()
