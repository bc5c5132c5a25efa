"""The rounds of a chess Swiss at the desk, in a browser without scripts: who sits where, and decisions by hand."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kibitz.replay.cut import cut
from shared.formats.trf.reader.parse import parse
from tests.support.at_the_desk import expect_done
from tests.support.chess_tournaments import individual
from tests.support.stack import Stack, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

START = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)
SYSTEM = ("192 FIDE_DUTCH_2026", "152 w")


def choose(choices: Any, number: str) -> None:
    """Choose somebody by number, whatever the page shows of them."""
    words = choices.locator("option").all_inner_texts()
    choices.select_option(label=next(each for each in words if each.split()[:1] == [number]))


class Desk:
    """The rounds of an event at the desk, on a phone."""

    def __init__(self, stack: Stack, page: Any, event: str) -> None:
        self.stack, self.page, self.event = stack, page, event

    def section(self, heading: str) -> Any:
        return self.page.locator("section").filter(has=self.page.get_by_role("heading", name=heading, exact=True))

    def press(self, button: Any) -> None:
        """Send a form; a draw may take longer than its answer waits."""
        with self.page.expect_navigation():
            button.click()
        expect_done(self.page)

    def wait(self, text: str) -> None:
        """Until the page says so."""
        wait_until(lambda: self.page.reload() and self.page.get_by_text(text).count())

    def seats(self) -> dict[str, Any]:
        found: dict[str, Any] = self.stack.get(f"/v1/events/{self.event}/seats")
        return found

    def games(self) -> list[tuple[str, str]]:
        return [(row["white"], row["black"]) for row in self.seats()["rows"].values()]

    def presence(self, number: str, what: str, **fields: str) -> None:
        section = self.section("Absences, withdrawals and returns")
        choose(section.get_by_label("Who"), number)
        section.get_by_label("Away or back").select_option(what)
        for label, value in fields.items():
            section.get_by_label(label).select_option(value)
        self.press(section.get_by_role("button", name="Save"))

    def exchange(self, first: str, second: str) -> None:
        section = self.section("Exchange by hand")
        choose(section.get_by_label("First"), first)
        choose(section.get_by_label("Second"), second)
        self.press(section.get_by_role("button", name="Exchange", exact=True))


def test_a_round_of_a_chess_swiss_is_seated_by_hand(stack: Stack, chromium: Any, tmp_path: Path) -> None:
    lines = individual(8, 12, 5, unplayed=0.0, header=SYSTEM)
    data = ("\n".join(lines) + "\n").encode()
    first, *_ = cut(data, "open.trf", START)
    path = tmp_path / "open.trf"
    path.write_bytes(first.data)
    met = {game.player: game.opponent for game in parse(data).events[0].facts.games if game.round == 1}
    context = chromium.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{stack.page}/desk")
    page.get_by_label("Result files").set_input_files(str(path))
    page.get_by_role("button", name="Send").click()
    (event,) = list(wait_until(lambda: stack.get("/v1/events")["rows"]))
    desk = Desk(stack, page, event)
    wait_until(lambda: desk.seats()["meta"].get("round") == 2, patience=30)
    drawn = desk.games()
    page.goto(f"{stack.page}/desk/e/{event}")
    page.get_by_role("link", name="Rounds").click()
    expect(page.get_by_role("heading", name="Seats of round 2")).to_be_visible()

    # Two who met in round 1 are to meet again: the opponent of the one exchanges places with the other.
    white, black = drawn[0]
    before = met[white]
    desk.exchange(black, before)
    low, high = sorted((white, before), key=int)
    desk.wait(f"{low} and {high} meet again: they met in round 1")
    assert (white, before) in desk.games()
    expect(page.get_by_text(f"by hand: {before} in place of {black}")).to_be_visible()
    page.screenshot(path=str(tmp_path / "rounds.png"), full_page=True)
    for part in page.locator(".desk *:visible").all():
        box = part.bounding_box()
        assert box["x"] + box["width"] <= 390, part.inner_text()
    desk.press(page.get_by_role("button", name="Undo the exchange"))
    wait_until(lambda: desk.games() == drawn)

    # Somebody else is faster: what both saw and decided is shown, and decided nevertheless.
    other = Desk(stack, context.new_page(), event)
    other.page.goto(page.url.partition("?")[0])
    choose(desk.section("Absences, withdrawals and returns").get_by_label("Who"), drawn[2][0])
    other.presence(drawn[2][0], "absent")
    wait_until(lambda: drawn[2][0] not in seated(desk.games()))
    desk.section("Absences, withdrawals and returns").get_by_role("button", name="Save").click()
    told = page.locator("section").filter(has_text="This has changed meanwhile")
    expect(told).to_contain_text(
        re.compile(f"you saw {drawn[2][0]} seated, and now it is {drawn[2][0]} (not seated|sits out)")
    )
    expect(told).to_contain_text("decided by desk at")
    other.page.reload()
    other.presence(drawn[2][0], "back")
    wait_until(lambda: desk.games() == drawn)
    page.goto(other.page.url.partition("?")[0])

    # One is gone and one comes late; the exchange of colours is kept on what is drawn anew.
    desk.exchange(*drawn[1])
    desk.presence(drawn[0][0], "absent", Bye="H")
    desk.wait(f"{drawn[0][0]} is away in round 2")
    late = desk.section("Late entry")
    expect(late.get_by_label("Starting number")).to_have_value("13")
    late.get_by_label("Name").fill("Late, Lou")
    desk.press(late.get_by_role("button", name="Enter"))
    wait_until(lambda: "13" in seated(desk.games()))
    assert drawn[0][0] not in seated(desk.games())
    assert desk.seats()["meta"]["exchanges"] == [{"what": "participants", "first": drawn[1][0], "second": drawn[1][1]}]

    # A lock stays through a return; what would be drawn now is said, and drawn when it is opened.
    locked = desk.games()
    page.reload()
    desk.press(page.get_by_role("button", name="Lock", exact=True))
    wait_until(lambda: desk.seats()["meta"]["locked"])
    desk.press(page.get_by_role("button", name=f"{drawn[0][0]} is back"))
    desk.wait("Drawn now, they would differ")
    assert desk.games() == locked
    desk.press(page.get_by_role("button", name="Draw again"))
    wait_until(lambda: drawn[0][0] in seated(desk.games()))

    # Round 3 follows from the results of round 2, whose seats stay.
    early = desk.section("Start a round early")
    early.get_by_role("textbox", name="Round").first.fill("3")
    early.get_by_role("button", name="Start early").click()
    expect(page.get_by_text("A round of a Swiss is drawn from the results of the round before.")).to_be_visible()
    assert desk.seats()["meta"]["round"] == 2
    context.close()


def seated(games: list[tuple[str, str]]) -> set[str]:
    return {side for game in games for side in game}
