"""The scoreboard in a real browser, on the stand-in and on the service's own server."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from contracts.seating import SeatAssignment
from contracts.standings import Method, StatedRow
from tests.browser.conftest import expect_live, expect_standings, in_order, names, publish, wait_until
from tests.support import published
from tests.support.deals import MADE_UP, MADE_UP_TEXT
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "e/autumn-pairs-2031"
ROOM = "room/autumn-pairs-2031"
Visit = Callable[..., Any]


def test_the_list_of_events_leads_to_the_standings(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage)
    card = page.get_by_role("link", name=re.compile("Autumn Pairs"))
    expect(card).to_contain_text("Harbour Bridge Club")
    expect(card).to_contain_text("14 Oct 2031")
    expect(card).to_contain_text("After round 2")
    card.click()
    expect(page.get_by_role("heading", name="Autumn Pairs")).to_be_focused()
    expect_standings(page, pairs)
    expect_live(page)


def test_new_results_move_rows_without_a_reload(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    expect_standings(page, pairs)
    before = names(page)
    leader = page.locator(".standings tbody tr:not(.blank-row)").first
    leader.evaluate("row => { row.dataset.kept = 'yes'; }")
    pairs.play(4)
    publish(stage, pairs)
    expect_standings(page, pairs)
    assert names(page) != before
    expect(page.locator(".move[data-move^='up']").first).to_be_visible()
    expect(page.locator(".move[data-move^='down']").first).to_be_visible()
    expect(page.locator(".progress-text")).to_have_text("After round 4")
    assert page.locator("[data-kept]").count() == 1, "a row keeps its element when it moves"


def test_rankings_can_be_switched_and_have_an_address(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    page.get_by_role("tab", name="East-West").click()
    expect(page.locator(".standings tbody th .name")).to_have_text(in_order(pairs, 2))
    page.reload()
    expect(page.locator(".standings tbody th .name")).to_have_text(in_order(pairs, 2))


def test_an_old_address_leads_to_the_one_that_took_its_place(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, "#/e/autumn-pairs-2031/boards/3")
    expect(page).to_have_url(f"{stage.url}{EVENT}/boards/3")
    expect(page.get_by_role("heading", name="Board 3")).to_be_visible()


def test_a_link_to_a_view_loads_no_page_and_back_leads_back(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    page.evaluate("() => { window.stays = 'yes'; }")
    page.get_by_role("tab", name="Boards").click()
    page.get_by_role("link", name="Board 3").click()
    expect(page).to_have_url(f"{stage.url}{EVENT}/boards/3")
    page.go_back()
    expect(page.locator(".board-table")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Board 3")).to_be_visible()
    assert page.evaluate("window.stays") == "yes"


def test_a_lost_connection_is_shown_and_made_good(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    visitor = visit()
    visitor.outages = True
    page = visitor.open(stage, EVENT)
    expect_live(page)
    stage.halt()
    expect(page.locator(".connection")).to_contain_text("Reconnecting")
    expect(page.locator("#announcements")).to_contain_text("Connection lost")
    assert names(page), "what is known stays on the screen"
    pairs.play(5)
    publish(stage, pairs)
    stage.start()
    expect_live(page)
    expect_standings(page, pairs)


def test_a_resumed_connection_names_the_position_it_holds(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    visitor = visit()
    visitor.outages = True
    page = visitor.open(stand_in, EVENT)
    expect_live(page)
    stand_in.requests.clear()
    stand_in.drop()
    expect(page.locator(".connection")).to_contain_text("Reconnecting")
    expect_live(page)
    resumed = [request.get("resume") for request in stand_in.requests if request["channel"].endswith(".standings")]
    assert resumed == [{"epoch": "E1", "seq": 1}]


def test_a_delta_that_was_lost_is_noticed_and_fetched(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, EVENT)
    expect_live(page)
    stand_in.lose = 2  # the standings and the list of events
    pairs.play(3)
    stand_in.publish(pairs.standings())
    expect_standings(page, pairs)


def test_a_table_that_differs_from_its_checksum_is_replaced(
    stand_in: StandIn, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, EVENT)
    expect_live(page)
    stand_in.requests.clear()
    stand_in.corrupt = 1
    pairs.play(3)
    stand_in.publish(pairs.standings())
    expect_standings(page, pairs)
    expect_live(page)
    again = [request for request in stand_in.requests if request["type"] == "subscribe"]
    assert [request.get("resume") for request in again] == [None], "a wrong table is not resumed from"


def test_silence_is_a_failure(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, EVENT)
    expect_live(page)
    stand_in.silent = True
    expect(page.locator(".connection")).to_contain_text("Reconnecting")
    stand_in.silent = False
    expect_live(page)


def test_the_age_of_the_data_is_shown(stand_in: StandIn, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stand_in, pairs)
    stand_in.source_age_ms = 95_000
    page = visit().open(stand_in, EVENT)
    expect(page.locator(".connection")).to_contain_text("Live · 1 min")
    stand_in.degraded = True
    expect(page.locator(".connection")).to_contain_text("Delayed · 1 min")
    expect(page.locator(".connection")).to_have_attribute("data-look", "old")


def test_a_value_that_the_file_states_differently_is_explained(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs.stated["NS3"] = StatedRow(place="1", total=Decimal("99"), percentage=Decimal("71.25"))
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    mark = page.get_by_role("button", name=re.compile("differs from the file"))
    mark.press("Enter")
    sheet = page.get_by_role("dialog", name="Differs from the file")
    expect(sheet.get_by_role("row", name=re.compile("Percentage"))).to_contain_text("71.25")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(mark).to_be_focused()


def test_the_standings_after_an_earlier_round_are_one_choice_away(
    stage: Stage, pairs: MadeUpPairs, visit: Visit
) -> None:
    before = {}
    for number in (1, 2):
        pairs.play(number)
        before[number] = in_order(pairs)
        stage.earlier[pairs.event, None, number] = pairs.standings()
    pairs.play(3)
    publish(stage, pairs)
    visitor = visit()
    page = visitor.open(stage, EVENT)
    expect_standings(page, pairs)
    rounds = page.get_by_role("combobox", name="Standings as of")
    expect(rounds.get_by_role("option")).to_have_text(["Now", "After round 3", "After round 2", "After round 1"])
    rounds.select_option("After round 2")
    expect(page.locator(".standings tbody th .name")).to_have_text(before[2])
    expect(page.get_by_role("status").filter(has_text="standings after round 2")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/standings\?after=2$"))
    pairs.play(4)
    publish(stage, pairs)
    expect(rounds.get_by_role("option")).to_have_count(5)
    expect(page.locator(".standings tbody th .name")).to_have_text(before[2])
    page.goto(f"{stage.url}{EVENT}/standings?after=1")
    expect(page.locator(".standings tbody th .name")).to_have_text(before[1])
    # What the server has rendered of that round stays until the scripts have it, too.
    asked: list[Any] = []
    page.route("**/v1/events/*/standings?after_round=1", lambda route: asked.append(route))
    page.goto(f"{stage.url}{EVENT}/standings?after=1")
    for _ in range(200):
        page.wait_for_timeout(0 if asked else 50)
    expect(page.locator(".standings tbody th .name")).to_have_text(before[1])
    expect(page.get_by_text("These are the standings after round 1, with later corrections.")).to_be_visible()
    asked[0].continue_()
    expect(rounds).to_have_value(json.dumps([None, 1], separators=(",", ":")))
    expect(page.locator(".standings tbody th .name")).to_have_text(before[1])
    page.unroute("**/v1/events/*/standings?after_round=1")
    rounds.select_option("Now")
    expect_standings(page, pairs)
    with urlopen(f"{stage.url}{EVENT}/standings?after=9") as answer:
        assert "cannot be shown: <bdi" in answer.read().decode()
    visitor.outages = True  # what the browser says of an answer 404
    rounds.select_option("After round 4")
    expect(page.get_by_text("cannot be shown: round 4 has not been played.")).to_be_visible()
    expect_standings(page, pairs)
    expect(rounds).to_have_value("")


def test_a_board_has_its_traveller_and_its_deal(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, f"{EVENT}/boards")
    page.get_by_role("link", name="Board 3", exact=True).click()
    expect(page.get_by_role("heading", name="Board 3")).to_be_visible()
    lines = page.locator(".traveller").get_by_role("row").filter(has=page.get_by_role("cell"))
    expect(lines).to_have_count(len(pairs.lines[3]))
    expect(page.get_by_role("group", name="The deal")).to_contain_text("North")
    pairs.play(5)
    publish(stage, pairs)
    expect(lines).to_have_count(len(pairs.lines[3]))
    page.get_by_role("link", name=re.compile("Next board")).click()
    expect(page.get_by_role("heading", name="Board 4")).to_be_focused()


def test_a_board_shows_the_analysis_of_its_own_cards_when_it_comes(
    stage: Stage, pairs: MadeUpPairs, visit: Visit
) -> None:
    publish(stage, pairs)
    board = pairs.boards()[0].replace(deal=MADE_UP)
    stage.publish_board(board)
    page = visit().open(stage, f"{EVENT}/boards/{board.id}")
    expect(page.get_by_role("group", name="The deal")).to_be_visible()
    shown = page.get_by_role("region", name="Double dummy")
    expect(shown).to_have_count(0)
    analysis = published.analysis(board.event, board.id, 1).analysis.replace(deal=MADE_UP_TEXT)
    stage.publish_analysis(analysis)
    expect(shown.get_by_role("row", name=re.compile("^NNorth|^North"))).to_contain_text("9108")
    expect(shown).to_contain_text(re.compile("Par North-South 420: 4.*NS"))
    other = MADE_UP.replace(north=MADE_UP.east, east=MADE_UP.north)
    stage.publish_board(board.replace(deal=other))
    expect(shown).to_have_count(0)


def test_contracts_are_read_aloud_in_words(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    board = pairs.boards()[0]
    line = board.lines[0].replace(contract="4SX", declarer="W", tricks=8, score="300", lead="HK")
    stage.publish_board(board.replace(lines=(line,)))
    page = visit().open(stage, f"{EVENT}/boards/{board.id}")
    expect(page.locator(".traveller tbody")).to_match_aria_snapshot("""
      - rowgroup:
        - row /4 spades doubled West king of hearts 2 down 300/
    """)
    expect(page.locator(".traveller tbody .bid")).to_have_text(re.compile("4.?♠.*×"))


def test_a_personal_card_is_chosen_once_and_remembered(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit(width=390).open(stage, EVENT)
    page.get_by_role("tab", name="My card").click()
    page.get_by_role("searchbox", name="Your name or number").fill("ns5")
    page.get_by_role("link", name=re.compile("NS5")).click()
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(4)
    expect(page.locator(".card .against-row")).to_have_count(2)
    expect(page.locator(".tile-seat")).to_contain_text("Table 5")
    page.get_by_role("button", name="This is me").click()
    page.reload()
    page.goto(stage.url + EVENT + "/card")
    expect(page.locator(".card-head h2")).to_contain_text(pairs.names["NS5"])
    pairs.play(4)
    publish(stage, pairs)
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(8)
    page.goto(stage.url + EVENT)
    expect(page.locator("tr.own .name")).to_have_text(pairs.names["NS5"])


def test_a_card_can_be_sent_as_an_address(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, f"{EVENT}/card/EW2")
    expect(page.locator(".card-head h2")).to_contain_text(pairs.names["EW2"])
    page.locator(".card tbody a").first.click()
    expect(page.locator("h2")).to_contain_text("Board")


def test_a_tap_on_a_total_opens_its_explanation(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, f"{EVENT}/card/NS5")
    answered = json.loads(Path("contracts/examples/ExplanationAnswered.json").read_bytes())
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url.partition("/explanation?")[2])
        route.fulfill(json=answered["explanation"])

    page.route("**/explanation?*", answer)
    page.get_by_role("button", name="%").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("The points of all boards, of the most that these could give.")
    lines = answered["explanation"]["sessions"][0]["lines"]
    expect(sheet.locator("tbody tr")).to_have_count(len(lines))
    expect(sheet).to_contain_text("Sum ")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Standings").click()
    total = page.locator(".standings tbody tr", has_text=pairs.names["EW2"]).get_by_role("button")
    total.focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("heading", name="EW2")).to_contain_text(pairs.names["EW2"])
    page.keyboard.press("Escape")
    expect(total).to_be_focused()
    assert asked == ["kind=pair&id=NS5&ranking=overall", "kind=pair&id=EW2&ranking=overall"]


def test_next_seats_and_files_have_their_views(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    pairs.stated["NS3"] = StatedRow(place="1", percentage=Decimal("71.25"))
    publish(stage, pairs)
    page = visit().open(stage, f"{EVENT}/seats")
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(8)
    page.get_by_role("tab", name="Files").click()
    expect(page.get_by_role("link", name="USEBIO")).to_have_attribute(
        "href", re.compile("/v1/events/autumn-pairs-2031/files/usebio$")
    )
    expect(page.get_by_text("leaves out 26 deals")).to_be_visible()
    expect(page.get_by_text("for programs, written on request")).to_be_visible()
    many = page.get_by_text("POINTS_2, detail AVERAGE_MASTER_POINTS_3 and 37 more")
    expect(page.get_by_text("POINTS_40")).to_be_hidden()
    many.click()
    expect(page.get_by_text("POINTS_40: no element for it")).to_be_visible()
    expect(page.get_by_text("autumn-pairs.xml")).to_be_visible()
    # What differs from the file is for the desk.
    expect(page.locator(".files-view")).not_to_contain_text("71.25")


def test_an_event_that_does_not_exist_yet_appears_when_it_does(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    other = MadeUpPairs(tables=5, rounds=5, event="another", title="Another")
    other.play(1)
    publish(stage, other)
    page = visit().open(stage, EVENT)
    expect(page.get_by_role("heading", name="Event not found")).to_be_visible()
    publish(stage, pairs)
    expect_standings(page, pairs)


def test_a_page_that_was_cut_off_while_loading_tries_again(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    visitor = visit()
    visitor.outages = True
    missed = []

    def cut(route: Any) -> None:
        missed.append(route.request.url)
        route.abort("connectionreset") if len(missed) < 3 else route.continue_()

    visitor.page.route("**/core.js", cut)
    page = visitor.open(stage, EVENT)
    expect_standings(page, pairs)
    assert len(missed) >= 3


def test_many_rankings_become_a_list_to_choose_from(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    standings = pairs.standings()
    base = standings.rankings[0]
    sections = []
    for start, letter in enumerate("ABC"):
        about = {"id": f"section-{letter}", "title": f"Section {letter}", "section": letter}
        sections.append(base.replace(**about, rows=base.rows[start::3]))
    stage.publish(standings.replace(rankings=(*standings.rankings, *sections)))
    page = visit(width=320).open(stage, EVENT)
    page.get_by_role("combobox", name="Ranking").select_option("Section C")
    expect(page.locator(".standings tbody th .name")).to_have_count(len(base.rows[2::3]))
    expect(page).to_have_url(re.compile("/standings/section-C$"))


def test_a_chess_round_is_seated_by_colours(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    seat = SeatAssignment(table="1", white="NS1", black="EW1", ns_names="Ada", ew_names="Bo")
    seats = pairs.seats().replace(tables=(seat,), sitting_out=("NS2",))
    stage.publish_seats(seats)
    page = visit().open(stage, f"{EVENT}/seats")
    expect(page.get_by_role("columnheader", name="White")).to_be_visible()
    expect(page.get_by_role("row", name="1 NS1 Ada EW1 Bo")).to_be_visible()
    expect(page.get_by_text("Sitting out")).to_contain_text(pairs.names["NS2"])
    # What the draw does not say the standings know.
    nameless = seat.replace(ns_names="", ew_names="")
    stage.publish_seats(seats.replace(tables=(nameless,)))
    expect(page.get_by_role("row", name=f"1 NS1 {pairs.names['NS1']} EW1 {pairs.names['EW1']}")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Boards")).to_have_count(0)
    page.goto(f"{stage.url}{ROOM}?seconds=2")
    expect(page.locator(".room-seats td.entrant").first).to_have_text(f"NS1 {pairs.names['NS1']}")


def test_an_event_of_games_speaks_of_games(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    standings = pairs.standings()
    stage.publish(standings.replace(method=Method(board_scoring="games")))
    page = visit().open(stage, EVENT)
    expect(page.get_by_role("columnheader", name="Games played")).to_be_visible()
    expect(page.get_by_role("tab", name="Standings")).to_be_visible()
    expect(page.get_by_role("tab", name="Boards")).to_be_hidden()


def test_nobody_becomes_me_by_looking_at_a_card(stage: Stage, pairs: MadeUpPairs, visit: Visit) -> None:
    publish(stage, pairs)
    page = visit().open(stage, f"{EVENT}/standings")
    page.get_by_role("link", name=re.compile(re.escape(pairs.names["NS3"]))).first.click()
    expect(page.get_by_role("button", name="This is me")).to_be_visible()
    page.get_by_role("tab", name="My card").click()
    expect(page.get_by_role("heading", name="Whose card?")).to_be_visible()
    page.get_by_role("link", name=re.compile(re.escape(pairs.names["NS3"]))).first.click()
    page.get_by_role("button", name="This is me").click()
    page.get_by_role("tab", name="Standings").click()
    expect(page.locator(".standings tr.own")).to_contain_text(pairs.names["NS3"])


def test_back_brings_the_place_and_the_search_back(stage: Stage, visit: Visit) -> None:
    pairs = MadeUpPairs(tables=60, rounds=20)
    pairs.play(2)
    publish(stage, pairs)
    page = visit(width=390, height=640).open(stage, f"{EVENT}/standings")
    expect(page.locator(".standings tbody th .name").first).to_be_visible()
    page.evaluate("window.scrollTo(0, 1200)")
    wait_until(page, "window.history.state?.scroll > 1100")
    page.locator(".standings tbody th a").nth(25).click()
    expect(page.get_by_role("button", name="This is me")).to_be_visible()
    assert page.evaluate("window.scrollY") < 400
    page.go_back()
    wait_until(page, "window.scrollY > 1100")
    search = page.get_by_role("searchbox")
    search.fill(pairs.names["NS7"][:6])
    page.locator(".standings tbody th a").first.click()
    page.go_back()
    expect(search).to_have_value(pairs.names["NS7"][:6])
    expect(page.locator(".standings tbody th .name").first).to_contain_text(pairs.names["NS7"][:6])
