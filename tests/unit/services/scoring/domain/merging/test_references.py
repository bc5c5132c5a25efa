"""What the files of an event name is listed in one of them."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import scoring as codes
from contracts.facts import (
    AdjustmentFact,
    AwardFact,
    MatchFact,
    Participant,
    RetractionFact,
    SeatFact,
    SectionFact,
    SessionFact,
    StatedTotal,
)
from contracts.findings import Finding
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result

CODES = {
    code.code for code in (codes.UNKNOWN_PARTICIPANT, codes.TOTAL_OF_UNKNOWN, codes.UNKNOWN_MEMBER, codes.UNKNOWN_PART)
}


def of_event(*fragments: Fragment) -> list[Finding]:
    state = EventState(fragments[0].event)
    for one in fragments:
        state.apply(one)
    return [finding for finding in state.score()[0].every if finding.code in CODES]


def found(**facts: object) -> list[Finding]:
    return of_event(fragment("f", **facts))  # type: ignore[arg-type]


def names(**facts: object) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.stated) for finding in found(**facts)]


def test_an_unknown_number_is_reported_once_with_how_often_it_occurs() -> None:
    lines = [result(str(board), "1", "2") for board in range(1, 6)] + [result("6", "1", "9"), result("7", "1", "9")]
    (finding,) = found(results=lines, participants=(pair("1"), pair("2"), pair("3")))
    assert finding.code == codes.UNKNOWN_PARTICIPANT.code
    assert finding.stated == "9"
    assert "plays board 6 and has 1 more result, but" in finding.message


def test_when_most_numbers_are_unknown_one_finding_says_so() -> None:
    lines = [result("1", str(n), str(n + 50)) for n in range(1, 31)]
    (finding,) = found(results=lines, participants=(pair("1"), pair("2")))
    assert "58 of the 60 numbers" in finding.message


def test_a_file_without_a_list_of_participants_has_no_unknown_ones() -> None:
    assert names(results=[result("1", "1", "2")], totals=(StatedTotal(participant="1", kind="pair"),)) == []


def test_a_list_of_teams_says_nothing_about_pairs() -> None:
    teams = (Participant(id="A", kind="team"), Participant(id="B", kind="team"))
    assert names(results=[result("1", "1", "2")], participants=teams) == []


def test_seats_awards_and_matches_name_listed_participants() -> None:
    facts = {
        "participants": (pair("1"), Participant(id="A", kind="team")),
        "seats": (SeatFact(participant="7", stage="next"),),
        "awards": (AwardFact(kind="prize", participant="8"),),
        "adjustments": (AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-1)),),
        "matches": (
            MatchFact(kind="teams", home="A", away="Z"),
            MatchFact(kind="teams", home="A"),
            MatchFact(kind="pairs", home="1", away="6"),
        ),
    }
    assert names(**facts) == [(codes.TOTAL_OF_UNKNOWN.code, name) for name in ("8", "7", "6", "Z")]


def test_somebody_unknown_is_named_once_however_often() -> None:
    totals = tuple(StatedTotal(participant="9", kind="pair", session=str(n)) for n in range(3))
    assert names(participants=(pair("1"),), totals=totals) == [(codes.TOTAL_OF_UNKNOWN.code, "9")]


def test_members_that_are_listed_as_players_are_known() -> None:
    people = (Participant(id="1", kind="player", team="A"), Participant(id="A", kind="team", members=("1",)))
    assert names(participants=people) == []


def test_a_team_that_is_listed_without_its_pairs_can_name_them() -> None:
    assert names(participants=(Participant(id="A", kind="team", members=("1", "2")),)) == []


def test_a_session_or_section_that_is_not_listed_is_named_once() -> None:
    facts = {
        "sessions": (SessionFact(id="1"),),
        "sections": (SectionFact(session="1", id="A"),),
        "results": [
            result("1", "1", "2", session="1", section="A"),
            result("1", "3", "4", session="1", section="B"),
            result("2", "3", "4", session="1", section="B"),
            result("1", "5", "6", session="2", section="A"),
        ],
    }
    assert names(**facts) == [(codes.UNKNOWN_PART.code, "B"), (codes.UNKNOWN_PART.code, "2")]


def test_what_belongs_to_no_session_or_section_belongs_to_the_whole_event() -> None:
    facts = {
        "sessions": (SessionFact(id="1"),),
        "sections": (SectionFact(session="1", id="A"),),
        "results": [result("1", "1", "2"), result("1", "3", "4", session="1")],
        "participants": tuple(pair(str(n), section="A") for n in range(1, 5)),
    }
    assert names(**facts) == []


def test_a_file_that_lists_no_sections_can_name_them() -> None:
    assert names(results=[result("1", "1", "2", section="A")]) == []


LATE = fragment(
    "late",
    results=[result("1", "1", "2", 110), result("1", "3", "4", 50)],
    participants=(pair("1"), pair("2"), pair("3")),
)


def test_everybody_who_is_listed_in_another_file_is_known() -> None:
    (finding,) = of_event(LATE)
    assert (finding.code, finding.file) == (codes.UNKNOWN_PARTICIPANT.code, LATE.file.sha256)
    assert of_event(LATE, fragment("list", participants=(pair("4"),))) == []
    assert len(of_event(LATE, fragment("list", participants=(pair("5"),)))) == 1


def test_when_most_numbers_are_unknown_all_of_them_have_to_be_listed_elsewhere() -> None:
    few = LATE.replace(facts=LATE.facts.replace(participants=(pair("1"),)))
    assert len(of_event(few)) == 1
    assert [f.stated for f in of_event(few, fragment("list", participants=(pair("2"), pair("3"))))] == ["4"]
    assert of_event(few, fragment("list", participants=(pair("2"), pair("3"), pair("4")))) == []


def test_teams_and_members_may_be_listed_in_different_files() -> None:
    member = fragment("team", participants=(Participant(id="1", kind="team", members=("1A",)), pair("2")))
    assert [f.code for f in of_event(member)] == [codes.UNKNOWN_MEMBER.code]
    assert of_event(member, fragment("pairs", participants=(pair("1A", team="1"),))) == []


LISTED = fragment(
    "listed",
    sections=(SectionFact(id="A"),),
    results=[result("1", "1", "2", 110, section="A"), result("1", "3", "4", 50, section="A")],
    participants=tuple(pair(str(number)) for number in range(1, 5)),
)


@pytest.mark.parametrize(
    ("facts", "unknown"),
    [
        ({"results": [result("2", "1", "9")]}, ["9"]),
        ({"results": [result("2", "1", "2", section="B")]}, ["B"]),
        ({"totals": (StatedTotal(participant="8", kind="pair"),)}, ["8"]),
        ({"awards": (AwardFact(kind="prize", participant="8"),)}, ["8"]),
        ({"seats": (SeatFact(participant="8", stage="next"),)}, ["8"]),
        ({"matches": (MatchFact(kind="pairs", home="1", away="8"),)}, ["8"]),
        ({"adjustments": (AdjustmentFact(kind="handicap", participant="8", amount=Decimal(1)),)}, ["8"]),
        ({"participants": (Participant(id="A", kind="team", members=("8",)),)}, ["8"]),
        ({"sections": (SectionFact(id="A"), SectionFact(session="1", id="B"))}, []),
        ({"results": [result("2", "1", "4")]}, []),
    ],
)
def test_what_comes_after_everything_was_listed_is_looked_up_as_well(facts: dict[str, Any], unknown: list[str]) -> None:
    later = fragment("later", minutes=1, **facts)
    state = EventState(LISTED.event)
    state.apply(LISTED)
    assert unknown_in(state) == []
    state.apply(later)
    assert unknown_in(state) == unknown == [finding.stated for finding in of_event(LISTED, later)]
    assert unknown_in(state) == unknown  # also when nothing has changed since
    state.apply(fragment("last", minutes=2, results=[result("3", "2", "3", section="A")]))
    assert unknown_in(state) == unknown


def test_a_retracted_list_leaves_what_it_listed_unknown() -> None:
    state = EventState(LISTED.event)
    more = fragment("more", participants=(pair("5"),))
    state.apply(LISTED)
    state.apply(more)
    state.apply(fragment("line", results=[result("2", "1", "5", section="A")]))
    assert unknown_in(state) == []
    gone = RetractionFact(file=more.file.sha256)
    state.apply(fragment("decision", minutes=5, file_format="decisions", events=(), retractions=(gone,)))
    assert unknown_in(state) == ["5"]


def unknown_in(state: EventState) -> list[str | None]:
    return [finding.stated for finding in state.score()[0].every if finding.code in CODES]
