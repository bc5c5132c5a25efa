"""To which event a fragment belongs when a director has moved files: what takes part here, and what is passed on.

Rules kept here:

1. A fragment comes first to the event of its own rule, its origin. The newest word (`Fragment.order`) about a file of
   an event says to which event it goes from there; else the newest about the files of its name and sender, so that the
   next export of the same program goes where the last one went; else the newest about all files of the event; else it
   stays. Decisions have no name in this sense.
2. From there it may go on, by what was said of that event. Where the words lead in a circle, the oldest of the circle
   does not count.
3. Every event is a fold over the fragments that came to it and over no other event. So a fragment is passed on to the
   event where it goes next; and fragments that move files are passed on to every event that was ever named as a goal,
   so that the one which loses files hears of it. Words that move files count always, wherever their own file is.
4. Here takes part what ends here by these words. A declared status is about an event as a whole and stays with it.
5. Nothing is passed on to an event that it came through, nor a second time because it was heard twice.
6. Copies that came on a way that no longer holds are not looked at, because whether they came depends on the order.

The answer depends only on the set of fragments that came. What has to come does: an event hears all words of the events
that ever led to it, because those pass on also what they were told.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from contracts.base import DECISIONS, FileRef
from contracts.facts import EventFact, Facts
from contracts.messages import Fragment, Order
from services.scoring.domain.merging.merge import overlay

HEADING = ("name", "discipline", "organiser", "start_date")
"""What an event without files is still called by."""

Which = tuple[str | None, str | None, str | None]
"""Files of an event: the digest of one, or a name and a sender, or nothing of these for all."""

Word = tuple[tuple[Order, int], str | None]
"""When a file was moved, by what decision of its file, and to which event."""


@dataclass
class Belonging:
    """The fragments that came to an event, by origin and id, and what is known of moved files."""

    event: str
    came: dict[tuple[str, str], Fragment] = field(default_factory=dict)
    _words: dict[tuple[str, Which], Word] = field(default_factory=dict)
    _goals: set[str] = field(default_factory=set)

    def knows(self, fragment: Fragment) -> bool:
        """Whether the fragment has come from this origin before."""
        return (self._origin(fragment), fragment.id) in self.came

    def take(self, fragment: Fragment) -> None:
        """Take a fragment in."""
        self.came[self._origin(fragment), fragment.id] = fragment
        for number, fact in enumerate(fragment.facts.reassignments):
            of = fact.of or self.event
            if of == self.event and fact.to not in (None, self.event):
                self._goals.add(str(fact.to))
            when = (fragment.order, number)
            which = (fact.file, fact.name, None if fact.name is None else fact.sender or "")
            known = self._words.get((of, which))
            if known is None or known[0] < when:
                self._words[of, which] = (when, fact.to)

    def way(self, fragment: Fragment) -> tuple[str, ...]:
        """The events that a fragment goes through, from its origin to where it takes part."""
        way, whens = [self._origin(fragment)], []
        while (step := self._step(way[-1], fragment.file)) is not None:
            when, to = step
            whens.append(when)
            if to in way:
                circle = range(way.index(to), len(way))
                return tuple(way[: min(circle, key=whens.__getitem__) + 1])
            way.append(to)
        return tuple(way)

    def is_here(self, fragment: Fragment) -> bool:
        """Whether a fragment takes part in this event."""
        return self.way(fragment)[-1] == self.event

    def here(self) -> dict[str, Fragment]:
        """The fragments that take part, by id; of two with one id that of this event's own rule."""
        ordered = sorted(self.came.items(), key=lambda item: (item[0][0] != self.event, item[0]), reverse=True)
        return {fragment.id: fragment for _, fragment in ordered if self.is_here(fragment)}

    def own(self) -> list[Fragment]:
        """The fragments of this event's own rule, and all that move files: those that come in any order of arrival."""
        return [one for one in self.came.values() if not one.route or one.facts.reassignments]

    def heading(self) -> Facts:
        """What is left to say of an event in which nothing takes part any more: what it was called, and where."""
        ordered = sorted(self.came.values(), key=lambda one: one.order)
        events = [fact for one in ordered if not one.route for fact in one.facts.events]
        if not events:
            return Facts()
        said = EventFact.model_validate(overlay(events).model_dump(include=set(HEADING)))
        return Facts(events=(said,))

    def goals(self) -> tuple[str, ...]:
        """The events to which the files of this one's own rule belong now, if not to it."""
        ways = (self.way(one) for one in self.came.values() if not one.route)
        return tuple(sorted({way[1] for way in ways if len(way) > 1}))

    def unknown_files(self) -> list[str]:
        """Digests of files that were moved from this event and never came to it."""
        moved = {file for of, (file, *_) in self._words if of == self.event and file is not None}
        if not moved:
            return []
        return sorted(moved - {fragment.file.sha256 for fragment in (*self.own(), *self.here().values())})

    def onward(self, fragment: Fragment) -> list[Fragment]:
        """What has to be passed on after a fragment came: itself, or everything when it moves files.

        What moves files comes last, so that the standings of the other event change once, and wholly.
        """
        found: list[Fragment] = []
        for one in self.came.values() if fragment.facts.reassignments else (fragment,):
            targets = self._goals if one.facts.reassignments else self._next(one)
            found += [self._passed(one, to) for to in sorted(targets) if to not in (*one.route, self.event)]
        return sorted(found, key=lambda one: (bool(one.facts.reassignments), one.order))

    def _origin(self, fragment: Fragment) -> str:
        return fragment.route[0] if fragment.route else self.event

    def _next(self, fragment: Fragment) -> Iterator[str]:
        way = self.way(fragment)
        if self.event in way[:-1]:
            yield way[way.index(self.event) + 1]

    def _step(self, event: str, file: FileRef) -> tuple[tuple[Order, int], str] | None:
        for which in _said_of(file):
            when, to = self._words.get((event, which), (None, None))
            if when is not None and to is not None:
                return None if to == event else (when, to)
        return None

    def _passed(self, fragment: Fragment, to: str) -> Fragment:
        facts = fragment.facts
        reassignments = tuple(r.replace(of=r.of or self.event) for r in facts.reassignments)
        facts = facts.replace(reassignments=reassignments, statuses=())
        return fragment.replace(event=to, facts=facts, route=(*fragment.route, self.event))


def _said_of(file: FileRef) -> Iterator[Which]:
    """In what words a file is spoken of, the closest first."""
    yield (file.sha256, None, None)
    if file.format != DECISIONS:
        yield (None, file.name, file.sender)
    yield (None, None, None)


def is_empty(here: dict[str, Fragment]) -> bool:
    """Whether no file but those of decisions takes part."""
    return all(fragment.file.format == DECISIONS for fragment in here.values())
