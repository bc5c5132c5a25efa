"""The table of each meeting.

1. A stationary side keeps its table and direction. Two stationary teams play at both their tables; of two stationary
   pairs, whose meeting is avoided, the higher in rank keeps its table.
2. With home tables, each team plays at its own table as North-South; pairs play at the table of the higher in rank.
3. If participants stay where they can, the higher in rank keeps its last table, else the lower does, unless a pair
   above them has taken it.
4. All others take the lowest free tables, the leaders first, the higher in rank North-South.

Rule 2 is the custom of Australian events; rules 3 and 4 are our choice.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from services.seating.domain.swiss.model import Entrant, Meeting


@dataclass(frozen=True)
class Couple:
    """Two who meet, the higher in rank first."""

    higher: Entrant
    lower: Entrant
    reason: str
    half: bool = False


def seat(couples: Sequence[Couple], kind: str, tables: Literal["leaders", "home", "stay"]) -> tuple[Meeting, ...]:
    """Give each meeting its table, or its two.

    Args:
        couples: in the order in which they choose.
        kind: "pairs" or "teams".
        tables: as in `Settings`.
    """
    placed: list[list[Meeting]] = [[] for _ in couples]
    taken: set[str] = set()
    for rule in (_stationary, *_RULES[tables]):
        for couple, lines in zip(couples, placed, strict=True):
            if lines:
                continue
            most = 2 if kind == "teams" and rule is not _previous else 1
            for line in rule(couple):
                if line.table not in taken and len(lines) < most:
                    lines.append(line)
                    taken.add(line.table)
    free_tables = (table for number in count(1) if (table := str(number)) not in taken)
    return tuple(
        line
        for couple, lines in zip(couples, placed, strict=True)
        for line in (lines or [_at(next(free_tables), couple)])
    )


def _at(table: str, couple: Couple, *, turned: bool = False) -> Meeting:
    ns, ew = (couple.lower, couple.higher) if turned else (couple.higher, couple.lower)
    return Meeting(table, ns.id, ew.id, couple.reason, couple.half)


def _stationary(couple: Couple) -> Iterator[Meeting]:
    for entrant, lower in _hosts(couple):
        if entrant.stationary is not None:
            yield _at(entrant.stationary, couple, turned=lower == (entrant.direction == "N"))


def _home(couple: Couple) -> Iterator[Meeting]:
    for entrant, lower in _hosts(couple):
        if entrant.home is not None:
            yield _at(entrant.home, couple, turned=lower)


def _previous(couple: Couple) -> Iterator[Meeting]:
    for entrant, _ in _hosts(couple):
        if entrant.previous is not None:
            yield _at(entrant.previous, couple)


def _hosts(couple: Couple) -> Iterator[tuple[Entrant, bool]]:
    """Whose table it may be, and whether that is the lower in rank; in a triple each plays one half at its own."""
    yield couple.higher, False
    if not couple.half:
        yield couple.lower, True


_RULES: Mapping[str, tuple[Callable[[Couple], Iterator[Meeting]], ...]] = {
    "leaders": (),
    "home": (_home,),
    "stay": (_previous,),
}
