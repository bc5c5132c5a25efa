"""Versions: a scoring program exports its event again and again, and a newer export replaces an older one completely.

Rules kept here:

1. An export is compared with older ones of its format whose sessions and sections are all among its own. Of what the
   older one reports as played (a line of a traveller, a game, a match), each line is repeated, altered or missing.
   Lines are recognised by the numbers in them or, if that recognises more, by the people behind the numbers, so that
   renumbering a pair changes nothing. An older one of another session is compared too, without the session's name, if
   each is of one alone that is called by a date: the date may have been wrong. It is replaced if it has `MANY` lines,
   and more than half of them are repeated.
2. A complete export (`Scope.complete`: a tournament report, a game file) is a version of every older one, unless it has
   nobody of a kind that the older one lists (no teams, no players): then it was cut off, and is a part. An export that
   shows no more than what it lists (a USEBIO file, a PBN set) may be a part, so it is a version only of an older one of
   which it has more than half of the lines; if it lists a few participants less, of the lines of those who stayed; and
   if it lists more than half of the lines that the older one lists, blank ones too, then results were taken back. Of an
   export before play, or of totals alone in whose sessions it has some, it is a version if it has half of the people.
3. A version replaces everything that the older export says: participants, boards, lines, pairings, totals, penalties.
   Anything else replaces what it repeats (`merge.py`).
4. An export that alters half of the lines of an older one, or a complete one that leaves three quarters of them out, is
   held (from `MANY` lines on): it is of other people, or something has gone wrong. It does not count until the director
   takes it (`kibitz take`), and what counted goes on counting.
5. A file that the director takes is a version of every older file of the event that has results or entries. Files that
   are taken at one moment complete each other.
6. Exports of several senders, or of several events that the director linked, are held to be of one program only if they
   look it: such a version says something of every type that the older export has, and has half of its lines. A file is
   never held for what another sender or event says.

Which fragments count is worked out from the oldest to the newest, so it depends on the set of them and not on the order
in which they came.
"""

import re
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, Literal, NamedTuple

from contracts.base import DECISIONS
from contracts.facts import Fact, Facts, GameFact, Key, MatchFact, ResultFact, Sides
from contracts.messages import Fragment, Order
from contracts.tables import column_of
from services.scoring.domain.merging.differing import apart
from services.scoring.domain.merging.lines import SIDE_KINDS, renumbered, side_kind
from services.scoring.domain.merging.people import people

MANY = 12
"""Lines of an older export from which on a newer one may be held."""

Outcome = tuple[object, ...]
"""What a line reports."""

Names = Mapping[tuple[str, str], str]
"""The people behind each number, by kind and number."""

_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PLAYED = {
    "results": ("session", "board", *Sides.FIELDS, "part", "ns_score"),
    "matches": (),
    "games": ("round", "player", "opponent", "result"),
}
"""Types of what was played, and the columns of their tables by which lines are recognised and compared."""
_ENTRIES = frozenset({"events", "sessions", "sections", "participants", "seats", "movements", "extensions", "boards"})
"""Types of facts that a list of entries has at most."""


class Relation(Enum):
    """What an export is to an older one."""

    VERSION = "version"
    PART = "part"
    OTHER = "other"


class Comparison(NamedTuple):
    """The lines of an older export: how many there are, and how many a newer one repeats and alters."""

    lines: int
    repeated: int
    altered: int


@dataclass(frozen=True)
class Verdict:
    """What came of a fragment.

    Attributes:
        state: "counts"; "replaced" by the version `by`; "held" because of what `by` says.
        by: id of the other fragment.
        comparison: of the older of the two with the newer.
    """

    state: Literal["counts", "replaced", "held"] = "counts"
    by: str | None = None
    comparison: Comparison | None = None


COUNTS = Verdict()


class Derived(NamedTuple):
    """The export from whose lines those of another were worked out, and which of them are altered there or missing."""

    older: "Export"
    keys: Sequence[Key]


@dataclass(eq=False)
class Export:
    """A fragment, and what it is compared by.

    Attributes:
        taken: whether the director has taken its file as the whole truth.
        once: whether it reports no line twice, as far as its lines are known.
        derived: where its lines come from, if they were worked out from those of another.
    """

    fragment: Fragment
    order: Order
    taken: bool = False
    once: bool = True
    derived: Derived | None = None

    @cached_property
    def types(self) -> frozenset[str]:
        """The types of facts that it has."""
        return frozenset(kind for kind in Facts.FIELDS if getattr(self.fragment.facts, kind))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Whom it lists: players, pairs, teams."""
        return frozenset(listed.kind for listed in self.fragment.facts.participants)

    @cached_property
    def names(self) -> Names:
        """The people behind its numbers; those whom two numbers share are not told apart."""
        everybody = {(listed.kind, listed.id): people(listed) for listed in self.fragment.facts.participants}
        counts = Counter(everybody.values())
        return {number: f"={name}" for number, name in everybody.items() if name and counts[name] == 1}

    @cached_property
    def lines(self) -> dict[Key, Outcome]:
        """What it reports as played, by the numbers in it."""
        reported = list(lines_of(self.fragment.facts, {}))
        lines = dict(reported)
        self.once = len(lines) == len(reported)
        return lines

    def derive(self, older: "Export") -> None:
        """Work the lines out from those of an older export by what differs, where that is possible and saves work."""
        if "lines" not in older.__dict__ or "lines" in self.__dict__ or not older.once:
            return
        here, there = self.fragment.facts, older.fragment.facts
        sizes = [sum(len(getattr(facts, kind)) for kind in _PLAYED) for facts in (here, there)]
        if 2 * sizes[0] < sizes[1]:
            return
        lines = dict(older.lines)
        gone, come = list[Fact](), list[Fact]()
        for kind, fields in _PLAYED.items():
            for was, now in apart(getattr(there, kind), getattr(here, kind), fields).values():
                gone += was
                come += now
        keys = [key for key, _ in _reported(gone, {})]
        for key in keys:
            del lines[key]
        size = len(lines)
        reported = list(_reported(come, {}))
        lines.update(reported)
        if len(lines) == size + len(reported):
            self.lines = lines
            self.derived = Derived(older, keys)

    @cached_property
    def named_lines(self) -> dict[Key, Outcome]:
        """The same by the people behind the numbers."""
        return dict(lines_of(self.fragment.facts, self.names))

    @cached_property
    def listed(self) -> frozenset[Key]:
        """The lines of travellers that it lists, blank ones too."""
        return frozenset(result.key for result in self.fragment.facts.results)

    @cached_property
    def played(self) -> frozenset[object]:
        """The boards, and the rounds of matches and games, of which it has a line, blank ones too."""
        facts = self.fragment.facts
        rounds = (
            (kind, number)
            for kind, listed in (("match", facts.matches), ("game", facts.games))
            for number in column_of(listed, "round")
        )
        return frozenset((*column_of(facts.results, "board"), *rounds))

    @cached_property
    def parts(self) -> tuple[frozenset[str | None], frozenset[str | None]]:
        """The sessions and sections of what was played, or else of those who are entered."""
        facts = self.fragment.facts
        played = facts.results or facts.matches
        of: tuple[Sequence[Any], ...] = (facts.results, facts.matches) if played else (facts.participants,)
        sessions, sections = (
            frozenset(value for listed in of for value in column_of(listed, name)) for name in ("session", "section")
        )
        return sessions, sections

    def forget(self) -> None:
        """Free what was worked out."""
        for name in ("lines", "named_lines", "names", "listed"):
            self.__dict__.pop(name, None)
        self.derived = None

    @property
    def is_entry_list(self) -> bool:
        """Whether it says who plays, or stands where, and nothing of what was played."""
        return "participants" in self.types and self.types <= _ENTRIES | {"totals"}

    @property
    def totalled(self) -> frozenset[str | None]:
        """The sessions of its totals."""
        return frozenset(total.session for total in self.fragment.facts.totals)


def lines_of(facts: Facts, names: Names) -> Iterator[tuple[Key, Outcome]]:
    """The outcomes of an export: of each line its key, with people in place of the numbers that `names` knows."""
    return _reported((*facts.results, *facts.games, *facts.matches), names)


def _reported(facts: Iterable[Fact], names: Names) -> Iterator[tuple[Key, Outcome]]:
    """The same of what was played, as `apart` has it."""

    def own(kind: str, key: Key) -> Key:
        return renumbered(kind, key, names) or key if names else key

    for fact in facts:
        if isinstance(fact, ResultFact):
            if (score := fact.ns_score).kind != "unknown":
                yield ("line", *own("results", fact.key)), (score.kind, score.points, score.percent)
        elif isinstance(fact, GameFact):
            if fact.opponent is not None and (fact.result or "").strip():
                outcome = (names.get(("player", fact.opponent), fact.opponent), fact.result)
                yield ("game", *own("games", fact.key)), outcome
        elif (
            isinstance(fact, MatchFact)
            and fact.away is not None
            and (fact.home_score is not None or fact.home_imps is not None)
        ):
            # The score of a match grows while it is played.
            yield ("match", *own("matches", fact.key)), ()


def compare(newer: Export, older: Export) -> Comparison:
    """How many lines of an older export a newer one repeats and alters, recognised in the way that recognises more."""
    derived = newer.derived if newer.derived is not None and newer.derived.older is older else None
    by_number = _compared(older.lines, newer.lines, None if derived is None else derived.keys)
    if 2 * by_number.repeated > by_number.lines:
        return by_number
    return max(by_number, _compared(older.named_lines, newer.named_lines), key=lambda made: made.repeated)


def _compared(
    older: Mapping[Key, Outcome], newer: Mapping[Key, Outcome], unlike: Sequence[Key] | None = None
) -> Comparison:
    """Compare lines, of which all but those that are known to be `unlike` are repeated."""
    both = older.keys() & newer.keys() if unlike is None else [key for key in unlike if key in newer]
    altered = sum(older[key] != newer[key] for key in both)
    alike = 0 if unlike is None else len(older) - len(unlike)
    return Comparison(len(older), alike + len(both) - altered, altered)


def relation(newer: Export, older: Export) -> tuple[Relation, Comparison | None]:
    """What an export is to an older one (rules 1 to 6)."""
    new, old = newer.fragment, older.fragment
    same_file = new.file.sha256 == old.file.sha256
    if newer.taken and not same_file and not _taken_at_once(newer, older):
        of_event = "participants" in older.types or not older.types.isdisjoint(_PLAYED)
        return (Relation.VERSION if of_event else Relation.PART), None
    if newer.taken or same_file or new.file.format != old.file.format or not older.kinds <= newer.kinds:
        return Relation.PART, None
    if not _within(newer, older):
        return _of_renamed_session(newer, older)
    if not older.lines or not new.scope.whole:
        return (Relation.PART if older.lines else _before_play(newer, older)), None
    made = compare(newer, older)
    found = _of_lines(made, complete=new.scope.complete)
    if found is Relation.PART and (stayed := _without_removed(newer, older)) is not None:
        of_stayed = _of_lines(compare(newer, stayed), complete=False)
        # Rule 4 counts all lines, and not those of the others alone.
        found = of_stayed if of_stayed is Relation.VERSION else found
    if found is Relation.PART and 2 * len(older.listed & newer.listed) > len(older.listed):
        found = Relation.VERSION
    alike = older.types <= newer.types and 2 * made.repeated >= made.lines
    one_source = (new.file.sender, new.origin) == (old.file.sender, old.origin)
    if not (one_source and old.scope.whole) and not alike:
        # Another program, an event that was linked, or a file that adds to others: what it alone has stays.
        return Relation.PART, made
    return found, made


def _without_removed(newer: Export, older: Export) -> Export | None:
    """An older export without those whom the newer one does not list any more, and their lines (rule 2).

    None where nobody is gone, or more than a quarter is: then the newer one may list whom it speaks of alone.
    """
    listed, known = ({(who.kind, who.id) for who in each.fragment.facts.participants} for each in (newer, older))
    gone = known - listed
    if not gone or 4 * len(gone) > len(known):
        return None
    facts = older.fragment.facts
    stayed = {kind: tuple(fact for fact in getattr(facts, kind) if gone.isdisjoint(_seated(fact))) for kind in _PLAYED}
    return Export(older.fragment.replace(facts=facts.replace(**stayed)), older.order)


def _seated(fact: ResultFact | MatchFact | GameFact) -> Iterator[tuple[str, str | None]]:
    """The kinds and numbers of those who play a line."""
    match fact:
        case ResultFact():
            yield from zip(SIDE_KINDS, fact.sides.key, strict=True)
        case MatchFact():
            yield from ((side_kind(fact.kind), side) for side in (fact.home, fact.away))
        case GameFact():
            yield from (("player", player) for player in (fact.player, fact.opponent))


def _taken_at_once(newer: Export, older: Export) -> bool:
    """Whether the director took two files at one moment, which is then that of both."""
    moments = [(each.fragment.as_of.at, each.fragment.file.made_at) for each in (newer, older)]
    return older.taken and moments[0] == moments[1]


def _of_renamed_session(newer: Export, older: Export) -> tuple[Relation, Comparison | None]:
    """What an export is to an older one that has parts which it has not."""
    (new_sessions, new_sections), (old_sessions, old_sections) = newer.parts, older.parts
    alone = len(new_sessions) == len(old_sessions) == 1 and new_sessions != old_sessions
    alone = alone and all(name is None or _DATE.match(name) for name in new_sessions | old_sessions)
    if not (alone and newer.fragment.scope.whole and old_sections <= new_sections and older.types <= newer.types):
        return Relation.PART, None
    made = _compared(_without_session(older.lines), _without_session(newer.lines))
    found = made.lines >= MANY and 2 * made.repeated > made.lines
    return (Relation.VERSION if found else Relation.PART), made


def _without_session(lines: Mapping[Key, Outcome]) -> dict[Key, Outcome]:
    return {(key[0], *key[2:]): outcome for key, outcome in lines.items() if key[0] == "line"}


def _of_lines(made: Comparison, *, complete: bool) -> Relation:
    many, known = made.lines >= MANY, made.repeated + made.altered
    if 2 * made.repeated > made.lines:
        return Relation.VERSION
    if many and 2 * made.altered >= made.lines:
        return Relation.OTHER
    if complete:
        return Relation.OTHER if many and 4 * known < made.lines else Relation.VERSION
    return Relation.VERSION if 2 * known > made.lines else Relation.PART


def _before_play(newer: Export, older: Export) -> Relation:
    """What an export is to one in which nothing has been played yet."""
    new, old = newer.fragment, older.fragment
    if new.scope.complete and old.scope.complete:
        return Relation.VERSION
    a_list = old.scope.whole or (older.is_entry_list and older.totalled <= newer.totalled)
    if not a_list or not older.types <= newer.types | _ENTRIES:
        return Relation.PART
    numbers = {(listed.kind, listed.id) for listed in old.facts.participants}
    same = sum((listed.kind, listed.id) in numbers for listed in new.facts.participants)
    named = len(set(newer.names.values()) & set(older.names.values()))
    return Relation.VERSION if numbers and 2 * max(same, named) >= len(numbers) else Relation.PART


def _within(newer: Export, older: Export) -> bool:
    """Whether all sessions and sections of the older export are among those that the newer one is of."""
    scope = newer.fragment.scope
    for listed, own, parts in zip((scope.sessions, scope.sections), newer.parts, older.parts, strict=True):
        apart = parts.isdisjoint(own) and None not in parts | own
        if apart or (listed is not None and not parts <= set(listed)):
            return False
    return True


@dataclass(slots=True)
class Effect:
    """What an export does to those that count: whether it counts itself, and the verdicts on those that it replaces."""

    counts: bool = True
    replaced: dict[Export, Verdict] = field(default_factory=dict)


@dataclass
class Versions:
    """The exports of one event, and which of them count.

    Attributes:
        verdicts: of each fragment, by id.
    """

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    _exports: list[Export] = field(default_factory=list)
    _counting: list[Export] = field(default_factory=list)
    _effects: dict[Export, Effect] = field(default_factory=dict)
    _relations: dict[tuple[str, str], tuple[Relation, Comparison | None]] = field(default_factory=dict)

    @classmethod
    def restored(cls, fragments: Iterable[Fragment], verdicts: Mapping[str, Verdict]) -> "Versions":
        """The versions as they were, by what came of each fragment; of files that the director has not taken."""
        exports = {each.id: Export(each, each.order) for each in sorted(fragments, key=lambda each: each.order)}
        versions = cls({own: verdicts[own] for own in exports}, list(exports.values()))
        for own, export in exports.items():
            counts = verdicts[own].state != "held" and export.fragment.file.format != DECISIONS
            versions._effects[export] = Effect(counts)
            if counts and verdicts[own].state == "counts":
                versions._counting.append(export)
        for own, verdict in versions.verdicts.items():
            if verdict.state == "replaced" and verdict.by is not None:
                versions._effects[exports[verdict.by]].replaced[exports[own]] = verdict
        return versions

    def forget(self, gone: Mapping[str, Fragment]) -> None:
        """Put fragments without their facts in the place of those with them, by id."""
        for export in self._exports:
            export.fragment = gone.get(export.fragment.id, export.fragment)

    def add(self, fragment: Fragment, *, taken: bool = False) -> None:
        """Take a fragment in; the same one again is not allowed."""
        export = Export(fragment, fragment.order, taken)
        at = bisect_right(self._exports, export.order, key=_order_of)
        later = self._exports[at:]
        self._exports.insert(at, export)
        for known in reversed(later):
            self._undo(known)
        effect = self._judge(export)
        more, fewer = {export} if effect.counts else set(), set(effect.replaced)
        for known in later:
            # While those that count are others than before, an export may do something else than it did.
            if not fewer and all(self._relation(known, other)[0] is Relation.PART for other in more):
                self._do(known)
                continue
            was, now = self._effects[known], self._judge(known)
            gone, going = was.replaced.keys(), now.replaced.keys()
            more, fewer = (more - going) | (gone - going - fewer), (fewer - gone) | (going - gone - more)
            if was.counts != now.counts:
                (more if now.counts else fewer).add(known)

    def _judge(self, export: Export) -> Effect:
        """Say what comes of an export after those that count before it."""
        self.verdicts[export.fragment.id] = COUNTS
        effect = self._effects[export] = Effect()
        if export.fragment.file.format == DECISIONS:
            effect.counts = False
            return effect
        for older in self._counting:
            found, made = self._relation(export, older)
            if found is Relation.OTHER:
                self.verdicts[export.fragment.id] = Verdict("held", older.fragment.id, made)
                self._effects[export] = Effect(counts=False)
                return self._effects[export]
            if found is Relation.VERSION:
                effect.replaced[older] = Verdict("replaced", export.fragment.id, made)
        self._do(export)
        return effect

    def _do(self, export: Export) -> None:
        effect = self._effects[export]
        for older, verdict in effect.replaced.items():
            self.verdicts[older.fragment.id] = verdict
            self._counting.remove(older)
            older.forget()
        if effect.counts:
            self._counting.append(export)

    def _undo(self, export: Export) -> None:
        effect = self._effects[export]
        if effect.counts:
            self._counting.pop()
        for older in effect.replaced:
            self.verdicts[older.fragment.id] = COUNTS
            insort(self._counting, older, key=_order_of)

    def _relation(self, newer: Export, older: Export) -> tuple[Relation, Comparison | None]:
        of_everything = newer.taken or newer.fragment.scope.complete
        if not of_everything and older.lines and older.played.isdisjoint(newer.played):
            # Without a line in common it is neither a version nor of other people.
            return Relation.PART, None
        pair = (newer.fragment.id, older.fragment.id)
        if pair not in self._relations:
            if newer.fragment.file.format == older.fragment.file.format:
                newer.derive(older)
            self._relations[pair] = relation(newer, older)
        return self._relations[pair]

    def counting(self) -> Iterable[str]:
        """The ids of the fragments that count."""
        return (own for own, verdict in self.verdicts.items() if verdict.state == "counts")


def _order_of(export: Export) -> Order:
    return export.order
