"""A pull subscription that cannot spin."""

import asyncio
import json
import time

import nats.errors
import pytest
from nats.aio.msg import Msg

from shared.messaging import pull as module
from shared.messaging.pull import GuardedPull
from tests.support.time_limits import scaled


class Sub:
    """Stands in for a subscription; only the queue is real."""

    def __init__(self) -> None:
        self._pending_queue: asyncio.Queue[Msg] = asyncio.Queue()
        self._pending_size = 0

    async def next_msg(self, timeout: float) -> Msg:
        try:
            return await asyncio.wait_for(self._pending_queue.get(), timeout)
        except TimeoutError:
            raise nats.errors.TimeoutError from None


class Client:
    """Stands in for a connection and for the server behind it."""

    def __init__(self) -> None:
        self.is_connected = True
        self.sub = Sub()
        self.requests: list[tuple[str, dict[str, int], str]] = []
        self.answer: str | None = None
        self.error: Exception | None = None

    async def publish(self, subject: str, payload: bytes, reply: str) -> None:
        self.requests.append((subject, json.loads(payload), reply))
        if self.error:
            raise self.error
        if self.answer:
            self.put(status=self.answer, subject=reply)

    def put(self, *, status: str = "", subject: str = "intake.file.received.v1.usebio") -> None:
        if status:
            self.sub._pending_queue.put_nowait(Msg(_client=self, subject=subject, headers={"Status": status}))  # type: ignore[arg-type]
        else:
            reply = "$JS.ACK.INTAKE.c.1.1.1.0.0"
            self.sub._pending_queue.put_nowait(Msg(_client=self, subject=subject, reply=reply, data=b"x"))  # type: ignore[arg-type]

    async def until_connected(self, patience: float) -> bool:
        await asyncio.sleep(min(patience, 0.05))
        return self.is_connected


class Js:
    """Stands in for JetStream."""

    _prefix = "$JS.API"

    def __init__(self, client: Client) -> None:
        self.client = self._nc = client


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(module, "PAUSE", 0.1)
    monkeypatch.setattr(module, "SLACK", 0.1)
    return Client()


@pytest.fixture
def pull(client: Client) -> GuardedPull:
    return GuardedPull(Js(client), client.sub, "INTAKE", "c", "_INBOX.x.1")  # type: ignore[arg-type]


async def test_a_message_is_asked_for_and_handed_over(client: Client, pull: GuardedPull):
    client.put()
    assert [message.data for message in await pull.fetch(timeout=1)] == [b"x"]
    fetching = asyncio.ensure_future(pull.fetch(timeout=1))
    await asyncio.sleep(0.01)
    client.put()
    assert len(await fetching) == 1
    [(subject, request, _)] = client.requests
    assert subject == "$JS.API.CONSUMER.MSG.NEXT.INTAKE.c"
    assert request == {"batch": 1, "expires": 1_000_000_000}


async def test_no_message_is_a_timeout_without_a_failure(client: Client, pull: GuardedPull):
    client.answer = "408"
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=1)
    assert pull.failures == 0


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
    pull.wake()
    assert client.sub._pending_queue.empty()


async def test_an_answer_to_an_earlier_request_ends_no_later_one(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch(timeout=60))
    await asyncio.sleep(0.01)
    client.put(status="408", subject="_INBOX.x.1.0")
    client.put(status="409", subject="_INBOX.x.1.0")
    await asyncio.sleep(0.02)
    assert not fetching.done()
    client.put()
    assert len(await fetching) == 1


async def test_a_server_that_says_nothing_at_all_is_a_failure_after_the_time_limit(client: Client, pull: GuardedPull):
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch(timeout=0.2)
    assert pull.failures == 1


async def test_what_nobody_took_can_be_given_back(client: Client, pull: GuardedPull):
    client.put()
    client.put(status="408")
    client.put()
    assert len(pull.leftovers()) == 2
    assert pull.leftovers() == []
