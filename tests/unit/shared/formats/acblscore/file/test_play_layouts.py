"""Boards, movements and matches lie where the description and the real files have them."""

import pytest

from shared.formats.acblscore.file import play_layouts as layouts
from tests.support.acblscore_layouts import listed
from tests.support.golden import compare


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (layouts.BOARD_INDEX, 38),
        (layouts.BOARD_INDEX_ENTRY, 8),
        (layouts.BOARD, 6),
        (layouts.RESULT2, 18),
        (layouts.RESULT4, 34),
        (layouts.MOVEMENT, 7),
        (layouts.TEAM_MATCHES, 34),
        (layouts.TEAM_MATCH, 32),
        (layouts.ROUND_ROBIN, 20),
        (layouts.TEAM_MATCH_INDEX, 86),
        (layouts.VP_SCALE, 109),
        (layouts.VP_STEP, 5),
    ],
)
def test_a_structure_has_its_size(layout, size):
    assert layout.size == size
    assert layout.reader.size == size


def test_results_have_no_gap_so_that_rows_are_read_at_once():
    assert layouts.RESULT2.gaps == layouts.RESULT4.gaps == ()


def test_a_table_of_a_movement_has_room_for_its_rounds():
    assert layouts.PAIR_MEETING.size * layouts.PAIR_MEETINGS == 75
    assert layouts.INDIVIDUAL_MEETING.size * layouts.INDIVIDUAL_MEETINGS == 180


def test_both_round_robins_lie_in_the_match_index():
    part = layouts.TEAM_MATCH_INDEX.parts["round_robins"]
    assert [part.offset + n * part.layout.size for n in range(part.count)] == [0x11, 0x25]
    assert layouts.TEAM_MATCH_INDEX.fields["ofs_vp_scale"][0] == 0x39


def test_golden_every_field_lies_where_the_description_has_it():
    compare("acblscore/play-layouts", listed(layouts))
