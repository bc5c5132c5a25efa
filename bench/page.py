"""The first standings of a visitor with an empty cache, in Chromium: requests, bytes, and times on a slow phone.

Slow 3G is 400 kb/s with 400 ms for each answer, and the processor is slowed four times. Without scripts standings are
there with the first paint of the page; with it, they are live when the scripts have taken over.
"""

import statistics
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium_path, publish
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import BroadcastStage

TABLES, RUNS = 18, 5
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SLOWER_PROCESSOR = 4
LIVE = "main:not([data-channels]) .standings tbody tr:not(.blank-row)"
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Weight:
    """What a page has asked for and got, messages of the feed as they are before compression."""

    def __init__(self, session: CDPSession) -> None:
        self.requests = self.received = self.feed = 0
        session.on("Network.requestWillBeSent", lambda _: self.count("requests", 1))
        session.on("Network.webSocketCreated", lambda _: self.count("requests", 1))
        session.on("Network.loadingFinished", lambda event: self.count("received", int(event["encodedDataLength"])))
        session.on(
            "Network.webSocketFrameReceived", lambda event: self.count("feed", len(event["response"]["payloadData"]))
        )
        session.send("Network.enable")

    def count(self, name: str, amount: int) -> None:
        """Add to a figure."""
        setattr(self, name, getattr(self, name) + amount)


def measure(*, brief: bool = False) -> dict[str, Any]:
    """Requests, bytes, and milliseconds until the standings are seen and until they are live."""
    stage = BroadcastStage()
    pairs = MadeUpPairs(tables=4 if brief else TABLES, rounds=3)
    pairs.play(2)
    publish(stage, pairs)
    address = f"{stage.url}e/{pairs.event}/standings"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            runs = [
                _visit(browser, address, slow=True, scripts=scripts)
                for scripts in (False, True)
                for _ in range(1 if brief else RUNS)
            ]
            quick = _visit(browser, address, slow=False, scripts=True)
            browser.close()
    finally:
        stage.stop()
    plain, live = runs[: len(runs) // 2], runs[len(runs) // 2 :]
    return {
        "requests": quick["requests"],
        "bytes": quick["received"],
        "feed_bytes": quick["feed"],
        "seen_without_scripts_ms": statistics.median(run["seen"] for run in plain),
        "seen_ms": statistics.median(run["seen"] for run in live),
        "live_ms": statistics.median(run["live"] for run in live),
    }


def _visit(browser: Any, address: str, *, slow: bool, scripts: bool) -> dict[str, float]:
    context = browser.new_context(viewport={"width": 390, "height": 780}, java_script_enabled=scripts)
    page: Page = context.new_page()
    session = context.new_cdp_session(page)
    weight = Weight(session)
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_PROCESSOR})
    page.goto(address)
    if scripts:
        page.wait_for_selector(LIVE)
    live = page.evaluate("performance.now()")
    seen = page.evaluate(FIRST_PAINT)
    context.close()
    return {"seen": seen, "live": live, "requests": weight.requests, "received": weight.received, "feed": weight.feed}
