"""Which boards come to each table next.

1. The sets of boards have a circular order. A table advances in it by a constant number of sets a round: by one in most
   movements, backwards at the upper tables of a web.
2. All sets are known if the number of boards is stated, or if the last round brought no new set: as all tables advance
   by one, all sets have then been seen. Otherwise a set that nobody has played yet, and the one after the last, are
   unknown. A table without two known consecutive rounds advances like the others, if these agree.
3. If the sets of a table do not follow this order, or tables advance differently other than by one forwards or
   backwards, the boards were changed by hand, and none are known.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from services.seating.domain.inferred.played_rounds import PlayedSection
from shared.natural_order import natural

BoardSet = frozenset[str]


def next_sets(section: PlayedSection, rounds: Sequence[int], boards: int | None) -> dict[str, BoardSet]:
    """The sets of the next round by table, as far as they are determined.

    Args:
        section: what was played.
        rounds: those that are over, in a row.
        boards: how many the section has; None when that is not stated.
    """
    seen = {section.sets[number, table] for number, table in section.sets if number in rounds}
    tables = {table for number, table in section.sets if number in rounds}
    before = {section.sets[number, table] for number, table in section.sets if number in rounds[:-1]}
    order = _stated_order(seen, boards, section.boards_of_a_set)
    closed = bool(order) or seen == before
    order = order or sorted(seen, key=lambda board_set: min(map(natural, board_set), default=()))
    places = {board_set: place for place, board_set in enumerate(order)}
    came = {
        table: {number: places[section.sets[number, table]] for number in rounds if (number, table) in section.sets}
        for table in tables
    }
    steps = _steps(came, len(order), closed)
    common = set(steps.values())
    predicted: dict[str, BoardSet] = {}
    for table, by_round in came.items():
        step = steps.get(table, min(common) if len(common) == 1 else None)
        if step is not None:
            latest = max(by_round)
            following = by_round[latest] + step * (rounds[-1] + 1 - latest)
            if closed or 0 <= following < len(order):
                predicted[table] = order[following % len(order)]
    return predicted


def _stated_order(seen: set[BoardSet], boards: int | None, size: int | None) -> list[BoardSet]:
    """All sets from board 1; empty if the number of boards does not determine them."""
    if not boards or not size or boards % size or boards > 1_000:
        return []
    order = [frozenset(str(first + more) for more in range(size)) for first in range(1, boards + 1, size)]
    return order if seen <= set(order) else []


def _steps(came: Mapping[str, Mapping[int, int]], size: int, closed: bool) -> dict[str, int]:
    """How far each table goes on in the order of sets, where two rounds in a row show it; empty by rule 3."""
    steps: dict[str, int] = {}
    for table, by_round in came.items():
        rounds = sorted(by_round)
        step = next(
            (by_round[second] - by_round[first] for first, second in pairwise(rounds) if second == first + 1), None
        )
        if step is None:
            continue
        steps[table] = _nearest(step, size) if closed else step
        if any(
            (by_round[second] - by_round[first] - step * (second - first)) % size for first, second in pairwise(rounds)
        ):
            return {}
    return steps if len(set(steps.values())) == 1 or set(steps.values()) <= {1, -1} else {}


def _nearest(step: int, size: int) -> int:
    """The same step around the sets, forwards or backwards, whichever is shorter."""
    forwards = step % size
    return forwards if 2 * forwards <= size else forwards - size
