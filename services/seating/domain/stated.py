"""Rule "stated": the seats that the file itself gives.

Sources: USEBIO 1.3 and later, `CARRY_FORWARD_SEATING` (where a pair sits at the start of the next stage) and `SEATING`
(where it sits at the start); ACBLscore's next-session seats.
"""

from collections.abc import Iterable

from contracts.facts import Facts, SeatFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.names import shown_names

Table = tuple[str | None, str | None]
_SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def stated_seats(merged: EventMerged) -> RoundAssignment | None:
    """Seats for the next round, session or stage, else those of the start while nothing has been played.

    Returns:
        None when the file states no seats that are still to be taken.
    """
    following = [seat for seat in merged.facts.seats if seat.stage == "next"]
    if following:
        return _assignment(merged, following, "next")
    start = [seat for seat in merged.facts.seats if seat.stage == "start"]
    if start and not merged.facts.results:
        return _assignment(merged, start, "start")
    return None


def _assignment(merged: EventMerged, seats: list[SeatFact], stage: str) -> RoundAssignment:
    tables: dict[Table, list[SeatFact]] = {}
    without: list[str] = []
    for seat in seats:
        if seat.resigned or seat.table is None:
            without.append(seat.participant)
        else:
            tables.setdefault((seat.section, seat.table), []).append(seat)
    rounds = {seat.round for seat in seats}
    return RoundAssignment(
        event=merged.event,
        session=seats[0].session,
        stage=stage,
        round=rounds.pop() if len(rounds) == 1 else None,
        rule="stated",
        tables=tuple(_table(merged.facts, table, at) for table, at in sorted(tables.items(), key=_table_order)),
        sitting_out=tuple(without),
        complete=all(len(at) >= 2 for at in tables.values()),
    )


def _table_order(item: tuple[Table, list[SeatFact]]) -> tuple[str, int, str]:
    (section, table), _ = item
    number = int(table) if table and table.isascii() and table.isdigit() else 0
    return (section or "", number, table or "")


def _table(facts: Facts, table: Table, seats: Iterable[SeatFact]) -> SeatAssignment:
    names = shown_names(facts)
    filled: dict[str, str] = {}
    for seat in seats:
        place = (seat.direction or "").upper()
        if place in ("NS", "EW"):
            filled[place.lower()] = seat.participant
            filled[f"{place.lower()}_names"] = names.get((seat.kind, seat.participant), "")
        elif place in _SEATS:
            filled[_SEATS[place]] = seat.participant
        else:
            free = "ns" if "ns" not in filled else "ew"
            filled[free] = seat.participant
            filled[f"{free}_names"] = names.get((seat.kind, seat.participant), "")
    return SeatAssignment(section=table[0], table=table[1], reason="stated by the file", **filled)
