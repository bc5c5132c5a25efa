"""The floor of the fan-out: a program that writes the same bytes to the same number of sockets, and nothing else.

It is `floor.c`, compiled when it is needed; where there is no compiler, the loop of `os.write` below, which costs a
sixth more. `Floor.kind` says which it was.
"""

import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO, Self


class Floor:
    """A running floor, with as many clients as have been accepted.

    Attributes:
        kind: "c", or "python" where there is no compiler.
        port: where it listens.
    """

    def __init__(self, folder: Path) -> None:
        """Compile it into a folder and start it."""
        compiler = shutil.which("cc")
        self.kind = "c" if compiler else "python"
        command = [sys.executable, "-m", "bench.floor"]
        if compiler:
            command = [str(folder / "floor")]
            source = Path(__file__).with_suffix(".c")
            subprocess.run([compiler, "-O2", "-o", *command, str(source)], check=True)
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self._answer())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def accept(self, clients: int) -> None:
        """Have it accept connections; `accepted` waits until they have come."""
        self._say(b"accept %d\n" % clients)

    def accepted(self) -> None:
        """Wait until everybody has come."""
        self._answer()

    def send(self, frame: bytes, times: int, pause: float) -> float:
        """Seconds of processor time of sending a frame to everybody so many times.

        Raises:
            RuntimeError: some did not take all of it.
        """
        self._say(b"frame %d\n" % len(frame) + frame)
        self._answer()
        self._say(b"send %d %d\n" % (times, pause * 1e6))
        seconds, cut = self._answer().split()
        if int(cut):
            raise RuntimeError(f"{cut.decode()} sends of the floor were cut short: its clients are too slow")
        return float(seconds)

    def _say(self, command: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command)
        self._process.stdin.flush()

    def _answer(self) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def main(commands: BinaryIO) -> None:
    """The same as `floor.c`."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(listening.getsockname()[1], flush=True)
    clients: list[socket.socket] = []
    frame = b""
    while words := commands.readline().split():
        if words[0] == b"accept":
            clients = [listening.accept()[0] for _ in range(int(words[1]))]
            for client in clients:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client.setblocking(False)
            print("accepted", flush=True)
        elif words[0] == b"frame":
            frame = commands.read(int(words[1]))
            print("framed", flush=True)
        else:
            print(
                *_sent([client.fileno() for client in clients], frame, int(words[1]), int(words[2]) / 1e6), flush=True
            )


def _sent(descriptors: list[int], frame: bytes, times: int, pause: float) -> tuple[float, int]:
    began, cut, write = _processor_seconds(), 0, os.write
    for _ in range(times):
        for descriptor in descriptors:
            try:
                cut += write(descriptor, frame) != len(frame)
            except BlockingIOError:
                cut += 1
        time.sleep(pause)
    return _processor_seconds() - began, cut


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(sys.stdin.buffer)
