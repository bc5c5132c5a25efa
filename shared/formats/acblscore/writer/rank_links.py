"""The lists by which the program walks ranks, for a new file: from everybody to the next one, in each stratum.

Rules kept here, as real files have them (`tests/real` rebuilds theirs):

1. Everybody in a list is named by number, section and direction. In a Howell movement the number is that of the
   movement, and the direction 1.
2. The list of a section has all who have a rank, by rank: those of one direction of the sections that are ranked
   together. The index table of that direction of the first of these sections names the best.
3. The list over all has those with an awarded rank over all, whatever their section and direction, by rank and then by
   direction; nothing names its first.
4. Nobody follows the last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from shared.formats.acblscore.awards import STRATA

Key = tuple[int, int, int]
"""Number, section and direction (rule 1)."""


@dataclass(frozen=True)
class Listed:
    """Somebody with ranks.

    Attributes:
        group: of sections that are ranked together.
        rankings: fields of the ranking in each stratum.
    """

    key: Key
    group: str
    rankings: Sequence[dict[str, Any]]


@dataclass
class Links:
    """What the lists come to.

    Attributes:
        rankings: by key and stratum, 0 for the first, the fields that name the next one.
        first: by section and direction the fields of the index table that name the best.
    """

    rankings: dict[tuple[Key, int], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    first: dict[tuple[int, int], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))


def links_of(everybody: Iterable[Listed]) -> Links:
    """Put everybody into the lists of a file's event (rules 2 and 3)."""
    links, people = Links(), list(everybody)
    for strat in range(STRATA):
        lists: dict[tuple[str, int], list[tuple[int, Key]]] = defaultdict(list)
        over_all: list[tuple[int, int, int, Key]] = []
        first_section: dict[str, int] = {}
        for each in people:
            _, section, direction = each.key
            row = each.rankings[strat] if strat < len(each.rankings) else {}
            first_section[each.group] = min(section, first_section.get(each.group, section))
            if row.get("rank"):
                lists[each.group, direction].append((row["rank"], each.key))
            if row.get("overall_rank"):
                over_all.append((row["overall_rank"], direction, row.get("rank", 0), each.key))
        for (group, direction), ranked in lists.items():
            keys = [key for _, key in sorted(ranked)]
            links.first[first_section[group], direction] |= _named(f"first_ranked_{strat + 1}", keys[0])
            _chain(links, keys, strat, "next_in_section")
        _chain(links, [key for *_, key in sorted(over_all)], strat, "next_overall")
    return links


def _chain(links: Links, keys: Sequence[Key], strat: int, name: str) -> None:
    for key, following in pairwise(keys):
        links.rankings[key, strat] |= _named(name, following)


def _named(name: str, key: Key) -> dict[str, int]:
    number, section, direction = key
    return {name: number, f"{name}_section": section, f"{name}_direction": direction}
