"""The scoreboard with events of other kinds than match-pointed pairs: teams and their matches, Butler, individuals."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import publish, publish_made_up
from tests.support.fake_feed import StandIn
from tests.support.made_up_kinds import butler_pairs, individuals, knock_out, point_a_board, swiss_teams
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

TEAMS = "e/county-swiss-teams"
BUTLER = "e/butler-evening"
CUP = "e/harbour-cup"
INDIVIDUAL = "e/individual-cup"
VIEWS = (
    f"{TEAMS}/matches",
    f"{TEAMS}/matches/1",
    f"{TEAMS}/matches/2.6.7",
    f"{TEAMS}/matches/cross",
    f"{CUP}/matches/3",
    f"{BUTLER}/cross",
    f"{TEAMS}/card/5",
    f"{TEAMS}/boards/3",
    BUTLER,
    f"{BUTLER}/card/3",
    f"{INDIVIDUAL}/boards/3",
    f"{INDIVIDUAL}/card/7",
    "room/county-swiss-teams",
)

EXPLAINED = {
    "ranking": "Teams",
    "place": "4",
    "why": "The scores of all matches, added up.",
    "basis": "matches",
    "sessions": [
        {
            "lines": [],
            "games": [],
            "given": [],
            "points": "14",
            "score": "14",
            "matches": [
                {
                    "round": 2,
                    "against": {"id": "7", "number": "7", "name": "Tide"},
                    "lines": [],
                    "given": [],
                    "sum": "16",
                    "score": "14",
                    "rule": "victory points",
                }
            ],
        }
    ],
    "given": [],
    "by_percentage": False,
    "tie_breaks": [],
    "rules": [],
}
"""An explanation of a team's total, as scoring gives it."""

Visit = Callable[..., Any]


def row(page: Any, *names: str) -> Any:
    """The row of a table in which all of this stands."""
    found = page.locator("main tbody tr:not(.blank-row)")
    for name in names:
        found = found.filter(has_text=name)
    return found


def test_matches_are_followed_round_by_round(stage: Stage, visit: Visit) -> None:
    publish_made_up(stage, swiss_teams(2))
    page = visit().open(stage, TEAMS)
    page.get_by_role("tab", name="Matches").click()
    expect(page.get_by_role("tab", name="Round 2")).to_have_attribute("aria-selected", "true")
    publish_made_up(stage, swiss_teams(3, running=4))
    expect(page.get_by_role("tab", name="Round 3")).to_have_attribute("aria-selected", "true")
    running = row(page, "Tide", "Lighthouse")
    expect(running.locator("td.played")).to_have_text("4/6 boardsin play")
    expect(running.locator("td.raw .value")).to_have_text(["−16", "+16"])
    expect(running.locator("td.score .value")).to_have_text(["3.89", "16.11"])
    expect(running.locator(".leads")).to_have_text(["1 Lighthouse", "16.11"])
    expect(row(page, "Bye")).to_contain_text("Driftwood")
    running.get_by_role("link", name="Tide").focus()
    publish_made_up(stage, swiss_teams(3))
    expect(running.locator("td.played")).to_have_text("6")
    expect(running.get_by_role("link", name="Tide")).to_be_focused()
    page.get_by_role("tab", name="Round 1").click()
    expect(page).to_have_url(re.compile("/matches/1$"))
    expect(row(page, "Harbour Masters")).to_contain_text("Lighthouse")


def test_only_events_that_are_played_in_matches_have_a_tab_for_them(
    stand_in: StandIn, visit: Visit, pairs: MadeUpPairs
) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, f"e/{pairs.event}")
    expect(page.get_by_role("tab", name="Boards")).to_be_visible()
    expect(page.get_by_role("tab", name="Matches")).to_have_count(0)
    page.goto(f"{stand_in.url}e/{pairs.event}/matches")
    expect(page.get_by_role("heading", name="No matches yet")).to_be_visible()


def test_what_the_file_states_of_a_match_stands_beside_what_was_computed(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, swiss_teams(2))
    page = visit(width=390).open(stand_in, f"{TEAMS}/matches/1")
    mark = page.get_by_role("button", name="Driftwood against Tide: differs from the file")
    mark.press("Enter")
    sheet = page.get_by_role("dialog", name="Differs from the file")
    expect(sheet.get_by_role("row", name="In the file")).to_have_text(re.compile("20.*0"))
    expect(sheet.get_by_role("row", name="Calculated")).to_have_text(re.compile("10.99.*9.01"))
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()


def test_a_match_leads_to_the_card_of_a_side_with_its_boards(stage: Stage, visit: Visit) -> None:
    made = swiss_teams(2)
    publish_made_up(stage, made)
    page = visit().open(stage, f"{TEAMS}/matches/2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/explanation?")[2]))
    page.route("**/explanation?*", lambda route: route.fulfill(json=EXPLAINED))
    row(page, "Bowline").locator("td.score").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_contain_text("6 The Very Long Bowline Society")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Round 2, against 7 Tide: 16 = 14")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="6 The Very Long Bowline Society").click()
    expect(page.locator(".card-head h2")).to_contain_text("The Very Long Bowline Society")
    heads = page.locator(".match-row")
    expect(heads).to_have_text(
        [re.compile("Round 1.*Ó Briain.*VPs"), re.compile("Round 2.*7.*Tide.*3.89 : 16.11.*VPs")]
    )
    expect(page.locator(".card tbody").last.locator("tr:not(.match-row)")).to_have_count(6)
    expect(page.locator(".tile")).to_contain_text("of 7")
    heads.last.get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    heads.last.get_by_role("link", name="Tide").click()
    expect(page.locator(".card-head h2")).to_contain_text("Tide")
    expect(page.locator(".match-row").last).to_contain_text("16.11 : 3.89")
    page.locator(".card tbody .card-board a").first.click()
    expect(page.locator("h2")).to_contain_text("Board")
    assert [address for address in asked if address] == ["kind=team&id=6"] * 2


def test_a_match_has_a_page_with_both_rooms_and_the_running_score(stage: Stage, visit: Visit) -> None:
    made = swiss_teams(3, running=4)
    publish_made_up(stage, made)
    page = visit().open(stage, f"{TEAMS}/matches")
    row(page, "Tide", "Lighthouse").locator(".boards-link").click()
    expect(page).to_have_url(re.compile(r"/matches/3\.7\.1$"))
    expect(page.locator(".match-side h2")).to_have_text([re.compile("Tide"), re.compile("Lighthouse")])
    expect(page.locator(".match-side.leads")).to_contain_text("Lighthouse")
    expect(page.locator(".line-ups li")).to_have_count(2)
    boards = page.locator(".match-boards tbody tr")
    expect(boards).to_have_count(4)
    match = next(each for each in made.standings.matches if (each.round, each.home) == (3, "7"))
    swings = [f"{each.home:+}".replace("-", "−").replace("+0", "0") for each in match.by_board]
    expect(boards.locator(".swing")).to_have_text(swings)
    won = [sum(max(0, each.home) for each in match.by_board), sum(max(0, each.away) for each in match.by_board)]
    expect(boards.last.locator(".card-points")).to_have_text(f"{won[0]} : {won[1]}")
    expect(boards.first.locator(".in-room")).to_have_count(2)
    publish_made_up(stage, swiss_teams(3, running=5))
    expect(boards).to_have_count(5)
    page.get_by_role("link", name="Round 3").click()
    expect(row(page, "Tide", "Lighthouse")).to_contain_text("5/6")


def test_the_boards_of_a_match_by_points_give_points_and_no_imps(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, point_a_board())
    page = visit(width=390).open(stand_in, "e/point-a-board-teams/card/1")
    expect(page.locator(".match-row")).to_contain_text("7 : 5")
    expect(page.get_by_role("columnheader", name="points", exact=True)).to_be_visible()
    boards = page.locator(".card tbody tr:not(.match-row)")
    expect(boards.locator(".swing")).to_have_text(["2", "1", "0", "2", "2", "0"])
    expect(boards.last.locator(".card-points")).to_have_text("7 : 5")
    assert "IMP" not in page.locator("main").inner_text()


def test_a_knock_out_has_a_bracket_with_byes_and_the_third_place_and_its_winners_go_on(
    stage: Stage, visit: Visit
) -> None:
    publish_made_up(stage, knock_out(2))
    page = visit(width=1280).open(stage, f"{CUP}/matches")
    rounds = page.locator(".bracket-round")
    expect(rounds.locator("h2")).to_have_text(["Round 1", "Round 2", "Final"])
    expect(rounds.last.locator(".tie")).to_have_text(re.compile("Seagulls.*Driftwood.*to play"))
    publish_made_up(stage, knock_out(3))
    expect(rounds.locator("h2")).to_have_text(["Round 1", "Round 2", "Final"])
    expect(rounds.first.locator(".tie").filter(has_text="bye")).to_have_count(2)
    expect(rounds.nth(1).locator(".won .name")).to_have_text(["Seagulls", "Driftwood"])
    expect(rounds.last.locator(".tie")).to_have_count(2)
    final, third = rounds.last.locator(".tie").all()
    expect(final).to_contain_text("to play")
    expect(third).to_contain_text("Third place")
    expect(third.locator(".won")).to_contain_text("Harbour Masters")
    tops = [rounds.nth(at).locator(".tie").first.bounding_box() for at in (0, 1, 2)]
    assert tops[0]["x"] < tops[1]["x"] < tops[2]["x"]
    publish_made_up(stage, knock_out(3, final=(40, 20)))
    expect(final.locator(".won")).to_contain_text("Seagulls, won40")
    page.set_viewport_size({"width": 390, "height": 844})
    boxes = [rounds.nth(at).bounding_box() for at in (0, 1)]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    page.get_by_role("tab", name="Round 2").click()
    expect(page.locator(".matches tbody tr:not(.blank-row)")).to_have_count(2)


def test_matches_have_a_cross_table_in_which_both_sides_have_what_they_have(stand_in: StandIn, visit: Visit) -> None:
    made = swiss_teams(2)
    publish_made_up(stand_in, made)
    page = visit().open(stand_in, f"{TEAMS}/matches/cross")
    expect(page.locator(".cross tbody tr")).to_have_count(7)
    expect(page.locator(".cross thead .cell")).to_have_count(2)
    match = next(each for each in made.standings.matches if each.round == 2 and each.away)
    for side, score in ((match.home_name, match.home_score), (match.away_name, match.away_score)):
        expect(row(page, side).locator(".cell").last.locator("b")).to_have_text(str(score))
    expect(page.get_by_role("tab", name="Cross-table", exact=True).first).to_have_attribute("aria-selected", "true")


def test_teams_and_their_pairs_have_rankings_in_their_own_units(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, swiss_teams(2))
    page = visit().open(stand_in, TEAMS)
    expect(page.get_by_role("columnheader", name="victory points")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Percentage")).to_have_count(0)
    page.get_by_role("tab", name="Pairs of the teams").click()
    expect(page.get_by_role("columnheader", name="IMPs")).to_be_visible()
    last = page.locator(".standings td.score").last
    expect(last).to_have_text(re.compile(r"^−\d+\.\d$"))
    page.locator(".standings tbody tr:not(.blank-row)").first.get_by_role("link").click()
    expect(page.locator(".match-row")).to_have_count(2)
    expect(page.locator(".card tbody tr:not(.match-row) td.card-points").first).to_have_text(re.compile("^[+−0]"))


def test_teams_whose_file_names_no_pairs_stand_on_the_travellers_by_themselves(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, swiss_teams(1, pairs=False))
    page = visit(width=390).open(stand_in, f"{TEAMS}/boards/3")
    expect(page.locator(".traveller tbody .ns").first).to_have_text(
        re.compile(r"^\d (Lighthouse|Seagulls|Tide|Driftwood)")
    )
    page.locator(".traveller").get_by_role("link", name="7 Tide").first.click()
    expect(page.locator(".card tbody tr:not(.match-row)")).to_have_count(6)
    expect(page.locator(".card tbody tr:not(.match-row) .at-table")).to_have_count(12)
    expect(page.get_by_role("columnheader", name="Tide as East-West")).to_be_visible()


def test_butler_shows_signs_handicaps_and_strata_and_no_percentages(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, butler_pairs(handicaps=True))
    page = visit().open(stand_in, BUTLER)
    expect(page.get_by_role("columnheader", name="Final IMPs")).to_be_visible()
    given = row(page, "handicap +12.5")
    expect(given.locator(".score")).to_have_text("10.5")
    expect(given.locator(".beside")).to_have_text("2 played · handicap +12.5 · carried −4")
    expect(page.locator(".standings td.score").last).to_have_text("−37.0")
    page.get_by_role("tab", name="Stratum B").click()
    expect(row(page, "")).to_have_count(4)
    given.get_by_role("link").click()
    expect(page.locator(".tile").first).to_contain_text("10.5 IMPs")
    assert "%" not in page.locator("main").inner_text()
    first = page.locator(".card td.card-points").first
    expect(first).to_have_text("+11")
    page.locator(".card tbody a").first.click()
    expect(page.locator(".traveller td.ns-points").first).to_have_text("+11")
    expect(page.locator(".traveller td.ew-points").first).to_have_text("−11")


def test_each_individual_of_a_side_is_named_and_has_a_card(stage: Stage, visit: Visit) -> None:
    publish_made_up(stage, individuals())
    page = visit(width=390).open(stage, f"{INDIVIDUAL}/boards/3")
    sides = page.locator(".traveller tbody .ns .side")
    expect(sides).to_have_text(["1 Dagny Tamm + 3 Farid Petrov", "5 Bruno Ahlqvist + 8"])
    sides.last.get_by_role("link").last.click()
    expect(page.locator(".card-head h2")).to_have_text("8")
    expect(page.locator(".card tbody tr:not(.against-row)")).to_have_count(14)
    expect(row(page, "with Bruno Ahlqvist").first).to_be_visible()
    assert "undefined" not in page.locator("main").inner_text()


def test_the_room_screen_shows_the_newest_matches_after_the_standings(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, swiss_teams(2, running=3))
    page = visit(width=1000, height=700).open(stand_in, "room/county-swiss-teams")
    expect(page.locator(".room-counter")).to_have_text("Page 1 of 2")
    expect(page.locator(".room-table .score").nth(1)).to_have_text(re.compile(r"^\d+\.\d\d$"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Round 2: matches")).to_be_visible()
    running = page.locator(".room-matches tr.running").first
    expect(running).to_have_text(re.compile(r"^1.*\d+\.\d\d : \d+\.\d\d.*3/6$"))
    expect(page.locator(".room-matches tr").filter(has_text="Bye")).to_contain_text("12.00")
    page.goto(f"{stand_in.url}room/county-swiss-teams?matches=0")
    page.reload()
    expect(page.locator(".room-table")).to_be_visible()
    expect(page.locator(".room-counter")).to_have_text("")


def test_a_screen_reader_hears_who_meets_whom_and_how_it_stands(stand_in: StandIn, visit: Visit) -> None:
    publish_made_up(stand_in, swiss_teams(2, running=4))
    page = visit().open(stand_in, f"{TEAMS}/matches")
    expect(page.get_by_role("table")).to_match_aria_snapshot("""
      - 'table "Round 2: 4 matches, victory points"':
        - rowgroup:
          - row:
            - columnheader "Table"
            - columnheader "Match"
            - columnheader "Boards played"
            - columnheader "IMPs from the boards"
            - columnheader "victory points"
        - rowgroup:
          - row:
            - cell
            - rowheader /3 Harbour Masters ?, Bye/
            - cell
            - cell
            - cell "12.00"
          - row:
            - cell "1"
            - rowheader /\\d .+ against \\d .+/
            - cell "4/6 boards in play"
            - cell /[+−]?\\d+ to [+−]?\\d+/
            - cell /\\d+\\.\\d\\d to \\d+\\.\\d\\d/
    """)


def test_every_kind_fits_a_small_phone_and_has_a_name_for_every_control(stand_in: StandIn, visit: Visit) -> None:
    for made in (swiss_teams(3, running=4), butler_pairs(handicaps=True), individuals(), knock_out()):
        publish_made_up(stand_in, made)
    page = visit(width=320, height=640, is_mobile=True, has_touch=True).open(stand_in, VIEWS[0])
    for view in VIEWS:
        page.goto(stand_in.url + view)
        expect(page.locator(".waiting-rows")).to_have_count(0)
        expect(page.locator("main table").first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{view} is {wide} pixels too wide"
        nameless = page.evaluate(
            "[...document.querySelectorAll('main a, main button, main select, main table')]"
            ".filter(e => !(e.ariaLabel || e.innerText.trim() || e.textContent.trim())).length"
        )
        assert nameless == 0, view
        assert page.locator("main table:not(:has(caption))").count() == 0, view
        assert page.locator("main thead th:not([scope])").count() == 0, view


def test_an_event_whose_files_were_moved_leads_to_the_event_that_has_them(
    stand_in: StandIn, visit: Visit, pairs: MadeUpPairs
) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, f"e/{pairs.event}")
    expect(page.locator("main tbody tr:not(.blank-row)")).not_to_have_count(0)
    empty = pairs.standings().replace(rankings=(), sources=(), exports_total=0, reassigned_to=("the-whole-evening",))
    stand_in.publish(empty)
    expect(page.get_by_role("heading", name="This event has moved")).to_be_visible()
    expect(page.get_by_role("link", name="the-whole-evening")).to_have_attribute(
        "href", re.compile("the-whole-evening")
    )
