"""Tables that a round does without, because the director has said that somebody who would sit there is away.

Rules kept here:

1. Whoever is away in a round, and of whom it has no result, does not play it. Their blank lines are waited for no more.
2. Where the section has a movement, the tables are those at which they would sit. Everybody at such a table has to have
   played in the session: a phantom has no table, and neither has who never came, as those are left out of the fullest
   round too.
3. Without a movement, a blank line says which table it is. Else it is one table where one alone is away and everybody
   plays in every round; of several, and where somebody sits out anyhow, nobody can tell how many tables it is, since
   they may have been to meet each other.
4. A round without such a doubt is complete with the tables that are left. With one it is when a later round has as
   many.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

from contracts.facts import MovementFact, Participant, ResultFact
from shared.bridge.movement_ids import everybody_at, with_ids
from shared.bridge.reported import is_reported

Away = Callable[[str | None, int], Set[str]]
"""Who is not there in a round of a session, by the director's word."""

Section = tuple[str | None, str | None]
"""A session and a section of it."""

InRound = tuple[str | None, str | None, int]
"""A session, a section of it, and a round."""


@dataclass(frozen=True)
class Without:
    """Tables that a round does without.

    Attributes:
        sure: how many there are at least.
        doubtful: how many more there may be.
        tables: the names of those that are known.
    """

    sure: int = 0
    doubtful: int = 0
    tables: frozenset[str] = frozenset()

    def __add__(self, other: "Without") -> "Without":
        """Those of two sections."""
        return Without(self.sure + other.sure, self.doubtful + other.doubtful, self.tables | other.tables)


NONE = Without()
"""Nobody is away."""

Absences = Mapping[InRound, Without]
"""By round of a section; rounds that miss nobody are left out."""


def absences(
    results: Sequence[ResultFact], movements: Sequence[MovementFact], participants: Sequence[Participant], away: Away
) -> tuple[Absences, Sequence[ResultFact]]:
    """The tables that each round does without, and the lines without those that nobody waits for.

    Args:
        results: lines of travellers.
        movements: of sections or sessions, as files give them.
        participants: of the event.
        away: by the director's word.
    """
    rounds: dict[InRound, list[ResultFact]] = defaultdict(list)
    for result in results:
        if result.round is not None:
            rounds[result.session, result.section, result.round].append(result)
    out = {where: gone for where in rounds if (gone := away(where[0], where[2]))}
    if not out:
        return {}, results
    sections: dict[Section, _Section] = {}
    for session, section, _ in out:
        if (session, section) not in sections:
            lines = [line for line in results if (line.session, line.section) == (session, section)]
            sections[session, section] = _Section(lines, movement_of((session, section), movements), participants)
    tables: dict[InRound, Without] = {}
    unplayed: set[int] = set()
    for where, gone in out.items():
        at = sections[where[:2]]
        missing = (gone & at.played) - at.reported[where[2]]
        blank = [line for line in rounds[where] if not is_reported(line) and everybody_at(line.sides) & gone]
        unplayed.update(map(id, blank))
        if missing or blank:
            tables[where] = at.without(where[2], missing, blank)
    return tables, [line for line in results if id(line) not in unplayed]


def table_of(result: ResultFact) -> str:
    """A table's name; where a file does not number its tables, who sits North-South."""
    return result.table or result.sides.ns or result.sides.north or ""


def movement_of(section: Section, movements: Sequence[MovementFact]) -> MovementFact | None:
    """The movement of a section, or that of its session where sections have none of their own."""
    own = [movement for movement in movements if (movement.session, movement.section) == section]
    shared = [movement for movement in movements if movement.section is None and movement.session in (None, section[0])]
    return next(iter([*own, *shared]), None)


def last_complete(done: Mapping[int, int], full: int, without: Mapping[int, Without], called: int = 0) -> int:
    """Number of the last round that is complete, or called past, and all rounds before it; 0 for none.

    Args:
        done: how many tables are in, by round.
        full: tables of the fullest round.
        without: tables that rounds do without.
        called: the last round that counts as over.
    """
    last = 0
    while last < called or _is_complete(last + 1, done, full, without.get(last + 1, NONE)):
        last += 1
    return last


def _is_complete(number: int, done: Mapping[int, int], full: int, without: Without) -> bool:
    """Rule 4."""
    here, enough = done.get(number, 0), full - without.sure
    if not here or here < enough - without.doubtful:
        return False
    return here >= enough or any(count >= here for later, count in done.items() if later > number)


class _Section:
    """A section of which somebody is away.

    Attributes:
        played: who has a result in it.
        reported: who has one, by round.
    """

    def __init__(
        self, lines: Sequence[ResultFact], movement: MovementFact | None, participants: Sequence[Participant]
    ) -> None:
        self.reported: dict[int, set[str]] = defaultdict(set)
        tables: dict[int, set[str]] = defaultdict(set)
        seats = 2
        for line in lines:
            if line.round is not None and is_reported(line):
                people = everybody_at(line.sides)
                seats = max(seats, len(people))
                self.reported[line.round] |= people
            if line.round is not None and line.ns_score.kind != "not_in_play":
                tables[line.round].add(table_of(line))
        self.played = frozenset().union(*self.reported.values())
        full = max(map(len, tables.values()), default=0)
        self._nobody_sits_out = len(self.played) == seats * full
        self._phantoms = frozenset(participant.id for participant in participants if participant.phantom)
        ids = frozenset(participant.id for participant in participants)
        self._lines = with_ids(movement, ids).lines if movement is not None else ()

    def without(self, number: int, missing: Set[str], blank: Sequence[ResultFact]) -> Without:
        """The tables that a round does without.

        Args:
            number: of the round.
            missing: who is away and has played in other rounds.
            blank: lines of the round of somebody who is away.
        """
        named = frozenset(map(table_of, blank))
        lines = [line for line in self._lines if line.round == number]
        if lines:
            people = {line.table: everybody_at(line.sides) for line in lines}
            tables = {
                table
                for table, both in people.items()
                if len(both) > 1 and both & missing and both <= self.played - self._phantoms
            }
            return Without(len(tables), 0, named | tables)
        rest = missing - {name for line in blank for name in everybody_at(line.sides)}
        if len(rest) == 1 and not blank and self._nobody_sits_out:
            return Without(1)
        return Without(len(named), len(rest), named)
