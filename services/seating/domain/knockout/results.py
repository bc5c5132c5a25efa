"""The matches of a knock-out as seating sees them: by rounds of the tree, with those who are away.

A side that is away by the director's decision loses a match of that round of which nothing has been played: a
walk-over. If both are away, neither wins. All else about winners is in `shared/bridge/matches/knock_out.py`.
"""

from typing import Literal

from contracts.messages import EventMerged
from services.seating.domain.knockout.bracket import Tie
from services.seating.domain.seating_list import Names, shown_names
from services.seating.domain.sessions import Sessions
from shared.bridge.matches.knock_out import Both, Contest, Contests
from shared.presence import Presence


class KnockOut(Contests):
    """The matches of a knock-out; `winner` fills in those where one side is away, and those where both are."""

    def __init__(self, merged: EventMerged) -> None:
        self.merged = merged
        facts = merged.facts
        order = Sessions(facts)
        super().__init__(facts, sorted(merged.standings.matches, key=lambda part: order.place(part.session)))
        self.kind: Literal["team", "pair"] = "pair" if {p.kind for p in facts.participants} == {"pair"} else "team"
        self.names: Names = shown_names(facts)
        self.entrants = [p for p in facts.participants if p.kind == self.kind and not p.phantom]
        self.first = min((number for number, _ in self.contests), default=1)
        self._presence = Presence(facts)
        self.walk_overs: set[tuple[int, Both]] = set()
        self.deserted: set[tuple[int, Both]] = set()

    def of_round(self, number: int) -> dict[Both, Contest]:
        """The matches of a round, by the file's numbers."""
        return {both: contest for (round_, both), contest in self.contests.items() if round_ == number}

    def winner(self, number: int, home: str, guest: str) -> str | None:
        """Who has won, in a round of the tree."""
        number += self.first - 1
        both = frozenset((home, guest))
        later = {name for name in both if self.plays_after(name, number)}
        contest = self.contests.get((number, both))
        untouched = contest is None or not (contest.is_in or any(part.boards for part in contest.parts))
        if untouched and len(later) != 1:
            away = self.away(number) & both
            if len(away) == 1:
                self.walk_overs.add((number, both))
                return home if guest in away else guest
            if away and not later:
                self.deserted.add((number, both))
        return self.winner_of(number, both)

    def both_lost(self, number: int, home: str, guest: str) -> bool:
        """Whether both of a match without a winner are away, in a round of the tree."""
        return (number + self.first - 1, frozenset((home, guest))) in self.deserted

    def is_walk_over(self, tie: Tie) -> bool:
        """Whether a match is won because one of the two is away."""
        return (tie.round + self.first - 1, frozenset((tie.upper or "", tie.lower or ""))) in self.walk_overs

    def is_played(self, tie: Tie) -> bool:
        """Whether both of a match are known, and there to play it."""
        return tie.is_drawn and not tie.empty and not self.is_walk_over(tie)

    def away(self, number: int) -> frozenset[str]:
        """Participants away in a round (the file's number) by the director's decision."""
        return frozenset(self._presence.away(None, number))
