"""What the elements of tables have to be, each for itself and together."""

import pytest

from shared.formats.pbn.checks.tables import in_range, span
from tests.support.pbn_games import found, read_games


@pytest.mark.parametrize(
    ("columns", "body", "line"),
    [
        ("-Rank;Call", "1 4S\n3 4H\n2 4D\n", 4),
        ("+Percentage;Call", "100 4S\n60 4H\n60 4D\n70 X\n", 5),
        ("-Mine;Call", "1 4S\n? X\n0.5 4H\n", 4),
        ("+Rank;Call", "3 4S\n- 4H\n4 4D\n", 4),
        ("-Multiplicity;Rank", "2 1\n10 2\n9 3\n", 4),
        ("+Result;Rank", "10 1\n9 2\n11 3\n", 4),
    ],
)
def test_a_column_out_of_its_order_is_found_where_it_first_shows(columns, body, line):
    assert found(f'[ScoreTable "{columns}"]\n{body}') == [("table-order", line)]


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
        ('[ScoreTable "Contract;Score_NS"]\nA -\nA6040 -\nNP -\nPASS PASS\n- AVE+\n', []),
        (
            '[ScoreTable "Contract;Result"]\n4S =\n3S +1\n2S -12\n1S +123\n',
            [*(("read-as", n) for n in (2, 3, 4)), ("table-value", 5)],
        ),
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nN S +1\n', [("table-value", 2)]),
        ('[ScoreTable "Rank;MP_NS;Percentage_NS"]\n= 4,5 "75%"\n', [("read-as", 2)] * 3),
        ('[ScoreTable "Score_NS;Percentage_NS"]\n"" 105,5\n', [("read-as", 2), ("table-value", 2)]),
        ('[ScoreTable "Contract;Score_NS"]\nBAD 0\n1C BAD\n', [("table-value", 2), ("table-value", 3)]),
    ],
)
def test_what_the_defined_tables_have_to_be_is_checked(text, expected):
    assert found(text) == expected


GAME = (
    '[Dealer "N"]\n[Vulnerable "None"]\n'
    '[Deal "N:AKQJ.5432.432.32 T98.AKQ.KQJ.KQJ4 7654.JT9.AT98.A5 32.876.765.T9876"]\n'
    '[Declarer "N"]\n[Contract "1S"]\n[Auction "N"]\n1S AP\n[Play "E"]\nHK HT H6 H2\n*\n'
)
"""Ten lines with two calls and four cards."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[PlayTimeTable "Time"]\n1 2 3 4\n', []),
        ('[PlayTimeTable "Time"]\n1 2 3 4\n5\n', [("table-differs", 13)]),
        ('[AuctionTimeTable "Time;TotalTime"]\n1 1\n2 3\n', []),
        ('[AuctionTimeTable "Time;TotalTime"]\n1 1\n2 3\n3 6\n', [("table-differs", 14)]),
        ('[OptimumPlayTable "S;H;D;C"]\n' + "- A - -\n" * 5, []),
        ('[OptimumPlayTable "S;H;D;C"]\n' + "- A - -\n" * 6, [("table-differs", 17)]),
    ],
)
def test_a_table_has_at_most_a_row_for_each_call_or_card(text, expected):
    assert found(GAME + text) == expected


@pytest.mark.parametrize("order", ["", "-"])
def test_the_total_of_the_times_never_falls(order):
    table = f'[AuctionTimeTable "Time;{order}TotalTime"]\n1 {{}}\n1 {{}}\n'
    assert found(GAME + table.format("59", "1:00")) == []
    assert found(GAME + table.format("1:00:00", "59:59")) == [("table-order" if order else "table-differs", 13)]


def test_a_row_of_optimum_play_without_play_is_not_counted():
    assert found('[OptimumPlayTable "S;H;D;C"]\n- A - -\n- K - -\n') == []


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ("400,* 400 *,400", []),
        ("400,* 0,400 *,0", [("table-ranges", 2), ("table-ranges", 2)]),
        ("400,800 400 *,400", [("table-ranges", 2)]),
        ("400,* 400 100,400", [("table-ranges", 2)]),
        ("400,390 *,400 390,*", [("table-ranges", 2)]),
    ],
)
def test_ranges_cover_every_score_once_without_an_end(ranges, expected):
    assert found(f'[InstantScoreTable "ScoreRange_NS"]\n{ranges}\n') == expected


def test_ranges_that_are_said_to_descend_are_compared_by_their_scores():
    assert found('[InstantScoreTable "+ScoreRange_EW"]\n90,*\n*,100\n') == []
    assert found('[InstantScoreTable "+ScoreRange_EW"]\n*,100\n90,*\n') == [("table-order", 3)]


@pytest.mark.parametrize("name", ["ScoreTable", "MySection"])
def test_letters_beyond_ascii_stand_between_quotes_in_any_section(name):
    assert ("table-character", 3) not in found(f'[{name} "Names_NS"]\nJose\n"Jos\xe9"\n')
    assert ("table-character", 3) in found(f'[{name} "Names_NS"]\nJose\nJos\xe9\n')
    assert ("table-character", 3) in found(f'[{name} "Names_NS"]\n\n'[:-1] + "{comment}\nJos\xe9\n")


@pytest.mark.parametrize(
    ("row", "said"),
    [("420 -420", []), ("0 0", []), ("^60 ^60", []), ("420 ?", []), ("-50 -50", [("table-differs", 2)])],
)
def test_both_sides_of_a_row_never_win_or_lose_the_same(row, said):
    assert found(f'[ScoreTable "Score_NS;Score_EW"]\n{row}\n') == said


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("420 60 60", [("percentages", 2)]),
        ("420 54.2 45.8", []),
        ("420 ^60 ^60", []),
        ("? 60 60", []),
        ("? 70 70", [("percentages", 2)]),
        ("420 ? 60", []),
        ("420 33.4 66.7", []),
    ],
)
def test_a_board_that_was_played_has_no_more_than_a_hundred_in_all(row, said):
    assert found(f'[ScoreTable "Score_NS;Percentage_NS;Percentage_EW"]\n{row}\n') == said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[ScoreTable "-Rank;Call"]\n2 x\n1 y\n', "the column Rank is marked as ascending (-), but 1 follows 2"),
        ('[ScoreTable "+Rank;Call"]\n1 x\n2 y\n', "the column Rank is marked as descending (+), but 2 follows 1"),
        (GAME + '[AuctionTimeTable "TotalTime"]\n1:01\n60\n', "the total falls from 61 to 60 seconds"),
        (GAME + '[PlayTimeTable "Time"]\n1 2 3 4 5\n', "5 times for 4 in Play"),
        ('[AuctionTimeTable "Time"]\n3\n', "AuctionTimeTable belongs behind Auction"),
        ('[ScoreTable "Result"]\n14\n', "the column Result cannot have this value"),
        (
            '[OptimumResultTable "Declarer;Denomination;Result"]\nn s 9\nN S 8\n',
            "a second row gives the tricks of declarer N in S",
        ),
        ('[ScoreTable "Score_NS;Score_EW"]\n-50 -50\n', "both sides have a score of -50"),
        ('[ScoreTable "Score_NS;Percentage_NS;Percentage_EW"]\n50 60 60\n', "60 and 60 are more than 100"),
    ],
)
def test_a_finding_says_what_does_not_fit(text, message):
    assert message in [finding.message for finding in read_games(text)[1]]


def test_a_table_of_times_before_its_section_stands_alone():
    text = '[Dealer "N"]\n[AuctionTimeTable "Time"]\n3\n[Auction "N"]\nAP\n'
    assert found(text) == [("table-alone", 2)]


def test_a_time_without_an_order_may_fall_and_only_a_total_may_not():
    assert found(GAME + '[AuctionTimeTable "Time;TotalTime"]\n5 5\n3 5\n') == []
    assert found('[ScoreTable "TotalTime;Rank"]\n2 1\n1 2\n') == []


def test_elements_that_say_nothing_stand_in_any_column_and_break_no_order():
    assert found('[ScoreTable "-Rank;Result"]\n1 ?\n? !\n2 13\n') == []
    assert found('[ScoreTable "Result;Declarer"]\n^13 ^N\n') == []
    assert found('[ActionTable "+Call;Rank"]\n1C 1\n4S 2\n') == []


@pytest.mark.parametrize(
    ("ranges", "messages"),
    [
        ("400,* *,400", ["there is a gap between this range of scores and the one below it"]),
        ("390,* *,410", ["this range of scores overlaps the one below it"]),
        ("390,400 390 *,390", ["no range has the scores above"]),
        ("400,* 400 390,400", ["no range has the scores below"]),
        ("400,* 400 ! *,400", []),
        ("390,* 390 *,390", []),
        ("395,* *,395", []),
    ],
)
def test_what_is_wrong_with_ranges_is_named(ranges, messages):
    findings = read_games(f'[InstantScoreTable "ScoreRange_NS"]\n{ranges}\n')[1]
    assert [finding.message for finding in findings if "range" in finding.message] == messages


def test_a_range_has_its_ends_excluded():
    assert (span("420"), span("-50,50"), span("*,50"), span("50,*")) == (
        (420, 420),
        (-49, 49),
        (-1_000_000, 49),
        (51, 1_000_000),
    )
    assert [in_range("-50,50", score) for score in (-50, -49, 49, 50)] == [False, True, True, False]
    assert (in_range("420", 420), in_range("420", 430), in_range("many", 420)) == (True, False, False)


def test_a_ruling_of_either_side_may_be_anything():
    for row in ("^-50 -50", "-50 ^-50"):
        assert found(f'[ScoreTable "Score_NS;Score_EW"]\n{row}\n') == []
    for row in ("50 ^60 60", "50 60 ^60"):
        assert found(f'[ScoreTable "Score_NS;Percentage_NS;Percentage_EW"]\n{row}\n') == []
    assert found('[ScoreTable "Result;Percentage_NS;Percentage_EW"]\n9 60 60\n') == [("percentages", 2)]
