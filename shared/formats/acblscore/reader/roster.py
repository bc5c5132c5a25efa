"""Who takes part in a section: the id of everybody who has a seat.

Rules kept here:

1. In an event of one session the id is section and number of the movement: "A-7NS", "A-7". It always has the section,
   so that a section that is added in the middle renames nobody.
2. Numbers change from session to session, so in an event of several the id is that of the first one: section, number
   and direction, "B-3NS". In the first session that is the own number, in the second the one that the file gives as
   that of the session before. As the file does there, a Howell movement counts all as North-South ("A-7NS").
3. A file of a later session, or of somebody who came in later, does not say where the event began for them. They are
   named after their number in this session, with that of the session in front: "3.B-3NS".
4. A team has its number as id.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from contracts.codes import acblscore as codes
from contracts.facts import Sides
from shared.formats.acblscore.file.game import Seated, Section
from shared.formats.acblscore.file.play_layouts import SEATS
from shared.formats.acblscore.reader.numbers import Numbers, Seat
from shared.formats.acblscore.reader.sections import phantoms_of
from shared.formats.acblscore.report import Report, place_at

Met = tuple[int | None, ...]
"""The numbers at a table, None for nobody: two pairs, or four individuals from North on."""

SidesOf = Callable[[Sequence[Met], Sequence[int], str], Sequence[Sides]]
"""Who has the numbers at some tables; their offsets and path are for the report of one that nobody has."""


class Member(NamedTuple):
    """Somebody who has a seat.

    Attributes:
        number: as it is shown to people.
    """

    id: str
    number: str
    section: Section
    seated: Seated
    phantom: bool


@dataclass
class Roster:
    """Everybody of a section.

    Attributes:
        members: in the order of the index tables.
    """

    section: Section
    numbers: Numbers
    report: Report
    members: list[Member] = field(default_factory=list)
    _ids: list[dict[int | None, str | None]] = field(default_factory=lambda: [{None: None} for _ in range(5)])
    _sides: dict[Met, Sides] = field(default_factory=dict)

    def sides(self, met: Sequence[Met], offsets: Sequence[int], path: str) -> list[Sides]:
        """Those at some tables by their numbers.

        The same meet in every result of a round and in the movement, so each meeting is made once. A number that nobody
        has is reported, once, and named by itself.
        """
        known = self._sides
        try:
            return list(map(known.__getitem__, met))
        except KeyError:
            pass
        try:
            ids = [
                list(map(self._of(facing).__getitem__, each)) for facing, each in enumerate(zip(*met, strict=True), 1)
            ]
        except KeyError:
            rows = [
                [self._name(facing, number, offset, path) for facing, number in enumerate(numbers, 1)]
                for numbers, offset in zip(met, offsets, strict=True)
            ]
            ids = list(map(list, zip(*rows, strict=True)))
        made = list(map(sides_of, zip(*ids, strict=True)))
        known.update(zip(met, made, strict=True))
        return made

    def _of(self, direction: int) -> dict[int | None, str | None]:
        """The ids of those who have a number in this direction."""
        return self._ids[0 if self.numbers.howell else direction]

    def _name(self, direction: int, number: int | None, offset: int, path: str) -> str | None:
        """The id of a number."""
        ids = self._of(direction)
        if number not in ids and number is not None:
            ids[number] = self.numbers.id(direction, number)
            label = self.numbers.label(direction, number)
            text = f"{path} names {label}, but section {self.section.name} lists nobody with that number"
            place, subject = place_at(offset, path), f"section {self.section.name}"
            self.report.add(codes.UNKNOWN_PAIR, text, place, subject=subject)
        return ids[number]

    def number_of(self, name: str) -> int | None:
        """The movement's number of an id; None for one that is not of the section."""
        every = (named for ids in self._ids for named in ids.items())
        return next((number for number, known in every if known == name and number is not None), None)


def sides_of(ids: Sequence[str | None]) -> Sides:
    """Two pairs, or four individuals from North on."""
    if len(ids) == len(SEATS):
        return Sides(**dict(zip(SEATS, ids, strict=True)))
    return _seated((*ids, None, None, None, None, None, None))


_seated = Sides.packer("ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team")


def sides_of_teams(section: Section, names: Mapping[str, str], report: Report) -> SidesOf:
    """Gives the teams at a table by their numbers; one that nobody has is reported, once, and named by its number."""
    known = dict(names)

    def sides(met: Sequence[Met], offsets: Sequence[int], path: str) -> list[Sides]:
        made = []
        for (ns, ew, *_), offset in zip(met, offsets, strict=True):
            ids: list[str | None] = []
            for number in (ns, ew):
                if number is not None and str(number) not in known:
                    known[str(number)] = str(number)
                    text = f"{path} names team {number}, but section {section.name} lists no team with that number"
                    place = place_at(offset, path)
                    report.add(codes.UNKNOWN_PAIR, text, place, subject=f"section {section.name}")
                ids.append(known[str(number)] if number is not None else None)
            made.append(Sides(ns_team=ids[0], ew_team=ids[1]))
        return made

    return sides


def teams_of(section: Section, taken: set[str]) -> list[Member]:
    """The teams of a section (rule 4)."""
    members = []
    for seated in section.seated:
        number = str(seated.row.integer("number") or seated.table)
        name = number if number not in taken else f"{section.name}-{number}"
        taken.add(name)
        members.append(Member(name, number, section, seated, phantom=False))
    return members


def roster_of(
    section: Section, numbers: Numbers, *, session: int, several: bool, report: Report, taken: set[str]
) -> Roster:
    """Name everybody of a section; its ids are added to those of the event that are taken."""
    roster = Roster(section, numbers, report)
    phantoms = phantoms_of(section, numbers)
    by_place = {(seated.table, seated.direction): seated for seated in section.seated}
    numbers.fill(by_place)
    by_seat = numbers.by_seat()
    for seat, seated in by_place.items():
        key = by_seat.get(seat)
        phantom = key in phantoms and _is_nobody(seated, section, report)
        own = _own_id(numbers, seat, key, several=several)
        name = _event_id(numbers, seated, own, session, phantom, report) if several else own
        if name in taken:
            name = f"{session}.{own}"
        taken.add(name)
        shown = numbers.shown.get(key, key[1]) if key is not None else seat[0]
        roster.members.append(Member(name, numbers.label(seat[1], shown), section, seated, phantom))
    ids = {(member.seated.table, member.seated.direction): member.id for member in roster.members}
    for (direction, number), seat in numbers.seats.items():
        if seat in ids:
            roster._ids[direction][number] = ids[seat]
    return roster


def _is_nobody(seated: Seated, section: Section, report: Report) -> bool:
    """Whether somebody who is said to be a phantom is one; then nothing is filled in, as a name would be."""
    names = seated.entry.parts("players") if seated.entry is not None else ()
    if not any(player.text("last_name") or player.text("first_name") for player in names):
        return True
    text = (
        f"the phantom of section {section.name} at table {seated.table} has a name, so it is read as somebody who plays"
    )
    report.add(codes.BAD_VALUE, text, section.details.place("phantom"), subject=f"section {section.name}")
    return False


def _own_id(numbers: Numbers, seat: Seat, key: tuple[int, int] | None, *, several: bool) -> str:
    """Rules 1 and 2; a seat without a number has its table instead."""
    table, direction = seat
    if key is None:
        return f"{numbers.section}-table {table}{numbers.directions.get(direction, direction)}"
    if several and numbers.howell:
        return f"{numbers.section}-{key[1]}{numbers.directions[1]}"
    return numbers.id(direction, key[1])


def _event_id(numbers: Numbers, seated: Seated, own: str, session: int, phantom: bool, report: Report) -> str:
    """Rules 2 and 3."""
    if session == 1:
        return own
    entry = seated.entry
    if entry is not None and session == 2:
        section, number = entry.text("previous_section"), entry.integer("previous_number")
        direction = entry.text("previous_direction")
        lines = {line[0]: line for line in numbers.directions.values()}
        if section and number and direction in lines:
            return f"{section}-{number}{lines[direction]}"
    if entry is not None and not phantom:
        text = f"the file does not say with which number {own} of session {session} began the event"
        report.add(codes.START_UNKNOWN, text, entry.place(), subject=own)
    return f"{session}.{own}"
