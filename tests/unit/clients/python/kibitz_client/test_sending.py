import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from kibitz_client import sending
from kibitz_client.errors import NotReached
from kibitz_client.sending import Answer, fetch, send, send_decisions, status
from shared.formats.decisions.reader import parse
from tests.support.answering import Answers, answering
from tests.support.swallowing import swallowing
from tests.support.time_limits import scaled


class Desk(Answers):
    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        good = self.headers.get("Authorization") == "Bearer right"
        self.answer(201 if good else 401, {"path": self.path, "bytes": len(body), "sha256": "ab"})

    def do_GET(self) -> None:
        self.answer(200, {"state": "scored"})


@pytest.fixture
def desk() -> Iterator[str]:
    with answering(Desk) as address:
        yield address


def test_a_name_with_special_characters_is_one_component_of_the_address(desk: str) -> None:
    answer = send(desk, "../a b/ü.xml", b"xyz", token="right", event="club-2026")
    assert answer.taken
    assert answer.body["path"] == "/v1/files/..%2Fa%20b%2F%C3%BC.xml?event=club-2026"
    assert answer.body["bytes"] == 3


def test_what_is_known_of_a_file_stands_in_its_address(desk: str) -> None:
    assert send(f"{desk}/", "a.xml", b"x").body["path"] == "/v1/files/a.xml"
    moment = datetime(2031, 5, 4, 22, tzinfo=UTC)
    answer = send(desk, "a.xml", b"x", event="open", written_at=moment)
    assert answer.body["path"] == "/v1/files/a.xml?event=open&written_at=2031-05-04T22%3A00%3A00%2B00%3A00"


def test_decisions_are_a_file_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, bytes]] = []

    def taken(_intake: str, name: str, data: bytes, **_options: object) -> Answer:
        sent.append((name, data))
        return Answer(201, {})

    monkeypatch.setattr(sending, "send", taken)
    decision = {"decision": "status", "status": "official"}
    assert send_decisions("http://x", "open", [decision], by="Ada", at=datetime(2031, 5, 4, 22, tzinfo=UTC)).taken
    ((name, data),) = sent
    assert name == "open-20310504T220000000000.json"
    assert [read.event for read in parse(data).events] == ["open"]


def test_a_refusal_is_an_answer_and_not_an_error(desk: str) -> None:
    answer = send(desk, "a.xml", b"x", token="wrong")
    assert (answer.status, answer.taken) == (401, False)


def test_the_status_of_a_file_is_asked_by_its_digest(desk: str) -> None:
    assert status(desk, "ab").body == {"state": "scored"}


def test_nobody_there_is_said_as_such() -> None:
    with pytest.raises(NotReached, match=r"nobody answers at http://127\.0\.0\.1:9: .*refused"):
        send("http://127.0.0.1:9", "a.xml", b"x", timeout=2)


class Odd(Answers):
    """An address that answers with the text it is given, and not with an object of JSON."""

    text = b"The desk is closed"

    def do_GET(self) -> None:
        self.send_response(502 if self.path.endswith("closed") else 200)
        self.end_headers()
        self.wfile.write(self.text)


class Dying(Answers):
    """Ends in the middle of its answer."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.close_connection = True


def test_an_intake_that_dies_while_it_answers_is_not_reached() -> None:
    with answering(Dying) as address, pytest.raises(NotReached):
        fetch(f"{address}/v1/files")


def test_an_answer_that_is_no_object_is_passed_on_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(Odd) as address:
        closed = fetch(f"{address}/closed")
        assert (closed.status, closed.taken, closed.body) == (502, False, {"message": "The desk is closed"})
        assert closed.sha256 == ""
        monkeypatch.setattr(Odd, "text", b"x" * 201)
        assert fetch(address).body == {"message": "x" * 200}
        monkeypatch.setattr(Odd, "text", b"[1]")
        assert fetch(address).body == {"answer": [1]}


def test_a_file_that_is_known_already_is_taken_and_has_its_digest() -> None:
    assert Answer(200, {"sha256": "ab"}).taken
    assert Answer(201, {"sha256": "ab"}).sha256 == "ab"
    assert not Answer(202, {}).taken


def test_an_address_that_swallows_packets_is_said_to_be_silent_and_given_up_soon(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sending, "QUIET", 0.05)
    monkeypatch.setattr(sending, "CONNECTING", 0.3)
    began = time.monotonic()
    with swallowing() as address, pytest.raises(NotReached, match=f"nobody answers at {address}: timed out"):
        send(address, "a.xml", b"x", timeout=scaled(20))
    assert time.monotonic() - began < scaled(5)
    assert caplog.messages == [f"no answer yet from {address}"]


def test_a_request_without_patience_waits_no_longer_for_its_connection() -> None:
    with swallowing() as address, pytest.raises(NotReached):
        send(address, "a.xml", b"x", timeout=0.1)


class Slow(Desk):
    def do_GET(self) -> None:
        time.sleep(0.4)
        super().do_GET()


def test_an_answer_may_take_longer_than_a_connection_and_one_at_once_is_no_news(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sending, "CONNECTING", 0.2)
    with answering(Slow) as address:
        assert fetch(address, timeout=scaled(10)).body == {"state": "scored"}
    assert caplog.messages == []
