"""The one line of a board that explains why the stated points of many lines are others than those of their scores.

Rules kept here:

1. A wrong score moves the points of everybody who is compared with it. What is wrong is the line with another score of
   which all stated points of the board are right; else two lines whose scores are exchanged, a result that is missing,
   or one too many. Only a repair that is the only one of its kind is named.
2. By match points only the order of a score among the others shows. So it is one that another line has, or one of those
   that can occur between two of them (Law 77, by the vulnerability). IMPs show more.
3. A line of which both sides have a score of their own, or a ruling, may have one score like the others.
4. More points of a line never go with a worse score of its own, nor fewer with a worse score of another line. So the
   place of a score among the others is found by halving.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from contracts.facts import ResultFact
from services.scoring.domain.boards.board_list import Board, sides_of
from services.scoring.domain.boards.line_methods import (
    BoardSample,
    LineMethod,
    MatchpointMethod,
    agrees,
    places_of,
    wrong_points,
)
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract_score import possible_scores
from shared.bridge.play.seats import Side

MOST_LINES = 100
"""Lines of a board that is looked at."""

Stated = tuple[Decimal | None, Decimal | None]


@dataclass(frozen=True)
class Repair:
    """What makes all stated points of a board right.

    Attributes:
        lines: numbers of the lines that are wrong; none where a result is missing.
        scores: of North-South, that would be right for the first of them, in rising order.
        other: another repair that makes all right.
    """

    kind: Literal["score", "exchanged", "missing", "extra"]
    lines: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    other: "Repair | None" = None


def repair_of(board: Board, method: LineMethod, field: int) -> Repair | None:
    """The repair of a board, of which several lines are stated otherwise; None where none explains all of them.

    Args:
        board: as it stands.
        method: by which its lines are compared.
        field: the number of results that the board was brought to.
    """
    if len(board.lines) > MOST_LINES or not any(_is_plain(line) for line in board.lines):
        return None
    trial = _Trial(board, method, field)
    for found in (trial.score(), trial.exchanged(), trial.missing(), trial.extra()):
        if found is not None:
            return found
    return None


def _is_plain(line: BoardLine) -> bool:
    return isinstance(line.ns, int) and isinstance(line.ew, int) and line.ns == -line.ew and line.count == 1


class _Trial:
    """Tries one repair after the other."""

    def __init__(self, board: Board, method: LineMethod, field: int) -> None:
        self._board, self._method, self._field = board, method, field
        self._lines = list(board.lines)
        self._plain = [number for number, line in enumerate(board.lines) if _is_plain(line)]
        # What is stated for a ruling may follow the other boards, and says nothing of the scores of this one.
        self._stated: list[Stated] = [
            stated if _is_plain(line) else (None, None) for line, stated in zip(board.lines, board.stated, strict=True)
        ]
        self._odd = [number for number, line in enumerate(board.lines) if number not in self._plain and line.count == 1]
        self._possible = _possible(board)

    def score(self) -> Repair | None:
        """One line with another score, or with one score instead of two or a ruling (rule 3)."""
        found: dict[int, list[int]] = {}
        two = [number for number in self._odd if isinstance(self._lines[number].ns, int)]
        for numbers in (two, self._plain, [number for number in self._odd if number not in two]):
            for number in numbers if not found else ():
                before, self._stated[number] = self._stated[number], self._board.stated[number]
                self._try_scores(number, found)
                self._stated[number] = before
        if not 0 < len(found) < 3:
            return None
        first, *others = (Repair("score", (number,), tuple(sorted(scores))) for number, scores in found.items())
        return replace(first, other=others[0]) if others else first

    def _try_scores(self, number: int, found: dict[int, list[int]]) -> None:
        for scores in self._scores_by_own_points(number):
            if self._is_right({number: scores[0]}):
                found.setdefault(number, []).extend(scores)

    def exchanged(self) -> Repair | None:
        """Two lines with each other's score."""
        wrong = [number for number in self._plain if not self._points_are_right(number)]
        if len(wrong) != 2:
            return None
        first, second = wrong
        scores = {first: _score(self._lines[second]), second: _score(self._lines[first])}
        return Repair("exchanged", (first, second), (scores[first],)) if self._is_right(scores) else None

    def missing(self) -> Repair | None:
        """One line more."""
        group = self._lines[self._plain[0]].group if self._plain else None
        told = [n for n in self._plain if self._lines[n].group == group and self._stated[n] != (None, None)]
        if not told:
            return None

        def lines(score: int) -> list[BoardLine]:
            return [*self._lines, self._one_more(score)]

        near = self._by_points_of(told[0], self._classes(self._plain), lines, own=False)
        found = sorted(scores for scores in near if self._is_right({}, more=scores[0]))
        return Repair("missing", (), tuple(score for scores in found for score in scores)) if found else None

    def extra(self) -> Repair | None:
        """One line less."""
        found = [number for number in self._plain if self._is_right({}, less=number)]
        return Repair("extra", (found[0],)) if len(found) == 1 else None

    def _classes(self, numbers: Sequence[int]) -> list[list[int]]:
        """Scores that stand alike among those of some lines, in rising order (rule 2)."""
        if not isinstance(self._method, MatchpointMethod):
            return [[score] for score in self._possible]
        known = sorted({_score(self._lines[number]) for number in numbers})
        bounds = [self._possible[0] - 1, *known, self._possible[-1] + 1]
        classes: list[list[int]] = []
        for low, high in pairwise(bounds):
            between = self._possible[bisect_left(self._possible, low + 1) : bisect_left(self._possible, high)]
            classes += [between] * bool(between) + [[high]]
        return classes[:-1]

    def _scores_by_own_points(self, number: int) -> list[list[int]]:
        """With which scores the line itself would have the points that are stated for it (rule 4)."""
        classes = self._classes([other for other in self._plain if other != number])
        return self._by_points_of(number, classes, lambda score: self._changed({number: score}), own=True)

    def _by_points_of(
        self, number: int, classes: list[list[int]], lines: Callable[[int], Sequence[BoardLine]], *, own: bool
    ) -> list[list[int]]:
        """Of scores in rising order, those with which a line would have the points that are stated for it (rule 4).

        Args:
            number: of the line.
            classes: the scores.
            lines: of the board with one of them.
            own: whether it is the line's own score, and not that of another line.
        """
        side = 0 if self._stated[number][0] is not None else 1
        stated = self._stated[number][side]
        if stated is None:
            return []
        rising = classes if own is (side == 0) else classes[::-1]

        def points(scores: Sequence[int]) -> Fraction:
            line = self._points(lines(scores[0]))[number]
            return (line.ew if side else line.ns) or Fraction(0)

        near = Fraction(1, 10 ** places_of(stated))
        start = bisect_left(rising, Fraction(stated) - near, key=points)
        found = []
        for scores in rising[start:]:
            value = points(scores)
            if agrees(stated, value):
                found.append(scores)
            elif value > Fraction(stated) + near:
                break
        return found

    def _one_more(self, score: int) -> BoardLine:
        return BoardLine(score, -score, self._lines[self._plain[0]].group)

    def _points_are_right(self, number: int) -> bool:
        points = self._points(self._lines)[number]
        return all(
            agrees(stated, value) is not False
            for stated, value in zip(self._stated[number], (points.ns, points.ew), strict=True)
        )

    def _changed(self, scores: dict[int, int]) -> list[BoardLine]:
        lines = self._lines[:]
        for number, score in scores.items():
            lines[number] = replace(lines[number], ns=score, ew=-score)
        return lines

    def _points(self, lines: Sequence[BoardLine]) -> list[LineMatchpoints]:
        return self._method.score(lines, max(self._field, len(lines)), self._board.datum)

    def _is_right(self, scores: dict[int, int], *, more: int | None = None, less: int | None = None) -> bool:
        """Whether all stated points are those of the board with other scores, a line more or one less."""
        same = {number: _score(self._lines[number]) for number in scores if number in self._plain}
        if scores == same and more is None and less is None:
            return False
        lines, stated = self._changed(scores), self._stated[:]
        if more is not None:
            lines.append(self._one_more(more))
            stated.append((None, None))
        if less is not None:
            del lines[less], stated[less]
        if not any(value is not None for pair in stated for value in pair):
            return False
        sample = BoardSample(tuple(lines), tuple(stated), self._field, self._board.datum)
        return wrong_points(self._points(lines), sample) == 0


def _score(line: BoardLine) -> int:
    return line.ns if isinstance(line.ns, int) else 0


def told(repair: Repair, board: Board) -> tuple[str, ResultFact | None, str | None, str | None]:
    """A repair in words, the line that it is about, what it has and what would be right."""
    right = "all stated points of the board are right"
    scores = _words(repair.scores, _possible(board)) if repair.scores else ""
    if repair.kind == "missing":
        return f"a result is missing: with one more, {scores} for North-South, {right}", None, None, scores
    number = repair.lines[0]
    line, has = board.results[number], _has(board, number)
    who = _who(line)
    if repair.kind == "extra":
        return f"without the result of {who} ({has}) {right}", line, has, None
    if repair.kind == "exchanged":
        other = repair.lines[1]
        text = f"{who} has {has} and {_who(board.results[other])} {_has(board, other)}; with the scores exchanged"
        return f"{text} {right}", line, has, scores
    if repair.other is not None:
        text, *_, theirs = told(repair.other, board)
        either = text.removesuffix(f" {right}").replace(", but with", " instead of")
        first, scores = scores, f"{scores}, or {theirs}"
        return f"{who} has {has} instead of {first}, or {either}: then {right}", line, has, scores
    own = board.lines[number].ns
    turned = " (the sign is turned)" if isinstance(own, int) and repair.scores == (-own,) else ""
    return f"{who} has {has}, but with {scores}{turned} {right}", line, has, scores


def _has(board: Board, number: int) -> str:
    """What a line has: a score, two scores, or a ruling."""
    line, result = board.lines[number], board.results[number]
    if _is_plain(line):
        return str(line.ns)
    sides = (result.ns_score, result.ew_score)
    if result.ns_score.text is not None and result.ns_score.text == result.ew_score.text:
        return result.ns_score.text
    return " / ".join(
        str(score.points) if score.points is not None else f"{score.percent:f} %" if score.percent is not None else "-"
        for score in sides
    )


def _who(result: ResultFact) -> str:
    ns, ew = ("+".join(side) for side in sides_of(result))
    teams = (result.sides.ns_team, result.sides.ew_team)
    first, second = ns or teams[0], ew or teams[1]
    return f"{first or '?'} against {second or '?'}" if first or second else "a line"


def _words(scores: Sequence[int], possible: Sequence[int]) -> str:
    """Scores that follow each other among those that are possible, in words."""
    if len(scores) < 3:
        return " or ".join(map(str, scores))
    if scores[0] == possible[0]:
        return f"a score of {scores[-1]} or less"
    if scores[-1] == possible[-1]:
        return f"a score of {scores[0]} or more"
    return f"a score from {scores[0]} to {scores[-1]}"


def _possible(board: Board) -> list[int]:
    """The scores that can occur, in rising order (rule 2)."""
    vulnerable = [board.vulnerability] if board.vulnerability is not None else list(Vulnerability)
    every = (possible_scores(vul.of(Side.NS), vul.of(Side.EW)) for vul in vulnerable)
    return sorted(frozenset().union(*every))
