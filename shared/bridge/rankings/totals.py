"""Totals and percentages of a session, carry-over, handicap and penalties.

Sources: EBU White Book (exact totals, rounding on display only; carry-forward); ACBLscore, from its own files;
USEBIO 1.4 section 2.7 and USEBIO 1.0 (what a stated total includes); Laws 78A, 90 and 91.

Two families differ by hundredths and therefore sometimes by a place:

* exact: sum of match points over sum of tops, nothing rounded before display;
* ACBLscore: the session score is the sum brought to the session's full number of boards and rounded half up to
  0.01, an adjustment is added, and the percentage is taken from that rounded score and rounded half up again.

Boards and sessions are added up where they are counted (`services/scoring/domain/rankings/tallies.py`).
"""

from fractions import Fraction

from shared.bridge.rounding import ACBLSCORE

Number = Fraction | int


def percentage(score: Number, possible: Number) -> Fraction | None:
    """Return the exact percentage, or None when nothing was possible."""
    (above, below), (most, of) = score.as_integer_ratio(), possible.as_integer_ratio()
    return Fraction(100 * above * of, below * most) if most > 0 else None


def acblscore_score(points: Number, *, played: Number, full: Number) -> Fraction:
    """Bring the match points of a session to the total of a 100 % game and round them, as ACBLscore does.

    `played` is the most that the boards with a score could have given.
    """
    return ACBLSCORE.apply(Fraction(points) * full / played if played > 0 else Fraction(0))


def percent_of_session(percent: Number, possible: Number) -> Fraction:
    """Turn per cent of the session's possible score into points, for adjustments and handicaps.

    USEBIO 1.4 section 2.7 states both so for match-pointed events.
    """
    return Fraction(percent) * possible / 100


def penalty_matchpoints(percent_of_top: Number, top: Number) -> Fraction:
    """Return a procedural penalty in per cent of one board's top (Law 90), as negative match points."""
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

    CF = ½ · SQ · (NumQ / MaxQ) · (MaxF / NumF): half the qualifying score, brought from the qualifying top per board to
    the final's. Num are boards played or to be played, Max what can be scored.
    """
    return (
        Fraction(1, 2)
        * Fraction(qualifying_score)
        * Fraction(qualifying_boards)
        / Fraction(qualifying_max)
        * Fraction(final_max)
        / Fraction(final_boards)
    )
