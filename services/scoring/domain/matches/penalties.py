"""Penalties, and what is carried forward, inside a match, before it is turned into victory points.

Rules kept here:

1. A penalty or bonus that names a round, and is in the unit of what the boards of a match add up to (IMPs; per cent of
   a match of pairs), is part of that side's score of its match in that round. Its victory points follow from that. So
   it is where totals are victory points, and in knock-outs, which have no totals.
2. The opponents keep what they won: a procedural penalty is no redress (Law 90). So the victory points of both sides
   need not add up to the usual sum.
3. In a triple it is part of the first of the side's matches in that round.
4. What is carried forward into a match of a knock-out by IMPs names no match: it is part of one that is stated with it,
   for its side alone or against the other as well, and that its boards do not explain.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from contracts.facts import AdjustmentFact, Facts, Key
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.played_matches import agreed_with
from services.scoring.domain.rankings.scheme import Scheme

_KINDS = frozenset({"penalty", "bonus"})


@dataclass(frozen=True)
class Penalised:
    """What the boards of matches add up to with the penalties in them.

    Attributes:
        raws: of each match.
        counted: keys of the penalties that are in them, and so in no total, with the number of the match.
        against: those that count against the opponents as well.
    """

    raws: list[Raw]
    counted: Mapping[Key, int] = field(default_factory=dict)
    against: frozenset[Key] = frozenset()


def penalised(facts: Facts, scheme: Scheme, matches: Sequence[Match], raws: Sequence[Raw]) -> Penalised:
    """Take penalties from what the boards of their matches add up to for the sides that got them."""
    penalised_raws, counted = list(raws), dict[Key, int]()
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
                    counted[fact.key] = number
                    break
    return Penalised(penalised_raws, counted)


def carried_into(
    facts: Facts, scheme: Scheme, matches: Sequence[Match], inside: Penalised, method: MatchMethod
) -> Penalised:
    """Add what is carried forward to the matches that are stated with it (rule 4)."""
    carried = [fact for fact in facts.adjustments if fact.kind == "carry_forward" and fact.unit in ("imps", None)]
    if not carried or not scheme.knock_out or method.unit != "imps":
        return inside
    raws, counted, against = list(inside.raws), dict(inside.counted), set(inside.against)
    for number, (match, raw) in enumerate(zip(matches, raws, strict=True)):
        if not raw.complete or agreed_with(match, method.score(raw)) is not False:
            continue
        sides = [
            [fact for fact in carried if fact.participant == side and fact.session in (None, match.session)]
            for side in (match.home, match.away)
        ]
        home, away = (sum((Fraction(fact.amount) for fact in facts), Fraction(0)) for facts in sides)
        for net in (False, True):
            more = _with(raw, home - away, away - home) if net else _with(raw, home, away)
            if any((home, away)) and agreed_with(match, method.score(more)):
                keys = [fact.key for facts in sides for fact in facts]
                raws[number] = more
                counted |= dict.fromkeys(keys, number)
                against.update(keys if net else ())
                break
    return Penalised(raws, counted, frozenset(against))


def _with(raw: Raw, home: Fraction, away: Fraction) -> Raw:
    return replace(
        raw,
        home=(raw.home or 0) + home,
        away=(raw.away or 0) + away,
        home_won=None if raw.home_won is None else raw.home_won + home,
        away_won=None if raw.away_won is None else raw.away_won + away,
    )


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
