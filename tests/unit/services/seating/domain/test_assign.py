"""Who sits where next: the first rule that knows, and what is published of it."""

from typing import Any

from contracts.facts import MovementFact, MovementLine, SeatFact, Sides
from contracts.messages import EventMerged, RoundAssigned
from services.seating.domain.assign import WITHDRAWN, Plan, next_round, plan
from services.seating.domain.movements.mitchell import mitchell
from tests.support.fragments import result
from tests.support.merged import merged
from tests.support.played_movements import results_of

SEATS = (SeatFact(participant="1", stage="next", table="1", direction="NS"),
         SeatFact(participant="2", stage="next", table="1", direction="EW"))  # fmt: skip
MOVEMENT = MovementFact(id="M", kind="pairs", lines=(MovementLine(round=1, table="9", sides=Sides(ns="1", ew="2")),))


def published(event: EventMerged, last: RoundAssigned | None = None, seq: int = 0) -> Plan:
    found = plan(event, last, seq)
    assert found is not None
    return found


def test_stated_seats_come_before_a_movement() -> None:
    assert rule(seats=SEATS, movements=(MOVEMENT,)) == "stated"
    assert rule(movements=(MOVEMENT,)) == "movement"
    assert rule() is None


def test_a_movement_that_is_given_comes_before_one_that_is_inferred() -> None:
    plan = mitchell(7, winners=1)
    assert rule(results=results_of(plan, 3), movements=(plan,)) == "movement"
    assert rule(results=results_of(plan, 3)) == "inferred"


def rule(**facts: Any) -> str | None:
    found = next_round(merged(**facts))
    return found.rule if found is not None else None


def test_the_first_seats_have_position_one_and_expect_an_empty_subject() -> None:
    found = published(merged(seats=SEATS, applied=12))
    assert (found.message.position.seq, found.message.position.applied, found.expect_last) == (1, 12, 0)
    assert found.subject == "seating.round.assigned.v1.made-up-pairs"


def test_the_same_seats_are_not_published_again_whatever_else_has_changed() -> None:
    last = published(merged(seats=SEATS)).message
    assert plan(merged(seats=SEATS, applied=99, results=(result("1", "1", "2"),)), last, 31) is None


def test_other_seats_follow_on_the_last_ones() -> None:
    last = published(merged(seats=SEATS)).message
    found = published(merged(seats=SEATS[:1], applied=8), last, 31)
    assert (found.message.position.seq, found.expect_last) == (2, 31)
    assert found.message.digest != last.digest


def test_an_older_state_of_the_event_changes_nothing() -> None:
    last = published(merged(seats=SEATS, applied=12)).message
    assert plan(merged(seats=SEATS[:1], applied=11), last, 31) is None


def test_seats_that_no_longer_hold_are_withdrawn_once() -> None:
    last = published(merged(seats=SEATS)).message
    gone = published(merged(applied=8), last, 31).message
    assert (gone.assignment.rule, gone.assignment.tables, gone.assignment.complete) == (WITHDRAWN, (), False)
    assert plan(merged(applied=9), gone, 32) is None
    assert published(merged(seats=SEATS, applied=10), gone, 32).message.position.seq == 3


def test_a_list_of_those_who_sit_out_is_withdrawn_too() -> None:
    out = published(merged(seats=(SeatFact(participant="1", stage="next"),))).message
    assert out.assignment.sitting_out == ("1",)
    assert published(merged(applied=8), out, 5).message.assignment.rule == WITHDRAWN


def test_an_event_without_seats_publishes_nothing() -> None:
    assert plan(merged(), None, 0) is None
