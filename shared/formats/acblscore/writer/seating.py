"""Numbers and starting seats for those who play a section, where no file gives them.

Rules kept here:

1. A section in which everybody sits the same way all the time is a Mitchell movement with numbers for each direction,
   up to 40; any other is a Howell movement, up to 80. Individuals have numbers of one row.
2. Somebody keeps the number that is shown, when it is one and nobody else has it; else gets the lowest that is free.
3. The starting seat is that of the first round, or the one that is stated; who has neither gets the first seat that is
   free, in order of numbers.
4. A seat that is left has the lowest number that is free: that of a phantom, as the program has it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from contracts.facts import Facts, MovementFact, Participant, ResultFact, Sides
from shared.formats.acblscore.file.play_layouts import SEATS
from shared.formats.acblscore.reader.numbers import HOWELL_NUMBERS, MITCHELL_NUMBERS, Seat
from shared.formats.losses import Losses

MOST_TABLES = 180
"""Tables that a match table of individuals has room for."""

_DIGITS = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True)
class Meeting:
    """Who sits at a table in a round, with the first board that they play; None when it is not known."""

    round: int
    table: int
    people: tuple[str | None, ...]
    first_board: int | None


@dataclass
class Seating:
    """A section's numbers and seats.

    Attributes:
        numbers: direction (0 in a Howell movement) and number of each participant.
        seats: starting table and direction of each participant.
        left: direction and number of each seat that nobody has.
    """

    howell: bool
    individual: bool
    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    left: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    meetings: list[Meeting] = field(default_factory=list)

    @property
    def places(self) -> tuple[str, ...]:
        """The places at a table, as `Sides` calls them."""
        return SEATS if self.individual else ("ns", "ew")

    @property
    def directions(self) -> int:
        """How many sit down at a table."""
        return len(self.places)

    @property
    def tables(self) -> int:
        """How many there are."""
        return max([*(table for table, _ in self.seats.values()), *(m.table for m in self.meetings)], default=0)

    @property
    def rounds(self) -> int:
        """How many there are."""
        return max((meeting.round for meeting in self.meetings), default=0)

    def order(self, item: tuple[str, object]) -> tuple[tuple[int, int], str]:
        """People with what is known of them in order of their numbers; who has none comes first."""
        return self.numbers.get(item[0], (0, 0)), item[0]


def people_of(sides: Sides, individual: bool) -> tuple[str | None, ...]:
    """Those at a table in the order of their directions."""
    return tuple(getattr(sides, name) for name in (SEATS if individual else ("ns", "ew")))


def seating_of(
    people: Mapping[str, Participant | None],
    results: Iterable[ResultFact],
    movement: MovementFact | None,
    *,
    starts: Mapping[str, Seat],
    individual: bool,
    losses: Losses,
) -> Seating:
    """Give numbers and seats to everybody of a section; a participant that is only in results is None.

    `starts` are stated; meetings are made from results where there is no movement.
    """
    meetings = _meetings(results, movement, individual)
    lines = _directions(people, meetings, results, individual)
    for name in people.keys() & starts.keys():
        lines[name] = lines[name] or {starts[name][1]}
    for name, participant in people.items():
        lines[name] = lines[name] or {2 if participant is not None and participant.direction == "EW" else 1}
    howell = individual or not all(len(directions) == 1 for directions in lines.values())
    seating = Seating(howell, individual, meetings=meetings)
    most = HOWELL_NUMBERS if howell else MITCHELL_NUMBERS
    taken: set[tuple[int, int]] = set()
    for wish in (True, False):
        for name, participant in people.items():
            if name in seating.numbers:
                continue
            direction = 0 if howell else min(lines[name])
            if wish:
                digits = _DIGITS.findall(participant.number if participant is not None and participant.number else name)
                number = int(digits[-1]) if digits else None
            else:
                number = next((n for n in range(1, most + 1) if (direction, n) not in taken), None)
            if number is None or not 1 <= number <= most or (direction, number) in taken:
                if not wish:
                    losses.add("participant", f"a section has room for {most} numbers", of=("participants",))
                continue
            taken.add((direction, number))
            seating.numbers[name] = (direction, number)
    stated = sum(person is not None and person.direction is not None for person in people.values())
    losses.add(
        "direction of participants",
        "numbers of a Howell movement have none",
        stated if howell else 0,
        of=("participants.direction",),
    )
    _seat(seating, starts)
    _number_left(seating, most)
    return seating


def starts_of(facts: Facts, session: str | None, kind: str) -> dict[str, Seat]:
    """Table and direction where those of a kind are stated to begin a session."""
    names = {1: ("NS", "N"), 2: ("EW", "E"), 3: ("S",), 4: ("W",)}
    directions = {name: number for number, own in names.items() for name in own}
    return {
        seat.participant: (_table(seat.table), directions[seat.direction])
        for seat in facts.seats
        if (seat.stage, seat.session, seat.kind) == ("start", session, kind)
        and _table(seat.table)
        and seat.direction in directions
    }


def _meetings(results: Iterable[ResultFact], movement: MovementFact | None, individual: bool) -> list[Meeting]:
    meetings: dict[tuple[int, int], Meeting] = {}
    for line in movement.lines if movement is not None else ():
        if _table(line.table):
            first = int(line.first_board) if line.first_board and line.first_board.isdecimal() else None
            people = people_of(line.sides, individual)
            meetings[line.round, _table(line.table)] = Meeting(line.round, _table(line.table), people, first)
    for result in results if not meetings else ():
        if not result.round or not _table(result.table):
            continue
        key = (result.round, _table(result.table))
        board = int(result.board) if result.board.isdecimal() else None
        before = meetings.get(key)
        first = min((b for b in (board, before.first_board if before else None) if b is not None), default=None)
        meetings[key] = Meeting(*key, people_of(result.sides, individual), first)
    return [meetings[key] for key in sorted(meetings)]


def _table(text: str | None) -> int:
    """The number of a table; 0 when it has none that a file can hold."""
    return int(text) if text and text.isdecimal() and len(text) < 4 and int(text) <= MOST_TABLES else 0


def _directions(
    people: Mapping[str, Participant | None], meetings: list[Meeting], results: Iterable[ResultFact], individual: bool
) -> dict[str, set[int]]:
    """The directions that each sits in."""
    directions: dict[str, set[int]] = {name: set() for name in people}
    tables = [meeting.people for meeting in meetings] + [people_of(result.sides, individual) for result in results]
    for table in tables:
        for direction, name in enumerate(table, 1):
            if name in directions:
                directions[name].add(direction)
    return directions


def _seat(seating: Seating, starts: Mapping[str, Seat]) -> None:
    taken: set[Seat] = set()
    first = [
        (name, (meeting.table, direction))
        for meeting in seating.meetings
        if meeting.round == 1
        for direction, name in enumerate(meeting.people, 1)
    ]
    for name, seat in (*first, *starts.items()):
        fits = seating.howell or seat[1] == seating.numbers.get(name or "", (0, 0))[0]
        if name in seating.numbers and name not in seating.seats and seat not in taken and fits:
            seating.seats[name] = seat
            taken.add(seat)
    for name, (direction, number) in sorted(seating.numbers.items(), key=lambda item: item[1]):
        if name in seating.seats:
            continue
        facings = range(1, seating.directions + 1) if seating.howell else (direction,)
        seat = (number, direction)
        most = sum(other == direction for other, _ in seating.numbers.values())
        if seating.howell or number > most or seat in taken:
            every = ((table, facing) for table in count(1) for facing in facings)
            seat = next(free for free in every if free not in taken)
        seating.seats[name] = seat
        taken.add(seat)


def _number_left(seating: Seating, most: int) -> None:
    """Rule 4."""
    seats, keys = set(seating.seats.values()), set(seating.numbers.values())
    for seat in sorted(
        {(t, d) for t in range(1, seating.tables + 1) for d in range(1, seating.directions + 1)} - seats
    ):
        line = 0 if seating.howell else seat[1]
        key = next(((line, number) for number in range(1, most + 1) if (line, number) not in keys), None)
        if key is not None:
            seating.left[seat] = key
            keys.add(key)
