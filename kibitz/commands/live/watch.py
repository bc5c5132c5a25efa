"""The command that follows the standings or the matches of an event in the terminal."""

import asyncio
from typing import Annotated, NoReturn

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from contracts.feed import EVENTS_CHANNEL, CloseCode, matches_channel, standings_channel
from contracts.standings import ScoredMatch
from kibitz.commands.options import AsJson, Data
from kibitz.console import Exit, misused, out, plain_table, print_json, warn
from kibitz.running_server import address_of, page_of
from kibitz.scoreboard import event_named
from kibitz.standings_tables import matches_table
from kibitz_client import Feed, FeedEnded, NoSuchChannel, NotReached, Update
from kibitz_client.channels import similar_events
from kibitz_client.tables import Row


def watch(
    event: Annotated[str | None, typer.Argument(help="Event to follow.", show_default="the list of events")] = None,
    matches: Annotated[
        bool, typer.Option("--matches", help="Show its newest matches instead of its standings.")
    ] = False,
    feed: Annotated[
        str | None, typer.Option(help="Address of the feed, ws://…/v1/feed.", show_default="the server on this machine")
    ] = None,
    token: Annotated[str | None, typer.Option(envvar="KIBITZ_TOKEN", help="Bearer token of a reader.")] = None,
    top: Annotated[int, typer.Option(help="Rows to show.", min=1)] = 30,
    once: Annotated[bool, typer.Option("--once", help="Print the present state and stop.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Follow live standings, or the matches of an event, in the terminal."""
    address = address_of("feed", feed, data)
    if matches and not event:
        misused("--matches needs an event", "kibitz watch spring-teams --matches")
    if event:
        event = event_named(page_of(address), event, token)
    channel = (matches_channel if matches else standings_channel)(event) if event else EVENTS_CHANNEL
    try:
        asyncio.run(_follow(address, token, channel, top, once=once, as_json=as_json))
    except KeyboardInterrupt:
        raise typer.Exit(Exit.FINE) from None


def _ended(error: FeedEnded | NotReached) -> NoReturn:
    if isinstance(error, NotReached):
        misused(str(error), "Start the server with: kibitz up")
    if isinstance(error, NoSuchChannel):
        misused(str(error), "kibitz events list shows the events.")
    misused(f"the feed has ended: {error}", "If it asks for a token, give it with --token or KIBITZ_TOKEN.")


async def _follow(address: str, token: str | None, channel: str, top: int, *, once: bool, as_json: bool) -> None:
    try:
        async with Feed(address, token=token) as feed:
            if not once:
                # A server that is lost later is waited for, and so is an event; one that is not there is not.
                events = (await anext(feed.follow(EVENTS_CHANNEL, wait=False))).table.rows
                if channel != EVENTS_CHANNEL and channel.split(".")[1] not in events:
                    missing = NoSuchChannel(CloseCode.NO_SUCH_CHANNEL, channel, similar_events(channel, events))
                    warn(str(missing), "It is waited for. Ctrl-C ends that.")
            updates = feed.follow(channel, wait=not once)
            if as_json:
                async for update in updates:
                    rows = {key: dict(row) for key, row in update.table.rows.items()}
                    print_json({"channel": channel, "seq": update.seq, "meta": dict(update.table.meta), "rows": rows})
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
    except (FeedEnded, NotReached) as error:
        _ended(error)


def _screen(update: Update[Row], channel: str, top: int) -> RenderableType:
    meta = update.table.meta
    state = "connecting…" if not update.connected else "old" if update.stale else "live"
    progress = meta.get("progress")
    text = progress.get("text", "") if isinstance(progress, dict) else ""
    title = escape(f"{meta.get('title', channel)}  [{state}] {text}")
    if channel == EVENTS_CHANNEL:
        return _events_screen(update, title, top)
    if channel.endswith(".matches"):
        rows = update.table.sorted("session", "round", "table", "home")
        table = matches_table([ScoredMatch.model_validate(dict(row)) for row in rows], top)
        table.title = title
        return table
    return _standings_screen(update, title, top)


def _events_screen(update: Update[Row], title: str, top: int) -> Group:
    """Two lines an event, because names are long; the second is the identity that `kibitz watch EVENT` takes."""
    newest = sorted(update.table.rows.items(), key=lambda item: str(item[1].get("updated") or ""), reverse=True)
    lines = [Text.from_markup(title, style="italic")]
    for key, row in newest[:top]:
        facts = [str(row[name]) for name in ("date", "status", "progress", "leader") if row.get(name)]
        lines.append(Text.assemble((str(row.get("name") or key), "bold"), "  ", " · ".join(facts)))
        lines.append(Text(f"  {key}", style="dim", overflow="fold"))
    return Group(*lines)


def _standings_screen(update: Update[Row], title: str, top: int) -> Table:
    finals = any(row.get("final") is not None for row in update.table.rows.values())
    numbers = (*(["final"] if finals else []), "%", "score", "boards")
    table = plain_table("", "no.", "name", *numbers, title=title, right=("", "no.", *numbers))
    shown = None
    rows = update.table.rows.items()
    ordered = sorted(rows, key=lambda item: (str(item[1].get("ranking")), item[1].get("rank") or 1 << 30))
    for key, row in ordered[:top]:
        if row.get("ranking") != shown:
            shown = row.get("ranking")
            table.add_row("", "", f"[bold]{escape(str(shown))}[/]")
        style = "reverse" if key in update.changed else ""
        total, percentage, final = (row.get(name) for name in ("total", "percentage", "final"))
        # With handicap and carry-forward a percentage or, where there is none, a total decides.
        decides = final if final is not None else total if percentage is None else percentage
        scores = (*([decides] if finals else []), percentage, total)
        values = (row.get("place"), row.get("number"), row.get("name"), *scores, row.get("boards"))
        table.add_row(*(escape(str(value or "")) for value in values), style=style)
    return table
