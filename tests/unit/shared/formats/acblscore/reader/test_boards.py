"""Results of boards."""

import struct
from decimal import Decimal

import pytest

from contracts.facts import Facts, Score, Sides, StatedScore
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Board, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.play_layouts import BOARD, BOARD_INDEX_ENTRY, RESULT2, RESULT4
from shared.formats.acblscore.reader.boards import Context, layout_of, read_boards, results_of
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import Plan, everything, pairs_game
from tests.support.acblscore_records import record


def facts_of(plan: Plan) -> tuple[Facts, list[str]]:
    parsed = parse(pairs_game(plan)[0])
    return parsed.events[0].facts, [finding.code.removeprefix("acblscore.") for finding in parsed.findings]


def line(facts: Facts, board: str, ns: str):
    return next(result for result in facts.results if (result.board, result.sides.ns) == (board, ns))


def test_a_result_has_round_table_sides_scores_and_stated_points():
    facts, codes = facts_of(Plan(scores={(3, 2): (62, -62)}, points={(3, 2): (150, 50)}))
    found = line(facts, "3", "A-2NS")
    assert (found.round, found.table, found.section, found.sides.ew) == (1, "2", "A", "A-2EW")
    assert found.ns_score == found.ew_score == Score(kind="points", points=620)
    assert found.stated == StatedScore(ns=Decimal("1.50"), ew=Decimal("0.50"), unit="match_points")
    assert codes == []


def test_a_split_ruling_stays_split():
    facts, codes = facts_of(Plan(scores={(1, 1): (42, -45), (2, 1): (2060, -14)}))
    split, half = line(facts, "1", "A-1NS"), line(facts, "2", "A-1NS")
    assert (split.ns_score.points, split.ew_score.points) == (420, 450)
    assert (half.ns_score.text, half.ew_score.points) == ("Ave+", 140)
    assert codes == []


def test_a_board_without_a_score_states_no_points():
    facts, codes = facts_of(Plan(scores={(1, 1): (950, 950), (2, 1): (900, 900)}))
    assert [line(facts, number, "A-1NS").ns_score.kind for number in ("1", "2")] == ["not_played", "late"]
    assert line(facts, "1", "A-1NS").stated is None
    assert codes == []


def test_fouled_boards_have_their_group():
    facts, codes = facts_of(Plan(scores={(1, 1): (4042, 3958), (1, 2): (6005, 5995), (1, 3): (4010, 5990)}))
    found = [(r.foul_group, r.ns_score.points, r.ew_score.points) for r in facts.results if r.board == "1"]
    assert sorted(found) == [(1, 420, 420), (2, 50, 50), (2, 100, 100)]
    assert codes == ["scores-disagree"]


def test_a_value_that_is_no_score_is_unknown_and_kept():
    facts, codes = facts_of(Plan(scores={(1, 1): (2045, -2045)}))
    found = line(facts, "1", "A-1NS")
    assert (found.ns_score, found.ew_score.text) == (Score(kind="unknown", text="2045"), "-2045")
    assert codes == ["bad-score", "bad-score"]


def test_a_board_not_in_play_at_one_table_is_told_apart_from_one_to_come():
    facts, _ = facts_of(Plan(scores={(1, 1): (999, 999)}))
    assert line(facts, "1", "A-1NS").ns_score.kind == "not_in_play"
    facts, _ = facts_of(Plan(scores={(1, 1): (999, 999)}, summary={"status": 1, "num_rounds_posted": 0}))
    assert line(facts, "1", "A-1NS").ns_score.kind == "unknown"


def test_empty_places_say_nothing():
    data = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", data, 0x13E + 8)[0]
    table = struct.unpack_from("<I", data, index + 0x26 + 4)[0]
    data[table + 6 : table + 24] = struct.pack("<BBHhiHhi", 0, 0, 0, 999, 0, 0, 999, 0)
    parsed = parse(bytes(data))
    assert len(parsed.events[0].facts.results) == 17
    assert [finding.code for finding in parsed.findings] == ["acblscore.count-differs"]


def test_the_same_pairs_twice_on_a_board_are_two_results():
    data = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", data, 0x13E + 8)[0]
    table = struct.unpack_from("<I", data, index + 0x26 + 4)[0]
    data[table + 24 : table + 42] = data[table + 6 : table + 24]
    found = [r for r in parse(bytes(data)).events[0].facts.results if r.board == "1"]
    assert [result.part for result in found] == [0, 1, 0]
    assert len({result.key for result in found}) == 3


def test_a_board_can_have_another_number_than_its_place():
    data = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", data, 0x13E + 8)[0]
    data[index + 0x26] = 31
    facts = parse(bytes(data)).events[0].facts
    assert {result.board for result in facts.results} == {"31", "2", "3", "4", "5", "6"}
    (board,) = facts.boards
    assert (board.board, board.details[0].name, board.details[0].value) == ("31", "ENTRY", "1")
    assert facts.movements[0].lines[0].first_board == "31"


def test_a_number_that_nobody_has_is_reported_once():
    data = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", data, 0x13E + 8)[0]
    table = struct.unpack_from("<I", data, index + 0x26 + 4)[0]
    for row in range(2):
        data[table + 8 + 18 * row : table + 10 + 18 * row] = (77).to_bytes(2, "little")
    parsed = parse(bytes(data))
    assert [finding.code for finding in parsed.findings] == ["acblscore.unknown-pair"]
    assert "A-77NS" in {result.sides.ns for result in parsed.events[0].facts.results}


@pytest.mark.parametrize(("seat", "offset"), [("SOUTH", 0x14), ("WEST", 0x1C)])
def test_partners_with_different_results_are_kept_and_reported(seat, offset):
    data, _ = everything()
    event = parse(data).events[1]
    at = event.facts.results[0].at.offset
    raw = bytearray(data)
    raw[at + offset : at + offset + 2] = (2040).to_bytes(2, "little")
    parsed = parse(bytes(raw))
    found = parsed.events[1].facts.results[0]
    assert [(detail.name, detail.value) for detail in found.details] == [(f"{seat}_SCORE", "2040")]
    assert (found.ns_score.points, found.sides.south) == (140, "I-3")
    assert [finding.code for finding in parsed.findings] == ["acblscore.scores-disagree"]


def test_a_section_without_a_unit_states_nothing():
    file = GameFile(pairs_game()[0], Report())
    section = read_game(file).events[0].sections[0]
    played = read_boards(
        file, Context(section, None, False, None, lambda met, *_: [Sides(ns=f"1-{ns}", ew=f"2-{ew}") for ns, ew in met])
    )
    assert {result.stated for result in results_of([played])} == {None}
    assert (played.rounds, played.entered, played.to_come) == ({1, 2, 3}, ["1", "2", "3", "4", "5", "6"], False)


def test_a_result_of_a_round_that_has_not_begun_is_the_movements_to_tell():
    scores = {(board, table): (999, 999) for board in range(1, 7) for table in range(1, 4)}
    begun = {**scores, (1, 1): (42, -42)}
    facts, _ = facts_of(Plan(scores=begun, summary={"status": 1, "num_rounds_posted": 0}))
    assert {result.round for result in facts.results} == {1}
    assert len(facts.results) == 6


def test_the_sides_have_their_points_only_where_they_have_a_score():
    facts, _ = facts_of(
        Plan(scores={(1, 1): (2060, 950), (2, 1): (950, 2040)}, points={(1, 1): (150, 0), (2, 1): (0, 50)})
    )
    assert line(facts, "1", "A-1NS").stated == StatedScore(ns=Decimal("1.50"), unit="match_points")
    assert line(facts, "2", "A-1NS").stated == StatedScore(ew=Decimal("0.50"), unit="match_points")


def test_groups_that_differ_are_no_contradiction_between_averages():
    facts, codes = facts_of(Plan(scores={(1, 1): (2060, 2040), (2, 1): (900, 4042)}))
    assert (line(facts, "1", "A-1NS").foul_group, line(facts, "2", "A-1NS").foul_group) == (0, 1)
    assert codes == ["scores-disagree"]


def test_a_line_with_the_score_of_one_side_alone_is_still_to_come_on_the_other():
    facts, _ = facts_of(Plan(scores={(1, 1): (42, 999)}))
    found = line(facts, "1", "A-1NS")
    assert (found.ns_score.points, found.ew_score) == (420, Score(kind="unknown"))


def test_a_table_that_says_another_number_of_people_is_read_by_its_length_and_reported():
    raw = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", raw, 0x13E + 8)[0]
    table = struct.unpack_from("<I", raw, index + 0x26 + 4)[0]
    raw[table + 4] = 3
    parsed = parse(bytes(raw))
    assert len(parsed.events[0].facts.results) == 18
    (finding,) = parsed.findings
    assert finding.message.endswith("states 3 sides at a table; it was read with 2")
    assert finding.place.offset == table + 4


def test_a_board_counts_the_results_that_its_index_states():
    raw = bytearray(pairs_game()[0])
    index = struct.unpack_from("<I", raw, 0x13E + 8)[0]
    raw[index + 0x26 + 2] = 7
    (finding,) = parse(bytes(raw)).findings
    assert (finding.message, finding.place.offset) == ("board 1 states 7 results, but has 3", index + 0x26 + 2)
    assert (finding.stated, finding.computed) == ("7", "3")


@pytest.mark.parametrize(
    ("individual", "units", "length", "layout"),
    [
        (False, 2, 36, RESULT2),
        (False, 4, 34, RESULT4),
        (False, 4, 68, RESULT4),
        (False, 4, 36, RESULT2),
        (False, 4, 18 * 34, RESULT2),
        (False, 5, 34, RESULT2),
        (False, 2, 34, RESULT2),
        (True, 4, 68, RESULT4),
        (True, 2, 18, RESULT2),
        (True, 2, 34, RESULT4),
        (True, 3, 18, RESULT4),
        (True, 2, 18 * 34, RESULT4),
    ],
)
def test_a_board_has_results_of_another_kind_where_its_number_of_sides_and_its_length_say_so(
    individual: bool, units: int, length: int, layout: Layout
) -> None:
    results, _ = record(BOARD, {"num_units": units}, bytes(length))
    row, _ = record(BOARD_INDEX_ENTRY, {"board": 1})
    assert layout_of(Board(row, results), individual) is layout
