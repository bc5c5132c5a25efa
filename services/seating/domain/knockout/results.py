"""The matches of a knock-out, and their winners.

1. The winner of a match is, in this order: the side that plays in a later round while the other does not; by
   ACBLscore, the side whose last round it was not; the side that did not forfeit; the side with more points over all
   parts of the match. A match is in when its boards are, or when it states a score. A tie that nothing decides has no
   winner. In a match of three the winner is left open until a later round shows it.
2. A side that is away by the director's decision loses a match of that round of which nothing has been played: a
   walk-over. If both are away, neither wins.
"""

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from contracts.facts import MatchFact
from contracts.messages import EventMerged
from contracts.standings import ScoredMatch
from services.seating.domain.knockout.bracket import Tie
from services.seating.domain.seating_list import Names, shown_names
from services.seating.domain.sessions import Sessions
from shared.bridge.reported import match_is_in
from shared.presence import Presence

Both = frozenset[str]


@dataclass
class Contest:
    """A match with all its parts: sessions, or tables of larger teams.

    Attributes:
        round: as the file numbers it.
    """

    round: int
    parts: list[ScoredMatch] = field(default_factory=list)
    facts: list[MatchFact] = field(default_factory=list)

    @property
    def is_in(self) -> bool:
        """Whether all parts that are known are over."""
        return any(fact.forfeit for fact in self.facts) or all(map(match_is_in, self.parts))

    def points(self, name: str) -> Decimal | None:
        """The points of a side over all parts; None if a part has no score.

        If only one side of a part has points, they are its margin (ACBLscore), and the other has 0.
        """
        total = Decimal(0)
        for part in self.parts:
            scores, raw = (part.home_score, part.away_score), (part.home_raw, part.away_raw)
            home, away = min(scores, raw, key=lambda both: both.count(None))
            if home is None and away is None:
                return None
            total += (home if part.home == name else away) or Decimal(0)
        return total


class KnockOut:
    """The matches of a knock-out.

    Attributes:
        tied: matches that are over and level; filled, like the next two, as `winner` is called.
        walk_overs: round and both sides of matches where one side is away.
        deserted: the same of matches where both sides are away.
    """

    def __init__(self, merged: EventMerged) -> None:
        self.merged = merged
        facts = merged.facts
        self.kind: Literal["team", "pair"] = "pair" if {p.kind for p in facts.participants} == {"pair"} else "team"
        self.names: Names = shown_names(facts)
        self.entrants = [p for p in facts.participants if p.kind == self.kind and not p.phantom]
        order = Sessions(facts)
        self.contests: dict[tuple[int, Both], Contest] = {}
        self.last_meeting: dict[str, int] = {}
        for part in sorted(merged.standings.matches, key=lambda part: order.place(part.session)):
            if part.round is not None and part.away is not None and part.home != part.away:
                both = frozenset((part.home, part.away))
                self.contests.setdefault((part.round, both), Contest(part.round)).parts.append(part)
                for name in both:
                    self.last_meeting[name] = max(self.last_meeting.get(name, part.round), part.round)
        for fact in facts.matches:
            contest = self.contests.get((fact.round or 0, frozenset((fact.home, fact.away or ""))))
            if contest is not None:
                contest.facts.append(fact)
        self.opponents = Counter((number, name) for number, both in self.contests for name in both)
        self.first = min((number for number, _ in self.contests), default=1)
        self.last_rounds = {
            p.id: int(d.value)
            for p in self.entrants
            for d in p.details
            if d.name == "LAST_ROUND" and d.value.isascii() and d.value.isdigit() and len(d.value) < 6
        }
        self.tied: dict[Both, Contest] = {}
        self._presence = Presence(facts)
        self.walk_overs: set[tuple[int, Both]] = set()
        self.deserted: set[tuple[int, Both]] = set()

    def of_round(self, number: int) -> dict[Both, Contest]:
        """The matches of a round, by the file's numbers."""
        return {both: contest for (round_, both), contest in self.contests.items() if round_ == number}

    def winner(self, number: int, home: str, guest: str) -> str | None:
        """Who has won (rules 1 and 2), in a round of the tree."""
        number += self.first - 1
        for name, rival in ((home, guest), (guest, home)):
            if self._plays_after(name, number) and not self._plays_after(rival, number):
                return name
        both = frozenset((home, guest))
        contest = self.contests.get((number, both))
        if contest is None or not (contest.is_in or any(part.boards for part in contest.parts)):
            away = self.away(number) & both
            if len(away) == 1:
                self.walk_overs.add((number, both))
                return home if guest in away else guest
            if away and not any(self._plays_after(name, number) for name in both):
                self.deserted.add((number, both))
        if contest is None or not contest.is_in or max(self.opponents[number, name] for name in (home, guest)) > 1:
            return None
        out = {name for name in (home, guest) if self.last_rounds.get(name) == contest.round}
        out |= {fact.home for fact in contest.facts if fact.forfeit == "home"}
        out |= {fact.away or "" for fact in contest.facts if fact.forfeit == "away"}
        left = both - out
        points, against = contest.points(home), contest.points(guest)
        if len(left) == 1:
            return next(iter(left))
        if points is None or against is None or points == against:
            self.tied[both] = contest
            return None
        return home if points > against else guest

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

    def _plays_after(self, name: str, number: int) -> bool:
        return self.last_meeting.get(name, number) > number
