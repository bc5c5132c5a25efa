"""Merging: what the fragments of an event say together.

The rule, stated without any order of arrival:

1. For each type and key of fact, the fact of the fragment with the greatest `Fragment.order` (`as_of`, then file) is
   the winner; the others have lost but are still known.
   Facts that describe (`LAYERED`: the event, sessions, sections, participants, boards) are laid over each other
   instead: for each field the newest fragment that says anything about it wins, so that a hand record without club
   or names takes nothing away.
2. A fragment that is the whole of its scope speaks of every type of fact of which it has at least one, and where it
   has totals also of adjustments: totals without a penalty say that there is none. A winner from an older fragment of
   the same format is withdrawn when such a fragment covers it and does not repeat it.
3. What stands is the winners that are not withdrawn.
4. Results of several formats are laid over each other too: of each format the winner by rules 1 to 3, the newest on
   top, so that hands of one program and scores of another make one line. A blank score takes no score away.
5. A director's decision is newer than anything that programs say (`Fragment.order`).

All of it depends only on the set of fragments, so merging is commutative, associative and idempotent. `MergeState`
applies the rule fragment by fragment; a property test compares it with the rule above, read literally.
"""

from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, NamedTuple

from contracts.base import FileFormat
from contracts.facts import Fact, Facts, Key, Scope, Score
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.key_order import key_order

BY_SCOPE = frozenset({"results", "matches", "board_points", "games"})
"""Types that a whole fragment withdraws by session, section, round and board."""

BY_PARTICIPANT = frozenset({"seats", "adjustments", "totals", "awards"})
"""Types that a whole fragment withdraws for the participants that it lists, in the sessions that it covers."""

LAYERED = frozenset({"events", "sessions", "sections", "participants", "boards"})
"""Types of which the fields of several files are laid over each other."""


@dataclass(slots=True)
class Held:
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
        given = {name: value for name in fact.model_fields_set if not _says_nothing(value := getattr(fact, name))}
        result = result.model_copy(update=given)
    if result is None:
        raise ValueError("there is nothing to lay over each other")
    return result


def _says_nothing(value: object) -> bool:
    return value is None or value == () or (isinstance(value, Score) and value.kind == "unknown")


@dataclass(frozen=True, slots=True)
class Cover:
    """What a whole fragment speaks of."""

    order: Order
    format: FileFormat
    scope: Scope
    types: frozenset[str]
    participants: frozenset[tuple[str, str]]

    def covers(self, kind: str, fact: Fact) -> bool:
        """Whether a fact of this type would be repeated by the fragment if it still held."""
        if kind not in self.types:
            return False
        if kind in BY_SCOPE:
            return _within(self.scope, fact)
        if kind in BY_PARTICIPANT:
            who = getattr(fact, "participant_kind", None) or getattr(fact, "kind", None)
            listed = (who, getattr(fact, "participant", None)) in self.participants
            return listed and _session_within(self.scope, getattr(fact, "session", None))
        return False


def _session_within(scope: Scope, session: str | None) -> bool:
    return scope.sessions is None or session in scope.sessions


def _within(scope: Scope, fact: Fact) -> bool:
    if not _session_within(scope, getattr(fact, "session", None)):
        return False
    section = getattr(fact, "section", None)
    if scope.sections is not None and section not in scope.sections:
        return False
    if scope.rounds is not None and getattr(fact, "round", None) not in scope.rounds:
        return False
    board = getattr(fact, "board", None)
    return scope.boards is None or not isinstance(board, str) or board in scope.boards


def cover_of(fragment: Fragment) -> Cover | None:
    """What a fragment withdraws; None when it is not the whole of its scope."""
    if not fragment.scope.whole:
        return None
    return Cover(
        order=fragment.order,
        format=fragment.file.format,
        scope=fragment.scope,
        types=frozenset(_spoken_of(fragment.facts)),
        participants=frozenset((p.kind, p.id) for p in fragment.facts.participants),
    )


def _spoken_of(facts: Facts) -> Iterator[str]:
    yield from (kind for kind in Facts.FIELDS if getattr(facts, kind))
    if facts.totals and not facts.adjustments:
        yield "adjustments"


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
    winners: dict[str, dict[Key, Held]] = field(default_factory=lambda: {kind: {} for kind in Facts.FIELDS})
    covers: list[Cover] = field(default_factory=list)
    _keys: dict[str, list[Key]] = field(default_factory=dict)
    _told: dict[Key, dict[FileFormat, Held]] = field(default_factory=dict)
    """Of results that files of several formats tell: the winner of each format."""

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
            held_by_key = self.winners[kind]
            if kind in LAYERED:
                changes.extend(_lay(kind, held_by_key, getattr(fragment.facts, kind), order, origin))
                continue
            for fact in getattr(fragment.facts, kind):
                key = fact.key
                held = held_by_key.get(key)
                if kind == "results" and held is not None:
                    told = self._told_by(key, held, fragment.file.format)
                    if told is not None:
                        changes.extend(self._tell(told, fact, order, origin, fragment.file.format))
                        continue
                if held is not None and held.order > order:
                    continue
                withdrawn = self._withdrawn(kind, fact, order, fragment.file.format)
                old = None if held is None or held.withdrawn else held.fact
                new = None if withdrawn else fact
                again = old is not None and old == new
                if not again and (old is not None or new is not None):
                    changes.append(Change(kind, old, new))
                # what is said again stays the same object, by which a scorer knows it
                kept = old if old is not None and again else fact
                held_by_key[key] = Held(kept, order, origin, withdrawn)
        cover = cover_of(fragment)
        if cover is not None:
            insort(self.covers, cover, key=lambda one: one.order)
            changes.extend(self._withdraw(cover))
        return changes

    def _told_by(self, key: Key, held: Held, form: FileFormat) -> dict[FileFormat, Held] | None:
        """The winners of each format for a result; None while one format alone tells it."""
        told = self._told.get(key)
        if told is None and (other := self.fragments[held.origin].file.format) != form:
            told = self._told[key] = {other: replace(held)}
        return told

    def _tell(
        self, told: dict[FileFormat, Held], fact: Fact, order: Order, origin: str, form: FileFormat
    ) -> Iterator[Change]:
        mine = told.get(form)
        if mine is not None and mine.order > order:
            return
        told[form] = Held(fact, order, origin, self._withdrawn("results", fact, order, form))
        yield from self._lay_formats(fact.key, told)

    def _lay_formats(self, key: Key, told: dict[FileFormat, Held]) -> Iterator[Change]:
        """Put the winners of several formats together."""
        held = self.winners["results"][key]
        old = None if held.withdrawn else held.fact
        layers = sorted(told.values(), key=lambda layer: layer.order)
        standing = [layer for layer in layers if not layer.withdrawn]
        newest = standing[-1] if standing else layers[-1]
        fact = overlay(layer.fact for layer in standing) if standing else newest.fact
        self.winners["results"][key] = Held(fact, newest.order, newest.origin, not standing)
        new = fact if standing else None
        if old != new:
            yield Change("results", old, new)

    def _withdrawn(self, kind: str, fact: Fact, order: Order, file_format: FileFormat) -> bool:
        newer = takewhile(lambda cover: cover.order > order, reversed(self.covers))
        return any(cover.format == file_format and cover.covers(kind, fact) for cover in newer)

    def _withdraw(self, cover: Cover) -> Iterator[Change]:
        for kind in cover.types & (BY_SCOPE | BY_PARTICIPANT):
            for key, held in list(self.winners[kind].items()):
                told = self._told.get(key) if kind == "results" else None
                if told is not None:
                    mine = told.get(cover.format)
                    if mine and not mine.withdrawn and mine.order < cover.order and cover.covers(kind, mine.fact):
                        mine.withdrawn = True
                        yield from self._lay_formats(key, told)
                elif (
                    not held.withdrawn
                    and held.order < cover.order
                    and self.fragments[held.origin].file.format == cover.format
                    and cover.covers(kind, held.fact)
                ):
                    held.withdrawn = True
                    yield Change(kind, held.fact, None)

    def is_told_once(self, key: Key) -> bool:
        """Whether files of one format alone tell a result."""
        return key not in self._told

    def standing(self, kind: str) -> list[Held]:
        """The winners of a type that still stand, in the order of their keys."""
        winners = self.winners[kind]
        ordered = self._keys.get(kind)
        if ordered is None or len(ordered) != len(winners):
            # Keys never go away, so as many keys are the same keys.
            ordered = self._keys[kind] = sorted(winners, key=key_order)
        return [held for key in ordered if not (held := winners[key]).withdrawn]

    def merged(self) -> tuple[Facts, dict[str, tuple[int, ...]], list[Fragment]]:
        """The event's facts, for each the number of its source, and the sources from oldest to newest."""
        sources = sorted(self.fragments.values(), key=lambda fragment: fragment.order)
        number = {fragment.id: index for index, fragment in enumerate(sources)}
        lists: dict[str, Any] = {}
        origins: dict[str, tuple[int, ...]] = {}
        for kind in Facts.FIELDS:
            held = self.standing(kind)
            if held:
                lists[kind] = tuple(one.fact for one in held)
                origins[kind] = tuple(number[one.origin] for one in held)
        return Facts.model_construct(**lists), origins, sources


def _lay(kind: str, held_by_key: dict[Key, Held], facts: Iterable[Fact], order: Order, origin: str) -> Iterator[Change]:
    for fact in facts:
        held = held_by_key.get(fact.key)
        if held is None or held.layers is None:
            held_by_key[fact.key] = Held(fact, order, origin, layers=[(order, fact)])
            yield Change(kind, None, fact)
            continue
        on_top = held.layers[-1][0] <= order
        insort(held.layers, (order, fact), key=lambda layer: layer[0])
        # Files come in their order as a rule, and then what was there need not be laid together again.
        old, new = held.fact, overlay((held.fact, fact) if on_top else (layer for _, layer in held.layers))
        if order > held.order:
            held.order, held.origin = order, origin
        if old != new:
            held.fact = new
            yield Change(kind, old, new)


def merge(fragments: Iterable[Fragment]) -> MergeState:
    """Merge any number of fragments of one event, in any order."""
    state = MergeState()
    for fragment in fragments:
        state.apply(fragment)
    return state
