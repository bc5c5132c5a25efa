"""What facts about seats and movements speak of."""

import pytest
from pydantic import ValidationError

from contracts.facts.results import Sides
from contracts.facts.seats import MovementFact, MovementLine, SeatFact

SEAT = SeatFact(participant="7", stage="next", session="1", round=3, table="4", direction="NS")


def test_a_participant_has_one_seat_in_a_round_of_a_stage() -> None:
    assert SEAT.key == SEAT.replace(table="5", direction="EW", section="B", resigned=True).key
    for of in ({"participant": "8"}, {"kind": "team"}, {"stage": "start"}, {"round": 4}, {"session": "2"}):
        assert SEAT.replace(**of).key != SEAT.key


def test_a_seat_is_at_the_start_or_next() -> None:
    with pytest.raises(ValidationError):
        SeatFact.checked({"participant": "7", "stage": "later"})


def test_a_movement_is_known_by_its_id_within_its_section() -> None:
    movement = MovementFact(id="H10", kind="pairs", section="A")
    line = MovementLine(round=1, table="1", sides=Sides(ns="1", ew="2"))
    assert movement.key == movement.replace(lines=(line,), name="Howell", winners=1).key
    for of in ({"id": "H12"}, {"section": "B"}, {"session": "2"}):
        assert movement.replace(**of).key != movement.key


def test_a_line_of_a_movement_may_have_no_boards_of_its_own() -> None:
    line = MovementLine(round=1, table="1", sides=Sides(ns="1"))
    assert (line.first_board, line.last_board, line.sides.ew) == (None, None, None)
