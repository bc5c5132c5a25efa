"""A Chromium, a server with the scoreboard on it, and a page that remembers everything that goes wrong in it."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.time_limits import scaled

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.support.fake_feed import StandIn  # noqa: E402
from tests.support.made_up_kinds import MadeUp  # noqa: E402
from tests.support.made_up_pairs import MadeUpPairs  # noqa: E402
from tests.support.scoreboard_stage import BroadcastStage, Stage  # noqa: E402
from tests.support.stack import Stack  # noqa: E402

# A machine that runs other tests at the same time may take seconds to start a page; the tests measure nothing by this.
sync_api.expect.set_options(timeout=scaled(15_000))

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
]

WATCH_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""

NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED"
"""What Chromium makes of every open connection when containers start or stop on the same machine."""

WORKER_BLOCKED = "Service Worker registration blocked by Playwright"

UNREACHABLE = re.compile(r"ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Failed to load resource|WebSocket connection to")
"""What a browser writes into its console by itself when a server is not there."""


def chromium_path() -> str | None:
    """Where Chromium is, or None."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = chromium_path()
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium, or CHROMIUM=path)")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    stage = StandIn()
    yield stage
    stage.stop()


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A whole server of the test's own."""
    with Stack(tmp_path) as running:
        yield running


@pytest.fixture
def broadcast() -> Iterator[BroadcastStage]:
    stage = BroadcastStage()
    yield stage
    stage.stop()


@pytest.fixture
def stage(broadcast: BroadcastStage) -> Stage:
    """The server that users meet, for tests that need no more of it than a stage has."""
    return broadcast


@pytest.fixture
def pairs() -> MadeUpPairs:
    event = MadeUpPairs(tables=7, rounds=7)
    event.play(2)
    return event


def publish(stage: Stage, pairs: MadeUpPairs) -> None:
    """Everything that is known of an event."""
    for board in pairs.boards():
        stage.publish_board(board)
    stage.publish(pairs.standings())
    stage.publish_seats(pairs.seats())


def names(page: Any) -> list[str]:
    """The names of the standings, from the top."""
    return list(page.locator(".standings tbody th .name").all_inner_texts())


def in_order(pairs: MadeUpPairs, ranking: int = 0) -> list[str]:
    """The names that should be there."""
    rows = pairs.standings().rankings[ranking].rows
    return [row.name for row in sorted(rows, key=lambda row: (row.rank or 999, row.number[:2], int(row.number[2:])))]


def expect_standings(page: Any, pairs: MadeUpPairs) -> None:
    """The overall standings, from the top."""
    sync_api.expect(page.locator(".standings tbody th .name")).to_have_text(in_order(pairs))


def expect_live(page: Any) -> None:
    """The connection stands, and everything is up to date."""
    sync_api.expect(page.locator(".connection")).to_have_attribute("data-look", "live", timeout=scaled(15_000))


def expect_taken_over(page: Any) -> None:
    """What the server has rendered has been replaced by what the scripts keep live."""
    sync_api.expect(page.locator("main[data-channels]")).to_have_count(0)


def settle(page: Any) -> None:
    """Wait until the page shows what it has to show."""
    sync_api.expect(page.locator(".connection")).to_have_attribute("data-look", re.compile("live|busy"))
    expect_taken_over(page)
    sync_api.expect(page.locator(".waiting-rows")).to_have_count(0)
    sync_api.expect(page.locator("h1, .empty h2").first).to_be_visible()


def nameless(page: Any, *roles: str) -> list[str]:
    """What has one of these roles and no name for a screen reader."""
    lines = [line.strip() for line in page.locator("body").aria_snapshot().splitlines()]
    of_roles = [line for line in lines if re.match(rf"- '?({'|'.join(roles)})\b", line)]
    return [line for line in of_roles if not re.match(r"- '?[a-z]+ \"\S|- '?[a-z]+: \S", line)]


def publish_made_up(stage: Stage, made: MadeUp) -> None:
    """Standings, travellers and matches of an event of another kind."""
    for board in made.boards:
        stage.publish_board(board)
    stage.publish(made.standings)


def wait_until(page: Any, condition: str) -> None:
    """Wait until an expression of the page is true; its security policy lets Playwright evaluate none by itself."""
    for _ in range(150):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(scaled(100))
    raise AssertionError(f"never true: {condition}")


@dataclass
class Visitor:
    """Somebody with a browser.

    Attributes:
        outages: the test takes the server away: what the browser itself says about that is no problem.
        origins: where they have been.
    """

    page: Any
    context: Any
    problems: list[str] = field(default_factory=list)
    outages: bool = False
    origins: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.listeners = {
            "console": lambda line: (
                None if self.is_expected(line) else self.problems.append(f"{line.text} {line.location['url']}")
            ),
            "pageerror": lambda error: self.problems.append(str(error)),
            "dialog": lambda dialog: (self.problems.append(f"dialog {dialog.message}"), dialog.dismiss()),
            "framenavigated": lambda frame: self.origins.add("/".join(frame.url.split("/")[:3])),
        }
        for kind, listener in self.listeners.items():
            self.page.on(kind, listener)

    def is_expected(self, line: Any) -> bool:
        """Whether nothing is wrong: not all is well for a browser that a page says that something does not exist."""
        return line.type not in ("error", "warning") or ("404" in line.text and line.location["url"] == self.page.url)

    def open(self, stage: Stage, address: str = "") -> Any:
        """Go to an address of the scoreboard."""
        bar = sync_api.expect(self.page.locator(".connection"))
        self.page.goto(stage.url + address)
        for _ in range(4):
            try:
                bar.to_be_visible(timeout=scaled(10_000))
            except AssertionError:
                # The page tries again by itself unless the very script that would do so was cut off.
                if not any(NETWORK_CHANGED in problem for problem in self.problems):
                    raise
                self.page.reload()
        bar.to_be_visible()
        expect_taken_over(self.page)
        return self.page

    def check(self) -> None:
        """Nothing went wrong."""
        violations = self.page.evaluate("window.violations ?? []")
        problems = [text for text in self.problems if NETWORK_CHANGED not in text and WORKER_BLOCKED not in text]
        problems = [text for text in problems if not (self.outages and UNREACHABLE.search(text))]
        assert not violations, violations
        assert not problems, problems

    def leave(self) -> None:
        """Leave the page as it was found: empty, with nothing remembered and in its own looks."""
        for kind, listener in self.listeners.items():
            self.page.remove_listener(kind, listener)
        self.page.unroute_all()
        # A page of an error has no storage of its own.
        self.page.evaluate("() => { try { window.sessionStorage.clear(); } catch {} }")
        self.page.goto("about:blank")
        self.page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
        session = self.context.new_cdp_session(self.page)
        for origin in self.origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        self.context.clear_cookies()


SERVERS = {"stand_in", "stage", "stages", "site", "broadcast"}
"""Fixtures that end with the server that they started."""


POOLED = {"java_script_enabled", "locale", "is_mobile", "has_touch"}
"""Options of contexts that serve one test after the other."""


@pytest.fixture(scope="session")
def idle_pages(chromium: Any) -> dict[str, list[Any]]:
    """Pages that wait for the next test, by their options: a new context costs four times what a page in it does."""
    return {}


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, chromium: Any, idle_pages: dict[str, list[Any]]
) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end none of them may have met an error or a violation of the security policy."""
    # What is set up first ends last: a page that still asks for something would meet a server that is gone.
    for name in sorted(SERVERS.intersection(request.fixturenames)):
        request.getfixturevalue(name)
    visitors: list[tuple[Visitor, list[Any] | None]] = []

    def come(*, width: int = 1200, height: int = 800, before: str = "", own: bool = False, **options: Any) -> Visitor:
        """A visitor; with `own` in a context that nobody had before: a cold cache, a clock that the test sets."""
        size = {"width": width, "height": height}
        pooled = not before and not own and POOLED.issuperset(options)
        # What a service worker fetches, a test could not answer in the server's place.
        options = {"service_workers": "block", "locale": "en-GB", **options}
        idle = idle_pages.setdefault(repr(sorted(options.items())), []) if pooled else None
        if idle:
            page = idle.pop()
            page.set_viewport_size(size)
        else:
            context = chromium.new_context(viewport=size, **options)
            context.add_init_script(WATCH_VIOLATIONS + before)
            page = context.new_page()
            page.set_default_timeout(scaled(15_000))
        visitor = Visitor(page, page.context)
        visitors.append((visitor, idle))
        return visitor

    yield come
    for visitor, idle in visitors:
        visitor.check()
        if idle is None:
            visitor.context.close()
        else:
            visitor.leave()
            idle.append(visitor.page)


@pytest.fixture(scope="session")
def page_of_modules(chromium: Any) -> Iterator[Any]:
    """A page from which modules are imported."""
    stage = StandIn()
    context = chromium.new_context(service_workers="block", locale="en-GB")
    context.add_init_script(WATCH_VIOLATIONS)
    page = context.new_page()
    page.goto(f"{stage.url}e/nothing-here/nowhere")
    expect_taken_over(page)
    yield page
    context.close()
    stage.stop()


@pytest.fixture
def run(page_of_modules: Any) -> Iterator[Callable[..., Any]]:
    """Calls something with the exports of a module of the page as `m` and an argument as `a`, in English."""
    page, visitor = page_of_modules, Visitor(page_of_modules, page_of_modules.context)

    def evaluate(module: str, code: str, argument: Any = None) -> Any:
        return page.evaluate(
            f"""async (a) => {{
              (await import('/scripts/words.js')).speak('en', {{}});
              const m = await import('/scripts/{module}');
              return {code.strip()};
            }}""",
            argument,
        )

    yield evaluate
    visitor.check()
    for kind, listener in visitor.listeners.items():
        page.remove_listener(kind, listener)
