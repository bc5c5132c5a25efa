"""The XML of Chess-Results: its sections, byes and forfeits, ties, and what it leaves out."""

from decimal import Decimal

from lxml import etree

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.standings import Ranking, StandingRow, TieBreakValue
from shared.receivers.chess_results import CHESS_RESULTS
from tests.support.chess_tournaments import teams
from tests.support.receivers import tournament
from tests.support.trf_documents import facts_of, merged
from tests.support.trf_lines import player

FACTS = facts_of(
    "012 Open & <closed>",
    "142 3",
    player(1, "4 w 1", "0000 - U", "2 w"),
    player(2, "3 b -", "4 w =", "1 b", name="Birch, Bo"),
    player(3, "2 w +", "0000 - H", "4 w", name="Cedar, Cy"),
    player(4, "1 b 0", "2 b =", "3 b", name="Dogwood"),
)


def written(event: EventMerged) -> etree._Element:
    return etree.fromstring(CHESS_RESULTS.render(event).data)


def ranked(facts: Facts, *ranks: int) -> EventMerged:
    event = merged(facts)
    rows = tuple(
        StandingRow(id=str(number), number=str(number), name="", rank=rank) for number, rank in enumerate(ranks, 1)
    )
    ranking = Ranking(id="overall", title="", kind="player", unit="points", rows=rows)
    return event.replace(standings=event.standings.replace(rankings=(ranking,)))


def test_the_sections_are_those_of_the_documentation_and_the_key_is_empty() -> None:
    root = written(tournament())
    assert [section.tag for section in root] == ["tournamentdata", "rounds", "players", "playerpairings"]
    head = dict(root[0][0].attrib)
    assert (head["key"], head["creator"], head["type"]) == ("", "", "0")
    assert (head["name"], head["location"], head["federation"]) == ("Made-up Open", "Town", "ENG")
    assert (head["from"], head["to"], head["rounds"], head["currentround"]) == ("20310504", "20310505", "2", "2")
    assert (head["endstatus"], head["chiefarbiter"], head["ratingavg"]) == ("J", "Elm, Eve", "1850")
    assert [day.get("date") for day in root[1]] == ["04.05.2031", "05.05.2031"]


def test_a_player_has_name_title_numbers_and_points() -> None:
    first = dict(written(tournament())[2][0].attrib)
    assert (first["no"], first["lastname"], first["firstname"], first["title"]) == ("1", "Alder", "Ann", "WGM")
    assert (first["rtg"], first["fideid"], first["fed"], first["sex"]) == ("1900", "1001", "ENG", "w")
    assert (first["dob"], first["pts"], first["board"], first["teamno"]) == ("03.02.1990", "1.5", "0", "0")


def test_byes_forfeits_and_open_games_are_written_as_documented() -> None:
    fields = ("round", "whiteno", "blackno", "reswhite", "resblack", "forfeit")
    lines = {tuple(line.get(field) for field in fields) for line in written(merged(FACTS))[3]}
    assert lines == {
        ("1", "1", "4", "1.0", "0.0", ""),
        ("1", "3", "2", "1.0", "0.0", "K"),
        ("2", "1", "-1", "1.0", "", ""),
        ("2", "2", "4", "0.5", "0.5", ""),
        ("2", "3", "-2", "0.5", "", ""),
        ("3", "1", "2", "", "", ""),
        ("3", "3", "4", "", "", ""),
    }


def test_those_who_are_tied_follow_each_other_and_are_marked() -> None:
    players = written(ranked(FACTS, 2, 1, 2, 2))[2]
    assert [(each.get("no"), each.get("rank"), each.get("equal")) for each in players] == [
        ("1", "2", "N"),
        ("2", "1", "N"),
        ("3", "3", "J"),
        ("4", "4", "J"),
    ]


def test_tie_breaks_have_number_parameters_and_values_and_those_without_number_are_lost() -> None:
    event = ranked(facts_of("012 Open", "142 1", player(1, "2 w 1"), player(2, "1 b 0", name="Birch, Bo")), 1, 2)
    (ranking,) = event.standings.rankings
    values = (("PTS", "1"), ("BH/C1", "1.5"), ("WON", "1"), ("SB", "0.25"))
    of_row = tuple(TieBreakValue(code=code, value=Decimal(value)) for code, value in values)
    rows = tuple(row.replace(tie_breaks=of_row) for row in ranking.rows)
    method = event.standings.method.replace(tie_breaks=tuple(code for code, _ in values))
    standings = event.standings.replace(rankings=(ranking.replace(rows=rows),), method=method)
    rendered = CHESS_RESULTS.render(event.replace(standings=standings))
    root = etree.fromstring(rendered.data)
    head, first = root[0][0], root[2][0]
    assert [head.get(f"tb{place}no") for place in range(1, 6)] == ["84", "85", "0", "0", "0"]
    assert [head.get(f"tb{place}_detail") for place in range(1, 4)] == ["0,0,1,-,-", "0,0,0,-,-", ""]
    assert [first.get(f"tb{place}") for place in range(1, 6)] == ["1.5", "0.25", "", "", ""]
    assert {loss.what: loss.count for loss in rendered.losses}["tie-breaks"] == 1


def test_texts_are_escaped_and_cut_to_their_fields() -> None:
    root = written(merged(facts_of(f'012 A & <B> "{"C" * 200}', player(1, name="Elm, E"))))
    name = root[0][0].get("name") or ""
    assert name.startswith('A & <B> "CCC')
    assert len(name) == 160


def test_of_teams_the_players_are_written_and_the_loss_is_said() -> None:
    losses = {loss.what: loss.count for loss in CHESS_RESULTS.render(merged(facts_of(*teams(4, 4, 2, 2)))).losses}
    assert losses["teams"] == 4
    assert {loss.what for loss in CHESS_RESULTS.render(merged(FACTS)).losses} == {"key, creator and security"}
