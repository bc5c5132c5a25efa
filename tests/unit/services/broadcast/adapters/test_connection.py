import asyncio
import json
import socket
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.protocol import State

from contracts.feed import SUBPROTOCOL, CloseCode
from services.broadcast.adapters.connection import (
    MOST_WAITING,
    Admission,
    FeedConnection,
    SocketOutlet,
    form_of,
    write_many,
)
from services.broadcast.domain.payload import Form, Payload
from tests.support.feed import CHANNEL, table
from tests.support.sockets import reader, serving, subscribe, until
from tests.support.time_limits import scaled

MANY = {str(pair): pair for pair in range(400)}


def filling(seq: int) -> dict[str, int]:
    """Totals of 60 digits: a delta of all of them is about 25 KB."""
    return {key: value + 10**60 * seq for key, value in MANY.items()}


async def test_the_kernel_keeps_little_for_a_client() -> None:
    async with serving(options={"send_buffer": 32 * 1024}) as (_hub, server), reader(server):
        (connection,) = server._admission.readers
        connected = connection.transport.get_extra_info("socket")
        assert connected.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * 32 * 1024


@pytest.mark.slow
async def test_a_client_that_stops_reading_is_told_and_dropped_and_its_memory_is_bounded() -> None:
    async with serving(limits={"lag_seconds": 0.4}, options={"grace": 0.2}) as (hub, server):
        hub.update(CHANNEL, table(filling(0)), "E1", 1)
        async with reader(server, compression=None) as client:
            await subscribe(client, CHANNEL)
            await until(client, "synced")
            (connection,) = server._admission.readers
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


@pytest.mark.slow
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
            (connection,) = server._admission.readers
            assert connection.session is not None
            connection.session.close(CloseCode.SLOW_CONSUMER, "test")
            (bye,) = await until(client, "bye")
            assert bye["code"] == 4008
            await client.wait_closed()
            assert client.close_code == 4008


@pytest.mark.slow
async def test_a_flood_of_pings_that_nobody_reads_the_answers_of_does_not_fill_the_memory() -> None:
    async with serving(limits={"lag_seconds": 0.5}, options={"grace": 0.1}) as (hub, server):
        client = await reader(server)
        (connection,) = server._admission.readers
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


def test_a_frame_is_written_to_many_sockets_and_those_that_do_not_take_it_are_named() -> None:
    pairs = [socket.socketpair() for _ in range(4)]
    for sender, _ in pairs:
        sender.setblocking(False)
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    frame = b"x" * 2000
    while not write_many([pairs[1][0].fileno()], frame):
        pass
    pairs[2][1].close()
    assert write_many([sender.fileno() for sender, _ in pairs], frame) == [(1, 0), (2, 0)]
    assert [taker.recv(4096) for _, taker in (pairs[0], pairs[3])] == [frame, frame]
    ((_, written),) = write_many([pairs[0][0].fileno()], b"y" * 1_000_000)
    assert 0 < written < 1_000_000
    for ends in pairs:
        for end in ends:
            end.close()


@pytest.mark.parametrize("compression", [None, "deflate"])
async def test_a_reader_that_keeps_up_is_written_to_without_its_transport(compression: str | None) -> None:
    async with serving() as (hub, server), reader(server, compression=compression) as client:
        hub.update(CHANNEL, table(MANY), "E1", 1)
        await subscribe(client, CHANNEL)
        await until(client, "synced")
        (connection,) = server._admission.readers
        assert connection.outlet is not None
        connection.outlet.push = None  # type: ignore[assignment]
        for seq in range(2, 6):
            hub.update(CHANNEL, table(filling(seq)), "E1", seq)
            (delta,) = await until(client, "delta")
            assert (delta["from"], delta["seq"]) == (seq - 1, seq)


async def test_where_a_socket_is_no_file_everybody_is_written_to_by_the_transport(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("services.broadcast.adapters.connection.DIRECT", False)
    async with serving() as (hub, server), reader(server) as client:
        hub.write_many = None  # type: ignore[assignment]
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        await subscribe(client, CHANNEL)
        await until(client, "synced")
        hub.update(CHANNEL, table({"1": 60}), "E1", 2)
        (delta,) = await until(client, "delta")
        assert delta["seq"] == 2


async def test_a_reader_holds_no_headers_and_nothing_else_that_was_only_asked_for_once() -> None:
    async with serving() as (hub, server), reader(server, additional_headers={"Cookie": "x" * 3000}) as client:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        await subscribe(client, CHANNEL)
        await until(client, "synced")
        (connection,) = server._admission.readers
        assert not hasattr(connection, "__dict__")
        kept = [getattr(connection, name) for name in FeedConnection.__slots__ if name != "transport"]
        assert "xxx" not in repr([kept, vars(connection.protocol)])


async def test_the_answer_to_a_ping_that_does_not_fit_takes_the_line_away_until_it_is_sent() -> None:
    async with serving(options={"sweep": 0.02}) as (hub, server), reader(server, compression=None) as client:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        await subscribe(client, CHANNEL)
        await until(client, "synced")
        (connection,) = server._admission.readers
        assert connection.session is not None
        assert connection.session.descriptor >= 0
        client.transport.pause_reading()
        async with asyncio.timeout(scaled(5)):
            while connection.session.descriptor >= 0:
                client.transport.write((b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125) * 100)
                await asyncio.sleep(0)
        hub.update(CHANNEL, table({"1": 60}), "E1", 2)
        client.transport.resume_reading()
        (delta,) = await until(client, "delta")
        assert delta["seq"] == 2
        async with asyncio.timeout(scaled(5)):
            while connection.session.descriptor < 0:
                await asyncio.sleep(0.01)


class Quiet:
    """A connection whose clock the test turns, and what it would send."""

    def __init__(self) -> None:
        self.now = 100.0
        self.sent: list[bytes] = []
        self.closed_with: list[CloseCode] = []
        made = self.connection = FeedConnection.__new__(FeedConnection)
        made.session = SimpleNamespace(closed=False, close=lambda code, _: self.closed_with.append(code))  # type: ignore[assignment]
        made.loop = SimpleNamespace(time=lambda: self.now)  # type: ignore[assignment]
        made.protocol = SimpleNamespace(state=State.OPEN)  # type: ignore[assignment]
        made.transport = SimpleNamespace(write=self.sent.append)  # type: ignore[assignment]
        made.outlet, made._pinged_at, made._heard_at = None, 0.0, self.now
        made.client_protocol = None
        self.due: float | None = None

    def after(self, seconds: float) -> int:
        """How many pings were sent once so many seconds have passed."""
        self.now += seconds
        self.due = self.connection.look(self.now, 20.0, 10.0)
        return len(self.sent)


def test_a_client_is_pinged_when_it_has_been_quiet_for_the_interval_and_not_again_before_the_next() -> None:
    quiet = Quiet()
    assert [quiet.after(seconds) for seconds in (19.5, 0.5, 9.5)] == [0, 1, 1]
    quiet.connection._heard_at = quiet.now
    assert [quiet.after(seconds) for seconds in (19.5, 0.5)] == [1, 2]
    assert quiet.closed_with == []


def test_a_client_that_answers_no_ping_is_given_the_whole_time_out() -> None:
    quiet = Quiet()
    assert (quiet.after(30.0), quiet.due) == (1, 140.0)
    assert (quiet.after(9.5), quiet.due, quiet.closed_with) == (1, 140.0, [])
    assert (quiet.after(0.5), quiet.due, quiet.closed_with) == (1, None, [CloseCode.NO_PONG])


def test_nobody_is_dropped_who_was_never_pinged() -> None:
    quiet = Quiet()
    quiet.after(1000.0)
    assert (len(quiet.sent), quiet.closed_with) == (1, [])


def test_who_is_closed_or_no_reader_is_not_pinged() -> None:
    for change in ({"session": None}, {"protocol": SimpleNamespace(state=State.CLOSING)}):
        quiet = Quiet()
        for name, value in change.items():
            setattr(quiet.connection, name, value)
        assert quiet.after(25.0) == 0
    closed = Quiet()
    closed.connection.session.closed = True  # type: ignore[union-attr]
    assert (closed.after(60.0), closed.closed_with) == (0, [])


def test_a_reader_that_leaves_is_a_reader_no_more_and_its_session_ends() -> None:
    ended: list[str] = []
    admission = Admission(hub=None, refuse=None, fetch=None)  # type: ignore[arg-type]
    first, second = Quiet().connection, Quiet().connection
    first.session = SimpleNamespace(end=lambda: ended.append("first"))  # type: ignore[assignment]
    second.session = None
    admission.readers |= {first, second}
    admission.off_line |= {first}
    admission.leave(second)
    assert (admission.readers, ended) == ({first}, [])
    admission.leave(first)
    assert (admission.readers, admission.off_line, ended) == (set(), set(), ["first"])


async def test_as_many_sockets_as_there_may_be_are_served_and_one_more_is_cut_off() -> None:
    async with serving(options={"sockets": 2}) as (_hub, server), reader(server) as first, reader(server):
        with pytest.raises((ConnectionError, InvalidHandshake, EOFError)):
            await reader(server)
        await first.send('{"type":"ping","id":1}')
        await until(first, "pong")


async def test_what_a_client_asks_for_is_fetched_before_it_is_answered() -> None:
    asked: list[str] = []

    async def fetch(channel: str) -> bool:
        asked.append(channel)
        hub.update(channel, table({"1": 50}), "E1", 3)
        return True

    async with serving(fetch=fetch) as (hub, server), reader(server) as client:
        hub.evicted = lambda channel: channel not in hub.channels
        await subscribe(client, CHANNEL)
        assert [message["type"] for message in await until(client, "synced")][-3:] == [
            "subscribed",
            "snapshot",
            "synced",
        ]
        assert asked == [CHANNEL]
        await client.send('{"type":"ping","id":1}')
        await until(client, "pong")
        assert asked == [CHANNEL], "nothing is fetched for what is no subscription"


async def test_what_a_client_says_while_a_channel_is_fetched_is_answered_after_it_in_order() -> None:
    fetched = asyncio.Event()

    async def fetch(channel: str) -> bool:
        await fetched.wait()
        raise RuntimeError("the bus is away")

    async with serving(fetch=fetch) as (hub, server), reader(server) as client:
        hub.evicted = lambda channel: channel not in hub.channels
        await subscribe(client, CHANNEL)
        for number in range(2 * MOST_WAITING):
            await client.send(json.dumps({"type": "ping", "id": number}))
        (connection,) = server._admission.readers
        assert isinstance(connection, FeedConnection)
        async with asyncio.timeout(scaled(5)):
            while connection.transport.is_reading():
                await asyncio.sleep(0.005)
        fetched.set()
        async with asyncio.timeout(scaled(5)):
            heard = [json.loads(await client.recv()) for _ in range(2 + 2 * MOST_WAITING)]
        assert [message["type"] for message in heard[:2]] == ["welcome", "error"]
        assert [message["id"] for message in heard[2:]] == list(range(2 * MOST_WAITING))


async def test_a_message_may_come_in_pieces_with_pings_between_them() -> None:
    async with serving() as (_hub, server), reader(server) as client:
        for piece in (b"\x01\x87\0\0\0\0" + b'{"type"', b"\x89\x80\0\0\0\0", b"\x80\x90\0\0\0\0" + b':"ping","id":12}'):
            client.transport.write(piece)
        assert (await until(client, "pong"))[-1]["id"] == 12


async def test_text_that_is_not_utf_8_ends_the_connection_with_its_code() -> None:
    async with serving() as (_hub, server), reader(server) as client:
        client.transport.write(b"\x81\x82\0\0\0\0\xff\xfe")
        await client.wait_closed()
        assert client.close_code == 1007
        async with asyncio.timeout(scaled(5)):
            while server._admission.readers:
                await asyncio.sleep(0.005)


async def test_who_leaves_in_good_order_is_answered_and_gone_at_once() -> None:
    async with serving() as (_hub, server):
        async with reader(server) as client:
            await until(client, "welcome")
        assert client.close_code == 1000
        async with asyncio.timeout(scaled(5)):
            while sum(server.readers().values()):
                await asyncio.sleep(0.005)


@pytest.mark.parametrize("path", ["/v1/nothing", "/"])
async def test_a_websocket_at_another_address_is_refused_as_a_request_is(path: str) -> None:
    async with serving() as (_hub, server):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{server.port}{path}", subprotocols=[SUBPROTOCOL])  # type: ignore[list-item]
        response = refused.value.response
        assert (response.status_code, json.loads(response.body)["code"]) == (404, 4404)
        assert response.headers["X-Content-Type-Options"] == "nosniff"


class Wire:
    """The connection of an outlet, of which everything that is done with it is noted."""

    def __init__(self, state: State = State.OPEN) -> None:
        self.done: list[object] = []
        self.protocol: Any = SimpleNamespace(
            state=state, extensions=[], send_close=lambda code, reason: self.done.append((code, reason))
        )
        self.transport = SimpleNamespace(
            write=self.done.append,
            get_write_buffer_size=lambda: 0,
            close=lambda: self.done.append("close"),
            resume_reading=lambda: self.done.append("resume"),
            abort=lambda: self.done.append("abort"),
        )
        self.loop = SimpleNamespace(call_later=lambda seconds, what: self.done.append((seconds, what)))

    def send_data(self) -> None:
        self.done.append("send")

    def outlet(self, form: Form) -> SocketOutlet:
        return SocketOutlet(self, form, 1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", [Form.PLAIN, Form.DEFLATED])
@pytest.mark.parametrize(("state", "written"), [(State.OPEN, True), (State.CONNECTING, False), (State.CLOSING, False)])
def test_a_frame_is_written_to_a_connection_that_lives(form: Form, state: State, written: bool) -> None:
    wire = Wire(state)
    payload = Payload(b"x" * 300, "delta")
    for _ in range(2):
        assert wire.outlet(form).write(payload) is written
    assert wire.done == ([payload.frame(form)] * 2 if written else [])


@pytest.mark.parametrize(
    ("state", "done"),
    [(State.OPEN, [(CloseCode.SLOW_CONSUMER, "r" * 100), "send", "resume"]), (State.CLOSING, ["resume"])],
)
def test_a_connection_is_closed_with_a_code_and_cut_after_the_grace(state: State, done: list[object]) -> None:
    wire = Wire(state)
    wire.outlet(Form.PLAIN).close(CloseCode.SLOW_CONSUMER, "r" * 101)
    assert wire.done == [*done, (1.5, wire.transport.abort)]


@pytest.mark.parametrize(
    ("windows", "form"),
    [((), Form.PLAIN), ((15,), Form.DEFLATED), ((14,), Form.PLAIN), ((None,), Form.PLAIN), ((None, 15), Form.DEFLATED)],
)
def test_frames_are_deflated_for_those_who_have_a_window_for_them(windows: tuple[int | None, ...], form: Form) -> None:
    wire = Wire()
    wire.protocol.extensions = [
        object() if bits is None else PerMessageDeflate(True, True, 15, bits) for bits in windows
    ]
    assert form_of(wire) is form  # type: ignore[arg-type]


def test_a_client_that_does_not_read_is_not_read_from_either() -> None:
    done: list[str] = []
    for closed in (False, True, None):
        quiet = Quiet().connection
        quiet.session = (
            None
            if closed is None
            else SimpleNamespace(  # type: ignore[assignment]
                closed=closed, pause=lambda: done.append("pause"), resume=lambda: done.append("resume")
            )
        )
        quiet.transport = SimpleNamespace(  # type: ignore[assignment]
            pause_reading=lambda: done.append("pause reading"), resume_reading=lambda: done.append("resume reading")
        )
        quiet.pause_writing()
        quiet.resume_writing()
        done.append("|")
    assert done == ["pause", "pause reading", "resume reading", "resume", "|", "resume reading", "resume", "|", "|"]
