"""The scoreboard with chess: rounds, cross-tables, cards of players, and teams with their boards."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from contracts.standings import ScoredGame
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from tests.browser.conftest import nameless, settle
from tests.support.axe import faults
from tests.support.chess_on_stage import AWAY, EVENT, ROUND_ROBIN, SWISS, TEAMS, Tournament, tournament
from tests.support.fake_feed import StandIn
from tests.support.real_files import needs_real_files, real_files
from tests.support.scoreboard_stage import Stage
from tests.support.team_lines import CONTRADICTORY, not_on_the_page
from tests.support.trf_lines import player

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]
ADDRESS = f"e/{EVENT}"

CELLS = """(table) => [...document.querySelectorAll(table)].map(
    (row) => [...row.cells].map((cell) => [...cell.childNodes].map((part) =>
        part.nodeType === 1 && part.classList.contains('sr-only') ? '' : part.textContent).join('').trim()))"""
"""The text of every cell by rows, without what is for screen readers only."""


def cells(page: Any, rows: str) -> list[list[str]]:
    return list(page.evaluate(CELLS, rows))


def test_a_round_shows_its_pairings_and_moves_when_a_result_comes(stage: Stage, visit: Visit) -> None:
    tournament(*SWISS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/games")
    expect(page.locator(".games tbody tr")).to_have_count(2)
    assert cells(page, ".games tbody tr") == [
        ["1", "Field, Ben2105 · 1.0 pts", "½ – ½", "Stone, AdaWFM 2210 · 1.0 pts"],
        ["2", "Marsh, Cy0.0 pts", "–", "Brook, Di0.0 pts"],
    ]
    expect(page.get_by_text("Lane, Ed half-point bye")).to_be_visible()
    won = (SWISS[:2], player(3, "1 b 0", "4 w 1", name="Marsh, Cy"), player(4, "2 w 0", "3 b 0", name="Brook, Di"))
    tournament(*won[0], *won[1:], SWISS[4]).publish(stage)
    expect(page.locator(".games tbody tr").nth(1).locator(".result")).to_have_text("1 – 0")
    page.get_by_role("tab", name="Round 1").click()
    assert cells(page, ".games tbody tr")[0] == ["1", "Stone, AdaWFM 2210", "1 – 0", "Marsh, Cy"]


def test_a_tournament_says_who_runs_it_and_a_round_when_it_is_played(stage: Stage, visit: Visit) -> None:
    tournament("022 Utrecht", "102 Judge, Jo", "132 2031/10/14 2031/10/15", *SWISS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/games")
    expect(page.locator(".round-date")).to_have_text("Round 2: 15 Oct 2031")
    page.get_by_role("tab", name="Round 1").click()
    expect(page.locator(".round-date")).to_have_text("Round 1: 14 Oct 2031")
    about = page.locator(".about")
    expect(about.get_by_text("Judge, Jo")).to_be_hidden()
    about.get_by_text("About the tournament").click()
    assert about.locator("dl > div").all_inner_texts() == ["Venue\nUtrecht", "Players\n5", "Chief arbiter\nJudge, Jo"]
    assert faults(page) == []


def test_the_card_of_a_player_has_his_rounds_with_colours_and_the_running_score(stage: Stage, visit: Visit) -> None:
    tournament(*SWISS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/games")
    page.get_by_role("link", name="Stone, Ada").first.click()
    expect(page.locator(".chess-card tbody tr")).to_have_count(2)
    assert cells(page, ".chess-card tbody tr") == [
        ["1", "○", "Marsh, Cy", "1", "1.0"],
        ["2", "●", "Field, Ben2105", "½", "1.5"],
    ]
    expect(page.locator(".tile", has_text="Performance")).to_contain_text("2105")
    expect(page.locator(".card-facts .fact")).to_have_text(["WFM", "Rating 2210", "SUI", "Starting rank 1"])


def test_standings_have_titles_ratings_and_a_column_for_each_tie_break(stage: Stage, visit: Visit) -> None:
    tournament(*SWISS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/standings")
    first = page.locator(".standings tbody tr", has_text="Stone, Ada")
    expect(first.locator(".beside")).to_have_text("WFM 2210 SUI")
    headings = page.locator(".standings thead .tie-break")
    assert headings.count() >= 2
    assert first.locator(".tie-break").count() == headings.count()
    expect(first.locator(".tie-break").first).not_to_be_empty()
    expect(first.locator(".breaks")).to_be_hidden()
    codes = page.locator(".standings thead .tie-break [aria-hidden]").all_text_contents()
    line = " · ".join(map(" ".join, zip(codes, first.locator(".tie-break").all_text_contents(), strict=True)))
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        expect(first.locator(".breaks")).to_be_visible()
        expect(first.locator(".breaks")).to_have_text(line)
        assert page.evaluate(
            "[...document.querySelectorAll('.breaks')].every((each) => each.scrollWidth <= each.clientWidth)"
        )


def test_a_swiss_has_a_column_for_each_round_and_a_round_robin_one_for_each_player(stage: Stage, visit: Visit) -> None:
    tournament(*SWISS).publish(stage)
    tournament(*ROUND_ROBIN, event="small-cup-2031").publish(stage)
    page = visit().open(stage, f"{ADDRESS}/cross")
    expect(page.locator(".cross tbody tr")).to_have_count(5)
    expect(page.locator(".cross thead .cell")).to_have_count(2)
    stone = page.locator(".cross tbody tr", has_text="Stone, Ada")
    assert stone.locator(".cell b").all_inner_texts() == ["1", "½"]
    page = visit().open(stage, "e/small-cup-2031/cross")
    expect(page.locator(".cross thead .cell")).to_have_count(4)
    grid = [[cell for cell in row[2:-1]] for row in cells(page, ".cross tbody tr")]
    against = {"1": "0", "0": "1", "½": "½", "+": "−", "−": "+", "×": "×"}
    assert all(against[grid[a][b]] == grid[b][a] for a in range(4) for b in range(4))
    assert [row[-1] for row in cells(page, ".cross tbody tr")] == ["2.5", "2.5", "1.0", "0.0"]
    expect(page.locator(".cross-view .note")).to_have_text("+ and − are games won and lost by forfeit.")


@pytest.mark.parametrize(("width", "language"), [(390, "en"), (768, "en"), (390, "he")])
def test_names_and_totals_of_a_cross_table_stay_in_sight(
    width: int, language: str, stand_in: StandIn, visit: Visit
) -> None:
    met = [f"{2 if n == 1 else 1} {'w' if n == 1 else 'b'} =" for n in (1, 2)]
    tournament(*(player(n, *[met[n - 1]] * 18, name=f"Longstone-Hill, Ada {n}", points="9.0") for n in (1, 2))).publish(
        stand_in
    )
    page = visit(width=width, locale=language).open(stand_in, f"{ADDRESS}/cross")
    expect(page.locator(".cross tbody tr")).to_have_count(2)
    assert page.locator(".cross-place").evaluate("(place) => place.scrollWidth > place.clientWidth + 60")
    for by in (30, 1000):
        inside = page.locator(".cross-place").evaluate(
            """(place, by) => {
                place.scrollLeft = document.dir === 'rtl' ? -by : by;
                const around = place.getBoundingClientRect();
                return ['tbody .entrant', 'tbody .sum'].map((each) => place.querySelector(each).getBoundingClientRect())
                    .every((box) => box.left >= around.left - 1 && box.right <= around.right + 1);
            }""",
            by,
        )
        assert inside


def test_teams_have_their_matches_with_boards_and_a_card_of_all_of_them(stage: Stage, visit: Visit) -> None:
    tournament(*TEAMS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/games")
    expect(page.locator(".games tbody tr")).to_have_count(3)
    assert cells(page, ".games tbody tr") == [
        ["1", "Elms", "1.5 : 0.5", "Oaks"],
        ["1", "Stone, Ada2210", "1 – 0", "Marsh, Cy"],
        ["2", "Brook, Di", "½ – ½", "Field, Ben"],
    ]
    page.get_by_role("link", name="Elms").click()
    expect(page.locator(".chess-card tbody tr")).to_have_count(3)
    assert cells(page, ".chess-card tbody tr")[0] == ["Round 1 against Oaks", "1.5 : 0.5"]


def test_a_team_has_its_byes_and_the_matches_that_nobody_came_to_on_its_card(stage: Stage, visit: Visit) -> None:
    tournament(*AWAY).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/card/1")
    expect(page.locator(".chess-card tbody tr")).to_have_count(4)
    assert cells(page, ".chess-card tbody tr")[3:] == [["2", "", "Oaks", "0 : 2", "0"]]
    page.get_by_role("link", name="Oaks").last.click()
    expect(page.locator(".chess-card tbody tr").last).to_contain_text("2 : 0")
    page.goto(f"{stage.url}{ADDRESS}/card/3")
    expect(page.locator(".chess-card tbody tr")).to_have_count(1)
    assert cells(page, ".chess-card tbody tr") == [["1", "", "bye", "", "1"]]


def test_a_player_of_a_team_has_a_card_and_a_place_among_those_of_his_board(stage: Stage, visit: Visit) -> None:
    tournament(*TEAMS).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/games")
    page.get_by_role("tab", name="Players").click()
    expect(page).to_have_url(re.compile("/games/players$"))
    assert cells(page, ".player-results tbody tr") == [
        ["Board 1"],
        ["1", "Stone, Ada2210 · Elms", "1", "1"],
        ["2", "Marsh, CyOaks", "0", "1"],
        ["Board 2"],
        ["1", "Brook, DiOaks", "0.5", "1"],
        ["=", "Field, BenElms", "0.5", "1"],
    ]
    page.get_by_role("link", name="Stone, Ada").click()
    expect(page.locator(".card-head h2")).to_contain_text("Stone, Ada")
    assert cells(page, ".chess-card tbody tr") == [["1", "○", "Marsh, Cy", "1", "1"]]
    page.get_by_role("link", name="Elms").click()
    expect(page.locator(".chess-card tbody tr").nth(1)).to_contain_text("Stone, Ada against Marsh, Cy")
    page.get_by_role("link", name="Brook, Di").click()
    expect(page).to_have_url(re.compile("/card/player.4$"))
    expect(page.locator(".card-view")).to_contain_text("Plays for Oaks")


EXPLAINED = {
    "ranking": "Overall",
    "why": "Points.",
    "basis": "games",
    "sessions": [],
    "given": [],
    "by_percentage": False,
    "tie_breaks": [
        {"code": code, "value": value, "terms": [{"round": 1, "opponent": "3", "amount": value, "cut": False}]}
        for code, value in (("BH/C1", "1.5"), ("BH", "2"))
    ],
    "rules": [],
}


def test_a_tie_break_says_what_it_is_and_its_value_what_it_was_summed_from(stand_in: StandIn, visit: Visit) -> None:
    tournament(*SWISS).publish(stand_in)
    page = visit().open(stand_in, f"{ADDRESS}/standings")
    page.route("**/explanation?*", lambda route: route.fulfill(json=EXPLAINED))
    head = page.get_by_role("columnheader", name="Tie-break BH/C1")
    head.get_by_role("button").press("Enter")
    sheet = page.get_by_role("dialog", name="BH/C1: Buchholz")
    expect(sheet).to_contain_text("The scores of all opponents, added up. The lowest value is left out.")
    assert faults(page) == []
    sheet.get_by_role("button", name="Sort by it").click()
    expect(sheet).to_have_count(0)
    expect(head).to_have_attribute("aria-sort", "descending")
    page.locator(".standings tbody .tie-break").nth(1).get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_contain_text("BH 2: 2 in round 1 (3)")
    expect(page.get_by_role("dialog")).not_to_contain_text("BH/C1")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 700, "height": 900})
    page.emulate_media(media="print")
    expect(page.locator(".standings tbody .tie-break").first).to_be_visible()
    cut = "[...document.querySelectorAll('.standings .tie-break')].filter((c) => c.scrollWidth > c.clientWidth + 1)"
    assert page.evaluate(f"{cut}.length") == 0
    assert faults(page) == []


def test_the_room_screen_shows_the_games_of_the_newest_round(stand_in: StandIn, visit: Visit) -> None:
    tournament(*SWISS).publish(stand_in)
    page = visit(width=1000, height=700).open(stand_in, f"room/{EVENT}")
    expect(page.locator(".room-counter")).to_have_text("Page 1 of 2")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert cells(page, ".room-table tbody tr") == [
        ["1", "Field, Ben", "½ – ½", "Stone, Ada"],
        ["2", "Marsh, Cy", "–", "Brook, Di"],
    ]


def test_before_the_first_round_the_page_says_what_will_come(stand_in: StandIn, visit: Visit) -> None:
    tournament(*(player(number, name=f"Player {number}") for number in (1, 2))).publish(stand_in)
    page = visit().open(stand_in, f"{ADDRESS}/games")
    expect(page.get_by_text("No pairings yet")).to_be_visible()
    page.get_by_role("tab", name="Cross-table").click()
    expect(page.get_by_text("No games yet")).to_be_visible()
    expect(page.get_by_role("tab", name="Boards")).to_be_hidden()


def test_before_the_first_result_the_standings_are_the_list_by_starting_rank(stage: Stage, visit: Visit) -> None:
    entered = [player(n, name=f"Player {n}", rating=2300 - n, federation="SUI") for n in (10, 2, 1)]
    tournament(*entered).publish(stage)
    page = visit().open(stage, f"{ADDRESS}/standings")
    expected = [[str(n), f"Player {n}SUI", str(2300 - n)] for n in (1, 2, 10)]
    expect(page.locator(".starting tbody tr")).to_have_count(3)
    assert cells(page, ".starting tbody tr") == expected
    assert faults(page) == []
    tournament(*SWISS).publish(stage)
    expect(page.locator(".standings tbody tr:not(.blank-row)")).to_have_count(5)
    page.get_by_role("tab", name="Starting rank").click()
    expect(page).to_have_url(re.compile("/standings/start$"))
    assert cells(page, ".starting tbody tr")[0] == ["1", "Stone, AdaWFM · SUI", "2210"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_no_name_of_284_players_is_cut(width: int, height: int, stand_in: StandIn, visit: Visit) -> None:
    names = [f"Featherstonehaugh-Ravenscroft {number}, Alexandrina" for number in range(1, 285)]
    lines = (
        player(at, f"{at + 1 if at % 2 else at - 1} {'w' if at % 2 else 'b'} =", name=name[:33], points="0.5")
        for at, name in enumerate(names, 1)
    )
    tournament(*lines).publish(stand_in)
    page = visit(width=width, height=height).open(stand_in, f"{ADDRESS}/games")
    expect(page.locator(".games tbody tr")).to_have_count(142)
    for view in ("games", "standings", "cross"):
        page.goto(f"{stand_in.url}{ADDRESS}/{view}")
        expect(page.locator("table .name").first).to_be_visible()
        cut = page.evaluate(
            """() => [...document.querySelectorAll("table .name")].filter((name) => {
                const box = name.closest("a, td, th");
                return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
            }).map((name) => name.textContent)"""
        )
        assert cut == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def published(path: Path) -> Tournament:
    ((_, event),) = Pipeline([read_file(path)]).events.items()
    scored, _ = event.score()
    return Tournament(scored.standings, event.state.rounds())


Points = dict[str | None, Decimal | None]


def told(game: ScoredGame, before: Points) -> list[str]:
    def person(name: str, title: str | None, rating: Decimal | None, had: Decimal | None) -> str:
        strength = " ".join(filter(None, (title, str(rating) if rating else None)))
        points = None if had is None or game.white_team else f"{had:.1f} pts"
        return name + " · ".join(filter(None, (strength, points)))

    result = "" if game.result is None else f"{game.result[0]} – {game.result[-1]}".replace("-", "−")
    return [
        str(game.board or game.table or ""),
        person(game.white_name or game.white, game.white_title, game.white_rating, before.get(game.white)),
        result or "–",
        person(game.black_name or game.black or "", game.black_title, game.black_rating, before.get(game.black))
        if game.black
        else "–",
    ]


def count(before: Points, games: Sequence[ScoredGame]) -> None:
    """Add what a round brought; nobody knows the points of whoever waits for a result."""
    for game in games:
        for who, points in ((game.white, game.white_points), (game.black, game.black_points)):
            had = before.get(who, Decimal(0))
            before[who] = None if had is None or points is None else had + points


FOLLOW = """(address) => {
  const link = document.createElement("a");
  link.href = address;
  document.querySelector("main").append(link);
  link.click();
  link.remove();
}"""
"""Follow a link to another view, which loads no page."""


@needs_real_files
@pytest.mark.parametrize(
    "path", [each for each in real_files("trf") if each.suffix in (".trf", ".input")], ids=lambda path: path.name
)
def test_every_game_of_a_real_file_is_on_its_round(path: Path, stand_in: StandIn, visit: Visit) -> None:
    made = published(path)
    made.publish(stand_in)
    address = f"e/{made.standings.event}"
    page = visit().open(stand_in, f"{address}/games")
    sheets, before = {}, Points()
    for each in made.rounds:
        page.evaluate(FOLLOW, f"/{address}/games/{each.round}")
        expect(page).to_have_url(f"{stand_in.url}{address}/games/{each.round}")
        expect(page.locator(".games caption")).to_contain_text(f"Round {each.round}:")
        shown = [row for row in cells(page, ".games tbody tr:not(.match-row)") if row]
        sheets[each.round] = cells(page, ".games tbody tr"), page.locator(".games-view .note").first.text_content()
        assert shown == [told(game, before) for game in each.games if game.table]
        count(before, each.games)
        if byes := [game for game in each.games if not game.table]:
            expect(page.locator(".games-view .note")).to_contain_text(byes[-1].white_name or byes[-1].white)
    text = path.read_bytes().decode("utf-8-sig", "replace")
    assert not_on_the_page(text, sheets) == CONTRADICTORY.get(path.name, set())


@pytest.mark.parametrize("lines", [SWISS, TEAMS], ids=["players", "teams"])
def test_chess_fits_a_small_phone_names_every_control_and_runs_no_name(
    lines: tuple[str, ...], stand_in: StandIn, visit: Visit
) -> None:
    hostile = lines[-1].replace("Lane, Ed", "<img src=x>").replace("Brook, Di", "<img src=x>")
    tournament(*lines[:-1], hostile).publish(stand_in)
    page = visit(width=320, height=640, is_mobile=True, has_touch=True).open(stand_in, f"{ADDRESS}/games")
    for view in ("standings", "games", "games/1", "games/players", "cross", "card/1", "card/player.1", "card"):
        page.goto(f"{stand_in.url}{ADDRESS}/{view}")
        settle(page)
        if view.startswith("card/"):
            expect(page.locator(".chess-card tbody tr").first).to_be_visible()
        for direction in ("ltr", "rtl"):
            page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, f"{view} {direction}"
            assert page.locator("main img").count() == 0
        assert nameless(page, "link", "button", "tab", "table", "heading", "region") == []
