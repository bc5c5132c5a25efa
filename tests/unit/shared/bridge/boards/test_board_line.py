"""Lines of a traveller: weighted rulings and what they put into the field."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_PLUS
from shared.bridge.boards.board_line import BoardLine, Weighted, components, frequencies
from tests.support.board_lines import played

RULING = Weighted(((420, Fraction(3, 10)), (-50, Fraction(7, 10))))


def test_a_result_at_the_table_counts_for_both_sides_with_opposite_signs():
    assert played(420) == BoardLine(420, -420)
    assert played(RULING, group=2).ew == Weighted(((-420, Fraction(3, 10)), (50, Fraction(7, 10))))


@pytest.mark.parametrize(
    "parts",
    [
        (),
        ((420, Fraction(1, 2)),),
        ((420, Fraction(3, 2)), (-50, Fraction(-1, 2))),
        ((420, Fraction(1)), (-50, Fraction(0))),
        ((420, Fraction(7, 10)), (-50, Fraction(4, 10))),
    ],
)
def test_weights_that_are_not_shares_of_one_result_are_refused(parts):
    with pytest.raises(ValueError, match="weight"):
        Weighted(parts)


def test_only_real_scores_go_into_the_field():
    assert list(components(420)) == [(420, 1)]
    assert list(components(RULING)) == [(420, Fraction(3, 10)), (-50, Fraction(7, 10))]
    assert list(components(AVERAGE_PLUS)) == []
    assert list(components(None)) == []


def test_the_field_counts_results_and_parts_of_results():
    assert frequencies([(420, 2), (RULING, 1), (AVERAGE, 5), (None, 1), (-50, 1)]) == {
        420: Fraction(23, 10),
        -50: Fraction(17, 10),
    }


def test_a_line_is_scored_when_either_side_has_a_score():
    assert BoardLine(AVERAGE, None).scored
    assert BoardLine(None, 0).scored
    assert not BoardLine(None, None).scored


def test_a_line_stands_for_at_least_one_result():
    with pytest.raises(ValueError, match="at least one"):
        played(420, count=0)
