"""What is added to a participant's score apart from the boards: penalties and bonuses, handicap, carry-forward.

Rules kept here (Laws 90 and 91; USEBIO 1.4, 2.7):

1. Per cent is per cent of what could be scored in the session, or in all of them where none is named. Per cent of a
   board is that of the top of one board, as procedural penalties of match points are given.
2. A number without a unit is per cent where match points are scored, and otherwise in the unit of the totals.
3. A unit that cannot be turned into that of the totals is not applied, and a finding says so; so it does where the
   director fines a pair of an event of teams, or a player of one of pairs.
4. A stated total contains the adjustments; a handicap or a carry-forward only where the file's version says so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact
from contracts.findings import Finding
from shared.bridge.rankings.totals import penalty_matchpoints, percent_of_session

Part = Literal["adjustment", "handicap", "carried"]

PARTS: Mapping[str, Part] = {
    "penalty": "adjustment",
    "bonus": "adjustment",
    "free_points": "adjustment",
    "bye": "adjustment",
    "handicap": "handicap",
    "carry_forward": "carried",
}
"""The part of a total that each kind of adjustment goes to."""


@dataclass(frozen=True)
class Amount:
    """One adjustment.

    Attributes:
        value: in the unit of the totals, or per cent of what could be scored.
        counted: whether the stated totals contain it.
        of_board: whether it is per cent of the top of one board.
    """

    part: Part
    value: Fraction
    percent: bool
    counted: bool
    of_board: bool = False

    def points(self, possible: Fraction, top: Fraction) -> Fraction:
        """In the unit of the totals, where `possible` could be scored, and `top` on one board."""
        if self.of_board:
            return penalty_matchpoints(-self.value, top)
        return percent_of_session(self.value, possible) if self.percent else self.value


@dataclass
class Adjustment:
    """What comes to the score of a participant apart from the boards, in the unit of the totals.

    Attributes:
        counted: what of it the stated totals contain.
    """

    adjustment: Fraction = Fraction(0)
    handicap: Fraction = Fraction(0)
    carried: Fraction = Fraction(0)
    counted: Fraction = Fraction(0)

    @property
    def all(self) -> Fraction:
        """Everything that decides the place."""
        return self.adjustment + self.handicap + self.carried

    def add(self, amounts: Iterable[Amount], possible: Fraction, top: Fraction) -> None:
        """Add adjustments of a session, or of the event, in which `possible` could be scored, and `top` on a board."""
        for amount in amounts:
            points = amount.points(possible, top)
            setattr(self, amount.part, getattr(self, amount.part) + points)
            if amount.counted:
                self.counted += points


NO_ADJUSTMENT = Adjustment()
"""Of those to whose score nothing comes; nothing is ever added to it."""


@dataclass
class Adjustments:
    """Adjustments by participant and session; None stands for the whole event."""

    by: dict[tuple[str, str | None], list[Amount]] = field(default_factory=dict)

    def of(self, participant: str, session: str | None) -> list[Amount]:
        """The adjustments of a participant in a session, or in the event as a whole."""
        return self.by.get((participant, session), [])


def adjustments_of(
    facts: Iterable[AdjustmentFact],
    kind: str,
    unit: str,
    sessions: Iterable[str | None],
    *,
    unknown_is_percent: bool = True,
    unknown_is_counted: bool = False,
) -> tuple[Adjustments, list[Finding]]:
    """Sort the adjustments of an event's participants.

    Args:
        facts: of the event.
        kind: of the participants that are ranked.
        unit: of their totals.
        sessions: that have scores; an adjustment of another one counts for the event as a whole.
        unknown_is_percent: False to read numbers without a unit in match points where those are scored.
        unknown_is_counted: whether totals contain what is carried forward where the file does not say.

    Returns:
        The adjustments, and a finding for each that cannot be applied.
    """
    adjustments, findings = Adjustments(), []
    known = set(sessions)
    for fact in facts:
        if not fact.amount:
            continue
        if fact.participant_kind != kind:
            if fact.counted is False and fact.kind in ("penalty", "bonus"):
                # Somebody who is not ranked was fined apart from the file.
                subject = f"{fact.participant_kind} {fact.participant}"
                text = f"{fact.kind} of {fact.amount} for {subject} is in no total, since {kind}s are ranked"
                findings.append(_not_applied(fact, subject, text, f"{fact.amount}"))
            continue
        stated = fact.unit or ("percent" if unit == "match_points" and unknown_is_percent else unit)
        percent, of_board = (stated == word and unit == "match_points" for word in ("percent", "percent_of_board"))
        part = PARTS.get(fact.kind)
        if part is None or not (percent or of_board or stated == unit):
            amount_text, subject = f"{fact.amount} {stated}", f"{kind} {fact.participant}"
            text = f"{fact.kind.replace('_', ' ')} of {amount_text} for {subject} is not part of the totals, which are"
            findings.append(_not_applied(fact, subject, f"{text} in {unit.replace('_', ' ')}", amount_text))
            continue
        session = fact.session if fact.session in known else None
        counted = (
            fact.counted
            if fact.counted is not None
            else part == "adjustment" or (part == "carried" and unknown_is_counted)
        )
        amount = Amount(part, Fraction(fact.amount), percent, counted, of_board)
        adjustments.by.setdefault((fact.participant, session), []).append(amount)
    return adjustments, findings


def _not_applied(fact: AdjustmentFact, subject: str, text: str, stated: str) -> Finding:
    return codes.NOT_APPLIED.finding(text, place=fact.at, subject=subject, stated=stated)
