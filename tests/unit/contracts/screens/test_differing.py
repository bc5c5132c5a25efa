"""Changes of screens are told apart and turned back one by one."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from contracts.screens.differing import differing, items_of, turned_back
from contracts.screens.screen import Announcement, Screen, Screens
from contracts.screens.timer import Timer

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)


def announcement(number: int, minutes: int = 60) -> Announcement:
    at = NOW + timedelta(seconds=number)
    return Announcement(at=at, by="Ada", until=NOW + timedelta(minutes=minutes), text=f"Supper {number}")


@st.composite
def screens(draw: st.DrawFn) -> Screens:
    titles = draw(st.dictionaries(st.sampled_from(("hall", "bar", "lobby")), st.sampled_from(("One", "Two"))))
    timers = draw(st.dictionaries(st.sampled_from((None, "hall")), st.integers(1, 3)))
    return Screens(
        screens=tuple(Screen(name=name, title=title) for name, title in titles.items()),
        announcements=tuple(announcement(number) for number in draw(st.sets(st.integers(1, 4)))),
        timers=tuple(Timer(screen=name, rounds=rounds, minutes=20, started_at=NOW) for name, rounds in timers.items()),
    )


@given(screens(), screens())
def test_what_differs_is_turned_back_and_forth(before: Screens, after: Screens) -> None:
    was, now = differing(before, after, NOW)
    back = turned_back(after, was, now)
    assert back is not None
    assert items_of(back) == items_of(before)
    again = turned_back(back, now, was)
    assert again is not None
    assert items_of(again) == items_of(after)


@given(screens(), screens(), screens())
def test_what_others_have_done_since_stays_or_keeps_it_from_being_turned_back(
    before: Screens, after: Screens, later: Screens
) -> None:
    was, now = differing(before, after, NOW)
    back = turned_back(later, was, now)
    touched = items_of(was).keys() | items_of(now).keys()
    if any(items_of(later).get(key) != items_of(now).get(key) for key in touched):
        assert back is None
    else:
        assert back is not None
        for key in items_of(later).keys() - touched:
            assert items_of(back)[key] == items_of(later)[key]


def test_an_announcement_that_had_ended_by_itself_does_not_come_back() -> None:
    over, new = announcement(1, minutes=-1), announcement(2)
    was, now = differing(Screens(announcements=(over,)), Screens(announcements=(new,)), NOW)
    assert turned_back(Screens(announcements=(new,)), was, now) == Screens()
