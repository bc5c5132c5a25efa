"""The lines of an event's travellers, counted for its progress: one that comes or goes costs the count of that line.

A table is listed in a round with each of its boards; what is not in play is no board of it. Tables of a round, rounds
and sections that have no line left are gone.
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from contracts.facts import ResultFact
from services.scoring.domain.merging.changes import Recounted
from services.scoring.domain.merging.key_order import SortKey, key_order
from services.scoring.domain.progress.absences import InRound, Section, table_of
from shared.bridge.reported import is_reported

Counted = TypeVar("Counted", bound=Hashable)


def count_up(counts: dict[Counted, int], name: Counted, times: int) -> None:
    """Count something so many times more; what is not there any more has no count."""
    now = counts.get(name, 0) + times
    if now:
        counts[name] = now
    else:
        del counts[name]


def reading_order(key: tuple[str | int | None, ...]) -> tuple[SortKey, tuple[str, ...]]:
    """As people read them; names that read alike, such as "2" and "02", by their letters."""
    return key_order(key), tuple(map(str, key))


@lru_cache(maxsize=16_384)
def table_order(table: str) -> tuple[SortKey, tuple[str, ...]]:
    """The same of a table."""
    return reading_order((table,))


@dataclass
class AtTable:
    """The boards of a round at a table: with a result, and listed, each with its number of lines."""

    done: Counter[str] = field(default_factory=Counter)
    listed: Counter[str] = field(default_factory=Counter)

    @property
    def blank(self) -> tuple[str, ...]:
        """The boards that are listed without a result, in order."""
        return tuple(sorted(self.listed.keys() - self.done.keys(), key=lambda board: key_order((board,))))


class Round:
    """The tables of a section in a round.

    Attributes:
        tables: by name.
        begun: how many of them have a result.
    """

    def __init__(self) -> None:
        """Begin without a table."""
        self.tables: dict[str, AtTable] = {}
        self.begun = 0
        self._full: int | None = None
        self._waiting: dict[bool, Mapping[str, AtTable]] = {}

    def count(self, result: ResultFact, reported: bool, times: int) -> None:
        """Count a line of the round, or take it off again."""
        name = table_of(result)
        at = self.tables.get(name) or self.tables.setdefault(name, AtTable())
        had = bool(at.done)
        count_up(at.listed, result.board, times)
        if reported:
            count_up(at.done, result.board, times)
        self.begun += bool(at.done) - had
        if not at.listed:
            del self.tables[name]
        self._full = None
        self._waiting.clear()

    @property
    def full(self) -> int:
        """Boards of the table that lists most."""
        if self._full is None:
            self._full = max((len(at.listed) for at in self.tables.values()), default=0)
        return self._full

    def waiting(self, *, behind: bool) -> Mapping[str, AtTable]:
        """The tables of which nothing is in, or, `behind`, not everything."""
        if behind not in self._waiting:
            least = max(1, self.full if behind else 1)
            self._waiting[behind] = {name: at for name, at in self.tables.items() if len(at.done) < least}
        return self._waiting[behind]


@dataclass
class SectionLines:
    """The lines of a section of a session.

    Attributes:
        blank: how many are still to get a result.
        boards: that have a result, with the number of results.
        pairs: that are named, with the number of lines.
        rounds: by number; lines without a round have no part in it.
        tables: of all rounds, with the number of these, and `in_order` their names.
    """

    lines: int = 0
    reported: int = 0
    blank: int = 0
    boards: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)
    rounds: dict[int, Round] = field(default_factory=dict)
    tables: Counter[str] = field(default_factory=Counter)
    in_order: list[str] = field(default_factory=list)

    def count(self, result: ResultFact, reported: bool, times: int) -> None:
        """Count a line, or take it off again."""
        in_play = result.ns_score.kind != "not_in_play"
        self.lines += times
        if reported:
            self.reported += times
            count_up(self.boards, result.board, times)
        elif in_play:
            self.blank += times
        ns, ew, *_ = result.sides
        if ns:
            count_up(self.pairs, ns, times)
        if ew:
            count_up(self.pairs, ew, times)
        if result.round is not None and in_play:
            tables = self.rounds.get(result.round) or self.rounds.setdefault(result.round, Round())
            before = len(tables.tables)
            tables.count(result, reported, times)
            self._count_table(table_of(result), len(tables.tables) - before)
            if not tables.tables:
                del self.rounds[result.round]

    def _count_table(self, name: str, rounds: int) -> None:
        """Count a table in so many rounds more."""
        known = name in self.tables
        if rounds:
            count_up(self.tables, name, rounds)
        if known is not (name in self.tables):
            if known:
                del self.in_order[bisect_left(self.in_order, table_order(name), key=table_order)]
            else:
                insort(self.in_order, name, key=table_order)


class LinesToDate:
    """All lines of an event.

    Attributes:
        lines, reported: how many there are, and how many have a result.
        sections: the lines of each section.
        in_rounds: how many lines name a round, by round of a section; those not in play, too.
    """

    def __init__(self, results: Iterable[ResultFact] = ()) -> None:
        """Count some lines."""
        self.lines = self.reported = 0
        self.sections: dict[Section, SectionLines] = {}
        self.in_rounds: Counter[InRound] = Counter()
        self._teams: Counter[str] = Counter()
        for result in results:
            self.count(result)

    def count(self, result: ResultFact, times: int = 1) -> None:
        """Count a line; take it off again with `times` -1."""
        reported = is_reported(result)
        self.lines += times
        self.reported += times * reported
        where = (result.session, result.section)
        section = self.sections.get(where) or self.sections.setdefault(where, SectionLines())
        section.count(result, reported, times)
        if not section.lines:
            del self.sections[where]
        if result.round is not None:
            count_up(self.in_rounds, (*where, result.round), times)
        for team in (result.sides.ns_team, result.sides.ew_team):
            if team:
                count_up(self._teams, team, times)

    def change(self, lines: Iterable[Recounted]) -> None:
        """Follow what a fragment has changed."""
        for result, times in lines:
            self.count(result, times)

    @property
    def boards(self) -> int:
        """How many boards have a result, those of each session by themselves."""
        sessions: dict[str | None, set[str]] = defaultdict(set)
        for (session, _), lines in self.sections.items():
            sessions[session] |= lines.boards.keys()
        return sum(map(len, sessions.values()))

    @property
    def teams(self) -> int:
        """How many teams are named."""
        return len(self._teams)

    @property
    def pairs(self) -> int:
        """How many pairs are named."""
        sections = [lines.pairs.keys() for lines in self.sections.values()]
        return len(sections[0]) if len(sections) == 1 else len(set().union(*sections))
