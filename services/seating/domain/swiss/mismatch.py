"""Rounds drawn from standings that turned out to be wrong: who would have met whom, and what the match is worth.

Source: EBU White Book, Swiss events. A side is mismatched if, in the correct standings, its opponent and the one that
it should have met differ by more than 5 victory points. Its score, on the scale to 20, is then adjusted:

1. Not at fault, against a higher opponent: 5 plus three quarters of its score.
2. At fault, against a lower opponent: its score less a quarter of what exceeds 5. (A score below 5 stands, which is our
   choice; the printed formula would raise it.)

In all other cases the score stands. The director decides who is at fault.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from shared.bridge.matches.match_awards import mismatch

LIMIT = 5
"""Victory points by which opponents may differ without being a mismatch."""


@dataclass(frozen=True)
class OtherOpponent:
    """A side whose opponent differs from the one by the right standings.

    Attributes:
        met: whom it meets by the draw that stands; None for nobody.
        right: whom it would have met; None for nobody.
        difference: victory points that `met` has more than `right` in the right standings; None where one has none.
    """

    side: str
    met: str | None
    right: str | None
    difference: Fraction | None

    @property
    def is_mismatch(self) -> bool:
        """Whether the two differ by more than the limit."""
        return self.difference is not None and abs(self.difference) > LIMIT


def other_opponents(
    standing: Iterable[tuple[str, str]], right: Iterable[tuple[str, str]], points: Mapping[str, Fraction]
) -> tuple[OtherOpponent, ...]:
    """The sides whose opponent differs from the right draw, in the order of the draw that stands.

    In triples somebody may meet two. The victory points are those of the right standings.
    """
    stands, would = _opponents(standing), _opponents(right)
    changes = []
    for side in [*stands, *(name for name in would if name not in stands)]:
        met, should = stands.get(side, []), would.get(side, [])
        wrong: list[str | None] = [name for name in met if name not in should]
        missed: list[str | None] = [name for name in should if name not in met]
        missed = missed or [None]
        for number, name in enumerate(wrong if met else [None]):
            instead = missed[min(number, len(missed) - 1)]
            theirs, right_ones = points.get(name or ""), points.get(instead or "")
            difference = None if theirs is None or right_ones is None else theirs - right_ones
            changes.append(OtherOpponent(side, name, instead, difference))
    return tuple(changes)


def _opponents(couples: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    opponents: dict[str, list[str]] = {}
    for first, second in couples:
        for side, opponent in ((first, second), (second, first)):
            if opponent not in opponents.setdefault(side, []):
                opponents[side].append(opponent)
    return opponents


def adjusted(score: Fraction, change: OtherOpponent, *, at_fault: bool) -> Fraction:
    """What a side has for its match after a mismatch: victory points on the scale to 20.

    It may be at fault itself, as by a wrong score.
    """
    if not change.is_mismatch or change.difference is None or (change.difference > 0) is at_fault:
        return score
    return mismatch(score, against_higher=not at_fault)
