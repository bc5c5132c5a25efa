"""Screens of a room: what they may be, where announcements are shown, and how timers count."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from contracts.screens.room import PARTS, SCREENS, Announcement, Part, Room, Screen, Timer, TimerState

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
PART = Part(view="standings", event="pairs")
HALL = Screen(name="hall", title="Hall", parts=(PART,))
TIMER = Timer(id="0" * 8, rounds=2, minutes=10, pause=5)


def after(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "part",
    [{"view": "standings"}, {"view": "text"}, {"view": "radio", "event": "pairs"}, {"view": "timer", "seconds": 0}],
)
def test_a_part_that_nobody_can_show_is_refused(part):
    with pytest.raises(ValidationError):
        Part.model_validate(part)


def test_parts_and_screens_are_bounded():
    with pytest.raises(ValidationError):
        Screen(name="hall", title="Hall", parts=(PART,) * (PARTS + 1))
    room = Room(screens=tuple(HALL.replace(name=f"hall-{n}") for n in range(SCREENS)))
    with pytest.raises(ValidationError):
        room.with_screen(HALL)


def test_an_announcement_is_shown_where_it_is_meant_to_be():
    def shown(**reach):
        announcement = Announcement(id="0" * 8, text="Lunch", until=after(5), **reach)
        return announcement.on(HALL), announcement.of("pairs")

    assert shown() == (True, False)
    assert shown(screen="hall") == (True, False)
    assert shown(screen="foyer") == (False, False)
    assert shown(event="pairs") == (True, True)
    assert shown(event="teams") == (False, False)


def test_an_announcement_ends_in_time():
    room = Room(announcements=(Announcement(id="0" * 8, text="Lunch", until=after(5)),))
    assert room.announced(after(4)) == room
    assert not room.announced(after(5)).announcements


def test_a_screen_takes_what_was_for_it_alone_with_it():
    timer, other = TIMER.replace(screen="hall"), TIMER.replace(screen="foyer")
    assert Room(screens=(HALL,), timers=(timer, other)).without_screen("hall") == Room(timers=(other,))


@pytest.mark.parametrize(
    ("minutes", "state"),
    [
        (0, (1, "round", 600)),
        (9.5, (1, "round", 30)),
        (10, (1, "break", 300)),
        (15, (2, "round", 600)),
        (24.99, (2, "round", 1)),
        (25, (2, "over", 0)),
        (500, (2, "over", 0)),
    ],
)
def test_a_timer_counts_rounds_and_breaks_and_ends_without_a_last_break(minutes, state):
    assert TIMER.started(NOW).state(after(minutes)) == TimerState(*state)


def test_a_timer_that_is_paused_stands_still_and_goes_on_from_there():
    assert TIMER.state(NOW) == TimerState(1, "ready", 600)
    paused = TIMER.started(NOW).paused(after(4))
    assert paused.state(after(60)) == TimerState(1, "round", 360)
    assert paused.started(after(60)).state(after(61)) == TimerState(1, "round", 300)


def test_a_timer_is_adjusted_while_it_runs_and_while_it_stands():
    running = TIMER.started(NOW)
    assert running.adjusted(60, after(4)).state(after(5)) == TimerState(1, "round", 360)
    assert running.paused(after(4)).adjusted(-60, after(9)).state(after(9)) == TimerState(1, "round", 300)
    assert running.adjusted(10**6, after(4)).state(after(4)) == TimerState(1, "round", 600)
