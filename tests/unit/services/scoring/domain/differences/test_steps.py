"""Each code that takes part in folding has one step, and causes come before what they explain."""

from contracts.codes import CATALOGUE, scoring, validation
from services.scoring.domain.differences import steps


def test_every_code_that_takes_part_is_in_the_catalogue() -> None:
    assert steps.STEPS.keys() <= CATALOGUE.keys()


def test_no_code_stands_in_two_lists() -> None:
    lists = (
        steps.REPAIRS,
        steps.PEOPLE,
        steps.CUT,
        steps.FOLLOWING_CUT,
        steps.GAMES_READ,
        steps.FOLLOWING_PEOPLE,
        steps.OTHER_RESULTS,
        steps.OF_LINES,
        steps.OF_GAMES,
        steps.OF_MOVEMENTS,
    )
    every = [code.code for codes in lists for code in codes]
    assert len(every) == len(set(every))


def test_lines_come_before_boards_and_these_before_totals_and_places() -> None:
    chain = (validation.SCORE_IMPOSSIBLE, scoring.POINTS_DIFFER, scoring.TOTAL_DIFFERS, scoring.PLACE_DIFFERS)
    numbers = [steps.STEPS[code.code] for code in chain]
    assert numbers == sorted(set(numbers))
