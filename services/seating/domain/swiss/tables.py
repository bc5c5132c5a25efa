"""The table of each meeting.

1. A stationary side keeps its table and direction. Two stationary teams play at both their tables; of two stationary
   pairs, whose meeting is avoided, the higher in rank keeps its table.
2. With home tables, each team plays at its own table as North-South; pairs play at the table of the higher in rank.
3. If participants stay where they can, the higher in rank keeps its last table, else the lower does, unless a pair
   above them has taken it.
4. All others take the lowest free tables, the leaders first, the higher in rank North-South.

Rule 2 is the custom of Australian events; rules 3 and 4 are our choice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from services.seating.domain.swiss.model import Entrant, Meeting


@dataclass(frozen=True)
class Couple:
    """Two who meet, the higher in rank first."""

    higher: Entrant
    lower: Entrant
    reason: str
    half: bool = False


def seat(couples: Sequence[Couple], kind: str, tables: str) -> tuple[Meeting, ...]:
    """Give each meeting its table, or its two; they choose in their order, as in the settings `kind` and `tables`."""
    placed: list[list[Meeting]] = [[] for _ in couples]
    taken: set[str] = set()
    for rule in ("stationary", tables):
        for couple, lines in zip(couples, placed, strict=True):
            if lines:
                continue
            most = 2 if kind == "teams" and rule != "stay" else 1
            for line in _tables_of(couple, rule):
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


def _tables_of(couple: Couple, rule: str) -> Iterator[Meeting]:
    """The tables at which two may meet by a rule; in a triple each plays one half at its own."""
    for entrant in (couple.higher,) if couple.half else (couple.higher, couple.lower):
        is_lower = entrant is couple.lower
        if rule == "stationary" and entrant.stationary is not None:
            yield _at(entrant.stationary, couple, turned=is_lower == (entrant.direction == "N"))
        elif rule == "home" and entrant.home is not None:
            yield _at(entrant.home, couple, turned=is_lower)
        elif rule == "stay" and entrant.previous is not None:
            yield _at(entrant.previous, couple)
