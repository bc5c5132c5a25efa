"""Trying again."""

import asyncio

import nats.errors
import pytest
from nats.js.api import PubAck, RawStreamMsg
from nats.js.errors import BadRequestError, NoStreamResponseError, NotFoundError, ServiceUnavailableError

from shared.bus.errors import Conflict, PayloadTooLarge, StorageFull
from shared.bus.jetstream import session as module
from shared.bus.jetstream.connection import PermissionDenied
from shared.bus.jetstream.session import Session
from shared.bus.settings import BusSettings
from shared.bus.wire import MSG_ID
from shared.errors import OperationFailed


class Client:
    """Stands in for a connection."""

    service = "scoring"
    max_payload = 1024

    def __init__(self, connected: bool = True, js: object = None) -> None:
        self.connected = asyncio.Event()
        self.is_connected = connected
        if connected:
            self.connected.set()
        self.js = js


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
    nats.errors.ConnectionReconnectingError(),
    nats.errors.OutboundBufferLimitError(),
    BadRequestError(code=400, err_code=10158, description="duplicate in process"),
]


@pytest.mark.parametrize("error", PASSING, ids=lambda error: type(error).__name__)
async def test_what_passes_is_tried_again(error: Exception):
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

    with pytest.raises(OperationFailed, match=r"bad name \(10025\)$"):
        await with_retry(Client(), "x", operation, 5.0)
    assert len(calls) == 1


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


class Stream:
    """Stands in for JetStream: the last message of a stream, or an error."""

    def __init__(self, last: RawStreamMsg | Exception) -> None:
        self.last = last
        self.asked: list[tuple[str, int | None, str | None]] = []
        self.direct: list[bool] = []

    async def get_msg(self, stream: str, *, seq: int | None, subject: str | None, direct: bool = False) -> RawStreamMsg:
        self.asked.append((stream, seq, subject))
        self.direct.append(direct)
        if isinstance(self.last, Exception):
            raise self.last
        return self.last


def session_with(last: RawStreamMsg | Exception) -> Session:
    session = Session("scoring", BusSettings(publish_patience=5.0))
    session._client = Client(js=Stream(last))  # type: ignore[assignment]
    return session


WRONG = BadRequestError(code=400, err_code=10071, description="wrong last sequence")
ABSENT = NotFoundError(code=404, err_code=10037, description="no message found")


async def store(session: Session, *errors: Exception) -> PubAck:
    send = failing(*errors, then=PubAck("MERGED", 8))  # type: ignore[arg-type]
    return await session.store("MERGED", "a.b", {MSG_ID: "mine"}, send)  # type: ignore[arg-type]


async def test_what_is_stored_at_once_is_no_duplicate():
    ack = await store(session_with(ABSENT))
    assert (ack.seq, ack.duplicate) == (8, False)


async def test_our_own_first_attempt_whose_answer_was_lost_is_no_conflict():
    mine = RawStreamMsg(subject="a.b", seq=7, headers={MSG_ID: "mine"})
    ack = await store(session_with(mine), nats.errors.TimeoutError(), WRONG)
    assert (ack.stream, ack.seq, ack.duplicate) == ("MERGED", 7, True)


@pytest.mark.parametrize(
    "last",
    [
        RawStreamMsg(subject="a.b", seq=7, headers={MSG_ID: "theirs"}),
        RawStreamMsg(subject="a.b", seq=7),
        RawStreamMsg(subject="a.b", headers={MSG_ID: "mine"}),
        ABSENT,
    ],
)
async def test_somebody_else_who_was_faster_is_a_conflict(last: RawStreamMsg | Exception):
    with pytest.raises(Conflict, match=r"publishing to a\.b: wrong last sequence"):
        await store(session_with(last), WRONG)


async def test_a_message_is_read_by_its_subject_or_its_sequence():
    session = session_with(RawStreamMsg(subject="a.b", seq=7))
    for query in ({"subject": "a.b"}, {"seq": 7}):
        found = await session.raw("MERGED", **query)  # type: ignore[arg-type]
        assert found is not None
        assert found.seq == 7
    assert session.client.js.asked == [("MERGED", None, "a.b"), ("MERGED", 7, None)]  # type: ignore[attr-defined]


async def test_a_message_that_is_absent_is_none_and_a_stream_that_is_absent_an_error():
    assert await session_with(ABSENT).raw("MERGED", subject="a.b") is None
    with pytest.raises(OperationFailed, match="there is no stream MERGED"):
        await session_with(NotFoundError(code=404, err_code=10059)).raw("MERGED", subject="a.b")


async def test_pauses_double_up_to_a_longest_one(monkeypatch: pytest.MonkeyPatch):
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(module, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(module.random, "uniform", lambda low, high: 1.0)
    session = session_with(ABSENT)
    monkeypatch.setattr(module.asyncio, "sleep", pause)
    await session.retry("x", failing(*[nats.errors.TimeoutError()] * 4))
    assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8])
    pauses.clear()
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.5)
    session.settings = BusSettings(publish_patience=100.0)
    await session.retry("x", failing(*[nats.errors.TimeoutError()] * 3))
    assert pauses == [0.5, 0.8, 0.8]


def test_a_session_without_a_connection_says_of_whom():
    with pytest.raises(OperationFailed, match="the bus of scoring is not connected"):
        _ = Session("scoring", BusSettings()).client


@pytest.mark.parametrize(
    ("replicas", "subject", "direct"), [(1, "a.b", True), (1, "a.*", False), (1, "a.>", False), (3, "a.b", False)]
)
async def test_the_leader_is_asked_where_a_copy_may_be_behind(replicas: int, subject: str, direct: bool):
    session = session_with(RawStreamMsg(seq=3))
    session.settings = BusSettings(replicas=replicas)
    assert await session.raw("MERGED", subject=subject) == RawStreamMsg(seq=3)
    assert session.client.js.direct == [direct]  # type: ignore[attr-defined]


async def test_where_nobody_answers_directly_the_leader_says_what_is_wrong():
    session = session_with(nats.errors.NoRespondersError())
    session.settings = BusSettings(publish_patience=0.001)
    with pytest.raises(OperationFailed, match="no responders"):
        await session.raw("MERGED", subject="a.b")
    assert session.client.js.direct[:2] == [True, False]  # type: ignore[attr-defined]


FULL = ServiceUnavailableError(code=503, err_code=10023, description="insufficient resources")
SILENT = nats.errors.TimeoutError()


async def failed_write(error: Exception, *, stores: bool = True, connected: bool = True) -> tuple[Session, Exception]:
    session = Session("scoring", BusSettings(publish_patience=0.05))
    session._client = Client()  # type: ignore[assignment]
    session.client.is_connected = connected  # type: ignore[misc]
    with pytest.raises(OperationFailed) as raised:
        await session.retry("publishing to x", failing(*[error] * 999), stores=stores)
    return session, raised.value


async def test_a_write_that_the_server_does_not_confirm_is_known_for_a_while(monkeypatch: pytest.MonkeyPatch):
    session, error = await failed_write(SILENT)
    assert session.unstored() == "publishing to x fails: its disk may be full"
    assert not isinstance(error, StorageFull)
    monkeypatch.setattr(module, "FRESH", 0.0)
    assert session.unstored() == ""


async def test_a_write_that_failed_and_is_done_at_last_says_that_there_is_room_again():
    session, _ = await failed_write(SILENT)
    await session.retry("publishing to y", failing(), stores=True)
    assert session.unstored() == "publishing to x fails: its disk may be full"
    await session.retry("publishing to x", failing(SILENT), stores=True)
    assert session.unstored() == ""


async def test_a_write_that_was_not_confirmed_once_may_have_met_a_server_that_stands_still(monkeypatch):
    monkeypatch.setattr(module, "FIRST_PAUSE", 1.0)
    session, _ = await failed_write(SILENT)
    assert session.unstored() == ""


async def test_a_server_at_its_limit_says_so_itself():
    session, error = await failed_write(FULL)
    assert session.unstored() == "publishing to x fails: insufficient resources"
    assert isinstance(error, StorageFull)


async def test_a_read_that_takes_too_long_or_a_lost_connection_says_nothing_of_the_disk():
    for options in ({"stores": False}, {"connected": False}):
        session, _ = await failed_write(SILENT, **options)
        assert session.unstored() == ""
    assert Session("scoring").unstored() == ""
