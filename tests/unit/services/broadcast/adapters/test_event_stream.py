import asyncio

from tests.support.feed import CHANNEL, table
from tests.support.sockets import serving
from tests.support.time_limits import scaled


async def test_a_stream_of_events_begins_with_the_present_and_goes_on_with_each_change() -> None:
    async with serving(options={"sweep": 60.0}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 3)
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
        outgoing.write(f"GET /v1/channels/{CHANNEL}/events HTTP/1.1\r\nHost: feed.example\r\n\r\n".encode())
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
