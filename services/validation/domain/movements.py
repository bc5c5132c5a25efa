"""Rules about movements: nobody is in two places at once, and the lines are those that the movement has.

Sources: USEBIO 1.0, section 5.5 (movements), and Laws 4 and 5 (who sits where).

Rule 1: a movement of two fields has the same numbers on both sides for different pairs, unless the list says otherwise.
Rule 2: results are missing from rounds of which more than half of the meetings have all theirs, once the last round has
    begun; from that one only when the event is not running. Whoever has no result from a round on has gone home, and a
    board without any result was taken out.
Rule 3: where most tables of a round sit the other way, the round is arrow-switched.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from contracts.codes import validation as codes
from contracts.facts import MovementFact, MovementLine, ResultFact, Sides
from contracts.findings import Finding
from services.validation.domain.case import Case, Movement, Rule
from services.validation.domain.conditions import number_of
from shared.bridge.line_players import players_of

_MOST_BOARDS = 99
"""Of a meeting; a wider range of boards is a mistake."""

Meeting = tuple[frozenset[str], frozenset[str]]
"""Who sits North-South and who East-West."""


def seats_of_movements(case: Case) -> Iterator[Finding]:
    """Nobody sits at two tables in one round of a movement; of a team every pair does (rule 1)."""
    ids = {participant.id for participant in case.facts.participants}
    for movement, lines, _ in case.movements:
        tables: dict[tuple[object, ...], str] = {}
        for line in lines:
            for side, names in zip("ne", _meeting(line.sides), strict=True):
                for name in sorted(names):
                    key = (line.round, name, None if name in ids or movement.winners == 1 else side)
                    table = tables.setdefault(key, line.table)
                    if table != line.table:
                        text = f"{name} sits at table {table} and at table {line.table} in round {line.round}"
                        yield codes.TWICE_AT_ONCE.finding(
                            f"{text} of the movement {movement.name or movement.id}",
                            place=movement.at,
                            subject=f"round {line.round}",
                            stated=line.table,
                            computed=table,
                        )


@dataclass
class _Round:
    """The meetings of a round: how many are complete, and what is wrong with the others."""

    meetings: int = 0
    complete: int = 0
    missing: list[tuple[MovementLine, list[str]]] = field(default_factory=list)
    turned: list[tuple[MovementLine, ResultFact]] = field(default_factory=list)


def lines_of_movements(case: Case) -> Iterator[Finding]:
    """Every meeting of a movement that is over has its results, and everybody sits the way the movement says."""
    facts = case.facts
    for seated in case.movements:
        movement, results = seated[0], _results(case, seated[0])
        last_of: dict[str, int] = {}
        for plan, _, rows in (every := list(_met(seated, results))):
            for name in frozenset().union(*_meeting(plan.sides)) if rows else ():
                last_of[name] = max(last_of.get(name, 0), plan.round)
        newest = max(last_of.values(), default=0)
        rounds: dict[int, _Round] = {}
        for plan, boards, rows in every:
            here = rounds.setdefault(plan.round, _Round())
            if any(last_of.get(name, 0) < plan.round for side in _meeting(plan.sides) for name in side):
                continue
            here.meetings += 1
            lacking = [board for board in boards if board not in rows]
            here.complete += not lacking
            if lacking:
                here.missing.append((plan, lacking))
            here.turned.extend((plan, row) for row in list(rows.values())[:1] if _is_turned(plan, row))
        over = newest - (facts.event.results == "to_date") if newest == movement.rounds else 0
        for number, here in rounds.items():
            if 2 * len(here.turned) <= here.meetings:  # rule 3
                yield from (_turned(line, row) for line, row in here.turned)
            if 2 * here.complete > here.meetings and number <= over:  # rule 2
                yield from (_missing(movement, line, boards) for line, boards in here.missing)


def _results(case: Case, movement: MovementFact) -> list[ResultFact]:
    """The results of the session and section of a movement; none where it is one of several and does not say which."""
    facts = case.facts
    if movement.kind == "teams" or case.in_matches:
        return []
    sessions, sections = {result.session for result in facts.results}, {result.section for result in facts.results}
    session = movement.session if movement.session is not None or len(sessions) > 1 else next(iter(sessions), None)
    section = movement.section if movement.section is not None or len(sections) > 1 else next(iter(sections), None)
    return [result for result in facts.results if (result.session, result.section) == (session, section)]


def _met(
    seated: Movement, results: list[ResultFact]
) -> Iterator[tuple[MovementLine, list[str], dict[str, ResultFact]]]:
    """Each meeting of a movement with its boards, and the results on them in whatever direction."""
    played = {result.board for result in results}
    by_meeting: dict[Meeting, list[ResultFact]] = {}
    for result in results:
        by_meeting.setdefault(_meeting(result.sides), []).append(result)
    plans: list[tuple[MovementLine, Meeting, list[str]]] = []
    movement, plan_lines, with_ids = seated
    for plan, line in zip(plan_lines, movement.lines, strict=True):
        first, last = (number_of(board or "") for board in (plan.first_board, plan.last_board))
        if all(_meeting(plan.sides)) and first is not None and last is not None and 0 <= last - first < _MOST_BOARDS:
            boards = [str(board) for board in range(first, last + 1) if str(board) in played]
            plans.append((plan, _meeting(with_ids(_other_way(line.sides))), boards))
    planned = {(_meeting(plan.sides), board) for plan, _, boards in plans for board in boards}
    for plan, other_way, boards in plans:
        lines = [line for line in by_meeting.get(other_way, ()) if (other_way, line.board) not in planned]
        lines += by_meeting.get(_meeting(plan.sides), ())
        rows = {line.board: line for line in lines if line.board in boards and line.round in (None, plan.round)}
        yield plan, boards, rows


@lru_cache(maxsize=4_096)
def _meeting(sides: Sides) -> Meeting:
    players, ns = players_of(sides)
    return frozenset(players[:ns]), frozenset(players[ns:])


@lru_cache(maxsize=4_096)
def _other_way(sides: Sides) -> Sides:
    return sides.replace(
        ns=sides.ew, ew=sides.ns, north=sides.east, east=sides.north, south=sides.west, west=sides.south
    )


def _is_turned(line: MovementLine, result: ResultFact) -> bool:
    return not result.arrow_switched and _meeting(result.sides) != _meeting(line.sides)


def _turned(line: MovementLine, result: ResultFact) -> Finding:
    ns, ew = (" and ".join(sorted(names)) for names in _meeting(line.sides))
    text = f"round {line.round}, table {line.table}: {ns} sits North-South and {ew} East-West by the movement, but not"
    return codes.DIRECTIONS_SWAPPED.finding(
        f"{text} in the result on board {result.board}", place=result.at, subject=f"board {result.board}"
    )


def _missing(movement: MovementFact, line: MovementLine, boards: list[str]) -> Finding:
    ns, ew = (" and ".join(sorted(names)) for names in _meeting(line.sides))
    plural = "s" if len(boards) > 1 else ""
    text = f"round {line.round}, table {line.table}: no result of {ns} against {ew}"
    text += f" on board{plural} {', '.join(boards)}"
    subject = f"board {boards[0]}" if len(boards) == 1 else f"table {line.table}"
    return codes.LINE_MISSING.finding(text, place=movement.at, subject=subject, computed=", ".join(boards))


RULES: tuple[Rule, ...] = (seats_of_movements, lines_of_movements)
