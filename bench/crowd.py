"""Many clients in one process: raw sockets that read, count and throw away.

`python -m bench.crowd URL CLIENTS [CHANNEL] [deflated]` follows a channel of a feed, by default the list of events. A
URL of `tcp` has sockets that only read, for the floor. When everybody is connected it prints `connected`, and for each
line of standard input what has come so far; at its end it ends.
"""

import json
import selectors
import socket
import sys
from urllib.parse import urlsplit

from contracts.feed import EVENTS_CHANNEL, SUBPROTOCOL, Encoding

PONG = bytes([0x8A, 0x80, 0, 0, 0, 0])
"""An empty pong. A mask of zeros leaves a payload as it is (RFC 6455, section 5.3)."""

PING = 0x89
BUFFER = bytearray(1 << 20)


class Client:
    """A connection that is read from, frame by frame.

    Attributes:
        frames: data frames that have come to their end.
    """

    __slots__ = ("frames", "left", "line", "start")

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.frames = 0
        self.left = 0
        self.start = b""

    def read(self) -> int:
        """Read what there is; how many bytes, 0 at the end."""
        size = self.line.recv_into(BUFFER)
        if size <= self.left:
            self.left -= size
            return size
        data = self.start + bytes(memoryview(BUFFER)[self.left : size])
        at, end, self.start, self.left = 0, len(data), b"", 0
        while at < end:
            head = _head_of(data, at)
            if head is None:
                self.start = data[at:]
                break
            first, at = head[0], at + head[1] + head[2]
            if first == PING:
                self.line.send(PONG)
            self.frames += first & 0x0F <= 2
        self.left = max(0, at - end)
        return size


def _head_of(data: bytes, at: int) -> tuple[int, int, int] | None:
    """First byte, size of the head and size of the payload of a frame; None when the head is not whole."""
    if at + 2 > len(data):
        return None
    size, more = data[at + 1], {126: 2, 127: 8}.get(data[at + 1], 0)
    if at + 2 + more > len(data):
        return None
    return data[at], 2 + more, int.from_bytes(data[at + 2 : at + 2 + more]) if more else size


def connected(url: str, channel: str, *, deflated: bool) -> Client:
    """A client that has asked for a channel."""
    parts = urlsplit(url)
    line = socket.create_connection((parts.hostname, parts.port))
    client = Client(line)
    if parts.scheme != "tcp":
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if deflated else ""
        line.sendall(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n{extension}\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(4096)
        if not head.startswith(b"HTTP/1.1 101"):
            raise SystemExit(head.decode("latin-1"))
        client.start = head.partition(b"\r\n\r\n")[2]
        wish = {"type": "subscribe", "id": 1, "channel": channel, "encoding": Encoding.COLUMNS.value}
        text = json.dumps(wish).encode()
        line.sendall(bytes([0x81, 0x80 | 126]) + len(text).to_bytes(2) + bytes(4) + text)
    line.setblocking(False)
    return client


class Crowd:
    """All clients, and what they have read.

    Attributes:
        bytes_read: by all of them.
    """

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.clients: list[Client] = []
        self.bytes_read = 0

    def add(self, client: Client) -> None:
        self.clients.append(client)
        self.selector.register(client.line, selectors.EVENT_READ, client)

    def read(self, timeout: float | None) -> bool:
        """Read from whoever has something; whether standard input has something too."""
        spoken_to = False
        for key, _ in self.selector.select(timeout):
            if key.data is None:
                spoken_to = True
                continue
            try:
                size = key.data.read()
            except BlockingIOError:
                continue
            except OSError:
                size = 0
            if not size:
                self.selector.unregister(key.data.line)
            self.bytes_read += size
        return spoken_to

    def report(self) -> dict[str, int]:
        """Frames and bytes so far, and how many connections are open."""
        return {
            "frames": sum(client.frames for client in self.clients),
            "bytes": self.bytes_read,
            "open": sum(key.data is not None for key in self.selector.get_map().values()),
        }


def main(url: str, clients: int, channel: str, *, deflated: bool) -> None:
    everybody = Crowd()
    for _ in range(clients):
        everybody.add(connected(url, channel, deflated=deflated))
        everybody.read(0)
    print("connected", flush=True)
    commands = sys.stdin.buffer.raw  # type: ignore[union-attr]
    everybody.selector.register(commands, selectors.EVENT_READ)
    while True:
        if everybody.read(None):
            if not commands.read(100):
                return
            print(json.dumps(everybody.report()), flush=True)


if __name__ == "__main__":
    address, count, *more = sys.argv[1:]
    main(address, int(count), more[0] if more else EVENTS_CHANNEL, deflated="deflated" in more)
