import asyncio
import socket
from itertools import pairwise

from contracts.feed import CloseCode
from tests.support.feed import CHANNEL, table
from tests.support.sockets import reader, serving, subscribe, until
from tests.support.time_limits import scaled

MANY = {str(pair): pair for pair in range(400)}


def filling(seq: int) -> dict[str, int]:
    return {key: value + 1000 * seq for key, value in MANY.items()}


async def test_the_kernel_keeps_little_for_a_client() -> None:
    async with serving(options={"send_buffer": 32 * 1024}) as (_hub, server), reader(server):
        (connection,) = server._admission.connections
        connected = connection.transport.get_extra_info("socket")
        assert connected.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 32 * 1024


async def test_a_client_that_stops_reading_is_told_and_dropped_and_its_memory_is_bounded() -> None:
    async with serving(limits={"lag_seconds": 0.4}, options={"grace": 0.2}) as (hub, server):
        hub.update(CHANNEL, table(filling(0)), "E1", 1)
        async with reader(server, compression=None) as client:
            await subscribe(client, CHANNEL)
            await until(client, "synced")
            (connection,) = server._admission.connections
            client.transport.pause_reading()
            seq, most = 1, 0
            async with asyncio.timeout(scaled(5)):
                while not hub.counts["closed_4008"]:
                    seq += 1
                    hub.update(CHANNEL, table(filling(seq)), "E1", seq)
                    most = max(most, connection.transport.get_write_buffer_size())
                    await asyncio.sleep(0.01)
            assert seq > 20
            assert most <= 2 * hub.limits.lag_bytes
            await asyncio.sleep(0.4)
            assert sum(server.readers().values()) == 0
            client.transport.abort()


async def test_a_client_that_pauses_for_a_while_is_caught_up_and_told_the_code_if_it_still_reads() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table(filling(0)), "E1", 1)
        async with reader(server, compression=None) as client:
            await subscribe(client, CHANNEL)
            await until(client, "synced")
            client.transport.pause_reading()
            for seq in range(2, 60):
                hub.update(CHANNEL, table(filling(seq)), "E1", seq)
                await asyncio.sleep(0.01)
            assert server.readers()["lagging"] == 1
            client.transport.resume_reading()
            deltas = []
            async with asyncio.timeout(scaled(5)):
                while not deltas or deltas[-1]["seq"] < 59:
                    deltas += await until(client, "delta")
            positions = [(delta["from"], delta["seq"]) for delta in deltas]
            assert all(later[0] in (one[0], one[1]) for one, later in pairwise(positions))
            assert len({seq for _, seq in positions}) < 50
            (connection,) = server._admission.connections
            assert connection.session is not None
            connection.session.close(CloseCode.SLOW_CONSUMER, "test")
            (bye,) = await until(client, "bye")
            assert bye["code"] == 4008
            await client.wait_closed()
            assert client.close_code == 4008


async def test_a_flood_of_pings_that_nobody_reads_the_answers_of_does_not_fill_the_memory() -> None:
    async with serving(limits={"lag_seconds": 0.5}, options={"grace": 0.1}) as (hub, server):
        client = await reader(server)
        (connection,) = server._admission.connections
        client.transport.pause_reading()
        most = 0
        ping = b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125
        async with asyncio.timeout(scaled(5)):
            while not hub.counts["closed_4008"]:
                if client.transport.get_write_buffer_size() < 1_000_000:
                    client.transport.write(ping * 500)
                most = max(most, connection.transport.get_write_buffer_size())
                await asyncio.sleep(0)
        client.transport.abort()
        assert most < 600_000
