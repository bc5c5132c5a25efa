"""The page in other languages: chosen with and without scripts, and from right to left."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.broadcast.domain.languages.catalogue import Catalogue, Forms
from tests.browser.conftest import publish, settle
from tests.support import page_texts
from tests.support.axe import faults
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.scoreboard_stage import BroadcastStage

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

Visit = Callable[..., Any]
EVENT = "e/autumn-pairs-2031"
VIEWS = ("", EVENT, f"{EVENT}/boards", f"{EVENT}/boards/3", f"{EVENT}/card/NS3", f"{EVENT}/seats", f"{EVENT}/files")


def made_up(language: str, mark: str) -> Catalogue:
    """Every text of the page with a mark before it, which makes it longer and shows that it was looked up."""
    texts: dict[str, Forms] = {}
    for message in page_texts.texts():
        if message.id:
            forms = [f"{mark} {text.partition('|')[0]}" for text in _each(message.id)]
            texts[_each(message.id)[0]] = forms[0] if len(forms) == 1 else tuple(forms)
    return Catalogue(language, texts)


def _each(ids: Any) -> tuple[str, ...]:
    return (ids,) if isinstance(ids, str) else tuple(ids)


@pytest.fixture(scope="module")
def polyglot() -> Iterator[BroadcastStage]:
    words = {"en": Catalogue(), "fr": made_up("fr", "«»"), "he": made_up("he", "שם")}
    stage = BroadcastStage(catalogues=words)
    event = MadeUpPairs(tables=7, rounds=7)
    event.play(2)
    publish(stage, event)
    yield stage
    stage.stop()


@pytest.mark.parametrize("width", [390, 1280])
def test_from_right_to_left_the_page_is_mirrored_and_needs_no_sideways_scrolling(
    polyglot: BroadcastStage, visit: Visit, width: int
) -> None:
    page = visit(width=width, locale="he-IL").page
    for view in VIEWS:
        page.goto(polyglot.url + view)
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        settle(page)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{view} is {wide} pixels too wide"
        brand = page.locator(".brand").bounding_box()
        assert brand["x"] > page.locator(".bar-tools").bounding_box()["x"]
    expect(page.get_by_role("heading", name="שם Download")).to_be_visible()


ENDS = """() => {
  const text = document.querySelector(".tile-place").firstChild;
  return [0, text.length - 1].map((at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  });
}"""
"""Where the first and the last sign of a place stand."""


def test_a_shared_place_is_not_turned_round_and_numbers_are_those_of_the_language(
    polyglot: BroadcastStage, visit: Visit
) -> None:
    page = visit(locale="he-IL").open(polyglot, f"{EVENT}/card/NS3")
    expect(page.locator(".tile-place").first).to_have_text("5=")
    first, last = page.evaluate(ENDS)
    assert first < last
    for locale, point in (("fr-CH", ","), ("en-ZA", ".")):
        scripts = {on: visit(locale=locale, java_script_enabled=on).page for on in (True, False)}
        for page in scripts.values():
            page.goto(f"{polyglot.url}{EVENT}")
            expect(page.locator(".standings td.score").first).to_contain_text(re.compile(rf"\d\{point}\d\d"))
        settle(scripts[True])
        expect(scripts[True].locator(".standings td.score").first).to_contain_text(re.compile(rf"\d\{point}\d\d"))


@pytest.mark.parametrize("language", ["fr", "he"])
def test_without_scripts_a_language_is_chosen_in_the_foot_and_stays(
    polyglot: BroadcastStage, visit: Visit, language: str
) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(polyglot.url + f"{EVENT}/seats")
    page.locator(f'.foot a[hreflang="{language}"]').click()
    mark = "«»" if language == "fr" else "שם"
    for view in VIEWS:
        page.goto(polyglot.url + view)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".foot [aria-current]")).to_have_attribute("lang", language)
        text = page.locator("body").inner_text()
        assert mark in text
        assert not re.search(r"\{\w+\}", text), view


def test_with_scripts_another_language_shows_the_same_view_at_the_same_address(
    polyglot: BroadcastStage, visit: Visit
) -> None:
    page = visit().open(polyglot, EVENT)
    page.get_by_role("tab", name="Seats").click()
    page.get_by_role("link", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_url(f"{polyglot.url}{EVENT}/seats")
    settle(page)
    expect(page.get_by_role("columnheader", name="«» Table")).to_be_visible()
    assert faults(page) == []


CUT = """() => [...document.querySelectorAll("main th, main th button")]
  .filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth)
  .map((e) => `${e.className} ${e.textContent}: ${e.scrollWidth} > ${e.clientWidth}`)"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "he", "nl", "pl"])
def test_no_heading_is_cut_on_a_phone_and_the_tabs_stand_in_one_line_on_a_tablet(
    stand_in: Any, visit: Visit, language: str
) -> None:
    event = MadeUpPairs(tables=7, rounds=7)
    event.play(2)
    publish(stand_in, event)
    page = visit(width=390, locale=language).page
    for view in (EVENT, f"{EVENT}/boards", f"{EVENT}/boards/3", f"{EVENT}/card/NS3", f"{EVENT}/seats"):
        page.goto(stand_in.url + view)
        settle(page)
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(CUT) == [], f"{view} at {width}"
    for width in (768, 992):
        page.set_viewport_size({"width": width, "height": 1024})
        tops = "[...new Set([...document.querySelectorAll('.tabs > a:not([hidden])')].map((tab) => tab.offsetTop))]"
        assert len(page.evaluate(tops)) == 1, width
