"""A screen in the room: composed at the desk, changed while it runs, through a restart; and phones with it."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.axe import faults, faults_at
from tests.support.stack import Stack, wait_until
from tests.support.time_limits import scaled

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
WRONG_CLOCK = "const right = Date.now; Date.now = () => right() + 5_000_000;"
ASKED_AGAIN = 16_000
"""Milliseconds after which a phone has asked again what is announced."""

CAPITAL = 0.71
"""Of the size of the type; 63 pixels of a screen of 55 inches are 1/200 of 8 m."""

SIZE = "parseFloat(getComputedStyle(document.querySelector('.room-table .entrant-text')).fontSize)"

ENDS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  [...document.querySelectorAll(".room-table"), document.querySelector(".room-content")]
    .map((part) => part.getBoundingClientRect().bottom)
))))"""
"""Where the tables end and where their place does, once what is there is drawn."""


def test_a_screen_is_composed_and_runs_alone(stack: Stack, chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(12, 3, 2), AsOf(at=EVENING, source="stated"), 1))
    desk = chromium.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False).new_page()

    def press(name: str, said: str) -> None:
        desk.get_by_role("button", name=name, exact=True).first.click()
        expect(desk.get_by_role("status").filter(has_text=said)).to_be_visible()
        assert desk.locator(".desk").evaluate("(desk) => desk.scrollWidth <= desk.clientWidth")

    desk.goto(f"{stack.page}/desk")
    desk.get_by_label("Result files").set_input_files(str(path))
    desk.get_by_role("button", name="Send").click()
    (event,) = wait_until(lambda: list(stack.get("/v1/events")["rows"]))
    phone = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.clock.install()
    phone.goto(f"{stack.page}/e/{event}")
    expect(phone.get_by_role("tab").first).to_be_visible()

    desk.goto(f"{stack.page}/desk/screens")
    desk.get_by_label("Title").fill("Hall A")
    press("Make a screen", "Screen made: Hall A.")
    desk.get_by_label("Seconds a page").fill("3")
    press("Add", "Added to Hall A.")
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    context.add_init_script(WRONG_CLOCK)
    screen = context.new_page()
    screen.goto(f"{stack.page}/screens/hall-a")
    name = screen.locator(".room-table .entrant-text").first
    expect(name).to_be_visible()
    # Found and measured in one step: the page may draw its rows anew at any moment.
    assert screen.evaluate(SIZE) * CAPITAL >= 63
    # Nobody touches the screen from here on.
    turned = screen.locator(".room-counter")
    expect(turned).to_contain_text("Page 1 of")
    expect(turned).to_contain_text("Page 2 of", timeout=scaled(10_000))

    desk.goto(f"{stack.page}/desk/screens")
    desk.get_by_label("Text").fill("Please <b>sit down</b>")
    press("Announce", "Announced on all screens for 15 minutes: Please <b>sit down</b>")
    said = screen.locator(".screen-announcement")
    expect(said).to_have_text("Please <b>sit down</b>")
    # What is for screens stays there; for phones it is announced by itself.
    with phone.expect_response("**/announcements") as answer:
        phone.clock.fast_forward(ASKED_AGAIN)
    assert answer.value.json()["announcements"] == []
    press("Take back", "Announcement taken back: Please <b>sit down</b>")
    desk.get_by_label("Text").fill("Please <b>sit down</b>")
    desk.get_by_label("Also on phones").first.check()
    press("Announce", "Announced on all screens and on phones for 15 minutes: Please <b>sit down</b>")
    phone.clock.fast_forward(ASKED_AGAIN)
    told = phone.get_by_role("status").get_by_text("Please <b>sit down</b>")
    expect(told).to_be_visible()
    *tables, place = screen.evaluate(ENDS)
    assert max(tables) <= place + 1, "the rows make room"

    desk.goto(f"{stack.page}/desk/screens/hall-a")
    desk.locator('input[name="text"]').fill("Supper is served")
    press("Add the text", "Added to Hall A.")
    press("Remove", "Removed from Hall A.")
    expect(screen.locator(".screen-text")).to_have_text("Supper is served")
    desk.goto(f"{stack.page}/desk/screens")
    press("Start the timer now", "Timer started on all screens: 8 rounds of 15 minutes.")
    with phone.expect_response("**/announcements") as answer:
        phone.clock.fast_forward(ASKED_AGAIN)
    assert answer.value.json()["timer"] is None
    desk.get_by_label("Also on phones").last.check()
    press("Start the timer now", "Timer started on all screens and on phones: 8 rounds of 15 minutes.")
    timer = screen.locator(".screen-timer")
    expect(timer).to_have_text(re.compile(r"Round 1 · 1[45]:\d\d"))
    press("Pause", "Timer paused on all screens.")
    expect(timer).to_have_text(re.compile(r"Round 1 · 14:\d\d · paused"))
    stood = timer.inner_text()
    phone.clock.fast_forward(ASKED_AGAIN)
    expect(phone.get_by_role("timer")).to_have_text(stood)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    desk.goto(phone.url)
    expect(desk.get_by_text("Please <b>sit down</b>")).to_be_visible()
    expect(desk.get_by_role("timer")).to_have_text("Round 1: 15 minutes left")
    pages = (
        f"{stack.page}/desk/screens",
        f"{stack.page}/desk/screens/hall-a",
        f"{stack.page}/desk/new-events",
        phone.url,
    )
    assert faults_at(chromium, *pages) == []
    assert faults(screen) == []

    stack.stop()
    stack.start()
    desk.goto(f"{stack.page}/desk/screens")
    press("Take back", "Announcement taken back: Please <b>sit down</b>")
    expect(said).to_have_count(0)
    phone.clock.fast_forward(ASKED_AGAIN)
    expect(told).to_have_count(0)
    expect(timer).to_have_text(stood)
    press("Go on", "Timer running again on all screens.")
    expect(timer).not_to_contain_text("paused")
    desk.goto(f"{stack.page}/desk/screens/hall-a")
    desk.get_by_label("What").select_option("standings")
    press("Add", "Added to Hall A.")
    expect(name).to_be_visible(timeout=scaled(20_000))
    desk.get_by_role("button", name="Remove this screen").click()
    expect(screen.get_by_text("Screen not found")).to_be_visible()
