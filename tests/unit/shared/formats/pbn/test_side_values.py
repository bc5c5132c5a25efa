"""Numbers of sides: results, scores, points of a rubber."""

from decimal import Decimal

import pytest

from shared.bridge.play.contract import PASSED_OUT
from shared.bridge.play.seats import Side
from shared.formats.pbn import side_values as values
from shared.formats.pbn.side_values import SideValues
from shared.formats.pbn.values import read_contract

D = Decimal


@pytest.mark.parametrize(
    ("read", "good", "habits", "bad"),
    [
        (
            values.read_sides,
            ["420", "-50", "NS 420", "EW -50", "NS 420 EW -420", "EW 3.5 NS -3.5", "^9", "^NS 9"],
            ["+420", "NS +420", "NS420", "N/S 420", "NS 420,EW -420", " 420", "420.", "NS 54,5 EW 45,5", "NS 54.5%"],
            ["four", "NS 420 NS 420", "NS", "420 EW", "NSEW 3"],
        ),
        (values.read_rubber, ["300/120", "NS 0/60", "NS 0/60 EW 100/0", ""], [], ["60", "NS 0/60 NS 0/60", "NS 0 60"]),
        (
            values.read_history,
            ["NS 0 0/0 EW 0 0/0", "NS 700 40 / 100 0 EW 0 0 / 0 60", "NS 0 0 / 1 2 3 EW 0 0 / 1 2 3"],
            [],
            ["NS 0 0/0", "NS 0 0/0 EW 0 0/0 0", "NS 0/0 EW 0/0"],
        ),
    ],
)
def test_what_the_document_allows_what_programs_write_and_what_nobody_can_read(read, good, habits, bad):
    for text in good:
        assert (read(text).problem, read(text).habit) == (None, None), text
    for text in habits:
        assert read(text).problem is None, text
        assert read(text).habit, text
    for text in bad:
        assert read(text).problem, text


def test_a_number_of_one_side_gives_the_other_where_a_rule_does():
    ns = SideValues(ns=D(9))
    assert ns.of(Side.EW, total=D(13)) == 4
    assert ns.of(Side.EW, opposite=True) == -9
    assert ns.of(Side.EW) is None
    assert SideValues(declarer=D(9)).of(None) == 9
    assert SideValues(declarer=D(9)).of(Side.NS) is None


@pytest.mark.parametrize(
    ("text", "contract", "tricks"),
    [("10", "4S", 10), ("+1", "3NT", 10), ("=", "3NT", 9), ("-2", "6H", 10), ("EW 10", "4S", None)],
)
def test_a_result_is_a_number_of_tricks_or_counts_from_the_contract(text, contract, tricks):
    read = values.read_result(text, read_contract(contract).value)
    assert read.problem is None
    assert read.value.declarer == tricks


@pytest.mark.parametrize("text", ["14", "-1", "9.5", "NS 14", "+9"])
def test_a_result_outside_nought_to_thirteen_is_a_problem(text):
    assert values.read_result(text, PASSED_OUT).problem


@pytest.mark.parametrize(
    ("text", "vulnerable"),
    [
        ("NS 0 0 / 0 EW 0 0 / 0", "None"),
        ("NS 0 0 / 100 0 EW 0 0 / 0 0", "NS"),
        ("NS 0 0 / 40 0 EW 0 0 / 120 0", "EW"),
        ("NS 0 0 / 100 0 0 EW 0 0 / 0 100 0", "All"),
        ("NS 0 0 / 100 EW 0 0 / 0", "None"),
    ],
)
def test_whoever_has_won_a_game_is_vulnerable(text, vulnerable):
    assert values.read_history(text).value.vulnerable.value == vulnerable


def test_a_comma_is_a_point_where_a_language_has_it_so():
    assert values.read_sides("NS 54,25 EW 45,75").value == SideValues(ns=D("54.25"), ew=D("45.75"))
    assert values.read_sides("NS 420,EW -420").value == SideValues(ns=D(420), ew=D(-420))


def test_a_rubber_has_games_that_one_side_has_won_and_one_that_is_being_played():
    assert values.read_history("NS 0 0 / 100 0 0 EW 0 0 / 60 100 90").value.impossible is None
    assert "one side" in values.read_history("NS 0 0 / 90 0 EW 0 0 / 60 0").value.impossible
    assert "two games" in values.read_history("NS 0 0 / 100 100 0 EW 0 0 / 0 0 0").value.impossible
    assert "being played" in values.read_history("NS 0 0 / 0 EW 0 0 / 100").value.impossible
    assert "multiples" in values.read_history("NS 0 0 / 5 EW 0 0 / 0").value.impossible
