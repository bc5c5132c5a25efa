"""The boards of an event with their results, to date: one that a fragment does not touch is not put together again."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from contracts.facts import BoardFact, DealFact, Facts, ResultFact, SectionFact
from services.scoring.domain.boards.all_boards import AllBoards
from services.scoring.domain.boards.board_list import Board, BoardKey, LinesOfBoard
from services.scoring.domain.merging.changes import Change
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.merging.merge import MergeState
from shared.bridge.boards.scoring_fields import old_doubled_undertricks

Deals = dict[tuple[str | None, str], DealFact]
"""By session and board."""


Groups = dict[tuple[str | None, str | None], str | None]
"""The group of sections that each section of a session is scored with."""

_Described = tuple[BoardFact | None, DealFact | None, bool]
"""What is known of a board, and whether doubled undertricks count as of old."""


@dataclass
class BoardsToDate:
    """The boards of one event; not shared between tasks."""

    _lines: dict[BoardKey, LinesOfBoard] = field(default_factory=dict)
    _dirty: set[BoardKey] = field(default_factory=set)
    _boards: dict[BoardKey, tuple[Board, _Described]] = field(default_factory=dict)
    _order: list[BoardKey] | None = None
    _all: AllBoards | None = None
    _groups: Groups = field(default_factory=dict)
    _given: tuple[object, ...] = ()
    _described: dict[tuple[str | None, str], BoardFact] = field(default_factory=dict)

    def change(self, merged: MergeState, changes: Sequence[Change]) -> None:
        """Follow what a fragment has changed in the event, which has the fragment already."""
        if any(change.kind == "sections" for change in changes) and _groups(merged) != self._groups:
            self.gather(merged)
            return
        for change in changes:
            old, new = (fact if isinstance(fact, ResultFact) else None for fact in (change.old, change.new))
            if old is not None and new is not None and old.section == new.section:
                key = self._board_of(new)
                self._lines[key].replace(new)
                self._dirty.add(key)
                continue
            if old is not None:
                self._remove(old)
            if new is not None:
                self._add(new)

    def gather(self, merged: MergeState) -> None:
        """Begin anew, with the results that stand."""
        standing = (winner.fact for winner in merged.standing("results"))
        self.put_together(_groups(merged), (fact for fact in standing if isinstance(fact, ResultFact)))

    def put_together(self, groups: Groups, results: Iterable[ResultFact]) -> None:
        """Begin anew, with some results."""
        self._boards.clear()
        self._groups = groups
        lines: dict[BoardKey, list[ResultFact]] = defaultdict(list)
        for fact in results:
            lines[self._board_of(fact)].append(fact)
        self._lines = {key: LinesOfBoard(key, own) for key, own in lines.items()}
        self._dirty, self._order, self._all = set(self._lines), None, None

    def _add(self, fact: ResultFact) -> None:
        key = self._board_of(fact)
        if key not in self._lines:
            self._lines[key], self._order = LinesOfBoard(key), None
        self._lines[key].add(fact)
        self._dirty.add(key)

    def _remove(self, fact: ResultFact) -> None:
        key = self._board_of(fact)
        self._lines[key].remove(fact)
        self._dirty.add(key)
        if not self._lines[key].results:
            del self._lines[key]
            self._boards.pop(key, None)
            self._order = None

    def _board_of(self, fact: ResultFact) -> BoardKey:
        return BoardKey(fact.session, self._groups.get((fact.session, fact.section)), fact.board)

    def assemble(self, facts: Facts) -> AllBoards:
        """The boards that have results, in order; those that nothing has touched are the same objects as before."""
        given = (facts.boards, facts.deals, old_doubled_undertricks(facts.event))
        if anew := self._order is None or given != self._given:
            self._order = sorted(self._lines, key=lambda k: key_order((k.session, k.group, k.board)))
            self._described = {(fact.session, fact.board): fact for fact in facts.boards}
            self._given = given
        deals, old = self.deals(facts), given[2]
        for key in self._order if anew else self._dirty & self._lines.keys():
            where = (key.session, key.board)
            known = (self._described.get(where), deals.get(where), old)
            if key in self._dirty or self._boards[key][1] != known:
                board = self._lines[key].board(known[0], known[1], old_doubled_undertricks=old)
                self._boards[key] = (board, known)
        if self._all is None or anew:
            self._all = AllBoards.of([self._boards[key][0] for key in self._order])
        elif self._dirty:
            self._all = self._all.changed([self._boards[key][0] for key in self._order])
        self._dirty.clear()
        return self._all

    def deals(self, facts: Facts) -> Deals:
        """The deal of each board by session; those of no session are those of the only one that has results."""
        deals: Deals = {}
        for deal in facts.deals:
            deals.setdefault((deal.session, deal.board), deal)
        sessions = {key.session for key in self._lines}
        if len(sessions) == 1:
            (only,) = sessions
            for deal in facts.deals:
                deals.setdefault((only, deal.board), deal)
        return deals


def _groups(merged: MergeState) -> Groups:
    standing = (winner.fact for winner in merged.standing("sections"))
    return groups_of(fact for fact in standing if isinstance(fact, SectionFact))


def groups_of(sections: Iterable[SectionFact]) -> Groups:
    """With which group each section is scored."""
    return {(fact.session, fact.id): fact.scored_with for fact in sections}
