"""Participants and their players."""

from decimal import Decimal
from pathlib import Path

import pytest

from contracts.facts import Participant
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.formats.acblscore.file.entry_layouts import PLAYER
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.reader.people import database_key, person_of
from shared.formats.acblscore.writer.render import render
from tests.support.acblscore_files import Plan, everything, pairs_game, player
from tests.support.acblscore_records import record


def pair(plan: Plan, name: str = "A-1NS", **event) -> Participant:
    (found,) = parse(pairs_game(plan, **event)[0]).events
    return next(p for p in found.facts.participants if p.id == name)


def test_a_pair_has_its_players_section_direction_and_stratum():
    found = pair(Plan(entries={(1, 1): {"strat": 2, "average_master_points": 107}}))
    assert (found.kind, found.number, found.section, found.direction, found.stratum) == ("pair", "1NS", "A", "NS", "2")
    assert [person.name for person in found.players] == ["Gus Amber", "Hedy Amber"]
    assert found.standing
    assert {detail.name: detail.value for detail in found.details}["AVERAGE_MASTER_POINTS"] == "107"


def test_a_howell_pair_has_no_direction():
    assert pair(Plan(section={"howell": 1}), "A-1").direction is None


def test_over_several_sessions_section_and_direction_are_not_the_pairs_own():
    found = pair(Plan(), num_sessions=2)
    assert (found.section, found.direction, found.number) == (None, None, None)


def test_a_pair_that_only_fills_in_has_no_standing_and_a_phantom_no_stratum():
    assert not pair(Plan(entries={(1, 1): {"not_eligible": 10}})).standing
    found = pair(Plan(section={"phantom": 1}))
    assert (found.phantom, found.stratum) == (True, None)


def test_an_entry_that_cannot_be_read_leaves_its_seat():
    raw = bytearray(pairs_game()[0])
    at = parse(bytes(raw)).events[0].facts.participants[0].at.offset
    raw[at : at + 4] = b"\1\0\0\0"
    parsed = parse(bytes(raw))
    found = parsed.events[0].facts.participants[0]
    assert (found.id, found.players) == ("A-1NS", ())
    assert [finding.code for finding in parsed.findings] == ["acblscore.bad-block"]


def test_individuals_and_teams_have_as_many_players_as_there_are():
    _, individuals, teams = parse(everything()[0]).events
    assert {(p.kind, len(p.players)) for p in individuals.facts.participants} == {("player", 1)}
    assert {(p.kind, len(p.players)) for p in teams.facts.participants} == {("team", 4)}


def test_a_team_has_its_stationary_pair_as_details():
    found = parse(everything()[0]).events[2].facts.participants[2]
    details = {detail.name: detail.value for detail in found.details}
    assert (details["STATIONARY_SECTION"], details["STATIONARY_DIRECTION"], details["STATIONARY_TABLE"]) == (
        "T",
        "N",
        "3",
    )


def test_a_player_has_name_number_holding_and_rank():
    found = person_of(record(PLAYER, player(9, database_key=b"\3\0\1\2"))[0])
    assert (found.name, found.first_name, found.last_name) == ("Bo Birch", "Bo", "Birch")
    assert (found.national_id, found.holding) == ("5550009", Decimal(109))
    details = {detail.name: detail.value for detail in found.details}
    assert details == {
        "CITY": "Nowhere",
        "STATE": "XX",
        "COUNTRY": "US",
        "RANK": "Sectional Master",
        "DATABASE_KEY": "258",
    }


def test_who_is_no_member_has_no_number_and_an_unknown_holding_is_not_0():
    found = person_of(record(PLAYER, {"last_name": "Amber", "number": "NM"})[0])
    assert (found.national_id, found.holding) == (None, None)
    rookie = person_of(record(PLAYER, {"last_name": "Amber", "rank": " "})[0])
    assert (rookie.holding, rookie.details[-1].value) == (Decimal(0), "Rookie")


def test_a_name_outside_ascii_is_reported_wherever_it_stands():
    for _ in range(2):
        stated, report = record(PLAYER, {"last_name": "Åkerö"})
        assert person_of(stated).last_name == "Åkerö"
        assert [finding.code for finding in report.findings] == ["acblscore.not-ascii"]


def test_a_player_takes_the_same_memory_wherever_he_stands():
    (here, first), (there, second) = (record(PLAYER, player(9)) for _ in range(2))
    assert person_of(here) is person_of(there)
    assert first.memory == second.memory > 0


def test_an_empty_place_is_nobody():
    assert person_of(record(PLAYER, {"wins": 1})[0]) is None


def test_a_database_key_has_its_high_byte_first():
    assert database_key(record(PLAYER, {"database_key": b"\2\1\2\xff"})[0]) == 258
    assert database_key(record(PLAYER, {"database_key": b"\xff\1\2\3"})[0]) == 66_051


@pytest.mark.parametrize(("date", "title"), [("May 4, 2014", "Gold Life Master"), ("May 4, 2031", "Ruby Life Master")])
def test_a_rank_is_what_its_letter_stood_for_on_that_day(date: str, title: str) -> None:
    players = [player(1, rank="J"), player(2)]
    data = pairs_game(Plan(entries={(1, 1): {"players": players}}), date=date)[0]
    (event,) = parse(data).events
    details = {detail.name: detail.value for detail in event.facts.participants[0].players[0].details}
    assert details["RANK"] == title
    (local,) = Pipeline([read_bytes(data, "made-up.ACA", Path("made-up.ACA"))]).events.values()
    again = parse(render(local.score()[1]).data).events[0].facts
    assert again.participants[0].players[0].details == event.facts.participants[0].players[0].details
