"""Which of many statements contradict the others: as few as possible."""

from collections.abc import Sequence
from decimal import Decimal

FEW = 3
"""Statements of which each stands for itself."""


def systematic(wrong: int, asked: int) -> bool:
    """Whether so many of those that were asked are wrong that all of them have one reason."""
    return 2 * wrong > asked > FEW


def mostly_right(wrong: int, asked: int) -> bool:
    """Whether at least half of those that were asked are right, so that what they are compared with is all there."""
    return 2 * wrong <= asked


def longest_agreement(statements: Sequence[tuple[int, Decimal, bool]]) -> set[int]:
    """The numbers of the most statements that do not contradict each other, found in n log n steps.

    Two statements agree when the better place has no smaller value, and the same place the same value. Of several such
    sets it is one with the most places that are right by themselves.

    Args:
        statements: for each participant the place, the value, and whether the place is right if all values are.
    """
    # Within a place the smaller value comes first, so that a sequence that never rises holds one value of each place.
    order = sorted(range(len(statements)), key=lambda number: statements[number][:2])
    falling = sorted({value for _, value, _ in statements}, reverse=True)
    column = {value: number for number, value in enumerate(falling, 1)}
    # A Fenwick tree over the values, greatest first: the best set that ends in a value at least as great.
    best: list[tuple[int, int, int]] = [(0, 0, -1)] * (len(falling) + 1)
    before: dict[int, int] = {}
    for number in order:
        _, value, fits = statements[number]
        longest = (0, 0, -1)
        at = column[value]
        while at:
            longest = max(longest, best[at])
            at &= at - 1
        before[number] = longest[2]
        longer = (longest[0] + 1, longest[1] + fits, number)
        at = column[value]
        while at < len(best):
            best[at] = max(best[at], longer)
            at += at & -at
    last = max(best)[2]
    agreeing: set[int] = set()
    while last >= 0:
        agreeing.add(last)
        last = before[last]
    return agreeing
