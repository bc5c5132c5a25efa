"""Sections that came in files of their own and number their pairs alike."""

from typing import Any

from contracts.facts import Participant, Person, SectionFact
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.number_clashes import shared_numbers
from tests.support.fragments import fragment, result


def listed(number: str, name: str, section: str) -> Participant:
    return Participant(id=number, kind="pair", section=section, players=(Person(name=name),))


def of_section(section: str, *people: tuple[str, str], name: str = "", **more: Any) -> Fragment:
    participants = tuple(listed(number, who, section) for number, who in people)
    sections = (SectionFact(id=section),)
    return fragment(name or section, participants=participants, sections=sections, **more)


ONE = of_section("A", ("1", "Ann"), ("2", "Bob"))


def test_other_people_of_another_section_under_the_same_numbers_are_reported_once() -> None:
    other = of_section("B", ("1", "Cid"), ("2", "Dot"), minutes=1)
    (found,) = shared_numbers([other, ONE])
    assert (found.code, found.subject, found.stated) == ("scoring.numbers-shared", "pair 1", "section B")
    assert "Cid of section B in B.xml and Ann of section A in A.xml, and 1 more numbers" in found.message


def test_numbers_of_their_own_and_the_same_people_are_fine() -> None:
    assert shared_numbers([ONE, of_section("B", ("3", "Cid"), minutes=1)]) == []
    assert shared_numbers([ONE, of_section("B", ("1", " ann"), minutes=1)]) == []
    assert shared_numbers([ONE, of_section("A", ("1", "Eve"), name="A later", minutes=1)]) == []
    assert shared_numbers([ONE, fragment("list", participants=(listed("1", "Eve", "B"),))]) == []


def test_what_a_file_of_a_section_corrects_counts() -> None:
    wrong = of_section("B", ("1", "Cid"), name="wrong", minutes=1)
    right = of_section("B", ("3", "Cid"), name="right", minutes=2)
    assert len(shared_numbers([ONE, wrong])) == 1
    assert shared_numbers([ONE, wrong, right]) == []


def test_the_standings_say_so() -> None:
    state = EventState(ONE.event)
    for one in (ONE, of_section("B", ("1", "Cid"), results=[result("1", "1", "2", 50, section="B")], minutes=1)):
        state.apply(one)
    assert "scoring.numbers-shared" in {finding.code for finding in state.score()[0].standings.findings}
