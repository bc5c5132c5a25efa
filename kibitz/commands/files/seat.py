"""The command that shows who sits where next, from files alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from contracts.base import Discipline
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from kibitz.commands.files.input_files import end, read_all, report_rejected
from kibitz.commands.options import AsJson, Files
from kibitz.console import err, findings_table, has_errors, misused, out, print_json
from kibitz.pipeline import LocalEvent, Pipeline, seats_of
from kibitz.seat_overrides import SeatOverrides, with_overrides
from services.seating.domain.movements.catalogue import ENTRANTS
from services.seating.domain.requested_system import SYSTEMS, Choice, DoesNotSuit
from services.seating.domain.swiss import Settings

Rounds = Annotated[int | None, typer.Option(help="Number of rounds, for a movement.", min=1)]


@dataclass(frozen=True)
class SwissOptions:
    """The settings of a Swiss, as options of a command."""

    odd: Annotated[str | None, typer.Option(help="Swiss with an odd number: bye, short-triple or long-triple.")] = None
    first_round: Annotated[str | None, typer.Option(help="Swiss, round 1: halves, ranked or lot.")] = None
    lot: Annotated[str, typer.Option(help="Swiss: the text that decides the drawing of lots.")] = ""
    tables: Annotated[str | None, typer.Option(help="Swiss, how tables are given out: leaders, home or stay.")] = None
    second_bye: Annotated[
        bool, typer.Option("--second-bye/--rematch", help="Swiss: which of the two to accept where one is unavoidable.")
    ] = True


def seat(
    paths: Files,
    as_json: AsJson = False,
    number: Annotated[
        int | None, typer.Option("--round", help="Seat this round as if nothing of it had come.", min=1)
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Give the reason for each table.")] = False,
    system: Annotated[
        str | None, typer.Option(help=f"Seat by this system, whatever the files say: {', '.join(SYSTEMS)}.")
    ] = None,
    rounds: Rounds = None,
    early: Annotated[
        int | None, typer.Option("--start-early", help="Draw this round although the round before is in play.", min=1)
    ] = None,
    absent: Annotated[list[str] | None, typer.Option("--absent", help="Misses the round; repeatable.")] = None,
    withdrawn: Annotated[list[str] | None, typer.Option("--withdrawn", help="Has left the event; repeatable.")] = None,
    *,
    swiss: SwissOptions,
) -> None:
    """Show who sits where in the next round, as far as the files determine it, or by the system that is named."""
    choice = choice_of(system, rounds, swiss)
    overrides = SeatOverrides(early, tuple(absent or ()), tuple(withdrawn or ()))
    pipeline = Pipeline(read_all(paths))
    assignments: list[RoundAssignment] = []
    for name, event in pipeline.events.items():
        merged, assignment = _assign(name, event, number, overrides, choice)
        if assignment is not None:
            assignments.append(assignment)
            if not as_json:
                _show(assignment, merged, explain=explain)
    if as_json:
        print_json([assignment.model_dump(mode="json", exclude_none=True) for assignment in assignments])
    rejected = report_rejected(pipeline.files)
    findings = [finding for assignment in assignments for finding in assignment.findings]
    end(unreadable=rejected, errors=has_errors(findings))


def _assign(
    name: str, event: LocalEvent, number: int | None, overrides: SeatOverrides, choice: Choice | None
) -> tuple[EventMerged, RoundAssignment | None]:
    """The next seats of an event; where there are none, the reason is printed."""
    try:
        merged = with_overrides(event.state, number, overrides, choice)
        with err.status(f"{escape(name)}: the next round"):
            assignment = seats_of(merged, choice)
    except DoesNotSuit as refused:
        misused(f"{name}: {refused}", refused.code.advice)
    early = overrides.start_early
    if assignment is None:
        reason = _over(merged) or "the files do not determine the next round's seats"
        if choice is not None:
            reason = f"{choice.system} has no next round: one is in play, it was the last, or nothing ranks them"
        err.print(f"{escape(name)}: {reason}", soft_wrap=True)
    elif early is not None and assignment.round != early:
        err.print(f"{escape(name)}: round {early} cannot be drawn yet; these are earlier seats", soft_wrap=True)
    return merged, assignment


def choice_of(system: str | None, rounds: int | None, options: SwissOptions) -> Choice | None:
    """The system that is named, with its settings; settings that do not fit it end the command."""
    # The command line has hyphens where the settings have underscores.
    odd = options.odd and options.odd.replace("-triple", "_triple")
    settings = {"odd": odd, "first_round": options.first_round, "tables": options.tables}
    for name, allowed in _ALLOWED.items():
        if settings[name] and settings[name] not in allowed:
            values = ", ".join(allowed).replace("_", "-")
            misused(f"--{name.replace('_', '-')} has a value that it does not take", f"It takes: {values}.")
    if system is not None and system not in SYSTEMS:
        misused(f"{system} is not a system", f"Systems: {', '.join(SYSTEMS)}.")
    given: dict[str, object] = {name: value for name, value in {**settings, "lot": options.lot}.items() if value}
    if not options.second_bye:
        given["second_bye_before_rematch"] = False
    swiss = system in ("swiss", "danish")
    if given and not swiss:
        misused("settings of a Swiss need --system swiss or danish", "Name the system, or leave them out.")
    if rounds is not None and system not in ENTRANTS:
        misused("--rounds needs a movement", f"Name one with --system: {', '.join(ENTRANTS)}.")
    chosen = Settings(**{"system": system, **given}) if swiss else Settings()  # type: ignore[arg-type]
    return None if system is None else Choice(system, rounds, chosen)


_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "odd": ("bye", "short_triple", "long_triple"),
    "first_round": ("halves", "ranked", "lot"),
    "tables": ("leaders", "home", "stay"),
}
"""Values of the settings of a Swiss."""


def _over(merged: EventMerged) -> str:
    """A sentence that a chess tournament has had all its rounds; blank if it has not, or their number is unknown."""
    progress = merged.standings.progress
    if merged.facts.event.discipline is not Discipline.CHESS or not progress.rounds:
        return ""
    return f"all {progress.rounds} rounds are over" if (progress.rounds_complete or 0) >= progress.rounds else ""


def _show(assignment: RoundAssignment, merged: EventMerged, *, explain: bool) -> None:
    names = {row.id: row.name for ranking in merged.standings.rankings for row in ranking.rows}
    when = f"round {assignment.round}" if assignment.round else assignment.stage
    title = f"{merged.standings.name}: {when}, {assignment.rule}{'' if assignment.complete else ', incomplete'}"
    chess = any(table.white or table.black for table in assignment.tables)
    four = any(table.north or table.east for table in assignment.tables)
    sides = ("white", "black") if chess else ("north", "south", "east", "west") if four else ("ns", "ew")
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
        cells = [f"{at.section or ''}{at.table or ''}", *(_occupant(at, side, names) for side in sides)]
        cells += [f"{at.first_board}–{at.last_board}" if at.first_board else ""] if boards else []
        table.add_row(*cells, *([escape(at.reason)] if explain else []))
    out.print(table if assignment.tables else f"[bold]{escape(title)}[/]")
    letters = {bye.name: f" ({bye.value})" for bye in assignment.byes}
    if assignment.sitting_out:
        sitting_out = [f"{id_} {names.get(id_, '')}".strip() + letters.get(id_, "") for id_ in assignment.sitting_out]
        out.print(f"[dim]sitting out:[/] {escape(', '.join(sitting_out))}")
    if assignment.findings:
        out.print(findings_table(list(assignment.findings), 20))
    out.print()


def _occupant(at: SeatAssignment, side: str, names: dict[str, str]) -> str:
    number = getattr(at, side) or ""
    name = getattr(at, f"{side}_names", "") or names.get(number, "")
    return escape(f"{number} {name}".strip() if name != number else number)
