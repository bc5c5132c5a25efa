"""Commands that talk to a running house: send, watch."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from contracts.codes.intake import NOT_PROCESSED
from contracts.feed import EVENTS_CHANNEL, CloseCode, matches_channel, standings_channel
from contracts.standings import ScoredMatch
from kibitz.console import Exit, fail, out, print_json
from kibitz.runner.layout import DEFAULT_FOLDER, Layout
from kibitz.sending import Answer, NotReached, send, status
from kibitz.standings_tables import matches_table

if TYPE_CHECKING:
    from shared.client import FeedEnded, Update

NOT_REACHED = 1006
"""What `shared.client` calls a feed that does not answer; its libraries are not loaded for every command."""

Data = Annotated[Path, typer.Option(help="Folder of the running house, to find its addresses.")]
Token = Annotated[str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token of the sender.")]
Intake = Annotated[str | None, typer.Option("--to", help="Address of the intake; default: the house that runs here.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output, one document a line.")]


def intake_address(to: str | None, data: Path) -> str:
    """The intake to send to: as given, else the house that runs on this machine."""
    return to or str(Layout(data).read_state().get("intake", "http://127.0.0.1:8081"))


def feed_address(feed: str | None, data: Path) -> str:
    """The feed to follow: as given, else the house that runs on this machine."""
    return feed or str(Layout(data).read_state().get("feed", "ws://127.0.0.1:8080/v1/feed"))


def say_not_reached(address: str, error: NotReached) -> None:
    """Say that nobody answers, and what to do."""
    fail(f"nobody answers at {address}: {error}", "Start it with: kibitz up")


def send_files(
    files: Annotated[list[Path], typer.Argument(help="Files to send.", metavar="FILE…")],
    to: Intake = None,
    token: Token = None,
    event: Annotated[str | None, typer.Option(help="Identity of the event, instead of the derived one.")] = None,
    wait: Annotated[float, typer.Option(help="Seconds to wait for the outcome; 0 does not wait.", min=0)] = 10.0,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Send files to a running intake and say what became of them."""
    address = intake_address(to, data)
    worst = Exit.FINE
    for path in files:
        try:
            content = path.read_bytes()
        except OSError as error:
            fail(f"{path}: {error.strerror or error}")
            raise typer.Exit(Exit.UNREADABLE) from error
        outcome = send_one(address, str(path), path.name, content, token, event=event, wait=wait, as_json=as_json)
        worst = max(worst, outcome)
    raise typer.Exit(worst)


def send_one(
    address: str,
    label: str,
    name: str,
    content: bytes,
    token: str | None,
    *,
    event: str | None = None,
    wait: float = 10.0,
    as_json: bool = False,
) -> Exit:
    """Send a file and say what became of it.

    Args:
        address: of the intake.
        label: what the file is called on the screen.
        name: of the file.
        content: its bytes.
        token: bearer token of the sender.
        event: identity of the event, instead of the derived one.
        wait: seconds for the outcome; 0 does not wait.
        as_json: JSON instead of a line for people.
    """
    try:
        answer = send(address, name, content, token=token, event=event)
        if answer.taken and wait:
            answer = wait_for(partial(status, address, answer.sha256, token=token), answer, wait)
    except NotReached as error:
        say_not_reached(address, error)
        raise typer.Exit(Exit.UNREADABLE) from error
    return _say_outcome(label, answer, as_json=as_json)


def wait_for(ask: Callable[[], Answer], first: Answer, seconds: float) -> Answer:
    """Ask until the file is scored, rejected or given up, or the time is up."""
    until, answer = time.monotonic() + seconds, first
    while time.monotonic() < until:
        later = ask()
        if later.status == 200:
            answer = later
            if later.body.get("state") in ("scored", "rejected") or given_up(later):
                break
        time.sleep(0.1)
    return answer


def given_up(answer: Answer) -> dict[str, object]:
    """The finding that a service could not process a file; empty where none says so."""
    findings = answer.body.get("findings")
    found = findings if isinstance(findings, list) else []
    return next((one for one in found if one.get("code") == NOT_PROCESSED.code), {})


def _say_outcome(path: str, answer: Answer, *, as_json: bool) -> Exit:
    state, fault = str(answer.body.get("state", "refused")), given_up(answer)
    good = answer.taken and state != "rejected" and not fault
    if as_json:
        print_json({"file": path, "status": answer.status, **answer.body})
    else:
        mark = "[green]✓[/]" if good else "[red]✗[/]"
        text = fault.get("message") or answer.body.get("reason") or answer.body.get("message") or ""
        out.print(f"{mark} {escape(path)}  {state} {escape(str(text))}")
        advice = fault.get("advice") or answer.body.get("advice")
        if advice and not good:
            out.print(f"  {escape(str(advice))}")
    return Exit.FINE if good else Exit.UNREADABLE


def watch(
    event: Annotated[str | None, typer.Argument(help="Event to follow; without it, the list of events.")] = None,
    matches: Annotated[bool, typer.Option("--matches", help="Its newest matches instead of its standings.")] = False,
    feed: Annotated[str | None, typer.Option(help="Address of the feed, ws://…/v1/feed.")] = None,
    token: Annotated[str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token of a reader.")] = None,
    top: Annotated[int, typer.Option(help="Rows to show.", min=1)] = 30,
    once: Annotated[bool, typer.Option("--once", help="Print what stands now and leave.")] = False,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Follow live standings, or the matches of an event, in the terminal."""
    address = feed_address(feed, data)
    if matches and not event:
        fail("--matches needs an event", "kibitz watch spring-teams --matches")
        raise typer.Exit(Exit.UNREADABLE)
    channel = (matches_channel if matches else standings_channel)(event) if event else EVENTS_CHANNEL
    try:
        asyncio.run(_follow(address, token, channel, top, once=once, as_json=as_json))
    except KeyboardInterrupt:
        raise typer.Exit(Exit.FINE) from None


def _ended(error: "FeedEnded", address: str, channel: str) -> NoReturn:
    if error.code == NOT_REACHED:
        fail(f"nobody answers at {address}: {error}", "Start it with: kibitz up")
    elif error.code == CloseCode.NO_SUCH_CHANNEL:
        fail(f"there is no {channel}", "kibitz watch lists the events; --matches is for events that have some.")
    else:
        fail(f"the feed ends: {error}", "A feed that asks for a token takes it from --token or KIBITZ_TOKEN.")
    raise typer.Exit(Exit.UNREADABLE)


async def _follow(address: str, token: str | None, channel: str, top: int, *, once: bool, as_json: bool) -> None:
    # The library of the feed is only needed here; every other command starts without it.
    from shared.client import Feed, FeedEnded  # noqa: PLC0415

    try:
        async with Feed(address, token=token) as feed:
            updates = feed.follow(channel, wait=not once)
            if as_json:
                async for update in updates:
                    print_json(_document(update))
                    if once:
                        return
                return
            if once:
                out.print(_screen(await anext(updates), channel, top))
                return
            waiting = f"waiting for {channel} at {address} …"
            with Live(escape(waiting), console=out, auto_refresh=False, transient=False) as live:
                async for update in updates:
                    live.update(_screen(update, channel, top), refresh=True)
    except FeedEnded as error:
        _ended(error, address, channel)


def _document(update: "Update") -> dict[str, object]:
    return {
        "channel": update.channel,
        "seq": update.seq,
        "meta": dict(update.table.meta),
        "rows": {key: dict(row) for key, row in update.table.rows.items()},
    }


def _screen(update: "Update", channel: str, top: int) -> RenderableType:
    meta = update.table.meta
    state = "connecting…" if not update.connected else "old" if update.stale else "live"
    progress = meta.get("progress")
    text = progress.get("text", "") if isinstance(progress, dict) else ""
    title = escape(f"{meta.get('title', channel)}  [{state}] {text}")
    if channel == EVENTS_CHANNEL:
        return _events_screen(update, title, top)
    return (
        _matches_screen(update, title, top) if channel.endswith(".matches") else _standings_screen(update, title, top)
    )


def _events_screen(update: "Update", title: str, top: int) -> Group:
    """Two lines an event, because names of events are long; the second is what `kibitz watch EVENT` wants."""
    newest = sorted(update.table.rows.items(), key=lambda item: str(item[1].get("updated") or ""), reverse=True)
    lines = [Text.from_markup(title, style="italic")]
    for key, row in newest[:top]:
        facts = [str(row[name]) for name in ("date", "status", "progress", "leader") if row.get(name)]
        lines.append(Text.assemble((str(row.get("name") or key), "bold"), "  ", " · ".join(facts)))
        lines.append(Text(f"  {key}", style="dim", overflow="fold"))
    return Group(*lines)


def _matches_screen(update: "Update", title: str, top: int) -> Table:
    rows = update.table.sorted("session", "round", "table", "home")
    table = matches_table([ScoredMatch.model_validate(dict(row)) for row in rows], top)
    table.title = title
    return table


def _standings_screen(update: "Update", title: str, top: int) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("", "no.", "name", "%", "score", "boards"):
        table.add_column(heading, justify="left" if heading == "name" else "right")
    shown = None
    rows = update.table.rows.items()
    ordered = sorted(rows, key=lambda item: (str(item[1].get("ranking")), item[1].get("rank") or 1 << 30))
    for key, row in ordered[:top]:
        if row.get("ranking") != shown:
            shown = row.get("ranking")
            table.add_row("", "", f"[bold]{escape(str(shown))}[/]", "", "", "")
        style = "reverse" if key in update.changed else ""
        decides = row.get("percentage") if row.get("final") is None else row.get("final")
        values = (row.get("place"), row.get("number"), row.get("name"), decides, row.get("total"), row.get("boards"))
        table.add_row(*(escape(str(value or "")) for value in values), style=style)
    return table
