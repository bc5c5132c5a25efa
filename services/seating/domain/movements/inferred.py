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
8. Swiss pairings, knock-outs and matches follow their results: nothing is inferred.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contracts.facts import MovementFact, MovementLine, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.movement import assignment_of
from services.seating.domain.movements.board_law import BoardSet, next_sets
from services.seating.domain.movements.check import boards_of, people_of
from services.seating.domain.movements.extent import boards_of_section, is_over, last_round
from services.seating.domain.movements.law import PHANTOM, Law, laws
from services.seating.domain.movements.observed import Played, Seat, Seated, played
from shared.natural_order import natural

RULE = "inferred"

_DRAWN = frozenset({"swiss_pairs", "swiss_teams", "teams", "knockout", "ladder", "home_style"})
"""Kinds of event whose rounds are drawn from results."""

_TWICE_IS_MEANT = {"pairs": 1, "individual": 2}
"""How often opponents may meet: in an individual the partner is another each time."""


@dataclass(frozen=True)
class Following:
    """The next round of a section.

    Attributes:
        movement: the rounds that are over and the next one.
        gone: who has gone home.
    """

    movement: MovementFact
    number: int
    reason: str
    gone: frozenset[str]


def inferred_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last that is over.

    Returns:
        None where the rounds do not determine it, or it would come after the last.
    """
    if merged.facts.event.kind in _DRAWN or merged.facts.matches or merged.standings.progress.complete:
        return None
    sections = [section for section in played(merged) if not is_over(merged, section)]
    found = [one for section in sections if (one := _following(merged, section)) is not None]
    if not found:
        return None
    number = min(one.number for one in found)
    phantoms = frozenset(p.id for p in merged.facts.participants if p.phantom).union(*(one.gone for one in found))
    assignment = assignment_of(
        merged, [one.movement for one in found], number, phantoms, rule=RULE,
        reason=next(one.reason for one in found if one.number == number),
    )  # fmt: skip
    tables = tuple(table.model_copy(update={"table": table.table or None}) for table in assignment.tables)
    return assignment.model_copy(update={"tables": tables, "complete": len(found) == len(sections)})


def _following(merged: EventMerged, section: Played) -> Following | None:
    complete = section.complete
    rounds = [section.rounds[number] for number in complete]
    found = laws(rounds, section.kind)
    if not found:
        return None
    boards = boards_of_section(merged, section)
    sets = next_sets(section, complete, boards)
    seen = _seen(section, complete)
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
    lines = (*seen.lines, *_lines(section, number, seats, sets))
    reason = _reason(
        law, skip, complete, is_open=last_round(merged, section) is None, derived=section.derived
    )  # fmt: skip
    return Following(seen.model_copy(update={"lines": lines}), number, reason, gone)


def _seen(section: Played, complete: list[int]) -> MovementFact:
    """The rounds that are over as a movement."""
    lines = tuple(
        line
        for number in complete
        for line in _lines(
            section, number, section.rounds[number],
            {table: boards for (at, table), boards in section.sets.items() if at == number},
        )
    )  # fmt: skip
    return MovementFact(id=RULE, kind=section.kind, session=section.session, section=section.section, lines=lines)


def _lines(section: Played, number: int, seats: Seated, sets: Mapping[str, BoardSet]) -> list[MovementLine]:
    lines = []
    for table in sorted({table for table, _ in seats}, key=natural):
        sides = {place: who for (at, place), who in seats.items() if at == table and who != PHANTOM}
        boards = sorted(sets.get(table, ()), key=natural)
        lines.append(
            MovementLine(
                round=number, table=table if section.named else "", sides=Sides(**sides),
                first_board=boards[0] if boards else None, last_board=boards[-1] if boards else None,
            )
        )  # fmt: skip
    return lines


def _valid(
    law: Law, section: Played, sets: Mapping[str, BoardSet], seen: MovementFact, number: int
) -> tuple[bool, dict[Seat, str]] | None:
    """Rules 2 and 4: who sits where in a round, and whether that is after the skip."""
    still = section.kind == "pairs" and any(_sits_still(law, place) for place in ("ns", "ew"))
    for skip in (False, True) if still and not law.skipped else (False,):
        seats = law.following(2 if skip else 1)
        if seats is None:
            return None
        lines = _lines(section, number, seats, sets)
        tables = len({table for table, _ in law.last})
        unknown = any(line.first_board is None and all(people_of(line.sides)) for line in lines)
        if still and unknown and tables % 2 == 0 and not law.skipped and 2 * number > tables:
            return None
        if not _again(seen.lines, lines, _TWICE_IS_MEANT[section.kind]):
            return skip, seats
    return None


def _sits_still(law: Law, place: str) -> bool:
    return all(seat == to for seat, to in law.card.items() if seat[1] == place)


def _again(seen: Iterable[MovementLine], lines: Iterable[MovementLine], most: int) -> bool:
    """Whether somebody would come to a board or, more often than is meant or was usual, to an opponent again."""
    known, met = _known(seen)
    boards, meetings = _known(lines)
    most = max(most, *met.values(), 0)
    return not boards.isdisjoint(known) or any(met[both] + count > most for both, count in meetings.items())


def _known(lines: Iterable[MovementLine]) -> tuple[set[tuple[str, str]], Counter[frozenset[str]]]:
    boards: set[tuple[str, str]] = set()
    met: Counter[frozenset[str]] = Counter()
    for line in lines:
        ns, ew = people_of(line.sides)
        if ns and ew:
            boards.update((who, board) for who in (*ns, *ew) for board in boards_of(line))
            met.update(frozenset((one, other)) for one in ns for other in ew)
    return boards, met


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
