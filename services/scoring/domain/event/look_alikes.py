"""Events that may be one: which others an event looks like, and what is said of it.

Files name their event by its heading. A name or date that is corrected half way makes a second event, and hands that
say neither event nor site make one of their own. Only the director knows; what is seen here is offered, never done.

Rules kept here:

1. Two events look the same if three quarters of the people of the smaller one, at least four, are in the other, and at
   least half of the lines that both could have are equal: the newer event began with an export that repeats the older
   one. Of events whose days are more than one apart, those are compared whose smallest line is one of the `SMALLEST`
   lines of the event that looks. Of what the older one has they share nearly all, so that line is seldom missed.
2. With as many of the same people but fewer equal lines, they look the same if they are of one day and their names are
   alike without their numbers and single letters, and these are equal: "Round 1" is not "Round 2".
3. Hands without results or people look like those of an event, at most one day apart, if they are of three quarters of
   the boards that were played in it, at least four, and it has no hands of these boards or all of them. Of several
   events those of the same sender come first, then those in which three quarters of the hands were played, and the same
   holds for several sets of hands of one event. Everybody plays boards 1 to 24, so a set of another sender is offered
   only if nothing else fits either side, half of it was played, and the event has no hands of these boards.
4. An event is described anew, and looks for others, when its name, its date or its people change, when it has a quarter
   more (`grown`), and with each file while it looks like another. Of two that come at once, neither may see the other
   until then.
"""

import re
import zlib
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from difflib import SequenceMatcher
from fractions import Fraction

from contracts.facts import Facts
from contracts.messages import EventDescribed, Fragment, LooksLike
from services.scoring.domain.merging.people import people, persons
from services.scoring.domain.merging.versions import lines_of

SKETCH = 64
"""Lines that stand for all: those with the smallest numbers, so that two events keep the same of equal lines."""

COMPARED = 3
"""Lines, at the least, that both could have."""

SMALLEST = 4
"""Lines of an event that may be the smallest of another of any day; of one with half of its lines it is in 15 of 16."""

PEOPLE = 4
BOARDS = 4
"""People and boards, at the least, by which an event is recognised."""

NO_LINE = "none"
"""In place of the smallest line of an event that is not found by one."""

LISTED = 3
"""Events, at the most, that are named."""

_MARKS = re.compile(r"\d+|\b\w\b")


def describe(event: str, applied: int, facts: Facts, fragments: Collection[Fragment]) -> EventDescribed:
    """What an event is recognised by.

    Args:
        event: its id.
        applied: sequence of the last accepted fragment.
        facts: as merged.
        fragments: that count, in any order; none of an event that has lost its files.
    """
    heading = facts.event
    names: dict[tuple[str, str], str] = {
        (who.kind, who.id): called for who in facts.participants if (called := people(who))
    }
    # The sessions of two such events may be called by two dates.
    played_by = {
        _number(key if key[0] == "game" else (key[0], *key[2:]), now): now for key, now in lines_of(facts, names)
    }
    lines = sorted(played_by)
    everybody = {_number(name) for who in facts.participants for name in persons(who)}
    # A match has no outcome, and is the same in every season of a league.
    telling = [line for line in lines if played_by[line]] if len(everybody) >= PEOPLE else []
    played = {result.board for result in facts.results if result.ns_score.kind != "unknown"}
    moment = max((fragment.as_of.at for fragment in fragments), default=None)
    return EventDescribed(
        event=event,
        applied=applied,
        name=heading.name or "",
        day=_day(heading.start_date) or (f"{moment:%Y-%m-%d}" if moment is not None else ""),
        line=str(telling[0]) if len(telling) >= COMPARED else NO_LINE,
        people=tuple(sorted(everybody)),
        lines=tuple(lines[:SKETCH]),
        lines_total=len(lines),
        boards=tuple(sorted(played)),
        hands=tuple(sorted({deal.board for deal in facts.deals})),
        senders=tuple(sorted({fragment.file.sender for fragment in fragments})),
    )


def _number(*parts: object) -> int:
    return zlib.crc32(repr(parts).encode("utf-8", "surrogatepass"))


def _day(text: str | None) -> str | None:
    try:
        return date.fromisoformat((text or "")[:10].replace("/", "-")).isoformat()
    except ValueError:
        return None


def grown(size: int, known: int) -> bool:
    """Whether there is a quarter more than is known: so of what was played, an event has described four fifths."""
    return size > known and 4 * size >= 5 * known


def days_around(day: str) -> list[str]:
    """The days on which an event that may be the same can be."""
    try:
        middle = date.fromisoformat(day)
    except ValueError:
        return []
    return [(middle + timedelta(days=days)).isoformat() for days in (-1, 0, 1)]


def smallest_lines(own: EventDescribed) -> list[str]:
    """The lines of which one is the smallest of an event of another day, if that may be the same."""
    return [] if own.line == NO_LINE else [str(line) for line in own.lines[:SMALLEST]]


def look_alikes(own: EventDescribed, others: Iterable[EventDescribed]) -> tuple[LooksLike, ...]:
    """The events that an event may belong to, the likeliest first (rules 1 to 3)."""
    every = {each.event: each for each in (*others, own)}
    found = [scored for other in every.values() if (scored := _look_alike(own, other, every.values())) is not None]
    found.sort(key=lambda scored: (-scored[0], scored[1].event))
    return tuple(alike for _, alike in found[:LISTED])


def _look_alike(
    own: EventDescribed, other: EventDescribed, every: Collection[EventDescribed]
) -> tuple[Fraction, LooksLike] | None:
    if own.event == other.event:
        return None
    undo = "To undo it, add --back"
    shared = len(set(own.people) & set(other.people))
    if (alike := _same_people(own, other, shared)) is not None:
        of = max(len(own.people), len(other.people))
        text = f"it looks like event {other.event}: {shared} of {of} people are the same{alike}"
        link = f"kibitz events link {other.event} {own.event}"
        return Fraction(shared, of), LooksLike(
            event=other.event,
            why="same people",
            into=other.event,
            text=text,
            advice=f"If they are one event: {link}. {undo}",
        )
    for hands, played in ((own, other), (other, own)):
        if _hands_of(hands, played, every):
            both, boards = len(set(hands.hands) & set(played.boards)), len(played.boards)
            text = f"event {hands.event} has hands of {both} of the {boards} boards played in event {played.event}"
            link = f"kibitz events link {played.event} {hands.event}"
            return Fraction(0), LooksLike(
                event=other.event,
                why="hands",
                into=played.event,
                text=text,
                advice=f"If they are of that event: {link}. {undo}",
            )
    return None


def _same_people(own: EventDescribed, other: EventDescribed, shared: int) -> str | None:
    """What else is the same of two events with the same people; None if they do not look like one (rules 1 and 2)."""
    fewer = min(len(own.people), len(other.people))
    if fewer < PEOPLE or 4 * shared < 3 * fewer:
        return None
    small, large = sorted((own, other), key=lambda each: each.lines_total)
    limit = large.lines[-1] if large.lines_total > SKETCH else None
    comparable = [line for line in small.lines if limit is None or line <= limit]
    if len(comparable) >= COMPARED and 2 * len(set(comparable) & set(large.lines)) >= len(comparable):
        return ", and so are most results"
    return ", the day is, and the names are alike" if own.day == other.day and _alike(own.name, other.name) else None


def _alike(first: str, second: str) -> bool:
    """Whether two names of events may be one name, misspelt."""
    names = [" ".join(name.casefold().split()) for name in (first, second)]
    marks = [_MARKS.findall(name) for name in names]
    plain, other = (" ".join(_MARKS.sub(" ", name).split()) for name in names)
    return marks[0] == marks[1] and bool(plain) and 20 * SequenceMatcher(a=plain, b=other).ratio() >= 17


def _hands_of(hands: EventDescribed, played: EventDescribed, every: Collection[EventDescribed]) -> bool:
    """Whether hands are likely to be those of an event, of all that could be and of all hands that it could have."""
    return (
        _fit(hands, played) is not None
        and played.event in _likeliest({each.event: _fit(hands, each) for each in every})
        and hands.event in _likeliest({each.event: _fit(each, played) for each in every})
    )


def _fit(hands: EventDescribed, played: EventDescribed) -> tuple[bool, bool] | None:
    """Whether hands and an event have one sender, and most hands were played; None if they cannot be of it (rule 3)."""
    if hands.boards or hands.people or min(len(hands.hands), len(played.boards)) < BOARDS:
        return None
    both = set(hands.hands) & set(played.boards)
    if 4 * len(both) < 3 * len(played.boards) or hands.day not in days_around(played.day):
        return None
    known, one_sender = both & set(played.hands), not set(hands.senders).isdisjoint(played.senders)
    free = known in (set(), both) if one_sender else not known and 2 * len(both) >= len(hands.hands)
    return (one_sender, 4 * len(both) >= 3 * len(hands.hands)) if free else None


def _likeliest(fits: Mapping[str, tuple[bool, bool] | None]) -> list[str]:
    """The events that fit best; none where several of other senders do."""
    known = {event: fit for event, fit in fits.items() if fit is not None}
    best = max(known.values(), default=None)
    decided = best is not None and (best[0] or len(known) == 1)
    return [event for event, fit in known.items() if decided and fit == best]
