"""The pages that the server renders: complete without scripts, with a preview, in few files."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import publish, publish_made_up, settle
from tests.support.chess_on_stage import ROUND_ROBIN, SWISS, TEAMS, tournament
from tests.support.fake_feed import StandIn
from tests.support.made_up_kinds import butler_pairs, individuals, swiss_teams
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]
EVENT = "e/autumn-pairs-2031"

SHOWN = """() => [...document.querySelectorAll(
    "main :is(tbody tr:not(.blank-row), .board-grid li, .choice-list li)")]
  .map((row) => [...(row.cells ?? [row])].map((cell) => {
      const copy = cell.cloneNode(true);
      copy.querySelectorAll(".sr-only").forEach((part) => part.remove());
      return copy.textContent.replace(/\\s+/g, " ").trim();
    }))"""
"""What a view has to say, row by row."""

TOTALS = """() => {
  const entries = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
  return entries.map((entry) => [entry.name, entry.transferSize]);
}"""


def all_kinds(stage: Stage) -> list[str]:
    """One event of each kind, and every view of them that shows rows."""
    pairs = MadeUpPairs(tables=7, rounds=7)
    pairs.play(3)
    publish(stage, pairs)
    views = [
        f"{EVENT}/{view}" for view in ("standings", "standings/EW", "boards", "boards/3", "card", "card/NS3", "seats")
    ]
    for made, view in ((swiss_teams(), "matches"), (butler_pairs(), "boards"), (individuals(), "boards")):
        publish_made_up(stage, made)
        event = made.standings.event
        views += [f"e/{event}/standings", f"e/{event}/{view}", f"e/{event}/boards/{made.boards[0].id}"]
        views += [f"e/{event}/card/{made.standings.rankings[0].rows[0].id}"]
    for lines, event, who in ((SWISS, "marsh-open", "1"), (ROUND_ROBIN, "small-cup", "3"), (TEAMS, "league", "2")):
        tournament(*lines, event=event).publish(stage)
        views += [f"e/{event}/{view}" for view in ("standings", "games", "cross", f"card/{who}")]
    return views


def test_without_scripts_every_view_says_what_it_says_with_them(stand_in: StandIn, visit: Visit) -> None:
    live, plain = visit(), visit(java_script_enabled=False)
    for view in all_kinds(stand_in):
        page = live.open(stand_in, view)
        settle(page)
        wanted = page.evaluate(SHOWN)
        plain.page.goto(stand_in.url + view)
        assert wanted, view
        assert shown_without_scripts(plain) == wanted, view


def shown_without_scripts(visitor: Any) -> Any:
    """The same of a page on which no script runs."""
    return visitor.page.evaluate(SHOWN)
