"""Each form of the screens, and what it refuses."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from contracts.screens.screen import MOST_ANNOUNCEMENTS, MOST_PARTS, MOST_SCREENS, Part, Screen, Screens
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.screens import CHANGES, DONE, Moment, changed, done

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
ADA = Moment(NOW, "Ada")
BREAK = {"break": "2"}
ONE, TWO = Part(view="standings", event="club"), Part(view="seats", event="club")
HALL = Screen(name="hall", title="Hall", parts=(ONE, TWO))
SCREENS = Screens(screens=(HALL, Screen(name="foyer", title="Foyer")))


def after(screens: Screens = SCREENS, moment: Moment = ADA, **fields: str) -> Screens:
    return changed({"screen": "hall", **fields}, screens, moment)


def parts(screens: Screens) -> tuple[Part, ...]:
    return screens.screens[0].parts


def test_a_screen_is_made_changed_and_removed() -> None:
    assert after(change="new", title="Salle é").screens[-1] == Screen(name="salle-e", title="Salle é")
    saved = after(change="settings", title="Hall A", metres="4").screens
    assert (saved[0].title, saved[0].metres, saved[1]) == ("Hall A", 4, SCREENS.screens[1])
    busy = after(after(change="announce", text="Hello", minutes="5"), change="start", rounds="3", minutes="9", **BREAK)
    assert after(busy, change="remove") == Screens(screens=SCREENS.screens[1:])


def test_parts_are_added_ordered_and_removed() -> None:
    names = {"view": "names", "event": "club", "seconds": "20", "letters": "a-m"}
    assert parts(after(change="add", **names))[2] == Part(view="names", event="club", seconds=20, letters="A-M")
    assert parts(after(change="add", view="announcement", text="Welcome", seconds="5"))[2].text == "Welcome"
    second = {"part": "1", "was": TWO.model_dump_json()}
    assert parts(after(change="up", **second)) == (TWO, ONE)
    assert parts(after(change="drop", **second)) == (ONE,)


def test_a_part_that_somebody_has_moved_meanwhile_is_left_alone() -> None:
    with pytest.raises(Unclear, match="meanwhile"):
        after(change="drop", part="0", was=TWO.model_dump_json())
    with pytest.raises(Unclear, match="meanwhile"):
        after(change="up", part="7", was=TWO.model_dump_json())


def test_an_announcement_stays_until_it_ends_or_is_taken_back() -> None:
    made = after(change="announce", text="Supper", minutes="15", screen="")
    (announcement,) = made.announcements
    assert (announcement.screen, announcement.by, announcement.until) == (None, "Ada", NOW + timedelta(minutes=15))
    assert not announcement.public
    (told,) = after(change="announce", text="Supper", minutes="15", public="1").announcements
    assert told.public
    assert after(made, change="take_back", at=NOW.isoformat()).announcements == ()
    later = Moment(NOW + timedelta(minutes=15), "Ada")
    assert [each.text for each in after(made, later, change="announce", text="B", minutes="1").announcements] == ["B"]


def test_a_timer_is_started_paused_moved_and_removed() -> None:
    started = after(change="start", rounds="8", minutes="15", **BREAK)
    (timer,) = started.timers
    assert (timer.screen, timer.rounds, timer.started_at) == ("hall", 8, NOW)
    again = after(started, Moment(NOW + timedelta(minutes=1), "Ada"), change="start", rounds="9", minutes="5", **BREAK)
    assert [each.rounds for each in again.timers] == [9], "the new one takes its place"
    assert after(started, change="pause", screen="foyer") == started
    paused = after(started, change="pause")
    assert paused.timers[0].paused_at == NOW
    assert after(paused, change="resume") == started
    now = Moment(NOW + timedelta(minutes=5), "Ada")
    assert after(started, now, change="later", minutes="2").timers[0].phase(now.now).left == timedelta(minutes=12)
    assert after(started, now, change="later", minutes="2", sooner="1").timers[0].phase(now.now).left == timedelta(
        minutes=8
    )
    assert after(started, change="stop").timers == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"change": "nothing"},
        {"change": "new", "title": " "},
        {"change": "settings", "title": "Hall", "metres": "far"},
        {"change": "add", "screen": "gone", "view": "timer", "seconds": "9"},
        {"change": "add", "view": "timer", "seconds": "soon"},
        {"change": "announce", "text": "Hello", "minutes": "0"},
        {"change": "announce", "text": "Hello", "minutes": "1441"},
        {"change": "announce", "text": "Hello", "minutes": "5", "screen": "gone"},
        {"change": "start", "rounds": "8", "minutes": "", "break": "2"},
    ],
)
def test_a_form_that_is_unclear_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(Unclear):
        after(**fields)


def test_what_the_contract_refuses_is_refused() -> None:
    with pytest.raises(ValidationError):
        after(change="add", view="standings", seconds="12")
    with pytest.raises(ValidationError):
        after(change="announce", text="", minutes="5")


def test_more_than_there_may_be_is_refused_in_words() -> None:
    many = Screens(screens=tuple(Screen(name=f"hall-{n}", title="Hall") for n in range(MOST_SCREENS)))
    with pytest.raises(Unclear, match="Remove one"):
        after(many, change="new", title="One more")
    full = Screens(screens=(HALL.replace(parts=(ONE,) * MOST_PARTS),))
    with pytest.raises(Unclear, match="Remove one"):
        after(full, change="add", view="timer", seconds="9")
    loud = SCREENS
    for n in range(MOST_ANNOUNCEMENTS):
        loud = after(loud, change="announce", text=str(n), minutes="5")
    with pytest.raises(Unclear, match="Take one back"):
        after(loud, change="announce", text="one more", minutes="5")


def test_each_form_says_what_it_has_done_and_on_which_screen() -> None:
    assert DONE.keys() == CHANGES.keys()
    loud = after(change="announce", text="Supper", minutes="5")
    for fields, text in (
        ({"change": "announce", "minutes": "5", "text": "S {now}"}, "Announced on all screens for 5 minutes: S {now}"),
        (
            {"change": "announce", "minutes": "5", "text": "S", "screen": "hall", "public": "1"},
            "Announced on Hall and on phones for 5 minutes: S",
        ),
        ({"change": "take_back", "at": NOW.isoformat()}, "Announcement taken back: Supper"),
        ({"change": "take_back", "at": "x"}, "Announcement taken back: it had ended."),
        ({"change": "stop"}, "Timer removed from all screens."),
        ({"change": "later", "minutes": "3", "sooner": "1", "screen": "foyer"}, "Timer on Foyer: 3 minutes less."),
        ({"change": "remove", "screen": "hall"}, "Screen removed: Hall."),
    ):
        assert done(fields, loud) == text


def test_what_no_screen_and_no_phone_shows_is_said_to_be_unseen() -> None:
    for form in ({"change": "announce", "minutes": "5", "text": "S"}, {"change": "start", "rounds": "8"}):
        assert done(form, Screens()).endswith(" · Nobody sees it yet: there is no screen, and phones are not ticked.")
        assert "Nobody" not in done({**form, "public": "1"}, Screens())
        assert "Nobody" not in done(form, SCREENS)
    assert "Nobody" not in done({"change": "stop"}, Screens())
