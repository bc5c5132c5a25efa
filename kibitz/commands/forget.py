"""The commands that remove events and files for good."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from typing import Annotated, NoReturn, TypeVar

import typer
from nats.errors import Error as NatsError
from rich.markup import escape

from kibitz.belongings.belonging import Belongings, Holding, holdings, joined, of_events
from kibitz.belongings.taking_out import take_out
from kibitz.bus_session import connected
from kibitz.commands.options import Data, Nats
from kibitz.console import Exit, fail, misused, out
from kibitz.rebuild.rebuild import DONE, Rebuilt, rebuild, through
from kibitz.running_server import address_of
from kibitz.stack.layout import DEFAULT_FOLDER
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.bus.topology import OPERATOR
from shared.errors import OperationFailed
from shared.kept.blank import blank_lines
from shared.kept.originals import OriginalsFolder

T = TypeVar("T")

SHORTEST = 12
"""Hex digits of a digest that name a file."""

ANSWER = 30.0
"""Seconds for each request: a server with a slow disk takes some to make a stream."""

AT_REST = 30.0
"""Seconds for services to go on with what they have: as long as one takes to start over."""

Kept = Annotated[
    Path | None,
    typer.Option("--originals", help="Folder of the originals.", show_default="originals in the data folder"),
]
Logs = Annotated[
    Path | None, typer.Option(help="Folder of the logs.", show_default="logs in the data folder, if there are any")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it; without this, what would be removed is listed.")]


def event(
    events: Annotated[list[str], typer.Argument(help="The events.", metavar="EVENT…")],
    originals: Kept = None,
    logs: Logs = None,
    with_them: Annotated[
        bool, typer.Option("--with-them", help="Remove files that other events are in, too; these stay as they are.")
    ] = False,
    yes: Yes = False,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Remove events for good, with their files, from everything that is kept."""
    place = place_of(originals, logs, data)

    async def work(bus: Bus) -> None:
        held = await holdings(bus)
        of, others = of_events(held.values(), events)
        list_files(held, of, of.files)
        if others and not with_them:
            misused(
                f"files of these events hold others, too: {', '.join(sorted(others))}",
                "Name these events as well, or give --with-them: their results stay, their files do not.",
            )
        if yes:
            place.originals.remove(of.files)
            out.print(f"{await take_away(bus, place, of, of.events | told(held, of.files))} messages removed")

    on_the_bus(nats, data, work, removes=yes)
    say_what_was_done(done=yes)


def file(
    digest: Annotated[str, typer.Argument(help="The SHA-256 of the file, or its first 12 digits.", metavar="DIGEST")],
    originals: Kept = None,
    logs: Logs = None,
    yes: Yes = False,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Remove a file for good, and make its events again from their other files."""
    place = place_of(originals, logs, data)

    async def work(bus: Bus) -> Rebuilt | None:
        held = await holdings(bus)
        known = {original.line.file.sha256 for original in place.originals.originals()}
        gone = frozenset(name for name in (*held, *known) if name.startswith(digest))
        if len(gone) > 1 or len(digest) < SHORTEST:
            misused(f"{digest} is the beginning of no single file", f"Give at least {SHORTEST} digits of its SHA-256.")
        of = joined(held.values(), gone or {digest})
        list_files(held, of, gone)
        return await forget_files(bus, place, held, of, gone, do=yes)

    finish(on_the_bus(nats, data, work, removes=yes))


@dataclass(frozen=True)
class Place:
    """Where that lies which is not on the bus."""

    originals: OriginalsFolder
    logs: Path


def place_of(originals: Path | None, logs: Path | None, data: Path | None) -> Place:
    """The place; the originals have to be there."""
    folder, originals = data or DEFAULT_FOLDER, originals or (data or DEFAULT_FOLDER) / "originals"
    if not originals.is_dir():
        misused(f"{originals} is not a folder", "Give the one in which the intake keeps them: kibitz-data/originals.")
    return Place(OriginalsFolder(originals), logs or folder / "logs")


async def forget_files(
    bus: Bus, place: Place, held: dict[str, Holding], of: Belongings, gone: frozenset[str], *, do: bool
) -> Rebuilt | None:
    """Remove files, and make again what was joined with them; None where nothing was to be done.

    Their originals go last: they tell what was stopped. One that the bus does not know was taken from it by an earlier
    command, to be made again. Nobody knows of which event it is, so what follows from no file stays with all of these.
    """
    everything = place.originals.originals()
    lost = {each.line.file.sha256 for each in everything} - held.keys()
    if lacking := of.files - gone - {each.line.file.sha256 for each in everything}:
        names = ", ".join(held[name].file.name for name in sorted(lacking))
        misused(f"the originals of other files of these events are missing: {names}", "Send these files again.")
    if not do:
        return None
    staying = [each for digest, each in held.items() if digest in of.files - gone]
    stays = (of.files - gone) | {event for each in staying for event in each.events}
    stays |= of.events if lost - gone else set()
    of = replace(of, stays=stays)
    out.print(f"{await take_away(bus, place, of, told(held, gone))} messages removed")
    made = Rebuilt()
    if stays or lost:
        out.print("what remains is announced again")
        remaining = [each for each in everything if each.line.file.sha256 not in gone]
        made = await rebuild(bus, remaining, again=f"forget-{token_hex(4)}")
    place.originals.remove(gone)
    return made


def told(held: dict[str, Holding], files: frozenset[str]) -> frozenset[str]:
    """By what logs may call files."""
    return frozenset(digest[:SHORTEST] for digest in files) | {held[each].file.name for each in files & held.keys()}


async def take_away(bus: Bus, place: Place, of: Belongings, names: frozenset[str]) -> int:
    """Take out of the bus what belongs to these, and their names out of the logs; how many messages that were.

    Logs go first, because the bus will not know any more how they call a file, and again for what was logged since.
    """
    _blank_logs(place.logs, names)
    count = await take_out(bus, of)
    _blank_logs(place.logs, names)
    return count


def _blank_logs(logs: Path, names: frozenset[str]) -> None:
    for path in logs.iterdir() if logs.is_dir() else ():
        # Logs are JSON, and names in them may be escaped.
        blank_lines(path, [text for name in names for text in (name.encode(), json.dumps(name)[1:-1].encode())])


def list_files(held: dict[str, Holding], of: Belongings, files: frozenset[str]) -> None:
    """List files that go, and the events that this concerns."""
    for digest in sorted(files):
        name = held[digest].file.name if digest in held else "not on the server"
        out.print(f"  {digest[:SHORTEST]}  {escape(name)}", soft_wrap=True)
    if of.events:
        out.print(f"  events: {', '.join(sorted(of.events))}", soft_wrap=True)


def finish(made: Rebuilt | None, how: str = "say it with --yes") -> NoReturn:
    """The end of a command that makes something again: what could not be, and the exit code."""
    for fault in made.faults if made is not None else ():
        fail(f"{fault.place}: {fault.text}")
    say_what_was_done(done=made is not None, how=how)
    raise typer.Exit(Exit.FINDINGS if made is not None and made.faults else Exit.FINE)


def say_what_was_done(*, done: bool, how: str = "say it with --yes") -> None:
    """The last line of each of these commands."""
    if not done:
        out.print(f"nothing was removed; {how}", style="dim")
        return
    out.print("[green]✓[/] forgotten; services start over within half a minute", soft_wrap=True)


def on_the_bus(nats: str | None, data: Path | None, work: Callable[[Bus], Awaitable[T]], *, removes: bool) -> T:
    """Work on the bus for as long as it takes; what goes wrong ends the command with what to do."""
    url, user = address_of("nats", nats, data), BusSettings().user
    if user not in (None, OPERATOR):
        misused(f"this is the operator's to do, and KIBITZ_NATS_USER is {user}", f"Give {OPERATOR} and its password.")

    async def worked() -> T:
        async with connected(url, answer=ANSWER) as bus:
            if removes:
                # A service that is still at work would publish afterwards what is removed now.
                await through(bus, DONE, patience=AT_REST, only_held=True)
            return await work(bus)

    try:
        return asyncio.run(worked())
    except (OperationFailed, NatsError) as error:
        misused(str(error), "Do this again, on a server with users as the operator: it goes on where it stopped.")
    except TimeoutError:
        misused(f"no NATS server answers at {url}", "Start the server with kibitz up, or give its address with --nats.")
    except OSError as error:
        misused(f"an original cannot be removed: {error.strerror}", "Do this again when that is possible.")
