"""Rule "movement": the next round of a movement that the file gives (USEBIO 1.0, 5.5).

1. A round of a movement is over when each of its tables has a result: a line of the round's number, or of no number,
   between those who meet there. Tables without two sides, and those of a phantom pair, have none to wait for.
2. The sections of a session go on together: the next round is the first that is not over in one of them.
3. Sessions follow each other. When the movement of one is over, the first round of the next one is what comes.
4. Who is in the movement and at no full table of the round sits out.
5. A movement of which nobody has met although there are results is not the one that is played.
6. Who its plain numbers are, and which of its tables are those of a phantom: `shared/bridge/movement_ids.py`.
7. What is wrong with the movements (`movements/check.py`) is said with the seats, which stay as given.
8. A table without a result holds up a round until as many tables of a later one are in, if they are the most of them;
   and no longer where somebody at it was missing in the round before. Who was missing in the last two rounds has gone
   home or never came: who should meet him sits out, until he is seen again.
9. Who is away in a round by the director's word is missing there as a phantom is; and nobody is missing of whom he
   says that they are there.
10. A round that the director has called comes next; tables of the rounds before it that are not in are listed.
"""

from collections.abc import Sequence
from typing import NamedTuple

from contracts.facts import MovementFact, MovementLine
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import away_findings, calls_of, still_playing
from services.seating.domain.movements.check import faults_of
from services.seating.domain.names import Names, shown_names
from services.seating.domain.sessions import Sessions
from shared.bridge.movement_ids import everybody_at, teams_at, with_ids
from shared.bridge.reported import is_reported
from shared.presence import Presence

Meeting = tuple[str | None, int | None, frozenset[str]]
"""Session, round and everybody at the table."""


class Following(NamedTuple):
    """The round of a movement that comes, who is not there any more, and the tables of earlier rounds that play."""

    number: int
    gone: frozenset[str] = frozenset()
    playing: tuple[tuple[int, str], ...] = ()


def movement_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last that is over.

    Returns:
        None when the event has no movement with lines, or all of them are over.
    """
    ids = frozenset(participant.id for participant in merged.facts.participants)
    movements = [with_ids(movement, ids) for movement in merged.facts.movements if movement.lines]
    sessions = Sessions(merged.facts)
    met = _met(merged)
    phantoms = frozenset(p.id for p in merged.facts.participants if p.phantom)
    for session in sorted({movement.session for movement in movements}, key=lambda s: (sessions.place(s), s or "")):
        if sessions.is_past(session):
            continue
        together = [movement for movement in movements if movement.session == session]
        following = [found for movement in together if (found := _next(merged, movement, met, phantoms)) is not None]
        if following:
            gone = frozenset().union(*(found.gone for found in following))
            number = min(found.number for found in following)
            assignment = assignment_of(merged, together, number, phantoms | gone)
            playing = sorted({table for found in following for table in found.playing})
            findings = (*(finding for movement in together for finding in _faults(movement)), *still_playing(playing))
            return assignment.replace(findings=(*findings, *assignment.findings))
    return None


def _faults(movement: MovementFact) -> tuple[Finding, ...]:
    """Rule 7; in an individual opponents meet twice, and all matches of teams may play the same boards."""
    return faults_of(
        movement,
        meetings=2 if movement.kind == "individual" else 1,
        tables_of_a_board=len(movement.lines) if movement.kind == "teams" else 1,
    )


def _met(merged: EventMerged) -> set[Meeting]:
    """Who has met, with the session and in any."""
    met: set[Meeting] = set()
    for result in merged.facts.results:
        if is_reported(result):
            for everybody in {everybody_at(result.sides), teams_at(result.sides)}:
                met.update({(result.session, result.round, everybody), (None, result.round, everybody)})
    for match in merged.standings.matches:
        if match.away is not None and (match.home_score is not None or match.stated_home is not None):
            both = frozenset((match.home, match.away))
            met.update({(match.session, match.round, both), (None, match.round, both)})
    return met


def _next(merged: EventMerged, movement: MovementFact, met: set[Meeting], phantoms: frozenset[str]) -> Following | None:
    """What follows the last round that is over (rules 1, 8 to 10); None when it was the last, or nobody plays it."""
    presence = Presence(merged.facts)
    rounds: dict[int, list[MovementLine]] = {}
    for line in movement.lines:
        tables = rounds.setdefault(line.round, [])
        if _is_full(line, phantoms | presence.away(movement.session, line.round).keys()):
            tables.append(line)
    if any(session == movement.session for session, _, _ in met) and not any(
        _has_met(line, movement.session, met) for line in movement.lines
    ):
        return None
    missing = {
        number: [line for line in tables if not _has_met(line, movement.session, met)]
        for number, tables in rounds.items()
    }
    last, away, gone = 0, frozenset[str](), frozenset[str]()
    for number, tables in sorted(rounds.items()):
        names = [everybody_at(line.sides) for line in missing[number]]
        count = len(tables) - len(names)
        later = max((len(rounds[n]) - len(missing[n]) for n in rounds if n > number), default=0)
        most = 0 < len(tables) <= 2 * count
        if not names or (most and (later >= count or all(away & some for some in names))):
            last, now = number, frozenset().union(*names)
            away, gone = now, away & now
    begun = {number for number, tables in rounds.items() if len(missing[number]) < len(tables)}
    called = {
        call.round
        for call in calls_of(merged)
        if call.session in (None, movement.session) and (call.playing or call.round - 1 in begun)
    }
    last = max([last, *(number - 1 for number in called & rounds.keys())])
    following = min((number for number in rounds if number > last), default=None)
    if following is None:
        return None
    here = {name for line in rounds[following] if line not in missing[following] for name in everybody_at(line.sides)}
    here |= presence.there(movement.session, following)
    playing = tuple(
        (number, f"table {line.table}")
        for number in sorted(called and rounds)
        if number < following
        for line in missing[number]
    )
    return Following(following, gone - here, playing)


def _has_met(line: MovementLine, session: str | None, met: set[Meeting]) -> bool:
    everybody = everybody_at(line.sides)
    return any((session, number, everybody) in met for number in (line.round, None))


def _is_full(line: MovementLine, phantoms: frozenset[str]) -> bool:
    return len(everybody_at(line.sides)) >= 2 and phantoms.isdisjoint(everybody_at(line.sides))


def assignment_of(
    merged: EventMerged,
    movements: Sequence[MovementFact],
    number: int,
    phantoms: frozenset[str],
    *,
    rule: str = "movement",
    reason: str | None = None,
) -> RoundAssignment:
    """The seats of one round of the movements of a session.

    Args:
        merged: the event, for names.
        movements: of the sections that go on together, with the ids of participants.
        number: of the round.
        phantoms: who is not there.
        rule: that says so.
        reason: the same for every table; by default the movement's name.
    """
    names = shown_names(merged.facts)
    session = movements[0].session
    phantoms |= Presence(merged.facts).away(session, number).keys()
    tables: list[SeatAssignment] = []
    out: list[str] = []
    seen: set[str] = set()
    for movement in movements:
        lines = [line for line in movement.lines if line.round == number]
        full = [line for line in lines if _is_full(line, phantoms)]
        why = reason or f"round {number} of movement {movement.name or movement.id}"
        tables.extend(_table(movement, line, names, why) for line in full)
        seated = frozenset(name for line in full for name in everybody_at(line.sides))
        seen.update(name for line in movement.lines for name in everybody_at(line.sides))
        everybody = dict.fromkeys(name for line in movement.lines for name in sorted(everybody_at(line.sides)))
        if lines:
            out.extend(name for name in everybody if name not in seated and name not in phantoms)
    return RoundAssignment(
        event=merged.event,
        session=session,
        stage="round",
        round=number,
        rule=rule,
        tables=tuple(tables),
        sitting_out=tuple(out),
        findings=tuple(away_findings(merged, session, number, seen)),
    )


def _table(movement: MovementFact, line: MovementLine, names: Names, reason: str) -> SeatAssignment:
    kind = "team" if movement.kind == "teams" else "pair"
    sides = line.sides
    ns, ew = sides.ns or sides.ns_team, sides.ew or sides.ew_team
    return SeatAssignment(
        table=line.table,
        section=movement.section,
        ns=ns,
        ew=ew,
        north=sides.north,
        east=sides.east,
        south=sides.south,
        west=sides.west,
        ns_names=names.get((kind, ns or ""), ""),
        ew_names=names.get((kind, ew or ""), ""),
        first_board=line.first_board,
        last_board=line.last_board,
        reason=reason,
    )
