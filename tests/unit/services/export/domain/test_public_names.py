"""No file that anybody may download names somebody who asked not to be named."""

import pytest

from contracts.facts import NameShown, Participant, Person
from contracts.findings import Finding, Severity
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.export.domain.formats import exported
from services.export.domain.public_names import with_public_names
from shared.person_names import NOBODY
from tests.support.made_up_kinds import butler_pairs, individuals, swiss_teams

KINDS = {"butler": butler_pairs, "individuals": individuals, "teams": swiss_teams}


def decided(merged: EventMerged, *names: NameShown) -> EventMerged:
    return merged.replace(standings=merged.standings.replace(names=names))


def people_of(merged: EventMerged) -> list[str]:
    return sorted({person.name for each in merged.facts.participants for person in each.players if person.name})


def files(merged: EventMerged) -> dict[str, str]:
    """The file of every format that holds the event, as text."""
    shown, _ = with_public_names(merged, None)
    forms = {name: form for name, form in exported().items() if form.holds(merged, None)}
    made = {name: form.render(shown) for name, form in forms.items()}
    return {
        name: "".join([*(each.data.decode(code, errors="replace") for code in ("utf-8", "cp1252")), repr(each.losses)])
        for name, each in made.items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_who_asked_is_named_in_a_file_of_any_format(kind: str) -> None:
    merged = KINDS[kind]().merged
    name = people_of(merged)[0]
    before = files(merged)
    assert sum(name in text for text in before.values()) >= 2
    after = files(decided(merged, NameShown(name=name.upper(), shown="none")))
    assert after.keys() == before.keys()
    assert [format_name for format_name, text in after.items() if name in text] == []
    assert any(people_of(merged)[-1] in text for text in after.values())


@pytest.mark.parametrize("kind", KINDS)
def test_with_all_names_by_initials_no_file_names_anybody(kind: str) -> None:
    merged = KINDS[kind]().merged
    after = files(decided(merged, NameShown(shown="initials")))
    assert [(form, name) for name in people_of(merged) for form, text in after.items() if name in text] == []


def test_numbers_of_members_and_what_identifies_go_with_the_name() -> None:
    merged = individuals().merged
    who = Person(name="Rosa Baker", national_id="24105933", federation="NED", birth_date="1980-01-01", club_id="4711")
    member = Participant(id="24105933", kind="player", players=(who,))
    merged = merged.replace(facts=merged.facts.replace(participants=(*merged.facts.participants[1:], member)))
    finding = Finding(code="made-up", severity=Severity.WARNING, message="Rosa Baker was late")
    merged = merged.replace(findings=(finding,), standings=merged.standings.replace(name="Rosa Baker Memorial"))
    seats = RoundAssignment(
        event=merged.event,
        stage="next",
        rule="swiss",
        sitting_out=("24105933",),
        tables=(SeatAssignment(north="24105933", ns_names="Rosa Baker & Jan Vries", reason="Rosa Baker met nobody"),),
    )
    shown, shown_seats = with_public_names(decided(merged, NameShown(name="Rosa Baker", shown="initials")), seats)
    assert shown_seats is not None
    text = shown.model_dump_json() + shown_seats.model_dump_json()
    assert [secret for secret in ("Rosa", "24105933", "4711", "1980", "NED") if secret in text] == []
    assert "R. B. Memorial" in text
    assert "R. B. & Jan Vries" in text
    assert shown.facts.participants[-1].id == shown_seats.sitting_out[0] == "hidden-1"


def test_with_all_names_in_full_nothing_is_made_anew() -> None:
    merged = butler_pairs().merged
    assert with_public_names(merged, None) == (merged, None)
    assert with_public_names(merged, None)[0] is merged
    assert NOBODY not in merged.model_dump_json()
