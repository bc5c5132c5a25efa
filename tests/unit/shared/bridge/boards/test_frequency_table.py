"""The scores of one side, and what each wins against the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shared.bridge.boards.board_line import Weighted
from shared.bridge.boards.frequency_table import frequency_table


def test_a_score_wins_two_for_each_lower_one_and_one_for_each_other_equal_one():
    table = frequency_table([(420, 1), (-50, 2)])
    assert (table.wins(420), table.wins(-50), table.count) == (4, 1, 3)
    assert isinstance(table.wins(420), int)


def test_a_score_that_is_not_in_the_table_is_refused():
    with pytest.raises(KeyError):
        frequency_table([(420, 1), (-50, 2)]).wins(400)


def test_a_weighted_ruling_counts_with_its_weights():
    ruling = Weighted(((620, Fraction(3, 4)), (-100, Fraction(1, 4))))
    table = frequency_table([(ruling, 1), (170, 1)])
    assert (table.count, table.wins(620)) == (2, 2 * Fraction(5, 4) + Fraction(3, 4) - 1)
