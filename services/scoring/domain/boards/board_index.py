"""The boards of an event with their results, to date: one that a fragment does not touch is not put together again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from contracts.facts import DealFact, Facts, Key, ResultFact, SectionFact
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.merging.merge import Change, MergeState
from shared.bridge.boards.scoring_fields import old_doubled_undertricks

Deals = dict[tuple[str | None, str], DealFact]
"""By session and board."""


@dataclass
class BoardsToDate:
    """The boards of one event; not shared between tasks."""

    _lines: dict[BoardKey, dict[Key, ResultFact]] = field(default_factory=dict)
    _dirty: set[BoardKey] = field(default_factory=set)
    _boards: dict[BoardKey, Board] = field(default_factory=dict)
    _old: bool = False

    def change(self, merged: MergeState, changes: Sequence[Change]) -> None:
        """Follow what a fragment has changed in the event, which has the fragment already."""
        if any(change.kind in ("sections", "boards", "deals") for change in changes):
            self.gather(merged)
            return
        groups = self._groups(merged)
        for change in changes:
            if change.kind == "results":
                self._file_result(change, groups)

    @staticmethod
    def _groups(merged: MergeState) -> dict[tuple[str | None, str | None], str | None]:
        return {
            (fact.session, fact.id): fact.scored_with
            for winner in merged.standing("sections")
            if isinstance(fact := winner.fact, SectionFact)
        }

    def gather(self, merged: MergeState) -> None:
        """Begin anew, with the results that stand."""
        self._lines.clear()
        self._boards.clear()
        self._dirty.clear()
        groups = self._groups(merged)
        for own, winner in merged.winners["results"].items():
            if not winner.withdrawn and isinstance(fact := winner.fact, ResultFact):
                self._lines.setdefault(self._board_of(fact, groups), {})[own] = fact
        self._dirty.update(self._lines)

    def _file_result(self, change: Change, groups: dict[tuple[str | None, str | None], str | None]) -> None:
        for fact, present in ((change.old, False), (change.new, True)):
            if not isinstance(fact, ResultFact):
                continue
            key = self._board_of(fact, groups)
            self._dirty.add(key)
            lines = self._lines.setdefault(key, {})
            if present:
                lines[fact.key] = fact
            else:
                lines.pop(fact.key, None)
                if not lines:
                    del self._lines[key]

    @staticmethod
    def _board_of(fact: ResultFact, groups: dict[tuple[str | None, str | None], str | None]) -> BoardKey:
        return BoardKey(fact.session, groups.get((fact.session, fact.section)), fact.board)

    def assemble(self, facts: Facts) -> list[Board]:
        """The boards that have results, in order; those that nothing has touched are the same objects as before."""
        described = {(fact.session, fact.board): fact for fact in facts.boards}
        deals = self.deals(facts)
        old = old_doubled_undertricks(facts.event)
        if old != self._old:
            self._old = old
            self._dirty.update(self._lines)
        for key in self._dirty:
            lines = self._lines.get(key)
            if lines is None:
                self._boards.pop(key, None)
                continue
            ordered = [fact for _, fact in sorted(lines.items(), key=lambda item: key_order(item[0]))]
            self._boards[key] = board_of(
                key,
                ordered,
                described.get((key.session, key.board)),
                deals.get((key.session, key.board)),
                old_doubled_undertricks=old,
            )
        self._dirty.clear()
        order = sorted(self._boards, key=lambda k: key_order((k.session, k.group, k.board)))
        return [self._boards[key] for key in order]

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
