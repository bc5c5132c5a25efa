"""The events, and decisions about the files that belong to them, for files that say it wrong or not at all."""

import hashlib
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape
from rich.table import Table

from contracts.base import slug
from contracts.decisions import ReassignFiles
from kibitz.commands.director.delivery import Delivery, DeliveryByScoreboard
from kibitz.commands.options import AsJson, Data, Page, Token
from kibitz.console import misused, out, print_json, warn
from kibitz.running_server import address_of
from kibitz.scoreboard import digest_of, has_arrived, own_events, snapshot
from kibitz.sending import status

Only = Annotated[bool, typer.Option("--only", help="Only these files, not others of the same name and sender.")]
Back = Annotated[bool, typer.Option("--back", help="Undo it.")]

MOST_FILES = 500
"""Files in one command: each takes a decision, and its name another, of the 1,000 that a file can hold."""


def list_events(page: Page = None, token: Token = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the events with their names, their status, and the newest twenty of their files."""
    address = address_of("page", page, data)
    events = []
    for event, row in sorted(snapshot(address, "", token).get("rows", {}).items()):
        sources = snapshot(address, f"{event}/standings", token).get("meta", {}).get("sources", ())
        files = [{"name": source["name"], "sha256": source["file"]} for source in sources]
        events.append({"event": event, "name": row.get("name"), "status": row.get("status"), "files": files})
    if as_json:
        print_json(events)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("event", "name", "status", "files"):
        table.add_column(heading, no_wrap=heading == "event")
    for entry in events:
        names = "\n".join(f"{file['name']} {file['sha256'][:12]}" for file in entry["files"])
        cells = (entry["event"], entry["name"], entry["status"], names)
        table.add_row(*(escape(str(cell or "")) for cell in cells))
    out.print(table)


def link(
    event: Annotated[str, typer.Argument(help="The event that gets the files.", metavar="EVENT")],
    others: Annotated[list[str], typer.Argument(help="Events whose files move to it.", metavar="OTHER…")],
    back: Back = False,
    *,
    delivery: DeliveryByScoreboard,
) -> None:
    """Move all files of other events into this event, future ones as well; --back undoes it.

    You may name an event that has no files yet: the decision waits for it.
    """
    if event in others:
        misused(f"{event} cannot be linked to itself", "kibitz events link EVENT OTHER…")
    address = delivery.scoreboard
    for name in (event, *others):
        if slug(name) != name:
            misused(f"{name} is not the identity of an event", "kibitz events list shows the events.")
    for name in (event, *others):
        if not has_arrived(address, name, delivery.token):
            warn(f"event {name} has no files yet: the decision waits for it", "If it is misspelt, --back undoes it.")
    for other in others:
        decision = ReassignFiles(decision="reassign", to=None if back else event)
        delivery.send(other, decision)


def split(
    files: Annotated[list[str], typer.Argument(help="The files, or their SHA-256.", metavar="FILE…")],
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
    digests = sorted({digest_of(file) for file in files})
    if len(digests) > MOST_FILES:
        misused(f"{len(digests)} files are too many", f"Split off {MOST_FILES} at a time, all with the same --as.")
    address = delivery.intake
    homes = {sha256: _home(address, sha256, event, delivery.token) for sha256 in digests}
    names: dict[str, tuple[str, str]] = {}
    for sha256 in () if only else digests:
        file = status(address, sha256, token=delivery.token).body.get("file") or {}
        names[sha256] = str(file.get("name") or ""), str(file.get("sender") or "")
    # Always the same name for the same files.
    own_name = f"{homes[digests[0]]}-{hashlib.sha256(' '.join(digests).encode()).hexdigest()[:8]}"
    event_name = name or slug(own_name)
    for home in sorted(set(homes.values())):
        own = [sha256 for sha256 in digests if homes[sha256] == home]
        selections: list[dict[str, str]] = [{"file": sha256} for sha256 in own]
        own_names = {names[sha256] for sha256 in own if sha256 in names}
        selections += [{"name": file_name, "sender": sender} for file_name, sender in sorted(own_names) if file_name]
        # For a single file, --back names its home: a decision about its name may still hold.
        target = event_name if not back else home if only else None
        common = {"decision": "reassign", "to": target}
        try:
            decisions = tuple(ReassignFiles.model_validate({**common, **selection}) for selection in selections)
        except ValidationError:
            misused(
                f"{event_name} is not the identity of an event",
                "Use small letters, digits and hyphens: kibitz events split FILE --as b-final",
            )
        delivery.send(home, *decisions)
    if not delivery.as_json:
        out.print("back in their own event" if back else f"now in event {event_name}")
        for file_name, sender in sorted(set(names.values())):
            if file_name:
                out.print(f"with all files named {escape(file_name)} from {escape(sender or 'an unknown sender')}")


def _home(address: str, sha256: str, event: str | None, token: str | None) -> str:
    """The event that a file belongs to by its own content; of several, the one that is named."""
    own = own_events(address, sha256, token)
    if event is not None and event not in own:
        misused(f"file {sha256[:12]} does not belong to {event}", f"It belongs to: {', '.join(own)}")
    if event is None and len(own) > 1:
        misused(f"file {sha256[:12]} holds several events: {', '.join(own)}", "Choose one with --event.")
    return event or own[0]
