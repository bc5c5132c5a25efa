"""The command that makes a movement: who sits where in each round, and with which boards."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, cast

import typer
from rich.markup import escape
from rich.table import Table

from contracts.base import Direction, FileFormat, FileRef
from contracts.facts import AsOf, EventFact, Facts, MovementFact, MovementLine, Participant, Scope
from contracts.messages import Fragment
from kibitz.commands.files import AsJson
from kibitz.console import Exit, err, fail, findings_table, has_errors, out, print_json
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.movements.catalogue import (
    ENTRANTS,
    MovementRequest,
    faults_of_catalogue_movement,
    make_movement,
)
from services.seating.domain.movements.construction import BOARDS_OF_A_SET, NoSuchMovement
from services.seating.domain.movements.mitchell import Style
from services.seating.domain.movements.web import copies
from shared.formats import usebio
from shared.natural_order import natural

SEATS_OF_A_TABLE = {"pairs": 2, "players": 4, "teams": 2}
"""Entrants at each table; an American whist has a table for each team instead."""

COLUMN_GAP, TABLE_COLUMN = 3, 8
"""What a column takes beside its text, and what the column of the tables takes."""


def movement(
    name: Annotated[str, typer.Argument(help=f"Which: {', '.join(ENTRANTS)}.", metavar="NAME")],
    tables: Annotated[int | None, typer.Option(help="Full tables.", min=1)] = None,
    pairs: Annotated[int | None, typer.Option(help="Pairs, where tables are not all full.", min=2)] = None,
    players: Annotated[int | None, typer.Option(help="Players of an individual.", min=4)] = None,
    teams: Annotated[int | None, typer.Option(help="Teams.", min=2)] = None,
    rounds: Annotated[int | None, typer.Option(help="As many as there can be when not given.", min=1)] = None,
    boards: Annotated[int, typer.Option(help="Boards of a round, or of a match of teams.", min=1)] = BOARDS_OF_A_SET,
    skip: Annotated[bool, typer.Option("--skip", help="Mitchell: East-West skip a table half-way.")] = False,
    skip_after: Annotated[int | None, typer.Option(help="Mitchell: the round before the skip.", min=1)] = None,
    share_relay: Annotated[bool, typer.Option("--share-relay", help="Mitchell: share and relay.")] = False,
    arrow_switch: Annotated[
        bool, typer.Option("--arrow-switch", help="Mitchell: sides change in the last rounds; one winner.")
    ] = False,
    one_winner: Annotated[
        bool, typer.Option("--one-winner", help="Mitchell: East-West are numbered after North-South.")
    ] = False,
    rover: Annotated[
        str | None, typer.Option(help="Mitchell of an odd number: no half table but a rover, ns or ew.")
    ] = None,
    as_json: AsJson = False,
    as_usebio: Annotated[
        Path | None, typer.Option("--usebio", help="Write it as a USEBIO file with numbers instead of names.")
    ] = None,
) -> None:
    """Make a movement and check it: nobody twice at a board, against an opponent, or in a round."""
    style: Style | None = "share-and-relay" if share_relay else "skip" if skip or skip_after else None
    try:
        if share_relay and (skip or skip_after):
            raise NoSuchMovement("a Mitchell with a skip and a relay; it takes one of them")
        if rover not in (None, "ns", "ew"):
            raise NoSuchMovement(f"a rover on side {rover}; it has ns or ew")
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
        fail(f"there is no such movement: {refused}", refused.code.advice)
        raise typer.Exit(Exit.UNREADABLE) from refused
    faults = list(faults_of_catalogue_movement(wanted, plan))
    if as_usebio is not None:
        _write(plan, as_usebio)
    if as_json:
        found = [finding.model_dump(mode="json", exclude_none=True) for finding in faults]
        shown = plan.model_dump(mode="json", exclude_none=True)
        print_json({"movement": shown, "copies_of_boards": copies(plan), "findings": found})
    else:
        _show(plan)
        if faults:
            out.print(findings_table(faults))
    if has_errors(faults):
        raise typer.Exit(Exit.FINDINGS)


def _size(name: str, tables: int | None, given: dict[str, int | None]) -> int:
    """How many take part, from tables or from those who move."""
    if name not in ENTRANTS:
        raise NoSuchMovement(f"{name}; there are {', '.join(ENTRANTS)}")
    kind = ENTRANTS[name]
    if others := [f"--{other}" for other, size in given.items() if size is not None and other != kind]:
        raise NoSuchMovement(f"{name} of {others[0]}; its size is given with --{kind} or --tables")
    if (tables is None) is (given[kind] is None):
        raise NoSuchMovement(f"{name} without its size, or with two; give --{kind} or --tables")
    return given[kind] or (tables or 0) * (1 if name == "american-whist" else SEATS_OF_A_TABLE[kind])


def _show(plan: MovementFact) -> None:
    """A row for each table and a column for each round, in as many blocks as the screen is too narrow for."""
    cells = {(line.table, line.round): _cell(line) for line in plan.lines}
    rounds = sorted({line.round for line in plan.lines})
    number = copies(plan)
    about = f"{plan.tables} tables, {len(rounds)} rounds, {plan.winners or 1} winner{'s' if plan.winners == 2 else ''}"
    boards = "one set of boards" if number == 1 else f"each board at up to {number} tables at a time"
    out.print(f"[bold]{escape(plan.name or plan.id)}[/]: {about}, {boards}", soft_wrap=True)
    width = max(len(cell.partition("\n")[0]) for cell in cells.values()) + COLUMN_GAP
    together = max((out.width - TABLE_COLUMN) // width, 1)
    for first in range(0, len(rounds), together):
        table = Table(box=None)
        table.add_column("table", style="dim")
        shown = rounds[first : first + together]
        for one in shown:
            table.add_column(f"round {one}" if width > len("round ") + len(str(one)) else str(one), no_wrap=True)
        for where in dict.fromkeys(line.table for line in plan.lines):
            table.add_row(where, *(cells.get((where, one), "") for one in shown))
        out.print(table)


def _cell(line: MovementLine) -> str:
    """Who meets whom, and the boards below; a dot for who is missing."""
    sides = line.sides
    ns = [sides.ns or sides.ns_team] if sides.north is None else [sides.north, sides.south]
    ew = [sides.ew or sides.ew_team] if sides.north is None else [sides.east, sides.west]
    meeting = " – ".join("+".join(name or "·" for name in side) for side in (ns, ew))
    boards = "" if line.first_board is None else f"\n[dim]{line.first_board}–{line.last_board}[/]"
    return f"{meeting}{boards}"


def _write(plan: MovementFact, target: Path) -> None:
    """The movement as an event to come; what the format cannot say of it is told."""
    facts = Facts(
        events=(EventFact(name=plan.name, kind=plan.kind, winners=plan.winners, rounds=plan.rounds),),
        participants=tuple(_participants(plan)),
        movements=(plan,),
    )
    file = FileRef(sha256="0" * 64, name=target.name, size=0, format=FileFormat.USEBIO)
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
    rendered = usebio.render(state.score()[1], values="computed")
    try:
        target.write_bytes(rendered.data)
    except OSError as error:
        fail(f"{target}: {error.strerror or error}", "Name a file that you may write.")
        raise typer.Exit(Exit.UNREADABLE) from error
    err.print(f"[green]✓[/] {escape(str(target))}  usebio, {len(rendered.data):,} bytes")
    for loss in rendered.losses:
        err.print(f"  [yellow]not carried[/] {escape(loss.what)} ({loss.count}): {escape(loss.why)}")


def _participants(plan: MovementFact) -> list[Participant]:
    """Everybody, by number; where both sides have the same numbers, with the side."""
    found: dict[str, Participant] = {}
    for line in plan.lines:
        for place, number in line.sides.model_dump(exclude_none=True).items():
            kind: Literal["player", "pair", "team"] = (
                "team" if place.endswith("_team") else "pair" if place in ("ns", "ew") else "player"
            )
            side = Direction(place.upper()) if plan.winners == 2 else None
            name = f"{number}{side or ''}"
            found.setdefault(name, Participant(id=name, kind=kind, number=number, direction=side))
    return [found[name] for name in sorted(found, key=natural)]
