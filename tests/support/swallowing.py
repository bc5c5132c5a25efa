"""An address that swallows packets, as one behind a firewall does: nobody is refused, and nobody is answered."""

import contextlib
import socket
from collections.abc import Iterator


@contextlib.contextmanager
def swallowing() -> Iterator[str]:
    """The address, at which the queue of connections is full and nobody takes one out."""
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.socket())
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(2):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listening.getsockname())
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
