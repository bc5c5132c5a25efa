"""The pages that the server renders: complete without scripts, with a preview, in few files."""

import re
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest
from lxml import html

from tests.browser.conftest import expect_live, expect_taken_over, publish, publish_made_up, settle, wait_until
from tests.browser.test_scoreboard_boards import played, put_on
from tests.browser.test_scoreboard_chess import FOLLOW
from tests.support.axe import faults
from tests.support.chess_on_stage import AWAY, ROUND_ROBIN, SWISS, tournament
from tests.support.fake_feed import StandIn
from tests.support.made_up_kinds import butler_pairs, individuals, knock_out, point_a_board, swiss_teams
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import BroadcastStage, Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]
EVENT = "e/autumn-pairs-2031"

PARTS = (
    "tbody tr",
    ".choice-list li",
    ".board-title h2",
    ".board-title .fact",
    ".par",
    ".auction-notes li",
    ".record-words",
    ".play-end",
    ".play-tricks .quiet",
    ".match-head .quiet",
    ".match-side",
    ".line-ups li",
    ".bracket-round h2",
    ".tie",
    ".ranking-title",
    ".cross-view .note",
    ".card-facts .fact",
    ".tile-main",
    ".tile-more",
)
"""What has something to say: rows of tables, and what stands between them."""

SHOWN = f"""() => [...document.querySelectorAll("main :is({", ".join(PARTS)}):not(.blank-row)")]
  .map((row) => [...(row.cells ?? [row])].map((cell) => {{
    const copy = cell.cloneNode(true);
    copy.querySelectorAll(".sr-only").forEach((part) => part.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  }}))"""
"""What a view has to say, row by row."""


def step(part: str) -> str:
    """A step of a selector as one of XPath."""
    return f"//*[contains(concat(' ', @class, ' '), ' {part[1:]} ')]" if part.startswith(".") else f"//{part}"


def served(address: str) -> list[list[str]]:
    """The same of the page as the server sends it."""
    with urlopen(address) as answer:
        document = html.fromstring(answer.read().decode())
    for part in document.find_class("sr-only"):
        part.drop_tree()
    rows = document.xpath(" | ".join(f"//main{''.join(map(step, part.split()))}" for part in PARTS))
    cells = [row.xpath("self::tr/*") or [row] for row in rows]
    texts = [[" ".join(cell.text_content().split()) for cell in row] for row in cells]
    return [row for row in texts if any(row)]


def all_kinds(stage: Stage) -> list[str]:
    """One event of each kind, and every view of them that has rows."""
    pairs = MadeUpPairs(tables=7, rounds=7)
    pairs.play(3)
    put_on(stage, pairs)
    tabs = ("standings/EW", "standings/lines", "boards", "boards/1", "card", "card/NS3", "seats", "cross")
    views = [f"{EVENT}/{view}" for view in tabs]
    teams = swiss_teams()
    match = next(match for match in teams.standings.matches if match.round == 3 and match.away)
    of_teams = ("standings", "matches/1", "matches/cross", f"matches/3.{match.home}.{match.away}", "card/1-1", "card/4")
    for made, own in (
        (teams, of_teams),
        (individuals(), ("standings", "boards/1", "card/1", "cross")),
        (knock_out(), ("matches", "matches/3")),
        (knock_out(1, event="spring-cup"), ("matches",)),
        (point_a_board(), ("matches/1.1.2", "card/1")),
        (butler_pairs(handicaps=True), ("standings", "cross", "card/3")),
    ):
        publish_made_up(stage, made)
        views += [f"e/{made.standings.event}/{view}" for view in own]
    for lines, event, who in ((SWISS, "marsh-open", "1"), (ROUND_ROBIN, "small-cup", "3"), (AWAY, "league", "1")):
        tournament(*lines, event=event).publish(stage)
        views += [f"e/{event}/{view}" for view in ("games", "cross", f"card/{who}")]
    return [*views, "e/marsh-open/standings", "e/league/card/player.1", "e/league/card/3"]


ALIKE = re.compile(
    r"individual-cup|butler-evening|small-cup|league/(games|cross|card/player)|teams/standings|/EW|card/4"
)
"""Views whose elements are those of another one."""


def test_without_scripts_every_view_says_what_it_says_with_them_and_axe_finds_no_fault(
    stand_in: StandIn, visit: Visit
) -> None:
    visitor = visit()
    for view in all_kinds(stand_in):
        page = visitor.open(stand_in, view)
        settle(page)
        shown = [row for row in page.evaluate(SHOWN) if any(row)]
        assert shown, view
        assert served(stand_in.url + view) == shown, view
        if not ALIKE.search(view):
            assert faults(page) == []


WATCH_FOR_GAPS = """
window.gaps = 0;
new MutationObserver(() => { window.gaps += document.querySelectorAll("main .waiting-rows").length; })
  .observe(document, { childList: true, subtree: true });
"""
"""Counts how often a page shows rows that are still to come."""


def test_what_the_server_has_rendered_stays_until_the_scripts_have_all_of_it(
    broadcast: BroadcastStage, visit: Visit
) -> None:
    visitor = visit(before=WATCH_FOR_GAPS)
    for view in all_kinds(broadcast):
        page = visitor.open(broadcast, view)
        settle(page)
        assert page.evaluate("window.gaps") == 0, view


CARDS = "**/v1/events/*/cards/*"


def test_a_served_page_stays_and_goes_on_when_the_server_cannot_give_what_scripts_ask_for(
    broadcast: BroadcastStage, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(broadcast, pairs)
    visitor = visit()
    visitor.outages = True
    page, address = visitor.page, f"{EVENT}/card/NS3"
    page.route(CARDS, lambda route: route.fulfill(status=503))
    with page.expect_response(CARDS):
        visitor.open(broadcast, address)
    expect_live(page)
    expect(page.locator(".card tbody tr").first).to_be_visible()
    shown = page.evaluate(SHOWN)
    assert [row for row in shown if any(row)] == served(broadcast.url + address)
    page.unroute(CARDS)
    pairs.play(3)
    publish(broadcast, pairs)
    wait_until(page, f"({SHOWN})().length > {len(shown)}")


def test_on_a_slow_line_a_served_page_stays_until_its_answer_comes_or_somebody_goes_on(
    broadcast: BroadcastStage, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(broadcast, pairs)
    visitor = visit(before=WATCH_FOR_GAPS)
    page, held = visitor.page, []
    page.route(CARDS, lambda route: held.append(route))  # Playwright cannot mark a built-in function
    visitor.open(broadcast, f"{EVENT}/card/NS3")
    expect_live(page)
    pairs.play(3)
    publish(broadcast, pairs)
    page.wait_for_timeout(1_500)  # until the card is asked for again
    assert len(held) > 1, "the first answer would be too old"
    held[0].continue_()
    page.wait_for_timeout(200)
    assert page.evaluate("window.gaps") == 0
    page.evaluate(FOLLOW, f"/{EVENT}/card/NS2")
    expect(page.locator(".card-view .waiting-rows")).to_be_visible()
    for route in held[1:]:
        route.continue_()
    expect(page.locator(".card tbody tr").first).to_be_visible()


def test_whoever_has_scrolled_before_the_scripts_came_stays_there(
    broadcast: BroadcastStage, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(broadcast, pairs)
    visitor = visit(width=390, height=600)
    page, held = visitor.page, []
    page.route("**/core.js", lambda route: held.append(route))
    for _ in ("a first visit", "the same page loaded again"):
        page.goto(f"{broadcast.url}{EVENT}", wait_until="commit")
        expect(page.locator("tbody tr").last).to_be_attached()
        page.evaluate("window.scrollTo(0, 200)")
        held.pop().continue_()
        expect_live(page)
        expect_taken_over(page)
        assert page.evaluate("window.scrollY") == 200


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_bridge_fits_a_small_phone_and_has_names_for_everything_without_scripts(
    stand_in: StandIn, visit: Visit
) -> None:
    page = visit(width=320, java_script_enabled=False).page
    bridge = re.compile(r"boards|cross|matches|/lines|card/[1N]")
    for view in filter(bridge.search, all_kinds(stand_in)):
        page.goto(stand_in.url + view)
        assert page.evaluate(SIDEWAYS) <= 0, view
        assert page.locator("main table:not(:has(caption)), main thead th:not([scope])").count() == 0, view
        nameless = "[...document.querySelectorAll('main a')].filter((link) => !link.textContent.trim()).length"
        assert page.evaluate(nameless) == 0, view
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((part) => part.id)")
        assert len(ids) == len(set(ids)), view


def test_both_lines_stand_side_by_side_without_scripts_where_there_is_room(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    pairs.two_winners = True
    publish(stand_in, pairs)
    page = visit(java_script_enabled=False).page
    page.goto(f"{stand_in.url}{EVENT}")
    left, right = (page.locator(".rankings > section").nth(place).bounding_box() for place in (0, 1))
    assert left["y"] == right["y"]
    expect(page.locator(".segments [aria-current]:visible")).to_have_text("Both lines")
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator(".rankings > section:visible")).to_have_count(1)
    expect(page.locator(".segments a:visible")).to_have_text(["North-South", "East-West"])
    expect(page.locator(".segments [aria-current]:visible")).to_have_text("North-South")


def test_play_of_every_table_can_be_opened_without_scripts(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    board, line = played(pairs)
    publish(stand_in, pairs)
    stand_in.publish_board(board.replace(lines=(*board.lines[:-1], line.replace(ns="X", ns_names="Ada & Ben"), line)))
    page = visit(java_script_enabled=False).page
    page.goto(f"{stand_in.url}{EVENT}/boards/{board.id}")
    expect(page.locator(".tricks:visible")).to_have_count(1)
    page.locator(".replay a").nth(1).click()
    expect(page.locator(".tricks:visible")).to_have_count(2)


def test_a_preview_names_the_event_and_who_leads(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit(java_script_enabled=False).page
    page.goto(f"{stand_in.url}{EVENT}")
    expect(page).to_have_title(re.compile(r"^Autumn Pairs: .+ lead, \d\d\.\d\d"))
    for name in ("og:title", "og:description", "og:url"):
        expect(page.locator(f'meta[property="{name}"]')).to_have_attribute(
            "content", re.compile("lead|/e/autumn-pairs")
        )
    expect(page.locator('link[rel="canonical"]')).to_have_attribute("href", f"{stand_in.url}{EVENT}/standings")


def test_links_lead_from_view_to_view_without_scripts(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit(java_script_enabled=False).page
    page.goto(stage.url)
    page.get_by_role("link", name=re.compile("Autumn Pairs")).click()
    page.get_by_role("link", name="East-West").click()
    page.locator(".entrant-link").first.click()
    page.locator(".card-board a").first.click()
    expect(page.get_by_role("heading", name=re.compile(r"Board \d"))).to_be_visible()
    page.get_by_role("link", name="Kibitz: all events").click()
    expect(page).to_have_url(stage.url)


def test_a_number_and_a_name_lead_to_the_one_address(stand_in: StandIn, visit: Visit) -> None:
    teams = swiss_teams()
    publish_made_up(stand_in, teams)
    board, row = teams.boards[0], teams.standings.rankings[0].rows[0]
    page = visit().open(stand_in, f"e/{board.event}/boards/{board.board}")
    expect(page).to_have_url(f"{stand_in.url}e/{board.event}/boards/{board.id}")
    expect(page.locator(".traveller")).to_be_visible()
    page.goto(f"{stand_in.url}e/{board.event}/card/{row.name.lower()}")
    expect(page).to_have_url(f"{stand_in.url}e/{board.event}/card/{row.id}")


def test_the_first_visit_takes_few_requests_and_bytes(
    visit: Visit, broadcast: BroadcastStage, pairs: MadeUpPairs
) -> None:
    publish(broadcast, pairs)
    visitor = visit(own=True)
    session = visitor.context.new_cdp_session(visitor.page)
    requests: list[str] = []
    sizes: list[int] = []
    session.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    session.on("Network.webSocketCreated", lambda event: requests.append(event["url"]))
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    session.send("Network.enable")
    expect_live(visitor.open(broadcast, EVENT))
    assert 5 <= len(requests) <= 12, requests
    assert 20_000 < sum(sizes) <= 60_000, sizes


def test_the_interfaces_for_programs_can_be_read(visit: Visit, broadcast: BroadcastStage) -> None:
    page = visit(width=390).page
    page.goto(f"{broadcast.url}docs")
    expect(page.get_by_role("heading", name="GET /v1/events/{event}/standings", exact=True)).to_be_visible()
    page.get_by_role("link", name="FeedSnapshot").first.click()
    expect(page.locator("#message-FeedSnapshot")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


PLANTED = """() => {
  document.querySelector("h1").remove();
  for (const text of ["10", "11"]) {
    const link = document.createElement("a");
    [link.href, link.textContent, link.style.color] = [`#${text}`, text, "#888"];
    document.querySelector("main").append(link);
  }
}"""


def test_axe_finds_no_fault_on_pages_of_no_event_and_those_that_are_planted(
    visit: Visit, broadcast: BroadcastStage, pairs: MadeUpPairs
) -> None:
    publish(broadcast, pairs)
    visitor = visit()
    for address in ("", f"{EVENT}/files", f"room/{pairs.event}", "e/nothing-here", "e/nothing-here/nowhere"):
        page = visitor.open(broadcast, address)
        expect(page.locator("h1")).to_be_visible()
        assert faults(page) == []
    page.evaluate(PLANTED)
    assert {"page-has-heading-one", "color-contrast", "target-size"} <= {text.split()[3][:-1] for text in faults(page)}
    # Its hundreds of sections are alike, and there are some of each kind among these.
    page.goto(f"{broadcast.url}docs")
    page.evaluate("document.querySelectorAll('.reference section').forEach((part, at) => at % 8 && part.remove())")
    assert faults(page) == []
