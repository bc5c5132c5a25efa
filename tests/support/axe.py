"""axe-core on an open page: what it says of phone and desktop, light and dark."""

import os
from functools import cache
from importlib.resources import files
from typing import Any

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}

LOOKS = ((PHONE, "light"), (DESKTOP, "dark"))
EVERY_LOOK = tuple((size, scheme) for size in (PHONE, DESKTOP) for scheme in ("light", "dark"))
"""With KIBITZ_TESTS_AXE=all: finds as well what a style says of one width in one scheme."""

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}

# Rows that slide to their new places lie over each other for a moment.
_FAULTS = """async (options) => {
  const ends = (each) => each.effect?.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  return (await axe.run(document, options)).violations.flatMap(
  (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


@cache
def _script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """What is wrong with a page as it stands, which has to run scripts; its size and scheme are put back."""
    size = page.viewport_size
    page.evaluate(_script())
    found = []
    for look, scheme in EVERY_LOOK if os.environ.get("KIBITZ_TESTS_AXE") == "all" else LOOKS:
        page.set_viewport_size(look)
        page.emulate_media(color_scheme=scheme)
        found += [f"{page.url} {look['width']} {scheme} {text}" for text in page.evaluate(_FAULTS, OPTIONS)]
    page.emulate_media(color_scheme="null")
    page.set_viewport_size(size)
    return found


def faults_at(browser: Any, *addresses: str) -> list[str]:
    """The same of pages that need no more than their address."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    found = []
    for address in addresses:
        assert page.goto(address).ok, address
        found += faults(page)
    context.close()
    return found
