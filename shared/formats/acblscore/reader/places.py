"""Places within the lists of an event, ties that the file has split put together again.

Rules kept here:

1. The rank that the file gives to everybody, awarded or not, is the place within the sections that are ranked together.
   Those who have the same score in the same list share the places between the first and the last of them ("4/6").
2. The handicap is in that score where ranks are made with it alone (a negative type). Of two rankings (a positive type)
   it is the one with the handicap, where the ranks are in its order.
3. Ranks that do not follow each other are no tie: lists that are ranked apart, or ranks of an earlier scoring.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from shared.formats.acblscore.reader.awards import RANK, STRATA, all_ranks_of
from shared.formats.acblscore.reader.people import Kind
from shared.formats.acblscore.reader.roster import Member

Ranked = tuple[int, str, int, int]
"""Rank, name, and the score without and with the handicap."""

PER_CENT = 1
"""The type of a handicap that is added to the percentage."""


@dataclass(frozen=True)
class Terms:
    """What of the event decides how entries are read.

    Attributes:
        kind: of participants.
        session: id of the session; None in an event of one.
        unit: of totals; None when it is not known.
        handicap: type of handicap, negative when ranks include it.
        ranked: by name of a section the group that it is ranked with.
        scored: names of the sections whose totals are up to date.
    """

    kind: Kind
    session: str | None
    unit: str | None
    handicap: int
    ranked: dict[str, str | None]
    scored: frozenset[str]

    @cached_property
    def one_list(self) -> bool:
        """Whether all sections are ranked together."""
        return len({group or name for name, group in self.ranked.items()}) <= 1

    def is_alone(self, section: str) -> bool:
        """Whether a section is ranked by itself."""
        group = self.ranked.get(section)
        return group is None or sum(other == group for other in self.ranked.values()) == 1


def shared_places(members: Sequence[Member], terms: Terms) -> list[dict[str, str]]:
    """Places within the lists of each stratum, ties put together again (rule 1)."""
    lists: list[dict[tuple[str, int], list[Ranked]]] = [defaultdict(list) for _ in range(STRATA)]
    numbers = ("score", "percentage" if abs(terms.handicap) == PER_CENT else "score", "handicap")
    for member in members:
        entry, section = member.seated.entry, member.section
        if entry is None:
            continue
        direction = 0 if terms.kind == "team" or section.details.flag("howell") else member.seated.direction
        group = "" if terms.kind == "team" else terms.ranked.get(section.name) or section.name
        plain, before, handicap = entry.integers(numbers)
        for of_stratum, ranks in zip(lists, all_ranks_of(entry), strict=True):
            if ranks[RANK]:
                of_stratum[group, direction].append((ranks[RANK], member.id, plain, before + handicap))
    return [_places_in(list(of_stratum.values()), terms) for of_stratum in lists]


def _places_in(lists: Sequence[Sequence[Ranked]], terms: Terms) -> dict[str, str]:
    """The places within some lists."""
    places: dict[str, str] = {}
    ties: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for number, ranked in enumerate(lists):
        in_order = all(better[3] >= worse[3] for better, worse in pairwise(sorted(ranked)))
        with_handicap = terms.handicap < 0 or (terms.handicap > 0 and in_order)
        for rank, name, *scores in ranked:
            ties[number, scores[with_handicap]].append((rank, name))
    for tied in ties.values():
        first, last = min(tied)[0], max(tied)[0]
        # Ranks that do not follow each other are no tie: lists that are ranked apart, or ranks of an earlier scoring.
        together = last - first == len(tied) - 1
        for rank, name in tied:
            places[name] = place_text(first, last) if together else str(rank)
    return places


def place_text(first: int, last: int) -> str:
    """A place as the program prints it: "4", or "4/6" for three who share it."""
    return f"{first}/{last}" if last > first else str(first)
