"""An event at the desk."""

from contracts.feed import EVENTS_CHANNEL
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.event import EVENT
from services.broadcast.domain.desk.pages.shown import Asked
from tests.unit.services.broadcast.domain.desk.pages.test_files import line
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


def shown(*files, **meta):
    table = standings(*ROWS, **{**META, **meta})
    return EVENT.page(Asked(Shown("club", {}, table), {}, files)).values


def test_decisions_stand_apart_and_can_be_undone_and_done_again():
    values = shown(line("counts", "decisions"), line("retracted", "decisions"), line("counts"), line("counts", of="b"))
    assert [(one["withdraw"], one["restore"], one["take"]) for one in values["decisions"]] == [
        (True, False, False),
        (False, True, False),
    ]
    assert len(values["files"]) == 1


def test_everybody_who_is_ranked_can_be_chosen_once():
    people = shown()["people"]
    assert len({(one["kind"], one["id"]) for one in people}) == len(people) > 0


def test_standings_corrected_after_they_were_official_are_shown_as_official():
    for status, text in (("corrected", "official"), ("live", "live")):
        assert shown(status=status)["status"] == text


def test_what_has_changed_since_the_standings_were_official_is_listed():
    table = standings(*ROWS, **META)
    asked = Asked(Shown("club", {}, table), {})
    assert EVENT.page(asked).values["changes"] == ()
    assert EVENT.page(asked._replace(official=table)).values["changes"] == []
    one, *others = ROWS
    official = standings({**one, "place": "9"}, *others, **META)
    (change,) = EVENT.page(asked._replace(official=official)).values["changes"]
    assert change.before[0] == "9"


def test_files_can_be_moved_to_the_events_that_moved_last():
    rows = {f"e{n}": (f"Event {n}", f"2031-10-{n:02}T20:00:00Z") for n in range(1, 4)} | {"club": ("Club", None)}
    listed = TableState(("name", "updated"), rows)
    asked = Asked(Shown("club", {EVENTS_CHANNEL: listed}, standings(*ROWS, **META)), {})
    assert EVENT.page(asked).values["others"] == [("e3", "Event 3"), ("e2", "Event 2"), ("e1", "Event 1")]
    assert EVENT.channels("club", {}) == (EVENTS_CHANNEL,)
