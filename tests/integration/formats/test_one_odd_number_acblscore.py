"""One odd number in a game file costs what it says, and nothing else: every head of a structure is damaged once."""

import struct
from collections import Counter
from collections.abc import Iterator

import pytest

from shared.formats.acblscore.file.game import RAW, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import FREE, MASTER, SECTION_SUMMARY
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.parsed import Parsed
from tests.support.acblscore_files import Plan, everything, pairs_game, player

WHOLE, BUILT = everything()
TWO = pairs_game(Plan(), Plan(name="B"))[0]
ONE = pairs_game(Plan(points={(board, table): (150, 50) for board in range(1, 7) for table in range(1, 4)}))[0]


def read(data: bytes) -> Counter[str]:
    """How much of everything a file gives."""
    return counted(parse(data))


def counted(parsed: Parsed) -> Counter[str]:
    found: Counter[str] = Counter()
    for event in parsed.events:
        for kind in event.facts.FIELDS:
            found[kind] += len(getattr(event.facts, kind))
        found["players"] += sum(len(participant.players) for participant in event.facts.participants)
        found["lines"] += sum(len(movement.lines) for movement in event.facts.movements)
        found["points"] += sum(result.stated is not None for result in event.facts.results)
        found["details"] += sum(len(fact.details) for fact in event.facts.events)
    del found["extensions"]
    return found


def changed(data: bytes, offset: int, number: int, size: int) -> bytes:
    return data[:offset] + (number % 256**size).to_bytes(size, "little") + data[offset + size :]


def blocks(data: bytes) -> Iterator[Record]:
    """Every block that pointers lead to, but for raw and free ones."""
    seen: list[Record] = []

    class Watched(GameFile):
        def block(self, *arguments):
            found = super().block(*arguments)
            if found is not None and found.layout not in (RAW, FREE):
                seen.append(found)
            return found

    read_game(Watched(data, Report()))
    return iter(seen)


@pytest.mark.parametrize("data", [WHOLE, TWO], ids=["everything", "two sections"])
@pytest.mark.parametrize("length", [-700, 0, 3, 2000, 0x7FFF])
def test_an_odd_length_of_a_block_loses_nothing(data: bytes, length: int) -> None:
    whole = read(data)
    for block in blocks(data):
        parsed = parse(changed(data, block.offset, length, 2))
        assert counted(parsed) == whole, block.name
        assert {finding.code for finding in parsed.findings} == {"acblscore.odd-length"}, block.name


def cut_lengths(block: Record) -> list[int]:
    """Lengths that are possible and too small: up to the least that is read, and into the entries."""
    own, whole = block.layout.size - 2, block.end - block.offset - 2
    least = block.layout.least - 2
    return sorted({least, (least + own) // 2, own - 1, own, (own + whole) // 2, whole - 1} - {whole})


@pytest.mark.parametrize("data", [WHOLE, TWO], ids=["everything", "two sections"])
def test_a_length_that_is_too_small_but_possible_loses_nothing(data: bytes) -> None:
    whole = read(data)
    for block in blocks(data):
        for length in cut_lengths(block):
            parsed = parse(changed(data, block.offset, length, 2))
            assert counted(parsed) == whole, (block.name, length)
            assert {finding.code for finding in parsed.findings} == {"acblscore.odd-length"}, (block.name, length)


def test_a_block_that_is_short_and_has_a_neighbour_right_behind_it_is_believed() -> None:
    (details,) = (block for block in blocks(ONE) if block.layout.name == "event details")
    short, behind = 0x88, details.offset + details.layout.size
    moved = details.layout.size - short
    raw = bytearray(ONE[: details.offset + short] + ONE[behind:])
    raw[details.offset : details.offset + 2] = struct.pack("<h", short - 2)
    raw[6:10] = struct.pack("<I", len(raw))
    for pointer in pairs_game()[1].pointers:
        target = int.from_bytes(ONE[pointer : pointer + 4], "little")
        if target >= behind:
            at = pointer - moved if pointer >= behind else pointer
            raw[at : at + 4] = struct.pack("<I", target - moved)
    parsed = parse(bytes(raw))
    assert counted(parsed)["results"] == read(ONE)["results"]
    assert [finding.code for finding in parsed.findings] == ["acblscore.short-block"]


def test_a_memo_has_the_lines_that_are_filled_whatever_it_says() -> None:
    (memo,) = (block for block in blocks(WHOLE) if block.name == "memo")
    parsed = parse(changed(WHOLE, memo.offset + 4, 1, 2))
    assert counted(parsed) == read(WHOLE)
    assert parsed.events[0].facts.events[0].details == parse(WHOLE).events[0].facts.events[0].details
    assert [finding.code for finding in parsed.findings] == ["acblscore.odd-count"]


COUNTS = {
    "index table": ("num_entries", 2),
    "board results index": ("num_boards", 2),
    "match table": ("num_tables", 1),
    "board results": ("num_valid", 1),
    "team match index": ("num_teams", 2),
    "team match table": ("num_rounds", 1),
}


@pytest.mark.parametrize("count", [0, 1, 0xFF, 0xFFFF])
def test_an_odd_count_loses_nothing_where_something_else_says_how_many_there_are(count: int) -> None:
    whole = read(WHOLE)
    tables = [(block, *COUNTS[block.layout.name]) for block in blocks(WHOLE) if block.layout.name in COUNTS]
    assert {block.layout.name for block, *_ in tables} == COUNTS.keys()
    for block, name, size in tables:
        data = changed(WHOLE, block.offset + block.layout.fields[name][0], count, size)
        found = read(data)
        assert {kind: found[kind] for kind in whole if found[kind] < whole[kind]} == {}, block.name
        assert found.total() <= whole.total() + 1, block.name


@pytest.mark.parametrize("length", [0, 9, 0x13D, 2577, 2579, 5000, 0x7FFF, 0xFFFF])
def test_an_odd_length_of_the_head_loses_nothing(length: int) -> None:
    for data in (WHOLE, TWO):
        parsed = parse(changed(data, 0, length, 2))
        assert counted(parsed) == read(data)
        assert {finding.code for finding in parsed.findings} == {"acblscore.odd-length"}


@pytest.mark.parametrize("length", [0, 4, 255])
def test_an_odd_length_of_the_letters_loses_nothing(length: int) -> None:
    assert read(changed(WHOLE, 2, length, 1)) == read(WHOLE)


@pytest.mark.parametrize("kind", [1, 2, 4, 77])
def test_an_odd_type_of_an_event_loses_nothing(kind: int) -> None:
    parsed = parse(changed(ONE, 0xDA, kind, 1))
    assert counted(parsed) == read(ONE)
    assert "acblscore.bad-value" in {finding.code for finding in parsed.findings}
    assert {p.kind for p in parsed.events[0].facts.participants} == {"pair"}
    assert parsed.events[0].facts.events[0].kind in ("pairs", None)


@pytest.mark.parametrize("number", [0, 7, 51, 255])
def test_a_section_of_a_strange_event_belongs_to_the_only_one(number: int) -> None:
    for section in (0, 1):
        at = MASTER.parts["sections"].offset + section * SECTION_SUMMARY.size
        parsed = parse(changed(TWO, at, number, 1))
        assert counted(parsed) == read(TWO)
        assert [finding.code for finding in parsed.findings] == ["acblscore.bad-value"]


@pytest.mark.parametrize("number", [0, 7, 255])
def test_a_section_of_a_strange_event_belongs_to_that_of_the_section_it_is_scored_with(number: int) -> None:
    parsed = parse(changed(WHOLE, MASTER.parts["sections"].offset, number, 1))
    assert counted(parsed) == read(WHOLE)
    assert {section.id for section in parsed.events[0].facts.sections} == {"A", "B"}
    assert [finding.code for finding in parsed.findings] == ["acblscore.bad-value"]


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_movement_has_the_rounds_that_the_section_plays(rounds: int) -> None:
    data = WHOLE
    for block in blocks(WHOLE):
        if block.layout.name == "match table":
            data = changed(data, block.offset + 5, rounds, 1)
    parsed = parse(data)
    assert counted(parsed)["lines"] == read(WHOLE)["lines"]
    assert {finding.code for finding in parsed.findings} == {"acblscore.odd-count"}


@pytest.mark.parametrize("units", [0, 4, 255])
def test_an_odd_number_of_those_who_meet_on_a_board_loses_nothing(units: int) -> None:
    data = ONE
    for block in blocks(ONE):
        if block.layout.name == "board results":
            data = changed(data, block.offset + 4, units, 1)
    parsed = parse(data)
    assert counted(parsed) == read(ONE)
    assert parsed.events[0].facts.results == parse(ONE).events[0].facts.results
    assert {finding.code for finding in parsed.findings} == {"acblscore.bad-value"}


def test_a_phantom_who_has_a_name_is_none() -> None:
    data = pairs_game(Plan(section={"phantom": 3}, entries={(1, 3): {"players": [player(3)]}}))[0]
    parsed = parse(data)
    assert not any(participant.phantom for participant in parsed.events[0].facts.participants)
    assert len(parsed.events[0].facts.seats) == 6
    assert [finding.code for finding in parsed.findings] == ["acblscore.bad-value"]


def test_a_strat_that_does_not_count_is_told_all_the_same() -> None:
    strats = [{"letter": "A"}, {"letter": "B", "most_master_points": 900, "percent_of_open": 60}]
    (event,) = parse(pairs_game(num_strats=1, strats=strats)[0]).events
    said = {detail.name: detail.value for detail in event.facts.events[0].details}
    assert [stratum.label for stratum in event.facts.events[0].strata] == ["A"]
    assert (said["STRAT_2_LETTER"], said["STRAT_2_MOST_MASTER_POINTS"], said["STRAT_2_PERCENT_OF_OPEN"]) == (
        "B",
        "900",
        "60",
    )


def test_a_head_that_ends_early_is_read_up_to_its_end() -> None:
    """A file as a program with room for fewer sections could write it: everything stands 22 bytes for each earlier."""
    end = MASTER.parts["sections"].offset + 10 * SECTION_SUMMARY.size
    moved = MASTER.size - end
    raw = bytearray(TWO[:end] + TWO[MASTER.size :])
    raw[0:2] = struct.pack("<h", end - 2)
    raw[6:10] = struct.pack("<I", len(raw))
    for pointer in pairs_game(Plan(), Plan(name="B"))[1].pointers:
        target = int.from_bytes(TWO[pointer : pointer + 4], "little")
        if target and (pointer < end or pointer >= MASTER.size):
            at = pointer if pointer < end else pointer - moved
            raw[at : at + 4] = struct.pack("<I", target - moved)
    parsed = parse(bytes(raw))
    assert counted(parsed)["results"] == read(TWO)["results"]
    assert counted(parsed)["participants"] == read(TWO)["participants"]
    assert {finding.code for finding in parsed.findings} == {"acblscore.odd-length"}


def test_what_a_longer_head_has_more_is_kept() -> None:
    raw = bytearray(ONE[: MASTER.size] + b"\1\2\3\4" + ONE[MASTER.size :])
    raw[0:2] = struct.pack("<h", MASTER.size + 2)
    raw[6:10] = struct.pack("<I", len(raw))
    for pointer in pairs_game()[1].pointers:
        target = int.from_bytes(ONE[pointer : pointer + 4], "little")
        if target:
            at = pointer if pointer < MASTER.size else pointer + 4
            raw[at : at + 4] = struct.pack("<I", target + 4)
    parsed = parse(bytes(raw))
    assert counted(parsed) == read(ONE)
    kept = {(e.owner, e.name): e.value for e in parsed.events[0].facts.extensions}
    assert kept["file", "rest"] == "AQIDBA=="
