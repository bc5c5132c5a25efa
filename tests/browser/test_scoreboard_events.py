"""The list of events of a server that keeps the events of years."""

from collections.abc import Callable
from typing import Any

import pytest

from contracts.standings import Status
from tests.support import published
from tests.support.scoreboard_stage import BroadcastStage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENTS = 130
CLUB = [
    ("spring-pairs", "Spring Pairs", "Harbour Bridge Club", "2031-03-04", "pairs"),
    ("march-teams", "March Teams", "Harbour Bridge Club", "2031-03-04", "teams"),
    ("winter-pairs", "Winter Pairs", "Hill Bridge Club", "2031-02-11", "pairs"),
    ("club-open", "Club Open", "Harbour Bridge Club", "2031-06-14", "chess"),
    ("old-evening", "Old Evening", None, None, "pairs"),
]


@pytest.fixture
def stage() -> Any:
    stage = BroadcastStage()
    yield stage
    stage.stop()


@pytest.fixture
def years(stage: BroadcastStage) -> BroadcastStage:
    """A server that keeps the events of years."""
    for number in range(EVENTS):
        stage.publish(published.standings(f"event-{number:03}", 1).standings)
    return stage


@pytest.fixture
def club(stage: BroadcastStage) -> BroadcastStage:
    """A club with pairs, teams and chess, on the tenth of March 2031."""
    for event, name, organiser, date, kind in CLUB:
        known = {"name": name, "organiser": organiser, "date": date, "kind": kind, "status": Status.OFFICIAL}
        stage.publish(published.standings(event, 1).standings.model_copy(update=known))
    return stage


def test_a_long_list_is_drawn_as_far_as_somebody_wants_to_see_it(
    years: BroadcastStage, visit: Callable[..., Any]
) -> None:
    page = visit().open(years)
    cards = page.locator(".event-card")
    expect(cards).to_have_count(60)
    more = page.get_by_role("button", name="Show 60 more of 130")
    more.focus()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(120)
    expect(cards.nth(60)).to_be_focused()
    last = page.get_by_role("button", name="Show 10 more of 130")
    last.focus()
    years.publish(published.standings("event-000", 2, "Eve & Fay").standings)
    expect(cards.first).to_contain_text("Eve & Fay")
    expect(last).to_be_focused()
    last.click()
    expect(cards).to_have_count(EVENTS)
    expect(page.get_by_role("button", name="more of")).to_have_count(0)


def test_what_is_not_drawn_is_found_by_its_name(years: BroadcastStage, visit: Callable[..., Any]) -> None:
    page = visit().open(years)
    expect(page.get_by_text("event-129 pairs")).to_have_count(0)
    page.get_by_role("searchbox").fill("event-129")
    expect(page.locator(".event-card")).to_have_count(1)
    expect(page.get_by_text("event-129 pairs")).to_be_visible()


TODAY = """
const now = Date.UTC(2031, 2, 10, 12);
Date.now = () => now;
"""


def listed(page: Any) -> dict[str, list[str]]:
    """The names below each heading."""
    return {
        section.locator("h2").inner_text(): section.locator(".event-name").all_inner_texts()
        for section in page.locator(".event-lists section").all()
    }


def test_the_home_of_a_club_has_its_events_by_month(club: BroadcastStage, visit: Callable[..., Any]) -> None:
    page = visit(before=TODAY).open(club)
    expect(page.locator(".event-card")).to_have_count(len(CLUB))
    assert listed(page) == {
        "Coming": ["Club Open"],
        "March 2031": ["March Teams", "Spring Pairs"],
        "February 2031": ["Winter Pairs"],
        "Without a date": ["Old Evening"],
    }


def test_a_day_of_the_calendar_shows_its_events(club: BroadcastStage, visit: Callable[..., Any]) -> None:
    page = visit(before=TODAY).open(club)
    calendar = page.get_by_role("region", name="Calendar")
    expect(calendar.get_by_role("heading")).to_have_text("March 2031")
    calendar.get_by_role("button", name="4 Mar 2031: 2 events").click()
    expect(page.locator(".event-card")).to_have_count(2)
    assert listed(page) == {"March 2031": ["March Teams", "Spring Pairs"]}
    page.locator(".event-card").first.click()
    expect(page.get_by_role("heading", name="March Teams")).to_be_visible()
    page.go_back()
    expect(calendar.get_by_role("button", name="4 Mar 2031")).to_have_attribute("aria-pressed", "true")
    calendar.get_by_role("button", name="All days").click()
    expect(page.locator(".event-card")).to_have_count(len(CLUB))


def test_the_calendar_is_turned_by_keyboard_as_far_as_there_are_events(
    club: BroadcastStage, visit: Callable[..., Any]
) -> None:
    page = visit(before=TODAY).open(club)
    calendar = page.get_by_role("region", name="Calendar")
    before = calendar.get_by_role("button", name="Month before")
    before.press("Enter")
    expect(calendar.get_by_role("heading")).to_have_text("February 2031")
    expect(before).to_be_disabled()
    after = calendar.get_by_role("button", name="Month after")
    for month in ("March 2031", "April 2031", "May 2031", "June 2031"):
        after.press("Enter")
        expect(calendar.get_by_role("heading")).to_have_text(month)
    expect(after).to_be_disabled()


def test_events_are_chosen_by_kind_and_by_organiser(club: BroadcastStage, visit: Callable[..., Any]) -> None:
    page = visit(before=TODAY).open(club)
    page.get_by_label("Kind of event").select_option("pairs")
    expect(page.locator(".event-name")).to_have_text(["Spring Pairs", "Winter Pairs", "Old Evening"])
    page.get_by_label("Organiser").select_option("Hill Bridge Club")
    expect(page.locator(".event-name")).to_have_text(["Winter Pairs"])
    page.get_by_label("Kind of event").select_option("teams")
    expect(page.get_by_text("No event matches.")).to_be_visible()


def test_a_month_has_whole_weeks_that_begin_where_the_reader_lives(run: Callable[..., Any]) -> None:
    monday, sunday = run("calendar-model.js", "[1, 7].map((first) => m.weeksOf('2032-02', first))")
    assert [len(week) for week in (*monday, *sunday)] == [7] * (len(monday) + len(sunday))
    assert monday[0] == ["", "", "", "", "", "", "2032-02-01"]
    assert sunday[0][0] == "2032-02-01"
    for weeks in (monday, sunday):
        days = [day for week in weeks for day in week if day]
        assert days == [f"2032-02-{day:02}" for day in range(1, 30)]


def test_events_in_play_come_before_days_and_a_date_that_is_none_is_no_day(run: Callable[..., Any]) -> None:
    rows = [
        {"id": "live", "name": "B", "date": "2031-03-10", "status": "live", "updated": "2031-03-10T11:00:00Z"},
        {"id": "silent", "name": "A", "date": "2031-03-09", "status": "live", "updated": "2031-03-08T11:00:00Z"},
        {"id": "odd", "name": "C", "date": "2031-13-45", "status": "official"},
        {"id": "today", "name": "D", "date": "2031-03-10", "status": "official"},
        {"id": "later", "name": "E", "date": "2031-09-01", "status": "official"},
        {"id": "soon", "name": "F", "date": "2031-04-01", "status": "official"},
    ]
    groups = run("calendar-model.js", "m.byDay(a, Date.UTC(2031, 2, 10, 12))", rows)
    assert [(group["when"], [event["id"] for event in group["events"]]) for group in groups] == [
        ("now", ["live"]),
        ("coming", ["soon", "later"]),
        ("month", ["today", "silent"]),
        ("undated", ["odd"]),
    ]
