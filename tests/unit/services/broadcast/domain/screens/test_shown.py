"""What is sent to a screen, and what its page has without scripts."""

from datetime import UTC, datetime, timedelta

from contracts.screens.screen import Announcement, Part, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.pages.address import Address
from services.broadcast.domain.pages.words import IN_ENGLISH
from services.broadcast.domain.screens.shown import address_of, frame, page_of, part_at, shown, shown_with, written_with

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
LONG = NOW + timedelta(hours=1)
SEATS, TEXT = Part(view="names", event="club", seconds=9, letters="A-M"), Part(view="announcement", text="Welcome")
HALL = Screen(name="hall", title="Hall A", parts=(SEATS, TEXT))


def said(text: str, until: datetime = LONG, screen: str | None = None, *, public: bool = True) -> Announcement:
    return Announcement(at=NOW, by="Ada", until=until, text=text, screen=screen, public=public)


SCREENS = Screens(
    screens=(HALL,),
    announcements=(said("Old", NOW), said("Elsewhere", screen="foyer"), said("All"), said("Here", screen="hall")),
    timers=(
        Timer(rounds=3, minutes=15, break_minutes=2, public=True, started_at=NOW - timedelta(minutes=2, seconds=1)),
    ),
)


def test_a_screen_has_its_parts_its_own_announcements_and_the_time_of_the_server() -> None:
    made = shown(SCREENS, "hall", NOW)
    assert made is not None
    assert datetime.fromisoformat(made["now"]) == NOW
    assert [part["view"] for part in made["parts"]] == ["names", "announcement"]
    assert [each["text"] for each in made["announcements"]] == ["Here", "All"], "the newest first"
    assert "by" not in made["announcements"][0], "who announced it is not for the public"
    assert made["timer"]["minutes"] == 15
    assert shown(SCREENS, "foyer", NOW) is None


def test_an_event_has_what_is_for_all_screens_and_for_those_that_show_it() -> None:
    made, other = shown_with(SCREENS, "club", NOW), shown_with(SCREENS, "teams", NOW)
    assert datetime.fromisoformat(made["now"]) == NOW
    assert [each["text"] for each in made["announcements"]] == ["Here", "All"], "the newest first"
    assert [each["text"] for each in other["announcements"]] == ["All"]
    assert made["timer"] == other["timer"]
    own = Timer(screen="hall", rounds=2, minutes=50, public=True, started_at=NOW)
    timed = SCREENS.replace(timers=(*SCREENS.timers, own))
    assert shown_with(timed, "club", NOW)["timer"]["minutes"] == 50, "the screen's own goes before that of all"
    assert shown_with(timed, "teams", NOW)["timer"]["minutes"] == 15
    assert shown_with(Screens(timers=(own,)), "teams", NOW) == {"now": made["now"], "announcements": [], "timer": None}


def test_a_timer_for_screens_alone_is_on_no_page_of_an_event() -> None:
    own = Timer(screen="hall", rounds=2, minutes=50, started_at=NOW)
    timed = SCREENS.replace(timers=(*SCREENS.timers, own))
    made = shown(timed, "hall", NOW)
    assert made is not None
    assert made["timer"]["minutes"] == 50
    assert "public" not in made["timer"]
    # That of all is not the one by which the event is played, and stands in for none.
    assert shown_with(timed, "club", NOW)["timer"] is None
    assert shown_with(timed, "teams", NOW)["timer"]["minutes"] == 15
    assert written_with(timed, "club", NOW, IN_ENGLISH)["timer"] is None


def test_what_is_announced_on_screens_alone_is_on_no_page_of_an_event() -> None:
    alone = Screens(
        screens=(HALL,), announcements=(said("All", public=False), said("Here", screen="hall", public=False))
    )
    made = shown(alone, "hall", NOW)
    assert made is not None
    assert [each["text"] for each in made["announcements"]] == ["Here", "All"]
    assert shown_with(alone, "club", NOW)["announcements"] == []
    assert written_with(alone, "club", NOW, IN_ENGLISH)["announcements"] == []


def test_without_scripts_an_event_has_whole_minutes() -> None:
    assert written_with(SCREENS, "club", NOW, IN_ENGLISH) == {
        "announcements": ["Here", "All"],
        "timer": "Round 1: 13 minutes left",
    }
    assert written_with(Screens(), "club", NOW, IN_ENGLISH) == {"announcements": [], "timer": None}


def test_parts_follow_each_other_without_end() -> None:
    assert [part_at(HALL, number) for number in (1, 2, 3)] == [SEATS, TEXT, SEATS]
    assert part_at(HALL.replace(parts=()), 7).event is None


def test_a_part_is_a_page_of_its_event() -> None:
    assert address_of(SEATS) == Address("event", "club", "seats")
    assert address_of(TEXT) is None
    assert page_of(HALL, "Welcome").values == {"text": "Welcome"}


def test_without_scripts_the_next_part_and_whole_minutes_are_named() -> None:
    made = frame(SCREENS, HALL, 1, NOW, IN_ENGLISH)
    assert (made["seconds"], made["next"]) == (9, 2)
    assert frame(SCREENS, HALL, 2, NOW, IN_ENGLISH)["next"] == 1
    assert made["timer"] == "Round 1: 13 minutes left"
    later = frame(SCREENS, HALL, 1, NOW + timedelta(minutes=14), IN_ENGLISH)
    assert later["timer"] == "Break: 1 minute left"
    assert frame(Screens(screens=(HALL,)), HALL, 1, NOW, IN_ENGLISH)["timer"] == ""
