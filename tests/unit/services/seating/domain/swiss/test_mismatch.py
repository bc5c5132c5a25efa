"""Wrong draws: who would have met whom, and what a mismatch is worth."""

from fractions import Fraction

import pytest

from services.seating.domain.swiss.mismatch import OtherOpponent, adjusted, other_opponents

POINTS = {name: Fraction(points) for name, points in {"1": 60, "2": 54, "3": 50, "4": 40}.items()}


def test_the_same_draw_gives_nothing_whatever_the_order_of_sides() -> None:
    assert other_opponents([("1", "2"), ("3", "4")], [("4", "3"), ("2", "1")], POINTS) == ()


def test_everybody_who_meets_another_is_listed_with_the_difference() -> None:
    assert other_opponents([("1", "3"), ("2", "4")], [("1", "2"), ("3", "4")], POINTS) == (
        OtherOpponent("1", "3", "2", Fraction(-4)),
        OtherOpponent("3", "1", "4", Fraction(20)),
        OtherOpponent("2", "4", "1", Fraction(-20)),
        OtherOpponent("4", "2", "3", Fraction(4)),
    )


def test_a_bye_has_no_difference() -> None:
    assert other_opponents([("1", "2")], [("1", "3")], POINTS) == (
        OtherOpponent("1", "2", "3", Fraction(4)),
        OtherOpponent("2", "1", None, None),
        OtherOpponent("3", None, "1", None),
    )


def test_in_a_triple_each_of_two_opponents_counts() -> None:
    triple = [("1", "2"), ("2", "3"), ("3", "1")]
    assert other_opponents(triple, triple, POINTS) == ()
    found = other_opponents(triple, [("1", "2"), ("3", "4")], POINTS)
    assert [(one.side, one.met, one.right) for one in found] == [
        ("1", "3", None),
        ("2", "3", None),
        ("3", "2", "4"),
        ("3", "1", "4"),
        ("4", None, "3"),
    ]


@pytest.mark.parametrize(("difference", "mismatch"), [(5, False), (-5, False), (6, True), (-6, True), (None, False)])
def test_more_than_five_victory_points_are_a_mismatch(difference: int | None, mismatch: bool) -> None:
    change = OtherOpponent("1", "2", "3", None if difference is None else Fraction(difference))
    assert change.is_mismatch == mismatch


@pytest.mark.parametrize(
    ("difference", "at_fault", "score", "gives"),
    [
        (6, False, 12, 14),
        (-6, True, 13, 11),
        (-6, True, 3, 3),
        (6, True, 12, 12),
        (-6, False, 13, 13),
        (5, False, 12, 12),
        (-5, True, 13, 13),
        (None, False, 12, 12),
    ],
)
def test_a_side_that_is_not_at_fault_gains_and_one_that_is_loses(
    difference: int | None, at_fault: bool, score: int, gives: int
) -> None:
    change = OtherOpponent("1", "2", "3", None if difference is None else Fraction(difference))
    assert adjusted(Fraction(score), change, at_fault=at_fault) == gives
