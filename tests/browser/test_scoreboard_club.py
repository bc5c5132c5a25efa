"""A page that a club keeps: its name, logo and colour, its standings on a site of its own, and addresses passed on."""

import io
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from services.broadcast.domain.club.club import club_of
from tests.browser.conftest import Visitor
from tests.browser.test_scoreboard_ways import NO_SOCKETS
from tests.support import published
from tests.support.axe import faults
from tests.support.scoreboard_stage import BroadcastStage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
scene = pytest.importorskip("deploy.picture", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "spring-pairs"
LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
HARBOUR = club_of("Harbour Bridge Club", "#123a7a", "harbour.svg", LOGO)
POLICY = "script-src 'self' {}; style-src 'self'; connect-src {} {}; frame-src {}"
"""Of a club's site, no wider than it has to be."""


class ClubSite:
    """A web site of its own, with pages that show standings of another server."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.policy = ""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = site.pages.get(self.path, "").encode()
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", site.policy)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def shows(self, stage: BroadcastStage, language: str = "") -> None:
        """Both ways of showing standings."""
        server = stage.url.rstrip("/")
        self.policy = POLICY.format(server, server, server.replace("http", "ws"), server)
        element = f'<kibitz-standings event="{EVENT}" lang="{language}"></kibitz-standings>'
        widget = f'<script src="{server}/widget.js" async></script>{element}'
        self.pages = {
            "/widget": f'<!doctype html><html lang="en"><title>Club</title>{widget}',
            "/frame": f'<!doctype html><html lang="en"><title>Club</title><iframe src="{server}/e/{EVENT}"></iframe>',
            "/favicon.ico": " ",
        }

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site() -> Iterator[ClubSite]:
    site = ClubSite()
    yield site
    site.stop()


@pytest.fixture
def stages() -> Iterator[Callable[..., BroadcastStage]]:
    """Makes servers with an event."""
    made: list[BroadcastStage] = []

    def make(*args: Any, **options: Any) -> BroadcastStage:
        stage = BroadcastStage(*args, **options)
        made.append(stage)
        stage.publish(published.standings(EVENT, 1).standings)
        return stage

    yield make
    for stage in made:
        stage.stop()


Stages = Callable[..., BroadcastStage]
Visit = Callable[..., Visitor]


@pytest.mark.parametrize("before", ["", NO_SOCKETS], ids=["by WebSocket", "by asking"])
def test_the_widget_moves_on_a_page_of_a_listed_site(stages: Stages, site: ClubSite, visit: Visit, before: str) -> None:
    stage = stages(origins=[site.origin])
    site.shows(stage)
    page = visit(before=before).page
    page.goto(f"{site.origin}/widget")
    widget = page.locator("kibitz-standings")
    expect(widget.locator("tbody tr")).to_have_text(["1Ann & Bob50.00"])
    expect(widget.get_by_role("group", name=f"{EVENT} pairs")).to_be_visible()
    stage.publish(published.standings(EVENT, 2, "Eve & Fay").standings)
    expect(widget.locator("tbody tr")).to_have_text(["1Eve & Fay50.00"])
    expect(widget.get_by_role("link")).to_have_attribute("href", f"{stage.url}e/{EVENT}/standings")
    widget.evaluate("(element) => element.remove()")
    stage.publish(published.standings(EVENT, 3, "Gil & Hal").standings)
    page.wait_for_timeout(200)
    page.goto(f"{stage.url}overlay/{EVENT}?of=77")
    expect(widget.get_by_role("group", name=f"{EVENT} pairs")).to_be_visible()
    expect(widget.locator("tbody tr")).to_have_count(0)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{stage.url}overlay/{EVENT}?rows=1")
    expect(widget.locator("tbody tr")).to_have_text(["1Gil & Hal50.00"])
    with Image.open(io.BytesIO(page.screenshot(omit_background=True))) as picture:
        assert picture.size == (1920, 1080)
        clear = picture.getchannel("A").histogram()[0] / (1920 * 1080)
    assert 0.5 < clear < 1, "the picture is seen around the panel"
    inside = "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
    assert page.evaluate(inside) == [1920, 1080]


def test_the_picture_of_the_readme_can_be_taken(stages: Stages, visit: Visit, tmp_path: Path) -> None:
    stage = stages()
    page = visit(width=scene.VIEW["width"], height=scene.VIEW["height"]).page
    frames = scene.record(page, f"{stage.url}e/{EVENT}", 0.5)
    assert {frame.size for frame, _ in frames} == {(scene.VIEW["width"], scene.VIEW["height"])}
    assert 0 < scene.write(frames, tmp_path / "picture.webp") < scene.LARGEST


def test_the_widget_speaks_the_language_that_its_page_asks_for(stages: Stages, site: ClubSite, visit: Visit) -> None:
    stage = stages(origins=[site.origin])
    site.shows(stage, "he")
    page = visit().page
    words = json.dumps({"Name": "שם", "Place": "מקום"})
    page.route("**/words-he.js", lambda route: route.fulfill(body=f"globalThis.kibitzWords={words};"))
    page.goto(f"{site.origin}/widget")
    widget = page.locator("kibitz-standings")
    expect(widget.get_by_role("columnheader")).to_have_text(["מקום", "שם", "%"])
    expect(widget.get_by_role("group")).to_have_attribute("dir", "rtl")
    expect(widget.get_by_role("link")).to_have_text("All standings, live")


def test_the_widget_shows_nothing_on_a_page_of_another_site(stages: Stages, site: ClubSite, visit: Visit) -> None:
    site.shows(stages(origins=["https://club.example"]))
    visitor = visit()
    visitor.outages = True
    visitor.page.goto(f"{site.origin}/widget")
    widget = visitor.page.locator("kibitz-standings")
    expect(widget.get_by_text("The standings cannot be reached from this page.")).to_be_visible()
    expect(widget.locator("tr")).to_have_count(0)
    visitor.page.goto("about:blank")
    visitor.problems = [
        problem for problem in visitor.problems if "CORS policy" not in problem and "403" not in problem
    ]


def test_listed_sites_alone_may_frame_the_page(stages: Stages, site: ClubSite, visit: Visit) -> None:
    for origins, shown in (([site.origin], 1), (["https://club.example"], 0)):
        site.shows(stages(origins=origins))
        visitor = visit()
        visitor.page.goto(f"{site.origin}/frame")
        heading = visitor.page.frame_locator("iframe").get_by_role("heading", name=f"{EVENT} pairs")
        if shown:
            expect(heading).to_be_visible()
        else:
            visitor.page.wait_for_timeout(500)
            visitor.problems = [problem for problem in visitor.problems if "frame-ancestors" not in problem]
        assert heading.count() == shown


def test_the_page_has_the_name_the_logo_and_the_colour_of_the_club(stages: Stages, visit: Visit) -> None:
    page = visit().open(stages(HARBOUR), f"e/{EVENT}/standings")
    brand = page.get_by_role("link", name="Harbour Bridge Club: all events")
    expect(brand).to_be_visible()
    assert brand.locator("img").evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [40, 20]
    assert page.locator(".bar").evaluate("(bar) => getComputedStyle(bar).backgroundColor") == "rgb(18, 58, 122)"
    expect(page).to_have_title(f"{EVENT} pairs · Harbour Bridge Club")
    brand.click()
    expect(page).to_have_title("Live standings · Harbour Bridge Club")
    expect(brand).to_be_visible()


def test_an_address_is_passed_on_as_a_code_and_as_a_copy(stages: Stages, visit: Visit) -> None:
    stage = stages()
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.open(stage, f"e/{EVENT}/standings")
    page.get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share this page")
    code = sheet.get_by_role("img", name="The address as a QR code")
    expect(code).to_be_visible()
    assert code.evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")
    expect(sheet.get_by_text(f"{stage.url}e/{EVENT}/standings")).to_be_visible()
    sheet.get_by_role("button", name="Copy the address").click()
    expect(sheet.get_by_role("status")).to_have_text("Copied")
    assert faults(page) == []
    assert page.evaluate("navigator.clipboard.readText()") == f"{stage.url}e/{EVENT}/standings"
