"""The most statements about places that do not contradict each other."""

from decimal import Decimal
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.differences.agreement import longest_agreement, mostly_right, systematic

Statement = tuple[int, Decimal, bool]


def agree(one: Statement, other: Statement) -> bool:
    (better, value, _), (worse, smaller, _) = sorted((one, other), key=lambda statement: statement[0])
    return value == smaller if better == worse else value >= smaller


def test_nobody_agrees_with_nobody() -> None:
    assert longest_agreement([]) == set()


def test_statements_that_all_agree_are_all_kept() -> None:
    assert longest_agreement([(1, Decimal(60), True), (2, Decimal(50), True), (2, Decimal(50), True)]) == {0, 1, 2}


def test_of_two_values_in_one_place_the_one_that_belongs_there_is_kept() -> None:
    statements = [(1, Decimal(60), True), (3, Decimal(55), False), (3, Decimal(50), True), (4, Decimal(40), True)]
    assert longest_agreement(statements) == {0, 2, 3}


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5).map(Decimal), st.booleans()), max_size=8))
@settings(max_examples=150)
def test_no_larger_set_agrees_and_none_as_large_has_more_places_that_are_right(statements: list[Statement]) -> None:
    def worth(numbers: tuple[int, ...] | set[int]) -> tuple[int, int]:
        return len(numbers), sum(statements[number][2] for number in numbers)

    found = longest_agreement(statements)
    assert all(agree(statements[a], statements[b]) for a, b in combinations(found, 2))
    everything = range(len(statements))
    best = max(
        worth(numbers)
        for size in range(len(statements) + 1)
        for numbers in combinations(everything, size)
        if all(agree(statements[a], statements[b]) for a, b in combinations(numbers, 2))
    )
    assert worth(found) == best


def test_half_of_those_asked_are_enough_to_believe_what_they_say() -> None:
    assert mostly_right(1, 2)
    assert mostly_right(0, 0)
    assert not mostly_right(1, 1)
    assert not mostly_right(3, 5)


def test_so_many_are_wrong_that_they_have_one_reason() -> None:
    assert systematic(3, 4)
    assert not systematic(2, 4)
    assert not systematic(3, 3)
    assert not systematic(0, 0)
