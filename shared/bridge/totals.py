"""Totals and percentages of a session, carry-over, handicap and penalties.

Sources: EBU White Book (exact totals, rounding on display only; carry-forward); ACBLscore, from its own files;
USEBIO 1.4 section 2.7 and USEBIO 1.0 (what a stated total includes); Laws 78A, 90 and 91.

Two families differ by hundredths and therefore sometimes by a place:

* exact: sum of match points over sum of tops, nothing rounded before display;
* ACBLscore: the session score is the sum brought to the session's full number of boards and rounded half up to
  0.01, an adjustment is added, and the percentage is taken from that rounded score and rounded half up again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from shared.bridge.rounding import ACBLSCORE

Number = Fraction | int


@dataclass(frozen=True, slots=True)
class SessionTotal:
    """What a participant scored in a session.

    Attributes:
        score: the total, in the unit of the board scores, adjustment included.
        possible: the most that could have been scored, in the same unit; 0 when scores have no top (IMPs).
        percent: score as a percentage of possible; None when nothing was possible.
        boards: boards with a score.
    """

    score: Fraction
    possible: Fraction
    percent: Fraction | None
    boards: int


def percentage(score: Number, possible: Number) -> Fraction | None:
    """Return the exact percentage, or None when nothing was possible."""
    return 100 * Fraction(score) / possible if possible > 0 else None


def exact_total(boards: Iterable[tuple[Number, Number]], *, adjustment: Number = 0) -> SessionTotal:
    """Add up a session without rounding (EBU White Book).

    Args:
        boards: score and top of each board that the participant has a score on; top 0 for IMPs.
        adjustment: penalty or bonus in the unit of the scores; a penalty is negative (Law 91).
    """
    score, possible, count = Fraction(adjustment), Fraction(0), 0
    for points, top in boards:
        score += points
        possible += top
        count += 1
    return SessionTotal(score, possible, percentage(score, possible), count)


def acblscore_score(points: Number, *, played: Number, full: Number) -> Fraction:
    """Bring the match points of a session to its full total and round them, as ACBLscore does.

    Args:
        points: sum of the match points of the boards with a score.
        played: the most that these boards could have given: the board top for each of them.
        full: the total of a 100 % game.
    """
    return ACBLSCORE.apply(Fraction(points) * full / played if played > 0 else Fraction(0))


def acblscore_total(
    scores: Iterable[Number], *, top: Number, boards_possible: Number, adjustment: Number = 0
) -> SessionTotal:
    """Add up a session as ACBLscore does (found from 1,816 totals in its own files).

    The average per board played is stretched to a full session, rounded, adjusted, and only then made a percentage.

    Args:
        scores: match points of each board with a score.
        top: the board top of the section.
        boards_possible: boards that a full session has; top × boards_possible is the total of a 100 % game.
        adjustment: penalty or bonus in match points.
    """
    values = [Fraction(score) for score in scores]
    full = Fraction(top) * boards_possible
    played = Fraction(top) * len(values)
    score = acblscore_score(sum(values, Fraction(0)), played=played, full=full) + adjustment
    percent = percentage(score, full) if values else None
    return SessionTotal(score, full, None if percent is None else ACBLSCORE.apply(percent), len(values))


def percent_of_session(percent: Number, possible: Number) -> Fraction:
    """Turn a percentage of the session into points, for adjustments and handicaps that are stated in per cent.

    USEBIO 1.4 section 2.7 states both so for match-pointed events.

    Args:
        percent: per cent of the session's possible score; negative for a penalty.
        possible: the session's possible score.
    """
    return Fraction(percent) * possible / 100


def penalty_matchpoints(percent_of_top: Number, top: Number) -> Fraction:
    """Return a procedural penalty in match points (Law 90), as a negative number.

    Args:
        percent_of_top: the penalty in per cent of one board's top, such as 10 or 25.
        top: the top of one board.
    """
    return -Fraction(percent_of_top) * top / 100


def carry_forward(
    qualifying_score: Number,
    *,
    qualifying_max: Number,
    qualifying_boards: Number,
    final_max: Number,
    final_boards: Number,
) -> Fraction:
    """Return the carry-forward to a final (EBU White Book, pairs events of several stages).

    CF = ½ · SQ · (NumQ / MaxQ) · (MaxF / NumF): half the qualifying score, brought from the qualifying top per board
    to the final's.

    Args:
        qualifying_score: SQ, the score in the qualifying stage.
        qualifying_max: MaxQ, the most that could be scored there.
        qualifying_boards: NumQ, boards played there.
        final_max: MaxF, the most that can be scored in the final.
        final_boards: NumF, boards to be played in the final.
    """
    return (
        Fraction(1, 2)
        * Fraction(qualifying_score)
        * Fraction(qualifying_boards)
        / Fraction(qualifying_max)
        * Fraction(final_max)
        / Fraction(final_boards)
    )


def multi_session_total(sessions: Iterable[Number], *, carried: Number = 0) -> Fraction:
    """Add session scores and a carry-over, all in match points, as ACBL events do.

    Args:
        sessions: the scores of the sessions.
        carried: the score carried over from an earlier stage.
    """
    return sum((Fraction(score) for score in sessions), Fraction(carried))


class TotalConvention(StrEnum):
    """What a file's TOTAL_SCORE and PERCENTAGE contain."""

    USEBIO_1_4 = "usebio-1.4"
    """Adjustment inside; handicap and carry-forward outside (USEBIO 1.4 section 2.7)."""

    USEBIO_BEFORE_1_4 = "usebio-before-1.4"
    """Adjustment and handicap inside; carry-forward outside (USEBIO 1.0; 1.4 says that it corrects this)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The parts of a participant's standing, all in one unit: points or per cent.

    Attributes:
        played: what was scored at the table, factoring included.
        adjustment: penalties (negative) and bonuses.
        handicap: the handicap of this participant.
        carried: the score carried forward from an earlier stage.
    """

    played: Fraction
    adjustment: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)
    carried: Fraction = Fraction(0)

    @property
    def ranked(self) -> Fraction:
        """The value that decides places: all parts together."""
        return self.played + self.adjustment + self.handicap + self.carried

    def stated(self, convention: TotalConvention) -> Fraction:
        """The value that a file of this convention states as its total."""
        total = self.played + self.adjustment
        return total + self.handicap if convention is TotalConvention.USEBIO_BEFORE_1_4 else total
