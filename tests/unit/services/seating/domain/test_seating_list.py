"""How participants are named on a seating list."""

from contracts.facts import Facts, Participant, Person
from services.seating.domain.seating_list import shown_names


def test_a_participants_own_name_comes_before_its_players() -> None:
    people = (Person(name="Ann Low"), Person(name="Bob High"))
    named = Participant(id="1", kind="team", name="Reds", players=people)
    unnamed = Participant(id="1", kind="pair", players=people)
    assert shown_names(Facts(participants=(named, unnamed))) == {
        ("team", "1"): "Reds",
        ("pair", "1"): "Ann Low & Bob High",
    }


def test_a_player_without_a_name_leaves_no_gap() -> None:
    half = Participant(id="1", kind="pair", players=(Person(), Person(name="Bob High")))
    nobody = Participant(id="2", kind="pair", players=(Person(), Person()))
    assert list(shown_names(Facts(participants=(half, nobody))).values()) == ["Bob High", ""]
