"""Rule "inferred": the next round of a movement that no file states, if the rounds played so far determine it.

1. All rounds that are over give the law of the movement (`seat_law`); results of the next round must agree with it.
2. Nobody meets an opponent or a board again. If the next step would cause that and one side is stationary, everybody
   moves twice: the skip. If that does not help either, the movement is over.
3. There is no round after the last (`session_length`). If no file states the number of rounds, rule 2 sets the end, and
   the reason says so.
4. With an even number of tables and unknown boards, nothing shows whether the skip is due: no round.
5. If several laws fit and disagree, there is no round.
6. The sections of a session go on together, as with a stated movement. A section that is not determined is left out,
   and the assignment is not complete.
7. A participant who played and has been missing in the last two rounds has left; the opponents sit out.
8. A round that the director starts early is inferred as if the round before it had been played as inferred, provided
   that tables have names.
9. Swiss events, knock-outs and matches depend on results: nothing is inferred.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from contracts.facts import MovementFact, MovementLine, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.director_decisions import early_starts_of, still_playing
from services.seating.domain.inferred.board_law import BoardSet, next_sets
from services.seating.domain.inferred.played_rounds import PlayedSection, Seat, Seated, played_sections
from services.seating.domain.inferred.seat_law import PHANTOM, Law, laws
from services.seating.domain.inferred.session_length import boards_of_section, is_over, last_round
from services.seating.domain.movements.check import people_of
from services.seating.domain.movements.next_round import assignment_of
from services.seating.domain.results_as_drawn import results_as_drawn
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
    """The next round of a section after those over, who has left, and what is open before it, if it starts early."""

    movement: MovementFact
    number: int
    reason: str
    gone: frozenset[str]
    playing: tuple[tuple[int, str], ...] = ()


def inferred_round(merged: EventMerged) -> RoundAssignment | None:
    """The round after the last that is over; None where the rounds do not determine it, or there is none.

    If two have exchanged their places by hand, the rounds may determine it as they were due to be played.
    """
    inferred = _inferred_round(merged)
    if inferred is not None or not merged.facts.exchanges:
        return inferred
    return _inferred_round(merged.replace(facts=merged.facts.replace(results=results_as_drawn(merged))))


def _inferred_round(merged: EventMerged) -> RoundAssignment | None:
    if merged.facts.event.kind in _DRAWN or merged.facts.matches or merged.standings.progress.complete:
        return None
    sections = [section for section in played_sections(merged) if not is_over(merged, section)]
    rounds = [coming for section in sections if (coming := _with_early_starts(merged, section)) is not None]
    if not rounds:
        return None
    number = min(coming.number for coming in rounds)
    phantoms = frozenset(p.id for p in merged.facts.participants if p.phantom).union(
        *(coming.gone for coming in rounds)
    )
    assignment = assignment_of(
        merged,
        [coming.movement for coming in rounds],
        number,
        phantoms,
        rule=RULE,
        reason=next(coming.reason for coming in rounds if coming.number == number),
    )
    playing = sorted({table for coming in rounds for table in coming.playing}, key=lambda at: (at[0], natural(at[1])))
    tables = tuple(table.replace(table=table.table or None) for table in assignment.tables)
    findings = (*still_playing(playing), *assignment.findings)
    return assignment.replace(tables=tables, complete=len(rounds) == len(sections), findings=findings)


def _with_early_starts(merged: EventMerged, section: PlayedSection) -> Following | None:
    """The next round of a section (rule 8)."""
    begun = {number for number, seated in section.rounds.items() if seated}
    starts = (start for start in early_starts_of(merged) if start.session in (None, section.session))
    started = max((start.round for start in starts if start.playing or start.round - 1 in begun), default=0)
    upcoming = _following(merged, section)
    last = last_round(merged, section)
    unsure = False
    while (
        upcoming is not None
        and section.named
        and upcoming.number < started
        and (last is None or upcoming.number < last)
    ):
        coming = [line for line in upcoming.movement.lines if line.round == upcoming.number]
        taken = [line for line in coming if section.take(line)]
        unsure |= any(line.first_board is None for line in taken)
        following = _following(merged, section)
        if following is None or following.number == upcoming.number:
            return upcoming
        playing = (*upcoming.playing, *((line.round, f"table {line.table}") for line in taken))
        upcoming = replace(following, playing=playing)
        if unsure:
            # Where the boards of a table that is playing are not known, neither are those of the round after it.
            lines = (line.replace(first_board=None, last_board=None) for line in upcoming.movement.lines)
            upcoming = replace(upcoming, movement=upcoming.movement.replace(lines=tuple(lines)))
    return upcoming


def _following(merged: EventMerged, section: PlayedSection) -> Following | None:
    complete = section.complete
    rounds = [section.rounds[number] for number in complete]
    candidates = laws(rounds, section.kind)
    if not candidates:
        return None
    boards = boards_of_section(merged, section)
    sets = next_sets(section, complete, boards)
    by_round: dict[int, dict[str, BoardSet]] = defaultdict(dict)
    for (number, table), some in section.sets.items():
        by_round[number][table] = some
    over = {number: _meetings(section.rounds[number], by_round[number]) for number in complete}
    seen = [meeting for meetings in over.values() for meeting in meetings]
    predicted: list[tuple[Law, bool, dict[Seat, str]]] = []
    for law in candidates:
        following = _valid(law, section, sets, seen, complete[-1] + 1)
        if following is None:
            return None
        predicted.append((law, *following))
    law, skip, seats = predicted[0]
    number = complete[-1] + 1
    gone: frozenset[str] = frozenset()
    if len(rounds) > 2:  # rule 7
        gone = gone.union(*(seated.values() for seated in rounds)).difference(*(s.values() for s in rounds[-2:]))
    if any(_at_full_tables(other, gone) != _at_full_tables(seats, gone) for _, _, other in predicted):
        return None
    if not _fits(seats, section.rounds.get(number, {}), section):
        return None
    lines = []
    for at, meetings in {**over, number: _meetings(seats, sets)}.items():
        for table, sides, some in meetings:
            first, last = _first_and_last(some)
            table_name = table if section.named else ""
            line = MovementLine(round=at, table=table_name, sides=sides, first_board=first, last_board=last)
            lines.append(line)
    reason = _reason(law, skip, complete, is_open=last_round(merged, section) is None, derived=section.derived)
    movement = MovementFact(
        id=RULE, kind=section.kind, session=section.session, section=section.section, lines=tuple(lines)
    )
    return Following(movement, number, reason, gone)


def _meetings(seats: Seated, sets: Mapping[str, BoardSet]) -> list[Meeting]:
    tables: dict[str, dict[str, str]] = defaultdict(dict)
    for (table, place), participant in seats.items():
        if participant != PHANTOM:
            tables[table][place] = participant
    return [(table, Sides(**tables[table]), sets.get(table, frozenset())) for table in sorted(tables, key=natural)]


def _first_and_last(boards: BoardSet) -> tuple[str | None, str | None]:
    """None for boards that are not all those between two numbers."""
    ordered = sorted(boards, key=natural)
    numbers = [int(board) for board in ordered if board.isascii() and board.isdecimal() and len(board) < 6]
    if not ordered or (numbers and numbers != list(range(numbers[0], numbers[0] + len(ordered)))):
        return None, None
    return ordered[0], ordered[-1]


def _valid(
    law: Law, section: PlayedSection, sets: Mapping[str, BoardSet], seen: Sequence[Meeting], number: int
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
            known.update((participant, board) for participant in (*ns, *ew) for board in boards)
            met.update(frozenset((first, second)) for first in ns for second in ew)
    return known, met


def _at_full_tables(seats: Seated, gone: frozenset[str]) -> dict[Seat, str]:
    empty = {table for (table, _), participant in seats.items() if participant == PHANTOM or participant in gone}
    return {seat: participant for seat, participant in seats.items() if seat[0] not in empty}


def _fits(expected: Seated, begun: Seated, section: PlayedSection) -> bool:
    """Whether what is in of the round is as expected; pairs may sit the other way, in an arrow switch."""
    if section.kind == "individual":
        return all(expected.get(seat) == participant for seat, participant in begun.items())
    table_of = {participant: table for (table, _), participant in expected.items()}
    return all(table_of.get(participant) == table for (table, _), participant in begun.items())


def _reason(law: Law, skip: bool, complete: Sequence[int], *, is_open: bool, derived: bool) -> str:
    progression = "everybody goes on as in these"
    for place, name, others in (("ns", "North-South", "East-West"), ("ew", "East-West", "North-South")):
        if any(seat[1] == place for seat in law.card) and _sits_still(law, place):
            progression = f"{name} sit still, {others} {'skip a table' if skip else 'go on as in these'}"
    parts = [f"round {complete[-1] + 1}, inferred from rounds {complete[0]} to {complete[-1]}: {progression}"]
    if law.switched:
        parts.append("sides change if it is arrow-switched")
    if derived:
        parts.append("rounds are not stated and follow from the boards")
    if is_open:
        parts.append("how many rounds there are is not stated")
    return "; ".join(parts)
