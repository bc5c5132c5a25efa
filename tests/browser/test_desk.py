"""The desk of a whole server in a browser without scripts: files in, a penalty, official, and back."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.at_the_desk import expect_done
from tests.support.stack import Stack, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
PHONE = {"width": 390, "height": 844}


def test_an_evening_at_the_desk(stack: Stack, chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1))
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{stack.page}/desk")
    page.get_by_label("Result files").set_input_files(str(path))
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status").first).to_have_text(re.compile("evening.xml: arrived|known already"))
    (event,) = [event for event in wait_until(lambda: stack.get("/v1/events")["rows"])]

    def meta() -> dict[str, Any]:
        found: dict[str, Any] = stack.get(f"/v1/events/{event}/standings")["meta"]
        return found

    page.goto(f"{stack.page}/desk/e/{event}")
    before = meta()["outcome"]
    page.get_by_label("For", exact=False).first.select_option(index=1)
    page.get_by_label("Amount").fill("10")
    page.get_by_label("Unit").select_option("percent")
    page.get_by_label("Reason").first.fill("late at the table")
    page.locator("#penalty").get_by_role("button", name="Save").click()
    expect_done(page, "penalty of 10% of the session")
    assert meta()["outcome"] != before
    page.get_by_role("button", name="Official").click()
    expect_done(page, "The standings are official.")
    assert meta()["status"] == "official"
    expect(page.locator('[aria-pressed="true"]')).to_have_text("Official")

    undo = page.get_by_role("listitem").filter(has_text="late at the table").get_by_role("button", name="Undo").first
    undo.click()
    expect_done(page, "Undone: Pair")
    assert meta()["outcome"] == before
    expect(page.get_by_role("listitem").filter(has_text="late at the table").first).to_contain_text("Withdrawn")
    assert meta()["status"] == "corrected"
    page.screenshot(path=str(tmp_path / "desk.png"), full_page=True)
    for part in page.locator(".desk *:visible").all():
        box = part.bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]
    declared = page.get_by_role("listitem").filter(has_text="The standings are official")
    declared.get_by_role("button", name="Undo").first.click()
    wait_until(lambda: meta()["status"] not in ("official", "corrected"))
    context.close()
