"""The newest messages by one request, without a server; with one, tests/integration/bus/jetstream/test_stored.py."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace

import nats.errors
import pytest
from nats.aio.msg import Msg
from nats.js.errors import APIError, NotFoundError

from shared.bus.jetstream import direct
from shared.bus.jetstream.direct import after, last_of_each


class Client:
    """Stands in for a connection to a server with these answers."""

    api = "$JS.API"

    def __init__(self, *statuses: str | None, clustered: bool = False, unanswered: int = 0) -> None:
        self.statuses = statuses
        self.clustered, self.unanswered = clustered, unanswered
        self.ended = self.lost = 0
        self.requests: list[tuple[str, bytes]] = []
        self.js = SimpleNamespace(stream_info=self.stream_info)

    async def stream_info(self, stream: str, subjects_filter: str = "a") -> SimpleNamespace:
        names = {f"{subjects_filter[0]}.{number}": 1 for number in range(700)}
        return SimpleNamespace(state=SimpleNamespace(subjects=names))

    @asynccontextmanager
    async def watched(self, subject: str) -> AsyncIterator[None]:
        yield

    def new_inbox(self) -> str:
        return "_INBOX.x"

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> SimpleNamespace:
        self.arrive = cb

        async def unsubscribe() -> None:
            self.ended += 1

        return SimpleNamespace(unsubscribe=unsubscribe)

    async def publish(self, subject: str, data: bytes, reply: str) -> None:
        self.requests.append((subject, data))
        if len(self.requests) <= self.unanswered:
            return
        if self.statuses[:1] == ("413",) and len(self.requests) > 1:
            self.statuses = (None, "204")
        for number, status in enumerate(self.statuses, start=1):
            headers = {"Nats-Last-Sequence": str(number - 1 - self.lost)}
            headers |= {"Status": status} if status else {"Nats-Subject": f"a.{number}", "Nats-Sequence": str(number)}
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


async def test_more_subjects_than_a_server_looks_through_are_asked_for_by_name():
    client = Client("413")
    assert len(await last_of_each(client, "SCORED", ["a.*", "a.1"])) == 2  # type: ignore[arg-type]
    _, first, second = (json.loads(data)["multi_last"] for _, data in client.requests)
    assert (len(first), len(second), first[0], second[-1]) == (500, 200, "a.0", "a.699")


class Damaged(Client):
    """A server that cannot read the last message of `a.350`, and ends each answer there as nats-server does."""

    async def publish(self, subject: str, data: bytes, reply: str) -> None:
        names = json.loads(data)["multi_last"]
        self.requests.append((subject, data))
        for number, name in enumerate([] if "a.*" in names else names):
            if name == "a.350":
                break
            headers = {
                "Nats-Subject": name,
                "Nats-Sequence": name[2:],
                "Nats-Last-Sequence": str(names[number - 1][2:]),
            }
            await self.arrive(Msg(_client=self, subject=reply, data=b"x", headers=headers))  # type: ignore[arg-type]
        whole = "a.350" not in names and "a.*" not in names
        headers = {"Status": "204", "Nats-Last-Sequence": names[-1][2:]} if whole else GONE
        await self.arrive(Msg(_client=self, subject=reply, headers=headers))  # type: ignore[arg-type]


GONE = {"Status": "404", "Description": "Message Not Found"}


async def test_one_message_that_cannot_be_read_hides_no_other():
    found = await last_of_each(Damaged(), "SCORED", ["a.*"])  # type: ignore[arg-type]
    assert [message.seq for message in found] == [number for number in range(700) if number != 350]


async def test_a_part_behind_a_place_is_asked_for_and_a_missing_message_noticed():
    client = Client(None, None, "204")
    found = await after(client, "SCORED", "a.*", 6, batch=9)  # type: ignore[arg-type]
    assert [message.seq for message in found] == [1, 2]
    assert json.loads(client.requests[0][1]) == {"seq": 7, "next_by_subj": "a.*", "batch": 9, "max_bytes": 4194304}
    noon = datetime(2026, 3, 9, 12, tzinfo=UTC)
    with pytest.raises(NotFoundError):
        await after(Client("404"), "SCORED", "a.*", 6, noon, batch=9)  # type: ignore[arg-type]
    client.lost = 1
    with pytest.raises(TimeoutError, match="missing"):
        await after(client, "SCORED", "a.*", 6, batch=9)  # type: ignore[arg-type]


async def test_a_server_that_stops_in_the_middle_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(direct, "PATIENCE", 0.02)
    client = Client(None)
    with pytest.raises(TimeoutError):
        await last_of_each(client, "SCORED", ["a.*"])  # type: ignore[arg-type]
    assert client.ended == 1


async def test_in_a_cluster_another_server_is_asked_when_one_does_not_begin_to_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(direct, "FIRST", (0.01, 0.02))
    client = Client(None, "204", clustered=True, unanswered=2)
    assert len(await last_of_each(client, "SCORED", ["a.*"])) == 1  # type: ignore[arg-type]
    assert (len(client.requests), client.ended) == (3, 3)
    monkeypatch.setattr(direct, "PATIENCE", 0.01)
    for client, requests in ((Client(unanswered=1), 1), (Client(clustered=True, unanswered=9), 3)):
        with pytest.raises(TimeoutError, match="SCORED does not answer"):
            await last_of_each(client, "SCORED", ["a.*"])  # type: ignore[arg-type]
        assert len(client.requests) == requests
