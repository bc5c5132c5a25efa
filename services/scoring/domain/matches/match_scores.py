"""What the boards of a match add up to, and what that gives: IMPs, points, a percentage or victory points."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from contracts.facts import Key, ResultFact
from services.scoring.domain.matches.inferred_scale import InferredScale
from services.scoring.domain.matches.match_list import Match, team_sides
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.cross_imps import probst_match_imps
from shared.bridge.boards.imps import CURRENT
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.matches.board_comparison import BoardMethod, TeamBoard, balanced, score_team_board
from shared.bridge.matches.teams_of_eight import EightMethod, add_boards, score_eight_board
from shared.bridge.matches.victory_points import ImpScale, PercentScale, find_scale
from shared.bridge.matches.wbf_victory_points import MOST_BOARDS
from shared.bridge.rankings.totals import percentage
from shared.bridge.reported import is_reported

UNSCORED = TeamBoard(None, None)
_NO_LINE = BoardLine(None, None)

BEYOND_ALL_SCALES = 100_000
"""A margin in IMPs that no match has."""


@dataclass(frozen=True)
class Raw:
    """What a match's boards add up to, from each side's own view; None without a board that both have a score on.

    Attributes:
        home, away: net IMPs, points, or the percentage of match points.
        home_won, away_won: the IMPs that each side won, those that it lost left out.
        boards: that both sides have a score on.
        length: boards of the whole match.
        half: whether it is a half match, for which a scale may have a chart of its own.
        cancelled: boards of which every line is in, and that have no score all the same.
    """

    home: Fraction | None = None
    away: Fraction | None = None
    home_won: Fraction | None = None
    away_won: Fraction | None = None
    boards: int = 0
    length: int = 0
    half: bool = False
    cancelled: int = 0

    @property
    def complete(self) -> bool:
        """Whether every board of the match has a score on both sides."""
        return self.boards > 0 and self.boards >= self.length


@dataclass(frozen=True)
class MatchMethod:
    """What a match gives for what its boards add up to.

    Attributes:
        unit: "vps", "imps", "points" or "percent".
        scale: name of the scale of victory points.
        given: the scale itself, where the director gives it as data.
        inferred: the scale that the file's own matches show, instead of a named one.
        halves: whether half matches are looked up in a chart of their own; they have no score where the scale has none.
        tables: how many times the number of boards is looked up in the scale (2 for teams of eight, added).
        won: whether each side gets the IMPs that it won, and not the difference.
        net: whether boards are won and not measured, so that the difference of both sides is looked up.
        probst: whether cross-IMPs are first brought to the size of a team match (`probst_raw`).
    """

    unit: str
    scale: str | None = None
    given: ImpScale | PercentScale | None = None
    inferred: InferredScale | None = None
    halves: bool = True
    tables: int = 1
    won: bool = False
    net: bool = False
    probst: bool = False

    def score(self, raw: Raw) -> tuple[Fraction | None, Fraction | None]:
        """Both sides' scores for what the boards add up to, to date; None where they cannot be known."""
        if raw.home is None or raw.away is None:
            return None, None
        if self.unit != "vps":
            return (raw.home_won, raw.away_won) if self.won else (raw.home, raw.away)
        scale, boards = self.scale_for(half=raw.half), raw.length * self.tables
        home, away = (looked_up(scale, side, boards) for side in self.margins(raw.home, raw.away))
        return home, away

    def margins(self, home: Fraction, away: Fraction) -> tuple[Fraction, Fraction]:
        """What is looked up for each side, of what the boards add up to for both."""
        return (home - away, away - home) if self.net else (home, away)

    def maximum(self, raw: Raw) -> Fraction | None:
        """The most victory points that a match gives; None where no scale says it."""
        scale = self.scale_for(half=raw.half)
        if self.unit != "vps" or scale is None or isinstance(scale, InferredScale):
            return None
        greatest = Fraction(100 if isinstance(scale, PercentScale) else BEYOND_ALL_SCALES)
        # What was not played has no length; a scale gives the same at the most for every length that it covers.
        lengths = (raw.length * self.tables,) if raw.length else range(1, MOST_BOARDS + 1)
        return next((most for n in lengths if (most := looked_up(scale, greatest, n)) is not None), None)

    def scale_for(self, *, half: bool) -> ImpScale | PercentScale | InferredScale | None:
        """The scale in which a match is looked up; None where it is not known."""
        name = self.scale or ""
        return self.inferred or self.given or find_scale(f"{name}_HALF" if half and self.halves else name)


def looked_up(scale: ImpScale | PercentScale | InferredScale | None, side: Fraction, boards: int) -> Fraction | None:
    """The victory points of a side; None where the scale does not say."""
    if isinstance(scale, InferredScale):
        return scale.award(side, boards)
    if isinstance(scale, PercentScale):
        own = scale.award(side, boards)
        return None if own is None else Fraction(own)
    pair = scale.award(side, boards) if scale is not None else None
    return None if pair is None else Fraction(pair[0])


@dataclass(frozen=True)
class MatchBoards:
    """The boards of a match between teams, scored.

    Attributes:
        whole: what each board gives in the match.
        parts: what it gives in each part, by the name of the part; empty for a match that files have in one.
    """

    whole: Mapping[str, TeamBoard]
    parts: Mapping[str | None, Mapping[str, TeamBoard]]

    def balanced(self) -> "MatchBoards":
        """The boards of a knock-out by IMPs (Law 12C4)."""
        parts = {name: {board: balanced(own) for board, own in part.items()} for name, part in self.parts.items()}
        return MatchBoards({board: balanced(own) for board, own in self.whole.items()}, parts)


def match_boards(match: Match, scheme: Scheme, lines: Mapping[Key, BoardLine], teams: Mapping[str, str]) -> MatchBoards:
    """Score every board of a match, and of each of its parts: parts are matches of their own, and are added.

    Args:
        match: between teams, with its results.
        scheme: how two tables are compared, and how more of them.
        lines: the line of each result, by the result's key.
        teams: the team of each pair.
    """
    parts = {name: _boards(part, scheme, lines, teams) for name, part in match.parts().items()}
    if not parts:
        return MatchBoards(_boards(match, scheme, lines, teams), {})
    added = {board: add_boards([of.get(board, UNSCORED) for of in parts.values()]) for board in match.boards}
    return MatchBoards(added, parts)


def _boards(
    match: Match, scheme: Scheme, lines: Mapping[Key, BoardLine], teams: Mapping[str, str]
) -> dict[str, TeamBoard]:
    at_ns: dict[str, list[BoardLine]] = {board: [] for board in match.boards}
    at_ew: dict[str, list[BoardLine]] = {board: [] for board in match.boards}
    for result in match.results:
        home_ns = team_sides(result, teams)[0] == match.home
        (at_ns if home_ns else at_ew)[result.board].append(lines[result.key])
    # A board of larger teams waits for as many tables as any other has.
    most = max(map(len, at_ns.values()), default=0) if scheme.larger else 0
    return {
        board: _team_board(at_ns[board], at_ew[board], scheme) if len(at_ns[board]) >= most else UNSCORED
        for board in at_ns
    }


def _team_board(at_ns: Sequence[BoardLine], at_ew: Sequence[BoardLine], scheme: Scheme) -> TeamBoard:
    method = scheme.tables
    if method is not None and not scheme.larger and len(at_ns) + len(at_ew) == 1:
        # An artificial score at the only table so far stands, whatever comes of the other one.
        home, away = next(iter(at_ns), _NO_LINE), next(iter(at_ew), _NO_LINE)
        return score_team_board(home, away, method)
    if method is None or not at_ns or len(at_ns) != len(at_ew):
        return UNSCORED
    if len(at_ns) == 1 or scheme.eight is EightMethod.IMP_THEN_ADD:
        table, pairs = scheme.imps or CURRENT, zip(at_ns, at_ew, strict=True)
        boards = [score_team_board(*pair, method, table=table) for pair in pairs]
        return boards[0] if len(boards) == 1 else add_boards(boards)
    return score_eight_board(at_ns, at_ew, scheme.eight, table=scheme.imps) if method is BoardMethod.IMPS else UNSCORED


def _nothing(match: Match, scored: Collection[str] = ()) -> Raw:
    """A match without a score, of which these boards have one; while none has, no other is said to be over."""
    if not scored:
        return Raw(length=match.length, half=match.half)
    tables: dict[str, list[bool]] = {}
    for result in match.results:
        tables.setdefault(result.board, []).append(is_reported(result))
    most = max(map(len, tables.values()), default=0)
    over = {board for board, lines in tables.items() if all(lines) and len(lines) == most}
    return Raw(length=match.length, half=match.half, cancelled=len(over.difference(scored)))


def team_raw(match: Match, boards: Mapping[str, TeamBoard]) -> Raw:
    """Add up the boards of a match between teams."""
    scored = {
        name: (board.team, board.opponents)
        for name, board in boards.items()
        if board.team is not None and board.opponents is not None
    }
    if not scored:
        return _nothing(match)
    home, away = zip(*scored.values(), strict=True)
    zero = Fraction(0)
    return replace(
        _nothing(match, scored),
        home=sum(home, zero),
        away=sum(away, zero),
        boards=len(scored),
        home_won=sum((won for won in home if won > 0), zero),
        away_won=sum((won for won in away if won > 0), zero),
    )


def _of_sides(
    match: Match, points: Mapping[Key, LineMatchpoints]
) -> Iterator[tuple[ResultFact, tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]:
    """The lines of a match that both sides have points on: the points and the tops of the home and the away side."""
    for result in match.results:
        worth = points.get(result.key)
        if worth is not None and worth.ns is not None and worth.ew is not None:
            if result.sides.ns == match.home:
                yield result, (worth.ns, worth.ew), (worth.top_ns, worth.top_ew)
            else:
                yield result, (worth.ew, worth.ns), (worth.top_ew, worth.top_ns)


def pairs_raw(match: Match, points: Mapping[Key, LineMatchpoints]) -> Raw:
    """Add up the boards of a match between pairs: per cent of the match points, or IMPs."""
    lines = list(_of_sides(match, points))
    if not lines:
        return _nothing(match)
    of_match = replace(_nothing(match, [result.board for result, _, _ in lines]), boards=len(lines))
    home, away = (sum((own[side] for _, own, _ in lines), Fraction(0)) for side in (0, 1))
    top_home, top_away = (sum((tops[side] for _, _, tops in lines), Fraction(0)) for side in (0, 1))
    if top_home > 0 and top_away > 0:
        return replace(of_match, home=percentage(home, top_home), away=percentage(away, top_away))
    return replace(of_match, home=home, away=away)


def probst_raw(match: Match, sums: Mapping[Key, LineMatchpoints], scores: Mapping[Key, int]) -> Raw:
    """Bring the cross-IMPs of a match to the size of a team match's, for its scale (EBU White Book 3.1.3).

    Args:
        match: with its results.
        sums: for each result the sums of its comparisons.
        scores: the number of scores on its board.
    """
    lines = [line for line in _of_sides(match, sums) if scores[line[0].key] > 1]
    if not lines:
        return _nothing(match)
    home, away = (
        Fraction(probst_match_imps([(own[side], scores[result.key]) for result, own, _ in lines])) for side in (0, 1)
    )
    return replace(_nothing(match, [result.board for result, _, _ in lines]), home=home, away=away, boards=len(lines))
