"""Who is who: numbers, names, sides, sections and teams."""

import pytest

from shared.formats.pbn.draft import PairEntry
from shared.formats.pbn.people import Directory, name_id, names_of, person
from shared.formats.pbn.report import Report


def directory(*entries: PairEntry, meetings: tuple[tuple[PairEntry, PairEntry], ...] = ()):
    report = Report()
    made = Directory(entries, meetings, report)
    return made, [finding.code for finding in report.finish()]


def test_names_are_two_players_or_a_partnership():
    assert names_of("Ann A   ;Bob B  ") == ("Ann A", "Bob B")
    assert names_of("The Sharks") == ("The Sharks",)
    assert names_of("?") == names_of("") == names_of(None) == ()
    assert (names_of(" Ann "), names_of("-"), names_of("Ann; ?")) == (("Ann",), (), ("Ann",))


def test_a_number_behind_a_name_is_the_player_s():
    assert (person("Ann A#1234").name, person("Ann A#1234").national_id) == ("Ann A", "1234")
    assert (person("C#").name, person("C#").national_id) == ("C#", None)


def test_a_pair_without_a_number_keeps_its_id_when_it_changes_seats():
    one, other = PairEntry(None, ("Ann", "Bob"), "NS"), PairEntry(None, ("Bob", "Ann"), "EW")
    made, said = directory(one, other)
    assert made.id_of(one) == made.id_of(other) == name_id(("Ann", "Bob")) == "Ann & Bob"
    assert len(list(made.participants())) == 1
    assert said == []
    assert made.id_of(None) is None


def test_the_same_pair_on_both_sides_has_one_number():
    one, other = PairEntry("7", ("Ann", "Bob"), "NS"), PairEntry("7", ("Ann", "Bob"), "EW")
    made, said = directory(one, other)
    assert (made.id_of(one), made.id_of(other), said) == ("7", "7", [])


@pytest.mark.parametrize("names", [True, False])
def test_two_fields_with_the_same_numbers_are_told_apart_by_their_side(names):
    ns = PairEntry("1", ("Ann", "Bob") if names else (), "NS")
    ew = PairEntry("1", ("Cleo", "Dan") if names else (), "EW")
    made, said = directory(ns, ew, meetings=((ns, ew),) if not names else ())
    assert (made.id_of(ns), made.id_of(ew)) == ("1NS", "1EW")
    assert [(p.id, p.number, p.direction) for p in made.participants()] == [("1NS", "1", "NS"), ("1EW", "1", "EW")]
    assert said == ["pbn.number-shared"]


def test_a_total_belongs_to_the_side_on_which_its_players_sat():
    ns, ew = PairEntry("1", ("Ann", "Bob"), "NS"), PairEntry("1", ("Cleo", "Dan"), "EW")
    total = PairEntry("1", ("Cleo", "Dan"))
    made, _ = directory(ns, ew, total)
    assert made.id_of(total) == "1EW"


def test_sections_with_the_same_numbers_are_told_apart():
    a, b = PairEntry("1", ("Ann", "Bob"), "NS", "A"), PairEntry("1", ("Cleo", "Dan"), "NS", "B")
    made, said = directory(a, b)
    assert (made.id_of(a), made.id_of(b), said) == ("A-1", "B-1", ["pbn.number-shared"])


def test_teams_have_the_pairs_that_play_for_them():
    one, other = PairEntry(None, ("Ann", "Bob"), "NS", team="Reds"), PairEntry(None, ("Eve", "Fay"), "EW", team="Reds")
    found = {participant.id: participant for participant in directory(one, other)[0].participants()}
    assert found["Reds"].kind == "team"
    assert found["Reds"].members == ("Ann & Bob", "Eve & Fay")
    assert found["Ann & Bob"].team == "Reds"


def test_names_that_come_later_are_filled_in():
    first, later = PairEntry("7", (), "NS"), PairEntry("7", ("Ann", "Bob"))
    (found,) = directory(first, later)[0].participants()
    assert [one.name for one in found.players] == ["Ann", "Bob"]
