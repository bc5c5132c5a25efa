"""Findings about one file that other files of its event answer."""

from contracts.codes import validation as codes
from contracts.facts import EventFact, Facts, Participant, ScaleTable, SectionFact, SessionFact
from contracts.findings import Finding
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.cross_file_findings import still_true
from services.validation.domain.check import check
from tests.support.fragments import fragment, pair, result

SCALE = ScaleTable(name="Club", unit="imps", charts=())


def event_of(*fragments: Fragment) -> list[str]:
    """The codes of validation among the findings of the standings."""
    state = EventState(fragments[0].event)
    for one in fragments:
        state.apply(one, check(one).findings)
    return sorted(f.code for f in state.score()[0].standings.findings if f.code.startswith("validation."))


def left(finding: Finding, **facts: object) -> bool:
    """Whether a finding about an empty file still holds in an event of these facts."""
    return bool(still_true([finding], fragment("one", events=()), Facts.model_validate(facts)))


LATE = fragment(
    "late",
    results=[result("1", "1", "2", 110), result("1", "3", "4", 50)],
    participants=(pair("1"), pair("2"), pair("3")),
)


def test_who_is_listed_in_another_file_is_known() -> None:
    assert event_of(LATE) == ["validation.unknown-participant"]
    assert event_of(LATE, fragment("list", participants=(pair("4"),))) == []
    assert event_of(LATE, fragment("list", participants=(pair("5"),))) == ["validation.unknown-participant"]


def test_when_most_numbers_are_unknown_all_of_them_have_to_be_listed_elsewhere() -> None:
    few = LATE.replace(facts=LATE.facts.replace(participants=(pair("1"),)))
    assert event_of(few) == ["validation.unknown-participant"]
    assert event_of(few, fragment("list", participants=(pair("2"), pair("3")))) == ["validation.unknown-participant"]
    assert event_of(few, fragment("list", participants=(pair("2"), pair("3"), pair("4")))) == []


def test_a_total_of_somebody_who_is_listed_elsewhere_under_its_kind_is_none_of_a_stranger() -> None:
    finding = codes.TOTAL_OF_UNKNOWN.finding("a total names pair 4", subject="pair 4", stated="4")
    assert left(finding, participants=(Participant(id="4", kind="team"),))
    assert not left(finding, participants=(pair("4"),))


def test_teams_and_members_may_be_listed_in_different_files() -> None:
    member = codes.UNKNOWN_MEMBER.finding("…", subject="team 1", stated="1A")
    team = codes.UNKNOWN_MEMBER.finding("…", subject="pair 1A", stated="1")
    assert left(member, participants=(Participant(id="1", kind="team"),))
    assert not left(member, participants=(pair("1A"),))
    assert left(team, participants=(pair("1"),))
    assert not left(team, participants=(Participant(id="1", kind="team"),))


def test_sessions_and_sections_may_be_listed_in_another_file() -> None:
    session = codes.UNKNOWN_PART.finding("…", subject="session 2", stated="2")
    section = codes.UNKNOWN_PART.finding("…", subject="section B", stated="B")
    assert left(session, sections=(SectionFact(id="2"),))
    assert not left(session, sessions=(SessionFact(id="2"),))
    assert left(section, sessions=(SessionFact(id="B"),))
    assert not left(section, sections=(SectionFact(id="B"),))


def test_a_scale_that_a_director_gives_takes_the_place_of_the_one_that_a_file_names() -> None:
    found = codes.VPS_NOT_OF_SCALE.finding("…")
    unchecked = codes.NOT_CHECKED.finding("…", subject="the victory points")
    other = codes.NOT_CHECKED.finding("…", subject="the totals")
    assert left(found)
    assert left(unchecked)
    given = (EventFact(vp_table=SCALE),)
    assert not left(found, events=given)
    assert not left(unchecked, events=given)
    assert left(other, events=given)
    own = fragment("own", events=given)
    assert still_true([found], own, Facts(events=given)) == [found]


def test_a_table_of_imps_that_a_director_gives_counts_for_boards() -> None:
    found = codes.BOARD_NOT_OF_TABLES.finding("…")
    unchecked = codes.NOT_CHECKED.finding("…", subject="the boards of matches")
    given = (EventFact(imp_bounds=(20, 60)),)
    assert left(found)
    assert not left(found, events=given)
    assert left(unchecked)
    assert not left(unchecked, events=given)


def test_what_says_something_else_is_left_alone() -> None:
    found = codes.SCORE_IMPOSSIBLE.finding("…", subject="board 4", stated="4")
    assert left(found, participants=(pair("4"),), events=(EventFact(vp_table=SCALE, imp_bounds=(20,)),))
