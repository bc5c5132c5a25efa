"""The matches of a knock-out, and who has won them.

1. Who has won: who plays on in a later round while the other does not; by ACBLscore, not the one whose last round it
   was; not the one who forfeited; else who has more, over all parts of the match. A match is in when its boards are, or
   when it states a score. A tie that nothing decides has no winner. Where one meets two in a round (a match of three)
   it is left open who goes on, until it is seen.
2. Who is away in a round by the director's word loses a match of it of which nothing has been played: a walk-over. If
   both are away, neither wins.
"""

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from contracts.facts import MatchFact
from contracts.messages import EventMerged
from contracts.standings import ScoredMatch
from services.seating.domain.knockout.bracket import Tie
from services.seating.domain.names import Names, shown_names
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
        """What one side has over all parts; None where a part says nothing."""
        found = [_points(part, name) for part in self.parts]
        return None if None in found else sum((point for point in found if point is not None), Decimal(0))


def _points(part: ScoredMatch, name: str) -> Decimal | None:
    """What a side has. Where one side alone is told, that is its margin, as of ACBLscore, and the other has nothing."""
    scores, raw = (part.home_score, part.away_score), (part.home_raw, part.away_raw)
    ways = sorted((scores, raw), key=lambda both: both.count(None))
    home, away = ways[0]
    if home is None and away is None:
        return None
    return (home if part.home == name else away) or Decimal(0)


class KnockOut:
    """What files say of a knock-out.

    Attributes:
        tied: matches that are over and level, as far as winners have been asked for; so it is with the next two.
        walk_overs: round and both sides of matches that one of them does not come to.
        deserted: the same of those that neither comes to.
    """

    def __init__(self, merged: EventMerged) -> None:
        self.merged = merged
        facts = merged.facts
        self.kind: Literal["team", "pair"] = "pair" if {p.kind for p in facts.participants} == {"pair"} else "team"
        self.names: Names = shown_names(facts)
        self.entrants = [p for p in facts.participants if p.kind == self.kind and not p.phantom]
        order = Sessions(facts)
        self.contests: dict[tuple[int, Both], Contest] = {}
        self.meets: dict[str, set[int]] = {}
        self.opponents: Counter[tuple[int, str]] = Counter()
        for part in sorted(merged.standings.matches, key=lambda part: order.place(part.session)):
            if part.round is not None and part.away is not None and part.home != part.away:
                both = frozenset((part.home, part.away))
                self.contests.setdefault((part.round, both), Contest(part.round)).parts.append(part)
                for name in both:
                    self.meets.setdefault(name, set()).add(part.round)
        for fact in facts.matches:
            contest = self.contests.get((fact.round or 0, frozenset((fact.home, fact.away or ""))))
            if contest is not None:
                contest.facts.append(fact)
        self.opponents.update((number, name) for number, both in self.contests for name in both)
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

    def winner(self, number: int, one: str, other: str) -> str | None:
        """Who has won (rules 1 and 2), in a round of the tree."""
        number += self.first - 1
        for name, rival in ((one, other), (other, one)):
            if self._plays_after(name, number) and not self._plays_after(rival, number):
                return name
        both = frozenset((one, other))
        contest = self.contests.get((number, both))
        if contest is None or not (contest.is_in or any(part.boards for part in contest.parts)):
            away = self.away(number) & both
            if len(away) == 1:
                self.walk_overs.add((number, both))
                return one if other in away else other
            if away and not any(self._plays_after(name, number) for name in both):
                self.deserted.add((number, both))
                return None
        if contest is None or not contest.is_in or max(self.opponents[number, name] for name in (one, other)) > 1:
            return None
        won = self._stated(contest, one, other) or self._by_score(contest, one, other)
        if won is None:
            self.tied[both] = contest
        return won

    def both_lost(self, number: int, one: str, other: str) -> bool:
        """Whether both of a match without a winner are away, in a round of the tree."""
        return (number + self.first - 1, frozenset((one, other))) in self.deserted

    def is_walk_over(self, tie: Tie) -> bool:
        """Whether a match is won because one of the two is away."""
        return (tie.round + self.first - 1, frozenset((tie.one or "", tie.other or ""))) in self.walk_overs

    def is_played(self, tie: Tie) -> bool:
        """Whether both of a match are known, and there to play it."""
        return tie.is_drawn and not tie.empty and not self.is_walk_over(tie)

    def away(self, number: int) -> frozenset[str]:
        """Who is away in a round, by the file's numbers and the director's word."""
        return frozenset(self._presence.away(None, number))

    def _plays_after(self, name: str, number: int) -> bool:
        return any(later > number for later in self.meets.get(name, ()))

    def _stated(self, contest: Contest, one: str, other: str) -> str | None:
        out = [name for name in (one, other) if self.last_rounds.get(name) == contest.round]
        for fact in contest.facts:
            if fact.forfeit in ("home", "away"):
                out.append((fact.home if fact.forfeit == "home" else fact.away) or "")
        left = {one, other} - set(out)
        return next(iter(left)) if len(left) == 1 else None

    @staticmethod
    def _by_score(contest: Contest, one: str, other: str) -> str | None:
        points, others = contest.points(one), contest.points(other)
        if points is None or others is None or points == others:
            return None
        return one if points > others else other
