"""A pull subscription that cannot spin."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace

import nats.errors
import pytest
import pytest_asyncio
from nats.aio.msg import Msg

from shared.bus.jetstream import pull as module
from shared.bus.jetstream.pull import GuardedPull
from tests.support.time_limits import scaled


class Client:
    """Stands in for a connection and for the server behind it."""

    def __init__(self) -> None:
        self.is_connected, self.is_closed = True, False
        self.arrive: Callable[[Msg], Awaitable[None]] | None = None
        self.requests: list[tuple[str, dict[str, int], str]] = []
        self.answer: str | None = None
        self.answers: list[bytes] = []
        self.error: Exception | None = None

    async def publish(self, subject: str, payload: bytes = b"", reply: str = "") -> None:
        if subject.startswith("$JS.ACK"):
            self.answers.append(payload)
            return
        self.requests.append((subject, json.loads(payload), reply))
        if self.error:
            raise self.error
        if self.answer:
            await self.put(status=self.answer, subject=reply)

    def new_inbox(self) -> str:
        return "_INBOX.x.1"

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]], **limits: int) -> SimpleNamespace:
        self.arrive = cb
        return SimpleNamespace(unsubscribe=lambda: asyncio.sleep(0))

    async def put(self, *, status: str = "", subject: str = "intake.file.received.v1.usebio") -> None:
        assert self.arrive is not None
        if status:
            await self.arrive(Msg(_client=self, subject=subject, headers={"Status": status}))  # type: ignore[arg-type]
        else:
            reply = "$JS.ACK.INTAKE.c.1.1.1.0.0"
            await self.arrive(Msg(_client=self, subject=subject, reply=reply, data=b"x"))  # type: ignore[arg-type]

    async def until_connected(self, patience: float) -> bool:
        await asyncio.sleep(min(patience, 0.05))
        return self.is_connected


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(module, "PAUSE", 0.1)
    monkeypatch.setattr(module, "SLACK", 0.1)
    return Client()


@pytest_asyncio.fixture
async def pull(client: Client) -> AsyncIterator[GuardedPull]:
    pull = GuardedPull(client, "INTAKE", "c", 0.15, client.until_connected)  # type: ignore[arg-type]
    await pull.open()
    yield pull
    await pull.unsubscribe()


async def test_a_message_is_asked_for_and_handed_over(client: Client, pull: GuardedPull):
    await client.put()
    assert [message.data for message in await pull.fetch(timeout=1)] == [b"x"]
    fetching = asyncio.ensure_future(pull.fetch(timeout=1))
    await asyncio.sleep(0.01)
    await client.put()
    assert len(await fetching) == 1
    [(subject, request, _)] = client.requests
    assert subject == "$JS.API.CONSUMER.MSG.NEXT.INTAKE.c"
    assert request == {"batch": 1, "expires": 1_000_000_000}


async def test_no_message_is_a_timeout_without_a_failure(client: Client, pull: GuardedPull):
    client.answer = "408"
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=1)
    assert pull.failures == 0


@pytest.mark.slow
@pytest.mark.parametrize("status", ["409", "503"])
async def test_a_consumer_that_is_gone_is_found_at_once_and_costs_a_pause(
    client: Client, pull: GuardedPull, status: str
):
    client.answer = status
    started = time.monotonic()
    for _ in range(2):
        with pytest.raises(nats.errors.TimeoutError):
            await pull.fetch(timeout=60)
    assert 0.25 < time.monotonic() - started < scaled(2)
    assert pull.failures == 2


@pytest.mark.slow
async def test_a_closed_client_costs_a_pause_and_never_freezes_the_loop(client: Client, pull: GuardedPull):
    client.error = nats.errors.ConnectionClosedError()
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.005)

    turning = asyncio.ensure_future(turn())
    for _ in range(2):
        with pytest.raises(nats.errors.TimeoutError):
            await pull.fetch(timeout=60)
    turning.cancel()
    assert turns > 10


async def test_without_a_connection_nothing_is_asked_for(client: Client, pull: GuardedPull):
    client.is_connected = False
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=1)
    assert client.requests == []


async def test_waking_ends_a_fetch_at_once_and_is_no_failure(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch(timeout=60))
    await asyncio.sleep(0.01)
    pull.wake()
    with pytest.raises(nats.errors.TimeoutError):
        await asyncio.wait_for(fetching, scaled(0.5))
    assert pull.failures == 0


async def test_an_answer_to_an_earlier_request_ends_no_later_one(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch(timeout=60))
    await asyncio.sleep(0.01)
    await client.put(status="408", subject="_INBOX.x.1.0")
    await client.put(status="409", subject="_INBOX.x.1.0")
    await asyncio.sleep(0.02)
    assert not fetching.done()
    await client.put()
    assert len(await fetching) == 1


@pytest.mark.slow
async def test_a_server_that_says_nothing_at_all_is_a_failure_after_the_time_limit(client: Client, pull: GuardedPull):
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=0.2)
    assert pull.failures == 1


async def test_what_nobody_answered_is_given_back_at_the_end(client: Client, pull: GuardedPull):
    for _ in range(2):
        await client.put()
    await client.put(status="408")
    [answered] = await pull.fetch(timeout=1)
    await answered.ack()
    await pull.fetch(timeout=1)
    await client.put()
    pull.release(answered)
    client.answers.clear()
    await pull.unsubscribe()
    assert client.answers == [b"-NAK", b"-NAK"]


@pytest.mark.slow
async def test_a_message_is_kept_alive_until_it_is_answered(client: Client, pull: GuardedPull):
    await client.put()
    [message] = await pull.fetch(timeout=1)
    await asyncio.sleep(0.13)
    assert client.answers[:2] == [b"+WPI", b"+WPI"]
    pull.release(message)
    client.answers.clear()
    await asyncio.sleep(0.12)
    assert client.answers == []


async def test_pauses_double_up_to_a_longest_one_and_the_third_failure_is_logged(
    client: Client, pull: GuardedPull, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "PAUSE", 0.25)
    client.answer = "409"
    with monkeypatch.context() as patched:
        patched.setattr(module.asyncio, "sleep", pause)
        for number in range(1, 6):
            with pytest.raises(nats.errors.TimeoutError):
                await pull.fetch(timeout=60)
            assert len(caplog.messages) == (number >= 3)
    assert pauses == [0.25, 0.5, 1.0, 2.0, 2.0]
    assert caplog.messages == ["a consumer does not answer: 409"]


async def test_a_message_ends_a_row_of_failures(client: Client, pull: GuardedPull):
    client.answer = "503"
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=60)
    await client.put()
    await pull.fetch(timeout=1)
    assert pull.failures == 0


@pytest.mark.parametrize("status", ["404", "408"])
async def test_a_request_without_a_message_is_asked_again_without_a_pause(
    client: Client, pull: GuardedPull, status: str
):
    client.answer = status
    started = time.monotonic()
    for _ in range(20):
        with pytest.raises(nats.errors.TimeoutError):
            await pull.fetch(timeout=60)
    assert time.monotonic() - started < scaled(0.5)
    assert (len(client.requests), len({reply for _, _, reply in client.requests})) == (20, 20)


async def test_a_sign_of_life_is_no_answer(client: Client, pull: GuardedPull):
    client.answer = "100"
    fetching = asyncio.ensure_future(pull.fetch(timeout=60))
    await asyncio.sleep(0.01)
    assert not fetching.done()
    await client.put()
    assert len(await fetching) == 1


async def test_a_fetch_without_a_time_limit_waits_five_seconds(client: Client, pull: GuardedPull):
    client.answer = "408"
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=None)
    assert client.requests[0][1] == {"batch": 1, "expires": 5_000_000_000}
