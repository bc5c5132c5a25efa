"""Rule "stated": the seats that the file itself gives.

Sources: USEBIO 1.3 and later, `CARRY_FORWARD_SEATING` (where a pair sits at the start of the next stage) and `SEATING`
(where it sits at the start); ACBLscore's next-session seats.

1. Seats of a stage or round to come count before those of a start, and those of the earliest that is still to come
   before later ones.
2. Seats "next" of a session are taken when that session is over, and those of a start when no session before it is
   in play: as long as a movement has a round to come, that round is what comes. Seats "next" end when a later session
   has results, those of a start when their own has. Where a later session states its start itself, that counts before
   what the one before it says of it: seats are often changed in between.
3. Who has no table sits out, unless an opponent is named: then the two meet at a table to be found.
4. Seats of a numbered round of chess are pairings and byes, which `stated_games` reads.
5. A seat is taken once. A second participant for it gets a line of its own at the same table, and the assignment is
   not complete.
6. Who is alone at a table sits out where the event has a phantom in his section; else somebody is missing there, and
   the assignment is not complete.
7. A numbered round is over when so many rounds of its own session are complete.
"""

from collections.abc import Iterable, Set
from itertools import count

from contracts.base import Discipline
from contracts.facts import SeatFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import rounds_over
from services.seating.domain.movement import movement_round
from services.seating.domain.movements.extent import is_over
from services.seating.domain.movements.observed import played
from services.seating.domain.names import Names, shown_names
from services.seating.domain.sessions import Sessions

Table = tuple[str, str, str]
"""Section, table, and the two who meet where there is no table."""

_SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_COLOURS = {"w": "white", "b": "black"}
_REASON = "stated by the file"


def stated_seats(merged: EventMerged) -> RoundAssignment | None:
    """Seats for the next round, session or stage, else those of a session that has not begun.

    Returns:
        None when the file states no seats that are still to be taken.
    """
    sessions = Sessions(merged.facts)
    done = rounds_over(merged)
    following = [
        seat
        for seat in merged.facts.seats
        if seat.stage == "next"
        and not sessions.is_past(seat.session)
        and (seat.round is None or seat.round > done - _elsewhere(merged, seat.session))
    ]
    if merged.facts.event.discipline is Discipline.CHESS:
        following = [seat for seat in following if seat.round is None]
    start = [seat for seat in merged.facts.seats if seat.stage == "start" and not sessions.has_begun(seat.session)]
    if any(seat.round is None for seat in (*following, *start)):
        playing = _place_in_play(merged, sessions)
        if playing is not None:
            following = [seat for seat in following if not _waits(seat, playing, sessions)]
            start = [seat for seat in start if sessions.place(seat.session) <= playing]
    following, start = (_earliest(some, sessions) if some else [] for some in (following, start))
    if following and not (start and _follows(start[0], following[0], sessions)):
        return _assignment(merged, following, "next")
    return _assignment(merged, start, "start") if start else None


def _elsewhere(merged: EventMerged, session: str | None) -> int:
    """How many of the rounds that are complete are of other sessions, each of which numbers its own from 1 (rule 7)."""
    total = merged.standings.progress.rounds_complete or 0
    if session is None or len(merged.facts.sessions) < 2:
        return 0
    sections = [one for one in merged.standings.progress.sections if one.session == session]
    complete = [one.rounds_complete for one in sections if one.rounds_complete is not None]
    if complete:
        return total - min(complete)
    waited = {match.round: False for match in merged.facts.matches if match.session == session}
    for match in merged.facts.matches:
        if match.session == session and match.away is not None:
            waited[match.round] |= match.home_score is None and match.home_imps is None
    return total - next(number for number in count() if waited.get(number + 1, True))


def _place_in_play(merged: EventMerged, sessions: Sessions) -> int | None:
    """The place of the first session whose movement has rounds to come; None where none has (rule 2)."""
    coming = movement_round(merged)
    if coming is None:
        return None
    sections = [section for section in played(merged) if section.session == coming.session]
    over = bool(sections) and all(is_over(merged, section) for section in sections)
    return None if over else sessions.place(coming.session)


def _waits(seat: SeatFact, playing: int, sessions: Sessions) -> bool:
    """Whether a seat is of a time after the session that is in play; one of no session and round is of now."""
    return seat.session is not None and seat.round is None and sessions.place(seat.session) >= playing


def _follows(start: SeatFact, following: SeatFact, sessions: Sessions) -> bool:
    """Whether these are of the start of a later session than the one whose end the others follow."""
    return following.round is None and sessions.place(start.session) > sessions.place(following.session)


def _earliest(seats: list[SeatFact], sessions: Sessions) -> list[SeatFact]:
    """Rule 1: seats of one session and round."""

    def when(seat: SeatFact) -> tuple[int, int]:
        return sessions.place(seat.session), seat.round or 0

    first = min(map(when, seats))
    return [seat for seat in seats if when(seat) == first]


def _assignment(merged: EventMerged, seats: list[SeatFact], stage: str) -> RoundAssignment:
    tables: dict[Table, list[SeatFact]] = {}
    without: list[str] = []
    for seat in seats:
        if seat.resigned or (seat.table is None and seat.opponent is None):
            without.append(seat.participant)
        else:
            meeting = "" if seat.table is not None else " ".join(sorted((seat.participant, seat.opponent or "")))
            tables.setdefault((seat.section or "", seat.table or "", meeting), []).append(seat)
    names = shown_names(merged.facts)
    individual = all(seat.kind == "player" for seat in seats) and (merged.facts.event.discipline is Discipline.BRIDGE)
    phantoms = {phantom.section for phantom in merged.facts.participants if phantom.phantom}
    alone = [table for table, some in tables.items() if len(some) == 1 and _is_alone(some[0], table, phantoms)]
    without += [tables.pop(table)[0].participant for table in alone]
    lines = [line for table in sorted(tables, key=_table_order) for line in _lines(tables[table], names)]
    return RoundAssignment(
        event=merged.event,
        session=seats[0].session,
        stage=stage,
        round=seats[0].round,
        rule="stated",
        tables=tuple(lines),
        sitting_out=tuple(without),
        complete=len(lines) == len(tables) and all(_is_full(line, individual) for line in lines),
    )


def _is_alone(seat: SeatFact, table: Table, phantoms: Set[str | None]) -> bool:
    """Rule 6."""
    return seat.kind != "player" and seat.opponent is None and not phantoms.isdisjoint((None, table[0] or None))


def _table_order(table: Table) -> tuple[str, int, str, str]:
    section, number, meeting = table
    plain = number.isascii() and number.isdigit()
    return (section, int(number[:9]) if plain else 0, number, meeting)


def _lines(seats: Iterable[SeatFact], names: Names) -> list[SeatAssignment]:
    """A table; more lines than one when the same seat is stated for several (rule 5)."""
    filled: list[dict[str, str]] = []
    opponents: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.direction is None and seat.colour is None):
        opponents[seat.participant] = seat.opponent or ""
        place = _place(seat)
        line = next((line for line in filled if _free(line, place)), None)
        if line is None:
            line = {}
            filled.append(line)
        place = place or _free(line, None)
        line[place] = seat.participant
        if place in ("ns", "ew"):
            line[f"{place}_names"] = names.get((seat.kind, seat.participant), "")
        line["table"], line["section"] = seat.table or "", seat.section or ""
    for line in filled:
        _seat_opponent(line, opponents)
    return [SeatAssignment(reason=_REASON, **{name: value for name, value in line.items() if value}) for line in filled]


def _place(seat: SeatFact) -> str:
    """The field of an assignment that a seat is; blank when the file does not say."""
    direction = (seat.direction or "").upper()
    if direction in ("NS", "EW"):
        return direction.lower()
    return _SEATS.get(direction) or _COLOURS.get(seat.colour or "", "")


def _free(line: dict[str, str], place: str | None) -> str:
    """The place if it is free, or the first free side when none is given; blank when it is taken."""
    return next((side for side in ([place] if place else ["ns", "ew"]) if side not in line), "")


def _seat_opponent(line: dict[str, str], opponents: dict[str, str]) -> None:
    """Rule 3: an opponent who has no seat of his own takes the other side."""
    other_side = {"ns": "ew", "ew": "ns", "white": "black", "black": "white"}
    for place, other in other_side.items():
        opponent = opponents.get(line.get(place, ""))
        if opponent and other not in line and opponent not in opponents:
            line[other] = opponent
            return


def _is_full(line: SeatAssignment, individual: bool) -> bool:
    if individual:
        return None not in (line.north, line.east, line.south, line.west)
    return None not in (line.ns, line.ew) or None not in (line.white, line.black)
