"""A game file as it is built."""

import struct

import pytest

from shared.formats.acblscore.file.game import ENTRANTS, ENTRIES, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.play_layouts import BOARD, TEAM_MATCH_INDEX, VP_SCALE, VP_STEP
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import Built, Plan, event, everything, pairs_game


def game_of(data: bytes):
    return read_game(GameFile(data, Report()))


def test_every_structure_is_reached_by_its_pointer():
    data, _ = everything()
    game = game_of(data)
    assert [(event.number, event.type, event.scoring) for event in game.events] == [(1, 0, 0), (2, 2, 0), (3, 1, 7)]
    pairs, individuals, teams = game.events
    assert [section.name for section in pairs.sections] == ["A", "B"]
    first = pairs.sections[0]
    assert (len(first.seated), len(first.indexes), len(first.boards)) == (6, 2, 6)
    assert first.movement.integer("num_tables") == 3
    assert individuals.individual
    assert len(individuals.sections[0].indexes) == 4
    matches = teams.sections[0].matches
    assert teams.teams
    assert [len(team[1]) for team in matches.teams] == [2, 2, 2, 2]
    assert [step.integer("margin") for step in matches.steps] == [0, 3, 9, 20]
    assert matches.assignments.rest() == b"\5\0" * 12
    assert (game.memo, game.note, pairs.memo) == (
        ("Tea at five", "Bye"),
        ("Table 3 wobbles",),
        ("Prizes after the last round",),
    )
    assert [block.rest()[:9] for block in game.free] == [bytes(9), b"left over"]
    assert game.raw[0].rest() == b"\7" * 90


def test_a_section_of_no_event_and_an_event_without_sections_are_reported():
    data = bytearray(everything()[0])
    data[0x13E] = data[0x13E + 22] = 51
    game = game_of(bytes(data))
    assert game.events[0].sections == []
    codes = [finding.code for finding in game.file.report.findings]
    assert codes == ["acblscore.lost-section"] * 2 + ["acblscore.no-section"]


def test_sections_of_teams_may_share_the_victory_point_scale():
    built = Built()
    steps = [(VP_STEP, {"margin": margin, "winner": 10 + margin, "loser": 10 - margin}) for margin in (0, 4)]
    scale = built.block(VP_SCALE, {"id": 1, "num_steps": 2, "description": "20 points"}, steps)
    sections = []
    for name in ("S", "T"):
        matches = built.block(TEAM_MATCH_INDEX, {"section": 1, "ofs_vp_scale": scale})
        sections.append({"name": name, "event": 1, "ofs_section": built.block(SECTION, {"ofs_matches": matches})})
    game = game_of(built.finish({"ofs_event_1": event(built), "event_type_1": 1, "sections": sections}))
    found = [section.matches for section in game.events[0].sections]
    assert [[step.integer("margin") for step in matches.steps] for matches in found] == [[0, 4], [0, 4]]
    assert game.file.report.findings == []


def test_two_sections_of_one_name_get_their_number():
    game = game_of(pairs_game(Plan(), Plan())[0])
    assert [section.name for section in game.events[0].sections] == ["A", "A-2"]


def test_a_section_without_details_is_reported_and_a_nameless_one_has_its_number():
    game = game_of(pairs_game(Plan(name=""), Plan(name="B", summary={"ofs_section": 0, "ofs_boards": 0}))[0])
    assert [section.name for section in game.events[0].sections] == ["1"]
    assert [finding.code for finding in game.file.report.findings] == ["acblscore.bad-pointer"]


def test_a_section_whose_details_are_lost_keeps_the_boards_that_others_are_scored_with():
    game = game_of(pairs_game(Plan(), Plan(name="B", summary={"ofs_section": 3}))[0])
    assert [(section.name, len(section.boards), len(section.seated)) for section in game.events[0].sections] == [
        ("A", 6, 6),
        ("B", 6, 0),
    ]
    assert [finding.code for finding in game.file.report.findings] == ["acblscore.bad-pointer"]


def test_an_event_whose_details_are_lost_keeps_its_sections():
    data = bytearray(pairs_game()[0])
    data[0x12:0x16] = b"\xff\xff\xff\x7f"
    data[0xDA] = 2
    (found,) = game_of(bytes(data)).events
    assert (found.number, found.type, found.entrant, found.details.text("name")) == (1, 2, "pair", "")
    assert [section.name for section in found.sections] == ["A"]
    assert [finding.code for finding in game_of(bytes(data)).file.report.findings][:2] == [
        "acblscore.bad-pointer",
        "acblscore.lost-event",
    ]


@pytest.mark.parametrize(
    ("kind", "most", "entrant"), [(9, 1, "player"), (5, 2, "pair"), (200, 6, "team"), (0, 6, "pair")]
)
def test_who_enters_an_event_of_an_unknown_type_follows_from_the_room_of_its_entries(kind, most, entrant):
    data = bytearray(pairs_game()[0])
    data[0xDA] = kind
    for section in game_of(bytes(data)).events[0].sections:
        for index in section.indexes:
            data[index.offset + 4] = most
    assert game_of(bytes(data)).events[0].entrant == entrant


@pytest.mark.parametrize("place", [0x9E7, 0x9E0])
def test_a_table_of_predetermined_imps_is_kept_where_an_event_is_scored_by_one(place: int) -> None:
    data, _ = pairs_game()
    raw = bytearray(data) + (14).to_bytes(2, "little") + b"\x2a\0" * 7
    raw[6:10] = len(raw).to_bytes(4, "little")
    raw[place : place + 4] = len(data).to_bytes(4, "little")
    assert game_of(bytes(raw)).raw == []
    raw[0x10C] = 13
    (table,) = game_of(bytes(raw)).raw
    assert (table.name, table.rest()) == ("predetermined IMP table", b"\x2a\0" * 7)
    raw[place : place + 4] = (len(raw) + 1).to_bytes(4, "little")
    assert game_of(bytes(raw)).raw == []


@pytest.mark.parametrize(
    ("entrant", "individual", "teams"),
    [("pair", False, False), ("player", True, False), ("team", False, True), (None, False, False)],
)
def test_an_event_is_one_of_players_pairs_or_teams(entrant, individual, teams):
    (event,) = read_game(GameFile(pairs_game()[0], Report())).events
    event.entrant = entrant
    assert (event.individual, event.teams) == (individual, teams)


def test_every_entrant_has_an_entry_with_room_for_its_players():
    assert set(ENTRANTS.values()) == ENTRIES.keys()
    assert {who: entry.parts["players"].count for who, entry in ENTRIES.items()} == {"player": 1, "pair": 2, "team": 6}


def test_entries_of_a_movement_and_of_boards_belong_to_their_tables():
    data, _ = everything()
    game = game_of(data)
    for section in (section for each in game.events for section in each.sections):
        for board in section.boards:
            assert board.results.end - board.results.offset > BOARD.size
            assert board.results.rest() != b""
    index, first = struct.unpack_from("<I", data, 0x13E + 8)[0], 0
    table = struct.unpack_from("<I", data, index + 0x26 + 4)[0]
    raw = bytearray(data)
    raw[index + 0x26 + 8 + 4 : index + 0x26 + 8 + 8] = (table + 6 + 18).to_bytes(4, "little")
    found = game_of(bytes(raw))
    assert [finding.code for finding in found.file.report.findings if finding.place.offset == index + 0x26 + 12] == [
        "acblscore.bad-pointer"
    ]
    assert [board.row.integer("board") for board in found.events[first].sections[0].boards] == [1, 3, 4, 5, 6]


def test_a_section_of_an_event_that_is_not_there_belongs_to_that_of_its_neighbour():
    plans = Plan(summary={"ranked_next": 2}), Plan(name="B", summary={"event": 7, "ranked_previous": 1})
    game = game_of(pairs_game(*plans)[0])
    assert [section.name for section in game.events[0].sections] == ["A", "B"]
    (finding,) = game.file.report.findings
    assert (finding.code, finding.stated, finding.computed) == ("acblscore.bad-value", "7", "1")
    assert "section B belongs to event 7" in finding.message


def test_a_section_of_an_event_that_is_not_there_and_without_neighbours_is_lost_among_several():
    first, second = Plan(), Plan(name="B", summary={"event": 7})
    raw = bytearray(pairs_game(first, second)[0])
    raw[0x16:0x1A] = len(raw).to_bytes(4, "little")
    details = int.from_bytes(raw[0x12:0x16], "little")
    game = game_of(bytes(raw + raw[details : details + 742]))
    assert [section.name for section in game.events[0].sections] == ["A"]
    assert "acblscore.lost-event" in {finding.code for finding in game.file.report.findings}
