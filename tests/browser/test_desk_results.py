"""Results at the desk of a whole server, on a phone without scripts: ruled, corrected, voided, entered and undone."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.support.at_the_desk import expect_done
from tests.support.stack import Stack, kibitz, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
WIDTH = 390
TOURNAMENT = Path(__file__).parents[1] / "data" / "chess" / "ind0.trf"


class Director:
    """A director with a phone, at the desk of an event."""

    def __init__(self, stack: Stack, page: Any, event: str) -> None:
        self.stack, self.page, self.event = stack, page, event

    def shown(self) -> dict[str, Any]:
        """What everybody sees: places, totals, and the travellers of the first boards, or the games."""
        base = f"/v1/events/{self.event}"
        standings = self.stack.get(f"{base}/standings")
        if not standings["meta"]["boards"]:
            return {"rows": standings["rows"], "games": self.stack.get(f"{base}/games")["rows"]}
        boards = [self.stack.get(f"{base}/boards/{number}")["rows"] for number in (1, 2, 3)]
        return {"rows": standings["rows"], "boards": boards}

    def open(self, tab: str) -> None:
        self.page.goto(f"{self.stack.page}/desk/e/{self.event}/{tab}")

    def line(self, ns: str) -> Any:
        """The line of a North-South pair on the board that is open, ready to be changed."""
        line = self.page.get_by_role("listitem").filter(has=self.page.locator("summary", has_text=f"{ns} "))
        line.locator("summary").click()
        return line

    def done(self) -> None:
        expect_done(self.page)

    def fits(self) -> None:
        for part in self.page.locator(".desk *:visible").all():
            box = part.bounding_box()
            assert box["x"] + box["width"] <= WIDTH

    def undo(self, *words: str) -> None:
        """Undo the decisions that say this; undoing is a decision, too."""
        self.open("event")
        for said in words:
            made = self.page.get_by_role("listitem").filter(has_text=said)
            for _ in range(made.get_by_role("button", name="Undo").count()):
                made.get_by_role("button", name="Undo").first.click()
                self.done()


@pytest.fixture
def at_the_desk(stack: Stack, chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """The events of two files that a director has sent from the desk, by the beginning of their names."""
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1))
    context = chromium.new_context(viewport={"width": WIDTH, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{stack.page}/desk")
    page.get_by_label("Result files").set_input_files([str(path), str(TOURNAMENT)])
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status").first).to_have_text(re.compile("evening.xml: .*ind0.trf: "))
    events = wait_until(lambda: len(found := list(stack.get("/v1/events")["rows"])) == 2 and found)
    yield lambda name: Director(stack, page, next(each for each in events if each.startswith(name)))
    context.close()


def test_results_are_ruled_as_by_the_command_line_and_undone(at_the_desk: Any) -> None:
    pairs = at_the_desk("lanternlight")
    filed = pairs.shown()

    pairs.open("results")
    pairs.page.get_by_role("link", name="1", exact=True).click()
    pairs.fits()
    line = pairs.line("1NS")
    line.get_by_label("North-South get").fill("60")
    line.get_by_label("East-West get").fill("much")
    line.get_by_role("button", name="Set the score").click()
    expect(pairs.page.get_by_role("status").first).to_contain_text("Much is not points")
    # What was typed stands there again.
    expect(pairs.page.get_by_label("North-South get").first).to_have_value("60")
    line.get_by_label("North-South get").fill("60%")
    line.get_by_label("East-West get").fill("")
    line.get_by_label("Reason").fill("wrong explanation")
    line.get_by_role("button", name="Set the score").click()
    pairs.done()
    expect(line.first).to_contain_text("60%/40%")
    pairs.fits()

    pairs.page.get_by_role("link", name="2", exact=True).click()
    line = pairs.line("3NS")
    line.get_by_label("Contract played").fill("2H-1 by N")
    line.get_by_role("button", name="Set the score").click()
    pairs.done()
    expect(line.first).to_contain_text("N −1")
    expect(line.first).to_contain_text("−100")

    pairs.page.get_by_role("link", name="3", exact=True).click()
    line = pairs.line("4NS")
    line.get_by_role("button", name="Void at this table").click()
    pairs.done()

    pairs.page.get_by_role("link", name="1", exact=True).click()
    pairs.page.get_by_text("Enter a result that is not listed").click()
    new = pairs.page.get_by_role("listitem").filter(has_text="Enter a result")
    new.get_by_label("North-South", exact=True).fill("2NS")
    new.get_by_label("East-West", exact=True).fill("2EW")
    new.get_by_label("North-South get").fill("420")
    new.get_by_role("button", name="Enter").click()
    pairs.done()
    expect(pairs.page.get_by_role("listitem").filter(has_text="2NS").first).to_contain_text("420")

    ruled = pairs.shown()
    assert ruled != filed
    pairs.open("check")
    expect(pairs.page.get_by_text("What was decided here, 4 in all")).to_be_visible()
    pairs.fits()
    pairs.open("event")
    expect(pairs.page.get_by_text("60% to North-South, 40% to East-West")).to_be_visible()
    pairs.undo("to North-South", "the result is void")
    assert pairs.shown() == filed

    decide = ("--ns", "1NS", "--ew", "1EW", "--ns-gets", "60%")
    kibitz(pairs.stack, "decide", "score", pairs.event, "1", *decide)
    met = [{str(row["ns"]): str(row["ew"]) for row in board.values()} for board in filed["boards"]]
    played = ("--ns", "3NS", "--ew", met[1]["3NS"], "--ns-gets", "2H-1 by N")
    kibitz(pairs.stack, "decide", "score", pairs.event, "2", *played)
    kibitz(pairs.stack, "decide", "void", pairs.event, "3", "--ns", "4NS", "--ew", met[2]["4NS"])
    kibitz(pairs.stack, "decide", "score", pairs.event, "1", "--ns", "2NS", "--ew", "2EW", "--ns-gets", "420", "--new")
    wait_until(lambda: pairs.shown() == ruled)


def test_a_game_of_chess_gets_another_result(at_the_desk: Any, chromium: Any) -> None:
    chess = at_the_desk("made-up-open")
    filed = chess.shown()
    chess.open("results")
    # Without scripts all games of a round are one form.
    expect(chess.page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    results = chess.page.get_by_role("combobox")
    others = ["0-1" if results.nth(row).input_value().startswith("1-0") else "1-0" for row in (0, 1)]
    for row, other in enumerate(others):
        results.nth(row).select_option(value=f"{other} {results.nth(row).input_value().partition(' ')[2]}")
    chess.page.get_by_role("button", name="Save all").click()
    chess.done()
    for row, other in enumerate(others):
        expect(results.nth(row)).to_have_value(f"{other} {other}")
    chess.fits()
    changed = [key for key, row in chess.shown()["games"].items() if row != filed["games"][key]]
    assert len(changed) == 2
    chess.undo("The game")
    assert chess.shown() == filed

    # With scripts, what was chosen in another row is saved with it.
    chess.open("results")
    context = chromium.new_context()
    page = context.new_page()
    page.goto(chess.page.url)
    choices = page.get_by_role("listitem").get_by_role("combobox")
    chosen = ["0-1" if choices.nth(row).input_value() == "1-0" else "1-0" for row in (0, 1)]
    for row, value in enumerate(chosen):
        choices.nth(row).select_option(value)
    page.get_by_role("listitem").first.get_by_role("button", name="Save").click()
    expect(page.locator("div.desk-said")).to_contain_text("; The game")
    for row, value in enumerate(chosen):
        expect(choices.nth(row)).to_have_value(value)
    context.close()
