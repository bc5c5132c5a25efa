"""How participants are named on a seating list."""

from contracts.facts import Facts, Participant, Person
from services.seating.domain.seating_list import meeting_line, shown_names


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


def test_a_line_names_both_who_meet_and_only_one_while_the_opponent_is_unknown() -> None:
    names = {("pair", "1"): "Ann & Bob", ("pair", "2"): "Cem & Dot", ("team", "2"): "Reds"}
    line = meeting_line(names, "pair", "1", "2", "7", "neighbours", "A")
    assert (line.table, line.section, line.ns, line.ew, line.reason) == ("7", "A", "1", "2", "neighbours")
    assert (line.ns_names, line.ew_names) == ("Ann & Bob", "Cem & Dot")
    open_line = meeting_line(names, "pair", "1", None, None, "goes on")
    assert (open_line.ew, open_line.ew_names, open_line.section) == (None, "", None)


def test_a_reason_of_long_names_is_cut() -> None:
    assert len(meeting_line({}, "pair", "1", "2", "1", "x" * 1_001).reason or "") == 1_000
