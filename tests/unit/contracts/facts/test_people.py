"""What a participant is, and what is said of it."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from contracts.base import Direction
from contracts.facts.people import Label, Participant, Person
from tests.support.objects import json_of


def test_a_team_a_pair_and_a_player_of_the_same_number_are_three_participants() -> None:
    assert len({Participant(id="1", kind=kind).key for kind in ("team", "pair", "player")}) == 3


def test_a_participant_is_the_same_whoever_plays_and_wherever_it_sits() -> None:
    pair = Participant(id="1", kind="pair")
    moved = Participant(
        id="1",
        kind="pair",
        section="B",
        direction=Direction.EW,
        session="2",
        name="Reds",
        number="1EW",
        players=(Person(name="Ann Low"),),
        labels=(Label(name="FLIGHT", value="B"),),
    )
    assert pair.key == moved.key


def test_who_takes_part_is_ranked_and_real_unless_the_file_says_otherwise() -> None:
    pair = Participant(id="1", kind="pair")
    assert (pair.standing, pair.phantom, pair.direction) == (True, False, None)


def test_another_kind_of_participant_is_refused() -> None:
    with pytest.raises(ValidationError):
        Participant.checked({"id": "1", "kind": "club"})


def test_nothing_is_known_of_a_person_by_itself() -> None:
    assert {getattr(Person(), name) for name in Person.FIELDS} == {None, ()}


def test_a_holding_keeps_its_decimals() -> None:
    person = Person(holding=Decimal("1234.50"))
    assert '"1234.50"' in json_of(person)
