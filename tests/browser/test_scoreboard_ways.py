"""Where a network refuses WebSockets: server-sent events, and polling where those fail as well."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import expect_live, expect_standings, in_order, publish
from tests.support import published
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage
from tests.support.time_limits import scaled

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "e/autumn-pairs-2031"
NO_SOCKETS = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  constructor() { super(); setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 }))); }
  close() {}
};
"""
NO_STREAMS = """
window.EventSource = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("error"))); }
  close() {}
};
"""

Visit = Callable[..., Any]


def test_server_sent_events_take_over_where_websockets_fail(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    visitor = visit(before=NO_SOCKETS)
    page = visitor.open(stage, EVENT)
    expect_standings(page, pairs)
    expect_live(page)
    pairs.play(4)
    publish(stage, pairs)
    expect_standings(page, pairs)


COUNT_STREAMS = """
window.most = 0;
let open = 0;
window.EventSource = class extends EventSource {
  constructor(address) { super(address); open += 1; window.most = Math.max(window.most, open); }
  close() { open -= 1; super.close(); }
};
"""


def test_leafing_through_the_boards_by_streams_leaves_connections_for_the_rest(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stand_in, pairs)
    for board in range(1, 5):
        stand_in.publish_analysis(published.analysis("autumn-pairs-2031", str(board), 1).analysis)
    page = visit(before=NO_SOCKETS + COUNT_STREAMS).open(stand_in, f"{EVENT}/boards/1")
    for board in range(2, 5):
        page.get_by_role("link", name=f"Next board: {board}").click()
        expect(page.get_by_role("heading", name=f"Board {board}")).to_be_visible()
        expect(page.locator(".traveller tbody tr").first).to_be_visible()
    assert 3 <= page.evaluate("window.most") <= 5, "standings, and board and analysis of two at the most"


def test_a_stream_that_broke_goes_on_from_the_position_that_the_page_holds(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stand_in, pairs)
    visitor = visit(before=NO_SOCKETS)
    visitor.outages = True
    page = visitor.open(stand_in, EVENT)
    expect_live(page)
    stand_in.requests.clear()
    stand_in.drop()
    expect(page.locator(".connection")).to_contain_text("Reconnecting")
    pairs.play(3)
    stand_in.publish(pairs.standings())
    expect_standings(page, pairs)
    expect_live(page)
    resumed = [request["resume"] for request in stand_in.requests if request["channel"].endswith(".standings")]
    assert resumed == [{"epoch": "E1", "seq": 1}]


def test_polling_takes_over_where_streams_fail_as_well(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    visitor = visit(before=NO_SOCKETS + NO_STREAMS)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = visitor.open(stage, EVENT)
    expect(page.locator(".standings tbody th .name")).to_have_text(in_order(pairs), timeout=scaled(20_000))
    expect(page.locator(".connection")).to_contain_text("Every 5 s")
    pairs.play(4)
    publish(stage, pairs)
    expect_standings(page, pairs)
    expect(page.locator(".move[data-move^='up']").first).to_be_visible()
    assert all("encoding=columns" in url for url in asked if "/v1/channels/" in url), "a quarter of the bytes"
