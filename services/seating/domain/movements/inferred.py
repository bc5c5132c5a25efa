"""Rule "inferred": the next round of a movement that no file gives, where the rounds played so far determine it.

1. The law of the movement (`law`) is found from all rounds that are over, and what is in of the next one must fit.
2. Nobody meets an opponent or a board again. Where going on would make him, and one side sits still, all go on twice:
   the skip. Where that does not help either, the movement is at its end.
3. No round comes after the last (`extent`). Where no file says which that is, rule 2 sets the end and the reason says
   so.
4. Where an even number of tables has no boards determined, whether the skip is due cannot be seen: no round.
5. Where several laws fit and do not agree about who sits where, there is none.
6. Sections of a session go on together, as with a movement that is given. One that is not determined is left out, and
   the assignment is not complete.
7. Who played, and has been missing in the last two rounds, has gone home: who should meet him sits out.
8. A round that the director has called is inferred as if the one before it had been played as inferred, where tables
   have names.
9. Swiss pairings, knock-outs and matches follow their results: nothing is inferred.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contracts.facts import MovementFact, MovementLine, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.director_decisions import calls_of, still_playing
from services.seating.domain.movement import assignment_of
from services.seating.domain.movements.board_law import BoardSet, next_sets
from services.seating.domain.movements.check import people_of
from services.seating.domain.movements.extent import boards_of_section, is_over, last_round
from services.seating.domain.movements.law import PHANTOM, Law, laws
from services.seating.domain.movements.observed import Played, Seat, Seated, played
from shared.natural_order import natural

RULE = "inferred"

_DRAWN = frozenset({"swiss_pairs", "swiss_teams", "teams", "knockout", "ladder", "home_style"})
"""Kinds of event whose rounds are drawn from results."""

Meeting = tuple[str, Sides, BoardSet]
"""A table of a round; the boards are empty where they are not known."""

_TWICE_IS_MEANT = {"pairs": 1, "individual": 2}
"""How often opponents may meet: in an individual the partner is another each time."""


@dataclass(frozen=True)
class Following:
    """The next round of a section.

    Attributes:
        movement: the rounds that are over and the next one.
        gone: who has gone home.
        playing: rounds and tables before it that are not in, where it was called.
    """

    movement: MovementFact
    number: int
    reason: str
    gone: frozenset[str]
    playing: tuple[tuple[int, str], ...] = ()


def inferred_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last that is over.

    Returns:
        None where the rounds do not determine it, or it would come after the last.
    """
    if merged.facts.event.kind in _DRAWN or merged.facts.matches or merged.standings.progress.complete:
        return None
    sections = [section for section in played(merged) if not is_over(merged, section)]
    found = [one for section in sections if (one := _called(merged, section)) is not None]
    if not found:
        return None
    number = min(one.number for one in found)
    phantoms = frozenset(p.id for p in merged.facts.participants if p.phantom).union(*(one.gone for one in found))
    assignment = assignment_of(
        merged,
        [one.movement for one in found],
        number,
        phantoms,
        rule=RULE,
        reason=next(one.reason for one in found if one.number == number),
    )
    playing = sorted({table for one in found for table in one.playing}, key=lambda at: (at[0], natural(at[1])))
    tables = tuple(table.replace(table=table.table or None) for table in assignment.tables)
    findings = (*still_playing(playing), *assignment.findings)
    return assignment.replace(tables=tables, complete=len(found) == len(sections), findings=findings)


def _called(merged: EventMerged, section: Played) -> Following | None:
    """The next round of a section (rule 8)."""
    begun = {number for number, seated in section.rounds.items() if seated}
    calls = (c for c in calls_of(merged) if c.session in (None, section.session))
    called = max((c.round for c in calls if c.playing or c.round - 1 in begun), default=0)
    found = _following(merged, section)
    last = last_round(merged, section)
    unsure = False
    while found is not None and section.named and found.number < called and (last is None or found.number < last):
        coming = [line for line in found.movement.lines if line.round == found.number]
        taken = [line for line in coming if section.take(line)]
        unsure |= any(line.first_board is None for line in taken)
        following = _following(merged, section)
        if following is None or following.number == found.number:
            return found
        playing = (*found.playing, *((line.round, f"table {line.table}") for line in taken))
        found = replace(following, playing=playing)
        if unsure:
            found = replace(found, movement=_without_boards(found.movement))
    return found


def _without_boards(movement: MovementFact) -> MovementFact:
    """Where the boards of a table that is playing are not known, neither are those of the round after it."""
    none = {"first_board": None, "last_board": None}
    return movement.replace(lines=tuple(line.model_copy(update=none) for line in movement.lines))


def _following(merged: EventMerged, section: Played) -> Following | None:
    complete = section.complete
    rounds = [section.rounds[number] for number in complete]
    found = laws(rounds, section.kind)
    if not found:
        return None
    boards = boards_of_section(merged, section)
    sets = next_sets(section, complete, boards)
    by_round: dict[int, dict[str, BoardSet]] = defaultdict(dict)
    for (number, table), some in section.sets.items():
        by_round[number][table] = some
    over = {number: _meetings(section.rounds[number], by_round[number]) for number in complete}
    seen = [meeting for meetings in over.values() for meeting in meetings]
    predicted: list[tuple[Law, bool, dict[Seat, str]]] = []
    for law in found:
        following = _valid(law, section, sets, seen, complete[-1] + 1)
        if following is None:
            return None
        predicted.append((law, *following))
    law, skip, seats = predicted[0]
    real = {seat: who for seat, who in seats.items() if who != PHANTOM}
    number, gone = complete[-1] + 1, _gone(rounds)
    if any(_at_full_tables(other, gone) != _at_full_tables(seats, gone) for _, _, other in predicted):
        return None
    if not _fits(real, section.rounds.get(number, {}), section):
        return None
    rounds_of_it = {**over, number: _meetings(seats, sets)}
    lines = tuple(_line(section, at, meeting) for at, meetings in rounds_of_it.items() for meeting in meetings)
    reason = _reason(law, skip, complete, is_open=last_round(merged, section) is None, derived=section.derived)
    movement = MovementFact(id=RULE, kind=section.kind, session=section.session, section=section.section, lines=lines)
    return Following(movement, number, reason, gone)


def _meetings(seats: Seated, sets: Mapping[str, BoardSet]) -> list[Meeting]:
    tables: dict[str, dict[str, str]] = defaultdict(dict)
    for (table, place), who in seats.items():
        if who != PHANTOM:
            tables[table][place] = who
    return [(table, Sides(**tables[table]), sets.get(table, frozenset())) for table in sorted(tables, key=natural)]


def _line(section: Played, number: int, meeting: Meeting) -> MovementLine:
    table, sides, boards = meeting
    first, last = _first_and_last(boards)
    return MovementLine(
        round=number, table=table if section.named else "", sides=sides, first_board=first, last_board=last
    )


def _first_and_last(boards: BoardSet) -> tuple[str | None, str | None]:
    """None for boards that are not all those between two numbers."""
    ordered = sorted(boards, key=natural)
    numbers = [int(board) for board in ordered if board.isascii() and board.isdecimal() and len(board) < 6]
    if not ordered or (numbers and numbers != list(range(numbers[0], numbers[0] + len(ordered)))):
        return None, None
    return ordered[0], ordered[-1]


def _valid(
    law: Law, section: Played, sets: Mapping[str, BoardSet], seen: Sequence[Meeting], number: int
) -> tuple[bool, dict[Seat, str]] | None:
    """Rules 2 and 4: who sits where in a round, and whether that is after the skip."""
    still = section.kind == "pairs" and any(_sits_still(law, place) for place in ("ns", "ew"))
    for skip in (False, True) if still and not law.skipped else (False,):
        seats = law.following(2 if skip else 1)
        if seats is None:
            return None
        meetings = _meetings(seats, sets)
        tables = len({table for table, _ in law.last})
        unknown = any(not boards and all(people_of(sides)) for _, sides, boards in meetings)
        if still and unknown and tables % 2 == 0 and not law.skipped and 2 * number > tables:
            return None
        if not _again(seen, meetings, _TWICE_IS_MEANT[section.kind]):
            return skip, seats
    return None


def _sits_still(law: Law, place: str) -> bool:
    return all(seat == to for seat, to in law.card.items() if seat[1] == place)


def _again(seen: Iterable[Meeting], coming: Iterable[Meeting], most: int) -> bool:
    """Whether somebody would come to a board or, more often than is meant or was usual, to an opponent again."""
    known, met = _known(seen)
    boards, meetings = _known(coming)
    most = max(most, *met.values(), 0)
    return not boards.isdisjoint(known) or any(met[both] + count > most for both, count in meetings.items())


def _known(some: Iterable[Meeting]) -> tuple[set[tuple[str, str]], Counter[frozenset[str]]]:
    known: set[tuple[str, str]] = set()
    met: Counter[frozenset[str]] = Counter()
    for _, sides, boards in some:
        ns, ew = people_of(sides)
        if ns and ew:
            known.update((who, board) for who in (*ns, *ew) for board in boards)
            met.update(frozenset((one, other)) for one in ns for other in ew)
    return known, met


def _at_full_tables(seats: Seated, gone: frozenset[str]) -> dict[Seat, str]:
    empty = {table for (table, _), who in seats.items() if who == PHANTOM or who in gone}
    return {seat: who for seat, who in seats.items() if seat[0] not in empty}


def _fits(expected: Seated, begun: Seated, section: Played) -> bool:
    """Whether what is in of the round is as expected; pairs may sit the other way, in an arrow switch."""
    if section.kind == "individual":
        return all(expected.get(seat) == who for seat, who in begun.items())
    table_of = {who: table for (table, _), who in expected.items()}
    return all(table_of.get(who) == table for (table, _), who in begun.items())


def _gone(rounds: Sequence[Seated]) -> frozenset[str]:
    """Rule 7."""
    if len(rounds) < 3:
        return frozenset()
    return frozenset(who for seated in rounds for who in seated.values()) - {
        who for seated in rounds[-2:] for who in seated.values()
    }


def _reason(law: Law, skip: bool, complete: Sequence[int], *, is_open: bool, derived: bool) -> str:
    way = "everybody goes on as in these"
    for place, name, others in (("ns", "North-South", "East-West"), ("ew", "East-West", "North-South")):
        if any(seat[1] == place for seat in law.card) and _sits_still(law, place):
            way = f"{name} sit still, {others} {'skip a table' if skip else 'go on as in these'}"
    parts = [f"round {complete[-1] + 1}, inferred from rounds {complete[0]} to {complete[-1]}: {way}"]
    if law.switched:
        parts.append("sides change if it is arrow-switched")
    if derived:
        parts.append("rounds are not stated and follow from the boards")
    if is_open:
        parts.append("how many rounds there are is not stated")
    return "; ".join(parts)
