"""The command that says who sits where next, of files and nothing else."""

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from contracts.base import Discipline
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from kibitz.commands.files import AsJson, Files, read_all, report_rejected
from kibitz.console import Exit, err, fail, findings_table, has_errors, out, print_json
from kibitz.local import events_of, seats_of
from kibitz.said_of_seats import Words, with_words
from services.seating.domain.movements.made import ENTRANTS
from services.seating.domain.requested_system import SYSTEMS, Choice, DoesNotSuit
from services.seating.domain.swiss import Settings

Rounds = Annotated[int | None, typer.Option(help="Rounds of a movement that is made.", min=1)]
Odd = Annotated[str | None, typer.Option(help="Swiss, an odd number: bye, short-triple or long-triple.")]
FirstRound = Annotated[str | None, typer.Option(help="Swiss, round 1: halves, ranked or lot.")]
Lot = Annotated[str, typer.Option(help="Swiss: the text that decides a lot.")]
Tables = Annotated[str | None, typer.Option(help="Swiss, who gets which table: leaders, home or stay.")]
SecondBye = Annotated[
    bool, typer.Option("--second-bye/--rematch", help="Swiss: what comes first where one of them has to be.")
]


def seat(
    files: Files,
    as_json: AsJson = False,
    number: Annotated[
        int | None, typer.Option("--round", help="Seats of this round, as if nothing of it had come.", min=1)
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say of each table why they meet.")] = False,
    system: Annotated[
        str | None, typer.Option(help=f"Seat by this, whatever the files say: {', '.join(SYSTEMS)}.")
    ] = None,
    rounds: Rounds = None,
    odd: Odd = None,
    first_round: FirstRound = None,
    lot: Lot = "",
    tables: Tables = None,
    second_bye: SecondBye = True,
    call: Annotated[
        int | None, typer.Option("--call", help="Draw this round although the one before it is in play.", min=1)
    ] = None,
    absent: Annotated[list[str] | None, typer.Option("--absent", help="Not there in the round; repeatable.")] = None,
    withdrawn: Annotated[list[str] | None, typer.Option("--withdrawn", help="Not there any more; repeatable.")] = None,
) -> None:
    """Say who sits where in the next round, as far as the files determine it, or by the system that is named."""
    choice = choice_of(
        system,
        rounds,
        {
            "odd": odd,
            "first_round": first_round,
            "lot": lot,
            "tables": tables,
            "second_bye_before_rematch": None if second_bye else second_bye,
        },
    )
    every = read_all(files)
    found: list[RoundAssignment] = []
    for name, event in events_of(every).items():
        words = Words(call, tuple(absent or ()), tuple(withdrawn or ()))
        merged = with_words(event.state, number, words, choice)
        with err.status(f"{escape(name)}: the next round"):
            try:
                assignment = seats_of(merged, choice)
            except DoesNotSuit as refused:
                fail(f"{name}: {refused}", refused.code.advice)
                raise typer.Exit(Exit.UNREADABLE) from refused
        if assignment is None:
            what = _over(merged) or "the files say nothing about the next round's seats"
            if choice is not None:
                what = f"{choice.system} has no next round: one is in play, it was the last, or nothing ranks them"
            err.print(f"{escape(name)}: {what}", soft_wrap=True)
            continue
        if call is not None and assignment.round != call:
            err.print(
                f"{escape(name)}: round {call} is not drawn yet; the seats are of what comes before", soft_wrap=True
            )
        found.append(assignment)
        if not as_json:
            _show(assignment, merged, explain=explain)
    if as_json:
        print_json([assignment.model_dump(mode="json", exclude_none=True) for assignment in found])
    if report_rejected(every):
        raise typer.Exit(Exit.UNREADABLE)
    if has_errors([finding for assignment in found for finding in assignment.findings]):
        raise typer.Exit(Exit.FINDINGS)


def choice_of(system: str | None, rounds: int | None, given: Mapping[str, object]) -> Choice | None:
    """The system that is named, with its settings; what does not go with it ends the command."""
    settings = {name: _spelled(value) for name, value in given.items() if value not in (None, "")}
    wrong = next(
        (
            f"--{name.replace('_', '-')}"
            for name, allowed in _ALLOWED.items()
            if settings.get(name, allowed[0]) not in allowed
        ),
        None,
    )
    swiss = system in ("swiss", "danish")
    if wrong is not None:
        fail(f"{wrong} has another value than {', '.join(_ALLOWED[wrong[2:].replace('-', '_')])}")
    elif system is not None and system not in SYSTEMS:
        fail(f"{system} is no system", f"There are {', '.join(SYSTEMS)}.")
    elif settings and not swiss:
        fail("settings of a Swiss without --system swiss or danish", "Name the system, or leave them out.")
    elif rounds is not None and system not in ENTRANTS:
        fail("--rounds without a movement", f"Name one with --system: {', '.join(ENTRANTS)}.")
    else:
        chosen = Settings(**{"system": system, **settings}) if swiss else Settings()  # type: ignore[arg-type]
        return None if system is None else Choice(system, rounds, chosen)
    raise typer.Exit(Exit.UNREADABLE)


def _spelled(value: object) -> object:
    """Values of settings are spelled with a hyphen on the command line."""
    return value.replace("-", "_") if value in ("short-triple", "long-triple") and isinstance(value, str) else value


_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "odd": ("bye", "short_triple", "long_triple"),
    "first_round": ("halves", "ranked", "lot"),
    "tables": ("leaders", "home", "stay"),
}
"""What the settings of a Swiss can be."""


def _over(merged: EventMerged) -> str:
    """That a chess tournament has had all of its rounds; blank where it has not, or nothing says how many there are."""
    progress = merged.standings.progress
    if merged.facts.event.discipline is not Discipline.CHESS or not progress.rounds:
        return ""
    return f"all {progress.rounds} rounds are over" if (progress.rounds_complete or 0) >= progress.rounds else ""


def _show(assignment: RoundAssignment, merged: EventMerged, *, explain: bool) -> None:
    names = {row.id: row.name for ranking in merged.standings.rankings for row in ranking.rows}
    when = f"round {assignment.round}" if assignment.round else assignment.stage
    title = f"{merged.standings.name}: {when}, {assignment.rule}{'' if assignment.complete else ', not complete'}"
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
