"""Which events there are, and which files belong to them: what a director decides when the rules of the formats err."""

import hashlib
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape
from rich.table import Table

from contracts.base import slug
from contracts.decisions import ReassignFiles
from kibitz.commands.director import By, Page, Reason, send_decisions
from kibitz.commands.known import digest_of, has_arrived, misused, own_events, page_address, snapshot
from kibitz.commands.live import AsJson, Data, Intake, Token, intake_address
from kibitz.console import out, print_json, warn
from kibitz.runner.layout import DEFAULT_FOLDER
from kibitz.sending import status

Only = Annotated[bool, typer.Option("--only", help="These files alone, not others of the same name and sender.")]
Back = Annotated[bool, typer.Option("--back", help="Undo it.")]

MOST_FILES = 500
"""Files in one command: each takes a decision, and its name another, of the 1,000 that a file can hold."""

events = typer.Typer(help="The events, and which files belong to them.", no_args_is_help=True)


@events.command("list")
def list_events(page: Page = None, token: Token = None, data: Data = DEFAULT_FOLDER, as_json: AsJson = False) -> None:
    """List the events with their names, how final they are, and the newest twenty of their files."""
    address = page_address(page, data)
    found = []
    for event, row in sorted(snapshot(address, "", token).get("rows", {}).items()):
        sources = snapshot(address, f"{event}/standings", token).get("meta", {}).get("sources", ())
        files = [{"name": source["name"], "sha256": source["file"]} for source in sources]
        found.append({"event": event, "name": row.get("name"), "status": row.get("status"), "files": files})
    if as_json:
        print_json(found)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("event", "name", "status", "files"):
        table.add_column(heading, no_wrap=heading == "event")
    for one in found:
        names = "\n".join(f"{file['name']} {file['sha256'][:12]}" for file in one["files"])
        table.add_row(*(escape(str(text or "")) for text in (one["event"], one["name"], one["status"], names)))
    out.print(table)


@events.command("link")
def link(
    event: Annotated[str, typer.Argument(help="The event that gets the files.", metavar="EVENT")],
    others: Annotated[list[str], typer.Argument(help="Events whose files belong to it.", metavar="OTHER…")],
    back: Back = False,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    page: Page = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Make all files of other events files of this one, those to come as well; with --back, let them go again.

    Also an event that has not come yet may be named: what is decided waits for it.
    """
    if event in others:
        misused(f"{event} cannot be linked to itself", "kibitz events link EVENT OTHER…")
    address = page_address(page, data)
    for one in (event, *others):
        if slug(one) != one:
            misused(f"{one} is no name of an event", "kibitz events list names them.")
    for one in (event, *others):
        if not has_arrived(address, one, token):
            warn(f"no event {one} has come yet: what you decide waits for it", "If it is misspelt: --back undoes it.")
    for other in others:
        move = ReassignFiles(decision="reassign", to=None if back else event, reason=reason)
        send_decisions(other, by, move, to, token, data, as_json=as_json, leave=False)


@events.command("split")
def split(
    files: Annotated[list[str], typer.Argument(help="The files, or their SHA-256.", metavar="FILE…")],
    name: Annotated[str | None, typer.Option("--as", help="Identity of their event; default: made of the old.")] = None,
    event: Annotated[str | None, typer.Option(help="Which of its events, of a file that holds several.")] = None,
    only: Only = False,
    back: Back = False,
    reason: Reason = None,
    by: By = "",
    to: Intake = None,
    token: Token = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """Make these files an event of their own, as if they had never been in another; with --back, undo it.

    Other exports that the same sender sends by the same name go with them, those to come as well.
    """
    digests = sorted({digest_of(file) for file in files})
    if len(digests) > MOST_FILES:
        misused(f"{len(digests)} files are too many", f"Split off {MOST_FILES} at a time, all with the same --as.")
    address = intake_address(to, data)
    homes = {sha256: _home(address, sha256, event, token) for sha256 in digests}
    called = {} if only else {sha256: _name_and_sender(address, sha256, token) for sha256 in digests}
    goal = name or _name_of(homes[digests[0]], digests)
    for home in sorted(set(homes.values())):
        own = [sha256 for sha256 in digests if homes[sha256] == home]
        which: list[dict[str, str]] = [{"file": sha256} for sha256 in own]
        names = {called[sha256] for sha256 in own if sha256 in called}
        which += [{"name": said, "sender": sender} for said, sender in sorted(names) if said]
        # Of one file alone "back" has to be said aloud: a word about its name may hold.
        word = {"decision": "reassign", "to": goal if not back else home if only else None, "reason": reason}
        try:
            moves = tuple(ReassignFiles.model_validate({**word, **one}) for one in which)
        except ValidationError:
            misused(
                f"{goal} is no name of an event", "Small letters, digits and hyphens: kibitz events split --as b-final"
            )
        send_decisions(home, by, moves, to, token, data, as_json=as_json, leave=False)
    if not as_json:
        out.print("back where they were" if back else f"now event {goal}")
        for said, sender in sorted(set(called.values())):
            if said:
                out.print(f"with all files called {escape(said)} from {escape(sender or 'nobody known')}")


def _home(address: str, sha256: str, event: str | None, token: str | None) -> str:
    """The event that a file is of by its own rule; the one that is meant, where it is of several."""
    own = own_events(address, sha256, token)
    if event is not None and event not in own:
        misused(f"file {sha256[:12]} is not of {event} by its own rule", f"It is of: {', '.join(own)}")
    if event is None and len(own) > 1:
        misused(
            f"file {sha256[:12]} holds several events: {', '.join(own)}", "Name the one that is meant with --event."
        )
    return event or own[0]


def _name_and_sender(address: str, sha256: str, token: str | None) -> tuple[str, str]:
    """What a file is called and who sent it; blank where the intake does not say."""
    file = status(address, sha256, token=token).body.get("file") or {}
    return str(file.get("name") or ""), str(file.get("sender") or "")


def _name_of(home: str, digests: list[str]) -> str:
    """A name that the same files always get."""
    return slug(f"{home}-{hashlib.sha256(' '.join(digests).encode()).hexdigest()[:8]}")
