"""Lines whose fields stand beside their columns are put right, and no others."""

import pytest

from shared.formats.trf.reader.alignment import by_bytes, gap_of, long_name, team_by_bytes
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import by_bytes as padded
from tests.support.trf_lines import player, team


@pytest.mark.parametrize("name", ["Zürn", "Łódź Ćma", "Ķiršu dārzs", "Šnábl Žďár nad Ňou"])
def test_a_team_padded_by_bytes_is_padded_padded(name):
    new = team(3, [11, 12, 13], name=name, mp="4.0", gp="9.5", rank=1)
    old = f"013 {name:<32}" + " ".join(f"{who:4}" for who in (11, 12, 13))
    assert team_by_bytes(padded(new, 9, 40)) == new
    assert team_by_bytes(padded(old, 5, 36)) == old


@pytest.mark.parametrize("name", ["Zürn", "Łódź Ćma", "Ķiršu dārzs", "Žďárňě"])
def test_a_team_padded_padded_is_left_as_it_is(name):
    for line in (team(3, [11, 12], name=name), f"013 {name:<32}" + "  11   12", f"013 {name}"):
        assert team_by_bytes(line) is line


def test_a_player_is_only_moved_when_the_line_fits_afterwards():
    line = player(1, "2 w 1", name="Žofie", points="1.0", rank=1)
    assert by_bytes(padded(line, 15, 47)) == line
    assert by_bytes(line + "ž") == line + "ž"


def test_a_name_that_only_touches_the_next_column_moves_nothing():
    line = player(1, "2 w 1", name="x" * 34, points="1.0", rank=1)
    assert gap_of(line) == 47
    assert long_name(line) is None


def test_a_line_that_fits_nowhere_is_left_as_it_is():
    line = player(1, "2 w 1", name="", rating=2100, points="1.0", rank=1)
    assert long_name(line) is None
    blank = player(1, "2 w 1", name="", points="", rank="")
    assert long_name(blank[:14] + "x" * 40 + blank[47:]) is None


def test_changes_of_names_beside_their_columns_change_what_the_golden_file_says():
    compare_changes(
        "alignment", lambda line: (line[:3] in ("001", "013", "310") and not line.isascii()) or len(line) > 130
    )
