"""What is to be done with a file that has arrived."""

from datetime import UTC, datetime

import pytest

from contracts.base import UNRECOGNISED
from contracts.codes.intake import NOT_PROCESSED, TOO_LARGE
from contracts.messages import FileParsed, FileRejected, FragmentRejected
from services.intake.domain.admission import Keep, Known, Refuse, Sending, admit, finding_of, reference, refuse
from services.intake.domain.content import content_of
from services.intake.domain.recognise import Recognition
from services.intake.domain.status import FileRecord, FragmentRecord, join, joined, record_of

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
SENDING = Sending(name="../pairs.xml", sender="club", received_at=NOW)
FILE = content_of(b"<USEBIO></USEBIO>")
IMAGE = content_of(b"\x89PNG\r\n\x1a\n")


def record(*messages):
    return joined(record_of(message)[1] for message in messages)


def test_a_new_file_is_kept_under_a_harmless_name():
    plan = admit(FILE, SENDING, None)
    assert isinstance(plan, Keep)
    file = plan.message.file
    assert (file.name, file.format, file.sha256) == ("pairs.xml", "usebio", FILE.sha256)
    assert (file.size, file.sender, file.received_at) == (17, "club", NOW)


def test_the_same_bytes_again_are_known_under_their_first_name():
    first = admit(FILE, SENDING, None)
    again = Sending(name="other.xml", sender="somebody", received_at=NOW)
    plan = admit(FILE, again, record(first.message))
    assert isinstance(plan, Known)
    assert (plan.file.name, plan.state) == ("pairs.xml", "received")


def test_the_same_bytes_for_another_event_are_announced_again():
    first = admit(FILE, SENDING, None)
    named = Sending(name="x", sender="club", received_at=NOW, event="autumn-pairs")
    assert isinstance(admit(FILE, named, record(first.message)), Keep)


def test_what_is_refused_is_reported_once():
    plan = admit(IMAGE, SENDING, None)
    assert isinstance(plan, Refuse)
    assert not plan.reported
    assert plan.message.code == "intake.unknown-format"
    assert plan.message.findings[0].file == IMAGE.sha256
    assert admit(IMAGE, SENDING, record(plan.message)).reported


@pytest.mark.parametrize("again", [True, False])
def test_what_a_reader_refused_is_announced_again_only_when_the_sender_asks(again):
    announced = admit(FILE, SENDING, None).message
    refused = FileRejected(file=announced.file, stage="parser", code="parser.reader-failed", reason="not yet")
    sending = Sending(name="x", sender="club", received_at=NOW, again=again)
    plan = admit(FILE, sending, record(announced, refused))
    assert isinstance(plan, Keep if again else Known)


@pytest.mark.parametrize(("state", "plan"), [("parsed", Keep), ("accepted", Keep), ("scored", Known)])
def test_what_a_service_has_given_up_is_announced_again_when_the_sender_asks_until_it_is_scored(state, plan):
    announced = admit(FILE, SENDING, None).message
    died = FileRecord(
        read=True,
        fragments=(FragmentRecord(fragment="abab.0", event="pairs", state=state),),
        given_up=(NOT_PROCESSED.finding("scoring could not process it"),),
    )
    known = join(record(announced), died)
    assert isinstance(admit(FILE, Sending(name="x", sender="club", received_at=NOW, again=True), known), plan)
    assert isinstance(admit(FILE, SENDING, known), Known)


def test_what_was_read_is_not_announced_again_whoever_asks():
    announced = admit(FILE, SENDING, None).message
    read = FileParsed(file=announced.file, fragments=(), events=())
    plan = admit(FILE, Sending(name="x", sender="club", received_at=NOW, again=True), record(announced, read))
    assert isinstance(plan, Known)


def test_a_status_that_is_known_only_from_later_services_does_not_stop_an_announcement():
    announced = admit(FILE, SENDING, None).message
    assert isinstance(admit(FILE, SENDING, record(FileParsed(file=announced.file, fragments=(), events=()))), Keep)


def test_a_file_refused_for_its_size_is_reported_with_that_code():
    why = Recognition(UNRECOGNISED, "The file has 9 bytes; this intake takes 8", TOO_LARGE)
    plan = refuse(reference("0" * 64, 9, SENDING, why), why, None)
    assert (plan.message.code, plan.message.reason) == ("intake.too-large", why.reason)


def test_advice_for_the_case_stands_over_the_advice_of_the_code():
    plan = admit(content_of(b"PK\x03\x04"), SENDING, None)
    assert "Unpack" in plan.message.findings[0].advice


def test_a_recognised_file_has_no_finding():
    with pytest.raises(ValueError, match="not refused"):
        finding_of(Recognition("pbn", "it is"))


def test_what_the_validation_refused_is_not_announced_again_whoever_asks():
    announced = admit(FILE, SENDING, None).message
    refused = FragmentRejected(
        file=announced.file, fragment="abab.0", event="pairs", code="validation.no", reason="why", findings=()
    )
    sending = Sending(name="x", sender="club", received_at=NOW, again=True)
    plan = admit(FILE, sending, record(announced, refused))
    assert isinstance(plan, Known)
    assert plan.state == "rejected"
