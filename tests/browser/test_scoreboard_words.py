"""No English is left where the page has another language, which is told from it by its letters."""

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from contracts.standings import StatedRow
from tests.browser.conftest import publish_made_up, settle
from tests.browser.test_scoreboard_boards import put_on
from tests.browser.test_scoreboard_seats import CALLED
from tests.support.chess_on_stage import ROUND_ROBIN, SWISS, TEAMS, tournament
from tests.support.fake_feed import StandIn
from tests.support.made_up_kinds import butler_pairs, individuals, knock_out, swiss_teams
from tests.support.made_up_pairs import MadeUpPairs

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

PAIRS, SWISS_TEAMS, CUP = "e/autumn-pairs-2031", "e/county-swiss-teams", "e/harbour-cup"
BUTLER, INDIVIDUAL = "e/butler-evening", "e/individual-cup"

OTHER_LETTERS = """
const wide = (part) => part.length > 1 ? part : String.fromCharCode(part.charCodeAt(0) + 0xFEE0);
globalThis.kibitzWords = new Proxy({ "": "" }, {
  get: (_, text) => [String(text).split("|")[0].replace(/\\{\\w+\\}|[A-Za-z]/g, wide)],
});
new MutationObserver(() => { document.documentElement.lang = "el"; }).observe(document, { childList: true });
"""
"""A catalogue that has every text, in wide letters; dates are in Greek."""

ENGLISH = """(names) => {
  const english = (text) => /[A-Za-z]/.test(names.reduce((rest, name) => rest.replaceAll(name, ""), text ?? ""));
  const own = "bdi, .name, .number, [lang=en], .address, .breaks, .tie-break button, script, style, svg";
  const attributes = ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label"];
  const found = [...document.querySelectorAll("main, .bar-tools, dialog")].flatMap((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const said = [];
    while (texts.nextNode()) if (!texts.currentNode.parentElement.closest(own)) said.push(texts.currentNode.data);
    for (const element of place.querySelectorAll("*"))
      if (!element.closest("[lang=en]")) said.push(...attributes.map((kind) => element.getAttribute(kind)));
    return said.filter(english);
  });
  return [...new Set(found)];
}"""
"""The texts of a page that still have letters of English, apart from names."""


@pytest.fixture(scope="module")
def club() -> Iterator[tuple[StandIn, list[str]]]:
    """Events of every kind, and the names that are in them."""
    stage = StandIn()
    pairs = MadeUpPairs(tables=7, rounds=7)
    pairs.play(3)
    pairs.stated["NS3"] = StatedRow(place="1", percentage=Decimal("71.25"))
    put_on(stage, pairs)
    stage.publish_seats(pairs.seats().replace(findings=CALLED, locked=True))
    names = [pairs.title, *pairs.names.values(), *pairs.names, "Harbour Bridge Club"]
    names += ["USEBIO", "CSV", "JSON", "WFM", "SUI", "BH/C1"]
    for made in (swiss_teams(3, running=4), knock_out(2), butler_pairs(handicaps=True), individuals()):
        publish_made_up(stage, made)
        names += [made.standings.name, *(row.name for ranking in made.standings.rankings for row in ranking.rows)]
    for lines, event in ((SWISS, "marsh-open"), (ROUND_ROBIN, "small-cup"), (TEAMS, "league")):
        chess = tournament(*lines, event=event)
        chess.publish(stage)
        names += [chess.standings.name, *(row.name for ranking in chess.standings.rankings for row in ranking.rows)]
    yield stage, sorted({name for name in names if name}, key=len, reverse=True)
    stage.stop()


def explained(route: Any) -> None:
    """An explanation, as scoring gives it."""
    route.fulfill(json=json.loads(Path("contracts/examples/ExplanationAnswered.json").read_bytes())["explanation"])


VIEWS: dict[str, tuple[str, ...]] = {
    "": (),
    f"{PAIRS}/standings": (".standings .mark", ".share", ".score .why"),
    f"{PAIRS}/standings/EW": (),
    f"{PAIRS}/boards": (),
    f"{PAIRS}/boards/1": ('.play [data-step="forward"]', '.play [data-step="last"]'),
    f"{PAIRS}/boards/99": (),
    f"{PAIRS}/card": (),
    f"{PAIRS}/card/NS5": (".evening-more summary",),
    f"{PAIRS}/cross": (),
    f"{PAIRS}/seats": (),
    f"{PAIRS}/files": (),
    f"{SWISS_TEAMS}/matches/3": (),
    f"{SWISS_TEAMS}/matches/1": (".matches .mark",),
    f"{SWISS_TEAMS}/matches/2.6.7": (),
    f"{SWISS_TEAMS}/matches/cross": (),
    f"{SWISS_TEAMS}/card/5": (),
    f"{CUP}/matches": (),
    f"{BUTLER}/standings": (),
    f"{INDIVIDUAL}/boards/3": (),
    f"{INDIVIDUAL}/card/7": (),
    "e/marsh-open/standings": (".standings th.tie-break .sort",),
    "e/marsh-open/games": (),
    "e/marsh-open/cross": (),
    "e/marsh-open/card/1": (),
    "e/small-cup/cross": (),
    "e/league/games": (),
    "e/league/games/players": (),
    "e/league/card/2": (),
    "e/league/card/player.4": (),
    "room/autumn-pairs-2031": (),
    "room/county-swiss-teams": (),
    "e/nothing-of-this-name": (),
    "nowhere/at/all": (),
}
"""Each view, and what is pressed there, one after the other."""

OPENS_A_SHEET = (".mark", ".share", ".why")
"""How what is pressed ends that opens a sheet, which may have to be fetched first."""


def test_no_english_is_left_in_any_view(club: tuple[StandIn, list[str]], visit: Callable[..., Any]) -> None:
    stage, names = club
    remembered = f"localStorage.setItem('kibitz.participant.autumn-pairs-2031', JSON.stringify('NS5'));{OTHER_LETTERS}"
    visitor = visit(before=remembered)
    page = visitor.page
    page.route("**/explanation?*", explained)
    page.route("**/qr.svg?*", lambda route: route.fulfill(content_type="image/svg+xml", body="<svg/>"))
    left = {}
    for view, pressed in VIEWS.items():
        visitor.open(stage, view)
        settle(page)
        found = page.evaluate(ENGLISH, names)
        for press in pressed:
            page.locator(press).first.click()
            if press.endswith(OPENS_A_SHEET):
                expect(page.locator("dialog[open]")).to_be_visible()
            expect(page.locator(".waiting-rows")).to_have_count(0)
            found += page.evaluate(ENGLISH, names)
            page.keyboard.press("Escape")
        if found:
            left[view] = sorted(set(found))
    assert left == {}
