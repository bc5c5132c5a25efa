"""Awkward streams of files, put right at the desk of a whole server with the action that it offers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from kibitz.replay.made_up import Size
from tests.support.correction_streams import (
    ROUND_1,
    ROUND_2,
    assert_right,
    chess,
    deals_on,
    deliver,
    evening,
    game,
    half_way,
    hands,
    minutes,
    pairs,
    section,
    teams,
)
from tests.support.edits import usebio
from tests.support.stack import Stack, wait_until

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

SAID = {
    "Make it an event of its own": "belongs? to",
    "Move this event into": "belong to",
    "Move this event into Plover Pairs": "belong to",
    "Rename": "is called",
    "Restore": "counts again",
    "Undo": "belongs? to .* again",
    "Use it instead of all older files": "is used instead of all older files",
    "Withdraw": "does not count",
}
"""What the page says once a button is pressed."""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("desk-streams")) as running:
        yield running


@pytest.fixture
def desk(stack: Stack, chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()

    def act(event: str, button: str, file: str = "") -> None:
        """Press a button of an event, beside a file if one is named."""
        page.goto(f"{stack.page}/desk/e/{event}")
        place: Any = page
        if file:
            items = page.get_by_role("listitem").filter(has_text=file)
            place = items.filter(has=page.locator("button", has_text=button)).first
        summary = place.get_by_text("Wrong event?")
        if file and summary.count():
            summary.click()
        elif button == "Rename":
            page.get_by_role("heading", name="Name and other events").click()
        place.get_by_role("button", name=button).first.click()
        expect(page.locator("div.desk-said").get_by_role("status")).to_have_text(re.compile(SAID[button]))

    act.page = page  # type: ignore[attr-defined]
    yield act
    context.close()


@pytest.mark.parametrize("corrected", ["name", "date"])
def test_a_heading_that_was_corrected_half_way(stack: Stack, desk: Any, corrected: str) -> None:
    at = evening({"name": 60, "date": 68}[corrected])
    text = pairs("Kestrel Pairs", at, {"name": 81, "date": 83}[corrected])
    day = f"{at:%Y-%m-%d}", f"{at - timedelta(days=1):%Y-%m-%d}"
    wrong = text.replace("Kestrel Pairs", "Test") if corrected == "name" else text.replace(*day)
    first = ("kestrel.xml", half_way(wrong).encode(), at)
    second = ("kestrel.xml", text.encode(), at + minutes(40))
    old, new = (deliver(stack, file)["event"] for file in (first, second))
    desk(new, "Move this event into")
    assert_right(stack, old, second)
    desk(new, "Undo", "All files of")
    assert_right(stack, old, first)
    assert_right(stack, new, second)
    desk(new, "Rename")


def test_two_sections_that_both_number_from_1(stack: Stack, desk: Any) -> None:
    at = evening(62)
    first, second = (section(letter, "Marsh Pairs", at, apart=False) for letter in "AB")
    event = deliver(stack, first)["event"]
    deliver(stack, second)
    before = set(stack.get("/v1/events")["rows"])
    desk(event, "Make it an event of its own", "section-B.xml")
    (own,) = wait_until(lambda: set(stack.get("/v1/events")["rows"]) - before)
    assert_right(stack, event, first)
    assert_right(stack, own, second)
    desk(event, "Undo", "File section-B.xml belongs to")
    wait_until(lambda: own not in stack.get("/v1/events")["rows"])


def test_hands_that_do_not_say_of_what_they_are(stack: Stack, desk: Any) -> None:
    at = evening(64)
    played = ("plover.xml", pairs("Plover Pairs", at, 91).encode(), at)
    home = deliver(stack, played)["event"]
    apart = deliver(stack, ("hands.pbn", hands(at, "", "", 31), at + minutes(60)))["event"]
    desk(apart, "Move this event into Plover Pairs")
    wait_until(lambda: len(deals_on(stack, home)) == 8)
    assert_right(stack, home, played)


def test_another_evening_under_this_header_and_an_older_export(stack: Stack, desk: Any) -> None:
    at = evening(66)
    right = ("heron.xml", pairs("Heron Pairs", at, 51).encode(), at + minutes(60))
    other = ("other.xml", pairs("Heron Pairs", at, 52).encode(), at + minutes(90))
    event = deliver(stack, right)["event"]
    held = deliver(stack, other)
    assert held["verdict"] == "held"
    assert_right(stack, event, right)
    desk(event, "Use it instead of all older files", "other.xml")
    assert_right(stack, event, other)
    desk(event, "Withdraw", "other.xml")
    assert_right(stack, event, right)
    older = deliver(stack, ("slow.xml", half_way(pairs("Heron Pairs", at, 51)).encode(), at))
    assert older["verdict"] == "older"
    desk(event, "Use it instead of all older files", "slow.xml")
    assert_right(stack, event, ("slow.xml", half_way(pairs("Heron Pairs", at, 51)).encode(), at))
    desk.page.get_by_role("link", name="slow.xml").click()
    expect(desk.page.get_by_role("heading", name="slow.xml")).to_be_visible()


def test_right_exports_that_are_held_because_another_evening_came_first(stack: Stack, desk: Any) -> None:
    at = datetime.now(UTC) - minutes(60)
    text = pairs("Dunlin Pairs", at, 74)
    right = ("right.xml", text.encode(), at + minutes(20))
    event = deliver(stack, ("dunlin.xml", pairs("Dunlin Pairs", at, 75).encode(), at))["event"]
    assert deliver(stack, right)["verdict"] == "held"
    desk(event, "Use it instead of all older files", "right.xml")
    assert_right(stack, event, right)
    newer = ("right.xml", usebio.change_score(text, Random(7)).encode(), datetime.now(UTC))
    assert deliver(stack, newer)["verdict"] == "counts"
    assert_right(stack, event, newer)


def test_corrections_that_state_an_older_time(stack: Stack, desk: Any) -> None:
    at = evening(70)
    first = ("heath.aca", game("Heath Pairs", at), at)
    second = ("heath.aca", game("Heath Pairs", at - minutes(20), {(1, 1): (-62, 62)}), at + minutes(10))
    event = deliver(stack, first)["event"]
    assert deliver(stack, second)["verdict"] == "older"
    desk(event, "Use it instead of all older files", "is older")
    assert_right(stack, event, second)
    desk(event, "Withdraw", "heath.aca counts")
    assert_right(stack, event, first)


def test_a_board_that_is_missing_in_a_newer_export(stack: Stack, desk: Any) -> None:
    at = evening(72)
    text = pairs("Otter Pairs", at, 41)
    wrong = usebio.remove_board(text, Random(3))
    right, removed = ("otter.xml", text.encode(), at), ("removed.xml", wrong.encode(), at + minutes(20))
    event = deliver(stack, right)["event"]
    assert deliver(stack, removed)["verdict"] == "counts"
    assert_right(stack, event, removed)
    desk(event, "Withdraw", "removed.xml")
    assert_right(stack, event, right)
    desk(event, "Restore", "removed.xml")
    assert_right(stack, event, removed)


TERN, RUFF = evening(74), evening(75)
PLAYED = pairs("Tern Pairs", TERN, 43, Size(10, 3, 2))
RENUMBERED = re.sub(r"(NUMBER>)10(EW<)", r"\g<1>50\2", PLAYED)
BLANKED = ("2-1 1", *ROUND_2[1:])

RIGHT: Mapping[str, Sequence[bytes]] = {
    "TRF: a result blanked": [chess("Ruff Open", RUFF, [ROUND_1, games], 8) for games in (BLANKED, ROUND_2)],
    "TRF: round 2 un-paired": [chess("Knot Open", RUFF, rounds, 8) for rounds in ([ROUND_1, ROUND_2], [ROUND_1])],
    "TRF: a ghost player": [chess("Smew Open", RUFF, [], size) for size in (8, 7)],
    "nine Swiss teams become eight": [teams("Stint Teams", RUFF, size) for size in (9, 8)],
    "a pair renumbered, then a board removed": [
        text.encode() for text in (PLAYED, RENUMBERED, usebio.remove_board(RENUMBERED, Random(3)))
    ],
}
"""Exports of an event in the order in which they come; what a later one no longer says is taken back by itself."""


@pytest.mark.parametrize("exports", RIGHT.values(), ids=RIGHT)
def test_what_a_later_export_takes_back_is_right_without_an_action(
    stack: Stack, desk: Any, exports: Sequence[bytes]
) -> None:
    for count, data in enumerate(exports):
        file = (f"export-{count}.{'xml' if data.startswith(b'<') else 'trf'}", data, RUFF + minutes(10 * count))
        told = deliver(stack, file)
        assert told["verdict"] == "counts"
        assert_right(stack, told["event"], file)
    desk.page.goto(f"{stack.page}/desk/e/{told['event']}")
    expect(desk.page.get_by_role("listitem").filter(has_text=f"{file[0]} counts").first).to_be_visible()
    expect(desk.page.locator(".desk-alert")).to_have_count(0)
