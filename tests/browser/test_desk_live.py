"""Two people at the desk of a whole server at once: their pages follow the files, and each sees what the other does."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.at_the_desk import expect_done
from tests.support.desk_evenings import drop
from tests.support.stack import Stack, kibitz, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
OUTSIDE = "club.localhost"
"""A browser finds it on this machine (RFC 6761); for the desk it is elsewhere, because it is no loopback name."""


def line_of(page: Any, ns: str) -> Any:
    return page.get_by_role("listitem").filter(has=page.locator("summary", has_text=f"{ns} "))


def test_two_at_the_desk_see_each_other_and_what_arrives(tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "evening.xml"
    filed = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1).decode()
    with Stack(tmp_path, "--host", "0.0.0.0", "--address", OUTSIDE) as stack, ThreadPoolExecutor() as pool:

        def command(*words: str) -> str:
            # Playwright has a loop of this thread.
            return str(pool.submit(kibitz, stack, *words).result())

        def send(text: str) -> None:
            path.write_text(text)
            command("send", str(path))

        send(filed)
        (event,) = wait_until(lambda: list(stack.get("/v1/events")["rows"]))
        (link,) = re.findall(
            r"http://\S+token=\S+", command("access", "grant", "Ada", "--role", "scorer", "--hours", "6")
        )
        director = chromium.new_context(viewport=DESKTOP).new_page()
        scorer = chromium.new_context(viewport=PHONE).new_page()
        for page in (director, scorer):
            page.add_init_script(
                "addEventListener('securitypolicyviolation', (event) => document.body.append(event.violatedDirective))"
            )
        scorer.goto(link.replace("127.0.0.1", OUTSIDE))
        scorer.get_by_role("button", name="Open the desk").click()
        # Files dropped on the page of the event show how far they are, and then what came of each.
        director.goto(f"{stack.page}/desk/e/{event}")
        held: list[Any] = []
        director.route("**/desk/files", lambda route: held.append(route), times=1)
        drop(director, "notes.txt", b"Lanternlight, table 3: two boards to come")
        drop(director, "evening.xml", filed.encode())
        first, last = (director.locator(".desk-uploads li").filter(has_text=name) for name in ("notes", "evening"))
        expect(last).to_have_text(re.compile("waits"))
        expect(first.get_by_role("progressbar")).to_be_visible()
        held[0].continue_()
        expect(first).to_contain_text(re.compile(r"refused: .*\(intake\.unknown-format\)"))
        expect(last).to_contain_text("known already. In the standings")
        expect(director.locator(".desk-uploads").get_by_role("progressbar")).to_have_count(0)
        director.screenshot(path=str(tmp_path / "sent.png"), full_page=True)
        address = f"/desk/e/{event}/results"
        for page, root in ((director, stack.page), (scorer, f"http://{OUTSIDE}:{stack.port}")):
            page.goto(root + address)
            page.get_by_role("link", name="1", exact=True).click()
            page.evaluate("window.still = true")

        # The director has begun to type, and Ada sees who is there.
        his, hers = line_of(director, "1NS"), line_of(scorer, "1NS")
        his.locator("summary").click()
        his.get_by_label("North-South get").fill("60%")
        his.get_by_label("Reason").focus()
        expect(hers).to_contain_text("desk (director) has this result open.")
        hers.locator("summary").click()
        expect(his).to_contain_text("Ada (scorer) has this result open.")

        # A corrected file arrives: the line moves, and nothing that is typed, open or focused is lost.
        send(filed.replace("<TRICKS>9<", "<TRICKS>10<", 1).replace("<SCORE>140<", "<SCORE>170<", 1))
        for page, line in ((director, his), (scorer, hers)):
            expect(line.locator("b")).to_have_text("170")
            expect(page.locator("#announcements")).to_contain_text("Updated: ")
            assert page.evaluate("window.still")
            expect(line.locator("details")).to_have_attribute("open", "")
        expect(his.get_by_label("North-South get")).to_have_value("60%")
        expect(his.get_by_label("Reason")).to_be_focused()

        # Ada is faster; she saw what stands, because she had not begun to type when it came.
        hers.get_by_label("North-South get").fill("200")
        hers.get_by_role("button", name="Set the score").evaluate("each => each.scrollIntoView({ block: 'center' })")
        stood = scorer.evaluate("scrollY")
        hers.get_by_role("button", name="Set the score").dblclick()
        expect_done(scorer, "+200 to North-South")
        # The page stands where it stood, with what was done in sight.
        assert scorer.evaluate("scrollY") == stood > 100
        expect(scorer.locator("div.desk-said")).to_be_in_viewport(ratio=1)
        # She herself is not another one on her next page.
        expect(hers).to_contain_text("desk (director) has this result open.")
        expect(his.locator("b")).to_have_text("200")
        assert director.evaluate("window.still")
        director.screenshot(path=str(tmp_path / "moved.png"), full_page=True)
        his.get_by_role("button", name="Set the score").click()
        told = director.locator("section").filter(has_text="This has changed meanwhile")
        expect(told).to_contain_text("now it is 200")
        expect(told).to_contain_text("decided by Ada at")
        expect(told).to_contain_text("60% to North-South, 40% to East-West")
        director.screenshot(path=str(tmp_path / "conflict.png"), full_page=True)
        scorer.screenshot(path=str(tmp_path / "phone.png"), full_page=True)
        for part in scorer.locator(".desk *:visible").all():
            box = part.bounding_box()
            assert box["x"] + box["width"] <= PHONE["width"]
        told.get_by_role("button", name="Save anyway").click()
        expect_done(director, "60% to North-South")
        expect(hers.locator("b")).to_have_text("60%/40%")
        director.goto(f"{stack.page}/desk/e/{event}/event")
        expect(director.get_by_text("+200 to North-South")).to_have_count(1)

        # Without the server a page says that it may be old.
        stack.stop()
        expect(scorer.get_by_text("What this page shows may be old.")).to_be_visible()
        assert "-src" not in scorer.locator("body").inner_text()
        for page in (director, scorer):
            page.context.close()
