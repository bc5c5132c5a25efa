"""Lines whose fields stand beside their columns are put right, and no others."""

import pytest

from shared.formats.trf.reader.alignment import by_bytes, gap_of, long_name, team_by_bytes
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import by_bytes as padded
from tests.support.trf_lines import overlong, player, team


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


WHOLE = player(
    7,
    "2 w 1",
    "- H",
    name="Alder, Ann",
    rating=2100,
    federation="NOR",
    fide_id="1500",
    sex="w",
    title="WGM",
    points="1.5",
    rank=3,
    birth_date="1990/01/02",
)


def test_a_letter_between_two_fields_is_found_at_its_column_and_none_within_a_field():
    blank = "001" + " " * 120
    between = [at for at in range(3, 120) if gap_of(blank[:at] + "x" + blank[at + 1 :]) is not None]
    assert between == [3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90]
    for at in between:
        assert gap_of(WHOLE[:at] + "x" + WHOLE[at + 1 :]) == at
        assert gap_of(blank[:at] + "x") == at
    assert gap_of(WHOLE) is gap_of("001    1") is gap_of("") is None


@pytest.mark.parametrize("length", range(34, 97))
def test_a_name_past_its_field_is_read_whole_up_to_96_letters(length):
    name = ("Oak Elm " * 20)[: length - 1].rstrip().ljust(length, "y")
    assert long_name(overlong(WHOLE, name)) == (WHOLE[:14] + name[:33] + WHOLE[47:], name)


def test_a_name_of_97_letters_or_with_two_blanks_past_its_field_moves_nothing():
    assert long_name(overlong(WHOLE, "x" * 97)) is None
    for at in range(34, 40):
        name = "x" * at + "  " + "x" * (50 - at)
        assert long_name(overlong(WHOLE, name)) is None
    assert long_name(WHOLE) is None


@pytest.mark.parametrize(
    ("fields", "moved"),
    [
        ({"points": "1.0", "rank": 1}, True),
        ({"points": "1.0"}, True),
        ({"points": "", "rank": 1}, True),
        ({"points": ""}, False),
        ({"points": "x.0", "rank": 1}, False),
        ({"points": "1.0", "rank": "1 "}, False),
        ({"points": "1.0", "rating": "21 "}, False),
        ({"points": "1.0", "rating": "21x"}, False),
    ],
)
def test_a_name_is_only_moved_where_the_numbers_end_in_their_columns(fields, moved):
    name = "Oakenshield-Willowherb of the Upper Elms"
    assert (long_name(overlong(player(1, "2 w 1", **fields), name)) is not None) is moved


@pytest.mark.parametrize("count", range(1, 17))
def test_rosters_behind_names_of_many_letters_of_two_bytes_are_read(count):
    name = "Ł" * count
    old = f"013 {name:<32}1234 5678 9012"
    new = team(3, [1234, 5678, 9012], name=name, mp="14.0", gp="19.5", rank=1)
    assert team_by_bytes(padded(old, 5, 36)) == old
    assert team_by_bytes(padded(new, 9, 40)) == new
    alone = player(1, "2 w 1", name=name, points="1.0", rank=1)
    assert by_bytes(padded(alone, 15, 47)) == alone
