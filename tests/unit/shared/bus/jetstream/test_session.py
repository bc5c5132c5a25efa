"""Trying again."""

import asyncio

import nats.errors
import pytest
from nats.js.errors import BadRequestError, NoStreamResponseError, NotFoundError, ServiceUnavailableError

from shared.bus.errors import Conflict, PayloadTooLarge, Refused
from shared.bus.jetstream import session as module
from shared.bus.jetstream.connection import ConnectionLost, PermissionDenied
from shared.bus.jetstream.session import Session, is_transient
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed


class Client:
    """Stands in for a connection."""

    service = "scoring"
    max_payload = 1024

    def __init__(self, connected: bool = True) -> None:
        self.is_connected = connected

    async def until_connected(self, patience: float) -> bool:
        await asyncio.sleep(0)
        return self.is_connected


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)


async def with_retry(client: Client, what: str, operation, patience: float):
    session = Session("scoring", BusSettings(publish_patience=patience))
    session._client = client  # type: ignore[assignment]
    return await session.retry(what, operation)


def failing(*errors: Exception, then: str = "done"):
    left = list(errors)

    async def operation() -> str:
        if left:
            raise left.pop(0)
        return then

    return operation


PASSING = [
    nats.errors.TimeoutError(),
    NoStreamResponseError(),
    ServiceUnavailableError(code=503, err_code=10008, description="temporarily unavailable"),
    ConnectionLost(),
    nats.errors.OutboundBufferLimitError(),
    BadRequestError(code=400, err_code=10158, description="duplicate in process"),
]


@pytest.mark.parametrize("error", PASSING, ids=lambda error: type(error).__name__)
async def test_what_passes_is_tried_again(error: Exception):
    assert is_transient(error)
    assert await with_retry(Client(), "x", failing(error, error), 5.0) == "done"


async def test_patience_has_an_end_and_the_error_says_how_often_and_what():
    with pytest.raises(OperationFailed, match=r"publishing: not done after \d+ attempts in 0.05 s: nats: timeout"):
        await with_retry(Client(), "publishing", failing(*[nats.errors.TimeoutError()] * 999), 0.05)


async def test_without_a_connection_it_is_waited_for_and_then_given_up():
    with pytest.raises(OperationFailed):
        await with_retry(Client(connected=False), "x", failing(), 0.05)


@pytest.mark.parametrize("code", [10071, 10164])
async def test_a_wrong_last_sequence_is_a_conflict_at_once(code: int):
    with pytest.raises(Conflict, match="wrong"):
        await with_retry(Client(), "x", failing(BadRequestError(code=400, err_code=code, description="wrong")), 5.0)


async def test_what_the_server_refuses_is_not_tried_again():
    calls = []

    async def operation() -> None:
        calls.append(1)
        raise BadRequestError(code=400, err_code=10025, description="bad name")

    with pytest.raises(Refused, match=r"bad name \(10025\)") as refused:
        await with_retry(Client(), "x", operation, 5.0)
    assert len(calls) == 1
    assert refused.value.code == 10025


async def test_a_denial_and_an_oversize_are_said_at_once():
    with pytest.raises(OperationFailed, match="denies it to scoring: no"):
        await with_retry(Client(), "x", failing(PermissionDenied("no")), 5.0)
    with pytest.raises(PayloadTooLarge):
        await with_retry(Client(), "x", failing(nats.errors.MaxPayloadError()), 5.0)


async def test_what_is_not_there_is_the_callers_to_judge():
    with pytest.raises(NotFoundError):
        await with_retry(Client(), "x", failing(NotFoundError(code=404, err_code=10037)), 5.0)


async def test_an_error_of_ours_goes_through():
    with pytest.raises(ZeroDivisionError):
        await with_retry(Client(), "x", failing(ZeroDivisionError()), 5.0)
