"""Which boards every table that plays them has played: what is made public before must not help anybody.

Rules kept here:

1. A board of a session is complete when each of its sections has played it. Where it is not stated who plays it,
   nothing is said of it: a count of what is in would call a board complete that a table still has before it.
2. By a movement that states boards and is whole, everybody who meets on the board has a result there. Somebody who does
   not come keeps his boards incomplete. A result that the movement does not have shows that another one is played.
3. Without one, by its tables, where rounds × boards a round are the boards of the section: nobody plays a board twice,
   so each pair plays each of them, and each has results of two pairs a table. Tables are those stated, or more that
   are seen.
4. Teams: in each round that plays the board the listed matches have all teams, but for one of an odd number, and each
   has results of both rooms, or of as many tables as its teams have.
5. A line that is still blank keeps its board incomplete.
6. Where nothing of that is stated, a board is complete that everybody listed for the section has played, because
   nobody plays a board twice. Of other boards nothing is said: a movement may be cut, and somebody may sit out.
7. Nothing is to come where all boards are complete, each with as many results, and everybody has met everybody else,
   or each North-South each East-West, on as many boards: no movement goes on from there.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from contracts.facts import Facts, MovementFact, ResultFact, SectionFact
from services.scoring.domain.boards.travellers import names_of
from services.scoring.domain.matches.match_list import team_sides
from services.scoring.domain.progress.absences import movement_of, table_of
from shared.bridge.movement_ids import boards_of, everybody_at, with_ids
from shared.bridge.reported import is_reported

DealtBoard = tuple[str | None, str]
"""Session and number of a board; groups of sections that are scored apart play the same deal."""

_Lines = Sequence[ResultFact]

_Sides = tuple[str | None, str | None]

_Known = Mapping[str, bool | None]
"""Whether boards are complete, by number."""


def complete_boards(facts: Facts) -> dict[DealtBoard, bool]:
    """Whether each board is complete, of those of which it is known."""
    sessions: dict[str | None, list[ResultFact]] = defaultdict(list)
    for result in facts.results:
        sessions[result.session].append(result)
    complete: dict[DealtBoard, bool] = {}
    for session, lines in sessions.items():
        team_of = names_of(facts.participants).team_of
        if any(team for line in lines for team in team_sides(line, team_of)):
            known: list[_Known | None] = [_by_matches(facts, session, lines, team_of)]
        else:
            sections = {line.section for line in lines}
            sections |= {section.id for section in facts.sections if section.session == session}
            known = [_of_section(facts, session, section, lines) for section in sections]
        blank = {line.board for line in lines if line.ns_score.kind != "not_in_play" and not is_reported(line)}
        for board in {line.board for line in lines}:
            answers = [of_section.get(board, True) if of_section is not None else None for of_section in known]
            if None not in answers:
                complete[session, board] = all(answers) and board not in blank
    return complete


def _of_section(facts: Facts, session: str | None, section: str | None, lines: _Lines) -> _Known | None:
    """The boards that a section plays; None where that is not stated."""
    own = [line for line in lines if line.section == section]
    movement = movement_of((session, section), facts.movements)
    fact = next((each for each in facts.sections if (each.session, each.id) == (session, section)), None)
    if movement is not None and movement.lines:
        return _by_movement(facts, movement, fact, own)
    boards = {line.board for line in lines}
    if fact is not None and (fact.tables or fact.rounds or fact.boards_per_round):
        return _by_tables(fact, own, boards)
    return _by_everybody(facts, session, section, own, boards) if movement is None else None


def _by_movement(facts: Facts, movement: MovementFact, section: SectionFact | None, lines: _Lines) -> _Known | None:
    """Rule 2."""
    phantoms = {each.id for each in facts.participants if each.phantom}
    seats = with_ids(movement, {each.id for each in facts.participants}).lines
    seats = tuple(s for s in seats if len(people := everybody_at(s.sides)) > 1 and phantoms.isdisjoint(people))
    rounds = movement.rounds or (section and section.rounds) or facts.event.rounds or 0
    if not seats or not all(map(boards_of, seats)) or max(seat.round for seat in movement.lines) < rounds:
        return None
    planned = {(board, everybody_at(seat.sides)) for seat in seats for board in boards_of(seat)}
    done = {(line.board, everybody_at(line.sides)) for line in lines if is_reported(line)}
    if not done <= planned:
        return None
    missing = {board for board, _ in planned - done}
    return {board: board not in missing for board, _ in planned}


def _by_tables(section: SectionFact, lines: _Lines, boards: Iterable[str]) -> _Known | None:
    """Rule 3."""
    tables, rounds, each = section.tables, section.rounds, section.boards_per_round
    if not tables or not rounds or not each or rounds * each != section.boards:
        return None
    if any(not line.sides.ns or not line.sides.ew or line.multiplicity != 1 for line in lines):
        return None
    pairs: dict[str, set[str | None]] = defaultdict(set)
    seated: dict[int | None, set[str]] = defaultdict(set)
    everybody: set[str | None] = set()
    for line in lines:
        here = {line.sides.ns, line.sides.ew}
        everybody |= here
        if line.round is not None:
            seated[line.round].add(table_of(line))
        if is_reported(line):
            pairs[line.board] |= here
    most = max((tables, len(everybody) // 2, *map(len, seated.values())))
    return {board: len(pairs[board]) >= 2 * most for board in boards}


def _by_everybody(
    facts: Facts, session: str | None, section: str | None, lines: _Lines, boards: Iterable[str]
) -> _Known | None:
    """Rule 6."""
    if not lines or any(line.multiplicity != 1 for line in lines):
        return None
    kind = "player" if lines[0].sides.north else "pair"
    people = [each for each in facts.participants if each.kind == kind and not each.phantom]
    listed = {p.id for p in people if p.session in (None, session) and p.section in (None, section)}
    seen: set[str] = set()
    played: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        here = everybody_at(line.sides)
        seen |= here
        if is_reported(line):
            played[line.board] |= here
    one_table = len(everybody_at(lines[0].sides))
    if not listed >= seen or len(listed) < 2 * one_table:
        return None
    return {board: True if played[board] >= listed else None for board in boards}


def all_have_met(facts: Facts, complete: Mapping[DealtBoard, bool]) -> bool:
    """Whether nothing can be to come, by what is complete (rule 7)."""
    lines = facts.results
    boards = Counter((line.session, line.board) for line in lines)
    if not lines or len({(line.session, line.section) for line in lines}) > 1 or len(set(boards.values())) > 1:
        return False
    if not all(complete.get(board) for board in boards):
        return False
    if any(not line.sides.ns or not line.sides.ew for line in lines):
        return False
    met = Counter(frozenset((line.sides.ns, line.sides.ew)) for line in lines)
    ns, ew = ({getattr(line.sides, side) for line in lines} for side in ("ns", "ew"))
    pairs = len(ns | ew)
    wanted = len(ns) * len(ew) if ns.isdisjoint(ew) else pairs * (pairs - 1) // 2
    return len(met) == wanted and len(set(met.values())) == 1


def _by_matches(facts: Facts, session: str | None, lines: _Lines, team_of: Mapping[str, str]) -> _Known:
    """Rule 4."""
    phantoms = {each.id for each in facts.participants if each.phantom}
    teams = {each.id for each in facts.participants if each.kind == "team"} - phantoms
    rounds: dict[int | None, list[_Sides]] = defaultdict(list)
    awaited: dict[int | None, list[_Sides]] = defaultdict(list)
    for match in facts.matches:
        if match.kind == "teams" and match.session == session:
            sides = match.home, match.away
            rounds[match.round].append(sides)
            if match.away is not None and not match.forfeit and phantoms.isdisjoint(sides):
                awaited[match.round].append(sides)
    without = {number: teams.difference(*matches) for number, matches in rounds.items()}
    whole = {number for number, missing in without.items() if teams and len(missing) in (0, len(teams) % 2)}
    tables = max(2, (facts.event.team_size or 4) // 2)
    played: dict[str, dict[int | None, Counter[_Sides]]] = defaultdict(lambda: defaultdict(Counter))
    for line in lines:
        played[line.board][line.round][team_sides(line, team_of)] += is_reported(line)
    return {
        board: all(_in_all_rooms(awaited[number], seated, tables) for number, seated in in_rounds.items())
        if in_rounds.keys() <= whole
        else None
        for board, in_rounds in played.items()
    }


def _in_all_rooms(matches: Sequence[_Sides], seated: Counter[_Sides], tables: int) -> bool:
    """Whether the sides of each match have sat both ways, at all its tables; a match in parts is listed with each."""
    return all(
        min(rooms := (seated[home, away], seated[away, home])) > 0 and sum(rooms) >= max(tables, 2 * parts)
        for (home, away), parts in Counter(matches).items()
    )
