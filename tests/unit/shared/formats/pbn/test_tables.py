"""Tables: columns and rows."""

import pytest

from shared.formats.pbn.game import Tag
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import Column, number_of, read_columns, tricks_of
from tests.support.pbn_games import found, read_games


def table(text: str, name: str):
    (game,), _ = read_games(text)
    return game.tables[name]


def test_columns_have_order_name_width_and_alignment():
    assert read_columns(Tag("ScoreTable", r"+Score_NS\5R;-Rank\3;Names_NS\20L;Mine", 1), Report()) == (
        Column("Score_NS", "+", 5, "R"),
        Column("Rank", "-", 3),
        Column("Names_NS", "", 20, "L"),
        Column("Mine"),
    )


@pytest.mark.parametrize("value", [r"Rank;Call\L", r"Rank;Call\3X", r"Rank\3R4", "Rank;Rank", r"Rank;Call\ ", ""])
def test_columns_that_are_not_described_right_are_found(value):
    assert found(f'[ActionTable "{value}"]\n1 4S\n')[0] == ("table-columns", 1)


@pytest.mark.parametrize("body", ["1 4S 2 4H 3 Pass\n", "1\n4S 2\n4H 3 Pass\n", "1 4S\n2 4H\n3 Pass\n"])
def test_rows_follow_the_number_of_columns_wherever_lines_end(body):
    read = table(f'[ActionTable "Rank;Call"]\n{body}', "ActionTable")
    assert [[read.text(row, name) for name in ("Rank", "Call")] for row in read.rows] == [
        ["1", "4S"],
        ["2", "4H"],
        ["3", "Pass"],
    ]


def test_a_missing_element_does_not_shift_the_rows_around_it():
    text = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n3 4\n5 6 450\n'
    read = table(text, "ScoreTable")
    assert found(text) == [("table-incomplete", 3)]
    assert [read.text(row, "PairId_NS") for row in read.rows] == ["1", "3", "5"]
    assert [read.number(row, "Score_NS") for row in read.rows] == [420, None, 450]


def test_rows_that_follow_no_lines_end_in_a_short_one():
    assert found('[ActionTable "Rank;Call;Experts"]\n1 4S 3 2\n4H 4 3\n') == [("table-incomplete", 3)]


def test_unknown_and_irrelevant_elements_say_nothing_and_carets_mark_artificial_ones():
    read = table('[ScoreTable "Score_NS;Names_NS"]\n? "?"\n! x\n^60 y\n', "ScoreTable")
    assert [read.text(row, "Score_NS") for row in read.rows] == [None, None, "^60"]
    assert read.text(read.rows[0], "Names_NS") == "?"
    assert read.number(read.rows[2], "Score_NS") == 60
    assert (number_of("3="), number_of("x"), number_of(None)) == (3, None, None)
    assert str(number_of("54,25")) == "54.25"
    assert read.text(read.rows[0], "MP_NS") is None


def test_a_section_of_a_user_is_kept_and_not_checked():
    (game,), said = read_games('[MySection "free;form\\q"]\nany 1 "thing goes" 2\n')
    assert [tag.name for tag in game.sections] == ["MySection"]
    assert [finding.code for finding in said] == ["pbn.unknown-tag"]


def test_the_line_of_a_total_is_one_of_the_two():
    read = table('[TotalScoreTable "PairId;Direction"]\n1 NS\n2 EW\n3 both\n', "TotalScoreTable")
    assert [read.line(row) for row in read.rows] == ["NS", "EW", None]


def test_a_number_may_have_signs_of_its_own_and_nothing_else():
    assert [str(number_of(text)) for text in ("=3", "^60=", "+.5", "-7.", "12,5%")] == ["3", "60", "0.5", "-7", "12.5"]
    assert str(number_of("5.666666666666667")) == "5.666666666667"
    assert [number_of(text) for text in ("", "7x", "1/2", "--3")] == [None] * 4


def test_tricks_of_an_analysis_are_the_first_of_each_and_possible():
    rows = "n nt 9\nN NT 8\nS H 13\nE S 0\nW C 14\nW D ?\n? S 7\nE ? 7\n"
    text = f'[OptimumResultTable "Declarer;Denomination;Result"]\n{rows}'
    assert tricks_of(table(text, "OptimumResultTable")) == {("N", "NT"): 9, ("S", "H"): 13, ("E", "S"): 0}


def test_a_column_without_a_width_that_can_be_read_keeps_its_name():
    columns = read_columns(Tag("Mine", "+Rank\\L; -Call \\3X", 1), Report())
    assert [column.name for column in columns] == ["Rank", "Call"]


def test_two_columns_of_one_name_are_named_and_the_first_counts():
    text = '[ActionTable "Rank;Call;Rank"]\n1 4S 2\n'
    assert read_games(text)[1][0].message == "two columns are called Rank"
    assert table(text, "ActionTable").text(table(text, "ActionTable").rows[0], "Rank") == "1"
    assert found('[ActionTable "Call;;"]\n4S 1 2\n') == []


def test_a_table_without_columns_and_without_rows_says_nothing():
    assert found('[ActionTable ""]\n') == []
    (game,), _ = read_games('[ActionTable ""]\n1 4S\n')
    assert game.tables == {}


def test_a_row_that_is_too_long_or_too_short_is_reported_where_it_stands():
    text = '[ActionTable "Rank;Call"]\n1 4S\n2 4H 7 8\n3 Pass\n 4\n5 X\n'
    findings = read_games(text)[1]
    assert [(finding.message, finding.place.line, finding.place.column) for finding in findings] == [
        ("this row has 4 values for 2 columns", 3, 1),
        ("this row has 1 values for 2 columns", 5, 2),
    ]
    assert [[token and token[1] for token in row] for row in table(text, "ActionTable").rows] == [
        ["1", "4S"],
        ["2", "4H"],
        ["3", "Pass"],
        ["4", None],
        ["5", "X"],
    ]


def test_half_the_lines_are_not_enough_to_read_rows_by_lines():
    text = '[ActionTable "Rank;Call"]\n1 4S\n2 4H 7\n'
    (finding,) = read_games(text)[1]
    assert (finding.message, finding.place.column) == ("the last row has 1 of 2 values", 6)
    assert [[token and token[1] for token in row] for row in table(text, "ActionTable").rows] == [
        ["1", "4S"],
        ["2", "4H"],
        ["7", None],
    ]


NAMES = r'[ScoreTable "PairId_NS;PairId_EW;Names_NS\13;Names_EW"]'


def test_names_with_blanks_and_without_quotes_are_whole():
    text = f"{NAMES}\n1 2 De Alfa-Bravo Van Echo-Fox\n3 4 Golf-Hotel    Van Kilo\n5 6 Mike-Papa     Sierra-Tango\n"
    read = table(text, "ScoreTable")
    assert found(text) == []
    assert [[read.text(row, f"Names_{side}") for side in ("NS", "EW")] for row in read.rows] == [
        ["De Alfa-Bravo", "Van Echo-Fox"],
        ["Golf-Hotel", "Van Kilo"],
        ["Mike-Papa", "Sierra-Tango"],
    ]


def test_two_rows_in_a_line_are_no_long_names():
    read = table(f"{NAMES}\n1 2 Alfa Bravo 3 4 Echo Fox\n", "ScoreTable")
    assert [read.text(row, "PairId_NS") for row in read.rows] == ["1", "3"]
    quoted = table(f'{NAMES}\n1 2 "Alfa" "Bravo" 3\n4 "Echo" "Fox"\n', "ScoreTable")
    assert [quoted.text(row, "PairId_NS") for row in quoted.rows] == ["1", "3"]
