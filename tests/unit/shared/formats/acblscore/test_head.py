"""The head of a game file: its letters, and where it ends."""

import struct

import pytest

from shared.errors import FormatError
from shared.formats.acblscore.game_layouts import MASTER
from shared.formats.acblscore.head import check_head, head_end
from shared.formats.acblscore.packing import pack
from shared.formats.acblscore.record import Report

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
