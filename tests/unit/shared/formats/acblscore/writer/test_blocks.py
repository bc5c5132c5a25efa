"""Room for blocks: from the free ones, else at the end."""

import pytest

from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT, MASTER
from shared.formats.acblscore.file.packing import DoesNotFit, pack
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.blocks import Blocks

START = MASTER.size


def listed(blocks: Blocks) -> list[tuple[int, int]]:
    """The free blocks as a reader finds them."""
    file = GameFile(bytes(blocks.data), Report())
    found = [(block.offset, block.end - block.offset) for block in file.free()]
    assert file.report.findings == []
    return found


def test_a_block_goes_to_the_end_and_gets_its_length():
    blocks = Blocks()
    assert blocks.add(b"??abc") == START
    assert blocks.data[START:] == b"\3\0abc"
    assert GameFile(bytes(blocks.data), Report()).master.integer("len_file") == START + 5


def test_a_block_that_is_given_back_heads_the_list_and_is_used_again():
    blocks = Blocks()
    first, second = blocks.add(bytes(40)), blocks.add(bytes(30))
    blocks.release(first, 40)
    blocks.release(second, 30)
    assert listed(blocks) == [(second, 30), (first, 40)]
    assert blocks.add(bytes(30)) == second
    assert listed(blocks) == [(first, 40)]
    assert blocks.add(bytes(10)) == first
    assert listed(blocks) == [(first + 10, 30)]


@pytest.mark.parametrize(("size", "taken"), [(34, True), (35, False), (39, False), (40, True), (41, False)])
def test_a_free_block_serves_when_what_is_left_of_it_can_be_a_free_block(size, taken):
    blocks = Blocks()
    first = blocks.add(bytes(40))
    blocks.release(first, 40)
    assert (blocks.add(bytes(size)) == first) is taken
    assert sum(free for _, free in listed(blocks)) == (40 - size if taken else 40)


def test_a_block_longer_than_a_length_can_say_is_refused():
    with pytest.raises(DoesNotFit):
        Blocks().add(bytes(2 + 32_768))


def test_a_field_behind_the_end_of_its_block_is_not_written():
    blocks = Blocks()
    at = blocks.add(pack(EVENT, {"name": "Pairs"}))
    whole = Record(bytes(blocks.data), Report(), EVENT, at, at + EVENT.size, "event 1")
    blocks.set(whole, "name", "Teams")
    assert Record(bytes(blocks.data), Report(), EVENT, at, at + EVENT.size, "event 1").text("name") == "Teams"
    short = Record(bytes(blocks.data), Report(), EVENT, at, at + 0x80, "event 1")
    with pytest.raises(DoesNotFit, match="event 1 is a block that ends before its last_session"):
        blocks.set(short, "last_session", 1)
