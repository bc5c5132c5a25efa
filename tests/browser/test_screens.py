"""Screens of a room: composed at the desk on a phone, alive on a television, through changes and a restart."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.stack import Stack, kibitz, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
PHONE, TELEVISION = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}

SOON = 4_000
"""Milliseconds: what is decided is on the screen within two seconds, and a loaded machine gets as much again."""


@pytest.fixture
def own_stack(tmp_path: Path) -> Any:
    with Stack(tmp_path) as running:
        yield running


def test_a_screen_goes_on_through_changes_and_a_restart(own_stack: Stack, chromium: Any, tmp_path: Path) -> None:
    stack = own_stack
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(14, 3, 2), AsOf(at=EVENING, source="stated"), 1))
    kibitz(stack, "send", str(path))
    (event,) = wait_until(lambda: stack.get("/v1/events")["rows"])
    phone = chromium.new_context(viewport=PHONE, java_script_enabled=False).new_page()
    phone.goto(f"{stack.page}/desk/screens")
    phone.get_by_label("Title").fill("Foyer")
    phone.get_by_role("button", name="New screen").click()
    form = phone.locator("form").filter(has=phone.get_by_role("button", name="Add"))
    form.get_by_label("Event").select_option(event)
    form.get_by_label("Seconds a page").fill("3")
    form.get_by_role("button", name="Add").click()
    expect(phone.locator("ol > li")).to_have_count(1)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.screenshot(path=str(tmp_path / "desk-screen.png"), full_page=True)

    screen = chromium.new_context(viewport=TELEVISION).new_page()
    problems: list[str] = []
    screen.on("pageerror", lambda error: problems.append(str(error)))
    screen.goto(f"{stack.page}/screens/foyer")
    expect(screen.locator(".screen-table tbody tr:visible").first).to_contain_text("1")
    screen.screenshot(path=str(tmp_path / "standings.png"))
    # Capitals are 0.7 of the type, and 1/200 of 8 m is 63 lines of a 55-inch television.
    size = screen.locator("td bdi").first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
    assert 0.7 * size >= 61

    form.get_by_label("Shows").select_option("text")
    form.get_by_role("textbox", name="Text").fill("Welcome <b>all</b>")
    form.get_by_label("Seconds a page").fill("3")
    form.get_by_role("button", name="Add").click()
    phone.get_by_role("button", name="Earlier").click()
    expect(screen.locator(".screen-text")).to_have_text("Welcome <b>all</b>", timeout=SOON)
    expect(screen.locator(".screen-text")).to_be_visible(timeout=30_000)  # when its turn has come

    phone.goto(f"{stack.page}/desk/screens")
    phone.get_by_label("Announcement").fill("The buffet is open")
    phone.get_by_role("button", name="Announce", exact=True).click()
    announced = screen.get_by_text("The buffet is open")
    expect(announced).to_be_visible(timeout=SOON)
    phone.get_by_role("button", name="New timer").click()
    phone.get_by_role("button", name="Start").click()
    timer = screen.locator(".screen-head .screen-timer b")
    expect(timer).to_have_text(re.compile("15:[0-5][0-9]"), timeout=SOON)
    phone.screenshot(path=str(tmp_path / "desk.png"), full_page=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    screen.screenshot(path=str(tmp_path / "timer.png"))

    stack.stop()
    expect(screen.locator(".screen-away")).to_be_visible(timeout=15_000)
    before = timer.inner_text()
    expect(timer).not_to_have_text(before)
    stack.start()
    expect(screen.locator(".screen-away")).to_be_hidden(timeout=15_000)
    expect(announced).to_be_visible()
    expect(timer).to_have_text(re.compile("1[45]:[0-5][0-9]"))
    phone.goto(f"{stack.page}/desk/screens")
    phone.get_by_role("button", name="Take back").click()
    expect(announced).to_be_hidden(timeout=SOON)
    assert not problems
    phone.goto(f"{stack.page}/screens/foyer")  # without scripts, all parts one below the other
    expect(phone.locator(".screen-table")).to_be_visible()
    expect(phone.locator(".screen-text")).to_be_visible()
    phone.context.close()
    screen.context.close()
