"""What facts about the event as a whole speak of."""

import pytest
from pydantic import ValidationError

from contracts.base import Discipline
from contracts.facts.event import EventFact, Organiser, SectionFact, SessionFact, Stratum


def test_all_statements_about_the_event_are_one() -> None:
    assert EventFact(name="Pairs").key == EventFact(name="Teams", kind="teams").key == ()


def test_an_event_is_bridge_unless_it_says_otherwise_and_says_nothing_else_by_itself() -> None:
    empty = EventFact()
    assert empty.discipline is Discipline.BRIDGE
    said = {name for name in EventFact.model_fields if getattr(empty, name) not in (None, ())}
    assert said == {"discipline"}


def test_there_are_one_or_two_winners() -> None:
    with pytest.raises(ValidationError):
        EventFact(winners=3)  # type: ignore[arg-type]


def test_sessions_are_told_apart_by_their_ids() -> None:
    assert SessionFact(id="1", name="Friday").key == SessionFact(id="1", date="2026-03-07").key
    assert SessionFact(id="1").key != SessionFact(id="2").key


def test_section_a_of_two_sessions_is_two_sections() -> None:
    section = SectionFact(session="1", id="A", tables=7)
    assert section.key == section.replace(tables=8, scored_with="all").key
    assert section.key != section.replace(session="2").key
    assert section.key != section.replace(id="B").key


def test_an_organiser_and_a_stratum_may_be_known_in_part() -> None:
    assert Organiser(id="1234").name is None
    assert Stratum(number=1).upper_limit is None
