"""The clock of rounds at a moment, and through pauses."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.screens.timer import Timer

START = datetime(2031, 10, 3, 19, tzinfo=UTC)
TIMER = Timer(rounds=3, minutes=15, break_minutes=2, started_at=START)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


@pytest.mark.parametrize(
    ("passed", "expected"),
    [
        (-5, (1, False, 15)),
        (0, (1, False, 15)),
        (14, (1, False, 1)),
        (15, (2, True, 2)),
        (17, (2, False, 15)),
        (34, (3, False, 15)),
        (48.5, (3, False, 0.5)),
        (49, (3, False, 0)),
        (500, (3, False, 0)),
    ],
)
def test_rounds_and_breaks_follow_each_other_and_end(passed: float, expected: tuple[int, bool, float]) -> None:
    number, pause, left = expected
    assert TIMER.phase(START + minutes(passed)) == (number, pause, minutes(left))


def test_rounds_without_a_break_follow_at_once() -> None:
    assert TIMER.replace(break_minutes=0).phase(START + minutes(15)) == (2, False, minutes(15))


def test_a_timer_goes_on_where_it_stood() -> None:
    standing = TIMER.paused(START + minutes(5))
    assert standing.paused(START + minutes(6)) == standing
    assert standing.phase(START + minutes(60)).left == minutes(10)
    going = standing.resumed(START + minutes(60))
    assert going.phase(START + minutes(61)).left == minutes(9)
    assert going.resumed(START + minutes(61)) == going


def test_minutes_are_given_and_taken() -> None:
    now = START + minutes(5)
    assert TIMER.later(3, now).phase(now).left == minutes(13)
    assert TIMER.later(-3, now).phase(now).left == minutes(7)
    assert TIMER.later(60, now).phase(now) == (1, False, minutes(15)), "not behind its start"
