"""Tables that something is still to come from, round by round.

Rules kept here:

1. The newest round is the last one of its session of which a result is in; every round of an earlier session is older.
   Of an older round a table is behind while a board is missing; of the newest round a table is listed only while
   nothing of it is in, because the others are still playing too. A round of which nothing at all is in is a file that
   did not come, not a slow table.
2. A table has as many boards in a round as the fullest table of its section.
3. A table of which nothing is listed in a round is known by the other rounds of its section, and only where as many
   tables are missing there as there are tables that it could be: with a sit-out, nobody can tell. Where lines have
   their rounds from the movement, it says which tables a round has, and on which boards (`planned_tables`).
4. What is a late play or a blank is missing; what is not in play is not, and neither is a table that the round does
   without (`absences`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from contracts.standings import ScoredMatch, SlowTable
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.absences import NONE, Absences, Section, Without
from services.scoring.domain.progress.lines_to_date import AtTable, Round, SectionLines, reading_order, table_order
from services.scoring.domain.progress.planned_tables import Planned

LISTED = 40
"""Slow tables that are named; the others are counted."""

_NOTHING = AtTable()


def slow_tables(
    sections: Mapping[Section, SectionLines],
    missing: Absences = MappingProxyType({}),
    planned: Planned = MappingProxyType({}),
) -> tuple[tuple[SlowTable, ...], int]:
    """The first tables that something is still to come from, those of the oldest round first, and how many there are.

    Args:
        sections: the lines of each.
        missing: tables that rounds do without.
        planned: tables that rounds have, where a movement says it.
    """
    begun: dict[str | None, set[int]] = defaultdict(set)
    for (session, _), lines in sections.items():
        begun[session].update(number for number, tables in lines.rounds.items() if tables.begun)
    last = max((session for session, numbers in begun.items() if numbers), key=lambda s: key_order((s,)), default=None)
    rounds = [
        (session, number, section)
        for (session, section), lines in sections.items()
        for number in (begun[session] if lines.rounds else ())
    ]
    newest = {session: max(numbers) for session, numbers in begun.items() if numbers}
    fullest = {
        of: max((len(each.tables) for each in lines.rounds.values()), default=0) for of, lines in sections.items()
    }
    slow: list[SlowTable] = []
    total = 0
    for session, number, section in sorted(rounds, key=reading_order):
        lines = sections[session, section]
        behind = session != last or number < newest[session]
        here = lines.rounds.get(number) or Round()
        without, boards = missing.get((session, section, number), NONE), planned.get((session, section, number), {})
        unlisted = fullest[session, section] - len(here.tables)
        absent = (
            boards.keys() - here.tables.keys() - without.tables if boards else _absent(here, lines, without, unlisted)
        )
        waiting = here.waiting(behind=behind)
        if behind and boards:
            short = {name: at for name, at in here.tables.items() if len(at.done) < len(boards.get(name, ()))}
            waiting = {**waiting, **short}
        total += len(waiting) + len(absent)
        if len(slow) < LISTED:
            waited = {**waiting, **dict.fromkeys(absent, _NOTHING)}
            in_order = sorted(waited, key=table_order) if boards else filter(waited.__contains__, lines.in_order)
            slow += [
                _slow(
                    session,
                    section,
                    number,
                    table,
                    behind,
                    (max(here.full, len(boards.get(table, ()))) - len(waited[table].done)) or None,
                    waited[table].blank
                    or tuple(board for board in boards.get(table, ()) if board not in waited[table].done),
                )
                for table in islice(in_order, LISTED - len(slow))
            ]
    return tuple(slow), total


@lru_cache(maxsize=4096)
def _slow(
    session: str | None,
    section: str | None,
    number: int,
    table: str,
    behind: bool,
    missing: int | None,
    boards: tuple[str, ...],
) -> SlowTable:
    """A slow table; most are slow for a while."""
    return SlowTable(
        session=session, section=section, round=number, table=table, behind=behind, missing=missing, boards=boards
    )


def _absent(here: Round, lines: SectionLines, without: Without, unlisted: int) -> Set[str]:
    """The tables of a section that a round does not list, where it can only be these; so many are `unlisted`."""
    missing = unlisted - without.sure
    if missing <= 0 or without.doubtful:
        return frozenset()
    could_be = lines.tables.keys() - here.tables.keys() - without.tables
    return could_be if len(could_be) == missing else frozenset()


def slow_matches(matches: Iterable[ScoredMatch], over: Sequence[ScoredMatch]) -> tuple[tuple[SlowTable, ...], int]:
    """The first matches that something is still to come from, the oldest round first, and how many there are.

    Args:
        matches: that are played.
        over: those of them that are in.
    """
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
    return listed(slow)


def listed(tables: Sequence[SlowTable]) -> tuple[tuple[SlowTable, ...], int]:
    """The first, by session, round, section and table, and how many there are."""
    ordered = sorted(tables, key=lambda table: key_order((table.session, table.round, table.section, table.table)))
    return tuple(ordered[:LISTED]), len(ordered)
