"""Broken files: always findings, never a crash, a hang or more memory than a file of that size needs."""

import struct
import tracemalloc
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.findings import Severity
from shared.errors import FormatError
from shared.formats.acblscore.file.entry_layouts import INDEX
from shared.formats.acblscore.file.game_layouts import MASTER, SECTION, SECTION_SUMMARY
from shared.formats.acblscore.file.play_layouts import MOVEMENT
from shared.formats.acblscore.reader.parse import LARGEST, parse
from shared.formats.parsed import Parsed
from tests.support import acblscore_files as made
from tests.support.acblscore_files import Built, Plan, everything, mitchell, pairs_game, parse_anyhow

WHOLE, BUILT = everything()


MOST_MEMORY = 64 * 1024 * 1024


def codes(parsed: Parsed) -> set[str]:
    return {finding.code for finding in parsed.findings}


def test_a_file_that_is_too_large_is_refused_before_it_is_read():
    with pytest.raises(FormatError) as error:
        parse(WHOLE + bytes(LARGEST))
    assert error.value.code.code == "acblscore.too-large"


def many_results(rows: int) -> bytes:
    """A file with 20 boards of so many results."""
    raw = bytearray(pairs_game(Plan(tables=10, rounds=1))[0])
    index = struct.unpack_from("<I", raw, 0x13E + 8)[0]
    for board in range(20):
        at = index + 0x26 + 8 * board + 4
        raw[at : at + 4] = len(raw).to_bytes(4, "little")
        raw += struct.pack("<hHBB", 4 + 18 * rows, 1, 2, 255)
        for row in range(rows):
            raw += struct.pack("<BBHhiHhi", 1, 1, row % 40 + 1, 5, row, row // 40 + 1, -5, board)
    return bytes(raw)


def many_meetings(sections: int) -> bytes:
    """A file of so many sections with movements of 255 tables and 25 rounds."""
    built = Built()
    details = made.event(built)
    summaries = []
    for number in range(sections):
        raw = bytes((7 * place + number) % 40 + 1 for place in range(75 * 255))
        movement = built.block(MOVEMENT, {"id": 1, "num_tables": 255, "num_rounds": 25}, raw=raw)
        section = built.block(SECTION, {"ofs_movement": movement, "numbers": mitchell(40), "num_rounds": 25})
        summaries.append({"event": 1, "name": chr(65 + number), "ofs_section": section, "status": 3})
    return built.finish({"ofs_event_1": details, "sections": summaries})


def many_entries(sections: int) -> bytes:
    """A file of so many sections of 2,600 pairs that are not there."""
    built = Built()
    details = made.event(built)
    summaries = []
    for number in range(sections):
        index = built.block(INDEX, {"direction": 1, "num_entries": 2600}, raw=bytes(8 * 2600))
        section = built.block(SECTION, {"ofs_index_1": index, "numbers": mitchell(40)})
        summaries.append({"event": 1, "name": chr(65 + number), "ofs_section": section, "status": 3})
    return built.finish({"ofs_event_1": details, "sections": summaries})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "most", "more"), [(many_results, 1490, 1701), (many_meetings, 4, 24), (many_entries, 2, 8)]
)
def test_more_than_a_game_can_have_is_refused_and_the_most_is_read_in_bounds(make, most, more):
    parsed, memory = measured(make(most))
    assert parsed is not None
    assert memory < MOST_MEMORY
    with pytest.raises(FormatError) as error:
        parse(make(more))
    assert error.value.code.code == "acblscore.too-large"
    assert error.value.place is not None


def measured(data: bytes) -> tuple[Parsed | None, int]:
    """What is read, and the most bytes that reading takes."""
    tracemalloc.start()
    try:
        return parse_anyhow(data), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def read_safely(data: bytes) -> Parsed | None:
    """Read whatever the bytes are, within the memory that reading may take: a result that can be sent, or a refusal."""
    parsed, memory = measured(data)
    assert memory < MOST_MEMORY
    for event in parsed.events if parsed is not None else ():
        event.facts.model_dump_json()
    return parsed


hostile = settings(
    max_examples=min(60, settings.default.max_examples), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.slow
@hostile
@given(
    st.lists(
        st.tuples(
            st.sampled_from(BUILT.pointers),
            st.one_of(
                st.sampled_from(BUILT.lengths),
                st.sampled_from([1, 2, MASTER.size - 1, MASTER.size, len(WHOLE) - 1, len(WHOLE), 2**31, 2**32 - 1]),
                st.integers(0, len(WHOLE)),
            ),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_pointers_to_themselves_in_circles_and_past_the_end_lose_their_structure_only(changes):
    raw = bytearray(WHOLE)
    for pointer, target in changes:
        raw[pointer : pointer + 4] = target.to_bytes(4, "little")
    read_safely(bytes(raw))


@pytest.mark.slow
@hostile
@given(st.lists(st.tuples(st.sampled_from(BUILT.lengths), st.integers(-(2**15), 2**15 - 1)), min_size=1, max_size=6))
def test_lengths_that_are_negative_or_huge_lose_their_structure_only(changes):
    raw = bytearray(WHOLE)
    for block, length in changes:
        raw[block : block + 2] = struct.pack("<h", length)
    read_safely(bytes(raw))


@pytest.mark.slow
@hostile
@given(st.lists(st.tuples(st.sampled_from(BUILT.counts), st.sampled_from([0, 1, 255, 65_535])), min_size=1, max_size=8))
def test_counts_of_65535_entries_are_read_as_far_as_the_block_goes(changes):
    raw = bytearray(WHOLE)
    for (offset, size), count in changes:
        raw[offset : offset + size] = min(count, 256**size - 1).to_bytes(size, "little")
    read_safely(bytes(raw))


@pytest.mark.slow
@hostile
@given(st.lists(st.tuples(st.sampled_from(BUILT.texts), st.binary(min_size=2, max_size=9)), min_size=1, max_size=8))
def test_texts_longer_than_their_field_and_of_any_bytes_are_cut_to_it(changes):
    raw = bytearray(WHOLE)
    for offset, some in changes:
        raw[offset : offset + len(some)] = some
    read_safely(bytes(raw))


@pytest.mark.slow
@hostile
@given(st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=60))
def test_any_bytes_anywhere_never_crash_the_reader(changes):
    raw = bytearray(WHOLE)
    for offset, byte in changes:
        raw[offset] = byte
    read_safely(bytes(raw))


@hostile
@given(st.integers(0, len(WHOLE)), st.binary(max_size=400))
def test_truncated_and_extended_files_never_crash_the_reader(length, tail):
    read_safely(WHOLE[:length] + tail)


@cache
def broken_at_each_pointer() -> dict[int, Parsed]:
    """What is read of the file when one of its pointers leads to its last byte, by the place of the pointer."""
    nowhere = (len(WHOLE) - 1).to_bytes(4, "little")
    pointers = [pointer for pointer in BUILT.pointers if any(WHOLE[pointer : pointer + 4])]
    return {pointer: parse(WHOLE[:pointer] + nowhere + WHOLE[pointer + 4 :]) for pointer in pointers}


@pytest.mark.slow
def test_every_pointer_that_leads_nowhere_is_reported_with_its_own_place():
    for pointer, parsed in broken_at_each_pointer().items():
        found = [f for f in parsed.findings if f.code in {"acblscore.bad-pointer", "acblscore.free-list"}]
        assert pointer in [finding.place.offset for finding in found]


@pytest.mark.slow
def test_each_event_of_a_file_has_the_findings_of_its_own_structures():
    of_the_file, of_events = set(), {1: set(), 2: set(), 3: set()}
    for pointer, parsed in broken_at_each_pointer().items():
        assert {finding for event in parsed.events for finding in event.findings} <= set(parsed.findings)
        (about,) = (finding for finding in parsed.findings if finding.place and finding.place.offset == pointer)
        owners = [number for number, event in enumerate(parsed.events, 1) if about in event.findings]
        assert len(owners) <= 1
        (of_events[owners[0]] if owners else of_the_file).add(about.place.path)
    assert of_the_file == {
        "free block 1: ofs_next",
        "master table: ofs_free",
        "master table: ofs_instant_match_points",
        "master table: ofs_memo",
        "master table: ofs_note",
    }
    assert {"event 1: ofs_memo", "section A: ofs_movement", "master table, sections 2: ofs_boards"} <= of_events[1]
    assert {"master table: ofs_event_2", "index 4 of section I, entry 2: ofs_entry"} <= of_events[2]
    assert {"master table: ofs_event_3", "matches of section T: ofs_vp_scale"} <= of_events[3]
    assert not any("section A" in path or "section B" in path for path in of_events[2] | of_events[3])


def test_a_file_of_overlapping_tables_stays_within_its_bounds():
    # 100 sections whose boards all lead into one another: each byte is read once, the rest is reported.
    raw = bytearray(pairs_game()[0])
    summary = bytes(raw[0x13E : 0x13E + 22])
    for number in range(100):
        raw[0x13E + 22 * number : 0x13E + 22 * number + 22] = summary
    index = struct.unpack_from("<I", raw, 0x13E + 8)[0]
    raw[index + 4 : index + 6] = b"\xff\xff"
    parsed = read_safely(bytes(raw))
    assert {"acblscore.bad-pointer", "acblscore.odd-count"} <= codes(parsed)
    assert len(parsed.events[0].facts.sections) == 1
    assert SECTION_SUMMARY.size == 22


def test_a_broken_structure_is_an_error_to_whoever_sent_it():
    raw = bytearray(WHOLE)
    raw[BUILT.pointers[-1] : BUILT.pointers[-1] + 4] = b"\xff\xff\xff\xff"
    worst = {finding.severity for finding in parse(bytes(raw)).findings}
    assert worst <= {Severity.ERROR, Severity.INFO, Severity.WARNING}
