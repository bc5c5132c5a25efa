import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from services.broadcast.adapters.websocket_server import FeedServer
from tests.support.feed import CHANNEL, table
from tests.support.sockets import serving
from tests.support.time_limits import scaled


async def test_a_stream_of_events_begins_with_the_present_and_goes_on_with_each_change() -> None:
    async with serving(options={"sweep": 60.0}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 3)
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
        outgoing.write(f"GET /v1/channels/{CHANNEL}/events HTTP/1.1\r\nHost: feed.test\r\n\r\n".encode())
        async with asyncio.timeout(scaled(5)):
            head = await incoming.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 OK\r\n")
            assert b"content-type: text/event-stream; charset=utf-8\r\n" in head.lower()
            assert b'"seq":3' in await incoming.readuntil(b'"synced"')
            hub.update(CHANNEL, table({"1": 60}), "E1", 4)
            assert b'"60"' in await incoming.readuntil(b'"60"')
        assert hub.followed() == {CHANNEL}
        outgoing.close()
        async with asyncio.timeout(scaled(5)):
            while hub.followed():
                await asyncio.sleep(0.005)


MANY = {str(pair): pair for pair in range(400)}


def filling(seq: int) -> dict[str, int]:
    """Totals of 60 digits: a delta of all of them is about 25 KB."""
    return {key: value + 10**60 * seq for key, value in MANY.items()}


async def following(server: FeedServer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A reader of events to whom they are not sent in chunks."""
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
    outgoing.write(f"GET /v1/channels/{CHANNEL}/events HTTP/1.0\r\nHost: feed.test\r\n\r\n".encode())
    await incoming.readuntil(b'"synced"')
    return incoming, outgoing


@pytest.mark.slow
async def test_a_reader_of_events_that_stops_reading_is_dropped_and_its_memory_is_bounded() -> None:
    async with serving(limits={"lag_seconds": 0.4}, options={"grace": 0.2}) as (hub, server):
        hub.update(CHANNEL, table(filling(0)), "E1", 1)
        _incoming, outgoing = await following(server)
        (reader,) = server._admission.readers
        outgoing.transport.pause_reading()  # type: ignore[attr-defined]
        seq, most = 1, 0
        async with asyncio.timeout(scaled(5)):
            while not hub.counts["closed_4008"]:
                seq += 1
                hub.update(CHANNEL, table(filling(seq)), "E1", seq)
                most = max(most, reader.unsent())  # type: ignore[attr-defined]
                await asyncio.sleep(0.01)
        assert seq > 20
        assert most <= 2 * hub.limits.lag_bytes
        await asyncio.sleep(0.4)
        assert sum(server.readers().values()) == 0
        outgoing.transport.abort()


@pytest.mark.slow
async def test_a_reader_of_events_that_pauses_is_caught_up_in_one_step_and_told_the_code_at_the_end() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table(filling(0)), "E1", 1)
        incoming, outgoing = await following(server)
        await incoming.readuntil(b"\n\n")
        outgoing.transport.pause_reading()  # type: ignore[attr-defined]
        for seq in range(2, 60):
            hub.update(CHANNEL, table(filling(seq)), "E1", seq)
            await asyncio.sleep(0.01)
        assert server.readers()["lagging"] == 1
        outgoing.transport.resume_reading()  # type: ignore[attr-defined]
        deltas: list[dict[str, Any]] = []
        incoming._limit = 2**20  # type: ignore[attr-defined]
        async with asyncio.timeout(scaled(5)):
            while not deltas or deltas[-1]["seq"] < 59:
                data = (await incoming.readuntil(b"\n\n")).partition(b"data: ")[2]
                deltas += [message for message in [json.loads(data)] if message["type"] == "delta"]
        assert len({delta["seq"] for delta in deltas}) < 50
        stopping = asyncio.create_task(server.stop())
        with suppress(asyncio.IncompleteReadError):
            assert b'"code":1001' in await incoming.readuntil(b"\n\n")
            assert await incoming.read() == b"", "the stream ends"
        await stopping


async def test_a_stream_of_a_channel_that_was_let_go_of_meanwhile_ends_with_its_code() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 3)
        hub.join = lambda *_: None  # type: ignore[method-assign, assignment]
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
        outgoing.write(f"GET /v1/channels/{CHANNEL}/events HTTP/1.1\r\nHost: feed.test\r\n\r\n".encode())
        async with asyncio.timeout(scaled(5)):
            assert b'"code":4404' in await incoming.read()
        assert sum(server.readers().values()) == 0
