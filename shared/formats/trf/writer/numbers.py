"""The numbers under which participants stand in the file."""

from __future__ import annotations

from collections.abc import Iterable

from contracts.facts import Participant

HIGHEST = {"player": 9_999, "team": 999}


def numbers_of(participants: Iterable[Participant], kind: str) -> dict[str, int]:
    """Number by id: the ids themselves where all are numbers that fit, else 1, 2, ... by seed and id."""
    those = [each for each in participants if each.kind == kind and not each.phantom]
    plain = {each.id: int(each.id) for each in those if each.id.isascii() and each.id.isdigit() and len(each.id) <= 4}
    fit = all(0 < number <= HIGHEST[kind] for number in plain.values())
    if fit and len(plain) == len(those) == len(set(plain.values())):
        return plain
    ordered = sorted(those, key=lambda each: (each.seed is None, each.seed or 0, each.id))
    return {each.id: number for number, each in enumerate(ordered, 1)}
