"""The seats that follow, as facts: what every writer knows how to write.

Rules kept here:

1. What the files state themselves is in the facts already and stays as it is, unless the director has locked other
   seats.
2. Other seats take the place of those that facts have for the same round or an earlier one; those of later rounds, such
   as byes that somebody has asked for, stay.
3. The seats of a first round are those of a start: of the session, or of the event.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

from contracts.base import Discipline
from contracts.codes.seating import AWAY
from contracts.facts import Facts, SeatFact
from contracts.messages import EventMerged, LossItem
from contracts.seating import RoundAssignment, SeatAssignment
from shared.formats.parsed import Rendered

Kind = Literal["player", "pair", "team"]

STATED = "stated"
"""The rule of seats that files state themselves."""

MOVEMENT = "movement"
"""The rule of seats that follow from a movement that files give."""

_TEAM_KINDS = ("teams", "swiss_teams", "knockout")
_DIRECTIONS = {"ns": "NS", "ew": "EW", "north": "N", "south": "S", "east": "E", "west": "W"}
_COLOURS: dict[str, Literal["w", "b"]] = {"white": "w", "black": "b"}
_FOUR = ("north", "south", "east", "west")


def with_seats(merged: EventMerged, seats: RoundAssignment | None) -> EventMerged:
    """The event with its next seats, as far as any are still held, among its facts (rules 1 to 3)."""
    if seats is None or (seats.rule == STATED and not seats.locked):
        return merged
    facts = merged.facts
    if facts.event.discipline is Discipline.CHESS and any(game.round == seats.round for game in facts.games):
        return merged
    added = tuple(seat_facts(merged, seats))
    origins = {name: numbers for name, numbers in merged.origins.items() if name != "seats"}
    kept = tuple(seat for seat in facts.seats if not _replaced(seat, added))
    return merged.replace(facts=facts.replace(seats=(*kept, *added)), origins=origins)


def seat_facts(merged: EventMerged, seats: RoundAssignment) -> Iterator[SeatFact]:
    """One fact for everybody who has a seat, or a bye of chess."""
    facts = merged.facts
    session = seats.session
    if session is None and len(facts.sessions) == 1:
        session = facts.sessions[0].id
    chess = facts.event.discipline is Discipline.CHESS
    starts = seats.stage == "start" or (seats.round == 1 and not chess)
    kind = _kind(facts, seats)
    stage: Literal["start", "next"] = "start" if starts else "next"
    when = {"kind": kind, "session": session, "stage": stage, "round": None if starts else seats.round}
    for table in seats.tables:
        people = list(people_at(table))
        for place, who in people:
            others = [other for _, other in people if other != who]
            yield SeatFact.checked(
                {
                    **when,
                    "participant": who,
                    "section": table.section,
                    "table": table.table,
                    "direction": _DIRECTIONS.get(place),
                    "colour": _COLOURS.get(place),
                    "opponent": others[0] if len(people) == 2 else None,
                }
            )
    letters = {bye.name: bye.value for bye in seats.byes}
    for who in seats.sitting_out if chess else ():
        yield SeatFact.checked({**when, "participant": who, "text": letters.get(who, "Z")})


def people_at(table: SeatAssignment) -> Iterator[tuple[str, str]]:
    """Who sits at a table, by the field of the assignment."""
    for place in (*_DIRECTIONS, *_COLOURS):
        who = getattr(table, place)
        if who is not None:
            yield place, who


def _kind(facts: Facts, seats: RoundAssignment) -> Kind:
    """Whether players, pairs or teams sit down; an assignment has their ids alone."""
    if any(getattr(table, place) is not None for table in seats.tables for place in _FOUR):
        return "player"
    of = {kind: {one.id for one in facts.participants if one.kind == kind} for kind in ("player", "pair", "team")}
    if facts.event.discipline is Discipline.CHESS:
        return "team" if of["team"] and facts.event.kind != "individual" else "player"
    seated = {who for table in seats.tables for _, who in people_at(table)}
    order = ("team", "pair") if facts.event.kind in _TEAM_KINDS else ("pair", "team")
    return cast(Kind, next((kind for kind in order if seated <= of[kind]), order[0]))


def _replaced(seat: SeatFact, added: tuple[SeatFact, ...]) -> bool:
    """Rule 2."""
    new = added[0] if added else None
    if new is None or seat.stage != new.stage or seat.session != new.session:
        return False
    if seat.kind != new.kind and not (new.kind == "team" and new.colour is not None and seat.kind == "player"):
        return False
    return seat.round is None or new.round is None or seat.round <= new.round


def beyond_the_movement(seats: RoundAssignment | None) -> RoundAssignment | None:
    """Seats for a format that has movements: those that follow from one are in it, unless locked or with one away."""
    if seats is None or seats.rule != MOVEMENT or seats.locked:
        return seats
    return seats if any(finding.code == AWAY.code for finding in seats.findings) else None


def losses_of_seats(seats: RoundAssignment | None) -> tuple[LossItem, ...]:
    """What is lost where a format has a table and a direction for everybody who is seated, and nothing else."""
    if seats is None or seats.rule == STATED:
        return ()
    boards = sum(table.first_board is not None for table in seats.tables)
    counts = (
        ("boards of the next round", boards, "the format has seats without boards"),
        ("sitting out in the next round", len(seats.sitting_out), "the format has seats of those who have one"),
    )
    return tuple(LossItem(what=what, count=count, why=why) for what, count, why in counts if count)


def with_losses_of_seats(rendered: Rendered, *seats: RoundAssignment | None) -> Rendered:
    """A file of a format that has a table and a direction for everybody who is seated, and what that leaves out."""

    def found() -> tuple[LossItem, ...]:
        return (*rendered.losses, *(loss for each in seats for loss in losses_of_seats(each)))

    return replace(rendered, found=found)
