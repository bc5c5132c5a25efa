"""Pairs, individuals, teams and players lie where the description and the real files have them."""

from itertools import pairwise

import pytest

from shared.formats.acblscore.file import entry_layouts as layouts
from tests.support.acblscore_layouts import listed
from tests.support.golden import compare


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (layouts.PAIR, 404),
        (layouts.INDIVIDUAL, 284),
        (layouts.TEAM, 884),
        (layouts.PLAYER, 120),
        (layouts.RANKING, 20),
        (layouts.AWARD, 12),
        (layouts.INDEX, 20),
        (layouts.INDEX_ENTRY, 8),
    ],
)
def test_a_structure_has_its_size(layout, size):
    assert layout.size == size
    assert layout.reader.size == size


@pytest.mark.parametrize("layout", [layouts.PAIR, layouts.INDIVIDUAL, layouts.TEAM])
def test_entries_begin_alike_and_end_with_their_players(layout):
    assert layout.fields["final_score"][0] == 0x14
    assert layout.parts["rankings"].offset == 0x5E
    players = layout.parts["players"]
    assert players.offset == 0xA4
    assert players.offset + players.count * players.layout.size == layout.size


def test_the_seat_before_lies_between_average_and_next_seat():
    names = ["average_master_points", "previous_section", "previous_direction", "previous_number", "next_section"]
    places = [layouts.PAIR.fields[name] for name in names]
    assert [offset for offset, _ in places] == [0x20, 0x22, 0x25, 0x26, 0x28]
    assert all(one + kind.size == two for (one, kind), (two, _) in pairwise(places))


def test_a_player_has_the_own_awards():
    assert [layouts.PLAYER.parts[f"awards_{name}"].offset for name in ("before", "session", "total")] == [72, 84, 96]
    assert layouts.PLAYER.fields["rank"][0] == 0x73


def test_golden_every_field_lies_where_the_description_has_it():
    compare("acblscore/entry-layouts", listed(layouts))
