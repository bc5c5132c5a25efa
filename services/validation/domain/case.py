"""A fragment under examination: what several rules need to know about its travellers, worked out once.

Rule 1: boards with the same number in two sessions are different boards (`contracts.facts.SessionFact`). In Swiss
    events and team matches a set of boards may be used again in every round, so there the round belongs to the board,
    and a line that does not say its round is compared with no other.
Rule 2: numbers name participants only where the file lists participants. Without a list, "1" North-South and "1"
    East-West may be two pairs, and so may "1" of two sections. When half of the numbers of the lines are not in the
    list, they are numbers of something else, and nothing can be said about who plays what.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import Literal

from contracts.facts import Facts, MovementFact, MovementLine, ResultFact, Sides
from contracts.findings import Finding
from contracts.messages import Fragment
from services.validation.domain.conditions import Conditions
from shared.bridge.line_players import players_of, unlisted
from shared.bridge.movement_ids import seating, with_ids
from shared.chess import tournament_of
from shared.chess.model import Tournament

MATCH_KINDS = frozenset({"swiss_pairs", "teams", "swiss_teams", "knockout", "ladder", "home_style"})
"""Kinds of event that are played in matches."""

BoardKey = tuple[str | None, int | None, str]
"""Session, round (rule 1) and board."""

Movement = tuple[MovementFact, tuple[MovementLine, ...], Callable[[Sides], Sides]]
"""A movement as it is written, its lines with the ids of participants, and what gives others these ids."""

Identity = str | tuple[str | None, ...]
"""What can be compared between lines (rule 2)."""


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
    def movements(self) -> list[Movement]:
        """The movements, with the ids of participants for their plain numbers."""
        ids = {participant.id for participant in self.facts.participants}
        return [(movement, with_ids(movement, ids).lines, seating(movement, ids)) for movement in self.facts.movements]

    @cached_property
    def players(self) -> list[tuple[str, ...]]:
        """The numbers of those who play each result, North-South first, in the order of the results."""
        return [players_of(result.sides)[0] for result in self.facts.results]

    def side(self, number: int, seat: int) -> Literal["ns", "ew"]:
        """The side on which a player of a result sits, by the player's seat in `players`."""
        return "ns" if seat < players_of(self.facts.results[number].sides)[1] else "ew"

    @cached_property
    def boards(self) -> dict[BoardKey, list[int]]:
        """The numbers of the results of each board (rule 1), in the order of the file."""
        boards: dict[BoardKey, list[int]] = {}
        in_matches = self.in_matches
        for number, result in enumerate(self.facts.results):
            if not in_matches:
                boards.setdefault((result.session, None, result.board), []).append(number)
            elif result.round is not None:
                boards.setdefault((result.session, result.round, result.board), []).append(number)
        return boards

    @cached_property
    def numbers_mean_participants(self) -> bool:
        """Whether the numbers of lines say who plays at all (rule 2)."""
        return not unlisted(self.facts).most

    @cached_property
    def crowded_boards(self) -> list[list[int]]:
        """Results of boards on which anybody occurs more than once; on all others there is nothing to find."""
        results, crowded = self.facts.results, []
        for every in self.boards.values() if self.numbers_mean_participants else ():
            if self._meets_twice(every):
                numbers = [number for number in every if not _is_carried_over(results[number])]
                if self._meets_twice(numbers):
                    crowded.append(numbers)
        return crowded

    def _meets_twice(self, numbers: list[int]) -> bool:
        everybody = list(chain.from_iterable(map(self.identities, numbers)))
        return len(set(everybody)) < len(everybody)

    def identities(self, number: int) -> tuple[Identity, ...]:
        """The identities of those who play a result, in the order of `players` (rule 2)."""
        names = self.players[number]
        if self.facts.participants:
            return names
        section = self.facts.results[number].section
        return tuple((section, self.side(number, seat), name) for seat, name in enumerate(names))


def _is_carried_over(result: ResultFact) -> bool:
    """Whether one side has an adjusted score, and the other the score that it won on the board at another table."""
    kinds = (result.ns_score.kind, result.ew_score.kind)
    return "points" in kinds and ("artificial" in kinds or "average" in kinds)


Rule = Callable[[Case], Iterator[Finding]]
"""One rule: it looks at a case and says what is wrong."""
