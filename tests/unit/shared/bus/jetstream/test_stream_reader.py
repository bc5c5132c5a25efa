"""Reading by position without a server; tests/integration/bus/jetstream/test_stored.py has one."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from nats.aio.msg import Msg
from nats.js.api import RawStreamMsg

from shared.bus.jetstream import direct
from shared.bus.jetstream import stream_reader as module
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


class Session:
    """Stands in for a session, its connection and the stream that it reads."""

    service, clustered = "scoring", False

    def __init__(self) -> None:
        self.client = self
        self.readers: set[StreamReader] = set()
        self.stored: list[int] = []
        self.hidden = 0
        self.asked: list[tuple[int, datetime | None, int]] = []
        self.open: list[str] = []
        self.last: list[RawStreamMsg | None] = []

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> SimpleNamespace:
        self.note = cb
        self.open.append(subject)

        async def unsubscribe() -> None:
            self.open.remove(subject)

        return SimpleNamespace(unsubscribe=unsubscribe)

    async def in_stream(self, stream: str, operation: Callable[[], Awaitable[object]]) -> object:
        return await operation()

    async def raw(self, stream: str, *, subject: str) -> RawStreamMsg | None:
        if self.last:
            return self.last.pop(0)
        return RawStreamMsg(seq=self.stored[-1]) if self.stored else None

    async def after(self, client, stream, subject, position, since=None, *, batch) -> list[RawStreamMsg]:
        assert (client, stream, subject) == (self, "INTAKE", "x")
        self.asked.append((position, since, batch))
        if self.hidden:
            self.hidden -= 1
            return []
        return [RawStreamMsg(seq=seq) for seq in self.stored if seq > position][:batch]

    async def store(self, *sequences: int) -> None:
        self.stored += sequences
        for seq in sequences:
            await self.note(Msg(_client=None, subject="stored.x", headers={"Nats-Sequence": str(seq)}))  # type: ignore[arg-type]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    session = Session()
    monkeypatch.setattr(direct, "after", session.after)
    monkeypatch.setattr(module, "BEHIND", 0.01)
    return session


def reader_of(session: Session, **options: object) -> StreamReader:
    return StreamReader(session, "INTAKE", "x", **options)  # type: ignore[arg-type]


async def ask(reader: StreamReader) -> "asyncio.Task[RawStreamMsg]":
    """Ask for the next message, and wait until the reader listens."""
    asking = asyncio.ensure_future(anext(reader))
    await asyncio.sleep(0.005)
    return asking


async def test_a_reader_asks_for_as_many_as_it_may_and_again_when_these_were_taken(session: Session):
    session.stored = [4, 5, 7, 9]
    reader = reader_of(session, batch=3, position=4)
    assert [(await anext(reader)).seq for _ in range(3)] == [5, 7, 9]
    assert session.asked == [(4, None, 3)]
    asking = await ask(reader)
    assert session.asked[1:] == [(9, None, 3)]
    await session.store(12)
    assert (await asking).seq == 12
    assert reader.position == 12


async def test_a_reader_from_a_moment_goes_on_by_position(session: Session):
    session.stored = [4]
    reader = reader_of(session, since=NOON)
    assert (await anext(reader)).seq == 4
    (await ask(reader)).cancel()
    assert session.asked == [(0, NOON, 200), (4, None, 200)]


async def test_a_note_that_comes_before_its_message_is_waited_for(session: Session):
    asking = await ask(reader_of(session))
    session.hidden = 3
    await session.store(41)
    assert (await asyncio.wait_for(asking, scaled(1))).seq == 41
    assert len(session.asked) == 5


async def test_a_message_that_a_note_told_of_and_that_is_gone_is_not_asked_for_without_end(session: Session):
    asking = await ask(reader_of(session))
    await session.store(41)
    session.stored.clear()
    await asyncio.sleep(0.3)
    assert len(session.asked) < module.AGAIN + 5
    asking.cancel()


@pytest.mark.parametrize(("woken", "clustered"), [(True, False), (False, False), (False, True)])
async def test_a_note_that_was_lost_costs_no_message(session: Session, monkeypatch, woken: bool, clustered: bool):
    session.clustered = clustered
    if not woken:
        monkeypatch.setattr(module, "IN_CLUSTER" if clustered else "QUIET", 0.05)
    asking = await ask(reader_of(session))
    session.stored = [41]
    if woken:
        for reader in session.readers:
            reader.wake()
    assert (await asyncio.wait_for(asking, scaled(1))).seq == 41


async def test_closing_ends_listening(session: Session):
    reader = reader_of(session)
    (await ask(reader)).cancel()
    assert (session.open, session.readers) == (["stored.x"], {reader})
    await reader.aclose()
    await reader.aclose()
    assert (session.open, session.readers) == ([], set())


async def read(session: Session, *answers: RawStreamMsg | None, **options: object) -> list[int]:
    """The sequences of what is stored by now; each answer says what the last message is."""
    session.last = list(answers)
    return [message.seq or 0 async for message in reader_of(session, **options).up_to_now()]


async def test_what_is_stored_by_now_is_read_and_what_comes_later_is_not(session: Session):
    session.stored = [41, 42, 43]
    assert await read(session, RawStreamMsg(seq=42)) == [41, 42]
    assert session.open == []


async def test_nothing_is_asked_for_where_nothing_is_stored_or_all_of_it_is_too_old(session: Session):
    assert await read(session, None) == []
    assert await read(session, RawStreamMsg(seq=9, time=NOON - timedelta(seconds=1)), since=NOON) == []
    assert session.asked == []
    session.stored = [9]
    assert await read(session, RawStreamMsg(seq=9, time=NOON), since=NOON) == [9]


async def test_what_was_removed_while_it_was_read_is_not_waited_for(session: Session):
    session.stored = [41]
    found = await read(session, RawStreamMsg(seq=42), RawStreamMsg(seq=50), RawStreamMsg(seq=41))
    assert found == [41]
    session.stored.clear()
    assert await read(session, RawStreamMsg(seq=42), None) == []


async def test_a_copy_that_is_behind_is_asked_again(session: Session):
    session.stored, session.hidden = [41], 2
    assert await read(session) == [41]
