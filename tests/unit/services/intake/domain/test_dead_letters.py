"""Dead letters: whose file they are about, and until when its status tells."""

from datetime import UTC, datetime

import pytest

from contracts import registry, subjects
from contracts.base import DECISIONS, FileRef
from contracts.facts import AsOf, Facts
from contracts.messages import DeadLetter, FileParsed, FileReceived, Fragment, FragmentAccepted, FragmentParsed
from services.intake.domain.dead_letters import records_of_letter
from services.intake.domain.status import FileRecord, FragmentRecord, joined, record_of, view

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
FILE = FileRef(sha256="ab" * 32, name="pairs.xml", size=9, format="usebio", received_at=NOW)
FRAGMENT = Fragment(
    id="abab.0", event="pairs", file=FILE, ordinal=0, as_of=AsOf(at=NOW, source="arrival"), facts=Facts()
)
RECEIVED = FileReceived(file=FILE)
PARSED = FileParsed(file=FILE, fragments=("abab.0",), events=("pairs",))


def letter(subject: str, service: str = "scoring", reason: str = "failed 3 times, last with: 'x'") -> DeadLetter:
    return DeadLetter(
        service=service,
        consumer="c",
        subject=subject,
        stream="S",
        sequence=1,
        deliveries=3,
        reason=reason,
        error="KeyError",
        died_at=NOW,
    )


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        (subjects.file_received("usebio", "ab"), RECEIVED),
        (subjects.fragment_parsed("pairs"), FragmentParsed(fragment=FRAGMENT)),
        (subjects.fragment_accepted("pairs"), FragmentAccepted(fragment=FRAGMENT)),
    ],
)
def test_a_letter_on_the_way_of_a_file_is_told_with_its_service_and_its_reason(subject, message) -> None:
    ((sha256, said),) = records_of_letter(letter(subject), message.model_dump_json().encode()).items()
    (told,) = said.given_up
    assert (sha256, told.code, told.subject) == (FILE.sha256, "intake.not-processed", "scoring")
    assert told.message == "scoring could not process it: failed 3 times, last with: 'x'"


def test_letters_about_no_one_file_say_nothing() -> None:
    about_files = {"intake.file.received.v1", "parser.fragment.parsed.v1", "validation.fragment.accepted.v1"}
    for entry in registry.SUBJECTS:
        if entry.name not in about_files:
            subject = ".".join([entry.name, *("x" for _ in entry.filters)])
            assert records_of_letter(letter(subject), RECEIVED.model_dump_json().encode()) == {}
    for body in (b"", b"{bad", b"{}", b"\xff"):
        assert records_of_letter(letter(subjects.file_received("usebio", "ab")), body) == {}


def test_a_letter_of_the_intake_counts_for_files_of_decisions_alone() -> None:
    subject = subjects.file_received("decisions", "ab")
    decisions = FileReceived(file=FILE.replace(format=DECISIONS))
    assert records_of_letter(letter(subject, "intake"), decisions.model_dump_json().encode())
    assert not records_of_letter(letter(subject, "intake"), RECEIVED.model_dump_json().encode())


def test_the_status_tells_until_the_file_is_scored_after_all() -> None:
    body = RECEIVED.model_dump_json().encode()
    died = records_of_letter(letter(subjects.file_received("usebio", "ab")), body)[FILE.sha256]
    going = joined([record_of(RECEIVED)[1], record_of(PARSED)[1], died])
    shown = view(going)
    assert (shown.state, shown.findings_total, [f.code for f in shown.findings]) == (
        "parsed",
        1,
        ["intake.not-processed"],
    )
    scored = FileRecord(read=True, fragments=(FragmentRecord(fragment="abab.0", event="pairs", state="scored"),))
    shown = view(joined([going, scored]))
    assert (shown.state, shown.findings_total, shown.findings) == ("scored", 0, ())


def test_many_letters_about_a_file_are_a_bounded_record_in_any_order() -> None:
    body, subject = RECEIVED.model_dump_json().encode(), subjects.file_received("usebio", "ab")
    records = [records_of_letter(letter(subject, reason=f"reason {n}"), body)[FILE.sha256] for n in range(10)]
    assert joined(records) == joined(records[::-1] + records)
    assert len(joined(records).given_up) == 5


def test_a_long_reason_is_cut_so_that_the_record_stays_small() -> None:
    long = letter(subjects.file_received("usebio", "ab"), reason="x" * 900)
    (record,) = records_of_letter(long, RECEIVED.model_dump_json().encode()).values()
    assert len(record.given_up[0].message) == 300


def test_letters_of_other_messages_say_nothing_even_with_a_file_in_them() -> None:
    parsed = PARSED.model_dump_json().encode()
    assert records_of_letter(letter(subjects.file_parsed("usebio")), parsed) == {}
    for subject in ("nobody.knows.this", "intake.file.received.v10.usebio", ""):
        assert records_of_letter(letter(subject), RECEIVED.model_dump_json().encode()) == {}
