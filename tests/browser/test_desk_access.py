"""The desk from a phone: by a link that opens once, on a server that serves the network."""

import re
from concurrent.futures import ThreadPoolExecutor
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
PHONE = {"width": 390, "height": 844}
OUTSIDE = "club.localhost"
"""A browser finds it on this machine (RFC 6761); for the desk it is elsewhere, because it is no loopback name."""


def test_a_phone_opens_the_link_once_and_sends_a_file_until_it_is_revoked(tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "evening.xml"
    evening = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1)
    # Larger than a message of the bus may be, and than a form may be that is kept in memory.
    path.write_bytes(evening.replace(b"</USEBIO>", b"<!-- a long evening -->\n" * 100_000 + b"</USEBIO>"))
    with Stack(tmp_path, "--host", "0.0.0.0", "--address", OUTSIDE) as stack:
        printed = wait_until(lambda: re.search(r"http://\S+/desk/enter\?token=\S+", (tmp_path / "up.log").read_text()))
        context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
        page = context.new_page()
        root = f"http://{OUTSIDE}:{stack.port}"
        assert page.goto(f"{root}/desk").status == 403
        expect(page.get_by_text("needs a link")).to_be_visible()
        page.goto(printed[0])
        page.get_by_role("button", name="Open the desk").click()
        expect(page).to_have_url(f"{root}/desk")
        page.get_by_label("Result files").set_input_files(str(path))
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_role("status").first).to_contain_text("evening.xml: arrived")

        second = chromium.new_context(viewport=PHONE, java_script_enabled=False).new_page()
        second.goto(printed[0])
        second.get_by_role("button", name="Open the desk").click()
        expect(second.get_by_text("Ask the director for a new one.")).to_be_visible()

        # The director gives somebody else access, who is no director.
        page.get_by_role("link", name="Access").click()
        page.get_by_label("Name").fill("Ada")
        page.get_by_role("button", name="Give access").click()
        for part in page.locator(".desk *:visible").all():
            box = part.bounding_box()
            assert box["x"] + box["width"] <= PHONE["width"]
        page.screenshot(path=str(tmp_path / "people.png"), full_page=True)
        second.goto(page.get_by_role("link", name=root).inner_text())
        second.get_by_role("button", name="Open the desk").click()
        expect(second.get_by_text("Ada, scorer")).to_be_visible()
        expect(second.get_by_role("link", name="Access")).to_have_count(0)
        # Playwright has a loop of this thread.
        with ThreadPoolExecutor() as pool:
            assert "Ada" in pool.submit(kibitz, stack, "access", "list").result()
        page.goto(f"{root}/desk/people")
        page.get_by_role("listitem").filter(has_text="Ada").get_by_role("button", name="Revoke").click()
        expect(page.get_by_role("listitem").filter(has_text="Ada")).to_contain_text("revoked")
        second.get_by_label("Result files").set_input_files(str(path))
        second.get_by_role("button", name="Send").click()
        expect(second.get_by_text("Your access has ended")).to_be_visible()

        page.goto(f"{root}/desk")
        page.get_by_role("button", name="Sign out").click()
        assert page.goto(f"{root}/desk").status == 403
        tokens = printed[0].partition("token=")[2]
        logs = "".join(log.read_text() for log in (tmp_path / "data" / "logs").iterdir())
        assert logs
        assert tokens.partition(".")[2] not in logs
