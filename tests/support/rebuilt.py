"""What a server shows of its events, byte for byte, and a bus of which everything was deleted."""

import asyncio
import contextlib
import json
import urllib.request
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.error import HTTPError

import nats
from nats.js.client import JetStreamContext

from tests.support.stack import Stack
from tests.support.time_limits import scaled

T = TypeVar("T")


def shown(stack: Stack) -> dict[str, Any]:
    """Standings, seats, officialness and every exported file of all events."""
    found: dict[str, Any] = {}
    for event in sorted(stack.get("/v1/events")["rows"]):
        address = f"/v1/events/{event}"
        for table in ("standings", "seats"):
            # An event may have no seats.
            with contextlib.suppress(HTTPError):
                answer = stack.get(f"{address}/{table}")
                found[f"{event} {table}"] = {part: answer[part] for part in ("rows", "meta")}
        for file in stack.get(f"{address}/files", timeout=30)["files"]:
            with urllib.request.urlopen(f"{stack.page}{address}/files/{file['format']}", timeout=scaled(30)) as reply:
                found[f"{event} {file['format']}"] = reply.read()
    digests = ("scoring.standings.published.v1", "SCORED"), ("seating.round.assigned.v1", "SEATED")
    for subject, stream in digests:
        found |= on_the_bus(stack, lambda js, subject=subject, stream=stream: _digests(js, stream, subject))
    return found


def delete_everything(stack: Stack) -> list[str]:
    """Delete all streams, those of the buckets included; their names."""

    async def delete(js: JetStreamContext) -> list[str]:
        names = [str(info.config.name) for info in await js.streams_info()]
        for name in names:
            await js.delete_stream(name)
        return names

    return on_the_bus(stack, delete)


def on_the_bus(stack: Stack, work: Callable[[JetStreamContext], Awaitable[T]]) -> T:
    async def worked() -> T:
        client = await nats.connect(stack.state()["nats"])
        try:
            return await work(client.jetstream())
        finally:
            await client.close()

    return asyncio.run(worked())


async def _digests(js: JetStreamContext, stream: str, subject: str) -> dict[str, str]:
    info = await js.stream_info(stream, subjects_filter=f"{subject}.>")
    last = {name: await js.get_last_msg(stream, name) for name in info.state.subjects or {}}
    return {name: str(json.loads(message.data or b"{}")["digest"]) for name, message in last.items()}
