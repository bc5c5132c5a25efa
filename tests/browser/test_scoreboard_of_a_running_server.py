"""The page of a whole server: each real USEBIO file shows there what HTTP says of it, digit by digit."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kibitz.file_reading import read_file
from tests.support.real_files import needs_real_files, real_files
from tests.support.stack import Stack, event_when_scored

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = [pytest.mark.browser, needs_real_files]

Visit = Callable[..., Any]
Line = tuple[str, str, Decimal | None]

LINES = """
() => [...document.querySelectorAll(".standings tbody tr:not(.blank-row)")].map((row) =>
  [".place-text", ".entrant .name", ".score .value"].map((part) => row.querySelector(part).textContent))
"""


@dataclass
class Address:
    """Where a visitor finds a server."""

    url: str


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("page-of-a-server")
    with Stack(folder, watch=folder / "inbox") as running:
        yield running


def expected(rows: dict[str, dict[str, Any]], ranking: str) -> list[Line]:
    """What a ranking's table has to say, in order: place, name, and what decides the place with two decimals."""
    chosen = [row for row in rows.values() if row["ranking"] == ranking]
    by_percentage = any(row["percentage"] is not None for row in chosen)

    def score(row: dict[str, Any]) -> Decimal | None:
        text = row["final"] or (row["percentage"] if by_percentage else row["total"])
        return Decimal(text).quantize(Decimal("0.01"), ROUND_HALF_UP) if text else None

    return sorted(((row["place"] or "", row["name"], score(row)) for row in chosen), key=str)


def on_the_page(page: Any) -> list[Line]:
    cells = page.evaluate(LINES)
    lines = [(place, name, Decimal(score.replace("\u2212", "-")) if score else None) for place, name, score in cells]
    return [(place, name, score and score.quantize(Decimal("0.01"))) for place, name, score in lines]


@pytest.mark.parametrize("path", real_files("usebio", "*.xml"), ids=lambda path: path.stem)
def test_the_page_shows_of_a_real_file_what_http_says(stack: Stack, path: Path, visit: Visit) -> None:
    shutil.copy(path, stack.folder / "inbox" / path.name)
    event = event_when_scored(stack, read_file(path).file.sha256)
    document = stack.get(f"/v1/events/{event}/standings")
    visitor = visit()
    page = visitor.open(Address(f"{stack.page}/"))
    card = page.locator(f'a[href="/e/{event}"]')
    # Years ago: it is not being played, although no file has said that it was the last.
    expect(card).not_to_contain_text("In play")
    expect(page.get_by_role("heading", name="In play")).to_have_count(0)
    for ranking in document["meta"]["rankings"]:
        page = visitor.open(Address(f"{stack.page}/"), f"e/{event}/standings/{quote(ranking['id'])}")
        expect(page.locator(".connection")).to_have_attribute("data-look", "live")
        expect(page.locator("h1")).to_have_text(document["meta"]["title"])
        lines = on_the_page(page)
        assert sorted(lines, key=str) == expected(document["rows"], ranking["id"])
        ranks = [row["rank"] for row in document["rows"].values() if row["ranking"] == ranking["id"]]
        places = [place for place, _, _ in lines if place]
        assert len(places) == len([rank for rank in ranks if rank is not None])
