"""The desk of a whole server in a browser: files in, a penalty, official, and back; nothing for a hostile page."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from services.broadcast.domain.desk.visitors import FORMS, PAGES
from tests.support.at_the_desk import expect_done
from tests.support.stack import Stack, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
EXPORT = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("desk")) as running:
        yield running


def test_an_evening_at_the_desk(stack: Stack, chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(EXPORT)
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


HOSTILE = """<form method="post" enctype="multipart/form-data"><input name="decision" value="status">
<input name="status" value="official"><input name="name" value="Mallory"><input name="role" value="director">
<input name="hours" value="5"><input type="file" name="file"><button>Win a prize</button></form>"""

UPLOAD = """async ([address, method, mode]) => {
  try { return (await fetch(address, {method, mode, body: "<USEBIO/>", credentials: "include"})).status; }
  catch (error) { return error.name; }
}"""


def answered(address: str, method: str, **headers: str) -> int:
    """The status of a request."""
    try:
        with urlopen(Request(address, b"" if method != "GET" else None, headers, method=method)) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_hostile_page_and_a_foreign_name_achieve_nothing_without_tokens(stack: Stack, chromium: Any) -> None:
    assert send(stack.intake, "evening.xml", EXPORT).taken
    (event,) = wait_until(lambda: stack.get("/v1/events")["rows"])

    def kept() -> Any:
        with urlopen(f"{stack.intake}/v1/files") as answer:
            files = json.loads(answer.read())["files"]
        return [file["sha256"] for file in files], stack.get("/v1/events")["rows"]

    before = kept()
    addresses = {
        path: f"{stack.page}{path}".replace("{event}", event) for path, role in FORMS.items() if role is not None
    }
    context = chromium.new_context()
    page = context.new_page()
    # The director is at the desk, with the cookie of the visit; the page is in the same browser.
    page.goto(f"{stack.page}/desk")
    page.route("http://evil.example/**", lambda route: route.fulfill(content_type="text/html", body=HOSTILE))
    for action in addresses.values():
        page.goto("http://evil.example/")
        page.locator("form").evaluate("(form, action) => { form.action = action; }", action)
        with page.expect_navigation() as moved:
            page.get_by_role("button", name="Win a prize").click()
        assert moved.value.status == 403, action
    page.goto("http://evil.example/")
    # The browser may refuse to send them at all.
    for method, mode in (("PUT", "cors"), ("POST", "no-cors")):
        assert page.evaluate(UPLOAD, [f"{stack.intake}/v1/files/evil.xml", method, mode]) in ("TypeError", 0)
    context.close()

    # A name that an attacker lets point to this machine.
    foreign = {"Host": f"evil.example:{stack.port}"}
    assert {answered(address, "POST", **foreign) for address in addresses.values()} == {421}
    pages = [path.replace("{event}", event) for path, role in PAGES.items() if role is not None]
    assert {answered(f"{stack.page}{path}", "GET", **foreign) for path in pages} == {421}
    assert answered(f"{stack.intake}/v1/files/evil.xml", "PUT", **foreign) == 403
    assert kept() == before
    with urlopen(f"{stack.page}/desk/people") as answer:
        assert "Mallory" not in answer.read().decode()
