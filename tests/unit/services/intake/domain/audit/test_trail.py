"""Files followed through the streams; a small bus is written down as sightings, and things are left out of it."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from contracts.base import FileRef
from contracts.messages import DeadLetter, FileParsed, FileReceived
from contracts.packing import compressed
from services.intake.domain.audit.damage import Announce, Found, Resend, Restore
from services.intake.domain.audit.trail import Sighting, Trail, without_bytes

START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
FILE, RULING = "ab" * 32, "cd" * 32
EVENT = "club-night"

WHOLE = (
    ("INTAKE", f"intake.file.received.v1.usebio.{FILE}", f"received:{FILE}:"),
    ("INTAKE", f"intake.file.received.v1.decisions.{RULING}", f"received:{RULING}:"),
    ("PARSED", f"parser.fragment.parsed.v1.3.{EVENT}", f"fragment:{EVENT}:{FILE[:12]}.0"),
    ("PARSED", "parser.file.parsed.v1.usebio", f"parsed:{FILE}:"),
    ("PARSED", f"parser.fragment.parsed.v1.3.{EVENT}", f"fragment:{EVENT}:{RULING[:12]}.0"),
    ("PARSED", "parser.file.parsed.v1.decisions", f"parsed:{RULING}:"),
    ("VALIDATED", f"validation.fragment.accepted.v1.3.{EVENT}", f"accepted:{EVENT}:{FILE[:12]}.0"),
    ("VALIDATED", f"validation.fragment.accepted.v1.3.{EVENT}", f"accepted:{EVENT}:{RULING[:12]}.0"),
    ("SCORED", f"scoring.standings.published.v1.{EVENT}", f"standings:{EVENT}:1:7:0123456789abcdef"),
    ("SCORED", f"scoring.standings.published.v1.{EVENT}", f"standings:{EVENT}:2:7:0123456789abcdef:change"),
    ("MERGED", f"scoring.event.merged.v1.{EVENT}", f"merged:{EVENT}:2"),
)
FLOORS = {"INTAKE": 99, "PARSED": 99, "VALIDATED": 99}
ENDS = {**FLOORS, "KV_FILE_STATUS": 99}


def trail(*left_out: str, statuses: Iterable[str] = (FILE, RULING)) -> Trail:
    """What is seen of the bus without messages of these identities."""
    seen, places = Trail(), dict[str, int]()
    for minute, (stream, subject, identity) in enumerate(WHOLE):
        places[stream] = places.get(stream, 0) + 1
        if identity in left_out:
            continue
        seen.see(Sighting(stream, places[stream], START + timedelta(minutes=minute), subject, identity))
        kind, _, rest = identity.partition(":")
        if kind == "parsed":
            sha256 = rest.removesuffix(":")
            seen.see_parsed(FileParsed(file=file(sha256), fragments=(f"{sha256[:12]}.0",), events=(EVENT,)))
    for seq, sha256 in enumerate(statuses, start=1):
        seen.see_status(sha256, seq)
    return seen


def file(sha256: str, size: int = 3) -> FileRef:
    return FileRef(sha256=sha256, name="club.xml", size=size, format="usebio", sender="desk", received_at=START)


def broken(seen: Trail) -> list[tuple[str, object]]:
    return [(found.damage.code, found.remedy) for found in seen.broken(FLOORS, ENDS)]


def codes(found: Iterable[Found]) -> list[str]:
    return [each.damage.code for each in found]


def test_a_whole_bus_has_no_trail_that_breaks_off() -> None:
    seen = trail()
    assert broken(seen) == []
    assert list(seen.unpublished({EVENT: 2}, 99)) == []
    assert list(seen.gaps()) == []


@pytest.mark.parametrize(
    ("left_out", "code", "remedy"),
    [
        (f"parsed:{FILE}:", "file-unread", Resend("INTAKE", 1)),
        (f"fragment:{EVENT}:{FILE[:12]}.0", "fragment-missing", Resend("INTAKE", 1)),
        (f"accepted:{EVENT}:{FILE[:12]}.0", "verdict-missing", Resend("PARSED", 1)),
    ],
)
def test_what_is_missing_is_made_again_by_the_stage_before(left_out: str, code: str, remedy: Resend) -> None:
    assert broken(trail(left_out)) == [(code, remedy)]


def test_a_lost_announcement_is_told_by_later_stages_and_by_the_status() -> None:
    assert broken(trail(f"received:{FILE}:")) == [
        ("file-unannounced", Announce("PARSED", 2)),
        ("file-unannounced", Announce("KV_FILE_STATUS", 1)),
    ]


def test_a_lost_status_is_made_by_the_file_again() -> None:
    assert broken(trail(statuses=[FILE])) == [("status-missing", Resend("INTAKE", 2))]


def test_what_is_under_way_or_a_dead_letter_is_not_missing() -> None:
    seen = trail(f"parsed:{FILE}:", f"accepted:{EVENT}:{FILE[:12]}.0")
    assert list(seen.broken({"INTAKE": 0, "PARSED": 0, "VALIDATED": 0}, ENDS)) == []
    for stream in ("INTAKE", "PARSED"):
        seen.see_dead(
            DeadLetter(
                service="x",
                consumer="c",
                subject="s",
                stream=stream,
                sequence=1,
                deliveries=4,
                reason="r",
                error="E",
                died_at=START,
            )
        )
    assert broken(seen) == []


def test_a_file_that_a_parser_refused_is_handled_and_one_that_nobody_announced_is_not() -> None:
    seen = trail(f"parsed:{FILE}:", f"fragment:{EVENT}:{FILE[:12]}.0")
    seen.see(Sighting("INTAKE", 3, START, "intake.file.rejected.v1.usebio", f"rejected:{FILE}:parser:usebio.broken"))
    assert broken(seen) == []
    seen.see(Sighting("INTAKE", 4, START, "intake.file.rejected.v1.usebio", f"rejected:{'ef' * 32}:parser:x.y"))
    assert broken(seen) == [("file-unannounced", Announce("INTAKE", 4))]


def test_a_file_that_the_intake_refused_has_a_status_and_no_announcement() -> None:
    seen = trail(statuses=[FILE, RULING, "ef" * 32])
    assert codes(seen.broken(FLOORS, ENDS)) == ["file-unannounced"]
    seen.see(Sighting("INTAKE", 3, START, "intake.file.rejected.v1.usebio", f"rejected:{'ef' * 32}:intake:x.y"))
    assert broken(seen) == []


def test_standings_without_the_newest_fragment_and_events_without_their_state_are_found() -> None:
    seen = trail(f"merged:{EVENT}:2")
    assert codes(seen.unpublished({}, 99)) == ["standings-behind"]
    # Standings that scoring works out alike are no damage after all; the merged state is one by itself.
    assert codes(seen.unpublished({EVENT: 1}, 99)) == ["standings-behind", "event-missing"]
    assert [(each.damage.code, each.remedy) for each in seen.unpublished({EVENT: 2}, 99)] == [
        ("event-missing", Resend("VALIDATED", 2))
    ]
    assert list(seen.unpublished({}, 1)) == []


def test_a_gap_in_a_channel_is_found_and_a_position_said_twice_is_none() -> None:
    subject = f"scoring.standings.published.v1.{EVENT}"
    seen = trail()
    seen.see(Sighting("SCORED", 9, START, subject, f"standings:{EVENT}:2:7:fedcba9876543210"))
    assert list(seen.gaps()) == []
    seen.see(Sighting("SCORED", 10, START, subject, f"standings:{EVENT}:5:7:fedcba9876543210"))
    assert [each.damage.name for each in seen.gaps()] == [subject]


def test_after_a_lost_end_only_what_may_have_been_in_it_is_published_again() -> None:
    seen = trail()
    moment = START + timedelta(minutes=7)
    assert [each.remedy for each in seen.later_than(moment, why="gone", place="SCORED")] == [Resend("VALIDATED", 2)]
    assert list(seen.later_than(moment + timedelta(minutes=2), why="gone", place="SCORED")) == []
    assert len(list(seen.noted_later_than(START))) == 2


def test_decisions_are_known_so_that_they_can_move_files_again() -> None:
    assert trail().decided == [2]
    assert trail().event_again(f"scoring.board.scored.v1.{EVENT}.7") == Resend("VALIDATED", 2)
    assert trail().event_again("scoring.board.scored.v1.another.7") is None


def test_bytes_are_held_against_their_digest_wherever_they_lie() -> None:
    seen = trail()
    seen.see_file(1, FileReceived(file=file(FILE)))
    seen.see_file(2, FileReceived(file=file(RULING), content=compressed(b"abc")))
    found = list(without_bytes(seen, whole=[]))
    assert [each.remedy for each in found] == [Restore(FILE), Announce("INTAKE", 2)]
    assert [each.remedy for each in without_bytes(seen, whole=[FILE])] == [Announce("INTAKE", 2)]


def test_a_lost_body_is_made_again_by_the_stage_before_its_message() -> None:
    seen = trail()
    for number, (stream, subject, identity) in enumerate(WHOLE):
        seen.see(Sighting(stream, number, START, subject, identity, body=("BODIES_X", f"body-{number}")))
    bodies = [("BODIES_X", name) for name in ("body-2", "body-6", "body-8", "nobody's")]
    remedies = {each.damage.name: each.remedy for each in seen.without_body(bodies)}
    assert remedies["body-2"] == Resend("INTAKE", 0)
    assert remedies["body-6"] == Resend("PARSED", 2)
    assert isinstance(remedies["body-8"], Resend)
    assert "nobody's" not in remedies
