"""A pull subscription that cannot spin, and the requests under it."""

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
from shared.bus.jetstream.pull import PAUSES, GuardedPull, Pull
from tests.support.time_limits import scaled

ACK = "$JS.ACK.INTAKE.c.1.{}.{}.0.0"


class Held:
    """Stands in for the heartbeat."""

    def __init__(self) -> None:
        self.replies: list[str] = []
        self.hold, self.release = self.replies.append, self.replies.remove


class Client:
    """Stands in for a connection and for the server behind it."""

    def __init__(self, *, clustered: bool = False) -> None:
        self.api = "$JS.API"
        self.clustered = clustered
        self.connected = asyncio.Event()
        self.connected.set()
        self.pulls: dict[tuple[str, str], Pull] = {}
        self.subscribed: list[str] = []
        self.ended = 0
        self.arrive: Callable[[Msg], Awaitable[None]] | None = None
        self.requests: list[tuple[str, dict[str, int], str]] = []
        self.answer: str | None = None
        self.answers: list[bytes] = []
        self.error: Exception | None = None
        self.held = Held()
        self.put_so_far = 0

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
        self.subscribed.append(subject)
        return SimpleNamespace(unsubscribe=self.unsubscribe)

    async def unsubscribe(self) -> None:
        self.ended += 1
        if self.ended > 1:
            raise nats.errors.BadSubscriptionError

    async def put(self, *, status: str = "", subject: str = "", data: bytes = b"x", seq: int = 0) -> None:
        """Let a message arrive or, without one, the answer to a request: by default to the newest."""
        assert self.arrive is not None
        if status:
            subject = subject or self.requests[-1][2]
            await self.arrive(Msg(_client=self, subject=subject, headers={"Status": status}))  # type: ignore[arg-type]
        else:
            # A message is one whatever its headers say.
            self.put_so_far += 1
            reply = ACK.format(seq or self.put_so_far, self.put_so_far)
            message = Msg(_client=self, subject="intake", reply=reply, data=data, headers={"Status": "408"})  # type: ignore[arg-type]
            await self.arrive(message)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(module, "PAUSES", (0.1, 0.2))
    monkeypatch.setattr(module, "HEARTBEAT", 0.075)
    monkeypatch.setattr(module, "SLACK", 0.05)
    return Client()


@pytest_asyncio.fixture
async def pull(client: Client) -> AsyncIterator[GuardedPull]:
    pull = GuardedPull(client, "INTAKE", "c", client.held)  # type: ignore[arg-type]
    await pull.open()
    yield pull
    await pull.unsubscribe()


async def test_a_message_is_asked_for_and_handed_over(client: Client, pull: GuardedPull):
    await client.put()
    assert [message.data for message in await pull.fetch()] == [b"x"]
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.01)
    await client.put()
    assert len(await fetching) == 1
    [(subject, request, _)] = client.requests
    assert subject == "$JS.API.CONSUMER.MSG.NEXT.INTAKE.c"
    assert request == {"batch": 1, "expires": 30_000_000_000, "idle_heartbeat": module.HEARTBEAT * 1e9}


@pytest.mark.slow
@pytest.mark.parametrize("status", ["409", "503"])
async def test_a_consumer_that_is_gone_is_found_at_once_and_costs_a_pause(
    client: Client, pull: GuardedPull, status: str
):
    client.answer = status
    started = time.monotonic()
    for _ in range(2):
        with pytest.raises(nats.errors.TimeoutError):
            await pull.fetch()
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
            await pull.fetch()
    turning.cancel()
    assert turns > 10


async def test_without_a_connection_nothing_is_asked_for_until_it_is_back(client: Client, pull: GuardedPull):
    client.connected.clear()
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.05)
    assert client.requests == []
    client.connected.set()
    await asyncio.sleep(0.01)
    assert len(client.requests) == 1
    await client.put()
    assert len(await fetching) == 1


async def test_waking_ends_a_fetch_at_once_and_is_no_failure(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.01)
    pull.wake()
    with pytest.raises(nats.errors.TimeoutError):
        await asyncio.wait_for(fetching, scaled(0.5))
    assert pull.failures == 0


async def test_an_answer_to_an_earlier_request_ends_no_later_one(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.01)
    await client.put(status="408", subject="_INBOX.x.1.0")
    await client.put(status="409", subject="_INBOX.x.1.0")
    await asyncio.sleep(0.02)
    assert not fetching.done()
    await client.put()
    assert len(await fetching) == 1


@pytest.mark.slow
async def test_a_server_that_says_nothing_at_all_is_a_failure(client: Client, pull: GuardedPull):
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch()
    assert pull.failures == 1


async def test_what_nobody_answered_is_given_back_at_the_end(client: Client, pull: GuardedPull):
    for _ in range(2):
        await client.put()
    await client.put(status="408", subject="_INBOX.x.1.0")
    [answered] = await pull.fetch()
    await answered.ack()
    await pull.fetch()
    await client.put()
    pull.release(answered)
    client.answers.clear()
    await pull.unsubscribe()
    assert client.answers == [b"-NAK", b"-NAK"]


async def test_a_message_is_kept_alive_until_it_is_answered(client: Client, pull: GuardedPull):
    await client.put()
    [message] = await pull.fetch()
    assert client.held.replies == [message.reply]
    pull.release(message)
    assert client.held.replies == []


async def test_a_message_that_comes_again_while_it_is_handled_is_handed_over_once(client: Client, pull: GuardedPull):
    for seq in (7, 7, 8):
        await client.put(data=b"%d" % seq, seq=seq)
    first, second = [message for _ in range(2) for message in await pull.fetch()]
    assert (first.data, second.data, len(client.held.replies)) == (b"7", b"8", 2)
    pull.release(first)
    await client.put(data=b"again", seq=7)
    assert [message.data for message in await pull.fetch()] == [b"again"]


async def test_pauses_double_up_to_a_longest_one_and_the_third_failure_is_logged(
    client: Client, pull: GuardedPull, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "PAUSES", PAUSES)
    client.answer = "409"
    with monkeypatch.context() as patched:
        patched.setattr(module.asyncio, "sleep", pause)
        for number in range(1, 6):
            with pytest.raises(nats.errors.TimeoutError):
                await pull.fetch()
            assert len(caplog.messages) == (number >= 3)
    assert pauses == [0.25, 0.5, 0.5, 0.5, 0.5]
    assert caplog.messages == ["a consumer does not answer: 409"]


async def test_a_message_ends_a_row_of_failures(client: Client, pull: GuardedPull):
    client.answer = "503"
    with pytest.raises(nats.errors.TimeoutError):
        await pull.fetch()
    await client.put()
    await pull.fetch()
    assert pull.failures == 0


@pytest.mark.parametrize("status", ["404", "408"])
async def test_a_request_that_ends_without_a_message_is_repeated_at_once_and_is_no_failure(
    client: Client, pull: GuardedPull, status: str
):
    fetching = asyncio.ensure_future(pull.fetch())
    for number in range(1, 21):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (len(client.requests), len({reply for _, _, reply in client.requests})) == (number, number)
        await client.put(status=status)
    assert not fetching.done()
    await client.put()
    assert len(await fetching) == 1
    assert pull.failures == 0


async def test_a_sign_of_life_is_no_answer_and_puts_off_the_end(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch())
    for _ in range(6):
        await asyncio.sleep(0.05)
        await client.put(status="100")
    assert not fetching.done()
    await client.put()
    assert len(await fetching) == 1
    assert len(client.requests) == 1


async def test_a_message_that_comes_late_is_kept_alive_and_asked_for_no_second_time(client: Client, pull: GuardedPull):
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.01)
    pull.wake()
    with pytest.raises(nats.errors.TimeoutError):
        await fetching
    # What the given-up request brings comes first, what the present one brings while that is handled.
    fetching = asyncio.ensure_future(pull.fetch())
    await asyncio.sleep(0.01)
    await client.put(data=b"late")
    assert [message.data for message in await fetching] == [b"late"]
    await client.put(data=b"present")
    assert len(client.held.replies) == 2
    assert [message.data for message in await pull.fetch()] == [b"present"]
    assert len(client.requests) == 2


async def test_messages_are_handed_out_in_order_and_closing_twice_does_no_harm(client: Client):
    pull = Pull(client, "INTAKE", "c", 8)  # type: ignore[arg-type]
    await pull.open()
    assert (client.subscribed, client.pulls) == (["_INBOX.x.1.*"], {("INTAKE", "c"): pull})
    for data in (b"a", b"b"):
        await client.put(data=data)
    assert [found.data for found in (await pull.next(), await pull.next()) if found] == [b"a", b"b"]
    with pytest.raises(nats.errors.Error, match="no sign of life"):
        await pull.next()
    await pull.close()
    await pull.close()
    assert client.pulls == {}


async def test_a_wait_that_is_cancelled_loses_no_message(client: Client):
    pull = Pull(client, "INTAKE", "c", 1)  # type: ignore[arg-type]
    await pull.open()
    for _ in range(50):
        waiting = asyncio.ensure_future(pull.next())
        await asyncio.sleep(0)
        await client.put()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await pull.next() is not None


async def test_an_error_is_said_with_its_description(client: Client):
    pull = Pull(client, "INTAKE", "c", 1)  # type: ignore[arg-type]
    await pull.open()
    waiting = asyncio.ensure_future(pull.next())
    await asyncio.sleep(0.01)
    assert client.arrive is not None
    headers = {"Status": "409", "Description": "Consumer Deleted"}
    await client.arrive(Msg(_client=client, subject=client.requests[-1][2], headers=headers))  # type: ignore[arg-type]
    with pytest.raises(nats.errors.Error, match=r"^409 Consumer Deleted$"):
        await waiting


def test_a_silence_is_longer_than_two_signs_of_life_and_shorter_than_three():
    for every in (module.HEARTBEAT, module.IN_CLUSTER):
        assert 0 < module.SLACK <= every < module.EXPIRES / 3


@pytest.mark.parametrize(("clustered", "every"), [(False, 1.5), (True, 0.5)])
async def test_a_server_of_several_gives_signs_of_life_more_often(clustered: bool, every: float):
    client = Client(clustered=clustered)
    pull = GuardedPull(client, "INTAKE", "c", client.held)  # type: ignore[arg-type]
    await pull.open()
    client.answer = "409"
    with pytest.raises(nats.errors.Error):
        await pull.next()
    assert client.requests[-1][1]["idle_heartbeat"] == every * 1e9


async def test_closing_ends_the_subscription_and_the_signs_of_life(client: Client):
    pull = GuardedPull(client, "INTAKE", "c", client.held)  # type: ignore[arg-type]
    await pull.open()
    assert client.pulls == {("INTAKE", "c"): pull}
    await client.put()
    await pull.unsubscribe()
    assert (client.pulls, client.ended, client.answers, client.held.replies) == ({}, 1, [b"-NAK"], [])
