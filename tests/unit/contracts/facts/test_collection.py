"""All facts of a fragment together, what they cover, and as of when."""

from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.facts.base import FactModel, FactRecord
from contracts.facts.collection import AsOf, Extension, Facts, Scope
from contracts.facts.event import EventFact
from contracts.facts.people import Participant
from tests.support.clean_event import CleanEvent
from tests.support.objects import through_json


def test_every_list_is_a_list_of_facts_and_is_named() -> None:
    assert tuple(Facts.model_fields) == Facts.FIELDS
    for field in Facts.model_fields.values():
        assert issubclass(get_args(field.annotation)[0], FactModel | FactRecord)


def test_the_event_is_the_first_statement_and_empty_when_there_is_none() -> None:
    assert Facts().event == EventFact()
    assert Facts(events=(EventFact(name="Pairs"), EventFact(name="Teams"))).event.name == "Pairs"


def test_facts_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Facts().results = ()  # type: ignore[misc]


def test_an_extension_is_told_apart_by_what_it_hangs_on_and_by_its_number() -> None:
    extension = Extension(kind="element", owner="/USEBIO", name="FOO", value="1")
    assert extension.key == extension.replace(value="2").key
    for of in ({"kind": "attribute"}, {"owner": "/USEBIO/EVENT"}, {"name": "BAR"}, {"index": 1}):
        assert extension.replace(**of).key != extension.key


def test_a_scope_that_names_nothing_covers_all_but_is_not_the_whole_of_it() -> None:
    scope = Scope()
    assert (scope.whole, scope.sessions, scope.sections, scope.rounds, scope.boards) == (False, None, None, None, None)
    assert Scope(sessions=()) != scope


def test_a_moment_says_how_it_is_known() -> None:
    moment = datetime(2026, 3, 7, tzinfo=UTC)
    assert AsOf(at=moment, source="stated").at == moment
    with pytest.raises(ValidationError):
        AsOf(at=moment, source="guess")  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        AsOf(at=datetime(2026, 3, 7), source="stated")


def test_a_whole_event_survives_the_bus() -> None:
    facts = CleanEvent(seed=4).fragment().facts
    assert Facts.model_validate_json(facts.model_dump_json()) == facts
    assert Facts.model_validate_json(facts.model_dump_json(exclude_none=True)) == facts


def test_no_two_facts_of_a_clean_event_speak_of_the_same_thing() -> None:
    facts = CleanEvent(seed=4).fragment().facts
    for name in Facts.FIELDS:
        keys = [fact.key for fact in getattr(facts, name)]
        assert len(set(keys)) == len(keys), name


@pytest.mark.slow
@given(number=st.text(max_size=20), kind=st.sampled_from(("player", "pair", "team")))
def test_any_text_can_be_a_number(number: str, kind: str) -> None:
    participant = Participant(id=number, kind=kind)  # type: ignore[arg-type]
    assert through_json(participant).key == participant.key
