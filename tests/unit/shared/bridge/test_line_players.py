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
