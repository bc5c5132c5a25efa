"""Movements of pairs and individuals."""

from contracts.facts import Facts
from shared.formats.acblscore.reader.parse import parse
from tests.support.acblscore_files import Plan, everything, pairs_game


def movement(plan: Plan):
    (event,) = parse(pairs_game(plan)[0]).events
    return event.facts.movements[0]


def test_a_mitchell_movement_says_who_meets_whom_on_which_boards():
    found = movement(Plan())
    assert (found.id, found.kind, found.winners, found.tables, found.rounds) == ("A", "pairs", 2, 3, 3)
    line = next(line for line in found.lines if (line.round, line.table) == (2, "1"))
    assert (line.sides.ns, line.sides.ew, line.first_board, line.last_board) == ("A-1NS", "A-3EW", "3", "4")
    assert len(found.lines) == 9


def test_a_movement_ends_where_the_section_ends_it():
    found = movement(Plan(section={"num_rounds": 2}))
    assert (found.rounds, {line.round for line in found.lines}) == (2, {1, 2})
    assert [(detail.name, detail.value) for detail in found.details] == [("ROUNDS_DRAWN", "3")]


def test_a_meeting_with_a_phantom_has_no_boards():
    data = bytearray(pairs_game(Plan(section={"phantom": 3}))[0])
    at = movement(Plan()).at.offset + 7 + 2 * 75
    data[at + 2] = 0
    facts: Facts = parse(bytes(data)).events[0].facts
    line = next(line for line in facts.movements[0].lines if (line.round, line.table) == (1, "3"))
    assert (line.sides.ns, line.first_board, line.last_board) == ("A-3NS", None, None)
    assert [p.id for p in facts.participants if p.phantom] == ["A-3NS"]


def test_individuals_meet_four_at_a_table():
    found = parse(everything()[0]).events[1].facts.movements[0]
    assert (found.kind, found.winners, len(found.lines)) == ("individual", None, 2)
    sides = found.lines[1].sides
    assert (sides.north, sides.east, sides.south, sides.west) == ("I-5", "I-6", "I-7", "I-8")


def test_a_mode_of_another_kind_is_reported_and_tables_beyond_the_block_are_not_read():
    data = bytearray(pairs_game()[0])
    at = movement(Plan()).at.offset
    data[at + 4], data[at + 6] = 9, 2
    parsed = parse(bytes(data))
    assert {finding.code for finding in parsed.findings} == {"acblscore.bad-value", "acblscore.odd-count"}
    assert parsed.events[0].facts.movements[0].tables == 3


def test_a_section_without_a_match_table_has_no_movement():
    parsed = parse(pairs_game(Plan(section={"ofs_movement": 0}))[0])
    assert parsed.events[0].facts.movements == ()


def test_every_kind_of_movement_has_its_mode() -> None:
    data, _ = everything()
    assert not [finding for finding in parse(data).findings if finding.code == "acblscore.bad-value"]
    for event, mode in ((0, 1), (0, 2), (1, 0), (1, 3)):
        movement = parse(data).events[event].facts.movements[0].at.offset
        broken = data[: movement + 6] + bytes([mode]) + data[movement + 7 :]
        (finding,) = parse(broken).findings
        assert finding.message.endswith(f"states the unknown mode {mode}")
        assert finding.place.offset == movement + 6
