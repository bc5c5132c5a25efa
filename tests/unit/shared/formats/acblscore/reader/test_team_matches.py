"""Matches of teams."""

import struct
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.facts import Facts, Sides
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, TEAM
from shared.formats.acblscore.file.game import TEAM_POINTER
from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.play_layouts import (
    BOARD,
    BOARD_INDEX,
    BOARD_INDEX_ENTRY,
    MOVEMENT,
    RESULT2,
    TEAM_MATCH,
    TEAM_MATCH_INDEX,
    TEAM_MATCHES,
)
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.reader.team_matches import scale_of, stationary_of, table_of, table_text
from shared.formats.acblscore.writer.render import render
from shared.formats.acblscore.writer.rewrite import rewrite
from tests.support.acblscore_files import Built, event, everything, player

DATA, _ = everything()


def teams(data: bytes = DATA) -> tuple[Facts, list[str]]:
    parsed = parse(data)
    return parsed.events[2].facts, [finding.code.removeprefix("acblscore.") for finding in parsed.findings]


def match(facts: Facts, number: int, home: str):
    return next(m for m in facts.matches if m.round == number and home in (m.home, m.away))


def changed(offset: int, code: str, value: int) -> bytes:
    raw = bytearray(DATA)
    struct.pack_into(code, raw, offset, value)
    return bytes(raw)


def test_two_teams_that_state_each_other_are_one_match():
    facts, codes = teams()
    assert len(facts.matches) == 4
    found = match(facts, 1, "41")
    assert (found.home, found.away, found.table, found.boards, found.unit) == ("41", "42", "T1", 7, "vps")
    assert (found.home_score, found.away_score, found.home_imps, found.away_imps) == (12, 8, 9, -9)
    assert (found.home_game_points, found.away_game_points) == (1, 0)
    assert codes == []


def test_what_the_away_team_states_otherwise_is_a_detail_and_comes_back():
    facts, _ = teams()
    first = match(facts, 1, "41")
    assert {"AWAY_TABLE": "2"}.items() <= {d.name: d.value for d in first.details}.items()
    assert not any(d.name.startswith("AWAY_ROUND") for d in first.details)
    (event,) = (
        e for e in Pipeline([read_bytes(DATA, "t.aca", Path("t.aca"))]).events.values() if "teams" in e.state.event
    )
    again = parse(render(event.score()[1], values="stated").data).events[0].facts
    assert {(s.participant, s.round, s.table) for s in again.seats} == {
        (s.participant, s.round, s.table) for s in facts.seats
    }


def test_a_match_without_a_result_is_to_come_and_has_seats():
    facts, _ = teams()
    found = match(facts, 2, "41")
    assert (found.away, found.home_score, found.home_imps) == ("43", None, None)
    seats = [(s.participant, s.round, s.section, s.table, s.opponent) for s in facts.seats]
    assert ("41", 2, "T", "1", "43") in seats
    assert ("43", 2, "T", "3", "41") in seats


def test_imps_that_contradict_each_other_are_kept_and_reported():
    facts, _ = teams()
    facts, codes = teams(changed(match(facts, 1, "41").at.offset + 8, "<h", 11))
    found = match(facts, 1, "41")
    assert (found.home_imps, found.away_imps) == (11, -9)
    assert codes == ["scores-disagree"]


def test_who_names_an_opponent_that_plays_another_team_is_reported():
    facts, _ = teams()
    named = match(facts, 2, "42")
    data = changed(named.at.offset + 2, "<H", 43)
    findings = [f for f in parse(data).findings if f.code == "acblscore.opponents-disagree"]
    assert [(f.message, f.place.offset) for f in findings] == [
        ("round 2: team 42 names team 43 as opponent, but team 43 plays team 41", named.at.offset + 2)
    ]


def test_three_teams_of_a_short_round_robin_state_a_match_each():
    facts, _ = teams()
    facts, codes = teams(changed(match(facts, 1, "41").at.offset + 0x14, "<H", 43))
    found = [m for m in facts.matches if m.round == 1 and {m.home, m.away} == {"41", "42"}]
    assert sorted((m.home, m.sub_match) for m in found) == [("41", "41"), ("42", None)]
    first = next(m for m in found if m.sub_match == "41")
    assert (first.home_score, first.away_score) == (12, None)
    assert ("SECOND_OPPONENT", "43") in [(detail.name, detail.value) for detail in first.details]
    assert len({m.key for m in facts.matches}) == len(facts.matches)
    assert codes == []


def test_the_scale_of_victory_points_travels_with_its_steps():
    event = teams()[0].event
    assert (event.kind, event.match_scoring, event.vp_scale) == ("swiss_teams", "vps", "20 points, 7 boards")
    details = {detail.name: detail.value for detail in event.details}
    assert details["VP_SCALE_STEPS"] == "0=10.00-10.00 3=11.00-9.00 9=12.00-8.00 20=20.00-0.00"


def test_an_event_without_matches_has_no_scale_and_nobody_stationary():
    assert scale_of(None) == (None, [])
    assert stationary_of(None, 0) == []


def test_a_bad_pointer_loses_the_matches_of_its_team_alone():
    facts, _ = teams()
    offset = match(facts, 1, "41").at.offset - 34
    data = DATA.replace(offset.to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    facts, codes = teams(data)
    assert codes == ["bad-pointer"]
    assert len(facts.matches) == 4
    assert match(facts, 1, "42").home_score == Decimal("8.00")


def section_of_teams(
    built: Built, name: str, opponents: dict[int, int], ids: tuple[int, ...], **more: int
) -> dict[str, object]:
    """A section of teams after one round, in which the odd ones have won by 7 IMPs; `ids` are those of the entries."""
    rows = [
        (
            INDEX_ENTRY,
            {
                "number": number,
                "num_players": 1,
                "ofs_entry": built.block(TEAM, {"id": id_, "players": [player(number)]}),
            },
        )
        for number, id_ in zip(opponents, ids, strict=True)
    ]
    index = built.block(INDEX, {"direction": 1, "most_players": 6, "num_entries": len(rows)}, rows)
    tables = {
        id_: built.block(
            TEAM_MATCHES,
            {"id": id_, "num_rounds": 1, "mode": 1, "last_round": number},
            [(TEAM_MATCH, {"round": 1, "opponent": opponent, "imps": 7 if number % 2 else -7, "num_boards": 8})],
        )
        for (number, opponent), id_ in zip(opponents.items(), ids, strict=True)
    }
    pointers = [(TEAM_POINTER, {"ofs_team": tables[id_]}) for id_ in sorted(tables)]
    matches = built.block(TEAM_MATCH_INDEX, {"num_teams": len(rows), "num_rounds": 1, "round": 1}, pointers)
    section = built.block(SECTION, {"ofs_index_1": index, "ofs_matches": matches, "num_rounds": 1, **more})
    return {"event": 1, "name": name, "ofs_section": section, "status": 3, "num_rounds_posted": 1, "num_rounds": 1}


def knock_out(*sections: tuple[str, dict[int, int], tuple[int, ...]]) -> bytes:
    built = Built()
    details = event(built)
    made = [section_of_teams(built, *section) for section in sections]
    master = {"ofs_event_1": details, "event_type_1": 1, "event_scoring_1": 8, "sections": made}
    return built.finish(master)


def test_opponents_may_sit_in_another_section():
    data = knock_out(("S", {1: 4, 2: 3}, (1, 2)), ("T", {3: 2, 4: 1}, (1, 2)))
    parsed = parse(data)
    found = [(m.section, m.home, m.away, m.home_score, m.away_score) for m in parsed.events[0].facts.matches]
    assert found == [("S", "1", "4", 7, -7), ("S", "2", "3", -7, 7)]
    assert parsed.findings == ()
    first, second = parsed.events[0].facts.matches
    better = first.replace(home_score=Decimal(9), away_score=Decimal(-9), home_imps=Decimal(9), away_imps=Decimal(-9))
    wanted = parsed.events[0].facts.replace(matches=(better, second))
    done = rewrite(data, {parsed.events[0].event: wanted})
    assert [(m.home, m.home_score, m.away_score) for m in parse(done.data).events[0].facts.matches] == [
        ("1", 9, -9),
        ("2", -7, 7),
    ]
    assert done.losses == ()


def test_a_number_that_two_sections_have_is_that_of_the_own_one():
    facts = parse(knock_out(("S", {1: 2, 2: 1}, (1, 2)), ("T", {1: 2, 2: 1}, (1, 2)))).events[0].facts
    assert [(m.section, m.home, m.away) for m in facts.matches] == [("S", "1", "2"), ("T", "T-1", "T-2")]


def test_tables_of_matches_belong_to_the_ids_of_the_teams_and_not_to_their_order():
    facts = parse(knock_out(("S", {1: 2, 2: 1, 3: 4, 4: 3}, (3, 1, 4, 2)))).events[0].facts
    assert {(m.home, m.away) for m in facts.matches} == {("1", "2"), ("3", "4")}
    said = {p.id: {d.name: d.value for d in p.details}["LAST_ROUND"] for p in facts.participants}
    assert said == {name: name for name in ("1", "2", "3", "4")}


def test_boards_and_movement_of_teams_name_the_teams_by_number():
    built = Built()
    details = event(built)
    raw = bytes([1, 2, 1]).ljust(75, b"\0") + bytes([2, 1, 1]).ljust(75, b"\0")
    movement = built.block(MOVEMENT, {"num_tables": 2, "num_rounds": 1}, raw=raw)
    rows = [
        (
            RESULT2,
            {
                "round": 1,
                "table": ns,
                "ns": ns,
                "ew": ew,
                "ns_score": 11,
                "ew_score": -11,
                "ns_points": points,
                "ew_points": 1 - points,
            },
        )
        for ns, ew, points in ((1, 2, 1), (2, 9, 0))
    ]
    board = built.block(BOARD, {"id": 1, "num_units": 2, "num_valid": 2}, rows)
    boards = built.block(
        BOARD_INDEX, {"num_boards": 1}, [(BOARD_INDEX_ENTRY, {"board": 1, "num_results": 2, "ofs_results": board})]
    )
    made = {**section_of_teams(built, "S", {1: 2, 2: 1}, (1, 2), ofs_movement=movement), "ofs_boards": boards}
    data = built.finish({"ofs_event_1": details, "event_type_1": 4, "event_scoring_1": 16, "sections": [made]})
    parsed = parse(data)
    facts = parsed.events[0].facts
    (moves,) = facts.movements
    assert (moves.kind, moves.winners) == ("teams", None)
    assert [line.sides for line in moves.lines] == [Sides(ns_team="1", ew_team="2"), Sides(ns_team="2", ew_team="1")]
    assert [result.sides for result in facts.results] == [
        Sides(ns_team="1", ew_team="2"),
        Sides(ns_team="2", ew_team="9"),
    ]
    assert [(r.stated.ns, r.stated.ew, r.stated.unit) for r in facts.results] == [(1, 0, "points"), (0, 1, "points")]
    assert (facts.event.board_scoring, facts.event.match_scoring) == ("bam", "bam")
    assert [finding.code for finding in parsed.findings] == ["acblscore.unknown-pair"]


@pytest.mark.parametrize(
    ("section", "table", "text"),
    [("B", "7", "B7"), ("TT", "12", "TT12"), ("11", "7", "11-7"), ("A3", "5", "A3-5"), ("", "4", "4"), ("B", "", "B")],
)
def test_a_table_is_told_so_that_its_section_can_be_told_again(section: str, table: str, text: str) -> None:
    assert table_text(section, table) == text
    assert table_of(text) == ((section, int(table)) if table else ("", 0))


def test_a_match_with_a_result_and_without_an_opponent_is_one():
    facts, _ = teams()
    first = match(facts, 1, "41")
    facts, _ = teams(changed(first.at.offset + 2, "<H", 0))
    alone = [m for m in facts.matches if m.round == 1 and m.home == "41"]
    assert [(m.away, m.home_score) for m in alone] == [(None, 12)]


def test_a_row_without_result_and_opponent_is_nothing():
    facts, _ = teams()
    drawn = match(facts, 2, "41")
    facts, _ = teams(changed(drawn.at.offset + 2, "<H", 0))
    assert not [m for m in facts.matches if m.round == 2 and m.home == "41"]
    assert not [s for s in facts.seats if s.participant == "41" and s.stage == "next"]


def test_an_opponent_that_is_no_team_keeps_its_number():
    facts, _ = teams()
    first = match(facts, 2, "41")
    facts, codes = teams(changed(first.at.offset + 2, "<H", 99))
    assert "99" in {m.away for m in facts.matches}
    assert codes == []
