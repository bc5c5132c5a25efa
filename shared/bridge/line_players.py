"""Who plays the lines of travellers, and which of their numbers are in no list of participants."""

from dataclasses import dataclass

from contracts.facts import Facts, Sides


def players_of(sides: Sides) -> tuple[tuple[str, ...], int]:
    """The numbers of the pairs or players of a line, North-South first, and how many of them sit North-South."""
    if sides.ns is not None and sides.ew is not None and sides.north is None and sides.east is None:
        return (sides.ns, sides.ew), 1
    ns = tuple(number for number in (sides.ns, sides.north, sides.south) if number is not None)
    ew = tuple(number for number in (sides.ew, sides.east, sides.west) if number is not None)
    return ns + ew, len(ns)


@dataclass(frozen=True)
class Unlisted:
    """Numbers of lines that are not in the list of participants, of so many that the lines have in all.

    For each, in the order of the lines, the number of the first that has it and how many have.
    """

    lines: dict[str, tuple[int, int]]
    used: int

    @property
    def most(self) -> bool:
        """Whether they are several, and half of the numbers or more: then they are numbers of something else."""
        return len(self.lines) > 1 and 2 * len(self.lines) >= self.used


_EMPTY = ("unknown", "not_played", "not_in_play")
"""Kinds of score of a line in which nobody has played."""


def unlisted(facts: Facts) -> Unlisted:
    """The numbers of lines that no pair or player of the list has; none where there is no such list.

    A pair of a team that is listed without its pairs cannot be looked up. A number that never has anything in its
    lines, in an event that has results, is that of a missing pair.
    """
    known = frozenset(p.id for p in facts.participants if p.kind != "team")
    if not known:
        return Unlisted({}, 0)
    players = {sides: players_of(sides) for sides in {result.sides for result in facts.results}}
    used = {name for names, _ in players.values() for name in names}
    if used <= known:
        return Unlisted({}, len(used))
    without_members = frozenset(p.id for p in facts.participants if p.kind == "team" and not p.members)
    lines: dict[str, tuple[int, int]] = {}
    played: set[str] = set()
    for number, result in enumerate(facts.results):
        names, at_ns = players[result.sides]
        for seat, name in enumerate(names):
            team = result.sides.ns_team if seat < at_ns else result.sides.ew_team
            if name not in known and (team is None or team not in without_members):
                first, count = lines.get(name, (number, 0))
                lines[name] = (first, count + 1)
        if not (result.contract is None and result.ns_score.kind in _EMPTY and result.ew_score.kind in _EMPTY):
            played.update(names)
    every = Unlisted(lines, len(used))
    if every.most or not played:
        return every
    return Unlisted({name: line for name, line in lines.items() if name in played}, len(used))
