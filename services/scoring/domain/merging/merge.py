"""Merging: what the fragments of an event say together.

The rule, stated without any order of arrival:

1. Fragments that a newer version has replaced, and those that are held, say nothing (`versions.py`). Of the others, for
   each type and key of fact, the fact of the fragment with the greatest `Fragment.order` (`as_of`, then file) is
   the winner; the others have lost but are still known.
   Facts that describe (`LAYERED`: the event, sessions, sections, participants, boards) are laid over each other
   instead: for each field, and each detail by its name, the newest fragment that says anything about it wins, so that
   a hand record without club or names takes nothing away.
2. A fragment that is the whole of its scope covers every type of fact of which it has at least one, and where it has
   totals also adjustments: totals without a penalty say that there is none. A winner from an older fragment of
   the same format is withdrawn when such a fragment covers it and does not repeat it.
3. What stands is the winners that are not withdrawn.
4. Results of several formats are laid over each other too (`claims.py`): of each format the winner by rules 1 to 3, the
   newest on top, so that hands of one program and scores of another make one line. A blank score takes no score away.
5. A director's decision is newer than anything that programs say (`Fragment.order`). Its contract has its own
   declarer, tricks and lead, and other points than those below without a contract are of none that is known.
6. Fragments of files that the director retracted take no part, and those of files that the director took are newer than
   all that had been made until then (`file_decisions.py`).
7. Programs repeat their lists of participants with every result. Of types that nothing withdraws (`ALIKE`) files that
   say the same are one listing, which counts as that of the newest of them: laid over each other, facts and the same
   facts once more make what the later ones make alone.

All of it depends only on the set of fragments, so merging is commutative, associative and idempotent. `MergeState`
applies the rule fragment by fragment; a property test compares it with the rule above, read literally.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, takewhile
from typing import Any

from contracts.base import DECISIONS
from contracts.facts import Fact, Facts, GameFact, Key
from contracts.messages import Fragment, Order
from contracts.tables import column_of
from services.scoring.domain.merging.changes import Change
from services.scoring.domain.merging.claims import Claim, of_formats, overlay
from services.scoring.domain.merging.covers import BY_PARTICIPANT, BY_SCOPE, Cover, cover_of
from services.scoring.domain.merging.differing import apart
from services.scoring.domain.merging.file_decisions import Take, as_taken
from services.scoring.domain.merging.lines import report_of
from services.scoring.domain.merging.standing import Listing, Source, Standing, Winner
from services.scoring.domain.merging.versions import Verdict, Versions

PLAYED = ("results", "games", "matches")
"""Types of what was played."""

LAYERED = frozenset({"events", "sessions", "sections", "participants", "boards"})
"""Types of which the fields of several files are laid over each other."""


ALIKE = frozenset(Facts.FIELDS) - BY_SCOPE - BY_PARTICIPANT
"""Types of which files that say the same are taken together: what is newer than a fact does not withdraw it."""

ALIKE_KNOWN = 16
"""Of each type, how many of the newest lists of facts are looked at for one that says the same."""


Touched = dict[str, dict[Key, bool]]
"""For each type the keys of which something has to be worked out, and whether nothing is new but a newer claim."""

MANY_KEYS = 8
"""Of this part of the keys of a type it is cheaper to sort all anew than to find the place of each."""


@dataclass
class MergeState:
    """The merged event so far; `apply` and `apply_all` are the only ways to change it.

    Attributes:
        came: all fragments that were applied, by id.
        fragments: those that count, by id, in no order that matters.
        versions: what came of each fragment.
        winners: for each type of fact, the winner of each key, withdrawn ones included.
        covers: of the whole fragments that count, oldest first.
    """

    came: dict[str, Fragment] = field(default_factory=dict)
    fragments: dict[str, Fragment] = field(default_factory=dict)
    versions: Versions = field(default_factory=Versions)
    winners: dict[str, dict[Key, Winner]] = field(default_factory=lambda: {kind: {} for kind in Facts.FIELDS})
    covers: list[Cover] = field(default_factory=list)
    _claims: dict[str, dict[Key, list[Claim]]] = field(default_factory=lambda: {kind: {} for kind in Facts.FIELDS})
    _sources: dict[str, Source] = field(default_factory=dict)
    _listings: dict[str, list[Listing]] = field(default_factory=lambda: {kind: [] for kind in ALIKE})
    _standing: dict[str, Standing] = field(default_factory=dict)
    _overtaken: defaultdict[Source, Counter[Source]] = field(default_factory=lambda: defaultdict(Counter))
    _overtaken_at: dict[tuple[str, Key], list[tuple[Source, Source]]] = field(default_factory=dict)

    def apply(self, fragment: Fragment, *, taken: bool = False) -> list[Change]:
        """Take in a fragment; the same one again changes nothing.

        Args:
            fragment: of a taken file as it is since then (`as_taken`).
            taken: whether the director has taken its file as the whole truth.

        Returns:
            What is different afterwards, in no particular order.
        """
        return self.apply_all([(fragment, taken)])

    def apply_all(self, parts: Iterable[tuple[Fragment, bool]]) -> list[Change]:
        """Take in several fragments at once, as `apply` takes them one by one; those that do not count cost little."""
        for fragment, taken in parts:
            if fragment.id not in self.came:
                self.came[fragment.id] = fragment
                self.versions.add(fragment, taken=taken)
        return self._settle()

    def restore(self, fragments: Iterable[Fragment], verdicts: Mapping[str, Verdict]) -> None:
        """Begin with fragments of which it is known what came of each, by id."""
        self.came = {fragment.id: fragment for fragment in fragments}
        self.versions = Versions.restored(self.came.values(), verdicts)
        self._settle()

    def forget(self, gone: Mapping[str, Fragment]) -> None:
        """Put fragments without their facts in the place of those with them, which do not count, by id."""
        self.came |= gone
        self.versions.forget(gone)

    def _settle(self) -> list[Change]:
        """Put in what counts now, and take out what does not count any more."""
        counting = set(self.versions.counting())
        touched: Touched = {kind: {} for kind in Facts.FIELDS}
        gone = [self.fragments.pop(own) for own in self.fragments.keys() - counting]
        new = [self.came[own] for own in counting - self.fragments.keys()]
        if len(gone) == len(new) == 1 and self._stands_as(gone[0], new[0]):
            self._put_in_place(gone[0], new[0], touched)
        else:
            for old in gone:
                self._take_out(old, touched)
            for each in sorted(new, key=lambda fragment: fragment.order):
                self._put_in(each, touched)
        self._number_sources()
        for kind, keys in touched.items():
            if MANY_KEYS * len(keys) > len(self.winners[kind]):
                self._standing.pop(kind, None)
        return [
            change
            for kind, keys in touched.items()
            for key, on_top in keys.items()
            if (change := self._decide(kind, key, on_top)) is not None
        ]

    def _number_sources(self) -> None:
        moved = False
        for number, source in enumerate(sorted(self._sources.values(), key=_order_of)):
            moved |= source.number not in (-1, number)
            source.number = number
        for listing in chain.from_iterable(self._listings.values()):
            listing.follow()
        for standing in self._standing.values() if moved else ():
            standing.renumber()

    def _stands_as(self, old: Fragment, new: Fragment) -> bool:
        """Whether a fragment stands to all others as the one did that it replaces: newer than the same, and older."""
        first, last = sorted((old.order, new.order))
        return old.file.format == new.file.format and not any(
            first < other.order < last or (other.order < first and other.file.format == new.file.format)
            for other in self.fragments.values()
        )

    def _put_in_place(self, old: Fragment, new: Fragment, touched: Touched) -> None:
        """Put a version in the place of the one before: what both say stays as it is."""
        source = self._sources[new.id] = self._sources.pop(old.id)
        source.order, source.origin = new.order, new.id
        self.fragments[new.id] = new
        self.covers = [cover for cover in self.covers if cover.order != old.order]
        if (cover := cover_of(new)) is not None:
            insort(self.covers, cover, key=_order_of)
        for kind in Facts.FIELDS:
            before, after = getattr(old.facts, kind), getattr(new.facts, kind)
            listing = self._listing_of(kind, source)
            if kind not in ALIKE or (listing is not None and after and listing.sources == [source]):
                self._restate(kind, before, after, listing or source, touched)
            elif listing is None or listing.facts != after:
                if listing is not None:
                    self._leave(listing, kind, source, touched)
                self._state(kind, after, source, touched)

    def _restate(
        self, kind: str, before: Sequence[Fact], after: Sequence[Fact], source: Source, touched: Touched
    ) -> None:
        """Have a fragment state other facts of a type."""
        claims, differing = self._claims[kind], apart(before, after)
        if differing and isinstance(source, Listing):
            source.restate(after)
        twice = set()
        for key, (was, now) in differing.items():
            claimed, touched[kind][key] = claims.setdefault(key, []), False
            if len(claimed) == len(was) == len(now) == 1:
                claimed[0] = Claim(source, now[0])
                continue
            for fact in was:
                claimed.remove(Claim(source, fact))
            for fact in now:
                insort(claimed, Claim(source, fact), key=_order_of)
            if sum(claim.source is source for claim in claimed) > 1:
                twice.add(key)
        for key in twice:
            claims[key] = [claim for claim in claims[key] if claim.source is not source]
        for fact in after if twice else ():
            if fact.key in twice:
                insort(claims[fact.key], Claim(source, fact), key=_order_of)

    def _put_in(self, fragment: Fragment, touched: Touched) -> None:
        """Note what a fragment states."""
        order = fragment.order
        source = self._sources[fragment.id] = Source(order, fragment.id, fragment.file.format)
        self.fragments[fragment.id] = fragment
        for kind in Facts.FIELDS:
            self._state(kind, getattr(fragment.facts, kind), source, touched)
        if (cover := cover_of(fragment)) is not None:
            insort(self.covers, cover, key=_order_of)
            self._touch(cover, touched)

    def _take_out(self, fragment: Fragment, touched: Touched) -> None:
        source = self._sources.pop(fragment.id)
        for kind in Facts.FIELDS:
            if (listing := self._listing_of(kind, source)) is not None:
                self._leave(listing, kind, source, touched)
                continue
            claims = self._claims[kind]
            for fact in getattr(fragment.facts, kind):
                key = fact.key
                claims[key] = [claim for claim in claims[key] if claim.source is not source]
                touched[kind][key] = False
        if (cover := cover_of(fragment)) is not None:
            self.covers = [other for other in self.covers if other.order != cover.order]
            self._touch(cover, touched)

    def _state(self, kind: str, facts: Sequence[Fact], source: Source, touched: Touched) -> None:
        """Note what a fragment states of a type; what another one says just so, only that it does, too."""
        if not facts:
            return
        if kind in ALIKE:
            for known in islice(reversed(self._listings[kind]), ALIKE_KNOWN):
                if known.facts == facts:
                    insort(known.sources, source, key=_order_of)
                    if known.sources[-1] is source:
                        self._move(known, kind, touched)
                    return
            source = Listing.of(facts, source)
            self._listings[kind].append(source)
        order, claims, noted = source.order, self._claims[kind], touched[kind]
        for fact in facts:
            key = fact.key
            claimed = claims.setdefault(key, [])
            on_top = not claimed or claimed[-1].order < order
            insort(claimed, Claim(source, fact), key=_order_of)
            # Of two claims that come at once the second is not all that is new.
            noted[key] = on_top and key not in noted

    def _leave(self, listing: Listing, kind: str, source: Source, touched: Touched) -> None:
        """Note that a fragment does not say what others may still say just so."""
        was_newest = listing.sources[-1] is source
        listing.sources.remove(source)
        if listing.sources:
            if was_newest:
                self._move(listing, kind, touched)
            return
        self._listings[kind].remove(listing)
        claims = self._claims[kind]
        for key in listing.in_order():
            claims[key] = [claim for claim in claims[key] if claim.source is not listing]
            touched[kind][key] = False

    def _move(self, listing: Listing, kind: str, touched: Touched) -> None:
        """Count a listing as that of its newest fragment; what it passes then, or falls behind, is decided anew."""
        before = listing.order
        listing.follow()
        first, last = sorted((before, listing.order))
        if (standing := self._standing.get(kind)) is not None:
            standing.renumber()
        passed = [other.keys for other in self._listings[kind] if first < other.order < last]
        both = listing.keys.intersection(chain.from_iterable(passed)) if passed else ()
        for key in listing.in_order() if both else ():
            if key in both:
                self._claims[kind][key].sort(key=_order_of)
                touched[kind][key] = False

    def _listing_of(self, kind: str, source: Source) -> Listing | None:
        """What a fragment says of a type just as others may."""
        return next((listing for listing in self._listings.get(kind, ()) if source in listing.sources), None)

    def _touch(self, cover: Cover, touched: Touched) -> None:
        """Note what a cover may withdraw or have withdrawn: something of an older fragment of its format."""
        if not any(
            other.file.format == cover.format and other.order < cover.order for other in self.fragments.values()
        ):
            return
        for kind in cover.types & (BY_SCOPE | BY_PARTICIPANT):
            for key, claims in self._claims[kind].items():
                if key not in touched[kind] and any(cover.covers(kind, claim.fact) for claim in claims):
                    touched[kind][key] = False

    def _decide(self, kind: str, key: Key, on_top: bool) -> Change | None:
        """Work out anew what stands of a key."""
        winners, claims = self.winners[kind], self._claims[kind][key]
        if kind in PLAYED:
            self._note_overtaken(kind, key, claims, on_top)
        before = winners.get(key)
        old = None if before is None or before.withdrawn else before.fact
        if not claims:
            del self._claims[kind][key]
            gone = winners.pop(key)
            if (standing := self._standing.get(kind)) is not None:
                standing.remove(key, gone)
            return None if old is None else Change(kind, old, None)
        newest, withdrawn = claims[-1], False
        if kind in LAYERED:
            # Files come in their order as a rule, and then what was there need not be laid together again.
            fact = overlay((before.fact, newest.fact) if on_top and before else [claim.fact for claim in claims])
        elif kind == "results" and len(claims) > 1:
            by_format = {claim.source.format: claim for claim in claims}
            layers = sorted(by_format.values(), key=_order_of)
            standing_layers = [layer for layer in layers if not self._withdrawn(kind, layer)]
            withdrawn = not standing_layers
            newest = (standing_layers or layers)[-1]
            fact = of_formats(standing_layers) if standing_layers else newest.fact
        else:
            fact, withdrawn = newest.fact, self._withdrawn(kind, newest)
        if old is not None and old == fact:
            # An equal fact stays the same object, by which scoring recognises it.
            fact = old
        standing = self._standing.get(kind)
        if before is None:
            winners[key] = Winner(fact, newest.source, withdrawn)
            if standing is not None:
                standing.add(key, winners[key])
        else:
            same = before.fact is fact and before.source is newest.source and before.withdrawn is withdrawn
            before.fact, before.source, before.withdrawn = fact, newest.source, withdrawn
            if standing is not None and not same:
                standing.change(key, before)
        new = None if withdrawn else fact
        return None if new is old else Change(kind, old, new)

    def _note_overtaken(self, kind: str, key: Key, claims: list[Claim], on_top: bool) -> None:
        """Count anew the claims to a line of which a newer one of the same teller reports otherwise."""
        if on_top and (len(claims) == 1 or self._repeats(kind, key, claims)):
            return
        for source, by in self._overtaken_at.pop((kind, key), ()):
            self._overtaken[source][by] -= 1
        if len(claims) < 2:
            return
        newest: dict[str | None, Claim] = {}
        pairs = self._overtaken_at[kind, key] = []
        for claim in reversed(claims):
            newer = newest.setdefault(_teller(kind, claim), claim)
            report = report_of(claim.fact)
            if report is not None and report.outcome and report != report_of(newer.fact):
                pairs.append((claim.source, newer.source))
                self._overtaken[claim.source][newer.source] += 1

    def _repeats(self, kind: str, key: Key, claims: list[Claim]) -> bool:
        """Whether the newest claim reports what the one before it did; then it is the newer one of the same pairs."""
        newest = claims[-1]
        others = islice(reversed(claims), 1, None)
        before = next((each for each in others if _teller(kind, each) == _teller(kind, newest)), None)
        if before is not None and report_of(before.fact) != report_of(newest.fact):
            return False
        pairs = self._overtaken_at.get((kind, key), [])
        for at, (source, by) in enumerate(pairs):
            if before is not None and by is before.source:
                pairs[at] = (source, newest.source)
                self._overtaken[source][by] -= 1
                self._overtaken[source][newest.source] += 1
        return True

    @property
    def overtaken(self) -> dict[str, dict[str, int]]:
        """Of how many of a fragment's lines other fragments that count report something else, by their ids."""
        return {
            source.origin: {newer.origin: count for newer, count in by.items() if count}
            for source, by in self._overtaken.items()
            if any(by.values())
        }

    def _withdrawn(self, kind: str, claim: Claim) -> bool:
        if not self.covers or self.covers[-1].order <= claim.order:
            return False
        newer = takewhile(lambda cover: cover.order > claim.order, reversed(self.covers))
        return any(cover.format == claim.source.format and cover.covers(kind, claim.fact) for cover in newer)

    def has_one_format(self, key: Key) -> bool:
        """Whether only files of one format have a result."""
        return len({claim.source.format for claim in self._claims["results"].get(key, ())}) < 2

    def has_game(self, game: GameFact) -> bool:
        """Whether a file of another format has this player meet this opponent."""
        claims = self._claims["games"].get(game.key, ())
        formats = {claim.source.format for claim in claims if getattr(claim.fact, "opponent", None) == game.opponent}
        return len(formats) > 1

    def has_round(self, number: int) -> bool:
        """Whether a file, and not a decision alone, has games of a round."""
        exports = (fragment.facts for fragment in self.fragments.values() if fragment.file.format != DECISIONS)
        return any(number in column_of(facts.games, "round") for facts in exports)

    def standing(self, kind: str) -> list[Winner]:
        """The winners of a type that still stand, in the order of their keys."""
        return self._in_order(kind).winners

    def _in_order(self, kind: str) -> Standing:
        if kind not in self._standing:
            self._standing[kind] = Standing(self.winners[kind])
        return self._standing[kind]

    def merged(self) -> tuple[Facts, dict[str, tuple[int, ...]], list[Fragment]]:
        """The event's facts, for each the number of its source, and the sources from oldest to newest."""
        sources = sorted(self.fragments.values(), key=lambda fragment: self._sources[fragment.id].order)
        lists: dict[str, Any] = {}
        origins: dict[str, tuple[int, ...]] = {}
        for kind in Facts.FIELDS:
            standing = self._in_order(kind)
            if standing.facts:
                lists[kind], origins[kind] = standing.facts, standing.origins
        return Facts.model_construct(**lists), origins, sources


def _teller(kind: str, claim: Claim) -> str | None:
    """Whose lines may overtake each other: results those of one format, and no ruling what a program says."""
    own = claim.source.format
    return own if kind == "results" or own == DECISIONS else None


def _order_of(ordered: Claim | Cover | Source) -> Order:
    return ordered.order


def merge(
    fragments: Iterable[Fragment],
    takes: Mapping[str, Take] | None = None,
    verdicts: Mapping[str, Verdict] | None = None,
) -> MergeState:
    """Merge any number of fragments of one event, in any order.

    Args:
        fragments: those that take part.
        takes: of files that the director took, by digest.
        verdicts: what came of each, by id, where that is known and the director took none.
    """
    state = MergeState()
    if verdicts is None:
        state.apply_all(as_taken(fragment, takes or {}) for fragment in fragments)
    else:
        state.restore(fragments, verdicts)
    return state
