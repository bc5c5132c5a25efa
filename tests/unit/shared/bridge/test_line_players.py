"""Who plays the lines of travellers, and who of them is in no list."""

from contracts.facts import Participant, ResultFact, Sides
from shared.bridge.line_players import players_of, unlisted
from tests.support.fragments import fragment, pair, points, result


def test_players_of_a_line_are_named_north_south_first() -> None:
    assert players_of(Sides(ns="1", ew="2")) == (("1", "2"), 1)
    assert players_of(Sides(north="1", east="2", south="3", west="4")) == (("1", "3", "2", "4"), 2)
    assert players_of(Sides(ew="2")) == (("2",), 0)
    assert players_of(Sides(ns_team="A", ew_team="B")) == ((), 0)


def test_numbers_that_no_participant_has_are_known_with_their_first_line() -> None:
    lines = [result("1", "1", "9"), result("2", "1", "9"), result("1", "2", "1")]
    found = unlisted(fragment("f", results=lines, participants=(pair("1"), pair("2"))).facts)
    assert found.lines == {"9": (0, 2)}
    assert found.used == 3
    assert not found.most


def test_without_a_list_of_participants_nobody_is_unknown() -> None:
    assert unlisted(fragment("f", results=[result("1", "1", "1")]).facts).lines == {}


def test_pairs_of_a_team_that_is_listed_without_pairs_cannot_be_looked_up() -> None:
    sides = Sides(ns="1-1", ew="2-1", ns_team="1", ew_team="2")
    line = ResultFact(board="1", sides=sides, ns_score=points(0), ew_score=points(0))
    teams = (Participant(id="1", kind="team"), Participant(id="2", kind="team", members=("2-2",)))
    assert list(unlisted(fragment("f", results=[line], participants=(*teams, pair("2-2"))).facts).lines) == ["2-1"]


def test_several_numbers_are_of_something_else_when_they_are_half_of_all() -> None:
    def most(*lines: tuple[str, str]) -> bool:
        results = [result("1", ns, ew) for ns, ew in lines]
        return unlisted(fragment("f", results=results, participants=(pair("1"), pair("2"))).facts).most

    assert most(("1", "8"), ("2", "9"))
    assert most(("1", "8"), ("7", "9"))
    assert not most(("1", "9"))
    assert not most(("1", "2"), ("9", "1"))
    listed = (pair("1"), pair("2"), pair("3"))
    rows = [result("1", "1", "8"), result("1", "2", "9"), result("1", "3", "1")]
    found = unlisted(fragment("f", results=rows, participants=listed).facts)
    assert (found.lines, found.used, found.most) == ({"8": (0, 1), "9": (1, 1)}, 5, False)


def test_all_listed_numbers_are_counted() -> None:
    found = unlisted(fragment("f", results=[result("1", "1", "2")], participants=(pair("1"), pair("2"))).facts)
    assert (found.lines, found.used, found.most) == ({}, 2, False)


def test_players_of_a_line_with_pairs_and_players_are_all_named() -> None:
    assert players_of(Sides(ns="1", ew="2", north="3")) == (("1", "3", "2"), 2)
    assert players_of(Sides(ns="1", ew="2", east="4")) == (("1", "2", "4"), 1)
    assert players_of(Sides(ns="1")) == (("1",), 1)


def test_the_team_of_each_side_decides_whether_its_pair_can_be_looked_up() -> None:
    sides = Sides(north="1", south="2", east="3", west="4", ns_team="A", ew_team="B")
    line = ResultFact(board="1", sides=sides, ns_score=points(0), ew_score=points(0))
    for bare, expected in (("A", ["3", "4"]), ("B", ["1", "2"])):
        teams = tuple(Participant(id=name, kind="team", members=() if name == bare else ("9",)) for name in ("A", "B"))
        assert list(unlisted(fragment("f", results=[line], participants=(*teams, pair("9"))).facts).lines) == expected


def test_a_number_that_never_plays_is_that_of_a_missing_pair() -> None:
    both = (pair("1"), pair("2"))
    blank, played = result("1", "1", "9", None), result("1", "1", "2")
    assert unlisted(fragment("f", results=[blank, played], participants=both).facts).lines == {}
    assert list(unlisted(fragment("f", results=[blank], participants=both).facts).lines) == ["9"]
    late = result("2", "2", "9")
    assert list(unlisted(fragment("f", results=[blank, late], participants=both).facts).lines) == ["9"]
