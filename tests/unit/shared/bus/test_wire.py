"""Messages as bytes and headers."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import registry, subjects
from contracts.base import Excerpt, FileRef, Name, Unread
from contracts.findings import Finding, Severity
from contracts.messages import EventMerged, FileReceived, FragmentAccepted, FragmentParsed
from shared.bus.errors import Unreadable
from shared.bus.wire import MARGIN, BodyRef, body_ref, decode, encode, fits, headers, message_id, with_findings

EXAMPLES = Path(__file__).resolve().parents[4] / "contracts" / "examples"


class NameOfFile(Excerpt, title="FileRef"):
    name: Name
    size: Unread = None


class FileNamed(Excerpt, title="FileReceived"):
    file: NameOfFile


class FileNoted(Excerpt, title="FileReceived"):
    file: FileRef


RECEIVED = FileReceived(file=FileRef(sha256="a" * 64, name="Ärzte.xml", size=3, format="usebio", event="club-pairs"))


@pytest.mark.parametrize("entry", registry.SUBJECTS, ids=lambda entry: entry.name)
def test_every_example_comes_back_as_it_was(entry: registry.Subject):
    example = EXAMPLES / f"{entry.message.__name__}.json"
    message = entry.message.model_validate_json(example.read_bytes())
    assert decode(entry.message, encode(message)) == message


def test_what_is_none_is_left_out_and_everything_else_is_there():
    body = json.loads(encode(RECEIVED))
    assert "received_at" not in body["file"]
    assert body["bucket"] == "FILES"
    assert body["file"]["sender"] == ""


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"file": 1}', b"{}" * 1000])
def test_what_is_not_a_message_is_unreadable_with_a_short_reason(body: bytes):
    with pytest.raises(Unreadable, match="not a FileReceived") as unreadable:
        decode(FileReceived, body)
    assert len(str(unreadable.value)) < 600


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_unreadable(body: bytes):
    with pytest.raises(Unreadable):
        decode(FragmentParsed, body)


def test_a_reason_names_the_field_and_not_its_value():
    with pytest.raises(Unreadable) as unreadable:
        decode(FileReceived, b'{"file": {"sha256": "Mrs Miller", "name": "a", "size": 1, "format": "usebio"}}')
    assert "file.sha256" in str(unreadable.value)
    assert "Miller" not in str(unreadable.value)


def test_a_reason_names_the_first_three_fields_at_most():
    with pytest.raises(Unreadable) as unreadable:
        decode(FileReceived, b'{"file": {"sha256": 1, "name": 2, "size": "x", "format": 4, "event": 5}}')
    reason = str(unreadable.value)
    assert reason.startswith("not a FileReceived: file.sha256: ")
    assert reason.count("; ") == 2
    with pytest.raises(Unreadable, match=r"^not a FileReceived: body: "):
        decode(FileReceived, b"[]")


def test_headers_are_cloudevents_and_depend_on_the_message_alone():
    first = headers("intake.file.received.v1.usebio.ab", RECEIVED, "intake")
    assert first == headers("intake.file.received.v1.usebio.ab", RECEIVED, "intake")
    assert first["Nats-Msg-Id"] == first["ce-id"] == RECEIVED.identity
    assert first["ce-type"] == "intake.file.received.v1"
    assert first["ce-source"] == "/kibitz/intake"


@given(st.text(max_size=300))
def test_an_id_is_always_a_plain_header_value_and_the_same_for_the_same_identity(identity: str):
    value = message_id(identity)
    assert value == message_id(identity)
    assert 0 < len(value) <= 200
    assert value == value.strip()
    assert value.isascii()
    assert value.isprintable()


def test_an_identity_of_two_hundred_plain_characters_is_its_own_id_and_a_longer_one_is_not():
    assert message_id("x" * 200) == "x" * 200
    assert message_id("x" * 201) == f"sha256:{hashlib.sha256(b'x' * 201).hexdigest()}"


def test_different_identities_have_different_ids():
    names = ["a", " a", "a ", "a\n", "ä", "x" * 200, "x" * 201, "x" * 202, ""]
    assert len({message_id(name) for name in names}) == len(names)


def test_payload_and_headers_together_decide_whether_a_message_fits():
    values = {"Nats-Msg-Id": "x" * 100}
    limit = 1024 * 1024
    room = limit - MARGIN - len(b"NATS/1.0\r\nNats-Msg-Id: \r\n\r\n") - 100
    assert fits(b"x" * room, values, limit)
    assert not fits(b"x" * (room + 1), values, limit)
    assert not fits(b"x" * room, {**values, "a": "b"}, limit)


def test_a_small_limit_leaves_room_for_something():
    assert fits(b"x" * 1000, {}, 64 * 1024)
    assert not fits(b"x" * 40_000, {}, 64 * 1024)


def test_half_of_a_limit_is_kept_free_where_it_is_smaller_than_the_margin():
    limit, head = MARGIN, len("NATS/1.0\r\n\r\n")
    assert MARGIN == 65_536
    assert fits(b"x" * (limit // 2 - head), {}, limit)
    assert not fits(b"x" * (limit // 2 - head + 1), {}, limit)


def test_headers_are_counted_as_they_stand_on_the_wire():
    limit = 2 * len("NATS/1.0\r\nä: bc\r\n\r\n".encode())
    assert fits(b"", {"ä": "bc"}, limit)
    assert not fits(b"x", {"ä": "bc"}, limit)


def test_bodies_are_named_by_their_content_and_those_of_a_state_can_be_told():
    digest = hashlib.sha256(b"body").hexdigest()
    history = body_ref(subjects.fragment_parsed("club-pairs"), b"body", "pbn_parser")
    assert (history.bucket, history.name, history.sha256) == ("BODIES_PBN_PARSER", digest, digest)
    state = body_ref(subjects.event_merged("club-pairs"), b"body", "scoring")
    assert state.bucket == "STATES_SCORING"
    assert (state.name, state.sha256) == (f"{subjects.event_merged('club-pairs')}.{digest}", digest)
    assert body_ref(subjects.event_merged("club-pairs"), b"other", "scoring").name != state.name
    assert registry.by_name("scoring.event.merged.v1").message is EventMerged


def test_a_body_of_an_event_with_the_longest_name_has_a_name_that_can_be_read():
    ref = body_ref(subjects.event_merged("x" * 200), b"body", "scoring")
    assert BodyRef.parse(ref.header) == ref


@given(st.binary(max_size=50), st.sampled_from([subjects.event_merged("a-b"), subjects.standings_published("a")]))
def test_a_reference_comes_back_from_its_header(body: bytes, subject: str):
    ref = body_ref(subject, body, "scoring")
    assert BodyRef.parse(ref.header) == ref


@pytest.mark.parametrize(
    "value", ["", "BODIES/x", "BODIES/../x;sha256=" + "a" * 64, "a;sha256=" + "a" * 64, "x" * 5000]
)
def test_a_reference_of_another_form_is_unreadable(value: str):
    with pytest.raises(Unreadable) as unreadable:
        BodyRef.parse(value)
    assert str(unreadable.value) == f"header Kibitz-Body cannot be read: {value[:200]!r}"


def test_findings_of_a_message_are_replaced_and_the_rest_is_passed_on_as_it_came():
    parsed = FragmentParsed.model_validate_json((EXAMPLES / "FragmentParsed.json").read_bytes())
    findings = (*parsed.findings, Finding(code="made-up.late", severity=Severity.INFO, message="The clock is late"))
    accepted = FragmentAccepted(fragment=parsed.fragment, findings=findings)
    assert with_findings(encode(parsed), parsed.findings, findings) == encode(accepted)
    assert with_findings(encode(accepted), (), findings) is None


def test_an_excerpt_passes_on_what_it_leaves_unread_and_checks_the_rest():
    assert decode(FileNamed, b'{"file": {"name": "a", "size": [1]}}').file == NameOfFile(name="a", size=[1])
    assert decode(FileNoted, encode(RECEIVED)).file == RECEIVED.file
    for excerpt, body in ((FileNamed, b'{"file": {"name": 1}}'), (FileNoted, b'{"file": {"name": "a", "size": [1]}}')):
        with pytest.raises(Unreadable, match="file.name" if excerpt is FileNamed else "file.size"):
            decode(excerpt, body)
