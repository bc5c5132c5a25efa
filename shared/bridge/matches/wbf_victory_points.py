"""The WBF's victory point scales of 2013, continuous and discrete, by algorithm.

Both come from one curve. With the golden ratio τ = (√5-1)/2, r = τ³ and a blitz of B = 15·√N IMPs for N boards, a win
by M IMPs is worth 10 + 10·(1 - r^(M/B)) / (1 - r), at most 20.

* Continuous: rounded half up to 0.01 and then repaired so that another IMP is never worth more than the one before it.
* Discrete: the bound of a step is the last whole margin below the curve's half point, repaired so that no step is
  narrower than the one before it. It is the EBU's scale too, and USEBIO's default (USEBIO 1.4 ``VP_SCALE``).

The continuous tables equal a published federation's table for 1 to 10 boards and are trusted above; the discrete ones
equal the EBU's for every length that the tests list.
"""

from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache

MOST_BOARDS = 400
"""Longer matches than this have no table: the cost of making one grows with its length, and no match is longer."""

# Every calculation names this context: the caller's thread may round otherwise.
_PRECISE = Context(prec=50)
with localcontext(_PRECISE):
    _TAU = (Decimal(5).sqrt() - 1) / 2
    _R = _TAU**3
    _LN_R = _R.ln()
_CENT = Decimal("0.01")


def _check(boards: int) -> None:
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError(f"a victory point table is for 1 to {MOST_BOARDS} boards, not {boards}")


@cache
def continuous_table(boards: int) -> tuple[Decimal, ...]:
    """Return the winner's victory points for a margin of 0, 1, 2, ... IMPs, to the first 20.00.

    Raises:
        ValueError: when the number of boards is not 1 to `MOST_BOARDS`.
    """
    _check(boards)
    values: list[Decimal] = []
    with localcontext(_PRECISE):
        blitz = 15 * Decimal(boards).sqrt()
        while not values or values[-1] < 20:
            exact = 10 + 10 * (1 - (len(values) * _LN_R / blitz).exp()) / (1 - _R)
            values.append(min(Decimal(20), exact).quantize(_CENT, ROUND_HALF_UP))
    margin = 1
    while margin < len(values) - 1:
        if values[margin + 1] - values[margin] > values[margin] - values[margin - 1]:
            values[margin] += _CENT
            margin = max(1, margin - 1)
        else:
            margin += 1
    return tuple(values)


def continuous(margin: int, boards: int) -> tuple[Decimal, Decimal]:
    """Return both sides' victory points on the continuous scale, for whole IMPs by which the first side won."""
    table = continuous_table(boards)
    winner = table[min(abs(margin), len(table) - 1)]
    loser = 20 - winner
    return (winner, loser) if margin >= 0 else (loser, winner)


@cache
def discrete_table(boards: int, *, half_match: bool = False) -> tuple[int, ...]:
    """Return the first margin in IMPs that is worth 10, 11, ..., 20 victory points.

    A half match, one leg of a short triple, is worth 5 to 10: the same curve with N halved.

    Raises:
        ValueError: when the number of boards is not 1 to `MOST_BOARDS`.
    """
    _check(boards)
    middle = 5 if half_match else 10
    last: list[int] = []
    with localcontext(_PRECISE):
        blitz = 15 * (Decimal(boards) / 2 if half_match else Decimal(boards)).sqrt()
        for step in range(middle):
            above = Decimal(2 * step + 1) / (2 * middle)
            last.append(int(blitz * (1 - (1 - _R) * above).ln() / _LN_R))
    _widen(last)
    return (0, *(bound + 1 for bound in last))


def _widen(last: list[int]) -> None:
    """Move bounds down until no step is narrower than the one before it; the draw spans both signs."""
    place = 0
    while place < len(last) - 1:
        width = 2 * last[0] + 1 if place == 0 else last[place] - last[place - 1]
        if last[place + 1] - last[place] < width:
            last[place] -= 1
            place = 0
        else:
            place += 1


def discrete(margin: int, boards: int, *, half_match: bool = False) -> tuple[Decimal, Decimal]:
    """Return both sides' victory points on the discrete scale, of 20-0 or of 10-0 for a half match."""
    table = discrete_table(boards, half_match=half_match)
    middle = len(table) - 1
    won = sum(abs(margin) >= first for first in table[1:])
    winner, loser = Decimal(middle + won), Decimal(middle - won)
    return (winner, loser) if margin >= 0 else (loser, winner)
