"""Results out of rows and games, and totals."""

from decimal import Decimal

import pytest

from contracts.base import Place
from shared.formats.pbn.reader.draft import Where
from shared.formats.pbn.reader.parse import parse
from shared.formats.pbn.reader.results import digits, game_result, row_pair, row_result, row_total, unit_of
from shared.formats.pbn.writer.render import render
from tests.support.merged import merged
from tests.support.pbn_games import made_up, read_games

WHERE = Where("game 1", "7", session="s", section="A", round=3, table="5")


def row(columns: str, line: str, unit: str = "imps"):
    (game,), _ = read_games(f'[ScoreTable "{columns}"]\n{line}\n')
    table = game.tables["ScoreTable"]
    return row_result(table, table.rows[0], WHERE, unit)


def game(text: str):
    (read,), _ = read_games(text)
    return game_result(read, WHERE, ())


def test_a_row_is_a_result_with_everything_that_it_states():
    found = row(
        "Rank;Contract;Declarer;Result;Score_NS;MP_NS;MP_EW;Percentage_NS;Multiplicity;Lead;Mine",
        '2 4SX N 10 590 7.5 2.5 75.0 3 H2 "x y"',
    )
    assert (found.board, found.session, found.section, found.round, found.table) == ("7", "s", "A", 3, "5")
    assert (found.contract, found.declarer, found.tricks, found.lead) == ("4SX", "N", 10, "H2")
    assert (found.ns_score.points, found.ew_score.points, found.multiplicity) == (590, 590, 3)
    assert (found.stated.ns, found.stated.ew, found.stated.unit) == (Decimal("7.5"), Decimal("2.5"), "match_points")
    assert (found.stated.ns_percent, found.stated.ew_percent) == (Decimal("75.0"), None)
    assert [(detail.name, detail.value) for detail in found.details] == [("Rank", "2"), ("Mine", "x y")]


@pytest.mark.parametrize(
    ("columns", "line", "ns", "ew"),
    [
        ("Score_NS", "-50", -50, -50),
        ("Score_EW", "50", -50, -50),
        ("Score_NS;Score_EW", "100 -200", 100, 200),
        ("Score_NS;Score_EW", "? 420", -420, -420),
        ("Score_NS", "?", None, None),
        ("Score_NS", "-", None, None),
        ("Contract;Declarer;Result", "4S N 10", None, None),
    ],
)
def test_the_score_is_north_south_s_view_for_both(columns, line, ns, ew):
    found = row(columns, line)
    assert (found.ns_score.points, found.ew_score.points) == (ns, ew)


def test_an_unknown_score_is_never_nought():
    assert row("Contract;Declarer;Result", "4S N 10").ns_score.kind == "unknown"


@pytest.mark.parametrize(
    ("columns", "line", "kinds", "percents"),
    [
        ("Percentage_NS;Percentage_EW", "^60 ^40", ("artificial", "artificial"), (60, 40)),
        ("Contract;Declarer;Result", "A6040 - -", ("artificial", "artificial"), (60, 40)),
        ("Contract;Declarer;Result", "A A A", ("artificial", "artificial"), (None, None)),
        ("Contract;Declarer;Result", "AVE - -", ("average", "average"), (50, 50)),
        ("Contract;Declarer;Result", "rubbish - -", ("unknown", "unknown"), (None, None)),
    ],
)
def test_artificial_scores_stand_in_percentages_or_in_place_of_the_contract(columns, line, kinds, percents):
    found = row(columns, line)
    assert (found.ns_score.kind, found.ew_score.kind) == kinds
    assert (found.ns_score.percent, found.ew_score.percent) == percents


def test_a_side_keeps_its_adjusted_percentage_beside_the_points_of_the_other():
    found = row("Score_NS;Score_EW;Percentage_NS;Percentage_EW", "-50 ? ? ^60")
    assert (found.ns_score.points, found.ew_score.kind, found.ew_score.percent) == (-50, "artificial", 60)
    found = row("Score_NS;Score_EW;Percentage_NS;Percentage_EW", "? 50 ^60 ?")
    assert (found.ns_score.percent, found.ew_score.points) == (60, -50)


def test_imps_are_in_the_unit_of_the_scoring():
    assert row("IMP_NS", "3.5", "cross_imps").stated.unit == "cross_imps"
    units = [unit_of(scoring) for scoring in (("IMP", "Cross1"), ("IMP", "Butler"), ("IMP",), ())]
    assert units == ["cross_imps", "butler_imps", "imps", "imps"]


def test_the_pairs_of_a_row_have_numbers_or_names():
    (read,), _ = read_games(
        '[ScoreTable "PairId_NS;PairId_EW;Names_NS;Names_EW"]\n7 - "Ann;Bob" "Cleo;Dan"\n- ? "" ""\n'
    )
    table = read.tables["ScoreTable"]
    ns, ew = (row_pair(table, table.rows[0], side, WHERE) for side in ("NS", "EW"))
    assert (ns.number, ns.names, ns.side, ns.section) == ("7", ("Ann", "Bob"), "NS", "A")
    assert (ew.number, ew.names) == (None, ("Cleo", "Dan"))
    assert row_pair(table, table.rows[1], "NS", WHERE) is None


def test_a_game_says_its_own_result():
    found = game('[Declarer "W"]\n[Contract "4H"]\n[Result "9"]\n[Score "-50"]\n[ScoreIMP "NS 3 EW -3"]\n')
    assert (found.contract, found.declarer, found.tricks, found.ns_score.points) == ("4H", "W", 9, 50)
    assert (found.stated.ns, found.stated.ew, found.stated.unit) == (3, -3, "imps")


def test_the_contract_of_a_play_is_told_without_a_result():
    text = '[Board "3"]\n[Declarer "E"]\n[Contract "1NT"]\n'
    found = game(text + '[Play "S"]\nSA +\n')
    assert (found.contract, found.declarer, found.tricks, found.ns_score.kind) == ("1NT", "E", None, "unknown")
    assert game(text) is None


def test_a_play_of_no_board_that_has_not_ended_is_no_result_since_another_file_counts_its_games_otherwise():
    assert game('[Declarer "E"]\n[Contract "1NT"]\n[Play "S"]\nSA +\n') is None


def test_a_score_that_a_ruling_has_split_is_kept_for_both_sides():
    found = game('[Declarer "W"]\n[Contract "4H"]\n[Result "9"]\n[Score "NS -620 EW -50"]\n')
    assert (found.ns_score.points, found.ew_score.points) == (-620, 50)


@pytest.mark.parametrize(
    ("result", "tricks"), [("9", 9), ("EW 9", 9), ("NS 4", 9), ("NS 4 EW 9", 9), ("^9", 9), ("?", None)]
)
def test_tricks_are_those_of_declarer_s_side(result, tricks):
    found = game(f'[Declarer "W"]\n[Contract "4H"]\n[Result "{result}"]\n[Score "EW -50"]\n')
    assert found.tricks == tricks


def test_a_game_that_does_not_say_how_it_ended_has_no_result():
    assert game('[Declarer "W"]\n[Contract "4H"]\n[Result "?"]\n') is None
    assert game('[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n') is None
    assert game('[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n').contract == "Pass"


def test_declarer_is_who_played_it_where_dummy_took_his_place():
    assert game('[Declarer "^E"]\n[Contract "4H"]\n[Result "9"]\n').declarer == "E"


WHERE_totals = Where("game 1", "7", session="s")


def total(columns: str, line: str):
    (game,), _ = read_games(f'[TotalScoreTable "{columns}"]\n{line}\n')
    table = game.tables["TotalScoreTable"]
    return row_total(table, table.rows[0], WHERE_totals, table.text(table.rows[0], "Rank"))


def test_totals_are_taken_from_the_column_that_says_most():
    found = total("Rank;PairId;TotalMP;MeanPercentage;TotalPercentage;NrBoards;Center", "3= 7 144.5 60.2 1204 20 OMS")
    assert (found.place, found.total, found.percentage, found.boards_played) == (
        "3=",
        Decimal("144.5"),
        Decimal("60.2"),
        20,
    )
    assert [(detail.name, detail.value) for detail in found.details] == [("TotalPercentage", "1204"), ("Center", "OMS")]
    assert total("PairId;TotalPercentage", "7 60.2").percentage == Decimal("60.2")
    assert total("PairId;TotalIMP;NrBoards", "7 -12 7.5").boards_played is None


def test_points_that_are_stated_have_their_unit_and_their_side():
    def stated(tags: str):
        points = game('[Declarer "W"]\n[Contract "4H"]\n[Result "9"]\n' + tags).stated
        return points and (points.ns, points.ew, points.unit, points.ns_percent, points.ew_percent)

    assert stated('[ScoreMP "7.5"]\n[ScoreIMP "3"]\n') == (None, Decimal("7.5"), "match_points", None, None)
    assert stated('[ScoreIMP "3"]\n') == (None, 3, "imps", None, None)
    assert stated('[ScorePercentage "40"]\n') == (None, None, "match_points", None, 40)
    assert stated('[ScoreIMP "NS 3"]\n[ScorePercentage "NS 60"]\n') == (3, None, "imps", 60, None)
    assert stated("") is None


def test_north_south_s_score_needs_a_declarer_unless_it_is_nought():
    assert game('[Score "0"]\n').ns_score.points == 0
    assert game('[Score "50"]\n') is None
    assert game('[Declarer "N"]\n[Score "50"]\n').ns_score.points == 50
    assert game('[Score "EW 50"]\n').ns_score.points == -50
    assert game('[Declarer "N"]\n[Score "50.5"]\n').ns_score.kind == "unknown"
    split = game('[Score "NS 50 EW 50.5"]\n')
    assert (split.ns_score.points, split.ew_score.points) == (50, 50)


def test_the_lead_is_the_first_card_of_the_leader():
    head = '[Board "3"]\n[Declarer "{}"]\n[Contract "1NT"]\n[Result "7"]\n[Play "S"]\n'
    assert game(head.format("E") + "SA S2 S3 S4\n*\n").lead == "SA"
    assert game(head.format("N") + "S4 S3 S2 SA\n*\n").lead == "SA"
    assert game(head.format("N") + "S4 S3 S2\n*\n").lead is None
    assert game(head.format("N") + "S4 S3 S2 -\n*\n").lead is None
    made = made_up(3, tricks=13)
    whole = game(made.text() + "\n")
    assert whole.lead == made.rows[0][0] == game(made.text()).lead


@pytest.mark.parametrize(
    ("text", "number"), [("3", 3), ("999999", 999_999), ("1000000", None), ("3a", None), ("", None)]
)
def test_a_round_is_a_number_of_at_most_six_digits(text, number):
    assert digits(text) == number
    assert digits(None) is None
    assert row("Round;Score_NS", f'"{text}" 50').round == (3 if number is None else number)


def test_a_row_names_its_section_and_table_else_those_of_its_game():
    found = row("Section;Table;Score_NS", "B 9 50")
    assert (found.section, found.table) == ("B", "9")
    found = row("Section;Table;Score_NS", '" " ? 50')
    assert (found.section, found.table) == ("A", "5")


@pytest.mark.parametrize(
    ("text", "multiplicity"), [("1", 1), ("0", 1), ("-2", 1), ("99999", 99_999), ("100000", 1), ("?", 1)]
)
def test_a_row_counts_for_as_many_results_as_it_says(text, multiplicity):
    assert row("Multiplicity;Score_NS", f"{text} 50").multiplicity == multiplicity


def test_a_result_may_stand_behind_the_contract_of_a_row():
    assert row("Contract;Result", "4S-1 ?").tricks == row("Contract;Result", "4S-1 -").tricks == 9
    assert row("Contract;Result", "4S-1 10").tricks == 10
    assert (row("Contract;Result", "Pass 0").tricks, row("Contract;Result", "Pass 0").contract) == (None, "Pass")
    assert (row("Contract;Result", "- 9").tricks, row("Contract;Result", "- 9").contract) == (9, None)
    assert row("Declarer;Contract", "^N 4S").declarer == "N"
    assert row("Declarer;Contract", "- 4S").declarer is None


def test_a_contract_that_cannot_be_read_stays_beside_a_score():
    found = row("Contract;Score_NS", "A6040 50")
    assert (found.contract, found.ns_score.points) == ("A6040", 50)
    assert row("Contract", "rubbish").contract == "rubbish"
    one_side = row("Contract", "AVE+=")
    assert one_side.ns_score.kind in ("average", "unknown")


def test_a_ruling_of_points_keeps_its_caret():
    found = row("Score_NS;Score_EW", "^50 ^-100")
    assert (found.ns_score.text, found.ew_score.text, found.ew_score.points) == ("^50", "^50", 100)
    assert row("Score_NS", "50").ns_score.text is None


def test_points_of_a_row_are_match_points_before_imps():
    assert row("MP_NS;IMP_NS", "4 2", "cross_imps").stated.unit == "match_points"
    assert row("MP_EW", "4").stated.ew == 4
    assert row("Percentage_EW", "40").stated.unit == "match_points"
    assert row("Score_NS", "50").stated is None


def test_the_place_of_a_row_is_that_of_its_first_element():
    assert (row("Score_NS;Mine", "50 x").at.line, row("Score_NS;Mine", "50 x").at.column) == (2, 1)


@pytest.mark.parametrize(
    ("columns", "line", "percentage", "details"),
    [
        ("TotalMP;TotalPercentage", "9 100", 100, []),
        ("TotalMP;TotalPercentage", "9 101", None, ["TotalPercentage"]),
        ("TotalMP;Percentage", "9 55", 55, []),
        ("TotalMP;MeanPercentage;Percentage", "9 55 44", 55, ["Percentage"]),
        ("TotalMP;TotalIMP;MP", "9 8 9", None, ["TotalIMP"]),
        ("Score;TotalScore", "3 ?", None, []),
    ],
)
def test_what_a_total_has_no_field_for_is_a_detail(columns, line, percentage, details):
    found = total(columns, line)
    assert (found.percentage, [detail.name for detail in found.details]) == (percentage, details)


def test_boards_of_a_total_are_a_whole_number():
    assert total("TotalMP;NrBoards", "9 24").boards_played == 24
    assert total("TotalMP;NrBoards", "9 ?").boards_played is None
    assert total("Mine", "x").total is None


def test_the_line_of_a_total_is_no_detail_when_it_is_one_of_the_two():
    assert [detail.name for detail in total("PairId;TotalMP;Direction", "7 9 NS").details] == []
    assert [detail.value for detail in total("PairId;TotalMP;Direction", "7 9 both").details] == ["both"]


def test_a_pair_of_a_total_stands_where_its_row_does():
    (read,), _ = read_games('[TotalScoreTable "PairId;TotalMP;Direction"]\n7 9 EW\n')
    table = read.tables["TotalScoreTable"]
    pair = row_pair(table, table.rows[0], None, WHERE)
    assert (pair.number, pair.side, pair.line, pair.at.line) == ("7", None, "EW", 2)
    assert row_pair(table, table.rows[0], None, WHERE, Place(line=9)).at.line == 9


def test_the_result_of_a_game_stands_where_its_score_is_and_else_where_its_contract_is():
    contract = '[Board "7"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'
    assert (game(contract).at.line, game(contract + '[Score "NS 400"]\n').at.line) == (3, 5)


@pytest.mark.parametrize(
    ("text", "kind", "percent"),
    [("A+", "average", 60), ("A-", "average", 40), ('"60%"', "artificial", 60), ("x", "unknown", None)],
)
def test_an_award_may_stand_in_place_of_the_points_of_a_side(text, kind, percent):
    row = f'[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW"]\n1 2 {text} A-\n3 4 - -100\n'
    (event,) = parse(f'[Event "Cup"]\n[Site "Hall"]\n[Board "1"]\n{row}'.encode()).events
    ruled, played = event.facts.results
    assert (ruled.ns_score.kind, ruled.ns_score.percent) == (kind, percent)
    assert (ruled.ew_score.kind, ruled.ew_score.percent) == ("average", 40)
    assert (played.ns_score.points, played.ew_score.points) == (100, 100)


def test_who_took_the_place_of_declarer_is_declarer_and_the_caret_stays():
    head = '[Board "1"]\n[Dealer "N"]\n'
    game = head + '[Declarer "^S"]\n[Contract "4S"]\n[Result "10"]\n'
    table = head + '[ScoreTable "Contract;Declarer;Result"]\n4S ^S 10\n'
    for text in (game, table):
        (event,) = parse(text.encode()).events
        (found,) = event.facts.results
        assert (found.declarer, [(each.name, each.value) for each in found.details]) == ("S", [("Declarer", "^S")])
        written = render(merged(**{name: getattr(event.facts, name) for name in event.facts.FIELDS})).data
        assert b"^S" in written
