"""The matches of a knock-out: who has won them, and how far everybody has come.

1. The winner of a match is, in this order: the side that plays in a later round while the other does not; by
   ACBLscore, the side whose last round it was not; the side that did not forfeit; the side with more points over all
   parts of the match. A match is in when its boards are, or when it states a score. A tie that nothing decides has no
   winner. In a match of three the winner is left open until a later round shows it.
2. Whoever has won a match has reached the next round, and whoever has lost one is out in its round. A match without a
   winner leaves both where they are.
3. A match of two sides that have both lost before is a play-off: it orders those who are out in the same round.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from contracts.facts import Facts, MatchFact
from contracts.standings import ScoredMatch
from shared.bridge.reported import match_is_in

Both = frozenset[str]


@dataclass
class Contest:
    """A match with all its parts, sessions or tables of larger teams; its round is as the file numbers it."""

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


class Progress(NamedTuple):
    """How far a side has come, by the file's numbers of rounds and then play-offs: the greater of two is the better."""

    round: int
    alive: bool
    play_offs: int = 0


class Contests:
    """The matches of a knock-out, by the file's numbers of rounds; `tied` are over and level, filled by `winner_of`."""

    def __init__(self, facts: Facts, matches: Iterable[ScoredMatch]) -> None:
        """Put the parts of matches together, in the order in which they come."""
        self.contests: dict[tuple[int, Both], Contest] = {}
        self.last_meeting: dict[str, int] = {}
        self.byes: dict[str, int] = {}
        for part in matches:
            if part.round is not None and part.away is None:
                self.byes[part.home] = max(self.byes.get(part.home, part.round), part.round)
            elif part.round is not None and part.away is not None and part.home != part.away:
                both = frozenset((part.home, part.away))
                self.contests.setdefault((part.round, both), Contest(part.round)).parts.append(part)
                for name in both:
                    self.last_meeting[name] = max(self.last_meeting.get(name, part.round), part.round)
        for fact in facts.matches:
            contest = self.contests.get((fact.round or 0, frozenset((fact.home, fact.away or ""))))
            if contest is not None:
                contest.facts.append(fact)
        self.opponents = Counter((number, name) for number, both in self.contests for name in both)
        self.last_rounds = {
            p.id: int(d.value)
            for p in facts.participants
            for d in p.details
            if d.name == "LAST_ROUND" and d.value.isascii() and d.value.isdigit() and len(d.value) < 6
        }
        self.tied: dict[Both, Contest] = {}

    def plays_after(self, name: str, number: int) -> bool:
        """Whether somebody has a match in a later round."""
        return self.last_meeting.get(name, number) > number

    def winner_of(self, number: int, both: Both) -> str | None:
        """Who has won a match, or goes on without one (rule 1)."""
        later = {name for name in both if self.plays_after(name, number)}
        if len(later) == 1:
            return next(iter(later))
        contest = self.contests.get((number, both))
        if contest is None or not contest.is_in or max(self.opponents[number, name] for name in both) > 1:
            return None
        out = {name for name in both if self.last_rounds.get(name) == contest.round}
        out |= {fact.home for fact in contest.facts if fact.forfeit == "home"}
        out |= {fact.away or "" for fact in contest.facts if fact.forfeit == "away"}
        left = both - out
        if len(left) == 1:
            return next(iter(left))
        home, guest = sorted(both)
        points, against = contest.points(home), contest.points(guest)
        if points is None or against is None or points == against:
            self.tied[both] = contest
            return None
        return home if points > against else guest

    def progress(self) -> dict[str, Progress]:
        """How far everybody has come who has met somebody, or had a bye (rules 2 and 3)."""
        reached: dict[str, Progress] = {}
        for (number, both), _ in sorted(self.contests.items(), key=lambda item: item[0][0]):
            before = {name: reached.get(name) for name in both}
            winner = self.winner_of(number, both)
            if all(own is not None and own.round < number and not own.alive for own in before.values()):
                if winner is not None and (own := before[winner]) is not None:
                    reached[winner] = own._replace(play_offs=own.play_offs + 1)
                continue
            for name in both:
                own = Progress(number + 1, alive=True) if name == winner else Progress(number, alive=winner is None)
                earlier = reached.get(name)
                # Of three who meet in a round, whoever goes on has not lost.
                met_twice = self.opponents[number, name] > 1 and earlier is not None and earlier.round >= number
                reached[name] = max(own, earlier) if met_twice and earlier is not None else own
        for name, number in self.byes.items():
            if name not in reached or reached[name].round <= number:
                reached[name] = Progress(number + 1, alive=True)
        return reached
