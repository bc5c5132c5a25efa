"""The columns of the defined tables."""

import pytest

from shared.formats.pbn.columns import CHECKS, COLUMNS, NEEDS


def test_there_are_eight_defined_tables_and_one_of_ours_with_their_columns():
    assert {name: len(columns) for name, columns in COLUMNS.items()} == {
        "ActionTable": 6,
        "AuctionTimeTable": 2,
        "InstantScoreTable": 7,
        "OptimumPlayTable": 4,
        "OptimumResultTable": 3,
        "PlayTimeTable": 2,
        "ScoreTable": 17,
        "TotalScoreTable": 13,
        "VPScaleTable": 5,
    }
    assert {kind for columns in COLUMNS.values() for kind in columns.values()} <= set(CHECKS)
    assert set(NEEDS) <= set(COLUMNS)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("rank", ["1", "12=", "=3", "-"], ["first", "1.5", ""]),
        ("call", ["1S", "pass", "XX", "-", "0"], ["8S", "S1"]),
        ("card", ["SA", "h2", "D", "-"], ["1S", "SX"]),
        ("suits", ["AKT", "-", "AKQJT98765432"], ["1", "X", "", "AA", "AKA"]),
        ("seat", ["N", "w", "-", "^S"], ["NS", "Q"]),
        ("contract", ["4SX", "Pass", "-", "3d*"], ["9S", "A"]),
        ("denomination", ["NT", "s"], ["N", "-"]),
        ("tricks", ["0", "13", "-"], ["14", "+1", "x"]),
        ("points", ["420", "-50", "+50", "-"], ["4.2", "x"]),
        ("number", ["4.25", "-3", ".5", "7."], ["4,25", "x", "", "9" * 13]),
        ("percentage", ["0", "100", "100.00", "62.5", "099"], ["101", "100.1", "-1", "1000"]),
        ("time", ["7", "1:07", "01:01:07", "75"], ["1:75", "a", "1:2:3:4"]),
        ("range", ["420", "-50,*", "*,-50", "-50,50"], ["*", "50,", "*,*"]),
        ("count", ["1", "12"], ["0", "-1", "x"]),
        ("text", ["anything", ""], []),
    ],
)
def test_a_column_allows_what_the_document_says(kind, good, bad):
    assert [text for text in good if not CHECKS[kind](text)] == []
    assert [text for text in bad if CHECKS[kind](text)] == []


def test_tables_of_both_sides_have_a_column_for_each():
    sided = {name for name in COLUMNS["ScoreTable"] if name.endswith(("_NS", "_EW"))}
    assert {"PairId_NS", "PairId_EW", "Percentage_NS", "Percentage_EW", "Score_NS", "Score_EW"} <= sided


@pytest.mark.parametrize(
    ("kind", "text", "allowed"),
    [
        ("percentage", "-", True),
        ("percentage", "+100", True),
        ("percentage", "100.01", False),
        ("percentage", "-0", False),
        ("percentage", ".5", True),
        ("percentage", "x", False),
        ("time", "60", True),
        ("time", "0:60", False),
        ("time", "59:59", True),
        ("time", "1234567", False),
        ("suits", "AKQJT98765432A", False),
        ("count", "00", False),
        ("seat", "", True),
        ("denomination", "NT", True),
        ("tricks", "", False),
    ],
)
def test_the_ends_of_what_a_column_allows(kind, text, allowed):
    assert CHECKS[kind](text) is allowed
