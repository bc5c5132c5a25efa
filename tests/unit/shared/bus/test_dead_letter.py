"""Dead letters as values; tests/integration/bus/middlewares/test_acknowledgement.py writes and retries them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.messages import DeadLetter
from shared.bus.dead_letter import letter_of, original
from shared.bus.delivery import Delivery

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
        "intake.file.received.v1.usebio", "INTAKE", 7, 5, NOON, headers or HEADERS, "usebio_parser-file-received"
    )
    return letter_of("usebio_parser", delivery, body, reason, "OSError", NOON)


def test_a_letter_says_what_died_where_and_why():
    found = letter(b"{}")
    assert (found.service, found.consumer, found.subject) == (
        "usebio_parser",
        "usebio_parser-file-received",
        "intake.file.received.v1.usebio",
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
