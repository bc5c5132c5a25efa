from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import Grade
from shared.bridge.matches.match_awards import GRADES, MatchAward, bye, match_award, mismatch, removed_board, ruling_of


def test_a_bye_is_worth_twelve_of_twenty() -> None:
    assert bye(20) == 12
    assert bye(30) == 18


@pytest.mark.parametrize(
    ("award", "of_20", "of_half"),
    [("void", 8, 4), ("director fault", 12, 6), ("average plus", 12, 6), ("average", 10, 5), ("average minus", 8, 4)],
)
def test_an_award_is_a_share_of_the_most_that_the_scale_gives(award: str, of_20: int, of_half: int) -> None:
    assert match_award(MatchAward(award), 20) == of_20
    assert match_award(MatchAward(award), 10, Fraction(3)) == of_half


def test_opponents_who_should_not_have_met_are_corrected_towards_the_average() -> None:
    assert mismatch(Fraction(12), against_higher=True) == 14
    assert mismatch(Fraction(13), against_higher=False) == 11
    assert match_award(MatchAward.MET_HIGHER, 20, Fraction(12)) == 14
    assert match_award(MatchAward.MET_LOWER, 20, Fraction(13)) == 11


@given(st.fractions(min_value=0, max_value=20))
def test_a_correction_gives_nothing_to_the_side_at_fault_and_takes_nothing_from_the_other(score: Fraction) -> None:
    assert mismatch(score, against_higher=False) <= score <= mismatch(score, against_higher=True)


def test_a_mismatch_needs_a_score_on_the_scale_to_20() -> None:
    assert match_award(MatchAward.MET_HIGHER, 20) is None
    assert match_award(MatchAward.MET_LOWER, 30, Fraction(13)) is None


def test_a_removed_board_is_three_imps_if_half_of_the_match_was_played() -> None:
    assert removed_board(Grade.PLUS, played=4, boards=8) == 3
    assert removed_board(Grade.MINUS, played=7, boards=8) == -3
    assert removed_board(Grade.AVERAGE, played=7, boards=8) == 0
    assert removed_board(Grade.PLUS, played=3, boards=8) is None
    assert removed_board(Grade.PLUS, played=0, boards=0) is None


def test_directors_name_the_three_grades() -> None:
    assert set(GRADES.values()) == set(Grade)


def test_a_ruling_is_known_by_what_both_sides_have() -> None:
    assert ruling_of(Decimal(8), Decimal(8), 20) is MatchAward.VOID
    assert ruling_of(Decimal("12.00"), Decimal(12), 20) is MatchAward.DIRECTOR_FAULT
    assert ruling_of(Decimal(4), Decimal(4), 10) is MatchAward.VOID
    assert ruling_of(Decimal(8), Decimal(12), 20) is None
    assert ruling_of(Decimal(10), Decimal(10), 20) is None
