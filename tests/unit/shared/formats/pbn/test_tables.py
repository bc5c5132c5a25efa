"""Tables: columns, rows, order, and what each defined table has to be."""

import pytest

from shared.formats.pbn.game import Tag
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import Column, number_of, read_columns
from tests.support.pbn_games import found, read_games


def table(text: str, name: str):
    (game,), _ = read_games(text)
    return game.tables[name]


def test_columns_have_order_name_width_and_alignment():
    assert read_columns(Tag("ScoreTable", r"+Score_NS\5R;-Rank\3;Names_NS\20L;Mine", 1), Report()) == (
        Column("Score_NS", "+", 5, "R"), Column("Rank", "-", 3), Column("Names_NS", "", 20, "L"), Column("Mine"),
    )  # fmt: skip


@pytest.mark.parametrize("value", [r"Rank;Call\L", r"Rank;Call\3X", r"Rank\3R4", "Rank;Rank", r"Rank;Call\ ", ""])
def test_columns_that_are_not_described_right_are_found(value):
    assert found(f'[ActionTable "{value}"]\n1 4S\n')[0] == ("table-columns", 1)


@pytest.mark.parametrize("body", ["1 4S 2 4H 3 Pass\n", "1\n4S 2\n4H 3 Pass\n", "1 4S\n2 4H\n3 Pass\n"])
def test_rows_follow_the_number_of_columns_wherever_lines_end(body):
    read = table(f'[ActionTable "Rank;Call"]\n{body}', "ActionTable")
    assert [[read.text(row, name) for name in ("Rank", "Call")] for row in read.rows] == [
        ["1", "4S"], ["2", "4H"], ["3", "Pass"],
    ]  # fmt: skip


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
    assert read.text(read.rows[0], "MP_NS") is None
    assert not read.has("MP_NS")


@pytest.mark.parametrize(
    ("columns", "body", "line"),
    [
        ("-Rank;Call", "1 4S\n3 4H\n2 4D\n", 4),
        ("+Percentage;Call", "100 4S\n60 4H\n60 4D\n70 X\n", 5),
        ("-Mine;Call", "1 4S\n? X\n0.5 4H\n", 4),
        ("+Rank;Call", "3 4S\n- 4H\n4 4D\n", 4),
    ],
)
def test_a_column_out_of_its_order_is_found_where_it_first_shows(columns, body, line):
    assert found(f'[ActionTable "{columns}"]\n{body}') == [("table-order", line)]


def test_a_column_in_order_and_a_column_of_texts_give_no_finding():
    assert found('[ActionTable "-Rank;+Percentage;+Mine"]\n1 100 b\n2 80 a\n- 80 c\n') == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nN S 14\n', [("table-value", 2)]),
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nQ S 9\n', [("table-value", 2)]),
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nN S 9\nN S 8\n', [("table-value", 3)]),
        ('[ScoreTable "Percentage_NS"]\n101\n', [("table-value", 2)]),
        ('[AuctionTimeTable "Time"]\n3\n', [("table-alone", 1)]),
        ('[PlayTimeTable "Time;TotalTime"]\n3 0:61\n', [("table-alone", 1), ("table-value", 2)]),
        ('[Dealer "N"]\n[Auction "N"]\nAP\n[AuctionTimeTable "Time"]\n3\n', []),
        ('[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* 100\n400 60\n*,400 0\n', []),
        ('[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n390,* 100\n400 60\n*,400 0\n', [("table-ranges", 3)]),
        ('[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* 100\n*,400 0\n', [("table-ranges", 2)]),
        ('[TotalScoreTable "PairId;NrBoards"]\n1 many\n', [("table-value", 2)]),
    ],
)
def test_what_the_defined_tables_have_to_be_is_checked(text, expected):
    assert found(text) == expected


def test_a_section_of_a_user_is_kept_and_not_checked():
    (game,), said = read_games('[MySection "free;form\\q"]\nany 1 "thing goes" 2\n')
    assert [tag.name for tag in game.sections] == ["MySection"]
    assert [finding.code for finding in said] == ["pbn.unknown-tag"]
