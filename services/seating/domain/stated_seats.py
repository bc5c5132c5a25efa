"""Rule "stated": the seats that a file gives.

Sources: USEBIO 1.3 and later, `CARRY_FORWARD_SEATING` (seats at the start of the next stage) and `SEATING` (seats at
the start); ACBLscore's next-session seats.

1. Seats of a coming stage or round rank before those of a start; among them the earliest that is still to come wins.
2. Seats "next" of a session apply when that session is over, and those of a start when no earlier session is in play:
   while a movement has a round to come, that round is next. Seats "next" expire when a later session has results, those
   of a start when their own session has. A later session's own start overrides what the session before says of it,
   because seats are often changed in between.
3. A participant without a table sits out, unless the file names an opponent: then the two meet at a table to be found.
4. Seats of a numbered chess round are pairings and byes; `stated_games` reads them.
5. A seat is taken once. A second participant for it gets another line at the same table, and the assignment is not
   complete.
6. A participant alone at a table sits out if the section has a phantom; otherwise the assignment is not complete.
7. A numbered round is over when that many rounds of its own session are complete.
"""

from collections.abc import Iterable
from itertools import count

from contracts.base import Discipline
from contracts.facts import SeatFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import rounds_over
from services.seating.domain.inferred.played_rounds import played_sections
from services.seating.domain.inferred.session_length import is_over
from services.seating.domain.movements.next_round import movement_round
from services.seating.domain.seating_list import Names, shown_names
from services.seating.domain.sessions import Sessions

Table = tuple[str, str, str]
"""Section, table, and the two who meet where there is no table."""

_PLACES = {"NS": "ns", "EW": "ew", "N": "north", "E": "east", "S": "south", "W": "west"}
_COLOURS = {"w": "white", "b": "black"}
_OTHER_SIDE = {"ns": "ew", "ew": "ns", "white": "black", "black": "white"}
_REASON = "stated by the file"


def stated_seats(merged: EventMerged) -> RoundAssignment | None:
    """Seats still to be taken for the next round, session or stage, else of a session that has not begun."""
    sessions = Sessions(merged.facts)
    done = rounds_over(merged)
    following = [
        seat
        for seat in merged.facts.seats
        if seat.stage == "next"
        and not sessions.is_past(seat.session)
        and (seat.round is None or seat.round > done - _complete_in_other_sessions(merged, seat.session))
    ]
    if merged.facts.event.discipline is Discipline.CHESS:
        following = [seat for seat in following if seat.round is None]
    start = [seat for seat in merged.facts.seats if seat.stage == "start" and not sessions.has_begun(seat.session)]
    if any(seat.round is None for seat in (*following, *start)):
        playing = _place_in_play(merged, sessions)
        if playing is not None:
            # Seats of no session, and those of a round, are of now.
            following = [
                seat
                for seat in following
                if seat.session is None or seat.round is not None or sessions.place(seat.session) < playing
            ]
            start = [seat for seat in start if sessions.place(seat.session) <= playing]

    def when(seat: SeatFact) -> tuple[int, int]:
        return sessions.place(seat.session), seat.round or 0

    # Rule 1: the seats of one session and round.
    following, start = (
        [seat for seat in seats if when(seat) == first]
        for seats in (following, start)
        for first in [min(map(when, seats), default=None)]
    )
    if following and not (start and following[0].round is None and when(start[0])[0] > when(following[0])[0]):
        return _assignment(merged, following, "next")
    return _assignment(merged, start, "start") if start else None


def _complete_in_other_sessions(merged: EventMerged, session: str | None) -> int:
    """The complete rounds of other sessions, each of which numbers its own from 1 (rule 7)."""
    total = merged.standings.progress.rounds_complete or 0
    if session is None or len(merged.facts.sessions) < 2:
        return 0
    sections = [section for section in merged.standings.progress.sections if section.session == session]
    complete = [section.rounds_complete for section in sections if section.rounds_complete is not None]
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
    sections = [section for section in played_sections(merged) if section.session == coming.session]
    over = bool(sections) and all(is_over(merged, section) for section in sections)
    return None if over else sessions.place(coming.session)


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
    for table, (seat, *others) in tuple(tables.items()):
        with_phantom = not phantoms.isdisjoint((None, table[0] or None))
        if with_phantom and not others and seat.kind != "player" and seat.opponent is None:
            without.append(seat.participant)  # rule 6
            del tables[table]
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
        # The field of an assignment for the seat; blank if the file does not state it.
        place = _PLACES.get((seat.direction or "").upper()) or _COLOURS.get(seat.colour or "", "")
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
        # Rule 3: an opponent who has no seat of his own takes the other side.
        for place, other in _OTHER_SIDE.items():
            opponent = opponents.get(line.get(place, ""))
            if opponent and other not in line and opponent not in opponents:
                line[other] = opponent
                break
    return [SeatAssignment(reason=_REASON, **{name: value for name, value in line.items() if value}) for line in filled]


def _free(line: dict[str, str], place: str | None) -> str:
    """The place if it is free, or the first free side when none is given; blank when it is taken."""
    return next((side for side in ([place] if place else ["ns", "ew"]) if side not in line), "")


def _is_full(line: SeatAssignment, individual: bool) -> bool:
    if individual:
        return None not in (line.north, line.east, line.south, line.west)
    return None not in (line.ns, line.ew) or None not in (line.white, line.black)
