"""The law of a movement: how everybody moves from round to round, found from the rounds played.

1. The card at each table names the seat that its occupant goes to, and it is the same in every round. So a Mitchell, a
   Howell in which pairs follow each other, and most individual movements are one law: a permutation of seats.
2. Once, in a Mitchell with an even number of tables, everybody moves twice: the skip.
3. From the third round on, a whole round may be arrow-switched.
4. A participant missing in a round sits at the missing table, on either side, against a phantom or the other missing
   participant. If that table never has a result, the side does not matter.
5. Two rounds show a law only if it is regular: each place moves by a constant number of tables, or else everybody
   follows the number a constant amount lower. Otherwise three rounds are needed. A contradiction means no law.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.seating.domain.inferred.played_rounds import Kind, Seat, Seated
from shared.natural_order import natural

PHANTOM = ""
"""Stands for the pair that is missing."""

NO_TABLE = ""
"""The table of a sit-out that never has a result."""

_TURNED = {"ns": "ew", "ew": "ns"}

MOST_TRIES = 2_000
"""Of readings of the rounds; a movement of the field needs a few for each of them."""

MOST_ROUNDS = 100
"""Of a session; a longer one is no movement."""


@dataclass(frozen=True)
class Law:
    """A permutation of seats, and the last round in its terms.

    Attributes:
        card: from each seat, where the one who sits there goes.
        last: who sits where; `PHANTOM` is among them where one sits out.
        skipped: whether the skip is behind.
        switched: the place, among the rounds that were given, of those that are arrow-switched.
    """

    card: dict[Seat, Seat]
    last: dict[Seat, str]
    skipped: bool = False
    switched: tuple[int, ...] = ()

    def following(self, times: int = 1) -> dict[Seat, str] | None:
        """Who sits where in the next round, or after going on several times; None if a move is unknown."""
        seated = self.last
        for _ in range(times):
            goes = {
                self.card.get(seat): participant
                for seat, participant in seated.items()
                if participant != PHANTOM or seat in self.card
            }
            if None in goes or len(goes) < sum(participant != PHANTOM for participant in seated.values()):
                return None
            seated = {seat: participant for seat, participant in goes.items() if seat is not None}
        return seated


def laws(rounds: Sequence[Seated], kind: Kind) -> list[Law]:
    """All laws that some complete rounds, at least two and one after the other, follow.

    None where more than one table is missing in a round, or two rounds are too few.
    """
    if not 2 <= len(rounds) <= MOST_ROUNDS:
        return []
    everybody = {participant for seated in rounds for participant in seated.values()}
    tables = {table for seated in rounds for table, _ in seated}
    readings = [list(_readings(seated, everybody, tables, kind)) for seated in rounds]
    if not all(readings):
        return []
    tries = [MOST_TRIES]
    candidates = [law for first in readings[0] for law in _follow(Law({}, first), readings, 1, tries, kind)]
    if tries[0] < 0:
        return []
    if len(rounds) > 2:
        return candidates
    return [law for law in candidates if moves_by_place(law)] or [law for law in candidates if follows_numbers(law)]


def moves_by_place(law: Law) -> bool:
    """Whether, in a single step, every place goes by a number of tables of its own, and not all sit still (rule 5)."""
    tables = sorted({table for table, _ in law.card} - {NO_TABLE}, key=natural)
    index = {table: number for number, table in enumerate(tables)}
    steps: dict[str, set[int]] = {}
    for (table, place), (to, at) in law.card.items():
        if table in index and to in index:
            if place != at:
                return False
            steps.setdefault(place, set()).add((index[to] - index[table]) % len(tables))
    return all(len(some) == 1 for some in steps.values()) and any(some != {0} for some in steps.values())


def follows_numbers(law: Law) -> bool:
    """Whether, in a single step, everybody who moves goes where the same number after his has been (rule 5)."""
    first = {seat: law.last[to] for seat, to in law.card.items()}
    moving = sorted((participant for seat, participant in first.items() if law.card[seat] != seat), key=natural)
    index = {participant: number for number, participant in enumerate(moving)}
    behind = {
        (index[first[to]] - index[first[seat]]) % len(moving)
        for seat, to in law.card.items()
        if first[seat] in index and first.get(to) in index
    }
    return len(behind) == 1 and len(moving) > 2


def _readings(seated: Seated, everybody: set[str], tables: set[str], kind: Kind) -> Iterator[dict[Seat, str]]:
    """Rule 4: a round with everybody in it."""
    missing = sorted(everybody - set(seated.values()))
    empty = sorted(tables - {table for table, _ in seated}) or [NO_TABLE]
    if not missing:
        yield dict(seated)
    elif kind == "individual":
        if len(missing) == 1:
            yield {**seated, (NO_TABLE, "north"): missing[0]}
    elif len(missing) <= 2 and len(empty) == 1:
        first, second = missing if len(missing) == 2 else (missing[0], PHANTOM)
        for ns, ew in ((first, second), (second, first)) if empty != [NO_TABLE] else ((first, second),):
            yield {**seated, (empty[0], "ns"): ns, (empty[0], "ew"): ew}


def _follow(
    law: Law, readings: Sequence[Sequence[dict[Seat, str]]], place: int, tries: list[int], kind: Kind
) -> Iterator[Law]:
    """Go through the rounds with every reading of each."""
    if place == len(readings):
        yield law
        return
    for reading in readings[place]:
        for switched in (False, True) if place > 1 and kind == "pairs" else (False,):
            now = {(table, _TURNED[at]): name for (table, at), name in reading.items()} if switched else reading
            for skip in (False, True) if place > 1 and kind == "pairs" and not law.skipped else (False,):
                tries[0] -= 1
                if tries[0] < 0:
                    return
                card = _skipped(law, now) if skip else _stepped(law, now)
                if card is not None:
                    marks = (*law.switched, place) if switched else law.switched
                    yield from _follow(Law(card, now, law.skipped or skip, marks), readings, place + 1, tries, kind)


def _stepped(law: Law, now: Seated) -> dict[Seat, Seat] | None:
    """The card with this step in it; None where it contradicts an earlier one."""
    card, at = dict(law.card), {participant: seat for seat, participant in now.items()}
    for seat, participant in law.last.items():
        if participant in at and card.setdefault(seat, at[participant]) != at[participant]:
            return None
    return card if len(set(card.values())) == len(card) else None


def _skipped(law: Law, now: Seated) -> dict[Seat, Seat] | None:
    """The card, if the round is two steps from the last (rule 2) and one side sat still."""
    at = {participant: seat for seat, participant in now.items()}
    if all(seat == to for seat, to in law.card.items()) or not any(
        all(seat == to for seat, to in law.card.items() if seat[1] == place) for place in ("ns", "ew")
    ):
        return None
    for seat, participant in law.last.items():
        step = law.card.get(seat)
        if participant in at and (step is None or law.card.get(step) != at[participant]):
            return None
    return law.card
