"""A director's evening, played twice: at the desk on a phone and a desktop in turn, and at the command line.

Whatever is done at the desk is done by names that are seen there: labels, buttons, links, and words of the list of
decisions. After each step both servers show the same, and at the end their files of decisions say the same.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import expect

from contracts.base import DECISIONS
from contracts.messages import FileReceived
from contracts.packing import unpacked
from kibitz_client.sending import send
from tests.support.at_the_desk import expect_done
from tests.support.correction_streams import shown, table
from tests.support.stack import Stack, kibitz, wait_until
from tests.support.time_limits import scaled
from tests.support.witness import stored

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

META = {"standings": ("status", "title", "method"), "seats": ("round", "locked", "exchanges", "system")}
"""What is compared besides rows."""


DROPPED = """([name, text]) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], name));
  return dropped;
}"""


def drop(page: Any, name: str, data: bytes) -> None:
    """Drop a file somewhere on a page."""
    dropped = page.evaluate_handle(DROPPED, [name, data.decode()])
    page.locator("h1").dispatch_event("drop", {"dataTransfer": dropped})


class Desk:
    """The desk of a server in two browsers, which take turns; no address is typed but that of the desk itself."""

    def __init__(self, stack: Stack, chromium: Any) -> None:
        self.stack = stack
        self.contexts = [chromium.new_context(**device) for device in (PHONE, DESKTOP)]
        self.pages = [context.new_page() for context in self.contexts]
        for page in self.pages:
            page.set_default_timeout(scaled(10_000))
            page.goto(f"{stack.page}/desk")
        self._turns = cycle(self.pages)
        self.title = ""
        self.page = self.pages[0]

    def send(self, name: str, data: bytes) -> None:
        page = self.page = next(self._turns)
        self._home()
        if page is self.pages[0]:
            page.get_by_label("Result files").set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})
            page.get_by_role("button", name="Send").tap()
        else:
            drop(page, name, data)
        expect(page.locator(".desk-uploads li").first).to_contain_text(re.compile(f"{name}.*arrived"))

    def open(self, tab: str) -> Any:
        """A page of the event that is played, on the device whose turn it is."""
        page = self.page = next(self._turns)
        if page.get_by_role("heading", name=self.title, exact=True).count() == 0:
            self._home()
            event = self.section("Events").get_by_role("link", name=self.title, exact=True)
            wait_until(lambda: page.reload() and event.count())
            event.click()
        page.get_by_role("navigation", name="Pages of the event").get_by_role("link", name=tab, exact=True).click()
        expect(page.locator('[aria-current="page"]').first).to_have_text(tab)
        self.fits()
        return page

    def _home(self) -> None:
        back = self.page.get_by_role("link", name="Desk", exact=True)
        if back.count():
            back.click()

    def section(self, heading: str) -> Any:
        return self.page.locator("section").filter(has=self.page.get_by_role("heading", name=heading, exact=True))

    def press(self, button: Any) -> None:
        """Press a button as the device does, and see what the page says of it."""
        with self.page.expect_navigation():
            button.tap() if self.page is self.pages[0] else button.click()

    def done(self, button: Any) -> None:
        self.press(button)
        expect_done(self.page)

    def fits(self) -> None:
        """Nothing is wider than the device."""
        wide, width = self.page.locator("html").evaluate("(html) => [html.scrollWidth, html.clientWidth]")
        assert wide <= width, (wide, width, self.page.url)

    def fill(self, within: Any, fields: dict[str, str]) -> None:
        """Fill in fields by their labels; a choice by the beginning of its words."""
        for label, value in fields.items():
            named = {"name": label, "exact": True}
            place = within.get_by_role("textbox", **named).or_(within.get_by_role("combobox", **named))
            words = place.locator("option").all_inner_texts()
            if words:
                place.select_option(label=next(each for each in words if re.match(rf"{re.escape(value)}\b", each)))
            else:
                place.fill(value)

    def in_section(self, tab: str, heading: str, button: str, **fields: str) -> None:
        """Fill in the form of a section, and send it."""
        self.open(tab)
        decide = self.page.get_by_role("button", name=button, exact=True)
        form = self.section(heading).locator("form").filter(has=decide)
        self.fill(form, {label.replace("_", " "): value for label, value in fields.items()})
        self.done(form.get_by_role("button", name=button, exact=True))

    def undo(self, words: str) -> None:
        self.open("Event")
        line = self.section("Decisions and undo").get_by_role("listitem").filter(has_text=words)
        self.done(line.get_by_role("button", name="Undo", exact=True).first)

    def status(self, status: str) -> None:
        self.open("Event")
        self.done(self.page.get_by_role("button", name=status.title(), exact=True))

    def close(self) -> None:
        for context in self.contexts:
            context.close()


@dataclass
class Evening:
    """The same evening on two servers.

    Attributes:
        commands: the words of a command by the name of the event.
    """

    desk: Desk
    by_command: Stack
    title: str
    event: str = ""

    def __post_init__(self) -> None:
        """Sit down at the desk."""
        self.desk.title = self.title

    def send(self, name: str, data: bytes, seated: int | None = None) -> None:
        """A file of the scoring program, which both get, after which a round is seated."""

        def sent() -> None:
            answer = send(self.by_command.intake, name, data, written_at=datetime.now(UTC))
            assert answer.status == 201, answer.body

        self._both(lambda: self.desk.send(name, data), sent)
        if seated is not None:
            for stack in (self.desk.stack, self.by_command):
                wait_until(lambda stack=stack: self.state(stack)["round"] == seated)

    def decide(self, words: str | Sequence[str], at_the_desk: Callable[[], object]) -> None:
        """A decision: the words of its command, with {event} for the event, and the same at the desk."""
        split = words.split() if isinstance(words, str) else words
        self._both(at_the_desk, lambda: kibitz(self.by_command, *(word.format(event=self.event) for word in split)))

    def undo(self, kind: str, words: str) -> None:
        """The newest decision of a kind is undone; at the desk it is found by what it says."""

        def retract() -> None:
            with urlopen(f"{self.by_command.intake}/v1/files", timeout=scaled(10)) as answer:
                listed = json.loads(answer.read())["files"]
            file, *_ = (each for each in listed if each["name"].startswith(f"{self.event}-{kind}-"))
            kibitz(self.by_command, "retract", file["sha256"], "--event", self.event)

        self._both(lambda: self.desk.undo(words), retract)

    def away(self, who: str, what: str, **more: str) -> Callable[[], None]:
        """Who misses a round, leaves, or comes back, at the desk."""
        fields = {"Who": who, "Away_or_back": what, **more}
        return lambda: self.desk.in_section("Rounds", "Absences, withdrawals and returns", "Save", **fields)

    def score(self, board: str, ns: str, gets: str, reason: str = "") -> None:
        """The score of a line of a board, at the desk."""
        page = self.desk.open("Results")
        page.get_by_role("navigation", name="Boards").get_by_role("link", name=board, exact=True).click()
        line = page.get_by_role("listitem").filter(has=page.locator("summary", has_text=f"{ns} "))
        line.locator("summary").click()
        self.desk.fill(line, {"North-South get": gets, "Reason": reason})
        self.desk.done(line.get_by_role("button", name="Set the score"))

    def finding(self, words: str, says: str) -> Any:
        """A finding on the page Check, which says that it is an error, or settled."""
        self.desk.open("Check")
        finding = self.desk.page.get_by_role("listitem").filter(has_text=words)
        expect(finding.locator("b").first).to_have_text(says)
        return finding

    def meant(self, finding: Any, link: str) -> Any:
        """The result that a finding is about, by its link."""
        finding.get_by_role("link", name=link, exact=True).click()
        self.desk.fits()
        return self.desk.page.locator("#meant")

    def game(self, white: int, black: int, result: str, number: int | None = None) -> None:
        """The result of a game, at the desk."""
        page = self.desk.open("Results")
        if number is not None:
            page.get_by_role("navigation", name="Rounds").get_by_role("link", name=f"Round {number}").click()
        names = [self.name(str(who)) for who in (white, black)]
        choice = page.get_by_role("combobox", name=f"Result of {names[0]} against {names[1]}", exact=True)
        choice.select_option(label=result)
        self.desk.done(page.locator("form").filter(has=choice).get_by_role("button", name="Save"))

    def match(self, home: str, away: str, button: str, **fields: str) -> None:
        """A ruling on a match, at the desk."""
        page = self.desk.open("Results")
        line = page.get_by_role("listitem").filter(has=page.locator("summary", has_text=f"{home} – "))
        line = line.filter(has_text=away)
        line.locator("summary").click()
        self.rule(line, button, **fields)

    def rule(self, line: Any, button: str, **fields: str) -> None:
        """A form of a line that is open."""
        form = line.locator("form").filter(has=self.desk.page.get_by_role("button", name=button, exact=True))
        self.desk.fill(form, {label.replace("_", " "): value for label, value in fields.items()})
        self.desk.done(form.get_by_role("button", name=button, exact=True))

    def changed(self, number: str) -> str:
        """What the desk says of somebody's line since the standings were official."""
        self.desk.open("Event")
        changes = self.desk.section("Changed since official").get_by_role("row")
        return str(changes.filter(has_text=f"{number} ").inner_text())

    # What the desk's server says

    def seats(self) -> list[tuple[str, str, str]]:
        """Table, North-South and East-West of the next round."""
        return [(row["table"], row["ns"], row["ew"]) for row in shown(self.desk.stack, self.event)["seats"]]

    def games(self) -> list[tuple[int, int]]:
        """White and Black of the next round, by table."""
        return [(int(row["white"]), int(row["black"])) for row in shown(self.desk.stack, self.event)["seats"]]

    def board(self, number: str) -> list[dict[str, Any]]:
        return list(table(self.desk.stack, f"{self.event}/boards/{number}")["rows"].values())

    def totals(self) -> dict[str, Decimal]:
        """What the standings have for each."""
        rows = table(self.desk.stack, f"{self.event}/standings")["rows"].values()
        return {row["number"]: Decimal(row["percentage"] or row["total"]) for row in rows}

    def name(self, number: str) -> str:
        rows = table(self.desk.stack, f"{self.event}/standings")["rows"].values()
        return next(str(row["name"]) for row in rows if row["number"] == number)

    def status(self) -> str:
        return str(table(self.desk.stack, f"{self.event}/standings")["meta"]["status"])

    def compare(self) -> None:
        """The decisions are the same on both servers."""
        one, other = (self._decided(stack) for stack in (self.desk.stack, self.by_command))
        assert one
        assert [pair for pair in zip_longest(one, other) if pair[0] != pair[1]] == []

    def _both(self, at_the_desk: Callable[[], object], by_command: Callable[[], object]) -> None:
        """Do it on both servers: something changes, and the same."""
        before = self.state(self.by_command)
        by_command()
        at_the_desk()
        wait_until(lambda: self.state(self.by_command) != before)
        wait_until(lambda: self.state(self.desk.stack) == self.state(self.by_command))

    def state(self, stack: Stack) -> dict[str, Any]:
        """What everybody sees of the event, and what is declared of it."""
        if not self.event:
            events = stack.get("/v1/events")["rows"]
            self.event = next((event for event, row in events.items() if row["name"] == self.title), "")
        metas = {part: table(stack, f"{self.event}/{part}")["meta"] for part in META}
        return {
            **shown(stack, self.event),
            **{name: metas[part].get(name) for part, names in META.items() for name in names},
        }

    def _decided(self, stack: Stack) -> list[Any]:
        """The decisions about the event in their order, without who and when; a file of them by its place there."""
        with ThreadPoolExecutor() as pool:  # Playwright has an event loop in this thread.
            kept = pool.submit(asyncio.run, stored(stack.state()["nats"])).result()
        messages = [said.body for said in kept if said.subject.startswith("intake.file.received.")]
        received = [FileReceived.model_validate_json(body) for body in messages if body]
        found: dict[str, Any] = {}
        for each in received:
            if each.file.format == DECISIONS and each.content is not None:
                document = json.loads(unpacked(each.content, each.file.size, each.file.sha256))
                if document["event"] == self.event:
                    found[each.file.sha256] = document["decisions"]
        text = json.dumps(list(found.values()))
        for place, sha256 in enumerate(found):
            text = text.replace(sha256, f"decision {place}")
        return list(json.loads(text))


def servers(chromium: Any, folder: Path) -> Iterator[tuple[Desk, Stack]]:
    """Two clean servers; the decisions of the one, made at the desk, equal those of the other at the end."""
    folders = [folder / name for name in ("desk", "command")]
    for each in folders:
        each.mkdir()
    with Stack(folders[0]) as stack, Stack(folders[1]) as by_command:
        desk = Desk(stack, chromium)
        yield desk, by_command
        desk.close()
