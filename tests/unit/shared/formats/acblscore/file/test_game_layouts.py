"""The head of the file, events and sections lie where the description and the real files have them."""

import pytest

from shared.formats.acblscore.file import game_layouts as layouts
from tests.support.acblscore_layouts import listed
from tests.support.golden import compare


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (layouts.MASTER, 2580),
        (layouts.SECTION_SUMMARY, 22),
        (layouts.EVENT, 742),
        (layouts.STRAT, 95),
        (layouts.PIGMENTATION, 15),
        (layouts.SECTION, 804),
        (layouts.SECTION_STRAT, 25),
        (layouts.MEMO_LINE, 64),
        (layouts.NOTE_LINE, 76),
    ],
)
def test_a_structure_has_its_size(layout, size):
    assert layout.size == size
    assert layout.reader.size == size


def test_a_hundred_section_summaries_end_where_the_memo_pointer_stands():
    part = layouts.MASTER.parts["sections"]
    assert part.offset + part.count * part.layout.size == layouts.MASTER.fields["ofs_memo"][0] == 0x9D6
    assert part.offset + part.layout.size == 0x154
    assert part.layout.gaps == ()  # so that nothing unknown has to be looked for in a hundred of them


@pytest.mark.parametrize(
    ("layout", "name", "offset"),
    [
        (layouts.MASTER, "ofs_event_50", 0xD6),
        (layouts.MASTER, "event_type_1", 0xDA),
        (layouts.MASTER, "event_scoring_50", 0x13D),
        (layouts.MASTER, "created", 0x9DD),
        (layouts.EVENT, "modified", 0xB7),
        (layouts.EVENT, "charity", 0x295),
        (layouts.EVENT, "not_acbl", 0x2CA),
        (layouts.SECTION, "ofs_index_4", 0x10),
        (layouts.SECTION, "phantom", 0x43),
        (layouts.SECTION, "numbers", 0xDD),
        (layouts.SECTION, "ofs_matches", 0x23D),
        (layouts.SECTION, "num_eligible_3", 0x245),
        (layouts.SECTION_SUMMARY, "num_rounds_posted", 0x13),
        (layouts.PIGMENTATION, "colour_3", 0x0E),
    ],
)
def test_a_field_stands_where_it_stands(layout, name, offset):
    assert layout.fields[name][0] == offset


def test_strats_follow_each_other_in_event_and_section():
    assert [layouts.EVENT.parts["strats"].offset + n * layouts.STRAT.size for n in range(3)] == [0xD4, 0x133, 0x192]
    section = layouts.SECTION.parts["strats"]
    assert [section.offset + n * layouts.SECTION_STRAT.size for n in range(3)] == [0x68, 0x81, 0x9A]


def test_golden_every_field_lies_where_the_description_has_it():
    compare("acblscore/game-layouts", listed(layouts))
