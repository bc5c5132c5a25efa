"""The pages of the screens at the desk."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from contracts.screens.screen import Announcement, Part, Screen, Screens
from contracts.screens.timer import Timer
from services.broadcast.domain.desk.pages.screens import compose_page, screens_page

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
HALL = Screen(
    name="hall",
    title="Hall A",
    parts=(
        Part(view="names", event="club", letters="A-M"),
        Part(view="standings", event="gone"),
        Part(view="announcement", text="Welcome"),
    ),
)


def test_all_screens_with_what_is_announced_and_the_timers() -> None:
    announcements = tuple(
        Announcement(at=NOW, by="Ada", until=NOW + timedelta(seconds=left), text=text, screen=screen, public=left == 5)
        for left, text, screen in ((61, "Supper", None), (5, "Here", "hall"), (0, "Old", None))
    )
    timers = tuple(
        Timer(screen=screen, public=screen is None, rounds=3, minutes=15, started_at=NOW) for screen in ("hall", None)
    )
    page = screens_page(Screens(screens=(HALL,), announcements=announcements, timers=timers), NOW)
    listed = [(each["text"], each["where"], each["minutes"]) for each in page.values["announcements"]]
    assert listed == [("Supper", "all screens", 2), ("Here", "Hall A and on phones", 1)]
    assert [each["where"] for each in page.values["timers"]] == ["Hall A", "all screens and on phones"]


def test_the_parts_of_a_screen_are_named_by_their_events() -> None:
    events = SimpleNamespace(columns=("name",), rows={"club": ("Club night",), "other": (None,)})
    page = compose_page(HALL, events)
    assert [(part["text"], part["of"]) for part in page.values["parts"]] == [
        ("Seats by name", "Club night"),
        ("Standings", "gone"),
        ("Text", "Welcome"),
    ]
    assert page.values["events"] == {"club": "Club night", "other": "other"}
    assert compose_page(HALL, None).values["events"] == {}
