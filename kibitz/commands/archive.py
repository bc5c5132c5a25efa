"""The command that writes events of the past into one file, and takes them out of the running system if it is told to.

Rules kept here:

1. Nothing is taken out that was not just read in the archive, with its digest. What came since is not there: it stops.
2. What was stopped is said again. An archive that is there is not written a second time, and tells what is still to go.
"""

import asyncio
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from kibitz.archive.archive import Manifest, contents, write
from kibitz.belongings.belonging import Belongings, holdings, of_events, over_before
from kibitz.commands.forget import Kept, Logs, on_the_bus, place_of, take_away, told
from kibitz.commands.options import Data, Nats
from kibitz.console import fail, misused, out
from shared.bus.bus import Bus
from shared.kept.journal import Damaged
from shared.kept.originals import OriginalsFolder


def archive(
    file: Annotated[Path, typer.Argument(help="The archive to write; it must not exist.", metavar="FILE")],
    events: Annotated[list[str] | None, typer.Argument(help="Identities of events.", metavar="EVENT…")] = None,
    before: Annotated[
        datetime | None,
        typer.Option(help="All events of which nothing was received since this day (UTC).", formats=["%Y-%m-%d"]),
    ] = None,
    take_out: Annotated[
        bool,
        typer.Option("--take-out", help="Then remove these events from the running system, as kibitz forget does."),
    ] = False,
    originals: Kept = None,
    logs: Logs = None,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Write the originals of events into one file and read it back; kibitz rebuild FILE brings the events again."""
    if bool(events) == (before is not None):
        misused("say which events", "Name them, or give --before.")
    place, day = place_of(originals, logs, data), before.replace(tzinfo=UTC) if before is not None else None

    async def work(bus: Bus) -> None:
        try:
            if not (take_out and file.exists()):
                manifest = await _write(bus, place.originals, file, frozenset(events or ()), day)
                held = f"{len(manifest.events)} events, {manifest.files} files, read back whole"
                out.print(f"[green]✓[/] {escape(str(file))}: {held}", soft_wrap=True)
            if take_out:
                of, names = await _whole(bus, place.originals, file, frozenset(events or ()), day)
                place.originals.remove(of.files)
                out.print(f"{await take_away(bus, place, of, names)} messages removed; services start over")
        except Damaged as error:
            misused(str(error), "kibitz audit --repair brings originals back that the bus has; nothing was removed.")

    on_the_bus(nats, data, work, removes=take_out)
    for fault in place.originals.faults:
        fail(f"not archived: {fault.place}: {fault.text}")


async def _write(bus: Bus, kept: OriginalsFolder, file: Path, events: frozenset[str], day: datetime | None) -> Manifest:
    held, originals = await holdings(bus), await asyncio.to_thread(kept.originals)
    if day is not None:
        arrived = {each.line.file.sha256: each.line.at for each in originals}
        events = over_before(held.values(), arrived, day)
        if not events:
            misused("no event is over since then", "Give a later day.")
    of, others = of_events(held.values(), events)
    if unknown := sorted(events - {event for each in held.values() for event in each.events}):
        misused(f"no file tells of {', '.join(unknown)}", "kibitz events list names the events.")
    if others:
        names = ", ".join(sorted(others))
        misused(f"these events share files with others, or files were moved: {names}", "Archive them together.")
    chosen = [each for each in originals if each.line.file.sha256 in of.files]
    if missing := sorted(of.files - {each.line.file.sha256 for each in chosen}):
        names = ", ".join(held[digest].file.name for digest in missing)
        misused(f"the originals of files of these events are missing: {names}", "Send these files again.")
    try:
        return await asyncio.to_thread(write, file, events, chosen)
    except FileExistsError:
        misused(f"{file} exists", "Give another name.")
    except zipfile.LargeZipFile as error:
        misused(f"too much for one archive: {error}", "Archive fewer events at once.")
    except OSError as error:
        misused(f"{error.filename or file}: {error.strerror}", "Give folders that you may read and write.")


async def _whole(
    bus: Bus, kept: OriginalsFolder, file: Path, events: frozenset[str], day: datetime | None
) -> tuple[Belongings, frozenset[str]]:
    """What of an archive is to go, and how logs call it; the command ends unless all of it is in the archive."""
    manifest, lines = await asyncio.to_thread(contents, file)
    if (events and events != set(manifest.events)) or (day and any(line.at >= day for line in lines)):
        misused(f"{file} is the archive of {', '.join(manifest.events)}", "Name these events, or another file.")
    held = await holdings(bus)
    of, others = of_events(held.values(), manifest.events, {line.file.sha256 for line in lines})
    archived = {line.key for line in lines}
    late = [
        each.line.file.name
        for each in await asyncio.to_thread(kept.originals)
        if each.line.file.sha256 in of.files and each.line.key not in archived
    ]
    late += [held[digest].file.name for digest in of.files - {line.file.sha256 for line in lines}]
    if others or late:
        misused(
            f"{file} does not have all that belongs to its events: {', '.join((*sorted(set(late)), *sorted(others)))}",
            f"Bring them back whole with kibitz rebuild {file}, then write another archive.",
        )
    names = told(held, of.files) | {line.file.name for line in lines} | of.events
    return of, names
