"""From a file that was read to the messages about it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from contracts.base import SLUG_LENGTH, FileRef
from contracts.facts import EventFact, Facts, Scope
from contracts.findings import Finding, Severity
from shared.formats.parsed import Parsed, ParsedEvent
from shared.parsing.fragments import FINDINGS, file_parsed, fragments, parse_file

ARRIVAL = datetime(2031, 10, 3, 20, tzinfo=UTC)
EARLIER = ARRIVAL - timedelta(hours=2)
FILE = FileRef(sha256="ab" * 32, name="x.xml", size=9, format="usebio", received_at=ARRIVAL)
NOTE = Finding(code="usebio.x", severity=Severity.INFO, message="something")


def event(name="pairs", stated_at=None):
    return ParsedEvent(name, Facts(events=(EventFact(name=name),)), Scope(whole=True), stated_at)


def file(**changes):
    return FILE.replace(**changes)


def test_each_event_becomes_a_fragment_with_its_number():
    made = fragments(FILE, Parsed((event("a"), event("b"))))
    assert [one.fragment.id for one in made] == ["abababababab.0", "abababababab.1"]
    assert [one.fragment.event for one in made] == ["a", "b"]
    assert [one.fragment.ordinal for one in made] == [0, 1]
    assert made[1].fragment.scope == Scope(whole=True)
    assert made[1].fragment.facts.event.name == "b"


def test_the_moment_that_the_file_states_stands_over_every_other():
    (made,) = fragments(file(written_at=EARLIER), Parsed((event(stated_at=(ARRIVAL, "end_time")),)))
    assert (made.fragment.as_of.at, made.fragment.as_of.source) == (ARRIVAL, "end_time")


def test_without_it_the_time_stamp_of_the_file_counts_and_then_its_arrival():
    (stamped,) = fragments(file(written_at=EARLIER), Parsed((event(),)))
    assert (stamped.fragment.as_of.at, stamped.fragment.as_of.source) == (EARLIER, "file_time")
    (plain,) = fragments(FILE, Parsed((event(),)))
    assert (plain.fragment.as_of.at, plain.fragment.as_of.source) == (ARRIVAL, "arrival")


def test_a_time_stamp_later_than_the_arrival_is_not_believed():
    (made,) = fragments(file(written_at=ARRIVAL + timedelta(seconds=1)), Parsed((event(),)))
    assert (made.fragment.as_of.at, made.fragment.as_of.source) == (ARRIVAL, "arrival")


def test_the_identity_of_the_sender_replaces_the_derived_one_and_counts_the_others():
    named = file(event="club-night")
    assert [one.fragment.event for one in fragments(named, Parsed((event("a"),)))] == ["club-night"]
    many = fragments(named, Parsed((event("a"), event("b"), event("c"))))
    assert [one.fragment.event for one in many] == ["club-night", "club-night-2", "club-night-3"]


@given(st.integers(1, SLUG_LENGTH), st.integers(2, 12))
def test_a_long_identity_stays_a_slug_with_its_number(length, count):
    given_event = ("a-" * SLUG_LENGTH)[:length].rstrip("-")
    made = fragments(file(event=given_event), Parsed(tuple(event(str(n)) for n in range(count))))
    events = [one.fragment.event for one in made]
    assert all(len(one) <= SLUG_LENGTH for one in events)
    assert len(set(events)) == count


def test_findings_go_with_the_only_fragment_and_always_with_the_file():
    one = Parsed((event(),), (NOTE,))
    made = fragments(FILE, one)
    assert made[0].findings == (NOTE.replace(file=FILE.sha256),)
    assert file_parsed(FILE, one, made).findings == made[0].findings


def test_findings_of_a_file_with_several_events_go_with_the_event_that_they_are_about():
    found = NOTE.replace(message="about b")
    two = Parsed((event("a"), replace(event("b"), findings=(found,))), (NOTE, found))
    made = fragments(FILE, two)
    assert [[one.message for one in message.findings] for message in made] == [[], ["about b"]]
    assert made[1].findings[0].file == FILE.sha256
    assert [one.message for one in file_parsed(FILE, two, made).findings] == ["something", "about b"]


def test_findings_without_end_are_counted_and_not_carried():
    found = file_parsed(FILE, Parsed((), (NOTE,) * (FINDINGS + 7)), []).findings
    assert len(found) == FINDINGS + 1
    assert found[-1].code == "parser.more-findings"
    assert found[-1].message.startswith("7 ")


def test_fragments_and_events_of_the_file_stand_side_by_side():
    parsed = Parsed((event("a"), event("b")))
    message = file_parsed(FILE, parsed, fragments(FILE, parsed))
    assert message.fragments == ("abababababab.0", "abababababab.1")
    assert message.events == ("a", "b")


def test_reading_again_says_the_same():
    parsed = Parsed((event("a"), event("b")), (NOTE,))
    assert fragments(FILE, parsed) == fragments(FILE, parsed)


def test_a_file_is_read_into_its_fragments():
    data = b"some bytes"

    def parse(given):
        assert given is data
        return Parsed((event("a"), event("b")), (NOTE,))

    parsed, made = parse_file(parse, FILE, data)
    assert parsed.findings == (NOTE,)
    assert made == fragments(FILE, parsed)


def test_as_many_findings_as_a_message_carries_are_all_of_them():
    listed = file_parsed(FILE, Parsed((), (NOTE,) * FINDINGS), []).findings
    assert len(listed) == FINDINGS
    assert {finding.file for finding in listed} == {FILE.sha256}
    more = file_parsed(FILE, Parsed((), (NOTE,) * (FINDINGS + 1)), []).findings
    assert (more[-1].message, more[-1].file) == ("1 more findings are not listed", FILE.sha256)


def test_a_message_carries_a_thousand_findings() -> None:
    assert FINDINGS == 1_000
