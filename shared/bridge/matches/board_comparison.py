"""A board of a team match: two tables compared (Laws 78B-D and 86; USEBIO 1.4 sections 2.2.4 and 3.3).

Rules kept here:

1. A team's raw result is its North-South pair's score plus its East-West pair's score, each from the pair's own
   point of view. Files state North-South's score at both tables, so a table's line is turned round for the team
   that sat East-West there: 420 and -50 differ by 470, not by 370.
2. The raw result is converted to IMPs, to 2-1-0 (point-a-board), to 1-½-0 (board-a-match), or left (aggregate).
3. A weighted ruling is converted result by result and then weighted (Law 12C1c).
4. An artificial score at either table replaces the comparison, also while the other table has no score: 3 IMPs
   (Law 86A), or its percentage of the board's points. Rulings may give both teams a plus, so the two results need not
   mirror each other. A team with different awards at its two tables is partly at fault, which is average (Law 12C2a).
5. In a knock-out both teams get the average of two results that do not balance (Law 12C4).
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from shared.bridge.boards.artificial_scores import AVERAGE, Artificial, artificial_imps, matchpoint_value
from shared.bridge.boards.board_line import BoardLine, SideScore, components
from shared.bridge.boards.imps import CURRENT, ImpTable, imps


class BoardMethod(StrEnum):
    """How the raw result of a board becomes its score."""

    IMPS = "imps"
    PAB = "pab"
    """Point-a-board: 2, 1 or 0."""

    BAM = "bam"
    """Board-a-match: 1, ½ or 0."""

    AGGREGATE = "aggregate"
    """The points themselves."""


BOARD_TOP = {BoardMethod.PAB: 2, BoardMethod.BAM: 1}
"""The points of a board where it is won and not measured."""

_TEAM_AVERAGE_PLUS = 3


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board's score for both teams, in the unit of the method; None when it cannot be known."""

    team: Fraction | None
    opponents: Fraction | None


def convert(difference: int, method: BoardMethod, table: ImpTable = CURRENT) -> Fraction:
    """Turn a team's raw result into IMPs or into its score on the board."""
    if method is BoardMethod.IMPS:
        return Fraction(imps(difference, table))
    if method is BoardMethod.AGGREGATE:
        return Fraction(difference)
    won = (difference > 0) - (difference < 0)
    return Fraction(BOARD_TOP[method] * (1 + won), 2)


def _side(ns_score: SideScore, ew_score: SideScore, method: BoardMethod, table: ImpTable) -> Fraction | None:
    artificial = {score for score in (ns_score, ew_score) if isinstance(score, Artificial)}
    if len(artificial) > 1 and None in {artificial_imps(award, _TEAM_AVERAGE_PLUS) for award in artificial}:
        return None
    if artificial:
        award = AVERAGE if len(artificial) > 1 else artificial.pop()
        if method is BoardMethod.IMPS:
            return artificial_imps(award, _TEAM_AVERAGE_PLUS)
        return None if method is BoardMethod.AGGREGATE else matchpoint_value(award.percent, BOARD_TOP[method])
    if ns_score is None or ew_score is None:
        return None
    return sum(
        (
            convert(ns_points + ew_points, method, table) * ns_weight * ew_weight
            for ns_points, ns_weight in components(ns_score)
            for ew_points, ew_weight in components(ew_score)
        ),
        Fraction(0),
    )


def score_team_board(
    at_ns: BoardLine, at_ew: BoardLine, method: BoardMethod, *, table: ImpTable = CURRENT
) -> TeamBoard:
    """Score one board of a match for both teams, by the lines of the tables where the first sat either way.

    None where a table has no score, or where no rule gives an artificial score a value.
    """
    return TeamBoard(_side(at_ns.ns, at_ew.ew, method, table), _side(at_ew.ns, at_ns.ew, method, table))


def balanced(board: TeamBoard) -> TeamBoard:
    """Return a board of a knock-out in IMPs, on which one team wins what the other loses (rule 5)."""
    if board.team is None or board.opponents is None:
        return board
    average = (board.team - board.opponents) / 2
    return TeamBoard(average, -average)
