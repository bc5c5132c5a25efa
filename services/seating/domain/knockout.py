"""Rule "knockout": who meets next in a knock-out, as winners are known.

1. An event is a knock-out if its file says so (USEBIO 1.0, 5.4, EVENT_TYPE KO; ACBLscore's knock-outs, 8, 9 and 18).
2. The tree is given, or it is that of the seeds where everybody has one and those who met in the first round are
   neighbours in it. Else only a final is certain, and otherwise those are listed who go on.
3. Who has won a match: who plays on in a later round while the other does not; by ACBLscore, not the one whose last
   round it was; not the one who forfeited; else who has more, over all parts of the match. A match is in when its
   boards are, or when it states a score. Of a tie that nothing decides nobody goes on, and a finding says so. Where one
   meets two in a round (a match of three) it is left open who goes on, until it is seen.
4. Who is away in a round by the director's word loses a match of it that has no result: a walk-over. Who has left is
   not among those who go on.
5. A round that has not begun is shown. Once both winners for a match of the next one are known, that one is shown, as
   far as it is known, and is complete when all of it is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from contracts.codes import seating as codes
from contracts.facts import MatchFact
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import ScoredMatch
from services.seating.domain.bracket import Slot, Tie, seeded, tree
from services.seating.domain.by_word import away_findings, match_is_in
from services.seating.domain.names import Names, shown_names
from services.seating.domain.sessions import Sessions
from shared.natural_order import natural
from shared.presence import Presence

Both = frozenset[str]

_REASON_LENGTH = 1_000
"""Names may be long, and a reason holds four of them."""


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


class _Event:
    """What files say of a knock-out."""

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
            p.id: int(d.value) for p in self.entrants for d in p.details
            if d.name == "LAST_ROUND" and d.value.isascii() and d.value.isdigit() and len(d.value) < 6
        }  # fmt: skip
        self.tied: dict[Both, Contest] = {}
        self._presence = Presence(facts)
        self.walk_overs: set[tuple[int, Both]] = set()

    def of_round(self, number: int) -> dict[Both, Contest]:
        """The matches of a round, by the file's numbers."""
        return {both: contest for (round_, both), contest in self.contests.items() if round_ == number}

    def winner(self, number: int, one: str, other: str) -> str | None:
        """Who has won (rule 3), in a round of the tree."""
        number += self.first - 1
        for name, rival in ((one, other), (other, one)):
            if self._plays_after(name, number) and not self._plays_after(rival, number):
                return name
        contest = self.contests.get((number, frozenset((one, other))))
        if contest is None or not (contest.is_in or any(part.boards for part in contest.parts)):
            away = self.away(number) & {one, other}
            if len(away) == 1:
                self.walk_overs.add((number, frozenset((one, other))))
                return one if other in away else other
        if contest is None or not contest.is_in or max(self.opponents[number, name] for name in (one, other)) > 1:
            return None
        won = self._stated(contest, one, other) or self._by_score(contest, one, other)
        if won is None:
            self.tied[frozenset((one, other))] = contest
        return won

    def is_walk_over(self, tie: Tie) -> bool:
        """Whether a match is won because one of the two is away."""
        return (tie.round + self.first - 1, frozenset((tie.one or "", tie.other or ""))) in self.walk_overs

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


def knockout_round(
    merged: EventMerged, bracket: Sequence[Slot] | None = None, *, named: bool = False
) -> RoundAssignment | None:
    """The next matches of a knock-out.

    Args:
        merged: the event.
        bracket: the places of the tree from top to bottom, None for byes; where it is not given, that of the seeds.
        named: whether it is one by the word of whoever asks, not of the file.

    Returns:
        None when it is no knock-out, when it is over, or when nothing is known of it.

    Raises:
        ValueError: the places that are given are not those of a tree.
    """
    if merged.facts.event.kind != "knockout" and bracket is None and not named:
        return None
    event = _Event(merged)
    slots = tuple(bracket) if bracket is not None else _of_seeds(event)
    if slots is None:
        return _without_tree(event)
    rounds = tree(slots, event.winner)
    for ties, following in zip(rounds, [*rounds[1:], ()], strict=True):
        if all(tie.winner is not None or tie.bye for tie in ties):
            continue
        goes_on = _begun(event, ties) and any(tie.is_drawn for tie in following)
        return _assigned(event, following if goes_on else ties, rounds)
    return None


def _begun(event: _Event, ties: Sequence[Tie]) -> bool:
    """Whether a match of the round has a winner; a bye is none, and neither is a walk-over."""
    return any(tie.winner is not None and not tie.bye and not event.is_walk_over(tie) for tie in ties)


def _of_seeds(event: _Event) -> tuple[Slot, ...] | None:
    """Rule 2."""
    if len(event.entrants) < 2 or any(p.seed is None for p in event.entrants):
        return None
    slots = seeded([p.id for p in sorted(event.entrants, key=lambda p: (p.seed or 0, natural(p.id)))])
    neighbours = {frozenset((one, other)) for one, other in zip(slots[::2], slots[1::2], strict=True) if one and other}
    return slots if event.of_round(event.first).keys() <= neighbours else None


def _assigned(event: _Event, ties: Sequence[Tie], rounds: Sequence[Sequence[Tie]]) -> RoundAssignment:
    drawn = [tie for tie in ties if tie.is_drawn and not event.is_walk_over(tie)]
    number = ties[0].round
    byes = [name for tie in ties if tie.bye and (name := tie.one or tie.other) is not None]
    byes += [tie.winner for tie in ties if tie.winner is not None and event.is_walk_over(tie)]
    findings = [
        codes.BYE.finding(f"{name} has no opponent in round {number} and goes on to the next", subject=name)
        for name in byes
    ]
    return RoundAssignment(
        event=event.merged.event,
        stage="round",
        round=number + event.first - 1,
        rule="knockout",
        tables=tuple(_seat(event, tie.one or "", tie.other, str(tie.place), _why(event, tie, rounds)) for tie in drawn),
        sitting_out=tuple(byes),
        complete=all(tie.is_drawn or tie.bye for tie in ties),
        findings=(*findings, *_ties(event), *_away(event, number + event.first - 1)),
    )


def _seat(event: _Event, one: str, other: str | None, table: str | None, reason: str) -> SeatAssignment:
    return SeatAssignment(
        table=table, ns=one, ew=other, ns_names=event.names.get((event.kind, one), ""),
        ew_names=event.names.get((event.kind, other or ""), ""), reason=reason[:_REASON_LENGTH],
    )  # fmt: skip


def _why(event: _Event, tie: Tie, rounds: Sequence[Sequence[Tie]]) -> str:
    if tie.round == 1:
        return f"{tie.one} meets {tie.other}: neighbours in the tree"
    before = rounds[tie.round - 2][2 * tie.place - 2 : 2 * tie.place]
    one, other = (_came(event, previous) for previous in before)
    return f"{one} meets {other}"


def _came(event: _Event, tie: Tie) -> str:
    if tie.bye:
        return f"{tie.winner} (bye)"
    loser = tie.other if tie.winner == tie.one else tie.one
    number = tie.round + event.first - 1
    if event.is_walk_over(tie):
        return f"{tie.winner} (walk-over, {loser} is away)"
    contest = event.contests.get((number, frozenset((tie.one or "", tie.other or ""))))
    points = (contest.points(tie.winner or ""), contest.points(loser or "")) if contest else (None, None)
    score = "" if None in points else f" {points[0]} : {points[1]}"
    return f"{tie.winner} (beat {loser}{score})"


def _away(event: _Event, number: int) -> list[Finding]:
    return list(away_findings(event.merged, None, number, (p.id for p in event.entrants)))


def _ties(event: _Event) -> list[Finding]:
    return [
        codes.NO_WINNER.finding(
            f"round {contest.round}: {' and '.join(sorted(both, key=natural))} have the same, or no score",
            subject=f"match {' - '.join(sorted(both, key=natural))}",
        )
        for both, contest in event.tied.items()
    ]


def _without_tree(event: _Event) -> RoundAssignment | None:
    """Where nothing says who is in which part of the tree: the round that is known, those who go on, or the final."""
    if not event.contests:
        return None
    last = max(number for number, _ in event.contests)
    winners = _winners(event, last)
    away = event.away(last + 1)
    known = [name for name in winners.values() if name is not None and name not in away]
    fixed = RoundAssignment(event=event.merged.event, stage="round", round=last + 1, rule="knockout")
    if not known:
        lines = [
            _seat(event, one, other, event.contests[last, frozenset((one, other))].parts[0].table, "as the file has it")
            for one, other in (sorted(both, key=natural) for both in event.of_round(last))
        ]
        return fixed.model_copy(update={"round": last, "tables": tuple(lines), "findings": tuple(_ties(event))})
    losers = {
        name for number in range(event.first, last + 1) for both, won in _winners(event, number).items()
        if won is not None for name in both - {won}
    }  # fmt: skip
    left = [p.id for p in event.entrants if p.id not in losers | away] or known
    if len(left) < 2:
        return None
    if len(left) == 2 and None not in winners.values():
        one, other = left
        return fixed.model_copy(update={"tables": (_seat(event, one, other, "1", "the last two meet in the final"),)})
    lines = [_seat(event, name, None, None, "goes on; the opponent is not known") for name in known]
    unclear = codes.BRACKET_UNCLEAR.finding(f"{len(left)} are left, and nothing says who meets whom")
    return fixed.model_copy(update={"tables": tuple(lines), "complete": False, "findings": (unclear, *_ties(event))})


def _winners(event: _Event, number: int) -> Mapping[Both, str | None]:
    """The winner of each match of a round, by the file's numbers."""
    return {both: event.winner(number - event.first + 1, *sorted(both, key=natural)) for both in event.of_round(number)}
