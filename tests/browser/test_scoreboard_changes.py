"""The page of a whole server says what the newest file changed, and which other event this one may belong to."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from tests.support.stack import Stack, event_when_scored

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


@dataclass
class Address:
    """Where a visitor finds a server."""

    url: str


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("changes")) as running:
        yield running


def deliver(stack: Stack, name: str, text: str, minutes: int) -> str:
    """Send a file, and return its event once it is scored."""
    sha256 = send(stack.intake, name, text.encode(), written_at=EVENING + timedelta(minutes=minutes)).sha256
    return event_when_scored(stack, sha256)


def test_the_last_change_and_an_event_that_looks_alike_are_with_the_files(
    stack: Stack, visit: Callable[..., Any]
) -> None:
    first = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1).decode()
    corrected = re.sub(r"<SCORE>(\d+)</SCORE>", "<SCORE>1430</SCORE>", first, count=1)
    deliver(stack, "evening.xml", first, 0)
    event = deliver(stack, "evening-2.xml", corrected, 40)
    page = visit().open(Address(f"{stack.page}/"), f"e/{event}/files")
    expect(page.get_by_role("heading", name="Last change")).to_be_visible()
    expect(page.locator(".changes li")).to_have_text(re.compile(r"Altered: board \d+, .* against .*: .*1430"))
    expect(page.get_by_text("evening-2.xml").first).to_be_visible()
    expect(page.get_by_text("may be one")).to_have_count(0)

    twin = deliver(stack, "renamed.xml", corrected.replace("Lanternlight Pairs", "Lantern Light Pairs"), 50)
    page = visit().open(Address(f"{stack.page}/"), f"e/{twin}/files")
    expect(page.get_by_text("may be one")).to_have_text(f"This event and {event} may be one.")
    expect(page.get_by_role("link", name=event)).to_have_attribute("href", re.compile(f"/e/{event}"))
