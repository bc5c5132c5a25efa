"""The page of a screen: what of the room it shows."""

from datetime import UTC, datetime, timedelta

from contracts.screens.room import Announcement, Part, Room, Screen, Timer
from services.broadcast.domain.pages.words import IN_ENGLISH
from services.broadcast.domain.screens.page import of_event, screen_page, timer_values

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
EMPTY, TEXT = Part(view="seats", event="gone"), Part(view="text", text="Welcome")
HALL = Screen(name="hall", title="Hall", parts=(EMPTY, TEXT))
TIMER = Timer(id="0" * 8, rounds=2, minutes=10, since=NOW, event="pairs")
LUNCH = Announcement(id="0" * 8, text="Lunch", until=NOW + timedelta(minutes=5))

NOTHING = Room()


def values(screen, room=NOTHING, now=NOW):
    return screen_page(screen, room, {}, now, IN_ENGLISH).values


def test_a_part_with_nothing_in_it_is_left_out_unless_there_is_no_other():
    assert [part.look for part in values(HALL)["parts"]] == ["text"]
    assert len(values(HALL.replace(parts=(EMPTY,)))["parts"]) == 1


def test_announcements_are_shown_where_and_while_they_are_meant():
    room = Room(announcements=(LUNCH, LUNCH.replace(screen="foyer")))
    assert values(HALL, room)["announcements"] == [LUNCH]
    assert not values(HALL, room, NOW + timedelta(minutes=5))["announcements"]


def test_an_event_has_what_is_about_it():
    about = LUNCH.replace(event="pairs")
    room = Room(announcements=(LUNCH, about), timers=(TIMER,))
    assert of_event("pairs", room, NOW) == ([about], [TIMER])
    assert of_event("teams", room, NOW) == ([], [])


def test_a_timer_is_written_and_warns_in_its_last_minute():
    def written(minutes):
        made = timer_values(TIMER, NOW + timedelta(minutes=minutes), IN_ENGLISH)
        return made["label"], made["time"], made["last"]

    assert written(0) == ("Round 1", "10:00", False)
    assert written(9) == ("Round 1", "1:00", True)
    assert written(20) == ("Time is up", "", False)
