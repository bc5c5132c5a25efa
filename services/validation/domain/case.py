"""A fragment under examination: what several rules need to know about its travellers, worked out once.

Rule 1: boards with the same number in two sessions are different boards (`contracts.facts.SessionFact`). In Swiss
    events and team matches a set of boards may be used again in every round, so there the round belongs to the board,
    and a line that does not say its round is compared with no other.
Rule 2: numbers name participants only where the file lists participants. Without a list, "1" North-South and "1"
    East-West may be two pairs, and so may "1" of two sections. When half of the numbers of the lines are not in the
    list, they are numbers of something else, and nothing can be said about who plays what.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from contracts.facts import Facts, ResultFact, Sides
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain.conditions import Conditions
from services.validation.domain.match_play import MatchPlay, match_plays
from shared.chess import tournament_of
from shared.chess.model import Tournament

MATCH_KINDS = frozenset({"swiss_pairs", "teams", "swiss_teams", "knockout", "ladder", "home_style"})
"""Kinds of event that are played in matches."""

BoardKey = tuple[str | None, int | None, str]
"""Session, round (rule 1) and board."""

Who = str | tuple[str | None, ...]
"""What can be compared between lines (rule 2)."""


def players_of(sides: Sides) -> tuple[tuple[str, ...], int]:
    """The numbers of the pairs or players of a line, North-South first, and how many of them sit North-South."""
    if sides.ns is not None and sides.ew is not None and sides.north is None and sides.east is None:
        return (sides.ns, sides.ew), 1
    ns = tuple(number for number in (sides.ns, sides.north, sides.south) if number is not None)
    ew = tuple(number for number in (sides.ew, sides.east, sides.west) if number is not None)
    return ns + ew, len(ns)


@dataclass(frozen=True)
class Unlisted:
    """Numbers of lines that are not in the list of participants.

    Attributes:
        lines: for each number, in the order of the file, the first line that has it and how many have.
        used: how many numbers the lines have in all.
    """

    lines: dict[str, tuple[ResultFact, int]]
    used: int

    @property
    def most(self) -> bool:
        """Whether they are several, and half of the numbers or more (rule 2)."""
        return len(self.lines) > 1 and 2 * len(self.lines) >= self.used


class Case:
    """A fragment, with what is worked out about it when a rule first asks."""

    def __init__(self, fragment: Fragment) -> None:
        """Take a fragment up."""
        self.fragment = fragment
        self.facts: Facts = fragment.facts

    @property
    def in_matches(self) -> bool:
        """Whether the event is played in matches (rule 1)."""
        return self.facts.event.kind in MATCH_KINDS

    @cached_property
    def conditions(self) -> Conditions:
        """Vulnerabilities and deals of the boards."""
        return Conditions(self.facts)

    @cached_property
    def tournament(self) -> Tournament:
        """The chess tournament that the facts make."""
        return tournament_of(self.facts)

    @cached_property
    def matches(self) -> tuple[MatchPlay, ...]:
        """The matches with what was played in each."""
        return match_plays(self.facts)

    @cached_property
    def players(self) -> list[tuple[str, ...]]:
        """The numbers of those who play each result, North-South first, in the order of the results."""
        return [players_of(result.sides)[0] for result in self.facts.results]

    def side(self, number: int, seat: int) -> Literal["ns", "ew"]:
        """The side of one of the players of a result.

        Args:
            number: of the result.
            seat: of the player in `players`.
        """
        return "ns" if seat < players_of(self.facts.results[number].sides)[1] else "ew"

    @cached_property
    def boards(self) -> dict[BoardKey, list[int]]:
        """The numbers of the results of each board (rule 1), in the order of the file."""
        found: dict[BoardKey, list[int]] = {}
        in_matches = self.in_matches
        for number, result in enumerate(self.facts.results):
            if not in_matches:
                found.setdefault((result.session, None, result.board), []).append(number)
            elif result.round is not None:
                found.setdefault((result.session, result.round, result.board), []).append(number)
        return found

    @cached_property
    def units(self) -> frozenset[str | None]:
        """The units in which lines state points."""
        return frozenset(result.stated.unit for result in self.facts.results if result.stated is not None)

    @cached_property
    def unlisted(self) -> Unlisted:
        """The numbers of lines that no pair or player of the list has; none where there is no such list.

        A pair of a team that is listed without its pairs cannot be looked up.
        """
        known = frozenset(p.id for p in self.facts.participants if p.kind != "team")
        if not known:
            return Unlisted({}, 0)
        used = {name for names in self.players for name in names}
        if used <= known:
            return Unlisted({}, len(used))
        return Unlisted(dict(self._unlisted_lines(known)), len(used))

    def _unlisted_lines(self, known: frozenset[str]) -> Iterator[tuple[str, tuple[ResultFact, int]]]:
        without_members = frozenset(p.id for p in self.facts.participants if p.kind == "team" and not p.members)
        lines: dict[str, tuple[ResultFact, int]] = {}
        for number, result in enumerate(self.facts.results):
            for seat, name in enumerate(self.players[number]):
                if name in known:
                    continue
                team = result.sides.ns_team if self.side(number, seat) == "ns" else result.sides.ew_team
                if team is None or team not in without_members:
                    first, count = lines.get(name, (result, 0))
                    lines[name] = (first, count + 1)
        yield from lines.items()

    @property
    def numbers_mean_participants(self) -> bool:
        """Whether the numbers of lines say who plays at all (rule 2)."""
        return not self.unlisted.most

    def who(self, number: int) -> tuple[Who, ...]:
        """The identities of those who play a result, in the order of `players` (rule 2)."""
        names = self.players[number]
        if self.facts.participants:
            return names
        section = self.facts.results[number].section
        return tuple((section, self.side(number, seat), name) for seat, name in enumerate(names))


Rule = Callable[[Case], Iterator[Finding]]
"""One rule: it looks at a case and says what is wrong."""
