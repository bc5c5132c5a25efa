"""Ports of this machine that are free now."""

import random
import socket
from contextlib import ExitStack

# Below the ports that systems give to outgoing connections (32768 and up on Linux): one of those can be taken by any
# connection before the server of a test has it, even by the test's own attempt to connect to it.
_FROM, _TO = 10_000, 32_700

_CHANCE = random.SystemRandom()


def free_port() -> int:
    """A port that is free now."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Ports in a row that are free now."""
    for _ in range(200):
        first = _CHANCE.randrange(_FROM, _TO)
        with ExitStack() as held:
            try:
                for port in range(first, first + count):
                    held.enter_context(socket.socket()).bind(("127.0.0.1", port))
            except OSError:
                continue
            return list(range(first, first + count))
    raise RuntimeError("no free ports")
