"""One round of a Swiss event: meetings, byes and triples."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from shared.natural_order import natural

Three = tuple[str, str, str]


@dataclass
class RoundPlayed:
    """What happened in a round: who met, had a bye and played where; `long` triples are over two rounds."""

    couples: set[frozenset[str]] = field(default_factory=set)
    byes: set[str] = field(default_factory=set)
    tables: dict[str, str] = field(default_factory=dict)
    long: bool = False

    @cached_property
    def sides(self) -> set[str]:
        """Who is in the file for this round."""
        return {name for couple in self.couples for name in couple} | self.byes

    @cached_property
    def triples(self) -> tuple[Three, ...]:
        """Three who have met each other."""
        opponents: dict[str, set[str]] = defaultdict(set)
        for first, second in map(sorted, self.couples):
            opponents[first].add(second)
            opponents[second].add(first)
        three = {frozenset((name, *met)) for name, met in opponents.items() if len(met) == 2}
        triples = [sorted(names, key=natural) for names in three if all(names - {n} <= opponents[n] for n in names)]
        return tuple((first, second, third) for first, second, third in sorted(triples))
