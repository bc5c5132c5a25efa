"""Whether an event has one winner or one in each line, from what its files state and from who has met whom."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from contracts.base import Direction
from contracts.facts import Facts, Participant, ResultFact, Sides
from services.scoring.domain.differences.rankings import place_of
from services.scoring.domain.merging.changes import Recounted
from services.scoring.domain.progress.lines_to_date import count_up
from services.scoring.domain.rankings.scheme import ranked_kind

Winners = Literal[1, 2]


class Meetings:
    """Which pairs have met, and in which lines they sat; a line that comes or goes costs what is new of its sides.

    Attributes:
        seats: the lines in which each has sat.
        lines: the same of lines that name both sides, and `met` the opponents.
        turns: how often somebody came to another number of lines, or to several opponents, or back.
    """

    def __init__(self, results: Iterable[ResultFact] = ()) -> None:
        """Count some lines."""
        self._sides: dict[Sides, int] = {}
        self.seats: dict[str | None, dict[Direction, int]] = defaultdict(dict)
        self.lines: dict[str | None, dict[Direction, int]] = defaultdict(dict)
        self.met: dict[str | None, dict[str, int]] = defaultdict(dict)
        self.turns = 0
        for sides, times in Counter(result.sides for result in results).items():
            self._count(sides, times)

    def change(self, lines: Iterable[Recounted]) -> None:
        """Follow what a fragment has changed."""
        for result, times in lines:
            self._count(result.sides, times)

    def _count(self, sides: Sides, times: int) -> None:
        """Count a line of these sides, or take it off again; only the first and the last one say anything."""
        before = sides in self._sides
        count_up(self._sides, sides, times)
        if before is (sides in self._sides):
            return
        step = -1 if before else 1
        for name, other, line in ((sides.ns, sides.ew, Direction.NS), (sides.ew, sides.ns, Direction.EW)):
            before_ = self._standing_of(name)
            count_up(self.seats[name], line, step)
            if name is not None and other is not None:
                count_up(self.lines[name], line, step)
                count_up(self.met[name], other, step)
            self.turns += before_ != self._standing_of(name)

    def _standing_of(self, name: str | None) -> tuple[int, int, bool]:
        return len(self.seats[name]), len(self.lines[name]), len(self.met[name]) > 1


class WinnersToDate:
    """One or two winners, as an event goes on: worked out anew when something has changed that it follows from."""

    def __init__(self) -> None:
        """Begin without a line."""
        self._meetings: Meetings | None = None
        self._known: tuple[tuple[object, ...], Winners] | None = None

    def change(self, lines: Iterable[Recounted]) -> None:
        """Follow what a fragment has changed."""
        if self._meetings is not None:
            self._meetings.change(lines)

    def of(self, facts: Facts) -> Winners:
        """The number of winners."""
        if facts.event.winners is not None:
            return facts.event.winners
        if self._meetings is None:
            self._meetings = Meetings(facts.results)
        made_of = (
            facts.event,
            facts.participants,
            facts.totals,
            facts.movements,
            bool(facts.matches),
            self._meetings.turns,
        )
        if self._known is None or self._known[0] != made_of:
            self._known = made_of, winners_of(facts, self._meetings)
        return self._known[1]


def winners_of(facts: Facts, meetings: Meetings | None = None) -> Winners:
    """One or two winners: as stated; else two when both lines have a first place of their own in the same session.

    Without a place, two where the seats of pairs show a Mitchell movement: everybody has met several opponents, and
    always from the same line.
    In one field somebody who is first alone is the only one; so another first place, alone or shared, is another field.
    Programs that print the same place for a tie without a sign of it are told by the places behind it.

    Args:
        facts: of the event.
        meetings: of its results, if somebody has counted them.
    """
    if facts.event.winners is not None:
        return facts.event.winners
    kind = ranked_kind(facts.event, facts.participants)
    stated = [(total, place) for total in facts.totals if total.kind == kind and (place := place_of(total)) is not None]
    placed = any(total.place for total in facts.totals)
    if placed and not stated:
        return 1
    ranked = [p for p in facts.participants if p.kind == kind and not p.phantom]
    meetings = meetings or Meetings(facts.results)
    direction = _directions(meetings, ranked)
    if not direction or None in direction.values():
        return 1
    if not placed:
        return 2 if kind == "pair" and not facts.matches and _is_mitchell(facts, meetings, direction) else 1
    first: dict[str | None, set[Direction | None]] = defaultdict(set)
    places: dict[str | None, list[int]] = defaultdict(list)
    alone = set()
    for total, place in stated:
        if total.participant not in direction:
            continue
        places[total.session].append(place.first)
        if place.first == 1:
            first[total.session].add(direction[total.participant])
            if not place.tied:
                alone.add(total.session)
    for session in alone:
        # In one field with ties, after two firsts the next is third.
        ordered = sorted(places[session])
        one_field = ordered[-1] > 1 and all(place == ordered.index(place) + 1 for place in ordered)
        if len(first[session]) == 2 and not one_field:
            return 2
    return 1


def _is_mitchell(facts: Facts, meetings: Meetings, direction: Mapping[str, Direction | None]) -> bool:
    """Whether every pair has met opponents of the other line alone, and several of them."""
    if any(movement.winners == 1 for movement in facts.movements):
        return False
    lines, met = meetings.lines, meetings.met
    several = all(len(met.get(name, ())) > 1 and lines[name].keys() == {line} for name, line in direction.items())
    return several and set(direction.values()) == set(Direction)


def _directions(meetings: Meetings, participants: Sequence[Participant]) -> Mapping[str, Direction | None]:
    """The line of each: as listed, else that in which it has always sat."""
    sat = {name: next(iter(of)) for name, of in meetings.seats.items() if len(of) == 1}
    return {p.id: p.direction or sat.get(p.id) for p in participants}
