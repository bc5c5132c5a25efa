"""Rankings on the scoreboard: lines side by side, the order of a column, lists by name, and how much a phone shows."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from contracts.base import Direction
from tests.browser.conftest import in_order, names, publish, settle
from tests.support.fake_feed import StandIn
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import Stage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENT = "e/autumn-pairs-2031"

Visit = Callable[..., Any]
Run = Callable[..., Any]

RANKINGS = [
    {"id": "NS", "title": "North-South", "direction": "NS"},
    {"id": "EW", "title": "East-West", "direction": "EW"},
    {"id": "section-A-NS", "title": "Section A North-South", "direction": "NS", "section": "A"},
    {"id": "section-A-EW", "title": "Section A East-West", "direction": "EW", "section": "A"},
    {"id": "stratum-2-NS", "title": "Stratum B North-South", "direction": "NS"},
    {"id": "stratum-2-section-A-NS", "title": "Stratum B Section A North-South", "direction": "NS"},
    {"id": "stratum-2-both", "title": "Stratum B, both directions"},
    {"id": "session-1", "title": "Session 1", "session": "1"},
]


@pytest.fixture
def lines() -> MadeUpPairs:
    event = MadeUpPairs(tables=13, rounds=13, two_winners=True)
    event.play(3)
    return event


def test_both_lines_stand_side_by_side_where_there_is_room(stand_in: StandIn, visit: Visit, lines: MadeUpPairs) -> None:
    publish(stand_in, lines)
    page = visit(width=1280).open(stand_in, EVENT)
    expect(page.get_by_role("tab", name="Both lines")).to_have_attribute("aria-selected", "true")
    tables = page.locator(".standings")
    expect(tables).to_have_count(2)
    boxes = [tables.nth(at).bounding_box() for at in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"]
    assert names(page) == [*in_order(lines, 0), *in_order(lines, 1)]
    bar, place = page.locator(".progress progress"), page.locator(".rankings")
    assert bar.bounding_box()["width"] == 192
    for width, wide in ((1280, 1216), (1600, 1344), (2000, 1344)):
        page.set_viewport_size({"width": width, "height": 900})
        box = place.bounding_box()
        assert (box["x"], box["width"]) == ((width - wide) / 2, wide)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("tab", name="East-West").click()
    expect(page.locator(".standings tbody th .name")).to_have_text(in_order(lines, 1))
    expect(page).to_have_url(re.compile("/standings/EW$"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{stand_in.url}{EVENT}/standings/lines")
    expect(page.locator(".standings")).to_have_count(1)
    expect(page.get_by_role("tab", name="North-South")).to_have_attribute("aria-selected", "true")
    assert bar.bounding_box()["width"] == page.locator(".progress").bounding_box()["width"]


def test_a_tap_on_the_head_of_a_column_sorts_by_it_and_updates_keep_the_order(
    stand_in: StandIn, visit: Visit, pairs: MadeUpPairs
) -> None:
    publish(stand_in, pairs)
    page = visit().open(stand_in, EVENT)
    shown = page.locator(".standings tbody th .name")
    head = page.get_by_role("columnheader", name="Name")
    expect(page.get_by_role("columnheader", name="Place")).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("button").press("Enter")
    expect(head).to_have_attribute("aria-sort", "ascending")
    expect(page.locator("[aria-sort]")).to_have_count(1)
    by_name = sorted(pairs.names.values(), key=str.casefold)
    expect(shown.first).to_have_text(by_name[0])
    head.get_by_role("button").press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(shown.first).to_have_text(by_name[-1])
    pairs.play(4)
    stand_in.publish(pairs.standings())
    expect(page.locator(".progress-text")).to_have_text("After round 4")
    expect(shown.first).to_have_text(by_name[-1])
    head.get_by_role("button").press("Enter")
    expect(head).not_to_have_attribute("aria-sort", re.compile("."))
    expect(shown).to_have_text(in_order(pairs))


def test_long_lists_of_rankings_are_grouped_by_sections_and_strata(
    stand_in: StandIn, visit: Visit, pairs: MadeUpPairs
) -> None:
    standings = pairs.standings()
    base = standings.rankings[1]
    more = [
        base.replace(**{**about, "direction": about.get("direction") and Direction(str(about["direction"]))})
        for about in RANKINGS[2:]
    ]
    stand_in.publish(standings.replace(rankings=(*standings.rankings, *more)))
    page = visit(width=390).open(stand_in, EVENT)
    groups = page.locator("select[aria-label='Ranking'] optgroup")
    expect(groups).to_have_count(4)
    labels = [group.get_attribute("label") for group in groups.all()]
    assert labels == ["Whole field", "Sections", "Stratum B", "Session 1"]
    expect(groups.nth(2).locator("option")).to_have_text([each["title"] for each in RANKINGS[4:7]])


def test_pairs_of_several_sections_are_named_by_section_and_number(
    stand_in: StandIn, visit: Visit, pairs: MadeUpPairs
) -> None:
    publish(stand_in, pairs)
    standings = pairs.standings()
    whole = standings.rankings[0]
    rows = [row.replace(section="AB"[at % 2], number=row.id[2:]) for at, row in enumerate(whole.rows)]
    stand_in.publish(standings.replace(rankings=(whole.replace(rows=tuple(rows)),)))
    page = visit(width=390).open(stand_in, EVENT)
    first = min(rows, key=lambda row: (row.rank, row.number))
    expect(page.locator(".standings tbody .number").first).to_have_text(f"{first.section}{first.number}")
    page.goto(f"{stand_in.url}{EVENT}/card/{first.id}")
    sides = [(line.ns, line.ew) for board in pairs.boards() for line in board.lines if first.id in (line.ns, line.ew)]
    other = next(row for row in rows if row.id in sides[0] and row.id != first.id)
    expect(page.locator(".against-row .number").first).to_have_text(f"{other.section}{other.number}")


def test_a_phone_shows_ten_rows_at_once_and_no_name_is_cut(stand_in: StandIn, visit: Visit, lines: MadeUpPairs) -> None:
    lines.names["NS3"] = "Bartholomew Featherstonehaugh-Ravenscroft & Maximiliane Wolkenstein-Trostburg"
    for titled, least in ((lines, 0), (MadeUpPairs(tables=13, rounds=13, event="spring-pairs-2031"), 10)):
        titled.play(3)
        publish(stand_in, titled)
        page = visit(width=390, height=844, is_mobile=True, has_touch=True).open(stand_in, f"e/{titled.event}")
        settle(page)
        seen = page.evaluate(
            """() => {
              const end = document.querySelector(".tabs-bar").getBoundingClientRect().top;
              const rows = [...document.querySelectorAll(".standings tbody tr:not(.blank-row)")];
              return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length;
            }"""
        )
        assert seen >= least
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".standings .name")].filter((name) => {
              const cell = name.closest("th").getBoundingClientRect(), own = name.getBoundingClientRect();
              return own.bottom > cell.bottom + 1 || own.top < cell.top - 1 || own.right > cell.right + 1;
            }).map((name) => name.textContent)"""
        )
        assert cut == []


def test_lines_are_one_choice_where_there_is_room_and_have_addresses(run: Run) -> None:
    ids = "m.listsOf(a, {}).map((list) => list.id)"
    assert run("ranking-lists.js", ids.format("false"), RANKINGS) == [ranking["id"] for ranking in RANKINGS]
    assert run("ranking-lists.js", ids.format("true"), RANKINGS)[:6] == [
        "lines",
        "NS",
        "EW",
        "section-A-lines",
        "section-A-NS",
        "section-A-EW",
    ]
    titles = "m.listsOf(a, true).filter((list) => list.rankings.length === 2).map((list) => list.title)"
    assert run("ranking-lists.js", titles, RANKINGS) == ["Both lines", "Section A"]
    chosen = "['section-A-lines', 'nowhere', ''].map((id) => m.chosenList(m.listsOf(a, false), id).id)"
    assert run("ranking-lists.js", chosen, RANKINGS) == ["section-A-NS", "NS", "NS"]


def test_the_head_of_a_column_leads_to_its_order_its_reverse_and_back(run: Run) -> None:
    taps = "a.map((column) => { let sort = null; return [1, 2, 3].map(() => (sort = m.nextSort(sort, column))); })"
    down, up = {"column": "score", "descending": True}, {"column": "score", "descending": False}
    assert run("standings-sort.js", taps, ["score", "place"]) == [[down, up, None], [None] * 3]
    rows = [
        {"name": "Cy", "percentage": "50.00", "tie_breaks": ["BH –"]},
        {"name": "Ada", "percentage": None, "total": None, "tie_breaks": ["BH 9.5"]},
        {"name": "Bo", "percentage": "61.25", "tie_breaks": ["BH 12"]},
    ]
    code = "[['score', true], ['score', false], ['name', false], ['tie-break 0', true]]"
    code += ".map(([column, descending]) => m.sorted(a, { column, descending }).map((row) => row.name).join(' '))"
    assert run("standings-sort.js", code, rows) == ["Bo Cy Ada", "Cy Bo Ada", "Ada Bo Cy", "Bo Ada Cy"]


def test_the_cross_table_of_pairs_has_what_each_has_against_each(
    stage: Stage, visit: Visit, pairs: MadeUpPairs
) -> None:
    publish(stage, pairs)
    page = visit().open(stage, EVENT)
    page.get_by_role("tab", name="Cross-table").click()
    rows = page.locator(".pairs-cross tbody tr")
    expect(rows).to_have_count(14)
    numbers = page.evaluate(
        "[...document.querySelectorAll('.pairs-cross thead bdi')].map((number) => number.textContent)"
    )
    grid = page.evaluate(
        "[...document.querySelectorAll('.pairs-cross tbody tr')].map((row) => [...row.querySelectorAll('.cell')]"
        ".map((cell) => cell.querySelector('.sr-only') ? '' : cell.textContent))"
    )
    ranked = pairs.standings().rankings[0].rows
    assert [pairs.names[number] for number in numbers] == in_order(pairs)
    for at, own in enumerate(grid):
        met = [(float(cell), float(grid[other][at])) for other, cell in enumerate(own) if cell]
        assert len(met) == 2
        total = next(row.total for row in ranked if row.number == numbers[at])
        assert sum(points for points, _ in met) == float(total)
        expect(rows.nth(at).locator(".sum")).to_have_text(f"{total:g}")
    assert all(bool(grid[a][b]) == bool(grid[b][a]) for a in range(14) for b in range(14))
    # Names and totals stay in sight while the columns between them are scrolled.
    page.set_viewport_size({"width": 390, "height": 844})
    place = page.locator(".cross-place")
    assert place.evaluate("(place) => place.scrollWidth - place.clientWidth") > 100
    for direction in (1, -1):
        place.evaluate("(place, to) => place.scrollBy(to * place.scrollWidth, 0)", direction)
        around = place.bounding_box()
        for part in (".entrant", ".sum"):
            cell = place.locator(f"tbody tr {part}").first.bounding_box()
            assert around["x"] - 1 <= cell["x"]
            assert cell["x"] + cell["width"] <= around["x"] + around["width"] + 1
    page.set_viewport_size({"width": 1280, "height": 900})
    pairs.play(3)
    publish(stage, pairs)
    expect(rows.first.locator(".cell:not(:empty)")).to_have_count(4)
    page.get_by_role("tab", name="North-South").click()
    expect(rows).to_have_count(7)
    expect(page.locator(".pairs-cross thead .cell")).to_have_count(7)


def test_the_meetings_of_a_pair_are_seen_from_both_sides_and_added_up_exactly(run: Run) -> None:
    columns = ["left", "right", "boards", "left_points", "right_points", "top"]
    document = {"columns": columns, "rows": [["1", "2", 2, "0.1", "-3", None], ["1", "3", 1, "0.2", "4", "8"]]}
    code = "((met) => [m.sumOf(met.get('1')), m.sumOf(met.get('2')), m.sumOf(undefined), met.get('3').get('1').points])"
    assert run("meetings-model.js", f"{code}(m.meetingsOf(a))", document) == ["0.3", "-3", "0", "4"]


def test_a_bracket_knows_winners_by_the_next_round_and_adds_up_the_parts_of_a_match(run: Run) -> None:
    def match(number: int, home: str, away: str, left: int, right: int, **more: object) -> dict[str, object]:
        scores = {"home_score": str(left), "away_score": str(right)}
        return {"round": number, "home": home, "away": away, "boards": 8, "unit": "imps", **scores, **more}

    matches = [
        match(1, "A", "B", 10, 4, session="1"),
        match(1, "B", "A", 20, 3, session="2"),
        match(1, "C", "D", 5, 5),
        match(2, "B", "D", 1, 2),
    ]
    side = "(side.id || '?') + side.score + (side.won ? '*' : '')"
    ties = f"round.ties.map((tie) => tie.sides.map((side) => {side}).join(' '))"
    code = f"m.bracketOf(a, 4).map((round) => [round.title, {ties}])"
    assert run("bracket-model.js", code, matches) == [["Round 1", ["A13 B24*", "C5 D5*"]], ["Final", ["B1 D2*"]]]
    assert run("bracket-model.js", code, matches[:1]) == [["Round 1", ["A10* B4"]], ["Final", ["A ?"]]]
    assert run("bracket-model.js", "m.bracketOf([], 0)") == []


def test_a_number_that_the_name_says_already_is_left_out(run: Run) -> None:
    cases = [
        ["7", "Ann & Bob"],
        ["Petrov", "P Petrov"],
        ["Bo & Al", "Al & Bo"],
        ["12", "12"],
        ["1", "Team 1"],
        ["1", "Team 12"],
    ]
    code = "a.map(([number, name]) => m.numberBefore(number, name))"
    assert run("format.js", code, cases) == ["7", "", "", "", "", "1"]
