"""Tables that something is still to come from, round by round.

Rules kept here:

1. The newest round is the last one of its session of which a result is in; every round of an earlier session is older.
   Of an older round a table is behind while a board is missing; of the newest round a table is listed only while
   nothing of it is in, because the others are still playing too. A round of which nothing at all is in is a file that
   did not come, not a slow table.
2. A table has as many boards in a round as the fullest table of its section.
3. A table of which nothing is listed in a round is known by the other rounds of its section, and only where as many
   tables are missing there as there are tables that it could be: with a sit-out, nobody can tell.
4. What is a late play or a blank is missing; what is not in play is not, and neither is a table that the round does
   without (`absences`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from contracts.facts import ResultFact
from contracts.standings import ScoredMatch, SlowTable
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.absences import NONE, Absences, Section, Without, table_of
from shared.bridge.reported import is_reported


@dataclass
class AtTable:
    """The boards of a round at a table: with a result, and listed."""

    done: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)

    @property
    def blank(self) -> tuple[str, ...]:
        """The boards that are listed without a result, in order."""
        return tuple(sorted(self.listed - self.done, key=lambda board: key_order((board,))))


Round = Mapping[str, AtTable]
"""The tables of a section in a round, by name."""


def by_section(results: Iterable[ResultFact]) -> dict[Section, dict[int, Round]]:
    """The tables of each section by round; lines without a round have no part in it."""
    sections: dict[Section, dict[int, dict[str, AtTable]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(AtTable))
    )
    for result in results:
        if result.round is None or result.ns_score.kind == "not_in_play":
            continue
        at = sections[result.session, result.section][result.round][table_of(result)]
        at.listed.add(result.board)
        if is_reported(result):
            at.done.add(result.board)
    return {section: dict(rounds) for section, rounds in sections.items()}


def slow_tables(
    sections: Mapping[Section, Mapping[int, Round]], missing: Absences = MappingProxyType({})
) -> list[SlowTable]:
    """The tables that something is still to come from, the oldest round first.

    Args:
        sections: the tables of each by round.
        missing: tables that rounds do without.
    """
    begun: dict[str | None, set[int]] = defaultdict(set)
    for (session, _), rounds in sections.items():
        begun[session].update(n for n, tables in rounds.items() if any(at.done for at in tables.values()))
    last = max((session for session, numbers in begun.items() if numbers), key=lambda s: key_order((s,)), default=None)
    slow = []
    for (session, section), rounds in sections.items():
        seen = {table for tables in rounds.values() for table in tables}
        most, newest = max(map(len, rounds.values())), max(begun[session], default=0)
        for number in sorted(begun[session]):
            behind = session != last or number < newest
            tables = rounds.get(number, {})
            without = missing.get((session, section, number), NONE)
            full = max((len(at.listed) for at in tables.values()), default=0)
            waited = {
                table: at for table, at in tables.items() if not at.done or (behind and len(at.done) < full)
            } | dict.fromkeys(_absent(tables, seen, most, without), AtTable())
            for table, at in waited.items():
                slow.append(
                    SlowTable(
                        session=session,
                        section=section,
                        round=number,
                        table=table,
                        behind=behind,
                        missing=(full - len(at.done)) or None,
                        boards=at.blank,
                    )
                )
    return in_order(slow)


def _absent(tables: Round, seen: Set[str], most: int, without: Without) -> Set[str]:
    """The tables of a section that a round does not list, where it can only be these."""
    could_be = seen - tables.keys() - without.tables
    missing = most - len(tables) - without.sure
    return could_be if not without.doubtful and missing > 0 and len(could_be) == missing else frozenset()


def slow_matches(matches: Iterable[ScoredMatch], over: Sequence[ScoredMatch]) -> list[SlowTable]:
    """The matches that something is still to come from, the oldest round first; those that are `over` are in."""
    finished = {id(match) for match in over}
    played = [match for match in matches if match.away is not None and match.round is not None]
    newest: dict[str | None, int] = defaultdict(int)
    for match in played:
        if match.boards or id(match) in finished:
            newest[match.session] = max(newest[match.session], match.round or 0)
    last = max(newest, key=lambda session: key_order((session,)), default=None)
    slow = []
    for match in played:
        number = match.round or 0
        behind = match.session != last or number < newest[match.session]
        if id(match) in finished or number > newest[match.session] or (match.boards and not behind):
            continue
        missing = match.length - match.boards if match.length else None
        name = match.table or f"{match.home} – {match.away}"
        slow.append(
            SlowTable(
                session=match.session, section=match.section, round=number, table=name, behind=behind, missing=missing
            )
        )
    return in_order(slow)


def in_order(tables: Iterable[SlowTable]) -> list[SlowTable]:
    """By session, round, section and table, as people read them."""
    return sorted(tables, key=lambda table: key_order((table.session, table.round, table.section, table.table)))
