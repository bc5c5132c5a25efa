from contracts.facts import Participant, Person
from services.scoring.domain.merging.people import people, persons


def entered(*names: str | None, own: str | None = None) -> Participant:
    return Participant(id="7", kind="pair", name=own, players=tuple(Person(name=name) for name in names))


def test_people_are_the_same_in_any_order_and_spelling_of_capitals_and_spaces() -> None:
    assert people(entered("Bob  Oak", "ann ELM ")) == people(entered("Ann Elm", "Bob Oak")) == "ann elm & bob oak"
    assert persons(entered("Bob  Oak", "ann ELM ")) == ("ann elm", "bob oak")


def test_those_without_a_name_are_left_out() -> None:
    assert persons(entered("Ann Elm", None, " ")) == ("ann elm",)
    assert people(entered(None, own="The  Elms")) == "the elms"
    assert people(entered("Ann Elm", own="The Elms")) == "ann elm"
    assert people(entered()) == ""
