"""Stratification: ranking contestants a second time among those of like holding (USEBIO 1.4 section 2.9; ACBL).

Rules kept here:

1. Strata are numbered from 1, the top. A contestant belongs to the lowest stratum whose limit its holding does not
   exceed; a limit of 0 is no limit.
2. The holding is the average of the players' points (AVERAGE) or the greatest (HIGHEST).
3. A stated override (USEBIO ``OVERRIDE_STRAT``) decides over everything else; the caller looks at it first.
4. A contestant ranks in its own stratum and in every higher one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from contracts.facts import EventFact, Participant, Person
from shared.bridge.rounding import half_up


class StratificationType(StrEnum):
    """How the players' points make a holding; the values are USEBIO's."""

    AVERAGE = "AVERAGE"
    HIGHEST = "HIGHEST"
    NOT_STRATIFIED = "NOT_STRATIFIED"


@dataclass(frozen=True, slots=True)
class Stratum:
    """One stratum.

    Attributes:
        number: its number; 1 is the top.
        upper_limit: the greatest holding, 0 for no limit; None when the file states a limit that is no number,
            so that only an override can place a contestant here.
    """

    number: int
    upper_limit: Fraction | None
    label: str = ""


def holding(
    points: Sequence[Fraction | int | None], method: StratificationType, *, whole: bool = False
) -> Fraction | None:
    """Return the holding of a contestant; None when it cannot be known, as with unknown points of a player.

    `whole` rounds an average to the nearest whole point, half up, as ACBLscore stores it.
    """
    known = [Fraction(value) for value in points if value is not None]
    if not known or len(known) < len(points) or method is StratificationType.NOT_STRATIFIED:
        return None
    if method is StratificationType.HIGHEST:
        return max(known)
    average = sum(known, Fraction(0)) / len(known)
    return half_up(average) if whole else average


def stratum_of(held: Fraction | None, strata: Sequence[Stratum]) -> int | None:
    """Return the number of the stratum of a holding; None when it is unknown or above every limit (not eligible)."""
    if held is None:
        return None
    fitting = [
        stratum.number
        for stratum in strata
        if stratum.upper_limit is not None and (stratum.upper_limit == 0 or held <= stratum.upper_limit)
    ]
    return max(fitting, default=None)


def event_strata(event: EventFact) -> tuple[Stratum, ...]:
    """Return the strata of an event; one without a number is known by its position."""
    return tuple(
        Stratum(
            number=stratum.number or position,
            upper_limit=None if stratum.limit_in_words else Fraction(stratum.upper_limit or 0),
            label=stratum.label or "",
        )
        for position, stratum in enumerate(event.strata, 1)
    )


def people_of(participant: Participant, listed: Mapping[str, Participant]) -> tuple[Person, ...]:
    """Return the players of a pair or team; of a team that is listed by its pairs, everybody once."""
    if participant.players or not participant.members:
        return participant.players
    members = [listed[name] for name in participant.members if name in listed]
    people = {(person.national_id, person.name): person for one in members for person in one.players}
    return tuple(people.values())


def stratum_by_holdings(players: Sequence[Person], event: EventFact, *, whole: bool = False) -> int | None:
    """Return the stratum that the points of the players give, by average unless the event says; None without them."""
    kinds = {kind.value.lower(): kind for kind in StratificationType}
    how = kinds.get((event.stratification or "average").lower(), StratificationType.NOT_STRATIFIED)
    points = [None if player.holding is None else Fraction(player.holding) for player in players]
    return stratum_of(holding(points, how, whole=whole), event_strata(event))
