"""Numbers of a section: who starts where."""

import pytest

from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.play_layouts import MOVEMENT, PAIR_MEETING, PAIR_MEETINGS
from shared.formats.acblscore.reader.numbers import Numbers, read_numbers
from tests.support.acblscore_files import howell, mitchell
from tests.support.acblscore_records import record


def numbers_of(movement: bytes | None = None, *, individual: bool = False, **values) -> tuple[Numbers, list[str]]:
    section, report = record(SECTION, values)
    table = None
    if movement is not None:
        table, _ = record(MOVEMENT, {"num_tables": len(movement) // 75, "num_rounds": 1}, movement)
    found = read_numbers(section, "A", individual=individual, movement=table, report=report)
    return found, [finding.code.removeprefix("acblscore.") for finding in report.findings]


def first_round(*tables: tuple[int, int]) -> bytes:
    room = PAIR_MEETING.size * PAIR_MEETINGS
    return b"".join(bytes([*pair, 1]).ljust(room, b"\0") for pair in tables)


def test_a_mitchell_movement_has_numbers_for_each_direction():
    found, codes = numbers_of(numbers=mitchell(3, shown={2: 12}))
    assert found.seats == {(d, n): (n, d) for d in (1, 2) for n in (1, 2, 3)}
    assert (found.label(1, 2), found.label(2, 2), found.id(2, 3)) == ("2NS", "2EW", "A-3EW")
    assert found.shown == {(1, 2): 12}
    assert codes == []


def test_a_howell_movement_has_numbers_of_one_row():
    found, codes = numbers_of(howell=1, numbers=howell([(2, 2), (1, 1), (1, 2), (2, 1)]))
    assert found.seats == {(0, 1): (2, 2), (0, 2): (1, 1), (0, 3): (1, 2), (0, 4): (2, 1)}
    assert found.by_seat()[1, 2] == (0, 3)
    assert (found.id(1, 4), found.key(2, 4)) == ("A-4", (0, 4))
    assert codes == []


def test_the_phantom_of_a_howell_movement_has_the_seat_of_the_first_round():
    found, codes = numbers_of(first_round((3, 2), (4, 1)), howell=1, numbers=howell([(2, 2), (1, 2), (1, 1), (2, 0)]))
    assert found.seats[0, 4] == (2, 1)
    assert codes == []


def test_without_a_list_the_first_round_tells():
    found, codes = numbers_of(first_round((1, 5), (2, 6)), howell=1)
    assert found.seats == {(0, 1): (1, 1), (0, 5): (1, 2), (0, 2): (2, 1), (0, 6): (2, 2)}
    assert codes == ["numbers-missing"]


def test_without_a_movement_too_the_tables_tell():
    found, codes = numbers_of(num_tables=2)
    assert set(found.seats) == {(1, 1), (2, 1), (1, 2), (2, 2)}
    assert codes == ["numbers-missing"]
    assert numbers_of(num_tables=2, howell=1)[0].seats == {}
    assert len(numbers_of(num_tables=65_535)[0].seats) == 80


@pytest.mark.parametrize("howell_movement", [0, 1])
def test_individuals_have_four_directions(howell_movement):
    raw = howell([(1, 1), (1, 2), (1, 3), (1, 4)]) if howell_movement else mitchell(1, 4)
    found, _ = numbers_of(individual=True, howell=howell_movement, numbers=raw)
    assert set(found.seats.values()) == {(1, 1), (1, 2), (1, 3), (1, 4)}
    assert found.id(3, 1) == ("A-1" if howell_movement else "A-1S")


def test_seats_that_nobody_can_have_are_left_out():
    found, _ = numbers_of(howell=1, numbers=howell([(1, 1), (1, 7), (0, 1)]))
    assert found.seats == {(0, 1): (1, 1)}
