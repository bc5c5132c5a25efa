"""The room screen: large type for a wall, which turns its own pages."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts.standings import SlowTable
from tests.browser.conftest import in_order, publish
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage
from tests.support.time_limits import scaled

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

ROOM = "room/autumn-pairs-2031"
EVENING = datetime(2031, 10, 14, 19, 0, tzinfo=UTC)
Visit = Callable[..., Any]


def expect_every_row(page: Any) -> None:
    """Every row of a page can be seen. Asked at one moment: the page may draw itself anew between two questions."""
    bottoms, end = page.evaluate(
        """() => [
            [...document.querySelectorAll(".room-table")].map((table) => table.getBoundingClientRect().bottom),
            document.querySelector(".room-content").getBoundingClientRect().bottom,
        ]"""
    )
    assert 0 < max(bottoms, default=0) <= end + 1


def test_the_room_screen_turns_its_own_pages(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs = MadeUpPairs(tables=20, rounds=20)
    pairs.play(3)
    publish(stage, pairs)
    page = visit(width=1000, height=600).open(stage, f"{ROOM}?seconds=3")
    expect(page.locator(".room-counter")).to_contain_text("Page 1 of")
    expect(page.locator(".room-counter")).to_contain_text("Page 2 of", timeout=scaled(6_000))
    page.get_by_role("button", name="Stop turning pages").click()
    page.locator("h1").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".room-counter")).to_contain_text("Page 1 of")
    expect(page.locator(".room-table .name").first).to_have_text(in_order(pairs)[0])
    page.route("**/explanation?*", lambda route: route.fulfill(status=204))
    page.locator(".room-table .score").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_contain_text(in_order(pairs)[0])
    page.keyboard.press("Escape")
    page.locator("h1").focus()
    pairs.play(4)
    publish(stage, pairs)
    expect(page.locator(".room-table .name").first).to_have_text(in_order(pairs)[0])
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".room-seats").first).to_be_visible()
    expect_every_row(page)


def test_the_room_screen_names_the_tables_that_are_waited_for(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs = MadeUpPairs(tables=20, rounds=20)
    pairs.play(3)
    publish(stage, pairs)
    page = visit(width=1000, height=600).open(stage, ROOM)
    expect(page.locator(".room-table .name").first).to_be_visible()
    waited = page.locator(".room-slow")
    expect(waited).to_be_hidden()
    rows = page.locator(".room-table tbody tr").count()
    late = SlowTable(section="B", table="3", round=2, behind=True, missing=2, boards=("13", "14"))
    coming = tuple(SlowTable(round=3, table=number) for number in ("8", "11"))
    standings = pairs.standings()
    progress = standings.progress.replace(slow=(late, *coming), slow_total=3)
    stage.publish(standings.replace(progress=progress))
    expect(waited.get_by_role("listitem")).to_have_text(["Table B3 round 2, 2 boards: 13, 14", "Table 8", "Table 11"])
    expect(waited).to_contain_text("Still playing round 3")
    assert page.locator(".room-table tbody tr").count() < rows, "the rows make room"
    expect_every_row(page)
    stage.publish(standings)
    expect(waited).to_be_hidden()


def test_the_room_screen_goes_with_the_files_of_its_event(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    whole = MadeUpPairs(tables=5, rounds=5, event="the-whole-evening", title="The whole evening")
    whole.play(1)
    publish(stage, whole)
    publish(stage, pairs)
    page = visit(width=1000, height=600).open(stage, f"{ROOM}?seconds=30")
    expect(page.locator("h1")).to_have_text(pairs.title)
    empty = pairs.standings().replace(rankings=(), sources=(), exports_total=0, reassigned_to=(whole.event,))
    stage.publish(empty)
    expect(page.locator("h1")).to_have_text("The whole evening")
    expect(page).to_have_url(re.compile(r"/room/the-whole-evening\?seconds=30$"))
    expect(page.locator(".room-table .name").first).to_have_text(in_order(whole)[0])
    stage.publish(empty.replace(reassigned_to=(whole.event, "another-room")))
    page.goto(f"{stage.url}{ROOM}")
    expect(page.get_by_role("link", name="another-room")).to_have_attribute("href", "/room/another-room")


def test_six_hundred_pairs_find_their_names_within_thirty_seconds(
    stage: Stage, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stage, pairs)
    table = pairs.seats().tables[0]
    people = [f"{first}{n} Lantern{last}{n}" for n in range(300) for first, last in zip("ABCD", "WXYZ", strict=True)]
    tables = [
        table.replace(
            table=str(n + 1), ns_names=" & ".join(people[4 * n :][:2]), ew_names=" & ".join(people[4 * n + 2 :][:2])
        )
        for n in range(300)
    ]
    stage.publish_seats(pairs.seats().replace(tables=tuple(tables)))
    visitor = visit(width=1920, height=1080, own=True)
    visitor.page.clock.install(time=EVENING)
    page = visitor.open(stage, f"{ROOM}?view=names")
    expect(page.locator(".room-names").first).to_be_visible()
    # Somebody looks up at any moment, and for half a minute.
    page.clock.pause_at(EVENING + timedelta(minutes=5, seconds=11))
    pages: dict[str, list[str]] = {}
    for _ in range(31):
        counter, names, whole, size = page.evaluate(
            """() => {
                const names = [...document.querySelectorAll(".room-names .name")];
                const content = document.querySelector(".room-content").getBoundingClientRect();
                const whole = names.every((name) => {
                    const { right, bottom } = name.getBoundingClientRect();
                    const inside = right <= content.right + 1 && bottom <= content.bottom + 1;
                    return inside && name.scrollWidth <= name.clientWidth;
                });
                const counter = document.querySelector(".room-counter").textContent;
                const size = parseFloat(getComputedStyle(names[0]).fontSize);
                return [counter, names.map((name) => name.textContent), whole, size];
            }"""
        )
        assert whole, "a name is cut"
        assert size >= 20
        pages[counter] = names
        page.clock.run_for(1_000)
    shown = [name for counter in sorted(pages) for name in pages[counter]]
    assert sorted(shown) == sorted(", ".join(reversed(person.split())) for person in people)
    assert [name.split(",")[0][7] for name in shown] == sorted(name.split(",")[0][7] for name in shown)
