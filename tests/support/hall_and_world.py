"""A hall and its public server, as two `kibitz up`, with a way between them that can be cut, and followers of both."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

from typer.testing import CliRunner
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from bench.files import parts
from kibitz.cli import app
from kibitz_client.sending import send
from tests.support.ports import free_ports
from tests.support.severed import Way, Ways
from tests.support.stack import Stack, wait_until
from tests.support.time_limits import scaled

EVENT = "lanternlight"


@dataclass
class Follower:
    """Follows the standings of the event on one connection, from `__enter__` to `__exit__`.

    Attributes:
        seen: when each position was reached, by its sequence.
        gaps: updates that did not begin at the position that was held.
        restarts: snapshots after the first.
    """

    feed: str
    seen: dict[int, float] = field(default_factory=dict)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    restarts: int = 0
    position: int = -1
    degraded: bool = False

    def __enter__(self) -> Self:
        self._open = connect(self.feed, subprotocols=[Subprotocol("standings.v1+json")], max_size=None)
        self._socket = self._open.__enter__()
        self._socket.send(json.dumps({"type": "subscribe", "id": 1, "channel": f"evt.{EVENT}.standings"}))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.__exit__(None, None, None)
        self._thread.join(10)

    def _listen(self) -> None:
        for text in self._socket:
            self._take(json.loads(text), time.perf_counter())

    def _take(self, message: dict[str, Any], now: float) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.restarts += self.position >= 0
        elif kind == "delta" and message["from"] != self.position:
            self.gaps.append((self.position, message["from"]))
        if kind in ("snapshot", "delta"):
            self.seen.update(dict.fromkeys(range(self.position + 1, message["seq"] + 1), now))
            self.position = message["seq"]
        self.degraded = message.get("degraded", self.degraded)


@dataclass
class HallAndWorld:
    """Both servers, and the way between them."""

    hall: Stack
    world: Stack
    ways: Ways
    way: Way

    def cut(self) -> Callable[[], None]:
        """Cut the line; what mends it again."""
        return self.ways.cut(self.way)

    def same(self, path: str) -> bool:
        """Whether both answer a path with the same bytes, but for their own address."""
        answers = []
        for stack in (self.hall, self.world):
            with urlopen(stack.page + path, timeout=scaled(10)) as answer:
                answers.append(answer.read().replace(stack.page.encode(), b""))
        return answers[0] == answers[1]

    def wait_until_same(self, *paths: str, patience: float = 30.0) -> None:
        """Wait until they do."""
        for path in paths:
            wait_until(lambda path=path: self.same(path), patience=patience)  # type: ignore[misc]


@contextmanager
def hall_and_world(folder: Path, *allow: str) -> Iterator[HallAndWorld]:
    """Both servers, connected."""
    run, port = CliRunner().invoke, free_ports(1)[0]
    for name in ("hall", "world"):
        (folder / name).mkdir()
    with Ways([Way(port)]) as ways:
        (way,) = ways.ways
        address = f"ws://127.0.0.1:{way.port}/uplink"
        token = ["world", "token", "Old Town", "--address", address, "--port", str(port)]
        made = run(app, [*token, "--data", str(folder / "world/data")])
        assert made.exit_code == 0, made.output
        options = [word for each in allow for word in ("--allow", each)]
        joined = run(app, [*made.output.split()[1:], *options, "--data", str(folder / "hall/data")])
        assert joined.exit_code == 0, joined.output
        both = HallAndWorld(Stack(folder / "hall"), Stack(folder / "world"), ways, way)
        try:
            with ThreadPoolExecutor() as threads:
                list(threads.map(lambda stack: stack.start(), (both.hall, both.world)))
            yield both
        finally:
            both.world.stop()
            both.hall.stop()


def files() -> Iterator[Callable[[Stack], float]]:
    """File after file of one event: each sends itself, and gives the time at which it was sent."""
    for seed in range(1_000):
        for part in parts(seed=seed)[:12]:

            def sent(stack: Stack, data: bytes = part.data, name: str = part.name) -> float:
                began = time.perf_counter()
                assert send(stack.intake, name, data, event=EVENT, timeout=60).taken
                return began

            yield sent
