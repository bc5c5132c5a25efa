"""Ranks and master points of a new file, from what the facts state, and the lists by which the program walks them.

Rules kept here:

1. The rank of everybody in the first stratum is that of the place that is written; a tie takes a rank for each, in the
   order of the numbers. Places that are in order of none of the written scores are replaced by those of the scores.
   Who is not eligible comes behind everybody else, as real files have it.
2. Ranks of other strata, awarded ranks and qualification come back from the places by name (`standing.py`).
3. Master points are those that are stated for the participant, by colour, the best first, as the program has them,
   with the ranking that gave them. Those of one session and of earlier ones come back from details of the total
   (`awards.py`).
4. The program walks ranks by lists, from everybody to the next one, in each stratum; real files have them so
   (`tests/real` rebuilds theirs). Everybody in a list is named by number, section and direction. In a Howell movement
   the number is that of the movement, and the direction 1.
5. The list of a section has all who have a rank, by rank: those of one direction of the sections that are ranked
   together. The index table of that direction of the first of these sections names the best.
6. The list over all has those with an awarded rank over all, whatever their section and direction, by rank and then by
   direction; nothing names its first. Nobody follows the last.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, islice, pairwise
from typing import Any

from contracts.facts import AwardFact, Detail
from shared.bridge.rankings.places import parse_place
from shared.formats.acblscore import values
from shared.formats.acblscore.reader.awards import COLOURS, STRATA
from shared.formats.losses import Losses

_NAMED = re.compile(r"STRAT_([1-3])_(RANK|SECTION|OVERALL|QUALIFIED)", re.ASCII)
_FIELDS = {"RANK": "rank", "SECTION": "section_rank", "OVERALL": "overall_rank", "QUALIFIED": "qualified"}
_AMOUNT = re.compile(r"(\d{1,3}\.\d{2})(?: ([A-Z]+))?(?: \(([a-z0-9, ]+)\))?(?:, |$)", re.ASCII)
_AWARD = re.compile(r"(overall|section) stratum (\d)", re.ASCII)


class Ranks:
    """Gives those who share a place a rank each, as the program does."""

    def __init__(self, *, stated: bool = False) -> None:
        """Start without anybody ranked; where stated values are written, a rank that is stated by name counts."""
        self._stated = stated
        self._used: dict[tuple[str, int], int] = {}

    def of(self, place: str | None, group: str, places: Iterable[Detail]) -> list[dict[str, Any]]:
        """The rankings of an entry in the three strata, by its place in the list of a group and its named places."""
        rows: list[dict[str, Any]] = [{} for _ in range(STRATA)]
        for detail in places:
            match = _NAMED.fullmatch(detail.name)
            if match is None:
                continue
            first, last = _span(detail.value)
            row, name = rows[int(match[1]) - 1], _FIELDS[match[2]]
            row[name] = first
            if last > first and match[2] in ("SECTION", "OVERALL"):
                row[f"{name}_last"] = last
        first, _ = _span(place or "")
        used = self._used.get((group, first), 0)
        self._used[group, first] = used + 1
        rows[0]["rank"] = first + used if first else rows[0].get("rank", 0) * self._stated
        return rows


def rank_by_score(
    entries: Iterable[dict[str, Any]], also: Iterable[str], losses: Losses, *, anew: bool = False
) -> None:
    """Bring the ranks of one list to the order of its scores, those who are tied to the order of the entries (rule 1).

    The list may be in order of the fields `also` beside the score and the final score; places that are in order of
    nothing are lost. With `anew` ranks are counted from 1.
    """
    listed = [entry for entry in entries if "score" in entry]
    rows = [entry for entry in listed if entry["rankings"][0].get("rank") and not entry.get("not_eligible")]
    if any(row.get("handicap") for row in rows):
        return
    ranks = range(1, len(rows) + 1) if anew else sorted(row["rankings"][0]["rank"] for row in rows)
    best_first = sorted(rows, key=lambda row: row["rankings"][0]["rank"])
    orders = {
        name: [row[name] for row in best_first]
        for name in ("score", "final_score", *also)
        if all(name in row for row in rows)
    }
    order = next((name for name, values in orders.items() if values == sorted(values, reverse=True)), None)
    if order is None:
        losses.add("place", "ranks of a game file follow its scores", len(rows), of=("totals.place",))
    for rank, row in zip(ranks, sorted(rows, key=lambda row: -row[order or "score"]), strict=True):
        row["rankings"][0]["rank"] = rank
    behind = sorted((entry for entry in listed if rows and entry.get("not_eligible")), key=lambda row: -row["score"])
    for rank, row in enumerate(behind, max(ranks, default=0) + 1):
        row["rankings"][0]["rank"] = rank


def _span(place: str) -> tuple[int, int]:
    """The first and last of the places that a text says; 0 and 0 for none."""
    try:
        parsed = parse_place(place)
    except ValueError:
        return 0, 0
    if parsed is None or parsed.first > 0xFFFF:
        return 0, 0
    return parsed.first, min(parsed.last or parsed.first, 0xFFFF)


def award_of(awards: Iterable[AwardFact]) -> dict[str, Any]:
    """The award of an entry or a player (rule 3); what has no colour of the program's is black."""
    points = [award for award in awards if award.kind == "master_points" and award.amount]
    points.sort(key=lambda award: _colour(award.colour), reverse=True)
    return _award_fields(
        (sum((award.amount or Decimal(0) for award in same), Decimal(0)), same[0].colour, same[0].text or "")
        for _, each in groupby(points, key=lambda award: _colour(award.colour))
        for same in [list(each)]
    )


def _award_fields(rows: Iterable[tuple[Decimal | None, str | None, str]]) -> dict[str, Any]:
    """The fields of an award from amounts, colours and the rankings that gave them."""
    fields: dict[str, Any] = {}
    for number, (amount, colour, text) in enumerate(islice(rows, COLOURS), 1):
        ranking = _AWARD.match(text)  # 10 more for one over all
        stratum = (10 if ranking[1] == "overall" else 0) + int(ranking[2]) if ranking is not None else 0
        fields |= {f"amount_{number}": amount, f"colour_{number}": _colour(colour), f"ranking_{number}": stratum}
    return fields


def _colour(name: str | None) -> int:
    return values.PIGMENTS.index(name) if name in values.PIGMENTS[1:] else 1


def partial_awards(details: Iterable[Detail]) -> dict[str, dict[str, Any]]:
    """The awards of this session and of earlier ones, by the field of an entry (rule 3)."""
    return {
        detail.name.lower(): _award_fields(
            (Decimal(row[1]), row[2], row[3] or "") for row in _AMOUNT.finditer(detail.value)
        )
        for detail in details
        if detail.name in ("AWARDS_SESSION", "AWARDS_BEFORE")
    }


Key = tuple[int, int, int]
"""Number, section and direction (rule 4)."""


@dataclass(frozen=True)
class Listed:
    """Somebody with ranks: the group of sections that are ranked together, and the fields of each stratum's ranking."""

    key: Key
    group: str
    rankings: Sequence[dict[str, Any]]


@dataclass
class Links:
    """What the lists come to.

    By key and stratum, 0 for the first, the fields that name the next one; by section and direction those of the index
    table that name the best.
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
