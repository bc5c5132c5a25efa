"""What participants have scored, by session: kept board by board, so that a changed board costs the work of a board."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from contracts.base import Direction
from contracts.facts import Participant, ResultFact
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

_NS_EW = (True, False)

_NO_BOARD: _Counted = ((), ())
_NEW: tuple[None, None] = (None, None)

_Side = tuple[int, int, int]
"""Of one side of a line: points and top in a measure, and how many scores it is, which is 1 or 0."""

_NO_SIDES: tuple[_Side, _Side] = ((0, 0, 0), (0, 0, 0))


def _difference(now: _Side, before: _Side) -> _Side:
    return now[0] - before[0], now[1] - before[1], now[2] - before[2]


def _first_of_each(
    counted: _Counted, sides: Mapping[int, tuple[_Side, _Side]], times: int
) -> Iterator[tuple[tuple[Sequence[str], Sequence[str]], tuple[_Side, _Side]]]:
    """The lines of a board with those of their participants who have no earlier score on it."""
    met: set[str] = set()
    for result, worth in zip(*counted, strict=True):
        first: list[list[str]] = []
        for names, (_, _, scores) in zip(sides_of(result), sides[id(worth)], strict=True):
            first.append([name for name in dict.fromkeys(names) if scores and name not in met])
            met.update(first[-1])
        ns, ew = ((times * won, times * top, times * scores) for won, top, scores in sides[id(worth)])
        yield (first[0], first[1]), (ns, ew)


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
    _scores: dict[tuple[tuple[str | None, ...], bool], dict[str, tuple[object, ParticipantScore]]] = field(
        default_factory=dict
    )

    def update(self, boards: Iterable[Board], points: Mapping[BoardKey, Points]) -> None:
        """Count the boards as they are now; those that are as before cost nothing, and lines that are, next to it."""
        gone = dict(self._counted)
        moved: set[str] = set()
        fewer: set[str] = set()
        for board in boards:
            worth = points[board.key]
            before = gone.pop(board.key, _NO_BOARD)
            now = (board.results, worth)
            if before[0] is not now[0] or before[1] is not worth:
                self._count_change(board.key.session, before, now, moved, fewer)
                self._counted[board.key] = now
        for key, before in gone.items():
            self._count_change(key.session, before, _NO_BOARD, moved, fewer)
            del self._counted[key]
        for participant in fewer:
            self._forget_unscored(participant)
        for scores in self._scores.values():
            for participant in moved if scores else ():
                scores.pop(participant, None)
        for ranking in self.rankings.values():
            ranking.moved |= moved

    def _forget_unscored(self, participant: str) -> None:
        """Drop tallies of which every board was taken off: nobody else has one without a score."""
        sessions = self.by.get(participant, {})
        for session in [session for session, tally in sessions.items() if not tally.scores]:
            del self.measure.tallies[id(sessions.pop(session))]
        if not sessions:
            self.by.pop(participant, None)

    def _count_change(
        self, session: str | None, before: _Counted, now: _Counted, moved: set[str], fewer: set[str]
    ) -> None:
        """Take off the lines that are gone, count those that are new, and move those that are worth something else."""
        sides = self._sides(before[1] + now[1])
        if self.acblscore:  # which line of somebody counts is a question to the board as a whole
            self._add(session, _first_of_each(before, sides, -1), moved, fewer)
            self._add(session, _first_of_each(now, sides, 1), moved, fewer)
            return
        lines = dict(zip(map(id, before[0]), zip(*before, strict=True), strict=True))
        changes: list[tuple[ResultFact, tuple[_Side, _Side]]] = []
        steps: dict[tuple[int, int], tuple[_Side, _Side]] = {}
        for result, worth in zip(*now, strict=True):
            _, was = lines.pop(id(result), _NEW)
            if was is worth:
                continue
            kind = (id(was), id(worth))
            if kind not in steps:
                old, new = _NO_SIDES if was is None else sides[id(was)], sides[id(worth)]
                steps[kind] = (_difference(new[0], old[0]), _difference(new[1], old[1]))
            changes.append((result, steps[kind]))
        for result, was in lines.values():
            ns, ew = sides[id(was)]
            changes.append((result, (_difference(_NO_SIDES[0], ns), _difference(_NO_SIDES[1], ew))))
        self._add(session, ((sides_of(result), step) for result, step in changes), moved, fewer)

    def _sides(self, points: Points) -> dict[int, tuple[_Side, _Side]]:
        """What lines are worth, by identity, in the measure."""
        kinds = dict(zip(map(id, points), points, strict=True))
        numbers = [value or _NOTHING for worth in kinds.values() for value in worth]
        whole = iter(self.measure.whole(numbers))
        sides = {}
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
        changes: Iterable[tuple[tuple[Sequence[str], Sequence[str]], tuple[_Side, _Side]]],
        moved: set[str],
        fewer: set[str],
    ) -> None:
        """Add what changes to the tallies of both sides of some lines."""
        by = self.by
        for names, sides in changes:
            for side, (points, tops, scores), ns in zip(names, sides, _NS_EW, strict=True):
                if not (points or tops or scores):
                    continue
                for participant in side:
                    moved.add(participant)
                    try:
                        tally = by[participant][session]
                    except KeyError:
                        tally = self.tally(participant, session)
                    tally.points += points
                    tally.tops += tops
                    if scores:
                        tally.count(scores, ns=ns)
                        if scores < 0:
                            fewer.add(participant)

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
