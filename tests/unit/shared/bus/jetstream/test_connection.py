"""A client without a server; with one, tests/integration/bus/jetstream/test_connection.py."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nats.errors
import pytest
from nats.aio.client import Client
from nats.js.api import ConsumerConfig

from shared.bus.jetstream import connection as module
from shared.bus.jetstream.connection import BusClient, PermissionDenied
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed

DENIED = nats.errors.Error('nats: Permissions Violation for Publish to "Intake.File"')


def client(**settings: object) -> BusClient:
    return BusClient("intake", BusSettings(**settings), on_closed=print)  # type: ignore[arg-type]


@pytest.fixture
def connecting(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The options with which a client connects; nothing is connected."""
    given: dict[str, object] = {}

    async def connect(self: Client, servers: list[str], **options: object) -> None:
        given.update(options, servers=servers)

    monkeypatch.setattr(Client, "connect", connect)
    return given


async def test_a_client_connects_as_the_settings_say(connecting: dict[str, object]) -> None:
    made = client(url="nats://a:1, nats://b:2", user="intake", password="secret", credentials=Path("x.creds"))
    await made.connect_bus()
    wanted = {
        "dont_randomize": True,
        "name": "kibitz-intake",
        "user": "intake",
        "password": "secret",
        "user_credentials": "x.creds",
        "inbox_prefix": "_INBOX.intake",
        "max_reconnect_attempts": -1,
        "reconnect_time_wait": 0.5,
        "connect_timeout": 2.0,
        "ping_interval": 0.5,
        "max_outstanding_pings": 2,
        "pending_size": 16_777_216,
        "tls": None,
    }
    assert {name: connecting[name] for name in wanted} == wanted
    assert sorted(connecting["servers"]) == ["nats://a:1", "nats://b:2"]  # type: ignore[call-overload]
    assert made.connected.is_set()


async def test_without_credentials_none_are_sent(connecting: dict[str, object]) -> None:
    await client().connect_bus()
    assert [connecting[name] for name in ("user", "password", "user_credentials")] == [None, None, None]


async def test_a_server_that_refuses_the_user_ends_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(self: Client, servers: list[str], *, error_cb: Any, **options: object) -> None:
        await error_cb(nats.errors.Error("nats: 'Authorization Violation'"))

    monkeypatch.setattr(Client, "connect", connect)
    made = client(url="nats://intake:secret@a:1, nats://b:2")
    with pytest.raises(OperationFailed, match=r"^NATS at a:1, b:2 refuses us: 'Authorization Violation'$"):
        await made.connect_bus()
    assert made.stopping


async def test_a_server_that_refuses_the_user_later_is_waited_for(caplog) -> None:
    made = client()
    made._reconnection_task = asyncio.ensure_future(asyncio.sleep(60))
    await made._failed(nats.errors.Error("nats: 'Authentication Timeout'"))
    assert caplog.messages == ["the server refuses the user of intake: 'Authentication Timeout'"]
    made._reconnection_task.cancel()


@pytest.fixture
def request_of(monkeypatch: pytest.MonkeyPatch):
    """Begin a request to a subject that nobody answers."""

    async def silence(self: Client, subject: str, *args: object, **options: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Client, "request", silence)

    async def begin(made: BusClient, subject: str) -> "asyncio.Future[object]":
        asking = asyncio.ensure_future(made.request(subject, b"", timeout=60))
        await asyncio.sleep(0.01)
        return asking

    return begin


async def test_a_denied_request_fails_at_once_and_others_go_on(request_of, caplog) -> None:
    made = client()
    denied, other = await request_of(made, "intake.file"), await request_of(made, "intake.other")
    await made._failed(DENIED)
    with pytest.raises(PermissionDenied, match="Permissions Violation for Publish"):
        await denied
    assert not other.done()
    assert caplog.messages == ['the server denies intake: Permissions Violation for Publish to "Intake.File"']
    other.cancel()


async def test_every_request_under_way_fails_with_its_connection(request_of, caplog) -> None:
    made = client()
    asking = [await request_of(made, subject) for subject in ("a", "b")]
    await made._disconnected()
    for request in asking:
        with pytest.raises(nats.errors.ConnectionReconnectingError):
            await request
    assert not made.connected.is_set()
    assert caplog.messages == [
        "connection lost, and tried again until it is back: look at the NATS servers if it stays away"
    ]


async def test_a_time_limit_of_a_request_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(self: Client, *args: object, **options: object) -> None:
        raise nats.errors.TimeoutError

    monkeypatch.setattr(Client, "request", late)
    with pytest.raises(nats.errors.TimeoutError):
        await client().request("a")


async def test_whoever_waits_is_woken_when_the_connection_is_back(caplog) -> None:
    made, woken = client(), []
    made.pulls["S", "c"] = SimpleNamespace(wake=lambda: woken.append("pull"))  # type: ignore[assignment]
    with caplog.at_level("INFO", "kibitz.bus"):
        await made._reconnected()
    assert woken == ["pull"]
    assert made.connected.is_set()
    assert caplog.messages == ["connected again"]


async def test_the_same_trouble_is_logged_once_in_ten_seconds(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(module.time, "monotonic", lambda: clock.now)
    made = client()
    for wait, lines in ((0, 1), (9.9, 1), (0.1, 2), (0, 2)):
        clock.now += wait
        await made._failed(OSError("no route"))
        assert len(caplog.messages) == lines
    await made._failed(nats.errors.StaleConnectionError())
    assert caplog.messages == [*["connection: no route"] * 2, "connection: stale connection"]
    made.stopping = True
    clock.now += 60
    await made._failed(OSError("no route"))
    assert len(caplog.messages) == 3


async def test_a_client_that_is_closed_by_itself_is_fatal_and_one_that_stops_is_not() -> None:
    reasons: list[str] = []
    made = BusClient("intake", BusSettings(), on_closed=reasons.append)
    await made._closed()
    assert reasons == ["the NATS connection of intake is closed: no reason given"]
    made.stopping = True
    await made._closed()
    assert len(reasons) == 1


async def test_a_client_is_lost_when_nothing_brings_it_back() -> None:
    made = client()
    assert not made.lost()  # it has not been connected yet
    made._reconnection_task = asyncio.ensure_future(asyncio.sleep(60))
    assert not made.lost()
    made._reconnection_task.cancel()
    await asyncio.sleep(0.01)
    assert made.lost()
    made.stopping = True
    assert not made.lost()


@pytest.mark.parametrize(
    "options",
    [
        {"stream": "S", "config": ConsumerConfig(ack_wait=1.0)},
        {"durable": "d", "config": ConsumerConfig(ack_wait=1.0)},
        {"durable": "d", "stream": "S"},
        {"durable": "d", "stream": "S", "config": ConsumerConfig()},
    ],
)
async def test_only_a_durable_that_is_provisioned_is_pulled(options: dict[str, object]) -> None:
    with pytest.raises(OperationFailed, match="x is pulled without a durable, its stream and its wait"):
        await client().jetstream().pull_subscribe("x", **options)  # type: ignore[arg-type]
