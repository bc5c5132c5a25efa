"""Subjects and partitions keep their values: changing them would send an event's messages two ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import subjects
from contracts.base import slug

PINNED = {
    "a": 3,
    "spring-pairs": 12,
    "riverside-bridge-club-tuesday-pairs-2026-11-17": 5,
    "open-teams-2027": 0,
    "unknown": 7,
}


@pytest.mark.parametrize(("event", "number"), PINNED.items())
def test_the_partition_of_an_event_never_changes(event: str, number: int) -> None:
    assert subjects.partition(event) == number


def test_the_event_of_what_the_feed_shows_is_in_its_subject() -> None:
    made = (
        subjects.standings_published("pairs"),
        subjects.board_scored("pairs", "2-7"),
        subjects.deal_analysed("pairs", "2-7"),
        subjects.round_assigned("pairs"),
    )
    assert {subjects.event_of(subject) for subject in made} == {"pairs"}


def test_there_are_sixteen_partitions() -> None:
    assert subjects.PARTITIONS == 16


@given(st.text(min_size=1, max_size=40))
def test_every_event_has_a_partition_in_range(text: str) -> None:
    assert 0 <= subjects.partition(slug(text)) < subjects.PARTITIONS


def test_events_spread_over_all_partitions() -> None:
    assert {subjects.partition(f"club-{number}") for number in range(400)} == set(range(subjects.PARTITIONS))


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (subjects.file_received("usebio", "ab"), "intake.file.received.v1.usebio.ab"),
        (subjects.file_rejected("unknown"), "intake.file.rejected.v1.unknown"),
        (subjects.file_parsed("trf"), "parser.file.parsed.v1.trf"),
        (subjects.fragment_parsed("a"), "parser.fragment.parsed.v1.3.a"),
        (subjects.fragment_accepted("a"), "validation.fragment.accepted.v1.3.a"),
        (subjects.fragment_rejected("a"), "validation.fragment.rejected.v1.a"),
        (subjects.standings_published("a"), "scoring.standings.published.v1.a"),
        (subjects.board_scored("a", "2-7"), "scoring.board.scored.v1.a.2-7"),
        (subjects.event_merged("a"), "scoring.event.merged.v1.a"),
        (subjects.round_assigned("a"), "seating.round.assigned.v1.a"),
        (subjects.file_rendered("usebio", "a"), "export.file.rendered.v1.usebio.a"),
        (subjects.table_changed("a", "seats"), "notification.table.changed.v1.a.seats"),
        (subjects.dead("export"), "dead.export"),
    ],
)
def test_a_subject_is_written_as_documented(built: str, expected: str) -> None:
    assert built == expected


def test_questions_and_analyses_are_written_as_documented() -> None:
    assert subjects.file_offered("club") == "intake.file.offered.v1.club"
    assert subjects.files_asked() == "intake.files.asked.v1"
    assert subjects.folders_asked() == "intake.folders.asked.v1"
    assert subjects.file_status_asked() == "intake.status.asked.v1"
    assert subjects.standings_asked("a") == "scoring.standings.asked.v1.a"
    assert subjects.notices_asked("a") == "notification.notices.asked.v1.a"
    assert subjects.explanation_asked("a") == "scoring.explanation.asked.v1.a"
    assert subjects.findings_asked("a") == "scoring.findings.asked.v1.a"
    assert subjects.event_asked("a") == "scoring.event.asked.v1.a"
    assert subjects.file_asked("a") == "export.file.asked.v1.a"
    assert subjects.deal_analysed("a", "7") == "scoring.deal.analysed.v1.a.7"
