"""The command that writes the file for a receiver, and says what the receiver would miss."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from contracts.messages import EventMerged
from contracts.questions import Missing
from kibitz.commands.files.input_files import read_all, report_rejected
from kibitz.commands.options import AsJson
from kibitz.console import Exit, err, misused, out, print_json
from kibitz.loss_lines import list_losses
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.errors import InputRejected
from shared.formats.parsed import Rendered
from shared.receivers.chess_results import CHESS_RESULTS
from shared.receivers.table import RECEIVERS, Receiver


def hand_over(
    to: Annotated[str, typer.Argument(help=f"Who takes the file: {', '.join(RECEIVERS)}.", metavar="RECEIVER")],
    paths: Annotated[list[Path], typer.Argument(help="Files of the event.", metavar="FILE…")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the file here.", metavar="OUT", show_default="only the checks"),
    ] = None,
    event: Annotated[str | None, typer.Option(help="Only this event, by its identity in `kibitz read`.")] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Write the file although it would be refused.")] = False,
    losses: Annotated[bool, typer.Option("--losses", help="List every kind of data that is not carried.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the file that a receiver takes, after checking what the receiver would refuse or lose.

    A file that would be refused is not written without --anyway, and the exit code is then 1.
    """
    receiver = RECEIVERS.get(to)
    if receiver is None:
        misused(f"no receiver is called {to}", f"Receivers: {', '.join(RECEIVERS)}.")
    files = read_all(paths)
    if report_rejected(files):
        raise typer.Exit(Exit.UNREADABLE)
    pipeline = Pipeline(files)
    merged = _event(pipeline, event)
    form = (exported() | {CHESS_RESULTS.name: CHESS_RESULTS})[receiver.format]
    if not form.holds(merged):
        misused(f"{receiver.title} takes no event of {merged.facts.event.discipline.value}", "Choose another receiver.")
    missing = receiver.missing(merged)
    refused = any(each.refused for each in missing)
    try:
        [(_, rendered)] = pipeline.export([merged], form, None, "computed", seats=False, anew=len(pipeline.events) > 1)
    except InputRejected as rejected:
        misused(str(rejected), rejected.code.advice)
    written = output is not None and (anyway or not refused)
    if output is not None and written:
        try:
            output.write_bytes(rendered.data)
        except OSError as error:
            misused(f"{output} cannot be written: {error.strerror}", "Name a file that you may write.")
    if as_json:
        print_json(_document(receiver, missing, rendered, str(output) if written else None))
    else:
        _print(receiver, missing, rendered, output if written else None, every=losses)
        if output is not None and not written:
            refusal = f"{output} is not written: {receiver.title} would refuse it; --anyway writes it"
            err.print(escape(refusal), soft_wrap=True)
    if refused:
        raise typer.Exit(Exit.FINDINGS)


def _event(pipeline: Pipeline, event: str | None) -> EventMerged:
    """The event to hand over; a receiver takes one at a time."""
    known = ", ".join(sorted(pipeline.events)) or "none"
    if event is None and len(pipeline.events) > 1:
        misused(f"the files hold {len(pipeline.events)} events", f"Choose one with --event: {known}.")
    chosen = event or next(iter(pipeline.events), None)
    if chosen not in pipeline.events:
        misused(f"the files hold no event {event or ''}".rstrip(), f"They hold: {known}.")
    return pipeline.events[chosen].score()[1]


def _print(
    receiver: Receiver, missing: tuple[Missing, ...], rendered: Rendered, target: Path | None, *, every: bool
) -> None:
    """The checks, the file and what it does not carry, for reading."""
    if not missing:
        out.print(f"[green]✓[/] Nothing is missing for {receiver.title}")
    for each in missing:
        word = "[red]must[/]  " if each.refused else "[yellow]should[/]"
        out.print(f"{word} {escape(each.message)} [dim]{each.code}[/]")
        out.print(f"       [dim]{escape(each.advice)}[/]")
    list_losses(out, rendered.losses, every=every)
    if target is not None:
        out.print(f"[green]✓[/] {escape(str(target))}  {receiver.format}, {len(rendered.data):,} bytes")
        out.print(f"  {receiver.how}")


def _document(
    receiver: Receiver, missing: tuple[Missing, ...], rendered: Rendered, target: str | None
) -> dict[str, object]:
    return {
        "receiver": receiver.name,
        "format": receiver.format,
        "file": target,
        "missing": [each.model_dump(mode="json") for each in missing],
        "losses": [each.model_dump(mode="json") for each in rendered.losses],
    }
