"""Individual tournaments: who sat where, and what each player is called (3.4.5, 4.1.1, 5.9, 5.10).

The document has pairs in its tables. In those of individuals `PairId_NS` has the numbers of North and South with a
slash between them ("12/5"), `Names_NS` their names, and `PairId` of a TotalScoreTable the number of one player. A
player without a number is called by his name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shared.formats.pbn.draft import PairEntry

_BETWEEN = "/"


def players_of(entry: PairEntry | None) -> tuple[str, str] | None:
    """The two players of a side, North or East first, by number, else by name; None where they are not two."""
    if entry is None:
        return None
    numbers = (entry.number or "").split(_BETWEEN)
    if len(numbers) == 2 and all(numbers):
        return numbers[0], numbers[1]
    return (entry.names[0], entry.names[1]) if len(entry.names) == 2 else None


def pair_id(one: str | None, other: str | None) -> str | None:
    """What stands for two players in the column of a pair."""
    return f"{one}{_BETWEEN}{other}" if one is not None and other is not None else None


def players(entries: Iterable[PairEntry]) -> dict[str, str | None]:
    """Everybody who takes part, by number, else by name, with the name.

    A number without a name is a player (None) only where nobody has one: else it is one that the file does not explain.
    """
    found: dict[str, str | None] = {}
    listed: list[PairEntry] = []
    for entry in entries:
        both = players_of(entry) if entry.side is not None else None
        if both is None:
            listed.append(entry)
            continue
        names: tuple[str | None, ...] = entry.names if len(entry.names) == 2 else (None, None)
        for called, named in zip(both, names, strict=True):
            found[called] = found.get(called) or named
    for entry in listed:
        alone = entry.side is None and len(entry.names) == 1
        for name in entry.names:
            called = (player_of(entry, found) if alone else None) or name
            found[called] = found.get(called) or name
    if any(named is not None for named in found.values()):
        return {called: named for called, named in found.items() if named is not None}
    return found


def player_of(entry: PairEntry, known: Mapping[str, str | None]) -> str | None:
    """What a player in a row of totals is called elsewhere: by the number where it is one of theirs, else by name."""
    if entry.number is not None and (entry.number in known or not entry.names):
        return entry.number
    return next(iter(entry.names), None)
