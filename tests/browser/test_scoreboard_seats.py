"""What is said of the next seats: who still plays, who is away, who meets again."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from contracts.codes import seating as codes
from contracts.facts import Meeting
from contracts.seating import RoundAssignment
from tests.browser.conftest import publish
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

SEATS = "e/autumn-pairs-2031/seats"

Visit = Callable[..., Any]

CALLED = (
    codes.STILL_PLAYING.finding("round 2: table 4", subject="table 4"),
    codes.STILL_PLAYING.finding("round 2: table 7", subject="table 7"),
    codes.AWAY.finding("NS3 is away from round 3 on", subject="NS3"),
    codes.REMATCH.finding("NS1 and EW2 have met in round 1", subject="NS1 - EW2"),
)


def test_what_is_said_of_the_next_seats_stands_with_them(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    jargon = codes.SYSTEM_NOT_DRAWN.finding("the Dutch system of 2017 is not drawn")
    stage.publish_seats(pairs.seats().replace(findings=(*CALLED, jargon), locked=True, rule="inferred"))
    page = visit(width=390).open(stage, SEATS)
    wrong = page.get_by_role("list", name="Needs attention").get_by_role("listitem")
    expect(wrong).to_have_text(["Rematch NS1 and EW2 have met in round 1"])
    told = page.get_by_role("list", name="About this seating").get_by_role("listitem")
    expect(told).to_have_text(
        ["Still playing round 2: table 4 · round 2: table 7", "Absent NS3 is away from round 3 on"]
    )
    expect(page.get_by_text("The director has locked these seats")).to_be_visible()
    expect(page.get_by_text("Worked out from the rounds so far; what the director announces counts.")).to_be_visible()
    expect(page.get_by_text(re.compile("inferred|Rule|Dutch", re.IGNORECASE))).to_have_count(0)
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(8)
    stage.publish_seats(pairs.seats())
    expect(page.get_by_role("list", name="About this seating")).to_have_count(0)
    expect(page.get_by_role("list", name="Needs attention")).to_have_count(0)
    expect(page.get_by_text("The director has locked these seats")).to_have_count(0)


def test_why_a_round_has_no_seats_is_said(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    finding = codes.GAMES_OPEN.finding("round 3 waits for the games of round 2: 4 against 9")
    stage.publish_seats(
        RoundAssignment(
            event=pairs.event, stage="round", round=3, rule="fide-dutch", complete=False, findings=(finding,)
        )
    )
    page = visit().open(stage, SEATS)
    expect(page.get_by_role("heading", name="No seats yet")).to_be_visible()
    entry = page.get_by_role("list", name="Needs attention").get_by_role("listitem")
    expect(entry).to_contain_text("Unfinished games round 3 waits for the games of round 2: 4 against 9")
    expect(entry).not_to_contain_text(codes.GAMES_OPEN.advice)

    # The round that is in play stands in the place of the one that is not drawn yet.
    playing = (Meeting(table="4", home="NS1", away="EW2"),)
    waits = RoundAssignment(
        event=pairs.event, stage="round", round=3, rule="fide-dutch", complete=False, playing=playing
    )
    stage.publish_seats(waits)
    expect(page.get_by_role("heading", name="Still playing round 2")).to_be_visible()
    expect(page.locator("table.seats tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name="NS1")).to_be_visible()


def test_a_name_in_a_finding_is_read_and_not_run(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    hostile = codes.AWAY.finding("<img src=x onerror=alert(1)> is away in round 3")
    stand_in.publish_seats(pairs.seats().replace(findings=(hostile,)))
    page = visit().open(stand_in, SEATS)
    expect(page.get_by_text("<img src=x onerror=alert(1)> is away in round 3")).to_be_visible()


def test_what_is_said_of_seats_falls_into_kinds_and_what_is_for_directors_is_left_out(
    stand_in: StandIn, visit: Visit
) -> None:
    page = visit().open(stand_in, "e/nothing-here/nowhere")
    said = [
        {"code": "seating.bye", "severity": "info", "message": "NS2"},
        {"code": "seating.unheard-of", "severity": "warning", "message": "look", "advice": "Do."},
        {"code": "seating.bye", "severity": "info", "message": "NS5", "advice": "Nothing."},
    ]
    shown = page.evaluate(
        "async (said) => { const m = await import('/scripts/parts/findings.js');"
        " return [...m.seatFindings(said, 'x').children].map((li) => li.textContent); }",
        said,
    )
    assert shown == ["Bye NS2 · NS5"]
    assert page.evaluate("async () => (await import('/scripts/parts/findings.js')).seatFindings([], 'x')") is None
