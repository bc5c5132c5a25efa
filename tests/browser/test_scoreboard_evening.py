"""The reader says who it is; the page works without a connection, and tells what is news when it is closed."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import expect_live, publish, sync_api, wait_until
from tests.browser.test_scoreboard_club import HARBOUR
from tests.support.axe import faults
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import BroadcastStage, Stage
from tests.support.time_limits import scaled

expect = sync_api.expect

pytestmark = pytest.mark.browser

SLUG = "autumn-pairs-2031"
EVENT = f"e/{SLUG}"

SOONER = """
const later = window.setTimeout;
window.setTimeout = (work, pause, ...more) => later(work, [3000, 5000].includes(pause) ? 50 : pause, ...more);
"""
"""The worker is registered and the last state kept without a pause."""

READY = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"

FAKED_PUSH = """
window.addresses = [];
const fake = { endpoint: "https://push.example/a", options: { applicationServerKey: null },
  unsubscribe: async () => true, toJSON: () => ({ endpoint: fake.endpoint, keys: { p256dh: "P", auth: "A" } }) };
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  fake.options.applicationServerKey = applicationServerKey.buffer;
  return (subscription = fake);
};
Notification.requestPermission = async () => "granted";
Object.defineProperty(Notification, "permission", { get: () => "granted" });
navigator.serviceWorker.register = async () => undefined;
Object.defineProperty(navigator.serviceWorker, "ready", { get: async () => ({ pushManager: PushManager.prototype }) });
"""
"""A push service inside the page: Chromium without a window has none."""


def claim(page: Any, stage: Stage, participant: str) -> None:
    page.goto(f"{stage.url}{EVENT}/card/{participant}")
    page.get_by_role("button", name="This is me").click()


def test_the_own_entry_stands_above_all_tabs_once_it_is_claimed(stage: Stage, pairs: MadeUpPairs, visit: Any) -> None:
    publish(stage, pairs)
    page = visit(width=390).open(stage, EVENT)
    strip = page.get_by_role("region", name="My evening")
    expect(strip).to_be_hidden()
    claim(page, stage, "NS5")
    expect(strip).to_contain_text(pairs.names["NS5"])
    expect(strip.locator(".evening-place")).to_have_text(re.compile(r"^\d+=? of 14$"))
    expect(strip).to_contain_text(re.compile("Round 3: Table 5, North-South, against EW.*boards 13–14|Table 5"))
    expect(strip.locator(".evening-last")).to_contain_text("Last result: board")
    page.get_by_role("tab", name="Boards").click()
    expect(strip).to_be_visible()
    strip.get_by_role("link").click()
    expect(page.locator(".card-head h2")).to_contain_text(pairs.names["NS5"])
    before = strip.locator(".evening-next").inner_text()
    pairs.play(3)
    publish(stage, pairs)
    expect(strip.locator(".evening-next")).not_to_have_text(before)
    strip.get_by_text("Notifications and more").click()
    strip.get_by_role("button", name="This is not me any more").click()
    expect(strip).to_be_hidden()
    page.reload()
    expect(page.get_by_role("tab", name="Standings")).to_be_visible()
    expect(strip).to_be_hidden()


def test_the_strip_fits_a_narrow_screen_and_nothing_jumps_when_it_fills(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Any
) -> None:
    pairs.names["NS5"] = "Wolfeschlegelsteinhausenbergerdorff & Taumatawhakatangihangakoauauotamatea"
    publish(stand_in, pairs)
    watch = (
        "window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries())"
        " if (!e.hadRecentInput) window.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page = visit(width=320, height=640, is_mobile=True, has_touch=True, before=watch).open(stand_in, EVENT)
    claim(page, stand_in, "NS5")
    page.goto(stand_in.url + EVENT)
    page.reload()
    strip = page.get_by_role("region", name="My evening")
    expect(strip.locator(".evening-last")).to_contain_text("board")
    expect(strip.locator(".evening-next")).to_contain_text("Table 5")
    assert page.evaluate("window.shift") < 0.05
    for place in ("0", "500", "document.documentElement.scrollHeight"):
        page.evaluate(f"window.scrollTo(0, {place})")
        # Above the tab bar, which is at the lower edge.
        wait_until(
            page,
            """(({ top, bottom }) => 0 <= top && top < bottom
              && bottom <= document.querySelector('.tabs-bar').getBoundingClientRect().top + 1
            )(document.querySelector('.evening-own').getBoundingClientRect())""",
        )
    assert page.evaluate("window.shift") < 0.05
    page.evaluate("window.scrollTo(0, 0)")
    wait_until(page, "!document.querySelector('.docked')")
    strip.get_by_text("Notifications and more").click()
    for direction in ("ltr", "rtl"):
        page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{direction} is {wide} pixels too wide"
    assert faults(page) == []


class Notices:
    """The notification service's answers, in the server's place."""

    def __init__(self, page: Any, status: int = 200) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.status = status
        page.route("**/notices", self.answer)

    def answer(self, route: Any) -> None:
        self.asked.append((route.request.method, route.request.post_data_json))
        route.fulfill(json={"key": "BCVx", "participant": None, "code": self.status}, status=self.status)


def test_a_device_is_told_until_it_is_stopped(stand_in: StandIn, pairs: MadeUpPairs, visit: Any) -> None:
    publish(stand_in, pairs)
    page = visit(before=FAKED_PUSH).open(stand_in, EVENT)
    notices = Notices(page)
    claim(page, stand_in, "NS5")
    strip = page.get_by_role("region", name="My evening")
    strip.get_by_text("Notifications and more").click()
    expect(strip).to_contain_text("Nothing else is sent")
    strip.get_by_role("button", name="Notify me").click()
    expect(strip.get_by_role("button", name="Stop notifications")).to_be_focused()
    address = {"endpoint": "https://push.example/a", "p256dh": "P", "auth": "A"}
    assert notices.asked == [("GET", None), ("POST", {"participant": "NS5", "address": address})]
    strip.get_by_role("button", name="Stop notifications").click()
    expect(strip.get_by_role("button", name="Notify me")).to_be_focused()
    assert notices.asked[2:] == [("DELETE", {"address": address})]
    strip.get_by_role("button", name="Notify me").click()
    expect(strip.get_by_role("button", name="Stop notifications")).to_be_visible()
    # Who is somebody else is told no more.
    strip.get_by_role("button", name="This is not me any more").click()
    expect(strip).to_be_hidden()
    page.wait_for_timeout(200)
    assert [method for method, _ in notices.asked[3:]] == ["GET", "POST", "DELETE"]


def test_why_there_are_no_notices_is_said_in_words(stand_in: StandIn, pairs: MadeUpPairs, visit: Any) -> None:
    publish(stand_in, pairs)
    visitor = visit(before=FAKED_PUSH)
    # The browser itself complains about an answer that is none.
    visitor.outages = True
    page = visitor.open(stand_in, EVENT)
    notices = Notices(page)
    claim(page, stand_in, "NS5")
    strip = page.get_by_role("region", name="My evening")
    strip.get_by_text("Notifications and more").click()
    for status, fault, reason in (
        (503, "", "sends no notifications at the moment"),
        (404, "", "did not accept this device"),
        (200, "PushManager.prototype.subscribe = async () => { throw new Error(); }", "push service could not"),
        (200, "Notification.requestPermission = async () => 'denied'", "are blocked"),
        (200, "delete window.PushManager", "This browser cannot show notifications"),
    ):
        notices.status = status
        page.evaluate(f"(() => {{ {fault} }})()")
        strip.get_by_role("button", name="Notify me").click()
        expect(strip.get_by_role("status")).to_contain_text(reason)


def with_worker(visit: Any, stage: Stage) -> tuple[Any, Any]:
    """A visitor whose browser has the service worker."""
    visitor = visit(service_workers="allow", before=SOONER)
    page = visitor.open(stage, EVENT)
    expect_live(page)
    wait_until(page, READY)
    return visitor, page


@pytest.fixture
def of_a_club() -> Iterator[BroadcastStage]:
    stage = BroadcastStage(HARBOUR)
    yield stage
    stage.stop()


def test_without_a_connection_the_page_shows_its_last_state_with_the_logo_and_says_so(
    of_a_club: BroadcastStage, pairs: MadeUpPairs, visit: Any
) -> None:
    broadcast = of_a_club
    publish(broadcast, pairs)
    visitor, page = with_worker(visit, broadcast)
    claim(page, broadcast, "NS5")
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(4)
    page.goto(f"{broadcast.url}{EVENT}")
    expect_live(page)
    page.wait_for_timeout(scaled(500))
    visitor.outages = True
    broadcast.halt()
    page.reload()
    expect(page.locator(".connection")).to_contain_text(re.compile(r"Offline · as of \d\d:\d\d"))
    wait_until(page, "document.querySelector('.brand img')?.naturalWidth === 40")
    expect(page.locator(".standings tbody th .name")).to_have_count(14)
    expect(page.get_by_role("region", name="My evening")).to_contain_text(pairs.names["NS5"])
    page.goto(f"{broadcast.url}{EVENT}/card")
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(4)
    pairs.play(3)
    broadcast.start()
    publish(broadcast, pairs)
    expect_live(page)
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(6)
    # With a connection nothing old is shown.
    pairs.play(4)
    publish(broadcast, pairs)
    page.reload()
    expect_live(page)
    assert "Offline" not in page.locator(".connection").inner_text()
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(8)


def deliver(page: Any, notice: dict[str, Any]) -> None:
    """Deliver a message to the worker as the browser does that got it from its push service."""
    page.context.grant_permissions(["notifications"])
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    for _ in range(100):
        if registrations:
            break
        page.wait_for_timeout(50)
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[0]["registrationId"], "data": json.dumps(notice)},
    )
    session.detach()


SHOWN = """navigator.serviceWorker.getRegistration().then((found) => found.getNotifications())
  .then((all) => all.map(({ title, body }) => `${title} | ${body}`))"""

NOTICE = {"id": "1", "event": SLUG, "title": "Made-up pairs", "participant": "NS5"}


NEWS = (
    (
        {"kind": "seat", "round": 3, "table": "5", "side": "EW", "opponents": "Ann & Bob", "boards": "9–11"},
        "Round 3: table 5, East-West | Against Ann & Bob, boards 9–11. Made-up pairs",
    ),
    (
        {"kind": "result", "round": 4, "place": "3=", "entries": 14, "percentage": "62.50"},
        "After round 4: 3= of 14 | 62.50 %. Made-up pairs",
    ),
    (
        {"kind": "correction", "of": "7", "was": "420", "now": "620"},
        "Result 7 corrected: 620 | It was 420. Made-up pairs",
    ),
    ({"kind": "correction", "of": "penalties", "was": "0", "now": "-10"}, "Penalties: -10 | It was 0. Made-up pairs"),
    (
        {"kind": "final", "place": "1", "entries": 14, "total": "33.5", "unit": "vps", "status": "official"},
        "Final result: 1 of 14 | 33.5 VPs. Made-up pairs",
    ),
)


def test_a_message_is_shown_in_words_and_again_in_its_own_place(
    broadcast: BroadcastStage, pairs: MadeUpPairs, visit: Any
) -> None:
    publish(broadcast, pairs)
    _, page = with_worker(visit, broadcast)
    for notice, _ in (*NEWS, *NEWS):
        deliver(page, {**NOTICE, **notice})
    wait_until(page, f"{SHOWN}.then((all) => all.length >= {len(NEWS)})")
    page.wait_for_timeout(200)
    assert sorted(page.evaluate(SHOWN)) == sorted(shown for _, shown in NEWS)
    out = {**NOTICE, "id": "2", "kind": "seat", "round": 4, "side": "out"}
    deliver(page, out)
    wait_until(page, f"{SHOWN}.then((all) => all.includes('Round 4: sitting out | Made-up pairs'))")
    assert len(page.evaluate(SHOWN)) == len(NEWS)


def test_chromium_calls_the_page_installable_and_it_is_kept_whole(
    broadcast: BroadcastStage, pairs: MadeUpPairs, visit: Any
) -> None:
    publish(broadcast, pairs)
    _, page = with_worker(visit, broadcast)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # A context of its own is a private window to Chromium, in which nothing is installed.
    assert set(errors) <= {"in-incognito"}
    for icon in json.loads(manifest["data"])["icons"]:
        assert page.evaluate(f"fetch({json.dumps(broadcast.url + icon['src'])}).then((answer) => answer.ok)")
    named = "caches.open('kibitz-shell').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))"
    kept = {url.rpartition("/")[2] for url in page.evaluate(named)}
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert {name.rpartition("/")[2] for name in loaded if name.endswith((".js", ".css"))} <= kept | {
        "service-worker.js"
    }
