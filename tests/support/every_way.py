"""The standings of an event by each way that a server offers them: row ids with place, total and percentage."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import nats
from websockets.asyncio.client import connect

from contracts.feed import SUBPROTOCOL, standings_channel
from contracts.standings_changes.tables import follow, whole_standings
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from kibitz_client import Feed
from tests.support.objects import rows_of, whole
from tests.support.stack import ROOT, Stack
from tests.support.time_limits import scaled

Shown = dict[str, tuple[str | None, str | None, str | None]]


def shown(rows: dict[str, Any]) -> Shown:
    """What every way says of its rows."""
    return {key: (row.get("place"), row.get("total"), row.get("percentage")) for key, row in rows.items()}


def by_http(stack: Stack, event: str) -> Shown:
    """The snapshot."""
    return shown(stack.get(f"/v1/events/{event}/standings")["rows"])


def by_events(stack: Stack, event: str) -> Shown:
    """Server-sent events."""
    address = f"{stack.page}/v1/channels/{standings_channel(event)}/events"
    rows: dict[str, Any] = {}
    with urllib.request.urlopen(address, timeout=scaled(10)) as response:
        for line in response:
            message = json.loads(line[6:]) if line.startswith(b"data: ") else {}
            rows |= message.get("rows", {})
            if message.get("type") == "synced":
                return shown(rows)
    raise AssertionError("the stream ended without a snapshot")


def by_websocket(stack: Stack, event: str) -> Shown:
    """The feed, with a plain WebSocket."""

    async def first() -> Shown:
        rows: dict[str, Any] = {}
        async with connect(stack.feed, subprotocols=[SUBPROTOCOL], max_size=None) as socket:  # type: ignore[list-item]
            await socket.send(json.dumps({"type": "subscribe", "id": 1, "channel": standings_channel(event)}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "synced":
                    return shown(rows)
                rows |= message.get("rows", {})
        raise AssertionError("the connection ended without a snapshot")

    return asyncio.run(first())


def by_client(stack: Stack, event: str) -> Shown:
    """The feed, with the client for other programs."""

    async def first() -> Shown:
        async with Feed(stack.feed) as feed:
            async for update in feed.follow(standings_channel(event)):
                return shown({key: dict(row) for key, row in update.table.rows.items()})
        raise AssertionError("the client gave nothing")

    return asyncio.run(first())


def by_bus(stack: Stack, event: str) -> Shown:
    """The last message on the bus and what it is a change of, with a plain NATS client."""

    async def last() -> Shown:
        client = await nats.connect(stack.state()["nats"])
        try:
            js, subject, tables = client.jetstream(), f"scoring.standings.published.v1.{event}", None
            newest = await js.get_last_msg("SCORED", subject)
            seq = json.loads(newest.data or b"").get("changes", {}).get("base", newest.seq)
            while seq <= newest.seq:
                stored = await js.get_msg("SCORED", seq=seq, subject=subject, next=True)
                message = json.loads(stored.data or b"")
                tables, seq = follow(tables, message), stored.seq + 1
        finally:
            await client.close()
        assert tables is not None
        rankings = whole_standings(tables, message)["rankings"]
        return shown({f"{ranking['id']}|{row['id']}": row for ranking in rankings for row in rows_of(ranking["rows"])})

    return asyncio.run(last())


def by_watch(stack: Stack, event: str) -> Shown:
    """`kibitz watch`, as JSON."""
    command = [sys.executable, "-m", "kibitz", "watch", event, "--once", "--json", "--data", str(stack.data)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=scaled(30), check=True)
    return shown(json.loads(said.stdout)["rows"])


def by_export(stack: Stack, event: str, folder: Path) -> Shown:
    """The file that the server writes in USEBIO, read and scored again."""
    with urllib.request.urlopen(f"{stack.page}/v1/events/{event}/files/usebio", timeout=scaled(10)) as response:
        (folder / "back.xml").write_bytes(response.read())
    (back,) = Pipeline([read_file(folder / "back.xml")]).events.values()
    rankings = back.score()[0].standings.rankings
    return shown({f"{one.id}|{row.id}": whole(row) for one in rankings for row in one.rows})
