"""Rounds of results that state none: derived from the boards that each pair has played, if these determine them.

1. A meeting is all boards of two pairs. All meetings have sets of the same size, and sets share no board. A meeting
   with fewer boards is still in play and counts for no round.
2. Mitchell: nobody sits on both sides. Boards go down, so each pair North-South plays its sets in order. Its first set
   is the one after a set that it has not played; or, if pairs have sat out, first sets follow the order of the pairs.
   Each pair East-West has one table in a round.
3. Howell: each meeting has a successor, between the next pair numbers and with the next set. Stationary pairs have the
   highest numbers or the lowest, or are the phantom. A meeting without a predecessor is in round 1.
4. If all sets have been played, nothing shows which came first; if two readings differ, neither is used.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from contracts.facts import ResultFact
from services.seating.domain.movements.construction import MOST_TABLES
from shared.natural_order import natural

Meeting = tuple[str, str]
"""North-South and East-West."""

Rounds = Mapping[Meeting, tuple[int, str]]
"""Round and table of each meeting; the table is named after its first occupants."""

LEAST_OF_A_HOWELL, MOST_OF_A_HOWELL = 4, 80
"""Pairs; fewer do not show which Howell it is, and more are played in sections."""


def with_rounds(results: Sequence[ResultFact]) -> list[ResultFact]:
    """The results of the meetings of a section whose round is determined, with its number; none has one before."""
    sets = _sets(results)
    rounds = _mitchell(sets) or _howell(sets)
    return [
        result.replace(round=rounds[meeting][0], table=rounds[meeting][1])
        for result in results
        if (meeting := (result.sides.ns or "", result.sides.ew or "")) in rounds
    ]


def with_tables(results: Sequence[ResultFact]) -> Sequence[ResultFact]:
    """The results of a section, a Howell by numbers with stated rounds, with the tables that they do not name.

    They stay as they are where it is no such Howell, or the stated rounds contradict the boards.
    """
    rounds = _howell(_sets(results))
    completed = []
    for result in results:
        number, table = rounds.get((result.sides.ns or "", result.sides.ew or ""), (result.round, None))
        if number != result.round:
            return results
        completed.append(result.replace(table=table))
    return completed


def _sets(results: Sequence[ResultFact]) -> dict[Meeting, int]:
    """Rule 1: the place of each meeting's set among the sets; empty where they do not fit together.

    Where boards are numbers, sets that nobody has played yet have their places too.
    """
    boards: dict[Meeting, set[str]] = defaultdict(set)
    for result in results:
        if result.sides.ns is None or result.sides.ew is None:
            return {}
        boards[result.sides.ns, result.sides.ew].add(result.board)
    if not boards:
        return {}
    sizes = Counter(map(len, boards.values()))
    size = max(sizes, key=lambda count: (sizes[count], count))
    whole = {meeting: frozenset(some) for meeting, some in boards.items() if len(some) == size}
    sets = sorted(set(whole.values()), key=lambda some: min(map(natural, some)))
    if max(sizes) > size or len({board for some in sets for board in some}) < size * len(sets):
        return {}
    places = _by_number(sets, size) or {some: place for place, some in enumerate(sets)}
    return {meeting: places[some] for meeting, some in whole.items()}


def _by_number(sets: Sequence[frozenset[str]], size: int) -> dict[frozenset[str], int]:
    """Places by the numbers of boards; empty where boards have other names, or sets lie across each other."""
    if not all(board.isascii() and board.isdecimal() and len(board) < 6 for some in sets for board in some):
        return {}
    first = {some: min(map(int, some)) for some in sets}
    lowest = min(first.values())
    whole = all((at - lowest) % size == 0 and max(map(int, some)) == at + size - 1 for some, at in first.items())
    return {some: (at - lowest) // size for some, at in first.items()} if whole else {}


def _mitchell(sets: Mapping[Meeting, int]) -> Rounds:
    """Rule 2."""
    if {ns for ns, _ in sets} & {ew for _, ew in sets}:
        return {}
    rank = {place: at for at, place in enumerate(sorted(set(sets.values())))}
    size = len(rank)
    played: dict[str, set[int]] = defaultdict(set)
    for (ns, _), place in sets.items():
        played[ns].add(rank[place])
    for first in (_without_gaps(played, size), _side_by_side(played, size)):
        rounds = {
            (ns, ew): ((rank[place] - first[ns]) % size + 1, ns) for (ns, ew), place in sets.items() if ns in first
        }
        if rounds and _once_a_round(rounds):
            return rounds
    return {}


def _without_gaps(played: Mapping[str, set[int]], size: int) -> dict[str, int]:
    """The first set of each pair North-South, where all have played sets in a row; empty otherwise."""
    starts = {ns: [place for place in some if (place - 1) % size not in some] for ns, some in played.items()}
    return {ns: first for ns, (first,) in starts.items()} if all(len(firsts) == 1 for firsts in starts.values()) else {}


def _side_by_side(played: Mapping[str, set[int]], size: int) -> dict[str, int]:
    """The first sets, where they come in the order of the pairs and some sat out; empty where that is not clear.

    No pair is further than the one that has played most; only one choice of the first pair's set makes that so.
    """
    pairs = sorted(played, key=natural)
    if not pairs or len(pairs) != size or size > MOST_TABLES:
        return {}
    most = max(map(len, played.values()))
    readings = [
        {ns: (at + more) % size for more, ns in enumerate(pairs)}
        for at in range(size)
        if all((place - at - more) % size < most for more, ns in enumerate(pairs) for place in played[ns])
    ]
    return readings[0] if len(readings) == 1 else {}


def _howell(sets: Mapping[Meeting, int]) -> Rounds:
    """Rule 3: the only reading that there is."""
    pairs = sorted({pair for meeting in sets for pair in meeting}, key=natural)
    if not LEAST_OF_A_HOWELL <= len(pairs) <= MOST_OF_A_HOWELL:
        return {}
    readings: list[Rounds] = []
    for still in range(len(pairs) // 2):
        for moving in {tuple(pairs[: len(pairs) - still]), tuple(pairs[still:])}:
            for step in (1, -1):
                rounds = _in_rows(sets, moving, step)
                if rounds and rounds not in readings:
                    readings.append(rounds)
    return readings[0] if len(readings) == 1 else {}


def _in_rows(sets: Mapping[Meeting, int], moving: Sequence[str], step: int) -> Rounds:
    cycle = len(moving)
    if len(set(sets.values())) > cycle:
        return {}
    following = {pair: moving[(place + step) % cycle] for place, pair in enumerate(moving)}
    known = {(frozenset(meeting), place % cycle): meeting for meeting, place in sets.items()}

    after = {
        meeting: known.get((frozenset(following.get(pair, pair) for pair in meeting), (place + 1) % cycle))
        for meeting, place in sets.items()
    }
    rounds: dict[Meeting, tuple[int, str]] = {}
    for start in set(sets) - set(after.values()):
        meeting: Meeting | None = start
        number = 1
        while meeting is not None:
            rounds[meeting] = number, " ".join(start)
            meeting, number = after[meeting], number + 1
    tables = Counter(number for number, _ in rounds.values())
    rows = tables[1]
    pairs = {pair for meeting in sets for pair in meeting}.union(moving)
    whole = len(rounds) == len(sets) and rows == len(pairs) // 2
    return rounds if whole and tables[2] == rows and _once_a_round(rounds) else {}


def _once_a_round(rounds: Rounds) -> bool:
    seats = Counter((pair, number) for meeting, (number, _) in rounds.items() for pair in meeting)
    return max(seats.values(), default=0) == 1
