"""Bytes behind checks: pointers, blocks, tables, free blocks."""

import gc
import struct
from decimal import Decimal

import pytest

from shared.errors import FormatError
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY
from shared.formats.acblscore.file.fields import POINTER, layout
from shared.formats.acblscore.file.game_file import GameFile, check_head, head_end
from shared.formats.acblscore.file.game_layouts import EVENT, LINES, MASTER, MEMO_LINE
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import everything

START = MASTER.size


def image_of(body: bytes, **master: object) -> GameFile:
    values = {"len_rest": START - 2, "magic": "AC3", "len_file": START + len(body), **master}
    return GameFile(pack(MASTER, values) + body, Report())


def codes(file: GameFile) -> list[str]:
    return [finding.code.removeprefix("acblscore.") for finding in file.report.findings]


def block(size: int, fill: bytes = b"\0") -> bytes:
    return (size - 2).to_bytes(2, "little", signed=True) + fill * (size - 2)


def test_a_pointer_leads_to_its_block_and_0_to_nothing():
    file = image_of(block(EVENT.size), ofs_event_2=START)
    found = file.block(file.master, "ofs_event_2", EVENT, "event 2")
    assert (found.offset, found.end, found.rest()) == (START, START + EVENT.size, b"")
    assert file.block(file.master, "ofs_event_1", EVENT, "event 1") is None
    assert codes(file) == []


@pytest.mark.parametrize("offset", [1, START - 1, START + EVENT.size - 1, 2**32 - 1])
def test_a_pointer_outside_the_blocks_is_reported_with_its_own_place(offset):
    file = image_of(block(EVENT.size), ofs_event_1=offset)
    assert file.block(file.master, "ofs_event_1", EVENT, "event 1") is None
    assert codes(file) == ["bad-pointer"]
    assert file.report.findings[0].place.offset == 0x12


@pytest.mark.parametrize("length", [-741, -1, 0, 27, 741, 32_767])
def test_a_block_of_another_length_is_reported(length):
    file = image_of(length.to_bytes(2, "little", signed=True) + bytes(740), ofs_event_1=START)
    assert file.block(file.master, "ofs_event_1", EVENT, "event 1") is None
    assert codes(file) == ["bad-block"]
    assert file.report.findings[0].place.offset == START


def test_a_block_that_ends_early_has_the_fields_that_are_there_and_names_the_others():
    raw = pack(EVENT, {"len_rest": 0x88 - 2, "name": "Harbour Pairs", "t_factor": Decimal("75"), "rating": 6})
    file = image_of(raw[:0x88] + b"\xff" * 40, ofs_event_1=START)
    found = file.block(file.master, "ofs_event_1", EVENT, "event 1")
    assert (found.text("name"), found.decimal("t_factor"), found.integer("rating")) == ("Harbour Pairs", 75, 0)
    assert (found.holds("t_factor"), found.holds("rating"), found.rest()) == (True, False, b"")
    assert found.part("strats", 1).text("letter") == ""
    assert codes(file) == ["short-block"]
    (finding,) = file.report.findings
    assert finding.place.offset == START
    assert "it lacks rating, last session, board average" in finding.message
    assert finding.message.endswith("other fields")
    assert "t factor" not in finding.message


def test_a_structure_that_entries_follow_cannot_end_early():
    file = image_of((10).to_bytes(2, "little") + bytes(64), ofs_event_1=START)
    assert file.block(file.master, "ofs_event_1", INDEX, "index") is None
    assert codes(file) == ["bad-block"]


def test_two_pointers_never_share_a_byte():
    file = image_of(block(EVENT.size) + bytes(EVENT.size), ofs_event_1=START, ofs_event_2=START, ofs_event_3=START + 2)
    file.data = file.data[: START + 2] + block(EVENT.size) + file.data[START + 2 + EVENT.size :]
    assert file.block(file.master, "ofs_event_1", EVENT, "event 1") is not None
    assert file.block(file.master, "ofs_event_2", EVENT, "event 2") is None
    assert file.block(file.master, "ofs_event_3", EVENT, "event 3") is None
    assert codes(file) == ["bad-pointer", "bad-pointer"]


def test_a_block_may_be_longer_than_its_structure():
    file = image_of(block(EVENT.size + 3, b"\1"), ofs_event_1=START)
    assert file.block(file.master, "ofs_event_1", EVENT, "event 1").rest() == b"\1\1\1"


def test_a_table_is_read_as_far_as_its_block_goes():
    body = pack(INDEX, {"len_rest": INDEX.size + 16 - 2, "num_entries": 65_535})
    body += b"".join(pack(INDEX_ENTRY, {"number": n}) for n in (7, 8)) + bytes(64)
    pointers = layout("pointers", 4, ("ofs_index", 0, POINTER))
    file = image_of(body + START.to_bytes(4, "little"))
    owner = Record(file.data, file.report, pointers, START + len(body), START + len(body) + 4, "owner")
    index = file.block(owner, "ofs_index", INDEX, "index")
    rows = file.rows(index, INDEX_ENTRY, index.integer("num_entries"), "entry")
    assert [row.integer("number") for row in rows] == [7, 8]
    assert [row.name for row in rows] == ["index, entry 1", "index, entry 2"]
    assert codes(file) == ["cut-table"]


def free(length: int, following: int) -> bytes:
    return (-length).to_bytes(2, "little", signed=True) + following.to_bytes(4, "little") + bytes(length - 4)


def test_free_blocks_are_listed_in_their_order():
    file = image_of(free(20, 0) + free(30, START), ofs_free=START + 22)
    assert [(found.offset, found.end - found.offset) for found in file.free()] == [(START + 22, 32), (START, 22)]
    assert codes(file) == []


@pytest.mark.parametrize("following", [START, START + 3, 5, 2**31])
def test_a_broken_list_of_free_blocks_ends_with_a_finding(following):
    file = image_of(free(20, following), ofs_free=START)
    assert len(file.free()) == 1
    assert codes(file) == ["free-list"]


@pytest.mark.slow
def test_a_file_that_was_read_leaves_nothing_to_collect():
    data, _ = everything()
    parse(data)
    gc.collect()
    gc.disable()
    try:
        parse(data)
        assert gc.collect() == 0
    finally:
        gc.enable()


def index_of(length: int, stated: int, rows: int, behind: bytes = b"") -> tuple[GameFile, Record]:
    """An index table that says it has so many entries."""
    body = pack(INDEX, {"len_rest": length, "direction": 1, "num_entries": stated}) + bytes(8 * rows) + behind
    file = image_of(body, ofs_event_1=START, ofs_event_2=START + INDEX.size + 8 * rows)
    index = file.block(file.master, "ofs_event_1", INDEX, "index")
    assert index is not None
    return file, index


@pytest.mark.parametrize(
    ("stated", "said", "count", "found"),
    [
        (3, 3, 3, []),
        (2, 2, 2, []),
        (3, 0, 3, []),
        (1, 3, 3, ["odd-count"]),
        (65_535, 3, 3, ["odd-count"]),
        (2, 9, 2, []),
        (65_535, 9, 65_535, []),
    ],
)
def test_a_table_has_as_many_entries_as_the_section_says_where_there_is_room(stated, said, count, found):
    file, index = index_of(INDEX.size + 24 - 2, stated, 3)
    assert file.counted(index, INDEX_ENTRY.size, stated, said) == count
    assert codes(file) == found


def test_table_and_section_together_are_right_against_a_length():
    file, index = index_of(INDEX.size + 8 - 2, 3, 3)
    assert file.counted(index, INDEX_ENTRY.size, 3, 3) == 3
    assert len(file.rows(index, INDEX_ENTRY, 3, "entry")) == 3
    assert codes(file) == ["odd-length"]


@pytest.mark.parametrize("length", [-90, 3, 2000])
def test_a_length_that_cannot_be_is_not_believed_where_the_number_behind_it_can(length):
    file, index = index_of(length, 3, 3, block(EVENT.size))
    assert len(file.rows(index, INDEX_ENTRY, file.counted(index, INDEX_ENTRY.size, 3, 0), "entry")) == 3
    assert file.block(file.master, "ofs_event_2", EVENT, "event") is not None
    file.settle()
    assert index.end == START + INDEX.size + 24
    assert codes(file) == ["odd-length"]


def test_a_block_that_reaches_into_another_one_ends_there():
    file, index = index_of(INDEX.size + 24 - 2 + 100, 3, 3, block(EVENT.size))
    file.rows(index, INDEX_ENTRY, 3, "entry")
    assert file.block(file.master, "ofs_event_2", EVENT, "event") is not None
    file.settle()
    assert index.rest() == bytes(24)
    assert codes(file) == ["odd-length"]


END = MASTER.size


def end_of(length: int, event: int = END, size: int = END + 800) -> tuple[int, list[str]]:
    report = Report()
    head = pack(MASTER, {"magic": "AC3", "ofs_event_1": event})
    data = (struct.pack("<h", length) + head[2:]).ljust(size, b"\0")[:size]
    check_head(data, report)
    return head_end(data), [finding.code for finding in report.findings]


def test_the_head_of_a_game_file_has_one_length() -> None:
    assert end_of(END - 2) == (END, [])


@pytest.mark.parametrize(
    ("length", "event", "end"),
    [
        (1000, 1002, 1002),
        (1000, END, END),
        (-1, END, END),
        (3, 5, END),
        (END + 98, END + 100, END + 100),
        (END + 98, END + 40, END + 40),
        (32_000, END, END),
        (END + 98, 0, END),
    ],
)
def test_another_length_counts_as_far_as_blocks_begin_behind_it(length: int, event: int, end: int) -> None:
    assert end_of(length, event) == (end, ["acblscore.odd-length"])


def test_the_letters_make_a_game_file_and_the_whole_head_has_to_be_there() -> None:
    with pytest.raises(FormatError) as error:
        check_head(b"\x12\x0a\x03AC4" + bytes(3000), Report())
    assert error.value.code.code == "acblscore.not-a-game"
    with pytest.raises(FormatError) as error:
        end_of(END - 2, size=2000)
    assert (error.value.code.code, error.value.place.offset) == ("acblscore.not-a-game", 2000)


def test_a_structure_that_cannot_be_reached_is_empty_and_stands_at_its_pointer():
    file = image_of(b"")
    nothing = file.empty(file.master, "ofs_event_2", EVENT, "event 2")
    assert (nothing.text("name"), nothing.integer("session"), nothing.place().offset) == ("", 0, 0x16)
    assert not nothing.holds("name")


def test_a_number_leads_to_a_block_that_nothing_else_has():
    file = image_of(block(40) + block(20), ofs_event_1=START)
    assert file.leads(START)
    assert file.leads(START + 40)
    assert not file.leads(START + 1)
    assert not file.leads(START - 1)
    assert not file.leads(START + 60)
    file.take(Record(file.data, file.report, layout("two", 2), START, START + 40, "block"), 38)
    assert not file.leads(START)


@pytest.mark.parametrize(("filled", "count"), [(3, 3), (2, 2), (0, 1)])
def test_a_list_has_the_lines_that_are_filled_whatever_it_counts(filled, count):
    rows = [pack(MEMO_LINE, {"text": f"line {number}"}) for number in range(filled)]
    body = pack(LINES, {"len_rest": 4 + 3 * 64, "id": 1, "num_lines": 1}) + b"".join(rows).ljust(3 * 64, b"\0")
    file = image_of(body, ofs_memo=START)
    head = file.block(file.master, "ofs_memo", LINES, "memo")
    assert file.filled(head, 64, 1) == count
    assert codes(file) == (["odd-count"] if count > 1 else [])


def used(size: int, number: int = 1) -> bytes:
    return (size - 2).to_bytes(2, "little") + number.to_bytes(2, "little") + bytes(size - 4)


@pytest.mark.parametrize(
    ("behind", "leads"),
    [
        (b"", True),
        (used(6), True),
        (used(5), False),
        (used(6, 999), True),
        (used(8, 1000) + used(8), False),
        (used(8, 0) + used(8), False),
        (used(8) + used(8) + used(8), True),
        (used(8) + used(8) + used(8) + b"\xff\xff\xff", True),
        (used(8) + used(8) + b"\xff\xff\xff", False),
        (used(8) + b"\x07\0\1\0\0\0", False),
        ((-4).to_bytes(2, "little", signed=True) + bytes(4), True),
        ((-4).to_bytes(2, "little", signed=True) + START.to_bytes(4, "little"), True),
        ((-4).to_bytes(2, "little", signed=True) + (START - 1).to_bytes(4, "little"), False),
        ((-4).to_bytes(2, "little", signed=True) + (START + 16).to_bytes(4, "little"), False),
        ((-4).to_bytes(2, "little", signed=True) + (START + 15).to_bytes(4, "little"), True),
    ],
)
def test_a_number_leads_to_a_block_where_sound_blocks_are_behind_it(behind: bytes, leads: bool) -> None:
    assert image_of(used(10) + behind).leads(START) is leads


@pytest.mark.parametrize(
    ("offset", "leads"), [(START - 1, False), (START, True), (START + 10, True), (START + 11, False)]
)
def test_a_number_leads_to_a_block_behind_the_head_that_ends_in_the_file(offset: int, leads: bool) -> None:
    assert image_of(used(10) + used(6)).leads(offset) is leads


def test_a_number_does_not_lead_to_what_a_pointer_has_led_to() -> None:
    file = image_of(used(LINES.size) + used(8), ofs_memo=START)
    assert file.leads(START)
    file.block(file.master, "ofs_memo", LINES, "memo")
    assert not file.leads(START)
    assert file.leads(START + LINES.size)


def memo(lines: int, stated: int, more: bytes = b"") -> tuple[int, GameFile]:
    rows = b"".join(pack(MEMO_LINE, {"text": f"line {number}"}) for number in range(lines)) + more
    head = pack(LINES, {"len_rest": 4 + len(rows), "id": 1, "num_lines": stated})
    file = image_of(head + rows, ofs_memo=START)
    found = file.block(file.master, "ofs_memo", LINES, "memo")
    return file.filled(found, MEMO_LINE.size, stated), file


@pytest.mark.parametrize(
    ("lines", "stated", "more", "count", "found"),
    [
        (2, 1, b"", 2, ["odd-count"]),
        (2, 1, bytes(64), 2, ["odd-count"]),
        (2, 1, b"abc", 1, []),
        (2, 2, bytes(64), 2, []),
        (1, 3, bytes(128), 3, []),
    ],
)
def test_a_memo_has_as_many_lines_as_are_filled_where_its_length_is_sound(
    lines: int, stated: int, more: bytes, count: int, found: list[str]
) -> None:
    filled, file = memo(lines, stated, more)
    assert (filled, codes(file)) == (count, found)


def test_a_memo_that_has_another_block_in_it_has_the_lines_that_it_states() -> None:
    _, file = memo(3, 1)
    block = file.block(file.master, "ofs_memo", LINES, "memo") or Record(
        file.data, file.report, LINES, START, len(file.data), "memo"
    )
    file.take(Record(file.data, file.report, LINES, START + 64, len(file.data), "other"), 64)
    assert file.filled(block, MEMO_LINE.size, 1) == 1


def test_a_block_with_an_odd_length_is_listed_and_a_sound_one_is_not() -> None:
    body = used(EVENT.size) + (3).to_bytes(2, "little") + used(EVENT.size)[2:]
    file = image_of(body, ofs_event_1=START, ofs_event_2=START + EVENT.size)
    for number in (1, 2):
        file.block(file.master, f"ofs_event_{number}", EVENT, f"event {number}")
    assert [block.name for block in file.odd] == ["event 2"]
    assert codes(file) == ["odd-length"]


@pytest.mark.parametrize(("number", "there"), [(0, False), (1, True), (999, True), (1000, False)])
def test_a_block_with_an_impossible_length_is_read_where_its_number_is_one_of_a_structure(number: int, there: bool):
    body = (-9).to_bytes(2, "little", signed=True) + used(EVENT.size, number)[2:]
    file = image_of(body, ofs_event_1=START)
    assert (file.block(file.master, "ofs_event_1", EVENT, "event 1") is not None) is there
    assert codes(file) == (["odd-length"] if there else ["bad-block"])


def test_a_free_block_has_6_bytes_at_least_and_10_000_are_read() -> None:
    def chain(count: int, size: int) -> GameFile:
        body = b"".join(
            (2 - size).to_bytes(2, "little", signed=True)
            + (START + size * number if number < count else 0).to_bytes(4, "little")
            + bytes(size - 6)
            for number in range(1, count + 1)
        )
        return image_of(body, ofs_free=START)

    for count, size in ((1, 6), (3, 6), (2, 9), (10_000, 6)):
        file = chain(count, size)
        assert [block.end - block.offset for block in file.free()] == [size] * count
        assert codes(file) == []
    file = chain(10_001, 6)
    assert len(file.free()) == 10_000
    assert codes(file) == ["free-list"]
    short = image_of((-3).to_bytes(2, "little", signed=True) + bytes(4), ofs_free=START)
    assert (short.free(), codes(short)) == ([], ["free-list"])


def test_what_becomes_facts_takes_memory() -> None:
    file = image_of(b"")
    costs = {"result": 1_950, "result of four": 3_900, "meeting": 440, "board": 1_400, "match": 3_500}
    for what, cost in costs.items():
        before = file.report.memory
        file.count(what, 3, file.master)
        assert file.report.memory - before == 3 * cost


@pytest.mark.parametrize("pointer", ["ofs_section", "ofs_boards"])
@pytest.mark.parametrize("number", [1, 2, 50, 100])
def test_a_longer_head_ends_where_the_first_block_of_any_section_begins(number: int, pointer: str) -> None:
    sections = [{}] * (number - 1) + [{pointer: END + 40}]
    head = pack(MASTER, {"len_rest": END + 98, "magic": "AC3", "sections": sections})
    assert head_end(head + bytes(400)) == END + 40


def test_fields_of_the_master_table_behind_a_short_head_are_empty_and_not_those_of_the_first_block() -> None:
    head = pack(MASTER, {"magic": "AC3", "ofs_event_1": 1002})
    file = GameFile((struct.pack("<h", 1000) + head[2:])[:1002] + b"\xff" * 3000, Report())
    behind = [name for name, (offset, _) in MASTER.fields.items() if offset >= 1002]
    values = [file.master.values[MASTER.index[name]] for name in behind]
    assert len(behind) > 5
    assert not any(value if isinstance(value, int) else value.strip(b"\0") for value in values)
    assert file.master.integer("ofs_event_1") == 1002
    assert file.master.part("sections", 100).integer("ofs_section") == 0
