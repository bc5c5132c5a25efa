"""Rule "movement": the next round of a movement that the file gives (USEBIO 1.0, 5.5)."""

from contracts.facts import MovementFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.names import shown_names


def movement_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last complete one.

    Returns:
        None when the event has no movement with lines, or it is over.
    """
    movements = [movement for movement in merged.facts.movements if movement.lines]
    if not movements:
        return None
    following = (merged.standings.progress.rounds_complete or 0) + 1
    tables = [table for movement in movements for table in _tables(merged, movement, following)]
    if not tables:
        return None
    return RoundAssignment(
        event=merged.event, session=movements[0].session, stage="round", round=following, rule="movement",
        tables=tuple(tables),
    )  # fmt: skip


def _tables(merged: EventMerged, movement: MovementFact, number: int) -> list[SeatAssignment]:
    names = shown_names(merged.facts)
    kind = "team" if movement.kind == "teams" else "pair"
    tables = []
    for line in movement.lines:
        if line.round != number:
            continue
        sides = line.sides
        ns, ew = sides.ns or sides.ns_team, sides.ew or sides.ew_team
        tables.append(
            SeatAssignment(
                table=line.table, section=movement.section, ns=ns, ew=ew, north=sides.north, east=sides.east,
                south=sides.south, west=sides.west, ns_names=names.get((kind, ns or ""), ""),
                ew_names=names.get((kind, ew or ""), ""), first_board=line.first_board, last_board=line.last_board,
                reason=f"round {number} of movement {movement.name or movement.id}",
            )
        )  # fmt: skip
    return tables
