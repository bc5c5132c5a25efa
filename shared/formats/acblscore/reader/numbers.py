"""Who has which number in a section: from the numbers of the movement to those who play.

Rules kept here:

1. Movements, results and lists name somebody by the number of the movement. In a Mitchell movement North-South and
   East-West have numbers of their own (each of the four seats in an individual event); in a Howell movement everybody
   has one of the same row.
2. A section lists for each number its starting table and direction. A number that it does not list, as that of the
   phantom of a Howell movement, has the seat of the first round of the movement; where there is no movement either,
   number N of a Mitchell movement starts at table N.
3. A number that has been reassigned is shown to people in place of the movement's. The lists of results go on using
   the movement's, and so do ids: a number that is reassigned in the middle of a session names the same pair.
4. Index tables list those who start at table 1, 2 and so on, for each direction. Somebody in them whose seat no number
   has, as a roving pair that sits out at first, has in a Mitchell movement the number of its place, if that is free.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from contracts.codes.acblscore import NUMBERS_MISSING
from shared.formats.acblscore.file.play_layouts import MEETINGS
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.report import Report

PAIR_DIRECTIONS = {1: "NS", 2: "EW"}
PLAYER_DIRECTIONS = {1: "N", 2: "E", 3: "S", 4: "W"}
MITCHELL_NUMBERS, HOWELL_NUMBERS = 40, 80

Seat = tuple[int, int]
"""Starting table and direction."""


@dataclass
class Numbers:
    """The numbers of a section.

    Attributes:
        section: its name.
        howell: whether all have numbers of one row.
        individual: whether players sit down one by one.
        seats: starting table and direction by direction (0 in a Howell movement) and number.
        shown: numbers shown to people in place of the movement's.
    """

    section: str
    howell: bool
    individual: bool
    seats: dict[tuple[int, int], Seat] = field(default_factory=dict)
    shown: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def directions(self) -> dict[int, str]:
        """The directions of those who play, by number."""
        return PLAYER_DIRECTIONS if self.individual else PAIR_DIRECTIONS

    def key(self, direction: int, number: int) -> tuple[int, int]:
        """What a number is listed under."""
        return (0 if self.howell else direction, number)

    def label(self, direction: int, number: int) -> str:
        """A number as people say it: "7NS", or "7" where all have numbers of one row."""
        return str(number) if self.howell else f"{number}{self.directions.get(direction, direction)}"

    def id(self, direction: int, number: int) -> str:
        """The id of a number within its event: "A-7NS"."""
        return f"{self.section}-{self.label(direction, number)}"

    def fill(self, listed: Iterable[Seat]) -> None:
        """Give those of the index tables whose seat nobody has the number of their place (rule 4)."""
        taken = set(self.seats.values())
        for seat in listed if not self.howell else ():
            table, direction = seat
            if seat not in taken:
                self.seats.setdefault((direction, table), seat)

    def by_seat(self) -> dict[Seat, tuple[int, int]]:
        """Direction and number by starting seat; of two numbers with one seat the lower has it."""
        keys: dict[Seat, tuple[int, int]] = {}
        for key, seat in sorted(self.seats.items()):
            keys.setdefault(seat, key)
        return keys


def read_numbers(section: Record, name: str, *, individual: bool, movement: Record | None, report: Report) -> Numbers:
    """Read the numbers of a section from its details, or from its movement in files that list none."""
    numbers = Numbers(name, section.flag("howell"), individual)
    raw = section.raw("numbers")
    if numbers.howell:
        seats = zip(raw[HOWELL_NUMBERS::2], raw[HOWELL_NUMBERS + 1 :: 2], strict=False)
        for number, seat in enumerate(islice(seats, HOWELL_NUMBERS), 1):
            if seat[0]:
                _enter(numbers, 0, number, seat, raw[number - 1])
    else:
        tables = raw[4 * MITCHELL_NUMBERS : 8 * MITCHELL_NUMBERS]
        for index in [index for index, table in enumerate(tables) if table]:
            number, facing = divmod(index, 4)
            _enter(numbers, facing + 1, number + 1, (tables[index], facing + 1), raw[index])
    if not numbers.seats:
        report.add(
            NUMBERS_MISSING,
            f"section {name} lists no pair numbers; they were taken from the movement or the starting tables",
            section.place("numbers"),
            subject=name,
        )
        if movement is None and not numbers.howell:
            for table in range(1, min(section.integer("num_tables"), MITCHELL_NUMBERS) + 1):
                for direction in numbers.directions:
                    _enter(numbers, direction, table, (table, direction), 0)
    for direction, number, seat in _first_round(numbers, movement):
        if numbers.key(direction, number) not in numbers.seats:
            _enter(numbers, direction, number, seat, 0)
    return numbers


def _enter(numbers: Numbers, direction: int, number: int, seat: Seat, shown: int) -> None:
    table, facing = seat
    if not table or facing not in numbers.directions:
        return
    key = numbers.key(direction, number)
    numbers.seats[key] = seat
    if shown and shown != number:
        numbers.shown[key] = shown


def _first_round(numbers: Numbers, movement: Record | None) -> Iterator[tuple[int, int, Seat]]:
    """Direction, number and seat of everybody in the first round (rule 2)."""
    if movement is None:
        return
    meeting, rounds = MEETINGS[numbers.individual]
    width, size = meeting.size * rounds, len(numbers.directions)
    rest = movement.rest()
    for table in range(1, min(movement.integer("num_tables"), len(rest) // width) + 1):
        seated = rest[width * (table - 1) : width * (table - 1) + size]
        for direction, number in enumerate(seated, 1):
            if number:
                yield direction, number, (table, direction)
