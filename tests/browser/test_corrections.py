"""Corrections in time on a whole server: a query from a phone, its answer, official by itself, and what came after."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from services.broadcast.domain.desk.pages.tabs import TABS
from tests.support.at_the_desk import expect_done
from tests.support.axe import faults_at
from tests.support.stack import Stack, kibitz, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
PHONE = {"width": 390, "height": 844}


def test_a_query_holds_a_period_and_a_correction_after_it_is_listed(tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "evening.xml"
    text = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1).decode()
    # One score cannot be that of its contract.
    score = re.search(r"<SCORE>(-?\d+)</SCORE>", text)
    assert score is not None
    path.write_text(text[: score.start(1)] + "430" + text[score.end(1) :])
    with Stack(tmp_path) as stack:
        kibitz(stack, "send", str(path))
        (event,) = wait_until(lambda: list(stack.get("/v1/events")["rows"]))

        def meta() -> dict[str, Any]:
            found: dict[str, Any] = stack.get(f"/v1/events/{event}/standings")["meta"]
            return found

        context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
        page = context.new_page()

        def fits() -> None:
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

        def set_score(item: Any, points: str) -> None:
            item.get_by_label("North-South get").fill(points)
            item.get_by_role("button", name="Set the score").click()
            expect_done(page, f": {points} to North-South")

        desk = f"{stack.page}/desk/e/{event}"
        page.goto(desk)
        look = page.locator("section").filter(has=page.get_by_role("heading", name="Look at this now"))
        impossible = look.get_by_role("listitem").filter(has_text="stated")
        expect(impossible.first).to_contain_text("430")
        expect(impossible.first).to_contain_text(re.compile(r"Table \d+, round \d+"))
        # Wherever the director is, it is said.
        page.goto(f"{desk}/rounds")
        expect(page.get_by_text("cannot be right.")).to_be_visible()
        page.goto(f"{stack.page}/desk")
        expect(look.get_by_role("link")).to_have_count(1)
        fits()
        look.get_by_role("link").click()
        is_right = impossible.first.get_by_role("button", name="It is right")
        expect(is_right).to_be_visible()
        fits()
        is_right.click()
        expect(page.get_by_text(re.compile("Noted: it is right. .* not 430"))).to_be_visible()
        expect(impossible.filter(has_text="430")).to_have_count(0)
        page.goto(f"{desk}/check")
        right = page.get_by_role("listitem").filter(has_text="It is right, said by desk")
        expect(right).to_contain_text("430")
        # Only what is about its board is shown, and stays so after each button.
        chosen = page.get_by_label("Show")
        board = chosen.get_by_role("option", name=re.compile("^board")).first.get_attribute("value")
        chosen.select_option(board)
        page.get_by_role("button", name="Show").click()
        right.get_by_role("button", name="Undo").click()
        expect(page.get_by_text(re.compile("Undone: it is open again. .* not 430"))).to_be_visible()
        expect(chosen).to_have_value(board)
        open_again = page.get_by_role("listitem").filter(has_text="not 430")
        open_again.get_by_role("button", name="It is right").click()
        expect(right).to_contain_text("430")
        expect(chosen).to_have_value(board)
        fits()

        # A period of two seconds ends while a query waits.
        card = f"{stack.page}/e/{event}/card/1EW"
        page.goto(card)
        page.get_by_role("link", name="Query a result").click()
        assert faults_at(chromium, page.url) == []
        page.get_by_label("Score, if you know it").fill("+420")
        page.get_by_label("What do you believe happened?").fill("We made ten tricks")
        fits()
        page.get_by_role("button", name="Send to the director").click()
        expect(page.get_by_role("status").first).to_contain_text("with the director")
        assert "ten tricks" not in page.content()
        kibitz(stack, "decide", "status", event, "provisional", "--corrections", "2s")
        until = datetime.fromisoformat(wait_until(lambda: meta()["declared"])["corrections_until"])
        page.goto(f"{stack.page}/e/{event}")
        expect(page.get_by_role("note").filter(has_text="Corrections until")).to_be_visible()
        wait_until(lambda: datetime.now(UTC) > until)
        page.goto(f"{stack.page}/query/{event}/1EW")
        expect(page.get_by_text("The time for corrections is over.")).to_be_visible()

        page.goto(desk)
        page.get_by_role("link", name="Queries (1)").click()
        query = page.get_by_role("listitem").filter(has_text="We made ten tricks")
        expect(query).to_contain_text("+420")
        fits()
        query.get_by_role("link", name="Correct it on Results").click()
        # The line is marked and open, and the query one step away.
        set_score(page.locator("#meant").filter(has_text="1EW"), "-1100")
        fits()
        page.get_by_role("link", name="Answer the query").click()
        expect(page.get_by_label("Outcome")).to_have_value("corrected")
        expect(page.get_by_label("Corrected by")).not_to_have_value("")
        page.goto(f"{desk}/check")
        expect(page.get_by_role("listitem").filter(has_text="not 430")).to_contain_text(
            re.compile("Settled.*-1100", re.DOTALL)
        )
        assert meta()["status"] == "provisional"
        # Neither the query nor the period is lost with the server.
        stack.stop()
        stack.start()
        page.goto(f"{desk}/queries")
        page.get_by_label("Outcome").select_option("corrected")
        page.get_by_label("Corrected by").select_option(index=1)
        page.get_by_label("Answer that everybody sees").fill("Ten it was")
        page.get_by_role("button", name="Answer").click()
        expect(page.get_by_text(re.compile("Answered: Board .*, from the card of"))).to_be_visible()
        wait_until(lambda: meta()["status"] == "official")
        page.goto(card)
        expect(page.get_by_text(re.compile("Query about Board .*: corrected"))).to_contain_text("Ten it was")
        expect(page.get_by_role("link", name="Query a result")).to_have_count(0)

        page.goto(desk)
        decided = page.get_by_role("listitem").filter(has_text="decided by correction period")
        expect(decided).to_have_count(1)
        page.get_by_label("For").select_option(index=1)
        page.get_by_label("Amount").fill("40")
        page.get_by_label("Unit").select_option("percent")
        page.locator("#penalty").get_by_role("button", name="Save").click()
        wait_until(lambda: meta()["status"] == "corrected")
        page.goto(desk)
        expect(page.get_by_role("heading", name="Changed since official")).to_be_visible()
        fits()
        page.goto(f"{stack.page}/e/{event}")
        page.get_by_role("link", name="Changed since official").click()
        row = page.get_by_role("row").filter(has_text="1EW").get_by_role("cell")
        assert row.nth(0).inner_text() != row.nth(1).inner_text()
        fits()
        kibitz(stack, "decide", "public", event, "--boards", "own")
        page.goto(f"{desk}/own/links")
        own = page.get_by_role("link", name=re.compile("Link of")).first.get_attribute("href")
        of_event = [f"{desk}{tab}" for tab in ("", *(f"/{name}" for name in TABS), "/own/links")]
        of_desk = [f"{stack.page}/desk{part}" for part in ("", "/people", "/screens", "/enter")]
        page.goto(urljoin(page.url, own))
        fits()
        board = page.locator("a[href*='/own/'][href*='/boards/']").first.get_attribute("href")
        of_own = [page.url, urljoin(page.url, board)]
        assert faults_at(chromium, *of_event, *of_desk, f"{stack.page}/changes/{event}", *of_own) == []
        page.goto(desk)
        decided.get_by_role("button", name="Undo").click()
        wait_until(lambda: meta()["status"] == "provisional")
        context.close()
