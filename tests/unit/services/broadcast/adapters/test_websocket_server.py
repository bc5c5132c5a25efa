import asyncio
import json
import time
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from contracts.feed import SUBPROTOCOL, CloseCode
from kibitz_client.replica import Replica
from services.broadcast.adapters.connection import form_of
from services.broadcast.domain.access import Access
from services.broadcast.domain.payload import Form
from shared.errors import OperationFailed
from tests.support.feed import CHANNEL, table
from tests.support.sockets import get, reader, serving, subscribe, until
from tests.support.time_limits import scaled

MANY = {str(pair): pair for pair in range(300)}


async def closed_with(client: ClientConnection) -> tuple[int, list[str]]:
    """The code that the server gives, and the types of what came before."""
    heard: list[str] = []
    async with asyncio.timeout(scaled(5)):
        try:
            while True:
                heard.append(json.loads(await client.recv())["type"])
        except ConnectionClosed as gone:
            return (gone.rcvd.code if gone.rcvd else 1006), heard


async def test_a_client_is_welcomed_gets_the_table_and_then_what_changes() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with reader(server) as client:
            assert client.subprotocol == "standings.v1+json"
            await subscribe(client, CHANNEL)
            assert [message["type"] for message in await until(client, "synced")] == [
                "welcome",
                "subscribed",
                "snapshot",
                "synced",
            ]
            hub.update(CHANNEL, table({"1": 51}), "E1", 2)
            (delta,) = await until(client, "delta")
            assert (delta["from"], delta["seq"], delta["cells"]) == (1, 2, {"total": [[0], ["51"]]})


@pytest.mark.parametrize("compression", ["deflate", None])
async def test_plain_and_deflated_clients_read_the_same(compression: str | None) -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table(MANY), "E1", 1)
        async with reader(server, compression=compression) as client:
            await subscribe(client, CHANNEL)
            heard = await until(client, "synced")
            assert len([key for message in heard for key in message.get("rows", {})]) == 300
            extensions = client.response.headers.get("Sec-WebSocket-Extensions")  # type: ignore[union-attr]
            assert (extensions is not None) == (compression is not None)


async def test_a_server_that_does_not_compress_does_not_offer_it() -> None:
    async with serving(options={"compress": False}) as (_hub, server), reader(server) as client:
        await until(client, "welcome")
        assert "Sec-WebSocket-Extensions" not in client.response.headers  # type: ignore[union-attr]


async def test_a_client_with_a_small_window_is_sent_plain_frames() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table(MANY), "E1", 1)
        for bits, form in ((9, Form.PLAIN), (14, Form.PLAIN), (15, Form.DEFLATED), (None, Form.DEFLATED)):
            window = ClientPerMessageDeflateFactory(server_max_window_bits=bits)
            async with reader(server, compression=None, extensions=[window]) as client:
                await subscribe(client, CHANNEL)
                assert (await until(client, "synced"))[-1]["seq"] == 1
                (connection,) = server._admission.readers
                assert form_of(connection) is form, bits
            while server._admission.readers:
                await asyncio.sleep(0.005)


async def test_compression_keeps_no_context_on_either_side() -> None:
    async with serving() as (_hub, server), reader(server) as client:
        extensions = client.response.headers["Sec-WebSocket-Extensions"]  # type: ignore[union-attr]
        assert "server_no_context_takeover" in extensions
        assert "client_no_context_takeover" in extensions
        await client.send('{"type":"ping","id":1}')
        assert [message["type"] for message in await until(client, "pong")] == ["welcome", "pong"]


@pytest.mark.parametrize("offered", [["standings.v2+json"], ["graphql-ws"], None])
async def test_another_version_of_the_protocol_is_refused_with_a_code(offered: list[str] | None) -> None:
    async with serving() as (_hub, server):
        with pytest.raises(InvalidStatus) as refused:
            await reader(server, subprotocols=offered)
        assert refused.value.response.status_code == 400
        assert json.loads(refused.value.response.body)["code"] == 4406


async def test_a_newer_client_that_also_speaks_this_version_is_taken() -> None:
    offered = ["standings.v2+json", "standings.v1+json"]
    async with serving() as (_hub, server), reader(server, subprotocols=offered) as client:
        assert client.subprotocol == "standings.v1+json"


async def test_the_address_of_the_feed_without_a_websocket_says_what_it_needs() -> None:
    async with serving() as (_hub, server):
        assert (await get(server, "/v1/feed")).status == 426


async def test_a_token_in_the_header_opens_the_feed_and_without_one_it_is_closed() -> None:
    async with serving(access=Access(tokens=frozenset({"reader-one"}))) as (_hub, server):
        async with reader(server, additional_headers={"Authorization": "Bearer reader-one"}) as client:
            await until(client, "welcome")
        with pytest.raises(InvalidStatus) as refused:
            await reader(server)
        assert refused.value.response.status_code == 401


async def test_a_page_of_another_origin_is_refused() -> None:
    async with serving() as (_hub, server):
        with pytest.raises(InvalidStatus) as refused:
            await reader(server, origin="https://evil.example")
        assert refused.value.response.status_code == 403


async def test_a_page_under_a_name_of_its_own_is_refused() -> None:
    async with serving() as (_hub, server):
        fields = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        fields |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": SUBPROTOCOL}
        refused = await get(server, "/v1/feed", Host="evil.example", Origin="http://evil.example", **fields)
        assert refused.status == 421


async def test_who_says_nothing_is_sent_away() -> None:
    async with serving(limits={"first_message": 0.1}) as (_hub, server), reader(server) as client:
        assert await closed_with(client) == (CloseCode.NOTHING_SAID, ["welcome", "bye"])


async def test_a_message_above_the_limit_is_too_big() -> None:
    async with serving() as (_hub, server), reader(server) as client:
        await client.send("x" * 4097)
        assert (await closed_with(client))[0] == CloseCode.TOO_BIG


async def test_a_bomb_of_zeros_is_too_big_as_well() -> None:
    async with serving() as (_hub, server), reader(server) as client:
        await client.send("0" * 5_000_000)
        assert (await closed_with(client))[0] == CloseCode.TOO_BIG


@pytest.mark.parametrize("said", [b"binary", "no json"])
async def test_nonsense_ends_the_connection(said: str | bytes) -> None:
    async with serving() as (_hub, server), reader(server) as client:
        await client.send(said)
        assert await closed_with(client) == (CloseCode.BAD_MESSAGE, ["welcome", "bye"])


@pytest.mark.parametrize(
    "frame", [b"\x81\x05hello", b"\xf1\x80\x00\x00\x00\x00", b"\x83\x80\x00\x00\x00\x00", b"\x81\xff" + b"\xff" * 12]
)
async def test_wrong_frames_end_the_connection_and_hurt_nobody(frame: bytes) -> None:
    """Not masked, with a reserved bit, with a reserved opcode, with an impossible length."""
    async with serving() as (_hub, server), reader(server) as healthy:
        async with reader(server) as client:
            client.transport.write(frame)
            code, _heard = await closed_with(client)
            assert code in (1002, 1009)
        await healthy.send('{"type":"ping","id":1}')
        await until(healthy, "pong")


async def test_a_reconnecting_client_gets_what_it_missed_in_one_delta_or_nothing() -> None:
    async with serving() as (hub, server):
        replica = Replica(CHANNEL)
        for seq in (1, 2, 3):
            hub.update(CHANNEL, table({"1": seq, "2": 9}), "E1", seq)
        async with reader(server) as client:
            await subscribe(client, CHANNEL, resume={"epoch": "E1", "seq": 1})
            subscribed, delta, _synced = (await until(client, "synced"))[1:]
            assert (subscribed["recovered"], delta["from"], delta["seq"]) == (True, 1, 3)
            assert delta["cells"].keys() == {"total"}
        async with reader(server) as client:
            await subscribe(client, CHANNEL, resume={"epoch": "E1", "seq": 3})
            assert [message["type"] for message in (await until(client, "synced"))[1:]] == ["subscribed", "synced"]
        assert replica.position is None


async def test_resuming_from_before_a_gap_or_another_epoch_brings_a_snapshot() -> None:
    async with serving(limits={"ring_deltas": 2}) as (hub, server):
        for seq in (1, 2, 3, 4):
            hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        for epoch, seq in (("E1", 1), ("E1", 9), ("E0", 4)):
            async with reader(server) as client:
                await subscribe(client, CHANNEL, resume={"epoch": epoch, "seq": seq})
                heard = await until(client, "synced")
                assert [message["type"] for message in heard] == ["welcome", "subscribed", "snapshot", "synced"]
                assert heard[1]["recovered"] is False


async def test_heartbeats_come_on_their_own() -> None:
    async with serving(limits={"heartbeat": 0.05}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with reader(server) as client:
            await subscribe(client, CHANNEL)
            heard = await until(client, "heartbeat")
            assert heard[-1]["seq"] == 1
            assert heard[-1]["sourceAgeMs"] >= 0


@pytest.mark.slow
async def test_a_client_that_answers_no_ping_is_dropped() -> None:
    async with serving(options={"ping_interval": 0.1, "ping_timeout": 0.1}) as (_hub, server):
        async with reader(server) as client:
            await until(client, "welcome")
            client.protocol.send_frame = lambda frame: None  # type: ignore[method-assign, assignment]
            assert await closed_with(client) == (CloseCode.NO_PONG, ["bye"])
        async with reader(server) as client:
            client.transport.pause_reading()
            await asyncio.sleep(0.8)
            assert sum(server.readers().values()) == 0
            client.transport.abort()


@pytest.mark.slow
async def test_a_quiet_client_that_answers_pings_stays() -> None:
    quick = {"ping_interval": 0.1, "ping_timeout": 0.1}
    async with serving(options=quick) as (_hub, server), reader(server) as client:
        await asyncio.sleep(0.7)
        await client.send('{"type":"ping","id":1}')
        await until(client, "pong")


@pytest.mark.slow
async def test_a_process_that_stood_still_drops_nobody_who_answers() -> None:
    quick = {"ping_interval": 0.2, "ping_timeout": 0.2, "sweep": 0.05}
    async with serving(options=quick) as (_hub, server), reader(server) as first, reader(server) as second:
        for stands_still in (0.5, 0.7, 1.1):
            time.sleep(stands_still)  # The loop itself is to stand still, and both ends with it
            await asyncio.sleep(0.3)
        for client in (first, second):
            await client.send('{"type":"ping","id":1}')
            await until(client, "pong")


async def test_a_process_that_stood_still_gives_a_new_client_its_time_to_speak() -> None:
    async with serving(limits={"first_message": 0.5}) as (hub, server), reader(server) as client:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        await until(client, "welcome")
        time.sleep(1.0)
        await asyncio.sleep(0.1)
        await subscribe(client, CHANNEL)
        await until(client, "synced")
        assert hub.missed > 0.5


async def test_too_many_readers_are_asked_to_come_back() -> None:
    async with serving(most_readers=2) as (hub, server):
        async with reader(server), reader(server) as second:
            with pytest.raises(InvalidStatus) as refused:
                await reader(server)
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["Retry-After"] == "5"
            assert (await get(server, "/healthz")).status == 200
            await second.close()
            await asyncio.sleep(0.05)
            async with reader(server) as third:
                await until(third, "welcome")
        assert hub.counts["closed_1013"] == 1


async def test_too_many_sockets_are_cut_off_and_room_is_made_when_one_leaves() -> None:
    async with serving(options={"sockets": 2}) as (_hub, server):
        async with reader(server), reader(server):
            with pytest.raises((InvalidHandshake, OSError, EOFError)):
                await reader(server)
        await asyncio.sleep(0.05)
        async with reader(server) as client:
            await until(client, "welcome")


async def test_everybody_is_told_to_come_back_at_different_times_when_the_service_stops() -> None:
    async with serving(options={"reconnect_spread": 4.0}) as (_hub, server):
        clients = [await reader(server) for _ in range(4)]
        for client in clients:
            await until(client, "welcome")
        stopping = asyncio.create_task(server.stop())
        times = []
        for client in clients:
            (bye,) = await until(client, "bye")
            assert bye["reconnect"]
            times.append(bye["retryAfterMs"])
            assert (await closed_with(client))[0] == CloseCode.GOING_AWAY
        await stopping
        assert sorted(times) == [0, 1000, 2000, 3000]


async def test_several_processes_may_share_a_port_if_they_are_told_to() -> None:
    async with serving(options={"reuse_port": True}) as (_hub, first):
        async with serving(options={"reuse_port": True, "port": first.port}) as (_hub, second):
            assert second.port == first.port
        with pytest.raises(OperationFailed, match="in use"):
            async with serving(options={"port": first.port}):
                """It is not reached."""


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_a_client_that_does_not_read(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with serving(options={"grace": 0.2}) as (hub, server):
        hub.update(CHANNEL, table(MANY), "E1", 1)
        client = await reader(server)
        client.transport.pause_reading()
        async with asyncio.timeout(scaled(2)):
            await server.stop()
        client.transport.abort()
        assert "cutting off those that do not leave" in [record.message for record in caplog.records]
        assert server.readers() == {"live": 0, "lagging": 0, "closed": 0, "http": 0}


async def test_one_delivery_that_fails_does_not_stop_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with reader(server) as client:
            await subscribe(client, CHANNEL)
            await until(client, "synced")
            view = hub.view(CHANNEL)
            real, failures = view.delta, iter([ZeroDivisionError()])

            def delta(*given: Any, **named: Any) -> Any:
                for failure in failures:
                    raise failure
                return real(*given, **named)

            monkeypatch.setattr(view, "delta", delta)
            hub.update(CHANNEL, table({"1": 51}), "E1", 2)
            assert server.alive
            assert (await until(client, "delta"))[-1]["seq"] == 2


async def test_before_the_start_there_is_no_port_and_nothing_is_alive() -> None:
    async with serving() as (_hub, server):
        assert server.alive
        await server.stop()
        assert not server.alive
        with pytest.raises(RuntimeError, match="not been started"):
            _ = server.port


@pytest.mark.slow
async def test_an_event_of_five_thousand_pairs_goes_through_whole_and_when_all_of_it_moves() -> None:
    pairs = {str(pair): pair for pair in range(5000)}
    async with serving(limits={"lag_seconds": 3.0}) as (hub, server):
        hub.update(CHANNEL, table(pairs), "E1", 1)
        async with reader(server) as client, reader(server, compression=None) as plain:
            for each in (client, plain):
                await subscribe(each, CHANNEL, encoding="columns")
                heard = await until(each, "synced")
                parts = [message for message in heard if message["type"] == "snapshot"]
                assert len(parts) > 3
                assert len({key for part in parts for key in part["rows"]}) == 5000
            hub.update(CHANNEL, table({key: 10_000 - value for key, value in pairs.items()}), "E1", 2)
            for each in (client, plain):
                changed: list[str] = []
                while len(changed) < 5000:
                    changed += (await until(each, "delta"))[-1]["cells"]["total"][1]
                assert sorted(changed) == sorted(str(10_000 - value) for value in pairs.values())
            assert server.readers()["live"] + server.readers()["lagging"] == 2
