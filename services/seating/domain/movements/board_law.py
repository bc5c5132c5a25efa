"""Which boards come to each table next.

1. The sets have an order, and go around. A table goes on in it by the same number of sets each round: by one in most
   movements, backwards at the upper tables of a web.
2. The order is known where it is stated how many boards there are, or where as many sets as tables have been seen.
   Otherwise a set that nobody has played yet, and the one after the last, are not known.
3. A table whose sets do not come in this way has no boards stated.
"""

from collections.abc import Sequence
from itertools import pairwise

from services.seating.domain.movements.observed import Played
from shared.natural_order import natural

BoardSet = frozenset[str]


def next_sets(section: Played, rounds: Sequence[int], boards: int | None) -> dict[str, BoardSet]:
    """The sets of the next round by table, as far as they are determined.

    Args:
        section: what was played.
        rounds: those that are over, in a row.
        boards: how many the section has; None when that is not stated.
    """
    seen = {section.sets[number, table] for number, table in section.sets if number in rounds}
    tables = {table for number, table in section.sets if number in rounds}
    order = _stated_order(seen, boards, section.boards_of_a_set)
    closed = bool(order) or len(seen) >= len(tables)
    order = order or sorted(seen, key=lambda one: min(map(natural, one), default=()))
    places = {one: place for place, one in enumerate(order)}
    found: dict[str, BoardSet] = {}
    for table in tables:
        came = {number: places[section.sets[number, table]] for number in rounds if (number, table) in section.sets}
        following = _next(came, rounds[-1], len(order), closed)
        if following is not None:
            found[table] = order[following]
    return found


def _stated_order(seen: set[BoardSet], boards: int | None, size: int | None) -> list[BoardSet]:
    """All sets from board 1; empty where the number of boards does not say them."""
    if not boards or not size or boards % size or boards > 1_000:
        return []
    order = [frozenset(str(first + more) for more in range(size)) for first in range(1, boards + 1, size)]
    return order if seen <= set(order) else []


def _next(came: dict[int, int], last: int, size: int, closed: bool) -> int | None:
    """The place of the next set of a table, from the places by round; a round in which nobody was there has none."""
    rounds = sorted(came)
    if len(rounds) < 2:
        return None
    steps = {
        step % size if closed else step
        for one, other in pairwise(rounds)
        if other == one + 1
        for step in (came[other] - came[one],)
    }
    if len(steps) != 1:
        return None
    (step,) = steps
    if any((came[other] - came[one] - step * (other - one)) % size for one in rounds for other in rounds):
        return None
    following = came[rounds[-1]] + step * (last + 1 - rounds[-1])
    if closed:
        return following % size
    return following if 0 <= following < size else None
