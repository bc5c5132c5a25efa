"""The scoreboard with a keyboard, a screen reader, a small phone, a big field, and hostile names."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Direction
from contracts.standings import StatedRow
from tests.browser.conftest import nameless, publish, settle
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage
from tests.support.time_limits import scaled

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "e/autumn-pairs-2031"
VIEWS = (
    "",
    EVENT,
    f"{EVENT}/boards",
    f"{EVENT}/boards/3",
    f"{EVENT}/card",
    f"{EVENT}/card/NS3",
    f"{EVENT}/seats",
    f"{EVENT}/files",
    "room/autumn-pairs-2031",
    "e/nothing-here",
    "e/nothing-here/nowhere",
)
WATCH_CHANGES = """
() => {
  window.changes = 0;
  const count = (list) => { window.changes += list.reduce((sum, one) => sum + Math.max(1, one.addedNodes.length), 0); };
  new MutationObserver(count).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""
FIXED = ("h1", ".progress", ".ranking-switch", ".standings thead", ".tabs")
HOSTILE = '<img src=x onerror="alert(1)">'

Visit = Callable[..., Any]


def test_hostile_names_are_read_and_not_run(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs.names["NS3"] = f"{HOSTILE} & <script>alert(2)</script>"
    pairs.title = f"Cup {HOSTILE}"
    pairs.stated["NS3"] = StatedRow(place="<b>1</b>")
    pairs.play(3)
    publish(stage, pairs)
    page = visit().open(stage)
    for view in VIEWS:
        page.goto(stage.url + view)
        settle(page)
        assert page.locator("img:not(.brand img), main script, iframe, object").count() == 0
    page.goto(stage.url + EVENT)
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    page.get_by_role("button", name=re.compile("differs")).click()
    expect(page.get_by_role("dialog")).to_contain_text("<b>1</b>")


def test_nothing_needs_sideways_scrolling_at_320_pixels(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs.names["NS3"] = "Wolfeschlegelsteinhausenbergerdorff & Taumatawhakatangihangakoauauotamatea"
    pairs.names["EW1"] = "محمد الأمين & نورة السالم"
    pairs.title = "Donaudampfschifffahrtsgesellschaftsmeisterschaft"
    pairs.stated["NS3"] = StatedRow(place="1")
    pairs.play(3)
    publish(stage, pairs)
    page = visit(width=320, height=640, is_mobile=True, has_touch=True).open(stage)
    for view in VIEWS:
        page.goto(stage.url + view)
        settle(page)
        for direction in ("ltr", "rtl"):
            page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{view} {direction} is {wide} pixels too wide"


def test_everything_can_be_reached_with_the_keyboard(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    settle(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    seen = []
    for _ in range(9):
        page.keyboard.press("Tab")
        element = page.evaluate(
            "(() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.getAttribute('role') ?? e.tagName, s.outlineStyle]; })()"
        )
        seen.append(element)
    assert [role for role, _ in seen].count("tab") == 2, "one tab of each row of tabs is in the tab order"
    assert all(style != "none" for role, style in seen if role != "INPUT"), seen


def test_arrow_keys_go_along_the_tabs(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    settle(page)
    page.get_by_role("tab", name="Standings").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Boards")).to_be_focused()
    expect(page.get_by_role("tab", name="Boards")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("link", name="Board 1", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Files")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("tab", name="Standings")).to_be_focused()
    page.get_by_role("tab", name="Overall").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("tab", name="East-West")).to_have_attribute("aria-selected", "true")


def test_a_screen_reader_finds_a_table_and_landmarks(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    settle(page)
    rows = pairs.standings().rankings[0].rows
    first = min(rows, key=lambda row: (row.rank or 99, row.number))
    expect(page.locator("body")).to_match_aria_snapshot(f"""
      - link "Skip to content"
      - banner:
        - 'link "Kibitz: all events"'
        - button /Live/
        - 'button "Appearance: same as your device"'
      - main:
        - heading "Autumn Pairs" [level=1]
        - navigation "Event":
          - tablist "Views of this event":
            - tab "Standings" [selected]
        - tabpanel "Standings":
          - tablist "Ranking":
            - tab "Overall" [selected]
          - 'table /Overall: 14 entries, matchpoints, After round 2/':
            - rowgroup:
              - row:
                - columnheader "Place"
                - columnheader "Name"
                - columnheader "Percentage"
                - columnheader "matchpoints"
                - columnheader "Boards played"
            - rowgroup:
              - row:
                - cell "{first.place}"
                - rowheader /{re.escape(first.number)} {re.escape(first.name)}/
                - cell "{first.percentage}"
      - status
    """)


@pytest.mark.parametrize("view", VIEWS)
def test_every_control_and_picture_has_a_name(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit, view: str) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, view)
    settle(page)
    roles = ("link", "button", "tab", "searchbox", "combobox", "table", "progressbar", "heading")
    assert nameless(page, *roles) == []
    numbers = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(numbers) == len(set(numbers)), "no id twice"
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert nameless(page, *roles) == ["- button"], "what has no name is found"


def test_changes_are_announced_politely_and_not_too_often(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, EVENT)
    settle(page)
    page.evaluate(
        "() => { window.said = []; const region = document.getElementById('announcements');"
        " new MutationObserver(() => window.said.push(region.textContent))"
        ".observe(region, { childList: true, characterData: true, subtree: true }); }"
    )
    for rounds in (3, 4, 5):
        pairs.play(rounds)
        stand_in.publish(pairs.standings())
        page.wait_for_timeout(150)
    leader = pairs.standings().rankings[0].rows[0]
    expect(page.locator("#announcements")).to_contain_text(f"{leader.name} leads with", timeout=scaled(12_000))
    assert len(page.evaluate("window.said")) <= 2
    assert page.locator("[aria-live]").count() == 1


def test_less_movement_means_no_movement(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit(reduced_motion="reduce").open(stand_in, EVENT)
    settle(page)
    pairs.play(4)
    stand_in.publish(pairs.standings())
    expect(page.locator("tr.changed").first).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    moving = visit().open(stand_in, EVENT)
    settle(moving)
    moving.evaluate(
        "() => { window.glided = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...args) { window.glided += 1; return animate.apply(this, args); }; }"
    )
    pairs.play(6)
    stand_in.publish(pairs.standings())
    expect(moving.locator("tr.changed").first).to_be_visible()
    assert moving.evaluate("window.glided") > 0


def test_nothing_jumps_while_the_page_fills(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    watch = (
        "window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries())"
        " if (!e.hadRecentInput) window.shift += e.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page = visit(width=390, before=watch).open(stage, EVENT)
    settle(page)
    page.wait_for_timeout(700)
    assert page.evaluate("window.shift") < 0.02
    before = [page.locator(part).bounding_box() for part in FIXED]
    for rounds in (3, 4):
        pairs.play(rounds)
        publish(stage, pairs)
    expect(page.locator(".progress-text")).to_have_text("After round 4")
    assert [page.locator(part).bounding_box() for part in FIXED] == before, "only rows move"


def big_field(count: int) -> MadeUpPairs:
    """A field of so many pairs, without boards."""
    pairs = MadeUpPairs(tables=count // 2, rounds=1)
    pairs.played = (1, None)
    return pairs


def test_a_field_of_five_thousand_stays_quick(stand_in: StandIn, visit: Visit) -> None:
    count = 5_000
    pairs = big_field(count)
    base = pairs.standings()
    ranking = base.rankings[0]
    scores = {row.id: 7_000 - 1 * place for place, row in enumerate(ranking.rows)}

    def standings(scores: dict[str, int]) -> Any:
        ordered = sorted(ranking.rows, key=lambda row: -scores[row.id])
        rows = tuple(
            row.replace(rank=place, place=str(place), percentage=Decimal(scores[row.id]) / 100, boards=2)
            for place, row in enumerate(ordered, 1)
        )
        halves = tuple(
            ranking.replace(
                id=side,
                title=side,
                direction=Direction(side),
                rows=tuple(row for row in rows if row.id.startswith(side)),
            )
            for side in ("NS", "EW")
        )
        return base.replace(rankings=(ranking.replace(rows=rows), *halves))

    stand_in.publish(standings(scores))
    page = visit().open(stand_in, EVENT)
    settle(page)
    assert page.locator(".standings tbody tr").count() < 120
    expect(page.locator(".standings")).to_have_attribute("aria-rowcount", str(count + 1))
    page.evaluate(WATCH_CHANGES)
    last = ranking.rows[-1].id
    for step in range(5):
        scores[last] = 9_000 + step
        for place in range(step, 200, 7):
            scores[ranking.rows[place].id] += 3
        stand_in.publish(standings(scores))
        expect(page.locator(".standings tbody td.score .value").first).to_have_text(f"{scores[last] / 100:.2f}")
    # What a change costs the browser is what it has to draw anew: of five thousand rows those near the screen.
    assert page.evaluate("window.changes") < 2_000
    page.keyboard.press("End")
    expect(page.locator(f".standings [aria-rowindex='{count + 1}']")).to_be_visible()
    page.get_by_role("searchbox").fill("ns2499")
    expect(page.locator(".standings tbody th .number")).to_have_text(["NS2499"])


WIDTHS = """
() => ["table.standings", ".standings thead th.entrant", ".standings thead th.played"].map((part) => {
  const { left, right } = document.querySelector(part).getBoundingClientRect();
  return [Math.round(left), Math.round(right)];
})
"""


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_a_long_table_has_the_columns_of_a_short_one(stand_in: StandIn, visit: Visit, width: int) -> None:
    page = visit(width=width, height=780).open(stand_in, EVENT)
    widths = []
    for count in (100, 400):
        stand_in.publish(big_field(count).standings())
        expect(page.locator(".standings")).to_have_attribute("aria-rowcount", str(count + 1))
        widths.append(page.evaluate(WIDTHS))
    assert page.locator(".standings .blank-row:visible").count() == 1
    assert widths[0] == widths[1]


def test_paper_gets_every_row(stand_in: StandIn, visit: Visit) -> None:
    pairs = big_field(400)
    stand_in.publish(pairs.standings())
    page = visit().open(stand_in, EVENT)
    settle(page)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".standings tbody tr:not(.blank-row)").count() == 400
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator(".standings tbody tr:not(.blank-row)").count() < 120


def test_the_chosen_appearance_stays(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit(color_scheme="dark").open(stand_in)
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.get_by_role("button", name="Appearance: same as your device").click()
    expect(page.get_by_role("button", name="Appearance: light")).to_be_visible()
    light = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == light
    page.get_by_role("button", name="Appearance: light").click()
    assert page.evaluate(paper) == dark


CONTRAST = """
([front, back]) => {
  const light = (name) => {
    document.body.style.outlineColor = `var(${name})`;
    const parts = getComputedStyle(document.body).outlineColor.match(/^rgb\\((\\d+), (\\d+), (\\d+)\\)$/).slice(1);
    const [r, g, b] = parts.map((part) => Number(part) / 255)
      .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_the_contrast_that_wcag_asks_for(
    stand_in: StandIn, visit: Visit, scheme: str, pairs: MadeUpPairs
) -> None:
    page = visit(color_scheme=scheme).open(stand_in)
    wanted = [
        ("--ink", back, 7.0) for back in ("--paper", "--surface", "--raised", "--sunken", "--accent-soft", "--flash")
    ]
    wanted += [(front, "--surface", 4.5) for front in ("--quiet", "--accent", "--up", "--down", "--warn", "--bad")]
    wanted += [(suit, "--surface", 4.5) for suit in ("--spades", "--hearts", "--diamonds", "--clubs")]
    wanted += [("--quiet", "--paper", 4.5), ("--quiet", "--sunken", 4.5), ("--felt-ink", "--felt", 4.5)]
    wanted += [
        ("--warn", "--warn-soft", 4.5),
        ("--accent", "--accent-soft", 4.5),
        ("--quiet", "--accent-soft", 4.5),
        ("--down", "--accent-soft", 4.5),
    ]
    found = {(front, back): page.evaluate(CONTRAST, [front, back]) for front, back, _least in wanted}
    assert {
        pair: ratio for (pair, ratio), (_f, _b, least) in zip(found.items(), wanted, strict=True) if ratio < least
    } == {}


def test_a_page_that_is_printed_at_night_has_the_colours_of_the_day(stand_in: StandIn, visit: Visit) -> None:
    page = visit(color_scheme="dark").open(stand_in)
    page.emulate_media(media="print", color_scheme="dark")
    suits = ("--spades", "--hearts", "--diamonds", "--clubs")
    assert [suit for suit in suits if page.evaluate(CONTRAST, [suit, "--surface"]) < 4.5] == []
