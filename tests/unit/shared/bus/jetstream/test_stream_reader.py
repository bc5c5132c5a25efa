"""Reading by position without a server; tests/integration/bus/jetstream/test_stored.py has one."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig, DeliverPolicy, RawStreamMsg

from shared.bus.jetstream import pull
from shared.bus.jetstream import stream_reader as module
from shared.bus.jetstream.pull import Pull
from shared.bus.jetstream.stream_reader import StreamReader, stored_at
from tests.support.time_limits import scaled

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "reply",
    [
        "$JS.ACK.INTAKE.c.1.7.7.1773057600123456999.0",
        "$JS.ACK._.hash.INTAKE.c.1.7.7.1773057600123456999.0",
        "$JS.ACK._.hash.INTAKE.c.1.7.7.1773057600123456999.0.random",
    ],
)
def test_a_moment_is_cut_and_never_rounded_up_so_that_reading_from_it_finds_the_message(reply: str):
    message = Msg(_client=None, subject="x", reply=reply)  # type: ignore[arg-type]
    assert stored_at(message) == datetime(2026, 3, 9, 12, 0, 0, 123456, tzinfo=UTC)


class Client:
    """Stands in for a connection and the server behind it: each request is answered by a prepared function."""

    def __init__(self) -> None:
        self.is_connected = True
        self.connected = asyncio.Event()
        self.connected.set()
        self.pulls: dict[tuple[str, str], Pull] = {}
        self.published: list[tuple[str, str, str]] = []
        self.inboxes = 0
        self.open = 0

    def new_inbox(self) -> str:
        self.inboxes += 1
        return f"_INBOX.scoring.{self.inboxes}"

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]], **limits: int) -> SimpleNamespace:
        self.arrive = cb
        self.open += 1
        return SimpleNamespace(unsubscribe=self.unsubscribe)

    async def unsubscribe(self) -> None:
        self.open -= 1

    async def publish(self, subject: str, payload: bytes = b"", reply: str = "") -> None:
        self.published.append((subject, payload.decode(), reply))

    def requests(self) -> list[dict[str, int]]:
        return [json.loads(body) for subject, body, _ in self.published if ".MSG.NEXT." in subject]

    async def deliver(self, stream_sequence: int, consumer_sequence: int) -> None:
        reply = f"$JS.ACK.INTAKE.c.1.{stream_sequence}.{consumer_sequence}.1773057600123456999.0"
        await self.arrive(Msg(_client=None, subject="x", reply=reply))  # type: ignore[arg-type]

    async def status(self, code: str, description: str = "", **headers: str) -> None:
        values = {"Status": code, "Description": description, **headers}
        reply = [reply for subject, _, reply in self.published if ".MSG.NEXT." in subject][-1]
        await self.arrive(Msg(_client=None, subject=reply, headers=values))  # type: ignore[arg-type]


class Session:
    """Stands in for a session: remembers the consumers that were made."""

    service = "scoring"

    def __init__(self) -> None:
        self.client = Client()
        self.client.js = self  # type: ignore[attr-defined]
        self.made: list[ConsumerConfig] = []
        self.last: list[RawStreamMsg | None] = []

    async def in_stream(self, stream: str, operation: Callable[[], Awaitable[object]]) -> object:
        return await operation()

    async def add_consumer(self, stream: str, config: ConsumerConfig) -> None:
        assert stream == "INTAKE"
        self.made.append(config)

    async def raw(self, stream: str, *, subject: str) -> RawStreamMsg | None:
        return self.last.pop(0)


@pytest.fixture
def session() -> Session:
    return Session()


def reader_of(session: Session, **options: object) -> StreamReader:
    return StreamReader(session, "INTAKE", "x", **options)  # type: ignore[arg-type]


async def ask(session: Session, reader: StreamReader) -> "asyncio.Task[RawStreamMsg]":
    """Ask for the next message, and wait until the reader listens."""
    asking = asyncio.ensure_future(anext(reader))
    await asyncio.sleep(0.01)
    return asking


async def test_a_reader_asks_for_as_many_as_it_may_and_again_when_a_quarter_is_left(session: Session):
    reader = reader_of(session, batch=8)
    asking = await ask(session, reader)
    assert session.client.requests() == [{"batch": 8, "expires": 30_000_000_000, "idle_heartbeat": 1_500_000_000}]
    for number in range(1, 8):
        await session.client.deliver(number + 40, number)
    await asking
    assert reader.position == 41
    for number in range(2, 7):
        await anext(reader)
        assert len(session.client.requests()) == 1, number
    await anext(reader)
    assert len(session.client.requests()) == 2
    assert reader.position == 47


@pytest.mark.parametrize(
    ("options", "policy", "start"),
    [
        ({}, DeliverPolicy.BY_START_SEQUENCE, (1, None)),
        ({"position": 7}, DeliverPolicy.BY_START_SEQUENCE, (8, None)),
        ({"since": NOON}, DeliverPolicy.BY_START_TIME, (None, NOON)),
        ({"since": NOON, "position": 7}, DeliverPolicy.BY_START_SEQUENCE, (8, None)),
        ({"last_per_subject": True}, DeliverPolicy.LAST_PER_SUBJECT, (None, None)),
    ],
)
async def test_a_reader_begins_where_it_was_told_to(session: Session, options, policy, start):
    (await ask(session, reader_of(session, **options))).cancel()
    [config] = session.made
    assert (config.deliver_policy, config.filter_subject, config.ack_policy) == (policy, "x", "none")
    assert (config.opt_start_seq, config.opt_start_time) == start
    assert (config.mem_storage, config.num_replicas, config.inactive_threshold) == (True, 1, 60.0)


async def test_a_message_that_was_lost_on_the_way_is_noticed_by_the_next_one(session: Session, caplog):
    reader = reader_of(session)
    asking = await ask(session, reader)
    await session.client.deliver(41, 1)
    assert await asking
    with caplog.at_level("INFO", "kibitz.bus"):
        asking = await ask(session, reader)
        await session.client.deliver(43, 3)
        await asyncio.sleep(0.2)
    assert "reading starts over: a message is missing" in caplog.text
    assert [config.opt_start_seq for config in session.made] == [1, 42]
    await session.client.deliver(42, 1)
    assert (await asking).seq == 42
    assert reader.position == 42


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "description"),
    [("409", "Consumer Deleted"), ("503", ""), ("400", "Bad Request"), ("409", "Leadership Change"), ("400", "Batch")],
)
async def test_a_consumer_that_is_gone_is_made_again(session: Session, code: str, description: str):
    asking = await ask(session, reader_of(session))
    await session.client.status(code, description)
    await asyncio.sleep(0.2)
    assert len(session.made) == 2
    assert session.made[0].name != session.made[1].name
    assert session.client.open == len(session.client.pulls) == 1
    asking.cancel()


async def test_a_connection_that_came_back_begins_anew(session: Session):
    asking = await ask(session, reader_of(session))
    for waiting in session.client.pulls.values():
        waiting.wake()
    await asyncio.sleep(0.2)
    assert len(session.made) == 2
    asking.cancel()


@pytest.mark.slow
async def test_silence_means_that_the_server_of_the_consumer_is_gone(session: Session, monkeypatch):
    monkeypatch.setattr(pull, "SILENCE", 0.1)
    asking = await ask(session, reader_of(session))
    await asyncio.sleep(0.35)
    assert len(session.made) > 1
    asking.cancel()


@pytest.mark.slow
async def test_a_heartbeat_is_a_sign_of_life_and_asks_for_nothing(session: Session, monkeypatch):
    monkeypatch.setattr(pull, "SILENCE", 0.2)
    asking = await ask(session, reader_of(session))
    for _ in range(6):
        await asyncio.sleep(0.05)
        await session.client.status("100")
    assert (len(session.made), len(session.client.requests())) == (1, 1)
    asking.cancel()


@pytest.mark.parametrize(
    ("code", "description", "headers", "asked"),
    [
        ("408", "Request Timeout", {}, 2),
        ("404", "No Messages", {}, 2),
        ("409", "Batch Completed", {}, 2),
        ("408", "Request Timeout", {"Nats-Pending-Messages": "6"}, 2),
        ("408", "Request Timeout", {"Nats-Pending-Messages": "5"}, 1),
    ],
)
async def test_a_request_that_expired_is_repeated_when_too_little_is_left(
    session: Session, code: str, description: str, headers: dict[str, str], asked: int
):
    asking = await ask(session, reader_of(session, batch=8))
    await session.client.status(code, description, **headers)
    await asyncio.sleep(0.02)
    assert (len(session.client.requests()), len(session.made)) == (asked, 1)
    asking.cancel()


async def test_closing_removes_the_consumer_once(session: Session):
    reader = reader_of(session)
    (await ask(session, reader)).cancel()
    await reader.aclose()
    await reader.aclose()
    removed = [subject for subject, _, _ in session.client.published if ".DELETE." in subject]
    assert removed == [f"$JS.API.CONSUMER.DELETE.INTAKE.{session.made[0].name}"]
    assert (session.client.open, session.client.pulls) == (0, {})


async def test_closing_without_a_connection_asks_the_server_nothing(session: Session):
    reader = reader_of(session)
    (await ask(session, reader)).cancel()
    session.client.is_connected = False
    before = list(session.client.published)
    await reader.aclose()
    assert (session.client.published, session.client.pulls) == (before, {})


async def read(session: Session, *answers: RawStreamMsg | None, **options: object) -> list[int]:
    """The sequences of what is stored by now; each answer says what the last message is."""
    session.last = list(answers)
    return [message.seq or 0 async for message in reader_of(session, **options).up_to_now()]


async def test_what_is_stored_by_now_is_read_and_what_comes_later_is_not(session: Session):
    reading = asyncio.ensure_future(read(session, RawStreamMsg(seq=42)))
    await asyncio.sleep(0.01)
    for number in (1, 2, 3):
        await session.client.deliver(40 + number, number)
    assert await reading == [41, 42]
    assert session.client.open == 0


async def test_nothing_is_asked_for_where_nothing_is_stored_or_all_of_it_is_too_old(session: Session):
    assert await read(session, None) == []
    assert await read(session, RawStreamMsg(seq=9, time=NOON - timedelta(seconds=1)), since=NOON) == []
    assert session.made == []
    reading = asyncio.ensure_future(read(session, RawStreamMsg(seq=9, time=NOON), since=NOON))
    await asyncio.sleep(0.01)
    await session.client.deliver(9, 1)
    assert await reading == [9]


async def test_what_was_removed_while_it_was_read_is_not_waited_for(session: Session, monkeypatch):
    monkeypatch.setattr(module, "QUIET", 0.05)
    reading = asyncio.ensure_future(read(session, RawStreamMsg(seq=42), RawStreamMsg(seq=50), RawStreamMsg(seq=41)))
    await asyncio.sleep(0.01)
    await session.client.deliver(41, 1)
    assert await asyncio.wait_for(reading, scaled(2)) == [41]
    session.made.clear()
    assert await read(session, RawStreamMsg(seq=42), None) == []


async def test_what_is_lost_with_a_connection_is_asked_for_anew_even_if_the_wait_ends_meanwhile(session, monkeypatch):
    monkeypatch.setattr(module, "QUIET", 0.05)
    reading = asyncio.ensure_future(read(session, *[RawStreamMsg(seq=41)] * 20))
    await asyncio.sleep(0.01)
    # The consumer has sent its last message, which was lost: it will send nothing more.
    for waiting in session.client.pulls.values():
        waiting.wake()
    await asyncio.sleep(0.3)
    assert len(session.made) == 2
    await session.client.deliver(41, 1)
    assert await asyncio.wait_for(reading, scaled(2)) == [41]
