"""Numbers and starting seats."""

import pytest

from contracts.facts import Facts, MovementFact, MovementLine, Participant, ResultFact, Score, SeatFact, Sides
from shared.formats.acblscore.writer.seating import Seating, people_of, seating_of, starts_of
from shared.formats.losses import Losses

ZERO = Score(kind="points", points=0)


def played(ns: str, ew: str, number: int | None = None, table: int | None = None, board: int = 1) -> ResultFact:
    return ResultFact(
        board=str(board),
        sides=Sides(ns=ns, ew=ew),
        round=number,
        table=str(table) if table else None,
        ns_score=ZERO,
        ew_score=ZERO,
    )


def seat(*results: ResultFact, movement: MovementFact | None = None, **shown: str) -> tuple[Seating, int]:
    names = [name for result in results for name in people_of(result.sides, individual=False) if name is not None]
    people = {name: Participant(id=name, kind="pair", number=shown.get(name)) for name in dict.fromkeys(names)}
    losses = Losses()
    found = seating_of(people, results, movement, starts={}, individual=False, losses=losses)
    return found, len(losses.items())


def test_who_always_sits_the_same_way_is_in_a_mitchell_movement():
    found, _ = seat(played("1NS", "1EW", 1, 1), played("2NS", "2EW", 1, 2), played("1NS", "2EW", 2, 1))
    assert not found.howell
    assert found.numbers == {"1NS": (1, 1), "1EW": (2, 1), "2NS": (1, 2), "2EW": (2, 2)}
    assert found.seats == {"1NS": (1, 1), "1EW": (1, 2), "2NS": (2, 1), "2EW": (2, 2)}
    assert (found.tables, found.rounds) == (2, 2)


def test_who_changes_direction_is_in_a_howell_movement():
    found, _ = seat(played("1", "2", 1, 1), played("3", "4", 1, 2), played("2", "3", 2, 1), played("4", "1", 2, 2))
    assert found.howell
    assert found.numbers == {"1": (0, 1), "2": (0, 2), "3": (0, 3), "4": (0, 4)}


def test_shown_numbers_are_kept_and_the_others_get_what_is_free():
    found, _ = seat(played("a", "b"), played("c", "d"), a="7", b="7", c="0", d="pair 2")
    assert found.numbers == {"a": (1, 7), "b": (2, 7), "c": (1, 1), "d": (2, 2)}
    assert len(set(found.seats.values())) == 4
    assert found.tables == 2


def test_without_tables_the_numbers_tell_the_seats():
    found, _ = seat(played("1NS", "2EW"), played("2NS", "1EW"))
    assert found.seats == {"1NS": (1, 1), "2NS": (2, 1), "1EW": (1, 2), "2EW": (2, 2)}
    assert found.meetings == []


def test_a_movement_counts_before_results():
    lines = (
        MovementLine(round=1, table="2", sides=Sides(ns="1", ew="2"), first_board="5"),
        MovementLine(round=1, table="x", sides=Sides(ns="1", ew="2")),
    )
    found, _ = seat(played("1", "2", 3, 9), movement=MovementFact(id="m", kind="pairs", lines=lines))
    assert [(m.round, m.table, m.first_board) for m in found.meetings] == [(1, 2, 5)]


def test_the_first_board_of_a_meeting_is_its_lowest():
    found, _ = seat(played("1", "2", 1, 1, 9), played("1", "2", 1, 1, 8), played("1", "2", 1, 1000, 1))
    assert [(m.round, m.table, m.first_board) for m in found.meetings] == [(1, 1, 8)]


def test_more_than_a_section_can_number_are_counted_as_lost():
    found, lost = seat(*(played(f"n{i}", f"e{i}") for i in range(41)))
    assert len(found.numbers) == 80
    assert lost == 1


def test_individuals_sit_in_four_directions_with_numbers_of_one_row():
    score = Score(kind="points", points=0)
    sides = Sides(north="1", east="2", south="3", west="4")
    line = ResultFact(board="1", round=1, table="1", sides=sides, ns_score=score, ew_score=score)
    people = {name: Participant(id=name, kind="player") for name in "1234"}
    seating = seating_of(people, [line], None, starts={}, individual=True, losses=Losses())
    assert (seating.directions, seating.howell) == (4, True)
    assert seating.seats == {"1": (1, 1), "2": (1, 2), "3": (1, 3), "4": (1, 4)}


def test_who_is_in_no_result_has_the_direction_that_is_stated():
    people = {
        "1": Participant(id="1", kind="pair", direction="NS"),
        "2": Participant(id="2", kind="pair", direction="EW"),
        "3": None,
    }
    seating = seating_of(people, [], None, starts={}, individual=False, losses=Losses())
    assert seating.numbers == {"1": (1, 1), "2": (2, 2), "3": (1, 3)}
    assert seating.seats == {"1": (1, 1), "2": (1, 2), "3": (2, 1)}


@pytest.mark.parametrize(("table", "tables"), [("180", 180), ("181", 0), ("0001", 0), ("T", 0)])
def test_tables_beyond_the_room_of_a_match_table_are_none(table, tables):
    seating, _ = seat(played("1", "2", 1, 1).replace(table=table))
    assert len(seating.meetings) == (1 if tables else 0)
    assert seating.tables == max(tables, 1)


def test_who_is_in_no_result_sits_where_it_starts() -> None:
    people = {"1": Participant(id="1", kind="pair"), "2": Participant(id="2", kind="pair", direction="NS")}
    seating = seating_of(people, [], None, starts={"1": (3, 2)}, individual=False, losses=Losses())
    assert (seating.numbers["1"], seating.seats["1"], seating.seats["2"]) == ((2, 1), (3, 2), (1, 1))


def test_a_seat_that_is_left_has_the_lowest_free_number() -> None:
    people = {name: Participant(id=name, kind="pair") for name in ("1", "2", "3")}
    starts = {"1": (1, 1), "2": (1, 2), "3": (2, 1)}
    seating = seating_of(people, [], None, starts=starts, individual=False, losses=Losses())
    assert seating.left == {(2, 2): (2, 1)}


def test_starting_seats_are_those_of_the_session_with_a_table_and_a_direction() -> None:
    def seat(who: str, **more: str) -> SeatFact:
        return SeatFact.checked({"participant": who, "stage": "start", "table": "2", "direction": "EW", **more})

    seats = (seat("1"), seat("2", stage="next"), seat("3", session="9"), seat("4", table="Bar"))
    assert starts_of(Facts(seats=seats), None, "pair") == {"1": (2, 2)}
