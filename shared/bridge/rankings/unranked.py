"""Stated places that are no ranking: all alike, as programs write them before they have ranked anybody."""

from collections import defaultdict
from collections.abc import Iterable

from contracts.facts import Facts, StatedTotal

NO_PLACE = "0"
_SEVERAL = 3
"""Participants from which on one place for all of them is no ranking."""


def all_alike(totals: Iterable[StatedTotal]) -> list[list[StatedTotal]]:
    """Totals of one kind and session that are all stated in one place, though they are not all level."""
    groups: defaultdict[tuple[str, str | None], list[StatedTotal]] = defaultdict(list)
    for total in totals:
        if total.place is not None and total.place.strip() not in ("", "-"):
            groups[total.kind, total.session].append(total)
    return [
        group
        for group in groups.values()
        if len(group) >= _SEVERAL
        and len({total.place for total in group}) == 1
        and (group[0].place == NO_PLACE or not _level(group))
    ]


def _level(group: Iterable[StatedTotal]) -> bool:
    values = {(total.total, total.percentage) for total in group}
    return len(values) == 1 and values != {(None, None)}


def without_places_alike(facts: Facts) -> Facts:
    """The facts without the places that are no ranking."""
    alike = {total.key for group in all_alike(facts.totals) for total in group}
    if not alike:
        return facts
    totals = (total.replace(place=None) if total.key in alike else total for total in facts.totals)
    return facts.replace(totals=tuple(totals))
