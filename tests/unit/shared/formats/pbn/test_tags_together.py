"""What the tags of a game say together."""

import pytest

from tests.support.pbn_games import found


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
