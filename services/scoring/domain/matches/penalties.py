"""Penalties that are given inside a match, before it is turned into victory points.

Rules kept here:

1. A penalty or bonus that names a round, and is in the unit of what the boards of a match add up to (IMPs; per cent of
   a match of pairs), is part of that side's score of its match in that round. Its victory points follow from that. So
   it is where totals are victory points, and in knock-outs, which have no totals.
2. The opponents keep what they won: a procedural penalty is no redress (Law 90). So the victory points of both sides
   need not add up to the usual sum.
3. In a triple it is part of the first of the side's matches in that round.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from contracts.facts import AdjustmentFact, Facts, Key
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import Raw
from services.scoring.domain.rankings.scheme import Scheme

_KINDS = frozenset({"penalty", "bonus"})


@dataclass(frozen=True)
class Penalised:
    """What the boards of matches add up to with the penalties in them.

    Attributes:
        raws: of each match.
        counted: keys of the penalties that are in them, and so in no total.
    """

    raws: list[Raw]
    counted: frozenset[Key]


def penalised(facts: Facts, scheme: Scheme, matches: Sequence[Match], raws: Sequence[Raw]) -> Penalised:
    """Take penalties from what the boards of their matches add up to for the sides that got them."""
    penalised_raws, counted = list(raws), set()
    if scheme.total_unit == "vps" or scheme.total in ("stated", "progress"):
        for fact in facts.adjustments:
            if fact.kind not in _KINDS or fact.participant_kind != scheme.ranked or fact.unit != scheme.raw_unit:
                continue
            for number, match in enumerate(matches):
                raw = penalised_raws[number]
                if raw.boards and is_in(fact, match):
                    amount = Fraction(fact.amount)
                    if match.home == fact.participant:
                        penalised_raws[number] = replace(raw, home=(raw.home or 0) + amount)
                    else:
                        penalised_raws[number] = replace(raw, away=(raw.away or 0) + amount)
                    counted.add(fact.key)
                    break
    return Penalised(penalised_raws, frozenset(counted))


def is_in(fact: AdjustmentFact, match: Match) -> bool:
    """Whether a penalty is of the round of a match, and of one of its sides."""
    return (
        fact.round is not None
        and fact.round == match.round
        and fact.session in (None, match.session)
        and fact.participant in (match.home, match.away)
    )


def without(facts: Facts, counted: Collection[Key]) -> Facts:
    """The facts of an event without penalties that are counted in matches."""
    if not counted:
        return facts
    left = tuple(fact for fact in facts.adjustments if fact.key not in counted)
    return facts.replace(adjustments=left)
