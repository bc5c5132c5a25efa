"""The input of a Swiss draw, and its result.

Ranks count from 1 for the leader, over all entrants, including those who sit this round out.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Both = frozenset[str]
"""The ids of the two who meet."""

FULL = 2
"""A whole match in halves; one of a triple is a half (EBU: two sides may meet one and a half times)."""


@dataclass(frozen=True)
class Settings:
    """How an event draws its rounds.

    Attributes:
        system: "swiss" avoids a rematch; "danish" does not look at who has met.
        odd: what becomes of an odd number: "bye", or one triple in this round ("short_triple") or over two of them
            ("long_triple"); triples are for teams.
        first_round: who meets when nobody has: "halves" (the top half against the bottom half in order), "ranked"
            (first against second), or "lot".
        lot: any text; the same text gives the same lot.
        tables: "leaders" at the lowest table, "home" (each its own), or "stay" (whoever can keeps its table).
        second_bye_before_rematch: whether a second bye is better than a rematch.
        steps: meetings that the search from the top tries for each entrant before the matching of least distance takes
            over.
    """

    system: Literal["swiss", "danish"] = "swiss"
    odd: Literal["bye", "short_triple", "long_triple"] = "bye"
    first_round: Literal["halves", "ranked", "lot"] = "halves"
    lot: str = ""
    tables: Literal["leaders", "home", "stay"] = "leaders"
    second_bye_before_rematch: bool = True
    steps: int = 200


@dataclass(frozen=True)
class Entrant:
    """A pair or team.

    Attributes:
        byes, triples: how many it has had.
        home: its own table, where tables are homes.
        stationary: the table that it does not leave.
        direction: "N" or "E", where it sits at its stationary table.
    """

    id: str
    byes: int = 0
    triples: int = 0
    home: str | None = None
    previous: str | None = None
    stationary: str | None = None
    direction: Literal["N", "E"] = "N"


@dataclass(frozen=True)
class Played:
    """A match that has been played, or is being played; a `half` match is one of a triple."""

    first: str
    second: str
    round: int | None = None
    half: bool = False


@dataclass(frozen=True)
class Field:
    """Everything that a draw depends on.

    Attributes:
        round: that is drawn.
        entrants: in rank order, the leader first; before the first round in the order of their seeds.
        absent: not there in this round.
        withdrawn: not there any more.
        apart: who must not meet, whatever the standings.
        under_way: triples over two rounds that are in their second.
    """

    round: int
    entrants: tuple[Entrant, ...]
    kind: Literal["pairs", "teams"] = "teams"
    rounds: int | None = None
    played: tuple[Played, ...] = ()
    absent: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    apart: frozenset[Both] = frozenset()
    under_way: tuple[tuple[str, str, str], ...] = ()
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        """Refuse, with ValueError, somebody who is entered twice, and pairs that are to play triples."""
        if len(self.ranks) != len(self.entrants):
            raise ValueError("an entrant is listed twice")
        if self.kind == "pairs" and (self.settings.odd != "bye" or self.under_way):
            raise ValueError("a triple needs two tables for each of its matches: it is for teams")

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of everybody by id."""
        return {entrant.id: rank for rank, entrant in enumerate(self.entrants, 1)}

    @cached_property
    def rounds_met(self) -> Mapping[Both, tuple[int | None, ...]]:
        """The rounds in which two have met, those of half matches too."""
        met: dict[Both, list[int | None]] = defaultdict(list)
        for match in self.played:
            met[frozenset((match.first, match.second))].append(match.round)
        return {both: tuple(rounds) for both, rounds in met.items()}

    @cached_property
    def halves_met(self) -> Mapping[Both, int]:
        """How many half matches two have had against each other; a whole one counts for `FULL`."""
        met: dict[Both, int] = defaultdict(int)
        for match in self.played:
            met[frozenset((match.first, match.second))] += 1 if match.half else FULL
        return met


@dataclass(frozen=True)
class Meeting:
    """Two who meet, at the table where `ns` sits North-South, and why; `half` is a half match of a triple."""

    table: str
    ns: str
    ew: str
    reason: str
    half: bool = False


@dataclass(frozen=True)
class Rematch:
    """Two who have met before, in these rounds as far as they are numbered, and meet again."""

    first: str
    second: str
    rounds: tuple[int | None, ...]


@dataclass(frozen=True)
class Draw:
    """Who meets whom.

    Attributes:
        meetings: in the order of their tables; a triple is three of them.
        triples: those of this round; the members of each in rank order.
        bye: who has it, and `bye_reason` why.
        sitting_out: those without a table: the bye, and those who are absent.
        rematches: that could not be avoided, or, in a Danish draw, that came about.
        clashes: unavoidable meetings of two who should be kept apart.
        method: "first_round", "top_down", "least_distance", or "none" where nobody is left to meet.
    """

    meetings: tuple[Meeting, ...]
    method: str
    triples: tuple[tuple[str, str, str], ...] = ()
    bye: str | None = None
    bye_reason: str = ""
    sitting_out: tuple[str, ...] = ()
    rematches: tuple[Rematch, ...] = ()
    clashes: tuple[Both, ...] = ()
