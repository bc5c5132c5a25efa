"""Forms of the screens of a room."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from contracts.screens.room import ANNOUNCEMENTS, Room
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.screens import changed, name_of

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)

NOTHING = Room()


def after(*forms, room=NOTHING, now=NOW):
    for number, (do, fields) in enumerate(forms):
        room = changed(room, {"do": do, **fields}, now, f"{number:08x}")
    return room


HALL = ("title", {"title": "Großer Saal"})
NAME = name_of(HALL[1])


def part(text):
    return "part", {"screen": NAME, "view": "text", "text": text}


def texts(room):
    return [each.text for each in room.screen(NAME).parts]


def test_a_screen_is_named_after_its_title_and_keeps_its_address_when_it_is_renamed():
    room = after(HALL, part("one"), ("title", {"screen": NAME, "title": "Hall"}))
    assert (room.screen(NAME).title, texts(room)) == ("Hall", ["one"])
    with pytest.raises(Unclear):
        after(HALL, HALL)


def test_parts_are_added_changed_ordered_and_removed():
    room = after(HALL, part("one"), part("two"), part("three"))
    assert texts(after(("part-up", {"screen": NAME, "at": "2"}), room=room)) == ["one", "three", "two"]
    assert texts(after(("part-away", {"screen": NAME, "at": "0"}), room=room)) == ["two", "three"]
    again = ("part", {**part("new")[1], "at": "1"})
    assert texts(after(again, room=room)) == ["one", "new", "three"]


@pytest.mark.parametrize(
    "form",
    [
        ("", {}),
        ("title", {"title": "…"}),
        ("part", {"screen": "gone", "view": "timer"}),
        ("part", {"screen": NAME, "view": "standings"}),
        ("part-up", {"screen": NAME, "at": "0"}),
        ("announce", {"text": "Lunch", "minutes": "soon"}),
        ("announce", {"text": " ", "minutes": "5"}),
        ("announce", {"text": "Lunch", "minutes": "5", "where": "event:../x"}),
        ("timer", {"rounds": "0", "minutes": "5", "pause": "0"}),
    ],
)
def test_a_form_that_cannot_be_followed_is_refused(form):
    with pytest.raises((Unclear, ValidationError)):
        after(HALL, form)


def test_an_announcement_is_shown_until_its_time_is_over_or_it_is_taken_back():
    announce = ("announce", {"text": "Lunch", "minutes": "5", "where": f"screen:{NAME}"})
    room = after(announce)
    assert room.announcements[0].screen == NAME
    assert not after(("take-back", {"id": "00000000"}), room=room).announcements
    assert not after(HALL, room=room, now=NOW + timedelta(minutes=5)).announcements
    with pytest.raises(ValidationError):
        after(*[announce] * (ANNOUNCEMENTS + 1))


def test_a_timer_is_started_paused_adjusted_and_removed():
    own = {"id": "00000000"}
    room = after(("timer", {"rounds": "2", "minutes": "5", "pause": "1"}), ("timer-start", own), ("timer-less", own))
    assert room.timers[0].state(NOW + timedelta(minutes=1)) == (1, "round", 180)
    paused = after(("timer-pause", own), ("timer-more", own), room=room, now=NOW + timedelta(minutes=1))
    assert paused.timers[0].state(NOW + timedelta(hours=1)) == (1, "round", 240)
    assert not after(("timer-away", own), room=paused).timers
