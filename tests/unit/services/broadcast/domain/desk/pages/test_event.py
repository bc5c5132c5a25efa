"""An event at the desk."""

from contracts.feed import EVENTS_CHANNEL, standings_channel
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


def test_files_can_be_moved_to_the_events_that_moved_last():
    rows = {f"e{n}": (f"Event {n}", f"2031-10-{n:02}T20:00:00Z") for n in range(1, 4)} | {"club": ("Club", None)}
    listed = TableState(("name", "updated"), rows)
    asked = Asked(Shown("club", {EVENTS_CHANNEL: listed}, standings(*ROWS, **META)), {})
    assert EVENT.page(asked).values["others"] == [("e3", "Event 3"), ("e2", "Event 2"), ("e1", "Event 1")]
    assert EVENT.channels("club", {}) == (EVENTS_CHANNEL,)


def test_events_are_called_by_name_and_date_where_that_is_one_of_them():
    rows = {"a": ("Pairs", "2031-10-01"), "b": ("Pairs", "2031-10-02"), "c": ("Pairs", "2031-10-02"), "d": (None, None)}
    asked = Asked(Shown("club", {EVENTS_CHANNEL: TableState(("name", "date"), rows)}, standings(*ROWS, **META)), {})
    names = {"a": "Pairs, 2031-10-01", "b": "Pairs, 2031-10-02 (b)", "c": "Pairs, 2031-10-02 (c)", "d": "d"}
    assert EVENT.page(asked).values["labels"] == names
    assert sorted(EVENT.page(asked).values["others"]) == sorted(names.items())


def test_events_of_one_evening_that_are_scored_differently_are_named():
    columns = ("name", "date", "organiser", "kind")
    day, club = "2031-10-03", "Heron Club"
    rows = {
        "club": ("Section A", day, club, "pairs"),
        "b": ("Section B", day, club, "pairs"),
        "same": ("Section C", day, club, "pairs"),
        "teams": ("Teams", day, club, "teams"),
        "other": ("Elsewhere", day, "Otter Club", "pairs"),
        "later": ("Later", "2031-10-04", club, "pairs"),
    }
    methods = {key: {"board_scoring": "butler_imps"} for key in rows}
    methods |= {key: {"board_scoring": "match_points"} for key in ("club", "same")}
    tables = {standings_channel(key): standings(*ROWS, **{**META, "method": methods[key]}) for key in rows}
    listed = {EVENTS_CHANNEL: TableState(columns, rows)}
    own = tables[standings_channel("club")]
    values = EVENT.page(Asked(Shown("club", {**tables, **listed}, own), {})).values
    assert values["methods"] == "This event is scored by match points; Section B by butler IMPs"
    alone = {**tables, standings_channel("b"): own, **listed}
    assert EVENT.page(Asked(Shown("club", alone, own), {})).values["methods"] == ""


def test_penalties_are_offered_in_units_that_suit_the_event():
    def units(**meta):
        return [unit for unit, _ in shown(**meta)["units"]]

    assert units(unit="match_points", matches=0) == ["percent", "percent_of_board", "match_points"]
    assert units(unit="vps", matches=8) == ["vps", "imps"]
    assert units(unit="points", method={"board_scoring": "games"}, matches=3) == []
