"""The newest messages by one request, without a server; with one, tests/integration/bus/jetstream/test_stored.py."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import nats.errors
import pytest
from nats.aio.msg import Msg
from nats.js.errors import APIError, NotFoundError

from shared.bus.jetstream import direct
from shared.bus.jetstream.direct import last_of_each


class Client:
    """Stands in for a connection to a server with these answers."""

    def __init__(self, *statuses: str | None) -> None:
        self.statuses = statuses
        self.ended = 0
        self.requests: list[tuple[str, bytes]] = []

    def new_inbox(self) -> str:
        return "_INBOX.x"

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> SimpleNamespace:
        self.arrive = cb

        async def unsubscribe() -> None:
            self.ended += 1

        return SimpleNamespace(unsubscribe=unsubscribe)

    async def publish(self, subject: str, data: bytes, reply: str) -> None:
        self.requests.append((subject, data))
        for number, status in enumerate(self.statuses, start=1):
            headers = {"Status": status} if status else {"Nats-Subject": f"a.{number}", "Nats-Sequence": str(number)}
            await self.arrive(Msg(_client=self, subject=reply, data=b"" if status else b"x", headers=headers))  # type: ignore[arg-type]


async def test_all_come_until_the_server_says_that_these_were_all():
    client = Client(None, None, "204")
    found = await last_of_each(client, "SCORED", ["a.*"])  # type: ignore[arg-type]
    assert [(message.subject, message.seq, message.data) for message in found] == [("a.1", 1, b"x"), ("a.2", 2, b"x")]
    assert client.requests == [("$JS.API.DIRECT.GET.SCORED", b'{"multi_last": ["a.*"]}')]
    assert client.ended == 1


@pytest.mark.parametrize(
    ("status", "error"), [("404", NotFoundError), ("408", APIError), ("503", nats.errors.NoRespondersError)]
)
async def test_what_the_server_says_instead_is_raised(status: str, error: type[Exception]):
    client = Client(status)
    with pytest.raises(error):
        await last_of_each(client, "SCORED", ["a.*"])  # type: ignore[arg-type]
    assert client.ended == 1


async def test_of_more_than_a_server_looks_through_nothing_comes():
    assert await last_of_each(Client("413"), "SCORED", ["a.*"]) is None  # type: ignore[arg-type]


async def test_a_server_that_stops_in_the_middle_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(direct, "PATIENCE", 0.02)
    client = Client(None)
    with pytest.raises(TimeoutError):
        await last_of_each(client, "SCORED", ["a.*"])  # type: ignore[arg-type]
    assert client.ended == 1
