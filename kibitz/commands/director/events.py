"""The events, and decisions about the files that belong to them, for files that say it wrong or not at all."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from contracts.base import slug
from contracts.decisions import NameEvent, ReassignFiles
from kibitz.commands.director.delivery import Delivery, DeliveryByScoreboard
from kibitz.commands.options import AsJson, Data, Event, Intake, Page, Token
from kibitz.console import misused, out, print_json, warn
from kibitz.running_server import address_of
from kibitz.scoreboard import digest_of, event_named, has_arrived, own_events, recent_files, snapshot
from kibitz_client.sending import status
from shared.formats.decisions.splitting import SplitFile, own_event, splitting

Only = Annotated[bool, typer.Option("--only", help="Only these files, not others of the same name and sender.")]
Back = Annotated[bool, typer.Option("--back", help="Undo it.")]

FILES_LISTED = 20
"""Files of an event that are listed."""

MOST_FILES = 500
"""Files in one command: each takes a decision, and its name another, of the 1,000 that a file can hold."""


def list_events(
    page: Page = None, to: Intake = None, token: Token = None, data: Data = None, as_json: AsJson = False
) -> None:
    """List the events with their names, their status, and the newest twenty of their files, each with its verdict."""
    address = address_of("page", page, data)
    # The intake on this machine knows nothing of a scoreboard elsewhere.
    arrived = [] if page and not to else recent_files(address_of("intake", to, data), token)
    events = []
    for event, row in sorted(snapshot(address, "", token).get("rows", {}).items()):
        meta = snapshot(address, f"{event}/standings", token).get("meta", {})
        files = _files_of(event, arrived, meta.get("sources", ()))
        own = {"event": event, "name": row.get("name"), "status": row.get("status")}
        events.append({**own, "looks_like": meta.get("looks_like", []), "files": files})
    if as_json:
        print_json(events)
        return
    digits = _digits({file["sha256"] for entry in events for file in entry["files"]})
    for entry in events:
        out.print(Text(str(entry["event"]), style="bold"), soft_wrap=True)
        out.print(Text(f"  {' · '.join(str(entry[part]) for part in ('name', 'status') if entry[part])}"))
        for alike in entry["looks_like"]:
            text = ". ".join(filter(None, (alike["text"], alike.get("advice"))))
            out.print(Text(f"  ! {text}", style="yellow"), soft_wrap=True)
        if entry["files"]:
            out.print(Padding(_files_table(entry["files"], digits), (0, 0, 0, 2), expand=False))


def _files_table(files: list[dict[str, str]], digits: int) -> Table:
    """Files, their digests to so many digits, and what came of each; only the names are cut where there is no room."""
    indent_and_gaps = 6
    room = out.width - indent_and_gaps - digits - max(len(file["verdict"]) for file in files)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(overflow="ellipsis", no_wrap=True, max_width=max(room, 8))
    for _ in ("digest", "verdict"):
        table.add_column(no_wrap=True)
    for file in files:
        table.add_row(escape(file["name"]), file["sha256"][:digits], file["verdict"])
    return table


def _files_of(event: str, arrived: list[dict[str, Any]], sources: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """The newest files of an event, of all that have arrived, with what came of them; its sources are oldest first."""
    files: dict[str, dict[str, str]] = {}
    for file in arrived:
        for part in file.get("events", ()):
            word = part.get("verdict") or part["state"]
            # One without a verdict that is scored has only come through.
            if part["event"] == event and word not in ("scored", "moved"):
                files[file["sha256"]] = {"name": file["name"], "sha256": file["sha256"], "verdict": word}
    for source in reversed(sources):
        known = {"name": source["name"], "sha256": source["file"], "verdict": "counts"}
        files.setdefault(source["file"], known)
    return list(files.values())[:FILES_LISTED]


def _digits(digests: set[str]) -> int:
    """How many digits tell these digests apart, at least eight."""
    return next(length for length in range(8, 65) if len({sha256[:length] for sha256 in digests}) == len(digests))


def link(
    target: Annotated[str, typer.Argument(help="The event that gets the files.", metavar="EVENT")],
    others: Annotated[list[str], typer.Argument(help="Events whose files move to it.", metavar="OTHER…")],
    back: Back = False,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Move all files of other events into this event, future ones as well; --back undoes it.

    You may name an event that has no files yet: the decision waits for it.
    """
    address, token = delivery.scoreboard, delivery.token
    others = [event_named(address, other, token) for other in others]
    event = event_named(address, target, token, besides=others)
    if event in others:
        misused(f"{event} cannot be linked to itself", "kibitz events link EVENT OTHER…")
    for name in (event, *others):
        if slug(name) != name:
            misused(f"{name} is not the identity of an event", "kibitz events list shows the events.")
    for name in (event, *others):
        if not has_arrived(address, name, token):
            warn(f"event {name} has no files yet: the decision waits for it", "If it is misspelt, --back undoes it.")
    for other in others:
        decision = ReassignFiles(decision="reassign", to=None if back else event)
        delivery.send(other, decision)


def name_event(
    event: Event,
    name: Annotated[str, typer.Argument(help="What it is called from now on.", metavar="NAME")],
    *,
    delivery: Delivery,
) -> None:
    """Name the event, whatever its files call it; `kibitz retract` of the decision undoes it."""
    try:
        decision = NameEvent(decision="name", name=name)
    except ValidationError:
        misused(f"{name[:40]!r} cannot be the name of an event", "Give a name of one line.")
    delivery.send(event, decision)


def split(
    files: Annotated[list[str], typer.Argument(help="The files, or the beginnings of their SHA-256.", metavar="FILE…")],
    name: Annotated[
        str | None, typer.Option("--as", help="Identity of their event.", show_default="made from the old event's")
    ] = None,
    event: Annotated[str | None, typer.Option(help="Which of its events, for a file that holds several.")] = None,
    only: Only = False,
    back: Back = False,
    *,
    delivery: Delivery,
) -> None:
    """Move these files into an event of their own, as if they had never been in another; --back undoes it.

    Other files of the same name and sender go with them, future ones as well.
    """
    if len(files) > MOST_FILES:
        misused(f"{len(files)} files are too many", f"Split off {MOST_FILES} at a time, all with the same --as.")
    address = delivery.intake
    digests = sorted({digest_of(file, address, delivery.token) for file in files})
    homes = {sha256: _home(address, sha256, event, delivery.token) for sha256 in digests}
    leaving: dict[str, SplitFile] = {}
    for sha256 in digests:
        file = {} if only else status(address, sha256, token=delivery.token).body.get("file") or {}
        leaving[sha256] = SplitFile(sha256, str(file.get("name") or ""), str(file.get("sender") or ""))
    event_name = name or own_event(homes[digests[0]], digests)
    for home in sorted(set(homes.values())):
        # For a single file, --back names its home: a decision about its name may still hold.
        target = event_name if not back else home if only else None
        try:
            decisions = splitting([leaving[own] for own in digests if homes[own] == home], target, only=only)
        except ValidationError:
            misused(
                f"{event_name} is not the identity of an event",
                "Use small letters, digits and hyphens: kibitz events split FILE --as b-final",
            )
        delivery.send(home, *decisions)
    if not delivery.as_json:
        out.print("back in their own event" if back else f"now in event {event_name}")
        for file_name, sender in sorted({(file.name, file.sender) for file in leaving.values() if file.name}):
            out.print(f"with all files named {escape(file_name)} from {escape(sender or 'an unknown sender')}")


def _home(address: str, sha256: str, event: str | None, token: str | None) -> str:
    """The event that a file belongs to by its own content; of several, the one that is named."""
    own = own_events(address, sha256, token)
    if event is not None and event not in own:
        misused(f"file {sha256[:12]} does not belong to {event}", f"It belongs to: {', '.join(own)}")
    if event is None and len(own) > 1:
        misused(f"file {sha256[:12]} holds several events: {', '.join(own)}", "Choose one with --event.")
    return event or own[0]
