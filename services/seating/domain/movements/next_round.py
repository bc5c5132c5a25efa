"""Rule "movement": the next round of a movement that the file states (USEBIO 1.0, 5.5).

1. A round is over when each of its tables has a result: a line of that round, or of no round, between those who meet
   there. Tables without two sides, and those of a phantom pair, are not waited for.
2. The sections of a session go on together: the next round is the first that is not over in one of them.
3. Sessions follow each other. When the movement of one is over, the first round of the next session is next.
4. A participant of the movement who is at no full table of the round sits out.
5. A movement whose meetings have not occurred although there are results is not the one being played.
6. `shared/bridge/movement_ids` resolves plain numbers to participants and finds the tables of a phantom.
7. Faults of a movement (`movements/check.py`) are reported with the seats, which stay as stated.
8. A table without a result holds up the round until as many tables of a later round are in, if these are the majority;
   it does so no longer if somebody at it was missing in the round before. A participant missing in the last two rounds
   has left or never came: the opponents sit out until that participant appears again.
9. A participant who is away by the director's decision is treated as a phantom in that round; one whom the director
   declares present is not missing.
10. A round that the director starts early is next; open tables of earlier rounds are listed.
11. In a round in which participants exchanged places by hand, those who met stand for those who were due to.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from contracts.facts import MovementFact, MovementLine
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import away_findings, early_starts_of, still_playing
from services.seating.domain.movements.check import faults_of
from services.seating.domain.results_as_drawn import results_as_drawn
from services.seating.domain.seating_list import Names, shown_names
from services.seating.domain.sessions import Sessions
from shared.bridge.movement_ids import everybody_at, teams_at, with_ids
from shared.bridge.reported import is_reported
from shared.presence import Presence

Meeting = tuple[str | None, int | None, frozenset[str]]
"""Session, round and everybody at the table."""


class Following(NamedTuple):
    """The next round of a movement, the participants who have left, and the tables of earlier rounds still in play."""

    number: int
    gone: frozenset[str] = frozenset()
    playing: tuple[tuple[int, str], ...] = ()


def movement_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last that is over; None without a movement with lines, or after its end."""
    ids = frozenset(participant.id for participant in merged.facts.participants)
    movements = [with_ids(movement, ids) for movement in merged.facts.movements if movement.lines]
    sessions = Sessions(merged.facts)
    met = _met(merged)
    phantoms = frozenset(p.id for p in merged.facts.participants if p.phantom)
    for session in sorted({movement.session for movement in movements}, key=lambda s: (sessions.place(s), s or "")):
        if sessions.is_past(session):
            continue
        together = [movement for movement in movements if movement.session == session]
        following = [coming for movement in together if (coming := _next(merged, movement, met, phantoms)) is not None]
        if following:
            gone = frozenset().union(*(coming.gone for coming in following))
            number = min(coming.number for coming in following)
            assignment = assignment_of(merged, together, number, phantoms | gone)
            playing = sorted({table for coming in following for table in coming.playing})
            # Rule 7; in an individual opponents meet twice, and all matches of teams may play the same boards.
            faults = [
                faults_of(
                    movement,
                    meetings=2 if movement.kind == "individual" else 1,
                    tables_of_a_board=len(movement.lines) if movement.kind == "teams" else 1,
                )
                for movement in together
            ]
            return assignment.replace(findings=(*chain(*faults), *still_playing(playing), *assignment.findings))
    return None


def _met(merged: EventMerged) -> set[Meeting]:
    """Who has met, with the session and in any, and who would have without exchanges by hand."""
    met: set[Meeting] = set()
    drawn = results_as_drawn(merged) if merged.facts.exchanges else ()
    for result in (*merged.facts.results, *drawn):
        if is_reported(result):
            met.update((result.session, result.round, at(result.sides)) for at in (everybody_at, teams_at))
    for match in merged.standings.matches:
        if match.away is not None and (match.home_score is not None or match.stated_home is not None):
            met.add((match.session, match.round, frozenset((match.home, match.away))))
    return met | {(None, number, both) for _, number, both in met}


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
    started = {
        start.round
        for start in early_starts_of(merged)
        if start.session in (None, movement.session) and (start.playing or start.round - 1 in begun)
    }
    last = max([last, *(number - 1 for number in started & rounds.keys())])
    following = min((number for number in rounds if number > last), default=None)
    if following is None:
        return None
    here = {name for line in rounds[following] if line not in missing[following] for name in everybody_at(line.sides)}
    here |= presence.there(movement.session, following)
    playing = tuple(
        (number, f"table {line.table}")
        for number in sorted(started and rounds)
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
    """The seats of one round of the movements of sections that go on together, with the ids of participants.

    `phantoms` do not play; the reason is the movement's name when not given.
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
        seated = phantoms.union(*(everybody_at(line.sides) for line in full))
        everybody = dict.fromkeys(name for line in movement.lines for name in sorted(everybody_at(line.sides)))
        seen.update(everybody)
        if lines:
            out.extend(name for name in everybody if name not in seated)
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
    ns, ew = line.sides.ns or line.sides.ns_team, line.sides.ew or line.sides.ew_team
    sides = line.sides.replace(ns=ns, ew=ew, ns_team=None, ew_team=None).given()
    return SeatAssignment(
        table=line.table,
        section=movement.section,
        **sides,
        ns_names=names.get((kind, ns or ""), ""),
        ew_names=names.get((kind, ew or ""), ""),
        first_board=line.first_board,
        last_board=line.last_board,
        reason=reason,
    )
