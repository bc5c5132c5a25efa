"""Master points and qualification, published as the file states them.

Rules kept here:

1. Master points are those of the whole event so far; those of this session and of earlier ones are details.
2. Two awards of one colour, as a double ranking with handicap has them, are one amount.
3. A player's own awards are given where they are not those of the entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from contracts.facts import AwardFact, Detail
from shared.formats.acblscore import values
from shared.formats.acblscore.details import detail
from shared.formats.acblscore.image import Record
from shared.formats.acblscore.people import Kind, person_of
from shared.formats.acblscore.roster import Member

COLOURS = 3
"""Colours that one award can have."""

STRATA = 3
"""Strata in which an entry can have a rank."""

Amounts = dict[str, tuple[Decimal, str]]
"""Master points by colour, each with the rankings that gave them."""


def amounts_of(award: Record | None) -> Amounts:
    """The amounts of an award (rule 2); none where it is empty."""
    found: Amounts = {}
    if award is None:
        return found
    for number in range(1, COLOURS + 1):
        amount = award.exact(f"amount_{number}")
        if not amount:
            continue
        colour = award.whole(f"colour_{number}")
        name = values.PIGMENTS[colour] if colour < len(values.PIGMENTS) else str(colour)
        tens, strat = divmod(award.whole(f"ranking_{number}"), 10)
        text = f"{'overall' if tens == 1 else 'section'} stratum {strat}"
        before, texts = found.get(name, (Decimal(0), ""))
        found[name] = (before + amount, f"{texts}, {text}" if texts else text)
    return found


def award_details(entry: Record) -> list[Detail]:
    """Master points of this session and of earlier ones (rule 1)."""
    found = []
    for name in ("awards_before", "awards_session"):
        amounts = amounts_of(entry.filled(name))
        if amounts:
            text = ", ".join(f"{amount} {colour}".strip() for colour, (amount, _) in amounts.items())
            found.append(detail(name.upper(), text))
    return found


def awards_of(member: Member, entry: Record, kind: Kind) -> Iterator[AwardFact]:
    """The awards of an entry and of its players, and what it qualified for.

    Args:
        member: whose entry it is.
        entry: a pair, individual or team.
        kind: of participant.
    """
    total = entry.filled("awards_total")
    own = amounts_of(total)
    if total is not None:
        yield from _facts(member, total, own, None, kind)
    bits = entry.part_bits("awards_total")
    for player in entry.parts("players"):
        award = player.filled("awards_total") if player.part_bits("awards_total") != bits else None
        amounts = amounts_of(award)
        person = person_of(player) if amounts and amounts != own else None
        if award is not None and person is not None:
            yield from _facts(member, award, amounts, person.national_id or person.name, kind)
    qualified = [
        f"stratum {number}: {ranking.whole('qualified')}"
        for number in range(1, STRATA + 1)
        if (ranking := entry.filled("rankings", number - 1)) is not None and ranking.whole("qualified")
    ]
    if qualified:
        yield AwardFact(
            at=entry.part("rankings").place("qualified"),
            kind="qualification",
            participant=member.id,
            participant_kind=kind,
            text=", ".join(qualified),
        )


def _facts(member: Member, award: Record, amounts: Amounts, person: str | None, kind: Kind) -> Iterator[AwardFact]:
    for colour, (amount, text) in amounts.items():
        yield AwardFact(
            at=award.place(),
            kind="master_points",
            participant=member.id,
            participant_kind=kind,
            person=person,
            amount=amount,
            colour=colour or None,
            text=text,
        )
