"""The command that says who sits where next, of files and nothing else."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from kibitz.commands.files import AsJson, Files, read_all, report_rejected
from kibitz.console import Exit, err, findings_table, has_errors, out, print_json
from kibitz.local import events_of, seats_of
from services.scoring.domain.earlier import before_round


def seat(
    files: Files,
    as_json: AsJson = False,
    number: Annotated[
        int | None, typer.Option("--round", help="Seats of this round, as if nothing of it had come.", min=1)
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say of each table why they meet.")] = False,
) -> None:
    """Say who sits where in the next round, as far as the files determine it."""
    every = read_all(files)
    found: list[RoundAssignment] = []
    for name, event in events_of(every).items():
        state = event.state if number is None else before_round(event.state, number)
        _, merged = state.score()
        with err.status(f"{escape(name)}: the next round"):
            assignment = seats_of(merged)
        if assignment is None:
            err.print(f"{escape(name)}: the files say nothing about the next round's seats")
            continue
        found.append(assignment)
        if not as_json:
            _show(assignment, merged, explain=explain)
    if as_json:
        print_json([assignment.model_dump(mode="json", exclude_none=True) for assignment in found])
    if report_rejected(every):
        raise typer.Exit(Exit.UNREADABLE)
    if has_errors([finding for assignment in found for finding in assignment.findings]):
        raise typer.Exit(Exit.FINDINGS)


def _show(assignment: RoundAssignment, merged: EventMerged, *, explain: bool) -> None:
    names = {row.id: row.name for ranking in merged.standings.rankings for row in ranking.rows}
    when = f"round {assignment.round}" if assignment.round else assignment.stage
    title = f"{merged.standings.name}: {when}, {assignment.rule}{'' if assignment.complete else ', not complete'}"
    chess = any(table.white or table.black for table in assignment.tables)
    four = any(table.north or table.east for table in assignment.tables)
    sides = (
        ("white", "black") if chess else ("north", "south", "east", "west") if four else ("ns", "ew")
    )  # fmt: skip
    headings = {"ns": "North-South", "ew": "East-West"}
    table = Table(title=escape(title), title_justify="left", box=None)
    table.add_column("board" if chess else "table", style="dim")
    for side in sides:
        table.add_column(headings.get(side, side.capitalize()))
    boards = any(at.first_board for at in assignment.tables)
    if boards:
        table.add_column("boards")
    if explain:
        table.add_column("why", style="dim")
    for at in assignment.tables:
        cells = [f"{at.section or ''}{at.table or ''}", *(_who(at, side, names) for side in sides)]
        cells += [f"{at.first_board}–{at.last_board}" if at.first_board else ""] if boards else []
        table.add_row(*cells, *([escape(at.reason)] if explain else []))
    out.print(table if assignment.tables else f"[bold]{escape(title)}[/]")
    letters = {bye.name: f" ({bye.value})" for bye in assignment.byes}
    if assignment.sitting_out:
        out_of_it = [f"{who} {names.get(who, '')}".strip() + letters.get(who, "") for who in assignment.sitting_out]
        out.print(f"[dim]sitting out:[/] {escape(', '.join(out_of_it))}")
    if assignment.findings:
        out.print(findings_table(list(assignment.findings), 20))
    out.print()


def _who(at: SeatAssignment, side: str, names: dict[str, str]) -> str:
    who = getattr(at, side) or ""
    given = getattr(at, f"{side}_names", "") or names.get(who, "")
    return escape(f"{who} {given}".strip() if given != who else who)
