"""What exchanges by hand break, at the tables that they have changed and for those who sit out because of them.

| rule | source |
|---|---|
| nobody meets an opponent again | C.04.1; EBU |
| nobody who has had a bye, or won without playing, sits out again | C.04.1; EBU |
| nobody has one colour three times running, or three times more than the other | C.04.3 |
| who is kept apart does not meet | records 260 and XXP |
| nobody plays a board again | the laws of bridge, 15 |
| opponents are of one federation, in an event of several | our choice, because many arbiters avoid it |
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from contracts.base import Discipline
from contracts.codes.seating import EXCHANGE_BREAKS
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.draw_request import forbidden_meetings
from services.seating.domain.seating_list import people
from shared.bridge.movement_ids import everybody_at
from shared.bridge.reported import is_reported
from shared.chess.from_facts import tournament_of
from shared.chess.model import Kind, Tournament
from shared.natural_order import natural

Both = frozenset[str]

Changed = tuple[SeatAssignment, Mapping[str, str]]
"""A table that exchanges have changed, and who has come to which place of it."""

MOST_BOARDS = 200
"""Of a table; more are none that anybody plays in a round."""

_UNPLAYED_WINS = (Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN)
_COLOURS = {"white": "w", "black": "b"}
_COLOUR_NAMES = {"w": "White", "b": "Black"}


def exchange_faults(drawn: RoundAssignment, seats: RoundAssignment, merged: EventMerged) -> Iterator[Finding]:
    """A finding for each rule that seats break where they differ from those of the draw."""
    facts = merged.facts
    chess = tournament_of(facts) if facts.event.discipline is Discipline.CHESS else None
    changed = [
        (line, moved)
        for before, line in zip(drawn.tables, seats.tables, strict=True)
        if (moved := dict(people(line).items() - people(before).items()))
    ]
    met = _chess_meetings(chess, seats) if chess else _meetings(merged, seats)
    apart = _apart(facts, chess, seats) if chess else set()
    federations = _federations(facts)
    by_draw = {couple for line in drawn.tables if (couple := _couple(line))}
    for both in {couple: None for line, _ in changed if (couple := _couple(line)) and couple not in by_draw}:
        first, second = sorted(both, key=natural)
        subject = f"{first} - {second}"
        if both in met:
            when = ", ".join(map(str, sorted(met[both])))
            again = f"{first} and {second} meet again: they met" + (f" in round {when}" if when else " before")
            yield EXCHANGE_BREAKS.finding(again, subject=subject)
        if both in apart:
            yield EXCHANGE_BREAKS.finding(f"{first} and {second} should not meet (record 260)", subject=subject)
        for federation in sorted(federations.get(first, set()) & federations.get(second, set())):
            text = f"{first} and {second} are both of federation {federation}"
            yield EXCHANGE_BREAKS.finding(text, subject=subject)
    yield from _colours(chess, changed, seats) if chess else _boards(merged, changed, seats)
    had = _idle_in_chess(chess, seats) if chess else _idle(merged, seats)
    for name in seats.sitting_out:
        if name not in drawn.sitting_out and name in had:
            yield EXCHANGE_BREAKS.finding(f"{name} sits out again, after {had[name]}", subject=name)


def _couple(line: SeatAssignment) -> Both | None:
    first, second = (line.white, line.black) if line.white or line.black else (line.ns, line.ew)
    return frozenset((first, second)) if first and second and first != second else None


def _chess_meetings(chess: Tournament, seats: RoundAssignment) -> dict[Both, set[int]]:
    """The rounds in which two have played, or are playing, each other."""
    met: dict[Both, set[int]] = defaultdict(set)
    for entrant in chess.entrants:
        for number, turn in enumerate(entrant.turns[: (seats.round or 1) - 1], 1):
            if turn.opponent >= 0 and turn.kind in (Kind.PLAYED, Kind.OPEN):
                met[frozenset((entrant.id, chess.entrants[turn.opponent].id))].add(number)
    return met


def _meetings(merged: EventMerged, seats: RoundAssignment) -> dict[Both, set[int]]:
    """The rounds in which two have met: in matches of the event, else at the tables of the session."""
    met: dict[Both, set[int]] = defaultdict(set)
    for match in merged.standings.matches:
        if match.away is not None and (match.session, match.round) != (seats.session, seats.round):
            met[frozenset((match.home, match.away))].update(() if match.round is None else (match.round,))
    for result in () if met else merged.facts.results:
        ns, ew, number = result.sides.ns, result.sides.ew, result.round
        elsewhere = result.session != seats.session or number in (None, seats.round)
        if ns and ew and number is not None and not elsewhere and is_reported(result):
            met[frozenset((ns, ew))].add(number)
    return met


def _apart(facts: Facts, chess: Tournament, seats: RoundAssignment) -> set[Both]:
    ids = [entrant.id for entrant in chess.entrants]
    return {
        frozenset((ids[one], ids[other]))
        for ban in forbidden_meetings(facts, ids)
        if ban.first_round <= (seats.round or 0) <= ban.last_round
        for one in ban.contestants
        for other in ban.contestants
        if one != other
    }


def _federations(facts: Facts) -> Mapping[str, set[str]]:
    """The federations of everybody; nobody's where all are of one."""
    of = {each.id: {person.federation for person in each.players if person.federation} for each in facts.participants}
    return of if len(set().union(*of.values())) > 1 else {}


def _colours(chess: Tournament, changed: Iterable[Changed], seats: RoundAssignment) -> Iterator[Finding]:
    turns = {entrant.id: entrant.turns[: (seats.round or 1) - 1] for entrant in chess.entrants}
    for _, moved in changed:
        for place, colour in _COLOURS.items():
            name = moved.get(place, "")
            had = [turn.colour for turn in turns.get(name, ()) if turn.played and turn.colour]
            if had[-2:] == [colour, colour]:
                text = f"{name} has {_COLOUR_NAMES[colour]} for the third time running"
                yield EXCHANGE_BREAKS.finding(text, subject=name)
            elif 2 * had.count(colour) - len(had) >= 2:
                other = _COLOUR_NAMES["b" if colour == "w" else "w"]
                text = f"{name} has {_COLOUR_NAMES[colour]} three times more than {other}"
                yield EXCHANGE_BREAKS.finding(text, subject=name)


def _boards(merged: EventMerged, changed: Iterable[Changed], seats: RoundAssignment) -> Iterator[Finding]:
    played: dict[str, set[str]] = defaultdict(set)
    for result in merged.facts.results:
        if result.session == seats.session and result.round != seats.round and is_reported(result):
            for name in everybody_at(result.sides):
                played[name].add(result.board)
    for line, moved in changed:
        boards = _board_names(line)
        for name in sorted(moved.values(), key=natural):
            if again := sorted(played.get(name, set()) & boards, key=natural):
                text = f"{name} has played board{'s' if len(again) > 1 else ''} {', '.join(again)} before"
                yield EXCHANGE_BREAKS.finding(text, subject=name)


def _board_names(line: SeatAssignment) -> set[str]:
    """The boards of a table, where they are numbered."""
    first, last = line.first_board or "", line.last_board or line.first_board or ""
    if not (first.isdecimal() and last.isdecimal() and max(len(first), len(last)) < 6):
        return {name for name in (first, last) if name}
    return set(map(str, range(int(first), min(int(last), int(first) + MOST_BOARDS) + 1)))


def _idle_in_chess(chess: Tournament, seats: RoundAssignment) -> dict[str, str]:
    """Who has had a bye or won without playing, and when."""
    return {
        entrant.id: f"{turn.kind.value} in round {number}"
        for entrant in chess.entrants
        for number, turn in enumerate(entrant.turns[: (seats.round or 1) - 1], 1)
        if turn.kind in _UNPLAYED_WINS
    }


def _idle(merged: EventMerged, seats: RoundAssignment) -> dict[str, str]:
    return {
        match.home: f"a bye in round {match.round}" if match.round is not None else "a bye"
        for match in merged.standings.matches
        if match.away is None and (match.session, match.round) != (seats.session, seats.round)
    }
