"""The command that reads everything that the server keeps, and makes again what can be made."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from kibitz.bus_session import with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, out, print_json
from services.intake.adapters.audit.auditor import Auditor
from services.intake.domain.audit.damage import Report
from shared.bus.bus import Bus
from shared.kept.originals import OriginalsFolder

PATIENCE = timedelta(hours=6)
"""For a season's streams on a slow disk."""


def audit(
    repair: Annotated[bool, typer.Option("--repair", help="Make again what can be made from the files.")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="Take note of what cannot be repaired: it is no longer reported.")
    ] = False,
    originals: Annotated[
        Path | None, typer.Option(help="Folder of originals, to be audited too.", show_default="none")
    ] = None,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Read every stream and bucket, follow every file to its standings, and name what is missing or damaged."""

    async def work(bus: Bus) -> Report:
        auditor = Auditor(bus, originals=OriginalsFolder(originals) if originals is not None else None)
        report = await auditor.audit(repair=repair)
        return (await auditor.accept() or report) if accept else report

    report = with_bus(nats, data, work, patience=PATIENCE.total_seconds())
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        _show(report)
    if not report.ok:
        raise typer.Exit(Exit.FINDINGS)


def _show(report: Report) -> None:
    out.print(f"{report.messages} messages read in {report.seconds:g} s")
    open_keys = {damage.key for damage in report.open}
    for damage in report.found:
        if damage.key not in open_keys:
            out.print(f"[green]✓[/] {escape(damage.text)}")
    for damage in report.open:
        out.print(f"[red]✗[/] {escape(damage.text)} [dim]({damage.code})[/]")
    more = report.found_total - len(report.found)
    if more > 0:
        out.print(f"  and {more} more", style="dim")
    if report.unread:
        out.print(f"  not read, for want of permission: {', '.join(report.unread)}", style="dim")
    if report.ok:
        out.print("[green]✓[/] nothing is missing" if not report.found_total else "[green]✓[/] nothing is missing now")
    else:
        out.print("  kibitz audit --repair makes again what can be made; --accept takes note of the rest", style="dim")
