"""Individual tournaments: players by number or by name."""

from shared.formats.pbn.draft import PairEntry
from shared.formats.pbn.individuals import pair_id, player_of, players, players_of
from shared.formats.pbn.reader import parse
from shared.formats.pbn.writer.render import render
from tests.support.usebio_documents import merged

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
