"""Values of tags: every syntax of chapters 3.4 and 4, and what programs write instead."""

from decimal import Decimal

import pytest

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import PASSED_OUT
from shared.bridge.play.seats import Seat, Side
from shared.formats.pbn import values
from shared.formats.pbn.values import SideValues, read_contract


@pytest.mark.parametrize(
    ("text", "iso", "habit"),
    [
        ("2031.05.04", "2031-05-04", False),
        ("2031.05.??", "2031-05", False),
        ("2031.??.??", "2031", False),
        ("????.??.??", None, False),
        ("", None, False),
        ("?", None, False),
        ("2031.05.?", "2031-05", True),
        ("2031.5.4", "2031-05-04", True),
        ("2031-05-04", "2031-05-04", True),
        ("2031.05.04 19:30", "2031-05-04", True),
        ("20310504", "2031-05-04", True),
        ("2031", "2031", True),
        ("2031.05", "2031-05", True),
        ("04.05.2031", "2031-05-04", True),
    ],
)
def test_dates_are_read_as_far_as_they_are_known(text, iso, habit):
    read = values.read_date(text)
    assert (read.value, read.problem, bool(read.habit)) == (iso, None, habit)


@pytest.mark.parametrize("text", ["2031.13.04", "2031.02.30", "yesterday", "31.05.04", "2031.05.04x"])
def test_what_is_no_date_is_a_problem(text):
    assert values.read_date(text).problem


@pytest.mark.parametrize(
    ("read", "good", "habits", "bad"),
    [
        (values.read_time, ["19:30:00", "??:??:??", ""], ["19:30", "9:30", "19.30"], ["25:00:00", "19", "soon"]),
        (values.read_board, ["1", "99", ""], ["07", " 7"], ["0", "-1", "A1"]),
        (values.read_seat, ["W", "n", "", "?"], ["North", "west"], ["X", "NS"]),
        (values.read_declarer, ["W", "^S", ""], ["South"], ["^", "^X", "X"]),
        (
            values.read_vulnerable,
            ["None", "Love", "-", "NS", "EW", "All", "Both", "both", "", "?"],
            ["N-S", "E/W", "ALL"],
            ["yes", "N"],
        ),
        (
            values.read_contract,
            ["4S", "4SX", "4sxx", "3NT", "3nt", "Pass", "pass", "", "?"],
            ["5C*", "3N", "4 S", "4SDbl", "AP", "4S-1", "3NT =", "5DX+1"],
            ["8S", "0C", "4Z", "S4"],
        ),
        (values.read_room, ["Open", "Closed", ""], ["open", "C", "Closed Room"], ["A", "Left"]),
        (values.read_yes_no, ["Yes", "No", ""], ["no"], ["Y"]),
        (values.read_hidden, ["W", "WNES"], ["ew"], ["WX", "W,E", "WW", "NEN"]),
        (values.read_round, ["3", "Semi_1.2", ""], ["Round 3"], []),
        (values.read_time_control, ["4/30", ""], [], ["4", "4/x"]),
        (values.read_seconds, ["30", ""], [], ["-3", "3.5"]),
    ],
)
def test_what_the_document_allows_what_programs_write_and_what_nobody_can_read(read, good, habits, bad):
    for text in good:
        assert (read(text).problem, read(text).habit) == (None, None), text
    for text in habits:
        assert read(text).problem is None, text
        assert read(text).habit, text
        assert read(text).value is not None, text
    for text in bad:
        assert read(text).problem, text


def test_both_words_for_everybody_vulnerable_are_one():
    assert values.read_vulnerable("Nil") == values.Read(
        Vulnerability.NONE, habit="a vulnerability is None, NS, EW or All"
    )
    assert values.read_vulnerable("Both").value is values.read_vulnerable("All").value is Vulnerability.ALL


def test_a_caret_before_the_declarer_names_who_should_have_been_it():
    declarer = values.read_declarer("^N").value
    assert (declarer.seat, declarer.by_auction, str(declarer)) == (Seat.NORTH, Seat.SOUTH, "^N")
    declarer = values.read_declarer("n").value
    assert (declarer.seat, declarer.by_auction, str(declarer)) == (Seat.NORTH, Seat.NORTH, "N")


def test_scoring_is_fields_with_semicolons_in_any_case():
    assert values.read_scoring("IMP;Cross1") == (("IMP", "Cross1"), (), False)
    assert values.read_scoring("Matchpoints") == (("MatchPoints",), (), False)
    assert values.read_scoring("IMP;House") == (("IMP", "House"), ("House",), False)
    assert values.read_scoring("IMPs;Cross-IMPs") == (("IMP", "Cross"), (), False)
    assert values.read_scoring("Total Points")[0] == ("Aggregate",)
    assert values.read_scoring("MP;") == (("MP",), (), True)
    assert values.read_scoring("") == values.read_scoring("?") == ((), (), False)


def test_the_contract_of_an_end_position_is_a_denomination():
    assert values.read_denomination("H").value == "H"
    assert values.read_denomination("nt").value == "NT"
    assert values.read_denomination("4H") is None


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
def test_what_the_document_allows_what_programs_write_and_what_nobody_can_read_side_values(read, good, habits, bad):
    for text in good:
        assert (read(text).problem, read(text).habit) == (None, None), text
    for text in habits:
        assert read(text).problem is None, text
        assert read(text).habit, text
    for text in bad:
        assert read(text).problem, text


def test_a_number_of_one_side_gives_the_other_where_a_rule_does():
    ns = SideValues(ns=D(9))
    assert (ns.of(Side.NS, 13), ns.of(Side.EW, 13), ns.of(Side.EW, 0)) == (9, 4, -9)
    assert SideValues(ew=D(9)).of(Side.NS, 13) == 4
    assert SideValues(declarer=D(9)).of(Side.NS, 13) is None


def test_tricks_are_those_of_declarers_side_where_it_is_known():
    assert SideValues(declarer=D(9)).tricks(None) == 9
    assert SideValues(ns=D(9)).tricks(Side.EW) == 4
    assert SideValues(ns=D(9)).tricks(None) is None


def test_the_number_for_declarer_is_that_of_declarers_side():
    assert SideValues(declarer=D(9)).by_side(Side.NS) == SideValues(ns=D(9))
    assert SideValues(declarer=D(9)).by_side(Side.EW) == SideValues(ew=D(9))
    assert SideValues(declarer=D(9)).by_side(None) == SideValues()
    assert SideValues(ew=D(9)).by_side(Side.NS) == SideValues(ew=D(9))


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


def test_a_board_that_is_no_number_keeps_its_name():
    assert values.read_board(" A1 ").value == "A1"
    assert (values.read_board("0").value, values.read_board("00").problem) == ("0", "a board number is 1 or more")
    assert values.read_board("007").value == "7"
    assert values.read_board("\u0663").problem == "a board number is a positive integer"


def test_each_side_stands_once_in_either_order():
    assert values.read_sides("EW 3 NS -3").value == SideValues(ns=D(-3), ew=D(3))
    assert values.read_sides("EW 3 EW -3").problem == "the same side stands twice"
    assert values.read_sides("^NS 9").value == SideValues(ns=D(9), wrong=True)
    assert values.read_sides("?").value is values.read_sides("").value is None


def test_a_result_counts_from_a_contract_that_can_be_made_or_set_so():
    four = read_contract("4S").value
    assert values.read_result("+3", four).value.declarer == 13
    assert values.read_result("+4", four).problem == "a number of tricks is 0 to 13"
    assert values.read_result("-10", four).value.declarer == 0
    assert values.read_result("-11", four).problem
    assert values.read_result("=", None).problem
    assert [values.read_result(text, four).problem for text in ("0", "13", "NS 13", "EW 0", "")] == [None] * 5


def test_scorings_have_the_spelling_of_the_document():
    assert values.read_scoring(" imp ; cross1 ") == (("IMP", "Cross1"), (), False)


def test_a_contract_and_its_result_are_split_only_behind_a_contract():
    assert values.split_result("4S -1") == ("4S", "-1")
    assert values.split_result("3NTX=") == ("3NTX", "=")
    assert values.split_result("Pass") == ("Pass", "")
    assert values.split_result("8S-1") == ("8S-1", "")


def test_a_value_in_another_case_or_with_blanks_is_read_and_said():
    assert values.read_room(" open room ") == values.Read("Open", habit="a room is Open or Closed")
    assert values.read_seconds("x") == values.Read("x", problem="a number of seconds")
    assert values.read_round("") == values.read_history("?") == values.Read()


def test_points_of_a_rubber_are_below_the_line_by_game():
    history = values.read_history("NS 700 40 / 100 0 EW 0 0 / 0 60").value
    assert (history.ns, history.ew) == ((100, 0), (0, 60))
    assert values.read_history("NS 0 0 / 90 EW 0 0 / 90").value.impossible is None
    assert "same number" in values.read_history("NS 0 0 / 1 2 EW 0 0 / 1").problem
