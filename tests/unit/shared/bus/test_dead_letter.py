"""Dead letters as values; tests/integration/bus/middlewares/test_acknowledgement.py writes and retries them."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.messages import DeadLetter
from shared.bus.dead_letter import body_of_letter, dead_letters, letter_of, original, retry_dead, show_dead
from shared.bus.delivery import Delivery
from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.buckets import ObjectMissing
from shared.errors import OperationFailed

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
HEADERS = {
    "Nats-Msg-Id": "received:abc:",
    "ce-type": "intake.file.received.v1",
    "Nats-Expected-Stream": "INTAKE",
    "Nats-Expected-Last-Subject-Sequence": "4",
    "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
}


def letter(body: bytes, headers: dict[str, str] | None = None, reason: str = "why") -> DeadLetter:
    delivery = Delivery(
        "intake.file.received.v1.usebio.ab", "INTAKE", 7, 5, NOON, headers or HEADERS, "usebio_parser-file-received"
    )
    return letter_of("usebio_parser", delivery, body, reason, "OSError", NOON)


def test_a_letter_says_what_died_where_and_why():
    found = letter(b"{}")
    assert (found.service, found.consumer, found.subject) == (
        "usebio_parser",
        "usebio_parser-file-received",
        "intake.file.received.v1.usebio.ab",
    )
    assert (found.stream, found.sequence, found.deliveries, found.reason) == ("INTAKE", 7, 5, "why")
    assert found.identity == "dead:usebio_parser-file-received:INTAKE:7"


@given(st.binary(max_size=100))
def test_any_body_comes_back_from_its_letter(body: bytes):
    found = DeadLetter.model_validate_json(letter(body).model_dump_json())
    assert original(found, 3)[0] == body


def test_the_message_comes_back_under_a_new_id_without_what_the_server_checked():
    _, values = original(letter(b"{}"), 3)
    assert values == {"Nats-Msg-Id": "received:abc::retry:3", "ce-type": "intake.file.received.v1"}


def test_two_tries_have_two_ids():
    assert original(letter(b"{}"), 3)[1]["Nats-Msg-Id"] != original(letter(b"{}"), 4)[1]["Nats-Msg-Id"]
    assert original(letter(b"{}", {"a": "b"}), 3)[1]["Nats-Msg-Id"] == "INTAKE:7:retry:3"


def test_a_body_in_the_object_store_stays_there():
    reference = f"BODIES/{'a' * 64};sha256={'a' * 64}"
    found = letter(b"", {**HEADERS, "Kibitz-Body": reference})
    assert (found.encoding, found.body) == ("object", reference)
    body, values = original(found, 3)
    assert body == b""
    assert values["Kibitz-Body"] == reference


@pytest.mark.parametrize("reason", ["", "x" * 1_000_000])
def test_a_reason_of_any_length_is_kept_short(reason: str):
    assert len(letter(b"{}", reason=reason).reason) <= 4_000


class Letters:
    """Stands in for a bus with letter 3, an object and nothing else; notes what was done to it, in order."""

    def __init__(self, found: DeadLetter | None = None) -> None:
        self.letter = found or letter(b"{}")
        self.done: list[Any] = []

    async def at(self, stream: str, model: type[DeadLetter], *, seq: int) -> object:
        assert (stream, model) == ("DEAD", DeadLetter)
        return SimpleNamespace(message=self.letter) if seq == 3 else None

    async def send(self, subject: str, body: bytes, headers: dict[str, str]) -> object:
        self.done.append((subject, body, headers["Nats-Msg-Id"]))
        return SimpleNamespace(seq=9)

    async def delete_message(self, stream: str, seq: int) -> None:
        self.done.append((stream, seq))

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        self.done.append((bucket, limit))
        if limit == 0:
            raise ObjectMissing(name)
        if limit < 5:
            raise PayloadTooLarge(name)
        return b"large"

    def history(self, subject_filter: str, model: type[DeadLetter]) -> object:
        return subject_filter, model


async def test_a_retried_letter_is_removed_after_its_message_was_published_again():
    bus = Letters()
    assert await retry_dead(bus, 3) == 9  # type: ignore[arg-type]
    sent = ("intake.file.received.v1.usebio.ab", b"{}", "received:abc::retry:3")
    assert bus.done == [sent, ("DEAD", 3)]


async def test_a_letter_that_is_not_there_is_shown_and_retried_with_an_error():
    bus = Letters()
    for work in (show_dead, retry_dead):
        with pytest.raises(OperationFailed, match="there is no dead letter 4"):
            await work(bus, 4)  # type: ignore[arg-type]
    assert bus.done == []


async def test_the_body_of_a_letter_is_found_wherever_it_lies_and_is_none_where_it_cannot_be_read():
    assert await body_of_letter(Letters(), letter(b"{}"), 0) == b"{}"  # type: ignore[arg-type]
    reference = f"BODIES/{'a' * 64};sha256={'a' * 64}"
    apart = letter(b"", {**HEADERS, "Kibitz-Body": reference})
    bus = Letters()
    assert [await body_of_letter(bus, apart, limit) for limit in (5, 4, 0)] == [b"large", None, None]  # type: ignore[arg-type]
    assert bus.done == [("BODIES", 5), ("BODIES", 4), ("BODIES", 0)]
    broken = apart.replace(body="somewhere")
    assert await body_of_letter(bus, broken, 5) is None  # type: ignore[arg-type]


def test_letters_are_those_of_one_service_or_of_all():
    assert dead_letters(Letters(), "intake") == ("dead.intake", DeadLetter)  # type: ignore[arg-type,comparison-overlap]
    assert dead_letters(Letters()) == ("dead.*", DeadLetter)  # type: ignore[arg-type,comparison-overlap]


def test_a_reason_and_an_error_keep_their_beginnings():
    assert letter(b"{}", reason="ab" * 3_000).reason == "ab" * 2_000
    delivery = Delivery("x", "INTAKE", 7, 5, NOON, {}, "c")
    assert letter_of("intake", delivery, b"", "why", "E" * 500, NOON).error == "E" * 200
