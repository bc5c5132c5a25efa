"""Who is who: numbers, names, sides, sections and teams."""

import pytest

from shared.formats.pbn.reader.draft import PairEntry
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.reader.people import (
    Directory,
    name_id,
    names_of,
    pair_id,
    person,
    player_of,
    players,
    players_of,
)
from shared.formats.pbn.report import Report
from shared.formats.pbn.writer.render import render
from tests.support.usebio_documents import merged


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


HEAD = '[Event "Singles"]\n[Site "Hall"]\n[Date "2031.05.04"]\n[Board "1"]\n[Competition "Individuals"]\n'
TABLE = """[ScoreTable "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"]
1/2 3/4 "Ann;Bob" "Cat;Dan" 90
2/3 4/1 "Bob;Cat" "Dan;Ann" -50
[TotalScoreTable "Rank;PairId;Names;TotalMP"]
1 2 "Bob" 4
2 1 "Ann" 2
"""


def test_two_numbers_with_a_slash_are_two_players():
    assert players_of(PairEntry("12/5", ("Ann", "Bob"), "NS")) == ("12", "5")
    assert players_of(PairEntry("7", ("Ann", "Bob"), "NS")) == ("Ann", "Bob")
    assert players_of(PairEntry("7", (), "NS")) is None
    assert players_of(PairEntry("7/", ("Ann",), "NS")) is None
    assert players_of(None) is None
    assert (pair_id("12", "5"), pair_id("12", None)) == ("12/5", None)


def test_a_player_is_called_by_number_where_the_tables_of_boards_have_it():
    known = players([PairEntry("12/5", ("Ann", "Bob"), "NS"), PairEntry("12", ("Ann",)), PairEntry("6", ("Cat",))])
    assert known == {"12": "Ann", "5": "Bob", "Cat": "Cat"}
    assert players([PairEntry("1/2", (), "NS"), PairEntry("3/4", (), "EW")]) == dict.fromkeys("1234")
    assert players([PairEntry("1/2", (), "NS"), PairEntry("2", ("Bob",))]) == {"2": "Bob"}
    assert player_of(PairEntry("5", ("Bob",)), known) == "5"
    assert player_of(PairEntry("9", ("Dan",)), known) == "Dan"
    assert player_of(PairEntry("9"), known) == "9"


def test_everybody_of_an_individual_has_results_and_totals_of_his_own():
    (event,) = parse((HEAD + TABLE).encode()).events
    facts = event.facts
    assert [(one.kind, one.id, one.players[0].name) for one in facts.participants] == [
        ("player", "1", "Ann"),
        ("player", "2", "Bob"),
        ("player", "3", "Cat"),
        ("player", "4", "Dan"),
    ]
    sides = facts.results[0].sides
    assert (sides.north, sides.south, sides.east, sides.west) == ("1", "2", "3", "4")
    assert [(total.kind, total.participant, total.total) for total in facts.totals] == [
        ("player", "2", 4),
        ("player", "1", 2),
    ]


def test_an_individual_that_is_written_is_read_again_as_it_was():
    (event,) = parse((HEAD + TABLE).encode()).events
    (again,) = parse(render(merged(event), values="stated").data).events
    assert {result.key for result in again.facts.results} == {result.key for result in event.facts.results}
    assert {one.key for one in again.facts.participants} == {one.key for one in event.facts.participants}
    assert {total.key for total in again.facts.totals} == {total.key for total in event.facts.totals}


def test_players_without_numbers_are_called_by_their_names():
    table = '[ScoreTable "Names_NS;Names_EW;Score_NS"]\n"Ann;Bob" "Cat;Dan" 90\n'
    (event,) = parse((HEAD + table).encode()).events
    assert [one.id for one in event.facts.participants] == ["Ann", "Bob", "Cat", "Dan"]
    assert event.facts.results[0].sides.west == "Dan"
