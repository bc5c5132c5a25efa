"""Seats that follow, as facts of the event."""

from typing import Any

import pytest

from contracts.facts import MatchFact, Score, SessionFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, Standings
from services.export.domain.next_seats import shown_when, still_held
from tests.support.fragments import pair, result
from tests.support.merged import merged

PAIRS = tuple(pair(number) for number in "1234")
FIRST = SeatAssignment(table="1", section="A", ns="1", ew="3", first_board="9", last_board="16")
SECOND = SeatAssignment(table="2", section="A", ns="2", ew="4", first_board="9", last_board="16")


def assigned(*tables: SeatAssignment, **more: Any) -> RoundAssignment:
    given: dict[str, Any] = {"stage": "round", "round": 2, "rule": "inferred", "tables": tables or (FIRST, SECOND)}
    return RoundAssignment(event="made-up-pairs", **{**given, **more})


def event(*, rounds: int | None = 1, complete: bool | None = None, **facts: Any) -> EventMerged:
    standings = Standings(
        event="made-up-pairs",
        name="Made-up pairs",
        method=Method(board_scoring="match_points"),
        progress=Progress(rounds_complete=rounds, complete=complete),
    )
    return merged(standings=standings, **{"participants": PAIRS, **facts})


def test_seats_of_the_round_after_the_last_that_is_over_are_held() -> None:
    seats = assigned()
    assert still_held(event(), seats) is seats
    assert still_held(event(rounds=None), seats) is seats


@pytest.mark.parametrize(
    ("now", "seats"),
    [
        (event(), None),
        (event(), assigned(rule="none", tables=())),
        (event(rounds=2), assigned()),
        (event(complete=True), assigned()),
    ],
    ids=["none", "withdrawn", "the round is over", "the event is over"],
)
def test_seats_are_no_longer_held(now: EventMerged, seats: RoundAssignment | None) -> None:
    assert still_held(now, seats) is None


def test_seats_are_over_when_each_of_their_tables_has_met() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    lines = tuple(
        result(board, ns, ew, 420).replace(session="2", round=2) for board, ns, ew in (("9", "1", "3"), ("9", "4", "2"))
    )
    seats = assigned(session="2")
    assert still_held(event(rounds=5, sessions=sessions, results=lines[:1]), seats) is seats
    assert still_held(event(rounds=5, sessions=sessions, results=lines), seats) is None
    elsewhere = tuple(line.replace(session="1") for line in lines)
    assert still_held(event(rounds=5, sessions=sessions, results=elsewhere), seats) is seats


def test_matches_that_have_a_score_have_met() -> None:
    matches = tuple(
        MatchFact(kind="teams", session="2", round=2, home=home, away=away, home_score=12)
        for home, away in (("1", "3"), ("2", "4"))
    )
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert still_held(event(sessions=sessions, matches=matches), assigned()) is None
    assert still_held(event(sessions=sessions, matches=matches[:1]), assigned()) is not None


def test_seats_are_called_by_their_round_or_their_stage() -> None:
    assert shown_when(assigned()) == "round 2"
    assert shown_when(assigned(round=None, stage="next")) == "next"


def test_seats_of_a_stage_are_held_until_the_event_is_complete() -> None:
    seats = assigned(round=None, stage="next")
    assert still_held(event(rounds=9), seats) is seats
    assert still_held(event(rounds=9, complete=True), seats) is None


def test_results_of_another_round_and_blank_lines_are_no_meeting_of_this_one() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    lines = tuple(result("9", ns, ew, 420).replace(round=2) for ns, ew in (("1", "3"), ("4", "2")))
    assert still_held(event(sessions=sessions, results=lines), assigned()) is None
    earlier = (lines[0], lines[1].replace(round=1))
    assert still_held(event(sessions=sessions, results=earlier), assigned()) is not None
    unknown = Score(kind="unknown")
    blank = (lines[0], lines[1].replace(ns_score=unknown, ew_score=unknown))
    assert still_held(event(sessions=sessions, results=blank), assigned()) is not None


def test_seats_of_nobody_at_full_tables_wait_for_no_meeting() -> None:
    alone = SeatAssignment(table="1", ns="1")
    assert still_held(event(sessions=(SessionFact(id="1"), SessionFact(id="2"))), assigned(alone)) is not None
    assert still_held(event(), assigned(tables=(), sitting_out=("5",))) is not None
