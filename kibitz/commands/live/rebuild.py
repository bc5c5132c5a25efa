"""The command that makes a system again from its originals."""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kibitz.archive.archive import extract
from kibitz.bus_session import connected
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, err, fail, misused, out, print_json
from kibitz.rebuild.rebuild import Rebuilt, rebuild
from kibitz.running_server import address_of
from kibitz.stack.layout import DEFAULT_FOLDER
from shared.errors import OperationFailed
from shared.kept.journal import Damaged
from shared.kept.originals import Fault, Original, OriginalsFolder, OriginalsWriter


def rebuild_from(
    folder: Annotated[Path, typer.Argument(help="Folder of the originals, or an archive.", metavar="FOLDER")],
    originals: Annotated[
        Path | None,
        typer.Option(
            help="Folder that gets the originals of an archive back.", show_default="originals in the data folder"
        ),
    ] = None,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make the whole system again from the originals: files and decisions that the running server does not have."""
    url = address_of("nats", nats, data)
    if folder.is_file():
        with tempfile.TemporaryDirectory() as unpacked:
            archived = _of_archive(folder, Path(unpacked))
            _keep(archived, originals or (data or DEFAULT_FOLDER) / "originals")
            _finish(url, archived, [], as_json=as_json)
    kept = OriginalsFolder(folder)
    try:
        everything = kept.originals()
    except OSError as error:
        misused(f"{folder}: {error.strerror}", "Give the path of a folder that you may read.")
    if not (everything or kept.faults):
        misused(f"{folder} has no originals", "Give the folder in which the intake keeps them: kibitz-data/originals.")
    _finish(url, everything, kept.faults, as_json=as_json)


def _of_archive(path: Path, unpacked: Path) -> list[Original]:
    try:
        return extract(path, unpacked)[1]
    except Damaged as error:
        misused(f"{path}: {error}", "Give an archive as kibitz archive wrote it; nothing was brought back.")
    except OSError as error:
        misused(f"{error.filename or path}: {error.strerror}", "Give an archive that you may read, and room for it.")


def _keep(archived: list[Original], folder: Path) -> None:
    """Write originals that the folder does not have, as they were received; before they are announced."""
    if not folder.is_dir():
        misused(f"{folder} is not a folder", "Give with --originals the one in which the intake keeps them.")
    writer = OriginalsWriter(folder)
    try:
        for each in archived:
            writer.write([(each.line.file, (each.read(),))], each.line.at)
    except OSError as error:
        misused(f"{error.filename or folder}: {error.strerror}", "Give a folder that you may write to, with room.")


def _finish(url: str, originals: list[Original], faults: list[Fault], *, as_json: bool) -> NoReturn:
    try:
        rebuilt = asyncio.run(_rebuild(url, originals))
    except TimeoutError:
        misused(f"no NATS server answers at {url}", "Start the server with kibitz up, or give its address with --nats.")
    except OperationFailed as error:
        misused(str(error), "Do this again when the services run: it goes on where it stopped.")
    rebuilt.faults = [*faults, *rebuilt.faults]
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
