"""The pages of the desk about screens."""

from datetime import UTC, datetime, timedelta

from contracts.screens.room import Announcement, Part, Room, Screen
from services.broadcast.domain.desk.pages.screens import composition, screens

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
HALL = Screen(name="hall", title="Hall", parts=(Part(view="text", text="Welcome"),) * 12)


def test_the_list_says_where_an_announcement_is_shown_and_for_how_long():
    lunch = Announcement(id="0" * 8, text="Lunch", until=NOW + timedelta(minutes=5), event="pairs")
    shown = screens(Room(screens=(HALL,), announcements=(lunch,)), None, NOW).values
    assert shown["announcements"] == [(lunch, "event pairs")]
    assert not screens(Room(announcements=(lunch,)), None, lunch.until).values["announcements"]


def test_a_screen_that_is_full_takes_no_more_parts():
    assert composition(HALL, None, {}).values["full"]
    assert not composition(HALL.replace(parts=HALL.parts[1:]), None, {}).values["full"]
