"""The list of events of a server that keeps the events of years."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support import published
from tests.support.scoreboard_stage import BroadcastStage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENTS = 130


@pytest.fixture
def stage() -> Any:
    stage = BroadcastStage()
    for number in range(EVENTS):
        stage.publish(published.standings(f"event-{number:03}", 1).standings)
    yield stage
    stage.stop()


def test_a_long_list_is_drawn_as_far_as_somebody_wants_to_see_it(
    stage: BroadcastStage, visit: Callable[..., Any]
) -> None:
    page = visit().open(stage)
    cards = page.locator(".event-card")
    expect(cards).to_have_count(60)
    more = page.get_by_role("button", name="Show 60 more of 130")
    more.focus()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(120)
    expect(cards.nth(60)).to_be_focused()
    last = page.get_by_role("button", name="Show 10 more of 130")
    last.focus()
    stage.publish(published.standings("event-000", 2, "Eve & Fay").standings)
    expect(cards.first).to_contain_text("Eve & Fay")
    expect(last).to_be_focused()
    last.click()
    expect(cards).to_have_count(EVENTS)
    expect(page.get_by_role("button", name="more of")).to_have_count(0)


def test_what_is_not_drawn_is_found_by_its_name(stage: BroadcastStage, visit: Callable[..., Any]) -> None:
    page = visit().open(stage)
    expect(page.get_by_text("event-129 pairs")).to_have_count(0)
    page.get_by_role("searchbox").fill("event-129")
    expect(page.locator(".event-card")).to_have_count(1)
    expect(page.get_by_text("event-129 pairs")).to_be_visible()
