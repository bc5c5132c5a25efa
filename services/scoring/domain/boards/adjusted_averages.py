"""Average plus and average minus by what somebody has on the other boards (Law 12C2c).

Rules kept here:

1. Who has average plus and more than 60 % on the other boards, gets that; who has average minus and less than 40 %,
   too.
2. Only awards by name ("Ave+") are asked: a percentage is what the director or a program has made of one already
   (USEBIO 1.4, 3.1.3).
3. The other boards are those of the session; in a match of pairs, those of the match (EBU White Book 8.80.6). Boards
   with such an award are not among them.
4. Programs that state 60 and 40 % for such awards all the same are followed: ACBLscore always, others where the points
   that they state for these lines say so. Where nothing is stated, the law counts; so it does for awards that the
   director gives in an event whose files have none.
5. In an individual two people share a side and may have different averages; no source says what the side then has, so
   the award stays as it is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from services.scoring.domain.boards.all_boards import traits_of
from services.scoring.domain.boards.board_list import HAS_AWARDS, Board, BoardKey
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.line_methods import LineMethod, adds_up_like_acblscore, agrees
from services.scoring.domain.rankings.tallies import Points, Tallies, Tally
from shared.bridge.boards.artificial_scores import Grade, awarded_percent, matchpoint_value, own_average
from shared.bridge.boards.matchpoints import LineMatchpoints

Window = tuple[str, str | None, object]
"""A pair, the session, and the match where the boards are played in matches (rule 3)."""


Rulings = Literal["scored lines", "all lines"]
"""Whether a ruling that is worth what is stated for it has the top of the board without it, or with it."""


class Award(NamedTuple):
    """An award of one side of a line."""

    board: Board
    line: int
    ns: bool
    grade: Grade


def awards_of(boards: Sequence[Board]) -> list[Award]:
    """Every average plus and minus by name of a pair (rules 2 and 5)."""
    awarded = boards if HAS_AWARDS in traits_of(boards) else ()
    return [Award(board, line, ns, grade) for board in awarded for line, ns, grade in board.awards]


def rulings_of(boards: Sequence[Board]) -> list[tuple[Board, int]]:
    """Lines for which points are stated on both sides, and of which no score can be compared (rule 6)."""
    return [
        (board, number)
        for board in boards
        if board.states
        for number, (line, stated) in enumerate(zip(board.lines, board.stated, strict=True))
        if not isinstance(line.ns, int) and not isinstance(line.ew, int) and None not in stated
    ]


def with_own_averages(
    boards: Sequence[Board], points: Mapping[BoardKey, Points], tallies: Tallies | None
) -> dict[BoardKey, Points]:
    """The points of every board, with awards by what their pairs have on the other boards.

    Args:
        boards: of the event.
        points: of them, with awards of 60 and 40 %.
        tallies: what everybody has of these points; None where the boards are played in matches of two pairs.
    """
    in_matches = tallies is None
    awards = awards_of(boards)
    others = _in_matches(boards, points, awards) if tallies is None else _in_sessions(points, awards, tallies)
    changed: dict[BoardKey, list[LineMatchpoints]] = {}
    for award in awards:
        lines = changed.setdefault(award.board.key, list(points[award.board.key]))
        worth = lines[award.line]
        average = own_average([others[_window(award.board, award.line, award.ns, in_matches=in_matches)]])
        percent = awarded_percent(award.grade, average)
        if award.ns and worth.ns is not None:
            lines[award.line] = worth._replace(ns=matchpoint_value(percent, worth.top_ns))
        elif not award.ns and worth.ew is not None:
            lines[award.line] = worth._replace(ew=matchpoint_value(percent, worth.top_ew))
    return {**points, **{key: tuple(lines) for key, lines in changed.items()}}


Others = dict[Window, tuple[Fraction, Fraction]]
"""Score and top of the other boards of everybody who has an award (rule 3)."""


def _in_sessions(points: Mapping[BoardKey, Points], awards: Sequence[Award], tallies: Tallies) -> Others:
    """All that somebody has in a session without the awards, so that one award costs no pass over the event."""
    others: Others = {}
    for award in awards:
        window = _window(award.board, award.line, award.ns, in_matches=False)
        if window not in others:
            tally = tallies.tally(window[0], window[1])
            others[window] = (tally.score, tally.possible)
        worth = points[award.board.key][award.line]
        own, top = (worth.ns, worth.top_ns) if award.ns else (worth.ew, worth.top_ew)
        if own is not None:
            score, possible = others[window]
            others[window] = (score - own, possible - top)
    return others


def _in_matches(boards: Sequence[Board], points: Mapping[BoardKey, Points], awards: Sequence[Award]) -> Others:
    others = {_window(award.board, award.line, award.ns, in_matches=True): Tally() for award in awards}
    pairs = {pair for pair, _, _ in others}
    waiting = {(award.board.key, award.line, award.ns) for award in awards}
    for board in boards:
        for line, (result, worth) in enumerate(zip(board.results, points[board.key], strict=True)):
            for pair, ns, score, top in (
                (result.sides.ns, True, worth.ns, worth.top_ns),
                (result.sides.ew, False, worth.ew, worth.top_ew),
            ):
                if score is not None and pair in pairs and (board.key, line, ns) not in waiting:
                    window = _window(board, line, ns, in_matches=True)
                    if window in others:
                        others[window].add(score, top, ns=ns)
    return {window: (tally.score, tally.possible) for window, tally in others.items()}


def _window(board: Board, line: int, ns: bool, *, in_matches: bool) -> Window:
    result = board.results[line]
    sides = (result.sides.ns or "", result.sides.ew or "")
    match = (result.round, *sorted(sides)) if in_matches else None
    return sides[0] if ns else sides[1], board.key.session, match


def follows_own_averages(method: LineMethod) -> bool:
    """Whether awards may follow the other boards by this method (rule 4)."""
    return method.topped and not adds_up_like_acblscore(method)


@dataclass
class AwardedPoints:
    """The points of an event's boards by one method and another, with plain awards or awards by the other boards.

    Attributes:
        boards: of the event.
        cache: keeps what does not change.
        in_matches: whether the boards are played in matches of two pairs.
    """

    boards: Sequence[Board]
    cache: BoardScores
    in_matches: bool
    _points: dict[tuple[LineMethod, bool, Rulings | None], dict[BoardKey, Points]] = field(default_factory=dict)

    @cached_property
    def awards(self) -> list[Award]:
        """Every award that may follow the other boards."""
        return awards_of(self.boards)

    @property
    def are_stated(self) -> bool:
        """Whether files state points for an award."""
        return any(_stated(award) is not None for award in self.awards)

    @cached_property
    def rulings(self) -> list[tuple[Board, int]]:
        """Lines with points that may be a ruling."""
        return rulings_of(self.boards)

    def points(
        self, method: LineMethod, *, own_averages: bool, rulings: Rulings | None = None
    ) -> dict[BoardKey, Points]:
        """The points of every board.

        Args:
            method: compares lines.
            own_averages: whether average plus and minus follow the other boards.
            rulings: of which top those are that are worth what is stated for them; None where they are worth nothing.
        """
        key = (method, own_averages and bool(self.awards), rulings)
        if key not in self._points:
            plain = self.points(method, own_averages=False) if key[1] else self.cache.points(self.boards, method)
            if rulings is not None:
                plain = _with_stated(self.points(method, own_averages=own_averages), self.rulings, rulings)
            elif key[1]:
                tallies = None if self.in_matches else self.cache.plain_tallies(self.boards, method, plain)
                plain = with_own_averages(self.boards, plain, tallies)
            self._points[key] = plain
        return self._points[key]

    def misses(self, method: LineMethod, *, own_averages: bool) -> int:
        """How many points that are stated for awards are others."""
        points = self.points(method, own_averages=own_averages)
        wrong = 0
        for award in self.awards:
            worth = points[award.board.key][award.line]
            wrong += agrees(_stated(award), worth.ns if award.ns else worth.ew) is False
        return wrong

    def differ(self, method: LineMethod) -> bool:
        """Whether an award is worth something else by the other boards of its pair."""
        return self.points(method, own_averages=True) != self.points(method, own_averages=False)


def _with_stated(
    points: Mapping[BoardKey, Points], rulings: Sequence[tuple[Board, int]], of: Rulings
) -> dict[BoardKey, Points]:
    """The points of every board, with those that are stated for some of its lines."""
    ruled = Counter(board.key for board, _ in rulings)
    changed: dict[BoardKey, list[LineMatchpoints]] = {}
    for board, number in rulings:
        lines = changed.setdefault(board.key, list(points[board.key]))
        ns, ew = (None if value is None else Fraction(value) for value in board.stated[number])
        worth, others = points[board.key], board.expected - 1
        share = Fraction(others + ruled[board.key], others) if of == "all lines" and others > 0 else 1
        top_ns, top_ew = max(line.top_ns for line in worth), max(line.top_ew for line in worth)
        lines[number] = LineMatchpoints(ns, ew, top_ns * share, top_ew * share)
    return {**points, **{key: tuple(lines) for key, lines in changed.items()}}


def _stated(award: Award) -> Decimal | None:
    ns, ew = award.board.stated[award.line]
    return ns if award.ns else ew
