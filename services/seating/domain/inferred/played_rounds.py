"""What has been played of a movement: who sat where in each round, with which boards.

1. A table is in a round if one of its lines is in, or is marked to be played late.
2. A stated arrow switch is undone, so that sides are those of the movement.
3. If no line names its table, tables are those of a Howell by numbers (`unnumbered_rounds`), else each table is that of
   its North-South; so is that of a single line without a table.
4. A round is over when as many tables are in as in the fullest round. With one table less it is over if a later round
   has as many, or if somebody missing was also missing in the last such round and so has left. Participants who are
   away by the director's decision may each cost a table: at once, if only one is away and everybody else plays in every
   round; otherwise when a later round has as many.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from contracts.facts import MovementLine, ResultFact, Sides
from contracts.messages import EventMerged
from services.seating.domain.inferred.unnumbered_rounds import with_rounds, with_tables
from services.seating.domain.sessions import Sessions
from shared.bridge.reported import is_reported
from shared.presence import Presence

Seat = tuple[str, str]
"""A table and a place at it: "ns", "ew", or "north" ... "west" of an individual."""

Seated = Mapping[Seat, str]
"""Who sits where in one round."""

Kind = Literal["pairs", "individual"]

PAIRS, PLAYERS = ("ns", "ew"), ("north", "south", "east", "west")


@dataclass
class PlayedSection:
    """The rounds of a section.

    Attributes:
        derived: whether the files do not number the rounds.
        named: whether they name the tables.
        away: participants away by the director's decision, by round.
    """

    session: str | None
    section: str | None
    kind: Kind
    derived: bool = False
    named: bool = True
    rounds: dict[int, dict[Seat, str]] = field(default_factory=lambda: defaultdict(dict))
    sets: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)
    away: dict[int, frozenset[str]] = field(default_factory=dict)

    @property
    def complete(self) -> list[int]:
        """The first rounds in a row that are over (rule 4); later ones may have begun."""
        tables = {number: len({table for table, _ in seated}) for number, seated in sorted(self.rounds.items())}
        most = max(tables.values(), default=0)
        newest = {count: number for number, count in tables.items()}
        everybody = {participant for seated in self.rounds.values() for participant in seated.values()}
        nobody_sits_out = len(everybody) == most * (2 if self.kind == "pairs" else 4)
        absent: set[str] = set()
        run: list[int] = []
        for number, count in tables.items():
            missing = everybody - set(self.rounds[number].values())
            left = any(newest.get(enough, 0) > number for enough in (count, most)) or bool(missing & absent)
            declared = len(missing & self.away.get(number, frozenset()))
            certain = declared == 1 and nobody_sits_out
            without = max(1 if left else 0, declared if certain or newest[count] > number else 0)
            if count < most - without or (run and number != run[-1] + 1):
                break
            run.append(number)
            absent = missing if count < most else set()
        return run

    def take(self, line: MovementLine) -> bool:
        """Take a full table of a round in as if it had been played, unless something of it is in; whether it was."""
        seated, number = self.rounds[line.round], line.round
        people = line.sides.given()
        if len(people) < (2 if self.kind == "pairs" else 4):
            return False
        if any(table == line.table for table, _ in seated) or set(people.values()) & set(seated.values()):
            return False
        seated.update({(line.table, place): participant for place, participant in people.items()})
        first, last = line.first_board or "", line.last_board or ""
        if first.isdecimal() and last.isdecimal():
            self.sets[number, line.table] = frozenset(str(board) for board in range(int(first), int(last) + 1))
        return True

    @property
    def boards_of_a_set(self) -> int | None:
        """How many boards a table has in a round; None where tables differ."""
        complete = set(self.complete)
        sizes = {len(boards) for (number, _), boards in self.sets.items() if number in complete}
        return sizes.pop() if len(sizes) == 1 else None


def played_sections(merged: EventMerged) -> list[PlayedSection]:
    """The sections of the session that is being played; none of matches of teams."""
    sessions = Sessions(merged.facts)
    groups: dict[tuple[str | None, str | None, Kind], list[ResultFact]] = defaultdict(list)
    for result in merged.facts.results:
        kind = _kind(result.sides)
        if kind is None or result.sides.ns_team or result.sides.ew_team:
            continue
        now = sessions.place(result.session) == sessions.current
        if now and (is_reported(result) or result.ns_score.kind == "late"):
            groups[result.session, result.section, kind].append(result)
    presence = Presence(merged.facts)
    sections = [_of_section(*key, results) for key, results in groups.items()]
    for section in sections:
        section.away = {number: frozenset(presence.away(section.session, number)) for number in section.rounds}
    return sections


def _kind(sides: Sides) -> Kind | None:
    if all((sides.north, sides.south, sides.east, sides.west)):
        return "individual"
    return "pairs" if sides.ns and sides.ew else None


def _of_section(session: str | None, section: str | None, kind: Kind, results: list[ResultFact]) -> PlayedSection:
    derived = all(result.round is None for result in results)
    named = not derived and any(result.table is not None for result in results)
    section_played = PlayedSection(session, section, kind, derived=derived, named=named)
    boards: dict[tuple[int, str], set[str]] = defaultdict(set)
    contradicted: set[int] = set()
    for result in results if named else with_rounds(results) if derived else with_tables(results):
        number = result.round
        seats = _seats(result, kind)
        table = result.table or next(iter(seats.values()))
        if number is None:
            continue
        for place, participant in seats.items():
            if section_played.rounds[number].setdefault((table, place), participant) != participant:
                contradicted.add(number)
        boards[number, table].add(result.board)
    for number in contradicted:
        del section_played.rounds[number]
    section_played.sets = {at: frozenset(some) for at, some in boards.items()}
    return section_played


def _seats(result: ResultFact, kind: Kind) -> dict[str, str]:
    """Who sits where, before an arrow switch (rule 2)."""
    sides = result.sides.given()
    if kind == "individual":
        return {place: sides[place] for place in PLAYERS}
    ns, ew = ("ew", "ns") if result.arrow_switched else PAIRS
    return {"ns": sides[ns], "ew": sides[ew]}
