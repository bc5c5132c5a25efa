"""Why USEBIO does not hold what the facts of an event say."""

from typing import Any

from contracts.facts import EventFact, MatchFact, Participant, Person
from shared.formats.usebio import FORMAT
from shared.formats.usebio.not_held import WHYS
from tests.support.fact_paths import unknown_paths
from tests.support.merged import merged


def losses(version: str = "1.4", **facts: Any) -> dict[str, str]:
    return {loss.what: loss.why for loss in FORMAT.render(merged(**facts), version=version).losses}


def test_every_reason_is_of_a_field_of_facts() -> None:
    assert unknown_paths(WHYS) == []
    assert unknown_paths(["events.colour", "events.organiser.name", "actions", "events.strata.name"]) == [
        "events.colour",
        "actions",
        "events.strata.name",
    ]


def test_names_have_no_parts_before_1_4() -> None:
    person = Person(name="Ada Cobb", first_name="Ada", last_name="Cobb")
    people = (Participant(id="1", kind="pair", players=(person,)),)
    assert losses(participants=people) == {}
    assert set(losses("1.2", participants=people)) == {"first name of players", "last name of players"}


def test_who_is_lost_of_matches_and_events_is_named() -> None:
    match = MatchFact(kind="teams", home="1", away="2", round=1, home_line_up=("7",), forfeit="away")
    event = EventFact(name="Cup", kind="teams", rounds=5)
    assert losses(events=(event,), matches=(match,)) == {
        "forfeit of matches": "USEBIO has no element for it",
        "home line up of matches": "MATCH has it in knock-outs alone",
        "rounds of events": "USEBIO has no element for it",
    }
