"""The command that makes a system again from its originals."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kibitz.bus_session import connected
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, err, fail, misused, out, print_json
from kibitz.rebuild.rebuild import Rebuilt, rebuild
from kibitz.running_server import address_of
from shared.errors import OperationFailed
from shared.kept.originals import Original, OriginalsFolder


def rebuild_from(
    folder: Annotated[Path, typer.Argument(help="Folder of the originals.", metavar="FOLDER")],
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make the whole system again from the originals: files and decisions that the running server does not have."""
    url = address_of("nats", nats, data)
    kept = OriginalsFolder(folder)
    try:
        originals = kept.originals()
    except OSError as error:
        misused(f"{folder}: {error.strerror}", "Give the path of a folder that you may read.")
    if not (originals or kept.faults):
        misused(f"{folder} has no originals", "Give the folder in which the intake keeps them: kibitz-data/originals.")
    try:
        rebuilt = asyncio.run(_rebuild(url, originals))
    except TimeoutError:
        misused(f"no NATS server answers at {url}", "Start the server with kibitz up, or give its address with --nats.")
    except OperationFailed as error:
        misused(str(error), "Do this again when the services run: it goes on where it stopped.")
    rebuilt.faults = [*kept.faults, *rebuilt.faults]
    _print(rebuilt, as_json=as_json)
    raise typer.Exit(Exit.FINDINGS if rebuilt.faults or rebuilt.unfinished else Exit.FINE)


async def _rebuild(url: str, originals: list[Original]) -> Rebuilt:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err) as progress:
        task = progress.add_task("waiting for the services", total=len(originals))

        def report(done: int, of: int) -> None:
            description = "files" if done < of else "waiting for standings and seats"
            progress.update(task, completed=done, description=description)

        async with connected(url) as bus:
            return await rebuild(bus, originals, report)


def _print(rebuilt: Rebuilt, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "announced": rebuilt.announced,
                "there": rebuilt.there,
                "states": dict(rebuilt.states),
                "unfinished": rebuilt.unfinished,
                "faults": [{"place": fault.place, "message": fault.text} for fault in rebuilt.faults],
            }
        )
        return
    states = ", ".join(f"{count} {state}" for state, count in sorted(rebuilt.states.items()))
    out.print(f"{rebuilt.announced} files announced, {rebuilt.there} were there already: {states or 'none'}")
    for fault in rebuilt.faults:
        fail(f"{fault.place}: {fault.text}")
    for text in rebuilt.unfinished:
        fail(f"not finished: {text}", "kibitz dead list says whether a service has given it up.")
    if not (rebuilt.faults or rebuilt.unfinished):
        out.print("[green]✓[/] every original is in", soft_wrap=True)
