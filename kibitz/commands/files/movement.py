"""The command that makes a movement: who sits where in each round, and with which boards."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, cast

import typer
from rich.markup import escape
from rich.table import Table

from contracts.base import Direction, FileRef
from contracts.facts import AsOf, EventFact, Facts, MovementFact, MovementLine, Participant, Scope
from contracts.findings import Finding
from contracts.messages import Fragment
from kibitz.commands.options import AsJson
from kibitz.console import Exit, err, findings_table, has_errors, misused, out, print_json
from kibitz.loss_lines import list_losses
from services.export.domain.formats import by_suffix
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.movements.catalogue import (
    ENTRANTS,
    MovementRequest,
    faults_of_catalogue_movement,
    make_movement,
)
from services.seating.domain.movements.construction import BOARDS_OF_A_SET, NoSuchMovement
from services.seating.domain.movements.mitchell import Style, copies
from shared.natural_order import natural

SEATS_OF_A_TABLE = {"pairs": 2, "players": 4, "teams": 2}
"""Entrants at each table; an American whist has a table for each team instead."""

COLUMN_GAP, TABLE_COLUMN = 3, 8
"""What a column takes beside its text, and what the column of the tables takes."""


def movement(
    name: Annotated[str, typer.Argument(help=f"The movement: {', '.join(ENTRANTS)}.", metavar="NAME")],
    tables: Annotated[int | None, typer.Option(help="Full tables.", min=1)] = None,
    pairs: Annotated[int | None, typer.Option(help="Pairs, where tables are not all full.", min=2)] = None,
    players: Annotated[int | None, typer.Option(help="Players of an individual.", min=4)] = None,
    teams: Annotated[int | None, typer.Option(help="Teams.", min=2)] = None,
    rounds: Annotated[
        int | None, typer.Option(help="Number of rounds.", min=1, show_default="as many as possible")
    ] = None,
    boards: Annotated[int, typer.Option(help="Boards of a round, or of a match of teams.", min=1)] = BOARDS_OF_A_SET,
    skip: Annotated[bool, typer.Option("--skip", help="Mitchell: East-West skip a table half-way.")] = False,
    skip_after: Annotated[int | None, typer.Option(help="Mitchell: the round before the skip.", min=1)] = None,
    share_relay: Annotated[bool, typer.Option("--share-relay", help="Mitchell: share and relay.")] = False,
    arrow_switch: Annotated[
        bool, typer.Option("--arrow-switch", help="Mitchell: arrow-switch the last rounds; one winner.")
    ] = False,
    one_winner: Annotated[
        bool, typer.Option("--one-winner", help="Mitchell: East-West are numbered after North-South.")
    ] = False,
    rover: Annotated[
        str | None,
        typer.Option(help="Mitchell with an odd number of pairs: a rover, ns or ew, instead of a half table."),
    ] = None,
    as_json: AsJson = False,
    write: Annotated[
        Path | None,
        typer.Option(help="Write it into this file, with numbers instead of names; its extension names the format."),
    ] = None,
) -> None:
    """Make a movement and check it: no board, opponent or round comes twice for anybody."""
    style: Style | None = "share-and-relay" if share_relay else "skip" if skip or skip_after else None
    try:
        if share_relay and (skip or skip_after):
            misused("a Mitchell has a skip or a relay, not both", "Leave out --skip or --share-relay.")
        if rover not in (None, "ns", "ew"):
            misused(f"a rover has side ns or ew, not {rover}", "Give --rover ns or --rover ew.")
        wanted = MovementRequest(
            name,
            _size(name, tables, {"pairs": pairs, "players": players, "teams": teams}),
            rounds,
            boards,
            style=style,
            skip_after=skip_after,
            winners=1 if one_winner else 2,
            arrow_switch=arrow_switch,
            rover=cast(Literal["ns", "ew"] | None, rover),
        )
        plan = make_movement(wanted)
    except NoSuchMovement as refused:
        misused(f"there is no such movement: {refused}", refused.code.advice)
    faults = list(faults_of_catalogue_movement(wanted, plan))
    if write is not None:
        _write(plan, write)
    (_print_json if as_json else _show)(plan, faults)
    if has_errors(faults):
        raise typer.Exit(Exit.FINDINGS)


def _size(name: str, tables: int | None, given: dict[str, int | None]) -> int:
    """The number of entrants, from tables or from pairs, players or teams."""
    if name not in ENTRANTS:
        misused(f"there is no movement {name}", f"Movements: {', '.join(ENTRANTS)}.")
    kind = ENTRANTS[name]
    if others := [f"--{other}" for other, size in given.items() if size is not None and other != kind]:
        misused(f"{name} does not take {others[0]}", f"Give its size with --{kind} or --tables.")
    if (tables is None) is (given[kind] is None):
        misused(f"{name} needs its size, once", f"Give --{kind} or --tables.")
    return given[kind] or (tables or 0) * (1 if name == "american-whist" else SEATS_OF_A_TABLE[kind])


def _print_json(plan: MovementFact, faults: list[Finding]) -> None:
    findings = [finding.model_dump(mode="json", exclude_none=True) for finding in faults]
    document = plan.model_dump(mode="json", exclude_none=True)
    print_json({"movement": document, "copies_of_boards": copies(plan), "findings": findings})


def _show(plan: MovementFact, faults: list[Finding]) -> None:
    """A row for each table and a column for each round, in as many blocks as the screen is too narrow for."""
    cells = {(line.table, line.round): _cell(line) for line in plan.lines}
    rounds = sorted({line.round for line in plan.lines})
    sets = copies(plan)
    counts = {"table": plan.tables, "round": len(rounds), "winner": plan.winners or 1}
    about = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts.items())
    boards = "one set of boards" if sets == 1 else f"each board at up to {sets} tables at a time"
    out.print(f"[bold]{escape(plan.id)}[/]: {about}, {boards}", soft_wrap=True)
    width = max(len(cell.partition("\n")[0]) for cell in cells.values()) + COLUMN_GAP
    together = max((out.width - TABLE_COLUMN) // width, 1)
    for first in range(0, len(rounds), together):
        table = Table(box=None)
        table.add_column("table", style="dim")
        block = rounds[first : first + together]
        for number in block:
            heading = f"round {number}"
            table.add_column(heading if width > len(heading) else str(number), no_wrap=True)
        for name in dict.fromkeys(line.table for line in plan.lines):
            table.add_row(name, *(cells.get((name, number), "") for number in block))
        out.print(table)
    if faults:
        out.print(findings_table(faults))


def _cell(line: MovementLine) -> str:
    """Who meets whom, and the boards below; a dot for an empty seat."""
    sides = line.sides
    ns = [sides.ns or sides.ns_team] if sides.north is None else [sides.north, sides.south]
    ew = [sides.ew or sides.ew_team] if sides.north is None else [sides.east, sides.west]
    meeting = " – ".join("+".join(name or "·" for name in side) for side in (ns, ew))
    boards = "" if line.first_board is None else f"\n[dim]{line.first_board}–{line.last_board}[/]"
    return f"{meeting}{boards}"


def _write(plan: MovementFact, target: Path) -> None:
    """Write the movement as an event to come, and list what the format cannot carry."""
    form = by_suffix(target.suffix)
    if form is None:
        misused(f"no format has files named {target}", "Name a file such as movement.xml.")
    facts = Facts(
        events=(EventFact(name=plan.name, kind=plan.kind, winners=plan.winners, rounds=plan.rounds),),
        participants=tuple(_participants(plan)),
        movements=(plan,),
    )
    file = FileRef(sha256="0" * 64, name=target.name, size=0, format=form.name)
    state = EventState("movement")
    state.apply(
        Fragment(
            id="movement.0",
            event="movement",
            file=file,
            ordinal=0,
            scope=Scope(),
            facts=facts,
            as_of=AsOf(at=datetime.now(UTC), source="arrival"),
        )
    )
    rendered = form.render(state.score()[1])
    try:
        target.write_bytes(rendered.data)
    except OSError as error:
        misused(f"{target} cannot be written: {error.strerror}", "Name a file that you may write.")
    err.print(f"[green]✓[/] {escape(str(target))}  {form.name}, {len(rendered.data):,} bytes")
    list_losses(err, rendered.losses, every=True)


def _participants(plan: MovementFact) -> list[Participant]:
    """All participants by number; where both sides have the same numbers, with the side."""
    participants: dict[str, Participant] = {}
    for line in plan.lines:
        for place, number in line.sides.given().items():
            kind: Literal["player", "pair", "team"] = (
                "team" if place.endswith("_team") else "pair" if place in ("ns", "ew") else "player"
            )
            side = Direction(place.upper()) if plan.winners == 2 else None
            name = f"{number}{side or ''}"
            participants.setdefault(name, Participant(id=name, kind=kind, number=number, direction=side))
    return [participants[name] for name in sorted(participants, key=natural)]
