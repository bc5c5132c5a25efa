"""Lines of players: every field, every result, every fault at its columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.draft import Cell, Draft
from shared.formats.trf.reader.people.players import (
    is_like_a_player,
    plain_players,
    read_national,
    read_player,
    starting_rank,
)
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import placed, player


def read(*lines: str) -> Draft:
    draft = Draft(Dialect.TRF26, Report())
    for number, line in enumerate(lines, 1):
        read_player(draft, line, number)
    return draft


def found(draft: Draft) -> list[tuple[str, str]]:
    return [(f.code.removeprefix("trf."), str(f.place).removesuffix(", 001")) for f in draft.report.findings]


def test_every_field_is_read_from_its_columns():
    line = player(
        7,
        "12 w 1",
        name="Birch, Bo",
        points="11.5",
        rank=3,
        rating=2405,
        sex="w",
        title="WGM",
        federation="NOR",
        fide_id="1500123",
        birth_date="1990/00/00",
    )
    one = read(line).players[7]
    assert (one.name, str(one.points), one.rank, one.rating) == ("Birch, Bo", "11.5", 3, 2405)
    assert (one.sex, one.title, one.federation, one.fide_id, one.birth_date) == ("w", "WGM", "NOR", "1500123", "1990")
    assert one.cells == [Cell(1, 12, "w", "1")]


def test_zeros_stand_for_what_is_not_known():
    one = read(player(1, rating="0000", rank="0", fide_id="0", birth_date="0000/00/00")).players[1]
    assert (one.rating, one.rank, one.fide_id, one.birth_date, one.points) == (None, None, "", None, 0)


def test_a_line_of_nothing_but_a_number_is_a_player():
    one = read("001    5").players[5]
    assert (one.name, one.points, one.cells) == ("", None, [])


@pytest.mark.parametrize("result", list("+-WDL1=0HFUZ"))
def test_every_result_is_read_in_either_case(result):
    both = read(player(1, f"0002 b {result}"), player(2, f"0001 B {result.lower()}"))
    assert both.players[1].cells == [Cell(1, 2, "b", result)]
    assert both.players[2].cells == [Cell(1, 1, "b", result)]
    assert found(both) == []


def test_a_blank_round_is_left_out_and_the_next_keeps_its_number():
    assert read(player(1, "", "- Z", "2 w 1")).players[1].cells == [Cell(2, 0, None, "Z"), Cell(3, 2, "w", "1")]


def test_a_pairing_without_a_result_is_a_game_to_come_and_nobody_without_a_result_is_absent():
    assert read(player(1, "2 b")).players[1].cells == [Cell(1, 2, "b", None)]
    assert read(player(1) + "  0000 -  ").players[1].cells == [Cell(1, 0, None, "Z")]


@pytest.mark.parametrize(
    ("round_", "code", "place"),
    [
        ("  2x w 1", "bad-result", "line 1, column 102-105"),
        ("   2 x 1", "bad-result", "line 1, column 107-107"),
        ("   2 w 8", "bad-result", "line 1, column 109-109"),
        ("   2.w 1", "between-columns", "line 1, column 106-111"),
    ],
)
def test_a_fault_in_a_round_is_reported_at_its_columns_and_costs_only_that_round(round_, code, place):
    draft = read(player(1, "3 w 1").ljust(101) + round_ + "     4 b 0")
    assert found(draft) == [(code, place)]
    assert [cell.round for cell in draft.players[1].cells] == ([1, 2, 3] if code == "between-columns" else [1, 3])


def test_a_half_and_a_dash_are_read_as_what_they_stand_for_and_listed_once():
    draft = read(player(1, "2 w ½", "- –", "2 – −"), player(2, "1 b ½", "- —"))
    cells = [Cell(1, 2, "w", "="), Cell(2, 0, None, "-"), Cell(3, 2, None, "-")]
    assert (draft.players[1].cells, draft.players[2].cells[0]) == (cells, Cell(1, 1, "b", "="))
    assert found(draft) == [("other-sign", "line 1, column 97-99")]


def test_an_asterisk_is_a_result_that_is_not_there_yet():
    draft = read(player(1, "2 w *", "- *"))
    assert draft.players[1].cells == [Cell(1, 2, "w", None), Cell(2, 0, None, "Z")]
    assert found(draft) == [("other-sign", "line 1, column 97-99")]


def test_dashes_are_fields_that_were_not_filled_in():
    draft = read(player(1, rating="----", rank="-", fide_id="-"))
    assert (draft.players[1].rating, draft.players[1].rank) == (None, None)
    assert found(draft) == []


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        (player(1, points="x.5"), "bad-number", "line 1, column 81-84"),
        (player(1, rank="first"[:4]), "bad-number", "line 1, column 86-89"),
        (player(1, rating="2k"), "bad-number", "line 1, column 49-52"),
        (player(1, sex="?"), "bad-value", "line 1, column 10-10"),
        (player(1, birth_date="1990/13/01"), "bad-date", "line 1, column 70-79"),
        (player(1, name="x" * 34), "between-columns", "line 1, column 48-48"),
        ("001       Nobody", "no-number", "line 1, column 5-8"),
        ("001 0000  Nobody", "no-number", "line 1, column 5-8"),
    ],
)
def test_a_fault_in_a_field_is_reported_at_its_columns(line, code, place):
    assert (code, place) in found(read(line))


def test_what_is_no_date_of_birth_in_digits_is_kept_as_it_is_written():
    assert read(player(1, birth_date="1990/13/01")).players[1].birth_date == "1990/13/01"


def test_the_second_player_with_a_number_is_kept_for_the_check_of_numbers():
    draft = read(player(4, name="First"), player(4, name="Second"))
    assert draft.players[4].name == "First"
    assert [(again.line, again.number) for again in draft.repeated] == [(2, 4)]
    assert "Second" in draft.report.kept.facts[0].value


def test_columns_counted_in_bytes_are_noticed():
    name = "Šnábl, Žofie"
    line = player(1, "2 w 1", name=name, points="1.0", rank=1)
    shifted = line.replace(name + " " * 3, name, 1)
    draft = read(shifted)
    assert draft.players[1].name == name
    assert draft.players[1].cells == [Cell(1, 2, "w", "1")]
    assert found(draft) == [("counted-in-bytes", "line 1, column 1-96")]


def test_a_name_past_its_field_is_read_whole_and_the_rest_of_the_line_behind_it():
    line = player(1, "2 w 1", name="", rating=2100, federation="NOR", points="1.0", rank=1)
    name = "Oakenshield-Willowherb, Hawthorne B"
    draft = read(line[:14] + name + line[47:])
    one = draft.players[1]
    assert (one.name, one.rating, one.federation, str(one.points), one.rank) == (name, 2100, "NOR", "1.0", 1)
    assert one.cells == [Cell(1, 2, "w", "1")]
    assert found(draft) == [("name-too-long", "line 1, column 48-49")]


def test_letters_outside_ascii_do_not_move_columns():
    draft = read(player(1, "2 w 1", name="Šnábl, Žofie", points="1.0"))
    assert draft.players[1].cells == [Cell(1, 2, "w", "1")]
    assert found(draft) == []


def national(text: str, *players: str) -> tuple[Draft, bool]:
    draft = read(*(players or [player(7)]))
    return draft, read_national(draft, text, 9)


def test_a_national_record_adds_to_its_player():
    line = placed(
        (1, "NOR"), (5, "   7"), (11, "  m"), (15, "Alder Ann"), (49, "1905"), (54, "OSL"), (58, "       1234")
    )
    draft, taken = national(line)
    assert taken
    assert draft.players[7].national_rating == 1905
    assert {d.name: d.value for d in draft.players[7].national} == {
        "NOR title": "m",
        "NOR name": "Alder Ann",
        "NOR rating": "1905",
        "NOR federation": "OSL",
        "NOR fide_id": "1234",
    }


def test_points_and_rounds_of_a_national_record_are_reported_as_unread():
    draft, taken = national(placed((1, "NOR"), (5, "   7"), (49, "1905"), (81, " 1.0    1")))
    assert taken
    assert found(draft) == [("between-columns", "line 9, column 80-89, NOR")]


@pytest.mark.parametrize("line", ["NAM SSSS sTTT NNNN", "DAT 0007 EMAIL ann@example.org", "XCR    7 1805 1790 1805"])
def test_a_legend_or_private_record_is_no_national_record(line):
    draft, taken = national(line)
    assert not taken
    assert draft.players[7].national == ()


def test_a_national_record_of_an_unknown_player_is_reported():
    draft, taken = national(placed((1, "NOR"), (5, "  70")))
    assert taken
    assert found(draft) == [("unknown-number", "line 9, column 5-8, NOR")]
    assert [e.name for e in draft.report.kept.facts] == ["NOR"]


def test_a_line_with_another_code_can_look_like_a_player():
    assert is_like_a_player(player(7, points="0.0", rank=7, code="101"))
    assert not is_like_a_player("XYZ    7 something else")
    assert not is_like_a_player(player(7, points="", rank=7, code="101"))


def test_a_starting_rank_is_one_to_four_digits():
    assert [starting_rank(text) for text in ("7", "0007", "0000", "", "x", "12345")] == [7, 7, None, None, None, None]


@given(st.text(max_size=120))
def test_no_line_makes_the_reader_fail(text):
    draft = read("001" + text, "001    1" + text, player(2) + text)
    read_national(draft, "NOR" + text, 1)
    is_like_a_player(text)


def test_players_and_rounds_make_room_for_problems():
    draft = Draft(Dialect.TRF26, Report())
    read_player(draft, player(1, "2 w 1", "3 b 0"), 1)
    assert draft.report.results == 3


def _both_ways(*lines: str) -> tuple[tuple[object, ...], ...]:
    """What is made of lines column by column, where that can be done, and what is made of them one by one."""
    columns = plain_players(lines)
    made = []
    for known in (columns, {}):
        draft = Draft(Dialect.TRF26, Report())
        for number, line in enumerate(lines, 1):
            read_player(draft, line, number, known.get(number))
        made.append((draft.players, draft.repeated, draft.report.results, draft.report.finish()))
    return tuple(made)


@given(st.text("0123456789 wbWB-=+LZH\t", min_size=0, max_size=40))
def test_rounds_are_read_column_by_column_like_one_by_one(text):
    columns, lines = _both_ways(player(1).ljust(91) + text)
    assert columns == lines


CELLS = ["  12 w 1", "0000 - H", "1 34 b =", "   3 B 1", " 003 b -", "  12 w  ", "0000 -  ", "     -  ", " " * 8]


@given(st.lists(st.lists(st.sampled_from(CELLS), max_size=5), max_size=3))
def test_plain_rounds_are_read_column_by_column_like_one_by_one(rounds):
    columns, lines = _both_ways(
        *(player(number).ljust(91) + "  ".join(cells) for number, cells in enumerate(rounds, 1))
    )
    assert columns == lines


@given(st.integers(0, 90), st.sampled_from("0 1xWm/.é\t"))
def test_fields_are_read_column_by_column_like_one_by_one(column, letter):
    line = player(7, "12 w 1", points="11.5", rank=3, rating=2405, sex="w", birth_date="1990/00/00", fide_id="1500123")
    columns, lines = _both_ways(line, line[:column] + letter + line[column + 1 :], player(2, "7 b 0"))
    assert columns == lines


def test_lines_as_they_should_be_are_read_column_by_column():
    lines = ["012 Autumn Cup", player(1, "2 w 1", "3 b  "), player(2, "1 b 0"), player(3, rating="x")]
    assert [(at, each.number, each.opponents, each.results) for at, each in plain_players(lines).items()] == [
        (2, 1, [2, 3], "1 "),
        (3, 2, [1], "0"),
    ]


def test_changes_of_players_change_what_the_golden_file_says():
    compare_changes("players", lambda line: line[:3] in ("001", "ENG"))


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("NOR    7", True),
        ("NOR    7 ", True),
        ("NOR    7  m", True),
        ("NOR 0007w", False),
        ("NOR   7 ", False),
        ("NOR   x7", False),
        ("NOR     ", False),
    ],
)
def test_a_national_record_has_its_number_in_columns_5_to_8_and_a_blank_behind_it(line, taken):
    assert national(line)[1] is taken
