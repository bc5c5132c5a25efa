"""Merging: what the fragments of an event say together.

The rule, stated without any order of arrival:

1. For each type and key of fact, the fact of the fragment with the greatest `Fragment.order` (`as_of`, then file) is
   the winner; the others have lost but are still known.
   Facts that describe (`LAYERED`: the event, sessions, sections, participants, boards) are laid over each other
   instead: for each field the newest fragment that says anything about it wins, so that a hand record without club
   or names takes nothing away.
2. A fragment that is the whole of its scope covers every type of fact of which it has at least one, and where it has
   totals also adjustments: totals without a penalty say that there is none. A winner from an older fragment of
   the same format is withdrawn when such a fragment covers it and does not repeat it.
3. What stands is the winners that are not withdrawn.
4. Results of several formats are laid over each other too: of each format the winner by rules 1 to 3, the newest on
   top, so that hands of one program and scores of another make one line. A blank score takes no score away.
5. A director's decision is newer than anything that programs say (`Fragment.order`).
6. The fragments of a retracted file take no part until the director gives it back. Of all retractions of a file the
   newest counts (`Fragment.order`), also when it stands in a file that is itself retracted, so that no two files can
   hide each other.

All of it depends only on the set of fragments, so merging is commutative, associative and idempotent. `MergeState`
applies the rule fragment by fragment; a property test compares it with the rule above, read literally.
"""

from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, NamedTuple

from contracts.base import FileFormat
from contracts.facts import Fact, Facts, Key, RetractionFact, Scope, Score
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.key_order import key_order

BY_SCOPE = frozenset({"results", "matches", "board_points", "games"})
"""Types that a whole fragment withdraws by session, section, round and board."""

BY_PARTICIPANT = frozenset({"seats", "adjustments", "totals", "awards"})
"""Types that a whole fragment withdraws for the participants that it lists, in the sessions that it covers."""

LAYERED = frozenset({"events", "sessions", "sections", "participants", "boards"})
"""Types of which the fields of several files are laid over each other."""


@dataclass(slots=True)
class Winner:
    """A winner: its fact, where it comes from, and whether a newer whole fragment withdrew it.

    `layers` are all the facts that a layered one is made of, oldest first; None for the other types.
    """

    fact: Fact
    order: Order
    origin: str
    withdrawn: bool = False
    layers: list[tuple[Order, Fact]] | None = None


def overlay(layers: Iterable[Fact]) -> Fact:
    """Lay facts over each other: each field from the last that gives it a value other than its default."""
    result: Fact | None = None
    for fact in layers:
        if result is None:
            result = fact
            continue
        given = {name: value for name in fact.model_fields_set if not _is_blank(value := getattr(fact, name))}
        result = result.model_copy(update=given)
    if result is None:
        raise ValueError("there is nothing to lay over each other")
    return result


def _is_blank(value: object) -> bool:
    return value is None or value == () or (isinstance(value, Score) and value.kind == "unknown")


@dataclass(frozen=True, slots=True)
class Cover:
    """What a fragment that is the whole of its scope covers."""

    order: Order
    format: FileFormat
    scope: Scope
    types: frozenset[str]
    participants: frozenset[tuple[str, str]]

    def covers(self, kind: str, fact: Fact) -> bool:
        """Whether a fact of this type would be repeated by the fragment if it still held."""
        if kind not in self.types:
            return False
        scope = self.scope
        if scope.sessions is not None and getattr(fact, "session", None) not in scope.sessions:
            return False
        if kind in BY_PARTICIPANT:
            participant_kind = getattr(fact, "participant_kind", None) or getattr(fact, "kind", None)
            return (participant_kind, getattr(fact, "participant", None)) in self.participants
        board = getattr(fact, "board", None)
        return (
            kind in BY_SCOPE
            and (scope.sections is None or getattr(fact, "section", None) in scope.sections)
            and (scope.rounds is None or getattr(fact, "round", None) in scope.rounds)
            and (scope.boards is None or not isinstance(board, str) or board in scope.boards)
        )


def cover_of(fragment: Fragment) -> Cover | None:
    """What a fragment withdraws; None when it is not the whole of its scope."""
    if not fragment.scope.whole:
        return None
    facts = fragment.facts
    types = {kind for kind in Facts.FIELDS if getattr(facts, kind)} | ({"adjustments"} if facts.totals else set())
    participants = frozenset((p.kind, p.id) for p in facts.participants)
    return Cover(fragment.order, fragment.file.format, fragment.scope, frozenset(types), participants)


class Change(NamedTuple):
    """A fact that appeared, was replaced or was withdrawn."""

    kind: str
    old: Fact | None
    new: Fact | None


@dataclass
class MergeState:
    """The merged event so far; `apply` is the only way to change it.

    Attributes:
        fragments: by id, in no order that matters.
        winners: for each type of fact, the winner of each key, withdrawn ones included.
        covers: of the whole fragments, oldest first.
    """

    fragments: dict[str, Fragment] = field(default_factory=dict)
    winners: dict[str, dict[Key, Winner]] = field(default_factory=lambda: {kind: {} for kind in Facts.FIELDS})
    covers: list[Cover] = field(default_factory=list)
    _keys: dict[str, list[Key]] = field(default_factory=dict)
    _by_format: dict[Key, dict[FileFormat, Winner]] = field(default_factory=dict)
    """Of results that files of several formats have: the winner of each format."""

    def apply(self, fragment: Fragment) -> list[Change]:
        """Take in a fragment; the same one again changes nothing.

        Returns:
            What is different afterwards, in no particular order.
        """
        if fragment.id in self.fragments:
            return []
        self.fragments[fragment.id] = fragment
        changes: list[Change] = []
        order, origin = fragment.order, fragment.id
        for kind in Facts.FIELDS:
            winners = self.winners[kind]
            if kind in LAYERED:
                changes.extend(_overlay_fact(kind, winners, getattr(fragment.facts, kind), order, origin))
                continue
            for fact in getattr(fragment.facts, kind):
                key = fact.key
                winner = winners.get(key)
                if kind == "results" and winner is not None:
                    by_format = self._formats_of(key, winner, fragment.file.format)
                    if by_format is not None:
                        changes.extend(self._take_of_format(by_format, fact, order, origin, fragment.file.format))
                        continue
                if winner is not None and winner.order > order:
                    continue
                withdrawn = self._withdrawn(kind, fact, order, fragment.file.format)
                old = None if winner is None or winner.withdrawn else winner.fact
                new = None if withdrawn else fact
                again = old is not None and old == new
                if not again and (old is not None or new is not None):
                    changes.append(Change(kind, old, new))
                # An equal fact stays the same object, by which scoring recognises it.
                current = old if old is not None and again else fact
                winners[key] = Winner(current, order, origin, withdrawn)
        cover = cover_of(fragment)
        if cover is not None:
            insort(self.covers, cover, key=lambda cover: cover.order)
            changes.extend(self._withdraw(cover))
        return changes

    def _formats_of(self, key: Key, winner: Winner, file_format: FileFormat) -> dict[FileFormat, Winner] | None:
        """The winners of each format for a result; None while only one format has it."""
        by_format = self._by_format.get(key)
        if by_format is None and (other := self.fragments[winner.origin].file.format) != file_format:
            by_format = self._by_format[key] = {other: replace(winner)}
        return by_format

    def _take_of_format(
        self, by_format: dict[FileFormat, Winner], fact: Fact, order: Order, origin: str, file_format: FileFormat
    ) -> Iterator[Change]:
        own = by_format.get(file_format)
        if own is not None and own.order > order:
            return
        by_format[file_format] = Winner(fact, order, origin, self._withdrawn("results", fact, order, file_format))
        yield from self._overlay_formats(fact.key, by_format)

    def _overlay_formats(self, key: Key, by_format: dict[FileFormat, Winner]) -> Iterator[Change]:
        """Put the winners of several formats together."""
        winner = self.winners["results"][key]
        old = None if winner.withdrawn else winner.fact
        layers = sorted(by_format.values(), key=lambda layer: layer.order)
        standing = [layer for layer in layers if not layer.withdrawn]
        newest = standing[-1] if standing else layers[-1]
        fact = overlay(layer.fact for layer in standing) if standing else newest.fact
        self.winners["results"][key] = Winner(fact, newest.order, newest.origin, not standing)
        new = fact if standing else None
        if old != new:
            yield Change("results", old, new)

    def _withdrawn(self, kind: str, fact: Fact, order: Order, file_format: FileFormat) -> bool:
        newer = takewhile(lambda cover: cover.order > order, reversed(self.covers))
        return any(cover.format == file_format and cover.covers(kind, fact) for cover in newer)

    def _withdraw(self, cover: Cover) -> Iterator[Change]:
        for kind in cover.types & (BY_SCOPE | BY_PARTICIPANT):
            for key, winner in list(self.winners[kind].items()):
                by_format = self._by_format.get(key) if kind == "results" else None
                if by_format is not None:
                    own = by_format.get(cover.format)
                    if own and not own.withdrawn and own.order < cover.order and cover.covers(kind, own.fact):
                        own.withdrawn = True
                        yield from self._overlay_formats(key, by_format)
                elif (
                    not winner.withdrawn
                    and winner.order < cover.order
                    and self.fragments[winner.origin].file.format == cover.format
                    and cover.covers(kind, winner.fact)
                ):
                    winner.withdrawn = True
                    yield Change(kind, winner.fact, None)

    def has_one_format(self, key: Key) -> bool:
        """Whether only files of one format have a result."""
        return key not in self._by_format

    def standing(self, kind: str) -> list[Winner]:
        """The winners of a type that still stand, in the order of their keys."""
        winners = self.winners[kind]
        ordered = self._keys.get(kind)
        if ordered is None or len(ordered) != len(winners):
            # Keys never go away, so as many keys are the same keys.
            ordered = self._keys[kind] = sorted(winners, key=key_order)
        return [winner for key in ordered if not (winner := winners[key]).withdrawn]

    def merged(self) -> tuple[Facts, dict[str, tuple[int, ...]], list[Fragment]]:
        """The event's facts, for each the number of its source, and the sources from oldest to newest."""
        sources = sorted(self.fragments.values(), key=lambda fragment: fragment.order)
        number = {fragment.id: index for index, fragment in enumerate(sources)}
        lists: dict[str, Any] = {}
        origins: dict[str, tuple[int, ...]] = {}
        for kind in Facts.FIELDS:
            standing = self.standing(kind)
            if standing:
                lists[kind] = tuple(winner.fact for winner in standing)
                origins[kind] = tuple(number[winner.origin] for winner in standing)
        return Facts.model_construct(**lists), origins, sources


def _overlay_fact(
    kind: str, winners: dict[Key, Winner], facts: Iterable[Fact], order: Order, origin: str
) -> Iterator[Change]:
    for fact in facts:
        winner = winners.get(fact.key)
        if winner is None or winner.layers is None:
            winners[fact.key] = Winner(fact, order, origin, layers=[(order, fact)])
            yield Change(kind, None, fact)
            continue
        on_top = winner.layers[-1][0] <= order
        insort(winner.layers, (order, fact), key=lambda layer: layer[0])
        # Files come in their order as a rule, and then what was there need not be laid together again.
        old, new = winner.fact, overlay((winner.fact, fact) if on_top else (layer for _, layer in winner.layers))
        if order > winner.order:
            winner.order, winner.origin = order, origin
        if old != new:
            winner.fact = new
            yield Change(kind, old, new)


def merge(fragments: Iterable[Fragment]) -> MergeState:
    """Merge any number of fragments of one event, in any order."""
    state = MergeState()
    for fragment in fragments:
        state.apply(fragment)
    return state


def retracted_files(fragments: Iterable[Fragment]) -> frozenset[str]:
    """Digests of the files that take no part in the merge (rule 6)."""
    newest: dict[str, tuple[Order, RetractionFact]] = {}
    for fragment in fragments:
        for fact in fragment.facts.retractions:
            known = newest.get(fact.file)
            if known is None or known[0] < fragment.order:
                newest[fact.file] = (fragment.order, fact)
    return frozenset(file for file, (_, fact) in newest.items() if fact.retracted)


def changes_between(before: Facts, after: Facts) -> list[Change]:
    """What changed from one merged event to another."""
    changes = []
    for kind in Facts.FIELDS:
        old = {fact.key: fact for fact in getattr(before, kind)}
        new = {fact.key: fact for fact in getattr(after, kind)}
        changes += [Change(kind, old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]
    return changes
