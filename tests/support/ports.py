"""Ports of this machine that are free now."""

import socket
from contextlib import ExitStack


def free_ports(count: int) -> list[int]:
    """Different ports that are free now."""
    with ExitStack() as held:
        return [_bound(held.enter_context(socket.socket()), 0) for _ in range(count)]


def free_port() -> int:
    """A port that is free now."""
    return free_ports(1)[0]


def free_port_pair() -> int:
    """A port that is free, and so is the one after it."""
    for _ in range(200):
        with socket.socket() as first, socket.socket() as second:
            port = _bound(first, 0)
            try:
                _bound(second, port + 1)
            except (OSError, OverflowError):
                continue
            return port
    raise RuntimeError("no two free ports in a row")


def _bound(probe: socket.socket, port: int) -> int:
    probe.bind(("127.0.0.1", port))
    number: int = probe.getsockname()[1]
    return number
