"""Tags of a game and their values."""

import pytest

from shared.formats.pbn.tags import MANDATORY, SUPPLEMENTAL
from tests.support.pbn_games import codes, found, read_games


def test_there_are_fifteen_mandatory_tags():
    assert len(MANDATORY) == len(set(MANDATORY)) == 15
    assert not SUPPLEMENTAL & set(MANDATORY)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('[Date "2031.13.01"]', "bad-value"),
        ('[Board "0"]', "bad-value"),
        ('[Dealer "X"]', "bad-value"),
        ('[Vulnerable "maybe"]', "bad-value"),
        ('[Declarer "^"]', "bad-value"),
        ('[Contract "8S"]', "bad-value"),
        ('[Result "14"]', "bad-value"),
        ('[Scoring ";"]', "bad-value"),
        ('[Scoring "IMP;House"]', "unknown-scoring"),
        ('[Scoring "IMPs"]', "read-as"),
        ('[Room "Left"]', "bad-value"),
        ('[FrenchMP "Oui"]', "bad-value"),
        ('[Hidden "N-S"]', "bad-value"),
        ('[Score "many"]', "bad-value"),
        ('[ScoreIMP "NS"]', "bad-value"),
        ('[ScorePercentage "104"]', "bad-value"),
        ('[ScorePercentage "NS -4"]', "bad-value"),
        ('[ScoreRubber "120"]', "bad-value"),
        ('[ScoreRubberHistory "NS 0"]', "bad-value"),
        ('[Time "25:00:00"]', "bad-value"),
        ('[UTCDate "5 May"]', "bad-value"),
        ('[EventDate "2031.02.30"]', "bad-value"),
        ('[TimeControl "4"]', "bad-value"),
        ('[TimeCall "soon"]', "bad-value"),
        ('[Shoe "7"]', "unknown-tag"),
        ('[Vulnerable "N-S"]', "read-as"),
        ('[Room "closed"]', "read-as"),
        ('[FrenchMP "yes"]', "read-as"),
        ('[Hidden "ew"]', "read-as"),
        ('[Hidden " EW"]', "read-as"),
        ('[Hidden "NN"]', "bad-value"),
        ('[Date "2031.05.04 "]', "read-as"),
        ('[ScoreMP "NS 4,5"]', "read-as"),
        ('[Result "9"] nine', "stray-text"),
    ],
)
def test_a_value_that_its_tag_does_not_allow_is_found_at_its_line(line, code):
    assert found(f'[Event "x"]\n{line}\n') == [(code, 2)]


@pytest.mark.parametrize(
    "line",
    [
        '[Result "^9"]',
        '[Result "NS 9 EW 4"]',
        '[Result "NS 3 EW 2"]',
        '[Result "EW 10"]',
        '[Score "NS 420 EW -420"]',
        '[Score "NS 420 EW -300"]',
        '[Scoring "IMP;Butler-2;OldMP"]',
        '[OptimumScore "EW -90"]',
        '[TimeControl ""]',
        '[Declarer "?"]',
        '[Competition "House"]',
        '[WestType "program"]',
        '[Annotator "A;B"]',
        '[DealId "x 7"]',
    ],
)
def test_what_the_document_allows_gives_no_finding(line):
    assert found(line) == []


def test_the_contract_of_an_end_position_is_the_denomination_alone():
    end = '[Deal "N:A... .A.. ..A. ...A"]\n[Contract "NT"]\n'
    assert codes(end) == set()
    assert codes('[Contract "NT"]\n') == {"bad-value"}
    assert found(end.replace("NT", "3NTX")) == [("read-as", 2)]


def test_an_unknown_tag_is_said_once_for_the_file_and_a_habit_at_its_first_lines():
    text = '[Shoe "7"]\n[Date "2031-05-04"]\n\n[Shoe "8"]\n[Date "2031-05-05"]\n'
    assert sorted(found(text)) == [("read-as", 2), ("read-as", 5), ("unknown-tag", 1)]
    games, _ = read_games(text)
    assert [game.values.date for game in games] == ["2031-05-04", "2031-05-05"]


def test_games_won_that_do_not_give_the_vulnerability_are_found_at_the_later_tag():
    history, vulnerable = '[ScoreRubberHistory "NS 0 0 / 100 0 EW 0 0 / 0 0"]', '[Vulnerable "EW"]'
    assert found(f"{history}\n{vulnerable}\n") == [("rubber-history", 2)]
    assert found(f"{vulnerable}\n{history}\n") == [("rubber-history", 2)]
    assert found(f'{history}\n[Vulnerable "NS"]\n') == []


@pytest.mark.parametrize(
    "value",
    [
        "NS 0 0 / 100 EW 0 0 / 0",
        "NS 0 0 / 40 0 EW 0 0 / 60 0",
        "NS 0 0 / 100 0 EW 0 0 / 120 0",
        "NS 0 0 / 100 120 0 EW 0 0 / 0 0 0",
        "NS 0 0 / 0 0 0 EW 0 0 / 100 100 0",
        "NS 0 0 / 100 0 100 EW 0 0 / 0 100 0",
        "NS 0 0 / 35 EW 0 0 / 0",
    ],
)
def test_points_that_no_rubber_has_are_found(value):
    assert ("rubber-impossible", 2) in found(f'[Event "x"]\n[ScoreRubberHistory "{value}"]\n')


@pytest.mark.parametrize(
    "value",
    [
        "NS 0 0 / 0 EW 0 0 / 0",
        "NS 700 30 / 90 EW 0 500 / 60",
        "NS 0 0 / 100 0 EW 0 0 / 60 90",
        "NS 0 0 / 40 120 30 EW 0 0 / 960 0 40",
    ],
)
def test_points_that_a_rubber_can_have_are_not(value):
    assert found(f'[ScoreRubberHistory "{value}"]\n') == []


def test_nobody_declares_a_board_that_all_four_pass():
    assert found('[Declarer "N"]\n[Contract "Pass"]\n[Result "0"]\n') == [("read-as", 1), ("read-as", 3)]
    assert found('[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n') == []


PLAYED = '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'


@pytest.mark.parametrize(
    ("value", "played", "other"),
    [
        ("NS 60 EW 60", ["percentages"], []),
        ("NS 50 EW 60", ["percentages"], []),
        ("NS 70.5 EW 60", ["percentages"], ["percentages"]),
        ("EW 33.34 NS 66.67", [], []),
        ("NS 40 EW 50", [], []),
        ("NS 99", [], []),
        ("NS 120 EW -20", ["bad-value"], ["bad-value"]),
    ],
)
def test_both_sides_have_no_more_than_a_hundred_unless_they_could_not_play(value, played, other):
    tag = f'[ScorePercentage "{value}"]\n'
    assert [code for code, _ in found(PLAYED + tag)] == played
    assert [code for code, _ in found(tag)] == other


def test_a_caret_belongs_to_the_result():
    assert found('[Result "^9"]\n') == []
    assert found('[Score "^NS 50"]\n') == [("read-as", 1)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('[Result "NS 9 EW 5"]', "bad-value"),
        ('[Score "42.5"]', "bad-value"),
        ('[OptimumScore "420"]', "bad-value"),
        ('[OptimumScore "NS 420 EW 420"]', "scores-not-opposite"),
        ('[OptimumScore "NS 420 EW -400"]', "scores-not-opposite"),
        ('[Score "NS 140 EW 140"]', "scores-not-opposite"),
    ],
)
def test_sides_that_cannot_have_these_numbers_are_found(line, code):
    assert found(f'[Event "x"]\n{line}\n') == [(code, 2)]


@pytest.mark.parametrize("line", ['[Result "NS 3 EW 2"]', '[Score "NS 420 EW -300"]', '[OptimumScore "NS 0 EW 0"]'])
def test_sides_that_may_have_these_numbers_are_not(line):
    assert found(line) == []


def test_what_several_tags_contradict_is_named():
    def messages(text: str) -> list[str]:
        return [finding.message for finding in read_games(text)[1]]

    assert messages('[Result "NS 9 EW 5"]\n') == ["Result: 9 and 5 do not add up to 13"]
    assert messages('[OptimumScore "NS 420 EW -400"]\n') == ["OptimumScore: 420 and -400 do not add up to 0"]
    assert messages('[Score "NS 140 EW 140"]\n') == ["Score: both sides have 140"]
    assert messages('[ScorePercentage "NS 120"]\n') == ["ScorePercentage: a percentage is 0 to 100"]
    assert messages('[Score "NS 0 EW 0"]\n') == messages('[ScorePercentage "NS 0 EW 100"]\n') == []
    assert messages('[OptimumScore "EW -90"]\n') == []
    assert messages('[ScoreMP "NS 4.5"]\n') == messages('[OptimumScore "NS 4.5 EW -4.5"]\n')[1:] == []


@pytest.mark.parametrize("name", ["Round", "Contract", "Result"])
def test_a_value_with_a_syntax_has_no_more_than_255_characters(name):
    too_long = f"{name}: longer than any value of this tag"
    for length, expected in ((255, False), (256, True)):
        _, findings = read_games(f'[{name} "{"x" * length}"]\n')
        assert (too_long in {finding.message for finding in findings}) is expected


def test_a_habit_says_how_the_value_was_understood():
    def computed(text: str):
        return [(finding.message, finding.stated, finding.computed) for finding in read_games(text)[1]]

    assert computed('[Room "c"]\n') == [("Room: a room is Open or Closed; it was read as Closed", "c", "Closed")]
    assert computed('[Room "Open "]\n') == [("Room: there are blanks around the value", "Open ", None)]
    assert computed('[Score "+50"]\n')[0][2] is None
    assert computed('[Contract "4S-1"]\n')[0][2] == "4S"


def test_the_result_behind_a_contract_counts_where_no_other_stands():
    (game,), _ = read_games('[Contract "4S-1"]\n')
    assert game.values.result.declarer == 9
    (game,), _ = read_games('[Contract "4S-1"]\n[Result "10"]\n')
    assert game.values.result.declarer == 10
    (game,), _ = read_games('[Contract "4S"]\n[Result "?"]\n')
    assert game.values.result is None


def test_text_behind_a_tag_is_reported_once_and_a_stray_character_is_not_reported_again():
    assert found('[Board "1"]\nsome text\n') == [("stray-text", 2)]
    assert found('[Board "1"] ]\n') == [("stray-text", 1)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[Declarer "N"]\n[Result "9"]', 2),
        ('[Declarer "N"]\n[Contract "?"]\n[Result "9"]', 3),
        ('[Contract "4S"]\n[Result "10"]', 2),
    ],
)
def test_a_result_without_its_contract_or_its_declarer_is_found(text, line):
    assert found(text) == [("contract-missing", line)]


@pytest.mark.parametrize("text", ['[Contract "4S"]\n[Result "NS 10"]', '[Contract "Pass"]\n[Result ""]'])
def test_a_result_that_needs_no_declarer_is_not(text):
    assert found(text) == []
