"""The command that writes events in another format."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.markup import escape

from contracts.messages import EventMerged
from kibitz.commands.files.input_files import read_all, report_rejected
from kibitz.commands.options import AsJson, DoubleDummy
from kibitz.console import Exit, fail, misused, out, print_json
from kibitz.loss_lines import list_losses
from kibitz.pipeline import Pipeline
from services.export.domain.formats import by_suffix, exported
from shared.errors import InputRejected
from shared.formats.format import Format, Values
from shared.formats.parsed import Rendered


def _names() -> str:
    return ", ".join(exported())


def _versions() -> str:
    return "; ".join(f"{name} {', '.join(form.versions)}" for name, form in exported().items() if form.versions)


def convert(
    paths: Annotated[list[Path], typer.Argument(help="Input files, then the output file.", metavar="IN… OUT")],
    to: Annotated[str | None, typer.Option(help=f"Format: {_names()}.", show_default="by the extension of OUT")] = None,
    values: Annotated[str, typer.Option(help="Totals to write: computed or stated.")] = "computed",
    version: Annotated[
        str | None, typer.Option("--version", help=f"Version of the format: {_versions()}.", show_default="the first")
    ] = None,
    seats: Annotated[
        bool, typer.Option("--with-seats", help="Include the next round's seats, also where our rules give them.")
    ] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Write a new game file, even for an event that came from one.")
    ] = False,
    event: Annotated[str | None, typer.Option(help="Only this event, by its identity in `kibitz read`.")] = None,
    losses: Annotated[bool, typer.Option("--losses", help="List every kind of data that is not carried.")] = False,
    double_dummy: DoubleDummy = False,
    as_json: AsJson = False,
) -> None:
    """Write events in another format, and list what that format cannot carry.

    Several events give a file each, with the event's identity added to the name of OUT. An event from a game file is
    written into a copy of that file if the format is the same; only changed bytes differ. Seats that the files state
    are always written; seats by our own rules, as the server writes them during an event, only on request.
    """
    if len(paths) < 2:
        misused("convert needs at least one input and one output", "kibitz convert results.xml results.json")
    *inputs, target = paths
    form = _format(to, version, target)
    if values not in ("computed", "stated"):
        misused(f"--values {values} is neither computed nor stated", "Leave it out for computed totals.")
    if not target.parent.is_dir():
        misused(f"{target.parent} is not a folder", f"Make the folder first: mkdir -p {target.parent}")
    files = read_all(inputs)
    if report_rejected(files):
        raise typer.Exit(Exit.UNREADABLE)
    pipeline = Pipeline(files)
    if not pipeline.events or (event is not None and event not in pipeline.events):
        known = ", ".join(sorted(pipeline.events)) or "none"
        misused(f"the files hold no event {event or ''}".rstrip(), f"They hold: {known}.")
    merged = [each.score()[1] for identity, each in pipeline.events.items() if event in (None, identity)]
    if double_dummy:
        from kibitz.double_dummy import need_library, with_analyses  # noqa: PLC0415 - only for those who ask for it

        need_library()
        merged = [with_analyses(each) for each in merged]
    export = partial(pipeline.export, form=form, version=version, values=cast(Values, values), seats=seats)
    refused = False
    try:
        exports = export(merged, anew=anew)
    except InputRejected as rejected:
        if len(merged) == 1:
            misused(str(rejected), rejected.code.advice)
        exports, refused = _one_by_one(merged, export), True
    written = [
        _write(rendered, form.name, _path(target, of, merged), quiet=as_json, every=losses) for of, rendered in exports
    ]
    if as_json:
        print_json(written[0] if len(written) == 1 else written)
    if refused:
        raise typer.Exit(Exit.UNREADABLE)


def _one_by_one(
    events: list[EventMerged], export: Callable[..., list[tuple[EventMerged | None, Rendered]]]
) -> list[tuple[EventMerged | None, Rendered]]:
    """The events that the format can hold; each of the others is reported."""
    exports = []
    for event in events:
        try:
            exports += export([event], anew=True)
        except InputRejected as rejected:
            fail(f"event {event.event} is not written: {rejected}", rejected.code.advice)
    return exports


def _format(to: str | None, version: str | None, target: Path) -> Format:
    """The format to write."""
    form = exported().get(to) if to is not None else by_suffix(target.suffix)
    if form is None:
        misused(f"no format is known for {to or target.suffix or target}", f"Use --to with one of: {_names()}.")
    if version is not None and version not in form.versions:
        misused(f"{form.name} is not written in version {version}", f"Versions: {_versions()}.")
    return form


def _path(target: Path, event: EventMerged | None, events: list[EventMerged]) -> Path:
    """The file of an event: the target where it is the only one, else a file beside it with the event's identity."""
    if event is None or len(events) == 1:
        return target
    return target.with_name(f"{target.stem}-{event.event}{target.suffix}")


def _write(rendered: Rendered, name: str, target: Path, *, quiet: bool, every: bool) -> dict[str, object]:
    """Write a file and list what it could not carry; as JSON when nothing is to be printed."""
    try:
        target.write_bytes(rendered.data)
    except OSError as error:
        misused(f"{target} cannot be written: {error.strerror}", "Name a file that you may write.")
    if not quiet:
        out.print(f"[green]✓[/] {escape(str(target))}  {name}, {len(rendered.data):,} bytes")
        list_losses(out, rendered.losses, every=every)
    losses = [loss.model_dump(mode="json") for loss in rendered.losses]
    return {"file": str(target), "format": name, "bytes": len(rendered.data), "losses": losses}
