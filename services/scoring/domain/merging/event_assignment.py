"""To which event a fragment belongs when a director has moved files: what takes part here, and what is passed on.

Rules kept here:

1. A fragment comes first to the event that its own file names, its origin. From there it goes where the newest
   reassignment (`Fragment.order`) of its file says; else where the newest for files of its name and sender says, so
   that the next export of a program follows the last one; else where the newest for all files of the event says; else
   it stays. A file of decisions has no name in this sense.
2. From there it may go on, as that event's files are reassigned. Where reassignments form a circle, the oldest of the
   circle is ignored.
3. Every event is a fold over the fragments that came to it, and over no other event. So a fragment is passed on to its
   next event, and reassignments are passed on to every event that was ever a target, so that an event that loses files
   learns of it. Reassignments always count, wherever their own file is.
4. A fragment takes part in the event where its route ends. A declared status is about an event as a whole and stays
   with it.
5. A fragment is not passed on to an event that it came through, nor twice.
6. Copies that came by a route that no longer holds are ignored, because whether they came depends on the order.
7. A fragment that is passed on says which file came first of each event that it came through. One that comes again with
   an earlier one takes its place, and is passed on again.

The answer depends only on the set of fragments that came, and everything that is needed does come: an event receives
all reassignments of the events that ever led to it, because those pass on what they received.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from contracts.base import DECISIONS, FileRef
from contracts.facts import EventFact, Facts
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.claims import overlay

HEADING = ("name", "discipline", "organiser", "start_date")
"""What an event without files is still called by."""

Selector = tuple[str | None, str | None, str | None]
"""A choice of files of an event: the digest of one, or a name and a sender, or nothing of these for all."""

Reassignment = tuple[tuple[Order, int], str | None]
"""When a file was moved, by what decision of its file, and to which event."""


@dataclass
class EventAssignment:
    """The fragments that came to an event, by origin and id, and what is known of moved files.

    Attributes:
        first: the file of this event's own rule that came first.
    """

    event: str
    came: dict[tuple[str, str], Fragment] = field(default_factory=dict)
    first: FileRef | None = None
    _reassignments: dict[tuple[str, Selector], Reassignment] = field(default_factory=dict)
    _targets: set[str] = field(default_factory=set)

    def knows(self, fragment: Fragment) -> bool:
        """Whether the fragment has come from this origin before, and says nothing new of first files."""
        known = self.came.get((self._origin(fragment), fragment.id))
        return known is not None and (known.firsts or {}) == earliest(known.firsts, fragment.firsts)

    def take(self, fragment: Fragment) -> None:
        """Take a fragment in."""
        own = (self._origin(fragment), fragment.id)
        if own in self.came:
            fragment = fragment.replace(firsts=earliest(self.came[own].firsts, fragment.firsts))
        self.came[own] = fragment
        if not fragment.route:
            self.first = fragment.file if self.first is None else min(self.first, fragment.file, key=_arrival)
        for number, fact in enumerate(fragment.facts.reassignments):
            of = fact.of or self.event
            if of == self.event and fact.to not in (None, self.event):
                self._targets.add(str(fact.to))
            time = (fragment.order, number)
            files = (fact.file, fact.name, None if fact.name is None else fact.sender or "")
            known = self._reassignments.get((of, files))
            if known is None or known[0] < time:
                self._reassignments[of, files] = (time, fact.to)

    @property
    def moves(self) -> bool:
        """Whether the director has moved any file."""
        return bool(self._reassignments)

    def forget(self, gone: Mapping[str, Fragment]) -> None:
        """Put fragments without their facts in the place of those with them, by id, while nothing is moved."""
        self.came |= {(self._origin(fragment), own): fragment for own, fragment in gone.items()}

    def route(self, fragment: Fragment) -> tuple[str, ...]:
        """The events that a fragment goes through, from its origin to where it takes part."""
        route, times = [self._origin(fragment)], []
        while (step := self._step(route[-1], fragment.file)) is not None:
            time, target = step
            times.append(time)
            if target in route:
                circle = range(route.index(target), len(route))
                return tuple(route[: min(circle, key=times.__getitem__) + 1])
            route.append(target)
        return tuple(route)

    def is_here(self, fragment: Fragment) -> bool:
        """Whether a fragment takes part in this event."""
        return self.route(fragment)[-1] == self.event

    def here(self) -> dict[str, Fragment]:
        """The fragments that take part, by id; of two with one id that of this event's own rule."""
        ordered = sorted(self.came.items(), key=lambda item: (item[0][0] != self.event, item[0]), reverse=True)
        return {fragment.id: fragment for _, fragment in ordered if self.is_here(fragment)}

    def first_files(self) -> list[FileRef]:
        """The first file of this event's own rule, wherever it is now, and of each event that files came here through.

        Files that were replaced, retracted or moved away came first all the same.
        """
        passed = [each for each in self.came.values() if each.route and self.is_here(each)]
        firsts = earliest(*(each.firsts or {each.route[0]: each.file} for each in passed))
        return [*([] if self.first is None else [self.first]), *firsts.values()]

    def hides_otherwise_than(self, first: FileRef) -> bool:
        """Whether another file came first than this one, and a policy of new events came with either."""
        return self.first is not None and self.first is not first and bool(self.first.public or first.public)

    def own(self) -> list[Fragment]:
        """The fragments of this event's own rule, and all that move files: those that come in any order of arrival."""
        fragments = self.came.values()
        return [fragment for fragment in fragments if not fragment.route or fragment.facts.reassignments]

    def heading(self) -> Facts:
        """What is left to say of an event in which nothing takes part any more: what it was called, and where."""
        ordered = sorted(self.came.values(), key=lambda fragment: fragment.order)
        events = [event for fragment in ordered if not fragment.route for event in fragment.facts.events]
        if not events:
            return Facts()
        heading = EventFact.model_validate({name: getattr(overlay(events), name) for name in HEADING})
        return Facts(events=(heading,))

    def targets(self) -> tuple[str, ...]:
        """The events to which the files of this one's own rule belong now, if not to it."""
        routes = (self.route(fragment) for fragment in self.came.values() if not fragment.route)
        return tuple(sorted({route[1] for route in routes if len(route) > 1}))

    def unknown_files(self) -> list[str]:
        """Digests of files that were moved from this event and never came to it."""
        moved = {file for of, (file, *_) in self._reassignments if of == self.event and file is not None}
        if not moved:
            return []
        return sorted(moved - {fragment.file.sha256 for fragment in (*self.own(), *self.here().values())})

    def onward(self, fragment: Fragment, *, everything: bool = False) -> list[Fragment]:
        """What has to be passed on after a fragment came: itself, or everything when it moves files or came first.

        What moves files comes last, so that the standings of the other event change once, and wholly.
        """
        passed: list[Fragment] = []
        all_of_it = everything or fragment.facts.reassignments
        for each in self.came.values() if all_of_it else (self.came[self._origin(fragment), fragment.id],):
            route = self.route(each)
            following = route[route.index(self.event) + 1 :][:1] if self.event in route else ()
            targets = self._targets if each.facts.reassignments else following
            passed += [self._passed(each, to) for to in sorted(targets) if to not in (*each.route, self.event)]
        return sorted(passed, key=lambda each: (bool(each.facts.reassignments), each.order))

    def _origin(self, fragment: Fragment) -> str:
        return fragment.route[0] if fragment.route else self.event

    def _step(self, event: str, file: FileRef) -> tuple[tuple[Order, int], str] | None:
        selectors: list[Selector] = [(file.sha256, None, None), (None, file.name, file.sender), (None, None, None)]
        for selector in selectors:  # the narrowest first
            time, target = self._reassignments.get((event, selector), (None, None))
            by_name = selector[1] is not None
            if time is not None and target is not None and not (by_name and file.format == DECISIONS):
                return None if target == event else (time, target)
        return None

    def _passed(self, fragment: Fragment, to: str) -> Fragment:
        facts = fragment.facts
        reassignments = tuple(r.replace(of=r.of or self.event) for r in facts.reassignments)
        facts = facts.replace(reassignments=reassignments, statuses=())
        firsts = earliest(fragment.firsts, None if self.first is None else {self.event: self.first})
        return fragment.replace(event=to, facts=facts, route=(*fragment.route, self.event), firsts=firsts or None)


def earliest(*firsts: Mapping[str, FileRef] | None) -> dict[str, FileRef]:
    """The first file of each event, of all that is known of it."""
    found: dict[str, FileRef] = {}
    for event, file in (each for known in firsts if known for each in known.items()):
        found[event] = min(found.get(event, file), file, key=_arrival)
    return found


def _arrival(file: FileRef) -> tuple[bool, datetime, str]:
    return file.arrival


def is_empty(here: dict[str, Fragment]) -> bool:
    """Whether no file but those of decisions takes part."""
    return all(fragment.file.format == DECISIONS for fragment in here.values())
