"""What participants have scored, by session: kept board by board, so that a changed board costs the work of a board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from math import lcm
from operator import add, attrgetter, itemgetter, ne
from typing import Any, NamedTuple

from contracts.base import Direction
from contracts.facts import Participant, ResultFact
from services.scoring.domain.boards.all_boards import Valued, others
from services.scoring.domain.boards.board_list import Board, BoardKey, published, sides_of
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.adjustments import NO_ADJUSTMENT, Adjustment, Adjustments
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.rankings.totals import acblscore_score, percentage

Points = tuple[LineMatchpoints, ...]
"""What each line of a board is worth, in the order of its results."""

FullTotals = Mapping[tuple[str, str | None], Fraction]
"""The total of a 100 % game, by participant and session."""


_NOTHING = Fraction(0)


class Measure:
    """What the sums of some tallies are whole multiples of: 1 / `below`. A number that is none of it makes it finer.

    Attributes:
        scores: how many there are in each session.
    """

    __slots__ = ("below", "scores", "tallies")

    def __init__(self) -> None:
        """Start with whole numbers."""
        self.below = 1
        self.tallies: dict[int, Tally] = {}
        self.scores: Counter[str | None] = Counter()

    def whole(self, numbers: Sequence[Fraction]) -> list[int]:
        """Numbers in this measure, which may be finer afterwards."""
        below = lcm(self.below, *{number.denominator for number in numbers})
        if below != self.below:
            finer, self.below = below // self.below, below
            for tally in self.tallies.values():
                tally.points *= finer
                tally.tops *= finer
        return [number.numerator * (below // number.denominator) for number in numbers]


def _added_up(numbers: Sequence[Fraction]) -> Fraction:
    return numbers[0] if len(numbers) == 1 else sum(numbers, _NOTHING)


class Tally:
    """What a participant scored in one session.

    Attributes:
        points: what was scored, in the measure.
        tops: the most that could be scored; nothing for scores that have no top, such as IMPs.
        scores: boards or matches with a score.
    """

    __slots__ = ("boards", "ew", "measure", "ns", "points", "scores", "session", "tops")

    def __init__(self, measure: Measure | None = None, session: str | None = None) -> None:
        """Start with nothing."""
        self.measure, self.session = measure or Measure(), session
        self.points = self.tops = self.scores = self.boards = self.ns = self.ew = 0
        self.measure.tallies[id(self)] = self

    def _parts(self) -> tuple[Fraction, Fraction, int, int, int, int]:
        return self.score, self.possible, self.scores, self.boards, self.ns, self.ew

    def __eq__(self, other: object) -> bool:
        """Two tallies are equal where they have counted the same, in whatever measure."""
        return isinstance(other, Tally) and self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]

    @property
    def score(self) -> Fraction:
        """What was scored, exactly."""
        return Fraction(self.points, self.measure.below)

    @property
    def possible(self) -> Fraction:
        """The most that could be scored; 0 for scores that have no top."""
        return Fraction(self.tops, self.measure.below)

    @property
    def top(self) -> Fraction:
        """The top of one board, on average; 0 for scores that have none."""
        return self.possible / self.boards if self.boards else Fraction(0)

    def add(self, points: Fraction, top: Fraction, *, ns: bool, times: int = 1) -> None:
        """Count a board; take it off again with `times` -1."""
        won, most = self.measure.whole((points, top))
        self.points += times * won
        self.tops += times * most
        self.count(times, ns=ns)

    def count(self, times: int, *, ns: bool | None) -> None:
        """Count so many boards more, of one line unless they are those of a match."""
        self.scores += times
        self.measure.scores[self.session] += times
        self.boards += times
        if ns:
            self.ns += times
        elif ns is not None:
            self.ew += times


class ParticipantScore(NamedTuple):
    """What a participant scored in the sessions of a ranking.

    Attributes:
        adjustments: what comes to it apart from the boards.
        value: the exact percentage or total that decides the place; None without a score.
        by_points: whether totals decide places although they have a top.
        rounded: the score of a program that rounds before it scales; None where nothing is scaled.
    """

    score: Fraction
    possible: Fraction
    boards: int
    adjustments: Adjustment
    value: Fraction | None
    by_points: bool = False
    rounded: Fraction | None = None

    def of(self, points: Fraction) -> Fraction:
        """Points in the form that decides places: a percentage where there is a top."""
        if self.by_points or self.possible <= 0:
            return points
        return percentage(points, self.possible) or Fraction(0)

    def stretched(self, boards: int, sit_out: int | None = None) -> "ParticipantScore":
        """Scaled to the full number of boards (EBU White Book 4.2.5).

        Args:
            boards: the most that anybody has a score on.
            sit_out: per cent of the top that each board more is worth; None for what the others have on average.
        """
        if self.value is None or self.by_points or self.boards in (0, boards):
            return self
        score, possible = (number * boards / self.boards for number in (self.score, self.possible))
        if sit_out is not None:
            score = self.score + (possible - self.possible) * sit_out / 100
        total = score + self.adjustments.all
        value = percentage(total, possible) if possible > 0 else total
        rounded = Fraction(published(self.score) or 0) * boards / self.boards
        return ParticipantScore(score, possible, self.boards, self.adjustments, value, rounded=rounded)

    @property
    def stated(self) -> Fraction:
        """What the file states as the total: with those adjustments that it says are in it."""
        return self.score + self.adjustments.counted


_Counted = tuple[tuple[ResultFact, ...], Points]
"""The lines of a board, and what each is worth."""

_NO_BOARD: _Counted = ((), ())

_Side = tuple[int, int, int]
"""Of one side of a line: points and top in a measure, and how many scores it is, which is 1 or 0."""

_NO_SIDE: _Side = (0, 0, 0)


def _difference(now: _Side, before: _Side) -> _Side:
    return now[0] - before[0], now[1] - before[1], now[2] - before[2]


_PAIRS = attrgetter("sides.ns", "sides.ew")


def _first_of_each(
    counted: _Counted, sides: Mapping[int | None, tuple[_Side, _Side]], times: int
) -> Iterator[tuple[bool, str, _Side]]:
    """The lines of a board with those of their participants who have no earlier score on it, side by side."""
    met: set[str] = set()
    for result, worth in zip(*counted, strict=True):
        for ns, names, (won, top, scores) in zip((True, False), sides_of(result), sides[id(worth)], strict=True):
            for name in dict.fromkeys(names) if scores else ():
                if name not in met:
                    met.add(name)
                    yield ns, name, (times * won, times * top, times * scores)


def _repeats(counted: _Counted) -> bool:
    """Whether somebody has several lines of a board."""
    names = [name for result in counted[0] for side in sides_of(result) for name in side]
    return len(set(names)) < len(names)


class Entered(NamedTuple):
    """Who can be ranked.

    Attributes:
        participants: of the event, of any kind.
        listed: those of the kind that is ranked, in the order of their ids.
        known: the ids of that kind, of phantoms too.
    """

    participants: tuple[Participant, ...]
    kind: str
    listed: Sequence[Participant]
    known: Set[str]


@dataclass
class Tallies:
    """Scores by participant and session; a board that changes is taken off and counted again.

    Attributes:
        topped: whether scores are of a top, so that places are by percentage; False for IMPs and victory points.
        acblscore: whether boards are counted as ACBLscore does: a participant's second result on a board is none.
        entered: who could be ranked at the last ranking.
        measure: of all of them.
        rankings: of these scores, as they were made last (`totals.RankingToDate`).
    """

    topped: bool = True
    acblscore: bool = False
    by: dict[str, dict[str | None, Tally]] = field(default_factory=dict)
    rankings: dict[tuple[str, bool], Any] = field(default_factory=dict)
    entered: Entered | None = None
    measure: Measure = field(default_factory=Measure)
    _counted: dict[BoardKey, _Counted] = field(default_factory=dict)
    _last: Valued = ((), {})
    _scores: dict[tuple[tuple[str | None, ...], bool], dict[str, tuple[object, ParticipantScore]]] = field(
        default_factory=dict
    )

    def update(self, boards: Sequence[Board], points: Mapping[BoardKey, Points]) -> None:
        """Count the boards as they are now; those that are as before cost nothing, and lines that are, next to it."""
        moved: set[str] = set()
        recounted: set[str] = set()
        new = others((boards, points), self._last)
        for key in self._counted.keys() - {board.key for board in boards} if new is None else ():
            self._count_change(key.session, self._counted.pop(key), _NO_BOARD, moved, recounted)
        for board in boards if new is None else new:
            key = board.key
            now, before = (board.results, points[key]), self._counted.get(key, _NO_BOARD)
            if before[0] is not now[0] or before[1] is not now[1]:
                self._count_change(key.session, before, now, moved, recounted)
                self._counted[key] = now
        self._last = boards, points
        for participant in recounted:
            self._forget_unscored(participant)
        for scores in self._scores.values():
            for participant in moved if scores else ():
                scores.pop(participant, None)
        for ranking in self.rankings.values():
            ranking.moved |= moved
            ranking.recounted |= recounted

    def _forget_unscored(self, participant: str) -> None:
        """Drop tallies of which every board was taken off: nobody else has one without a score."""
        sessions = self.by.get(participant, {})
        for session in [session for session, tally in sessions.items() if not tally.scores]:
            del self.measure.tallies[id(sessions.pop(session))]
        if not sessions:
            self.by.pop(participant, None)

    def _count_change(
        self, session: str | None, before: _Counted, now: _Counted, moved: set[str], recounted: set[str]
    ) -> None:
        """Take off the lines that are gone, count those that are new, and move those that are worth something else."""
        sides = self._sides(before[1] + now[1])
        if self.acblscore and (
            _repeats(before) or _repeats(now)
        ):  # which line of somebody counts is a question to the board as a whole
            first = [*_first_of_each(before, sides, -1), *_first_of_each(now, sides, 1)]
            for ns in (True, False):
                self._add(session, [(name, step) for of, name, step in first if of is ns], moved, recounted, ns=ns)
            return
        worth: dict[int, int] = dict(zip(map(id, before[0]), map(id, before[1]), strict=True))
        lines, is_ = list(map(id, now[0])), list(map(id, now[1]))
        was = list(map(worth.get, lines))
        changed = list(map(ne, was, is_))
        results = list(compress(now[0], changed))
        kinds: list[tuple[int | None, int | None]] = list(compress(zip(was, is_, strict=True), changed))
        if None in was or len(lines) != len(worth):
            gone = worth.keys() - set(lines)
            results += [result for result in before[0] if id(result) in gone]
            kinds += [(worth[id(result)], None) for result in before[0] if id(result) in gone]
        pairs = list(map(_PAIRS, results))
        for side, ns in enumerate((True, False)):
            steps = {kind: _difference(sides[kind[1]][side], sides[kind[0]][side]) for kind in set(kinds)}
            names, each = list(map(itemgetter(side), pairs)), list(map(steps.__getitem__, kinds))
            if not all(names):  # individuals, who are two on a side
                seated = [(name, step) for of, step in zip(results, each, strict=True) for name in sides_of(of)[side]]
                names, each = [name for name, _ in seated], [step for _, step in seated]
            self._add(session, zip(names, each, strict=True), moved, recounted, ns=ns)

    def _sides(self, points: Points) -> dict[int | None, tuple[_Side, _Side]]:
        """What lines are worth, by identity, in the measure; nothing where there is no line."""
        kinds = dict(zip(map(id, points), points, strict=True))
        numbers = [value or _NOTHING for worth in kinds.values() for value in worth]
        whole = iter(self.measure.whole(numbers))
        sides: dict[int | None, tuple[_Side, _Side]] = {None: (_NO_SIDE, _NO_SIDE)}
        for own, worth in kinds.items():
            ns, ew, top_ns, top_ew = (next(whole) for _ in worth)
            sides[own] = (
                (0, 0, 0) if worth.ns is None else (ns, top_ns, 1),
                (0, 0, 0) if worth.ew is None else (ew, top_ew, 1),
            )
        return sides

    def _add(
        self,
        session: str | None,
        seated: Iterable[tuple[str, _Side]],
        moved: set[str],
        recounted: set[str],
        *,
        ns: bool,
    ) -> None:
        """Add what changes to the tallies of those who sat on one side of some lines."""
        by = self.by
        for name, step in seated:
            if step == _NO_SIDE:
                continue
            moved.add(name)
            try:
                tally = by[name][session]
            except KeyError:
                tally = self.tally(name, session)
            points, tops, scores = step
            tally.points += points
            tally.tops += tops
            if scores:
                tally.count(scores, ns=ns)
                recounted.add(name)

    def tally(self, participant: str, session: str | None) -> Tally:
        """The tally of a participant in a session."""
        sessions = self.by.setdefault(participant, {})
        if session not in sessions:
            sessions[session] = Tally(self.measure, session)
        return sessions[session]

    def count_match(self, participant: str, session: str | None, score: Fraction, boards: int) -> None:
        """Count what a match gives one of its sides."""
        tally = self.tally(participant, session)
        (won,) = self.measure.whole((score,))
        tally.points += won
        tally.count(1, ns=None)
        tally.boards += boards - 1

    @property
    def sessions(self) -> list[str | None]:
        """The sessions in which somebody has a score."""
        scored = (session for session, scores in self.measure.scores.items() if scores)
        return sorted(scored, key=lambda session: key_order((session,)))

    def most_boards(self, sessions: Iterable[str | None]) -> int:
        """The most boards that anybody has a score on in these sessions."""
        counted = tuple(sessions)
        return max((sum(own[s].boards for s in counted if s in own) for own in self.by.values()), default=0)

    def sums(self, participants: Iterable[str], sessions: Sequence[str | None]) -> list[list[int]]:
        """The scores, points and tops in the measure, and boards of some participants, added up over sessions."""
        nothing = Tally()
        own = [self.by.get(participant, {}) for participant in participants]
        first, *others = (
            [
                [tally.scores for tally in tallies],
                [tally.points for tally in tallies],
                [tally.tops for tally in tallies],
                [tally.boards for tally in tallies],
            ]
            for tallies in ([each.get(session, nothing) for each in own] for session in sessions or (None,))
        )
        for other in others:
            first = [list(map(add, *both)) for both in zip(first, other, strict=True)]
        return first

    def direction(self, participant: Participant, session: str | None) -> Direction | None:
        """The line that a participant is ranked in: as stated, else where most boards were played."""
        if participant.direction is not None:
            return participant.direction
        own = self.by.get(participant.id, {})
        tallies = [tally for when, tally in own.items() if session in (None, when)]
        ns, ew = sum(t.ns for t in tallies), sum(t.ew for t in tallies)
        if ns == ew:
            return None
        return Direction.NS if ns > ew else Direction.EW

    def most_possible(self, session: str | None) -> Fraction:
        """The most that anybody could score in a session."""
        return max((own[session].possible for own in self.by.values() if session in own), default=Fraction(0))

    def score_of(
        self,
        participant: str,
        sessions: Iterable[str | None],
        adjustments: Adjustments,
        *,
        overall: bool = True,
        full: FullTotals | None = None,
    ) -> ParticipantScore:
        """Add up the sessions of a participant, with what comes to each and, `overall`, to the event as a whole.

        Args:
            participant: whose.
            sessions: that are added up.
            adjustments: what comes to them.
            overall: whether points that are given for the whole event are among it.
            full: what sessions are brought to, and rounded, as ACBLscore does; None to add up boards as they are.
        """
        counted = tuple(sessions)
        given: object = None
        if adjustments.by or full is not None:
            amounts = [adjustments.of(participant, session) for session in (*counted, None)]
            given = (amounts, full and [full.get((participant, session)) for session in counted])
        known = self._scores.setdefault((counted, overall), {})
        if (kept := known.get(participant)) is None or kept[0] != given:
            score = self._add_up(participant, counted, adjustments, overall=overall, full=full)
            kept = known[participant] = (given, score)
        return kept[1]

    def _add_up(
        self,
        participant: str,
        counted: tuple[str | None, ...],
        adjustments: Adjustments,
        *,
        overall: bool,
        full: FullTotals | None,
    ) -> ParticipantScore:
        own = self.by.get(participant, {})
        if len(counted) == 1 and full is None and not adjustments.by and (only := own.get(counted[0])) is not None:
            score, possible = only.score, only.possible
            value = percentage(score, possible) if self.topped else score
            return ParticipantScore(score, possible, only.boards, NO_ADJUSTMENT, value if only.scores else None)
        boards = scores = 0
        added = Adjustment() if adjustments.by else NO_ADJUSTMENT
        sums: list[Fraction] = []
        tops: list[Fraction] = []
        for session in counted:
            tally = own.get(session)
            if tally is None:
                # A penalty given in a session without a score counts for the event all the same.
                if amounts := adjustments.of(participant, session):
                    added.add(amounts, Fraction(0), Fraction(0))
                continue
            points, most = tally.score, tally.possible
            if full is not None and most > 0:
                played, most = most, full.get((participant, session), most)
                points = acblscore_score(points, played=played, full=most)
            sums.append(points)
            tops.append(most)
            boards += tally.boards
            scores += tally.scores
            if amounts := adjustments.of(participant, session):
                added.add(amounts, most, tally.top)
        score, possible = _added_up(sums), _added_up(tops)
        if None not in counted:
            # Per cent of all sessions is as much of each of them; points are given once.
            amounts = [amount for amount in adjustments.of(participant, None) if overall or amount.percent]
            if amounts:
                top = max((own[session].top for session in counted if session in own), default=Fraction(0))
                added.add(amounts, possible, top)
        if not scores:
            return ParticipantScore(score, possible, boards, added, None)
        total = score + added.all if adjustments.by else score
        by_points = full is not None
        value = percentage(total, possible) if self.topped and not by_points else total
        return ParticipantScore(score, possible, boards, added, value, by_points)
