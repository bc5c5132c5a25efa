"""Which boards come to each table next.

1. The sets of boards have a circular order. A table advances in it by a constant number of sets a round: by one in most
   movements, backwards at the upper tables of a web.
2. All sets are known if the number of boards is stated, or if the last round brought no new set: as all tables advance
   by one, all sets have then been seen. Otherwise a set that nobody has played yet, and the one after the last, are
   unknown. A table without two known consecutive rounds advances like the others, if these agree.
3. If the sets of a table do not follow this order, or tables advance differently other than by one forwards or
   backwards, the boards were changed by hand, and none are known.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from services.seating.domain.inferred.played_rounds import PlayedSection
from shared.natural_order import natural

BoardSet = frozenset[str]


def next_sets(section: PlayedSection, rounds: Sequence[int], boards: int | None) -> dict[str, BoardSet]:
    """The sets of the next round by table, as far as the rounds that are over, in a row, determine them."""
    sets = {(number, table): boards_ for (number, table), boards_ in section.sets.items() if number in rounds}
    seen = set(sets.values())
    order: list[BoardSet] = []
    size = section.boards_of_a_set
    if boards and size and boards % size == 0 and boards <= 1_000:
        order = [frozenset(str(first + more) for more in range(size)) for first in range(1, boards + 1, size)]
    stated = bool(order) and seen <= set(order)
    closed = stated or seen == {boards_ for (number, _), boards_ in sets.items() if number != rounds[-1]}
    if not stated:
        order = sorted(seen, key=lambda board_set: sorted(map(natural, board_set)))
    places = {board_set: place for place, board_set in enumerate(order)}
    came: dict[str, dict[int, int]] = defaultdict(dict)
    for (number, table), boards_ in sets.items():
        came[table][number] = places[boards_]
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


def _steps(came: Mapping[str, Mapping[int, int]], size: int, closed: bool) -> dict[str, int]:
    """How far each table goes on in the order of sets, where two rounds in a row show it; empty by rule 3."""
    steps: dict[str, int] = {}
    for table, by_round in came.items():
        rounds = sorted(by_round)
        gaps = [(second - first, by_round[second] - by_round[first]) for first, second in pairwise(rounds)]
        step = next((change for gap, change in gaps if gap == 1), None)
        if step is None:
            continue
        if any((change - step * gap) % size for gap, change in gaps):
            return {}
        if closed:
            # The same step around the sets, forwards or backwards, whichever is shorter.
            step = step % size if 2 * (step % size) <= size else step % size - size
        steps[table] = step
    return steps if len(set(steps.values())) == 1 or set(steps.values()) <= {1, -1} else {}
