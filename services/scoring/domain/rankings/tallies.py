"""What participants have scored, by session: kept board by board, so that a changed board costs the work of a board."""

from collections.abc import Iterable, Mapping, Sequence, Set
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


class Sum:
    """A sum of exact numbers, kept by denominator: to add one costs the addition of two whole numbers."""

    __slots__ = ("_above", "_value")

    def __init__(self) -> None:
        """Start with nothing."""
        self._above: dict[int, int] = {}
        self._value: Fraction | None = None

    def add(self, number: Fraction, times: int = 1) -> None:
        """Add a number so many times; take it off again with -1."""
        above, below = number.as_integer_ratio()
        if above:
            self._value = None
            self._above[below] = self._above.get(below, 0) + times * above

    def __eq__(self, other: object) -> bool:
        """Two sums are equal where their values are."""
        return isinstance(other, Sum) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The sum, for whoever looks at a tally."""
        return f"Sum({self.value})"

    @property
    def value(self) -> Fraction:
        """The sum."""
        if self._value is None:
            if len(self._above) == 1:
                ((below, above),) = self._above.items()
            else:
                below = lcm(*self._above)
                above = sum(part * (below // own) for own, part in self._above.items())
            self._value = Fraction(above, below) if below > 1 else Fraction(above)
        return self._value


def _added_up(numbers: Sequence[Fraction]) -> Fraction:
    if len(numbers) == 1:
        return numbers[0]
    total = Sum()
    for number in numbers:
        total.add(number)
    return total.value


@dataclass
class Tally:
    """What a participant scored in one session.

    Attributes:
        points: what was scored.
        tops: the most that could be scored; nothing for scores that have no top, such as IMPs.
        scores: boards or matches with a score.
    """

    points: Sum = field(default_factory=Sum)
    tops: Sum = field(default_factory=Sum)
    scores: int = 0
    boards: int = 0
    ns: int = 0
    ew: int = 0

    @property
    def score(self) -> Fraction:
        """What was scored, exactly."""
        return self.points.value

    @property
    def possible(self) -> Fraction:
        """The most that could be scored; 0 for scores that have no top."""
        return self.tops.value

    @property
    def top(self) -> Fraction:
        """The top of one board, on average; 0 for scores that have none."""
        return self.possible / self.boards if self.boards else Fraction(0)

    def add(self, points: Fraction, top: Fraction, *, ns: bool, times: int = 1) -> None:
        """Count a board; take it off again with `times` -1."""
        self.points.add(points, times)
        self.tops.add(top, times)
        self.count(times, ns=ns)

    def count(self, times: int, *, ns: bool) -> None:
        """Count so many boards more."""
        self.scores += times
        self.boards += times
        if ns:
            self.ns += times
        else:
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

    def stretched(self, boards: int) -> "ParticipantScore":
        """Scaled to the full number of boards (EBU White Book 4.2.5).

        Args:
            boards: the most that anybody has a score on.
        """
        if self.value is None or self.by_points or self.boards in (0, boards):
            return self
        score, possible = (number * boards / self.boards for number in (self.score, self.possible))
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
_NEW: tuple[None, None] = (None, None)

_Step = tuple[tuple[Fraction, Fraction, bool, int], tuple[Fraction, Fraction, bool, int]]
"""For both sides of a line: by how much its points, its top and its number of scores change."""


def _step(was: LineMatchpoints, worth: LineMatchpoints) -> _Step:
    sides = (((was.ns, was.top_ns), (worth.ns, worth.top_ns)), ((was.ew, was.top_ew), (worth.ew, worth.top_ew)))
    steps = []
    for is_ns, ((before, top_before), (now, top)) in zip((True, False), sides, strict=True):
        points = (now or _NOTHING) - (before or _NOTHING)
        tops = (_NOTHING if now is None else top) - (_NOTHING if before is None else top_before)
        steps.append((points, tops, is_ns, (now is not None) - (before is not None)))
    return steps[0], steps[1]


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
        rankings: of these scores, as they were made last (`totals.RankingToDate`).
    """

    topped: bool = True
    acblscore: bool = False
    by: dict[str, dict[str | None, Tally]] = field(default_factory=dict)
    rankings: dict[tuple[str, bool], Any] = field(default_factory=dict)
    entered: Entered | None = None
    _counted: dict[BoardKey, _Counted] = field(default_factory=dict)
    _scores: dict[tuple[tuple[str | None, ...], bool], dict[str, tuple[object, ParticipantScore]]] = field(
        default_factory=dict
    )

    def update(self, boards: Iterable[Board], points: Mapping[BoardKey, Points]) -> None:
        """Count the boards as they are now; those that are as before cost nothing, and lines that are, next to it."""
        gone = dict(self._counted)
        moved: set[str] = set()
        for board in boards:
            worth = points[board.key]
            before = gone.pop(board.key, _NO_BOARD)
            now = (board.results, worth)
            if before[0] is not now[0] or before[1] is not worth:
                self._count_change(board.key.session, before, now, moved)
                self._counted[board.key] = now
        for key, before in gone.items():
            self._count_change(key.session, before, _NO_BOARD, moved)
            del self._counted[key]
        for participant in moved:
            self._forget_unscored(participant)
        for scores in self._scores.values():
            for participant in moved:
                scores.pop(participant, None)
        for ranking in self.rankings.values():
            ranking.moved |= moved

    def _forget_unscored(self, participant: str) -> None:
        """Drop tallies of which every board was taken off: nobody else has one without a score."""
        sessions = self.by.get(participant, {})
        if sessions and all(tally.scores for tally in sessions.values()):
            return
        for session in [session for session, tally in sessions.items() if not tally.scores]:
            del sessions[session]
        if not sessions:
            self.by.pop(participant, None)

    def _count_change(self, session: str | None, before: _Counted, now: _Counted, moved: set[str]) -> None:
        """Take off the lines that are gone, count those that are new, and move those that are worth something else."""
        if self.acblscore:  # which line of somebody counts is a question to the board as a whole
            self._count(session, zip(*before, strict=True), -1, moved)
            self._count(session, zip(*now, strict=True), 1, moved)
            return
        lines = dict(zip(map(id, before[0]), zip(*before, strict=True), strict=True))
        new: list[tuple[ResultFact, LineMatchpoints]] = []
        steps: dict[tuple[int, int], _Step] = {}
        for result, worth in zip(*now, strict=True):
            _, was = lines.pop(id(result), _NEW)
            if was is worth:
                continue
            if was is None:
                new.append((result, worth))
                continue
            kind = (id(was), id(worth))
            if kind not in steps:
                steps[kind] = _step(was, worth)
            self._move(session, result, steps[kind], moved)
        self._count(session, lines.values(), -1, moved)
        self._count(session, new, 1, moved)

    def _move(self, session: str | None, result: ResultFact, step: _Step, moved: set[str]) -> None:
        """Count what a line is worth now instead of what it was."""
        for side, (points, tops, is_ns, scores) in zip(sides_of(result), step, strict=True):
            if not (points or tops or scores):
                continue
            moved.update(side)
            for participant in side:
                tally = self.tally(participant, session)
                tally.points.add(points)
                tally.tops.add(tops)
                if scores:
                    tally.count(scores, ns=is_ns)

    def _count(
        self, session: str | None, lines: Iterable[tuple[ResultFact, LineMatchpoints]], times: int, moved: set[str]
    ) -> None:
        met: set[str] = set()
        for result, worth in lines:
            ns, ew = sides_of(result)
            for side, value, top, is_ns in ((ns, worth.ns, worth.top_ns, True), (ew, worth.ew, worth.top_ew, False)):
                if value is None:
                    continue
                for participant in side:
                    if self.acblscore and participant in met:
                        continue
                    met.add(participant)
                    self.tally(participant, session).add(value, top, ns=is_ns, times=times)
        moved |= met

    def tally(self, participant: str, session: str | None) -> Tally:
        """The tally of a participant in a session."""
        sessions = self.by.setdefault(participant, {})
        if session not in sessions:
            sessions[session] = Tally()
        return sessions[session]

    def count_match(self, participant: str, session: str | None, score: Fraction, boards: int) -> None:
        """Count what a match gives one of its sides."""
        tally = self.tally(participant, session)
        tally.points.add(score)
        tally.scores += 1
        tally.boards += boards

    @property
    def sessions(self) -> list[str | None]:
        """The sessions in which somebody has a score."""
        scored = {session for sessions in self.by.values() for session, tally in sessions.items() if tally.scores}
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
            score, possible = only.points.value, only.tops.value
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
