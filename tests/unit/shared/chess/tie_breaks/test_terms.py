"""Sums and cuts."""

from hypothesis import given
from hypothesis import strategies as st

from shared.chess.tie_breaks.terms import Term, cut, total
from tests.support.chess_golden import compare_values


def terms(*parts: tuple[int, int, bool]) -> list[Term]:
    return [Term(round_, 0, amount, score=score, voluntary=own) for round_, (amount, score, own) in enumerate(parts, 1)]


def gone(found: list[Term]) -> list[int]:
    return [term.round for term in found if term.cut]


def test_the_lowest_and_the_highest_are_cut():
    assert gone(cut(terms((5, 5, False), (2, 2, False), (7, 7, False)), 1, 1)) == [2, 3]


def test_the_least_significant_value_is_that_of_the_weakest_opponent_not_the_smallest():
    assert gone(cut(terms((0, 9, False), (4, 4, False)), 1, 0)) == [2]


def test_of_equal_opponents_the_smaller_value_goes():
    assert gone(cut(terms((8, 4, False), (0, 4, False)), 1, 0)) == [2]


def test_an_own_unplayed_round_goes_first_when_it_is_worth_no_less():
    assert gone(cut(terms((3, 3, False), (6, 6, True)), 1, 0)) == [2]
    assert gone(cut(terms((3, 3, False), (0, 6, True)), 1, 0)) == [1]


def test_a_second_cut_looks_again():
    assert gone(cut(terms((3, 3, False), (6, 6, True), (4, 4, False)), 2, 0)) == [1, 2]


def test_nothing_more_is_cut_than_there_is():
    assert total(cut(terms((3, 3, False)), 2, 2)) == 0
    assert cut([], 1, 1) == []


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.booleans()), max_size=9),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_cutting_keeps_all_terms_and_cuts_as_many_as_asked(parts, low, high):
    before = terms(*parts)
    after = cut(before, low, high)
    assert [term._replace(cut=False) for term in after] == before
    assert len(gone(after)) == min(low + high, len(parts))
    assert total(after) <= total(before)


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values("terms", ("BH/C1", "BH/C2", "BH/M1", "SB/C1", "EGMSB/C1", "PS/C2"))
