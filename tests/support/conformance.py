"""Sessions of `clients/conformance`: a server that plays one, and what the client on the other side must show.

A client is a function that follows one channel and tells each state, as a program in another language would by lines
of JSON: `{"epoch", "seq", "stale", "rows", "meta"}`, and at its end `{"ended": code}`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from contracts.feed import SUBPROTOCOL
from tests.support.time_limits import scaled

FOLDER = Path(__file__).resolve().parents[2] / "clients/conformance/sessions"
SESSIONS = sorted(path.stem for path in FOLDER.glob("*.json"))

START = 10.0
"""Seconds for a client to open its first line."""

State = Mapping[str, Any]
Client = Callable[[str, str, Mapping[str, Any]], AsyncIterator[State]]
"""Takes the address of the feed, the channel, and how it is followed: `filter` and `wait`."""


class Failed(AssertionError):
    """The client did not do what the session says."""


@dataclass
class Stage:
    """Both sides of a session: the lines that were opened, and what the client has shown."""

    opened: asyncio.Queue[ServerConnection] = field(default_factory=asyncio.Queue)
    shown: list[State] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, line: ServerConnection) -> None:
        self.opened.put_nowait(line)
        await line.wait_closed()

    async def watch(self, states: AsyncIterator[State]) -> None:
        async for state in states:
            self.shown.append(state)
            self.news.set()

    async def sees(self, wanted: Callable[[State], bool]) -> None:
        """Wait until the newest state is this one."""
        while not (self.shown and wanted(self.shown[-1])):
            self.news.clear()
            await self.news.wait()


async def play(name: str, client: Client, *, seconds: float = 5.0) -> None:
    """Play a session with a client.

    Raises:
        Failed: it did something else than the session says, or did nothing for so many seconds.
    """
    session = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    stage = Stage()
    wish = {key: session[key] for key in ("filter", "wait") if key in session}
    async with serve(stage.take, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:  # type: ignore[list-item]
        port = next(iter(server.sockets)).getsockname()[1]
        watching = asyncio.create_task(stage.watch(client(f"ws://127.0.0.1:{port}/v1/feed", session["channel"], wish)))
        step: Mapping[str, Any] = {}
        try:
            line, request = None, None
            for step in session["steps"]:
                async with asyncio.timeout(scaled(seconds if line else START)):
                    line, request = await _done(step, stage, line, request)
            await _says_nothing_more(line)
        except (TimeoutError, ConnectionClosed) as error:
            shown = stage.shown[-1] if stage.shown else "nothing"
            raise Failed(f"{name}: waiting for {json.dumps(step)[:300]}, and the client shows {shown}") from error
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
    _shows_nothing_else(name, session, stage)


async def _done(
    step: Mapping[str, Any], stage: Stage, line: ServerConnection | None, request: int | None
) -> tuple[ServerConnection | None, int | None]:
    """Do one step; the line after it, and the id of the client's last request."""
    if "accept" in step:
        return await stage.opened.get(), None
    if "shows" in step:
        await stage.sees(lambda state: not state.get("stale", True) and _same(state, step["shows"]))
    elif "stale" in step:
        await asyncio.sleep(0.05)
        await stage.sees(lambda state: state.get("stale") is True)
    elif "ends" in step:
        await stage.sees(lambda state: state.get("ended") == step["ends"])
    elif line is not None and "receive" in step:
        heard = json.loads(await line.recv())
        missing = {key: value for key, value in step["receive"].items() if heard.get(key) != value}
        if missing or not heard.keys().isdisjoint(step.get("without", ())):
            raise Failed(f"the client says {heard}, expected {json.dumps(step)}")
        return line, heard["id"]
    elif line is not None and "send" in step:
        message = {key: request if value == "$id" else value for key, value in step["send"].items()}
        await line.send(json.dumps(message))
    elif line is not None and "close" in step:
        await line.close(step["close"], "because")
    elif line is not None:
        await asyncio.sleep(0.05)
        line.transport.abort()
    return line, request


async def _says_nothing_more(line: ServerConnection | None) -> None:
    """The client has no reason to say anything at the end of a session but that it leaves."""
    with suppress(TimeoutError, ConnectionClosed):
        async with asyncio.timeout(scaled(0.05)):
            while line is not None:
                if json.loads(await line.recv())["type"] != "unsubscribe":
                    raise Failed("the client says something that there was no reason for")


def _same(state: State, wanted: Mapping[str, Any]) -> bool:
    # As JSON, in which true is not 1.
    return all(json.dumps(state[key], sort_keys=True) == json.dumps(wanted[key], sort_keys=True) for key in wanted)


def _shows_nothing_else(name: str, session: Mapping[str, Any], stage: Stage) -> None:
    """What the client has called up to date is one of the session's tables: nothing half done, nothing wrong."""
    tables = [step["shows"] for step in session["steps"] if "shows" in step]
    for state in stage.shown:
        if not state.get("stale", True) and not any(_same(state, table) for table in tables):
            raise Failed(f"{name}: the client shows {state}")
