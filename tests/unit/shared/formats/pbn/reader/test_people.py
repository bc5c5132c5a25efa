"""Who is who: numbers, names, sides, sections and teams."""

import pytest

from contracts.base import Place
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


def test_players_of_an_individual_may_have_columns_of_their_own():
    table = """[ScoreTable "PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;Score_NS"]
1 2 3 4 90
[TotalScoreTable "PlayerId;Name;TotalScoreMP"]
1 "Ann" 2
4 "Dan" 0
2 "Bob" 2
3 "Cat" 0
"""
    facts = parse((HEAD + table).encode()).events[0].facts
    sides = facts.results[0].sides
    assert (sides.north, sides.south, sides.east, sides.west) == ("1", "2", "3", "4")
    assert [(each.kind, each.participant, each.total, each.details) for each in facts.totals[:2]] == [
        ("player", "1", 2, ()),
        ("player", "4", 0, ()),
    ]
    assert {each.id: each.players[0].name for each in facts.participants} == {
        "1": "Ann",
        "2": "Bob",
        "3": "Cat",
        "4": "Dan",
    }


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


def test_a_pair_has_the_direction_in_which_a_table_of_totals_ranks_it():
    first, total = PairEntry("7", ("Ann", "Bob"), "NS"), PairEntry("7", ("Ann", "Bob"), line="EW")
    (pair,) = directory(first, total)[0].participants()
    assert (pair.id, pair.direction, pair.number, pair.section) == ("7", "EW", None, None)
    (pair,) = directory(total, PairEntry("7", line="NS"))[0].participants()
    assert pair.direction == "EW"


def test_nobody_is_no_participant():
    entries = [PairEntry(None, ()), PairEntry(None, (), "NS", team="Reds"), PairEntry("", ())]
    assert [pair.id for pair in directory(*entries)[0].participants()] == [""]


def test_a_number_shared_by_sides_is_reported_where_it_first_stands():
    def finding(*entries, meetings=()):
        report = Report()
        Directory(entries, meetings, report)
        return [(found.message, found.stated, found.place) for found in report.finish()]

    place, later = Place(line=3), Place(line=9)
    ns, ew = PairEntry("1", ("Ann", "Bob"), "NS", at=place), PairEntry("1", ("Cy", "Di"), "EW", at=later)
    assert finding(ns, ew) == [("the two sides use the same numbers", "1", place)]
    assert finding(PairEntry("1", (), "NS", at=place), meetings=[(ns, ew)]) == [
        ("the two sides use the same numbers", "1", place)
    ]
    assert finding(meetings=[(None, ew), (ns, None), (ns._replace(number=None), ew._replace(number=None))]) == []
    apart = PairEntry("1", ("Cy", "Di"), "NS", "B", at=later)
    assert finding(ns._replace(section="A"), apart) == [("the two sections use the same numbers", "1", place)]
    assert finding(ns._replace(section="A"), apart._replace(names=("Bob", "Eve"))) == []
    assert finding(ns, apart) == []


def test_pairs_of_sections_and_sides_that_number_apart_have_both_in_their_id():
    entries = [
        PairEntry("1", (f"{name} A", f"{name} B"), side, section)
        for name, side, section in (("P", "NS", "A"), ("Q", "EW", "A"), ("R", "NS", "B"), ("S", "EW", "B"))
    ]
    made, said = directory(*entries)
    assert [made.id_of(entry) for entry in entries] == ["A-1NS", "A-1EW", "B-1NS", "B-1EW"]
    assert said == ["pbn.number-shared"] * 2
    assert [(pair.section, pair.direction, pair.number) for pair in made.participants()] == [
        ("A", "NS", "1"),
        ("A", "EW", "1"),
        ("B", "NS", "1"),
        ("B", "EW", "1"),
    ]
    assert made.id_of(PairEntry("1", ("New", "Pair"))) == "1"


def test_a_pair_keeps_the_first_team_that_it_plays_for():
    one = PairEntry("7", ("Ann", "Bob"), "NS", team="Reds")
    found = {fact.id: fact for fact in directory(one, one._replace(team="Blues"))[0].participants()}
    assert (found["7"].team, found["Reds"].members, found["Blues"].members) == ("Reds", ("7",), ("7",))


def test_players_of_a_side_are_two_by_number_or_by_name():
    assert players_of(PairEntry("1/2/3", ("Ann", "Bob"))) == ("Ann", "Bob")
    assert players_of(PairEntry("1/2/3", ("Ann",))) is None
    known = players([PairEntry("1/2", ("Ann",), "NS"), PairEntry("3/4", ("Cy", "Di"), "EW"), PairEntry("1", ("Ann",))])
    assert known == {"1": "Ann", "3": "Cy", "4": "Di"}
    assert players([PairEntry(None, ("Ann", "Bob", "Cy"), "NS")]) == {"Ann": "Ann", "Bob": "Bob", "Cy": "Cy"}
    assert player_of(PairEntry(None, ()), {}) is None


def test_a_pair_has_a_section_and_a_side_only_where_numbers_are_shared():
    (pair,) = directory(PairEntry("1", ("Ann", "Bob"), "NS", "A"))[0].participants()
    assert (pair.id, pair.section, pair.direction) == ("1", None, None)


def test_numbers_of_two_players_stand_with_any_sign_between_them():
    both = {number: players_of(PairEntry(number)) for number in ("1/2", "1-2", "1 & 2", "A-1/A-2", "1-2-3", "12", "-2")}
    assert both == {
        **dict.fromkeys(("1/2", "1-2", "1 & 2"), ("1", "2")),
        **{"A-1/A-2": ("A-1", "A-2"), "1-2-3": None, "12": None, "-2": None},
    }
