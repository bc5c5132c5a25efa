"""Answers that arrive on an inbox."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import nats.errors
import pytest
from nats.aio.msg import Msg

from shared.bus.jetstream.inbox import Inbox


class Client:
    """Stands in for a connection."""

    is_closed, is_connected = False, True

    def __init__(self) -> None:
        self.subjects: list[str] = []
        self.ended = 0

    def new_inbox(self) -> str:
        return "_INBOX.intake.1"

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]], **limits: int) -> SimpleNamespace:
        self.subjects.append(subject)
        self.arrive = cb
        return SimpleNamespace(unsubscribe=self.unsubscribe)

    async def unsubscribe(self) -> None:
        self.ended += 1


def message(text: str) -> Msg:
    return Msg(_client=None, subject="x", data=text.encode())  # type: ignore[arg-type]


def inbox_of(client: Client, tokens: str = "") -> Inbox:
    return Inbox(client, "INTAKE", "c", tokens)  # type: ignore[arg-type]


async def test_messages_are_handed_out_in_order_until_nothing_comes():
    client = Client()
    inbox = inbox_of(client, ".*")
    await inbox.open()
    assert client.subjects == ["_INBOX.intake.1.*"]
    for text in ("a", "b"):
        await client.arrive(message(text))
    assert [found.data for found in (await inbox.next(1), await inbox.next(1)) if found] == [b"a", b"b"]
    with pytest.raises(nats.errors.TimeoutError):
        await inbox.next(0.01)
    await inbox.close()
    await inbox.close()
    assert client.ended == 1


async def test_a_wait_that_is_cancelled_loses_no_message():
    client = Client()
    inbox = inbox_of(client)
    await inbox.open()
    for _ in range(50):
        waiting = asyncio.ensure_future(inbox.next(5))
        await asyncio.sleep(0)
        await client.arrive(message("a"))
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        found = inbox.arrived()
        assert found is not None


async def test_waking_ends_a_wait_and_is_no_message():
    inbox = inbox_of(Client())
    waiting = asyncio.ensure_future(inbox.next(5))
    await asyncio.sleep(0)
    inbox.wake()
    assert await waiting is None
    inbox.wake()
    assert inbox.arrived() is None


async def test_a_closed_client_is_an_error_at_once():
    client = Client()
    client.is_closed = True
    with pytest.raises(nats.errors.ConnectionClosedError):
        await inbox_of(client).next(5)


async def test_an_answer_without_a_message_is_passed_over_and_one_with_a_reply_never_is():
    client = Client()
    inbox = inbox_of(client)
    await inbox.open()
    await client.arrive(Msg(_client=None, subject="x", headers={"Status": "408"}))  # type: ignore[arg-type]
    await client.arrive(Msg(_client=None, subject="x", reply="$JS.ACK", headers={"Status": "408"}, data=b"a"))  # type: ignore[arg-type]
    arrived = inbox.arrived()
    assert arrived is not None
    assert arrived.data == b"a"
    assert inbox.arrived() is None
