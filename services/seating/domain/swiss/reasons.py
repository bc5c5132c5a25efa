"""Why two participants meet, in one sentence."""

from collections.abc import Iterable, Mapping, Sequence

from services.seating.domain.swiss.model import FULL, Field

_LISTED = 3


def ordinal(number: int) -> str:
    """A rank in words: 1st, 2nd, 3rd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def listed(texts: Sequence[str]) -> str:
    """Several things in a sentence; of many the first few."""
    shown = list(texts[:_LISTED])
    if len(texts) > _LISTED:
        shown.append(f"{len(texts) - _LISTED} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def in_rounds(rounds: Iterable[int | None]) -> str:
    """When something was: "in round 2", "in rounds 1 and 4"; before, where rounds have no numbers."""
    numbers = sorted({number for number in rounds if number is not None})
    if not numbers:
        return "before"
    return f"in round{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def why_swiss(field: Field, higher: str, lower: str, partners: Mapping[str, str], aside: Mapping[str, str]) -> str:
    """Why two meet in a Swiss draw: why neither meets anybody ranked between them.

    `partners` are whom everybody meets who has one opponent; `aside` is what becomes of others: "has the bye".
    """
    first, second = field.ranks[higher], field.ranks[lower]
    again = field.rounds_met.get(frozenset((higher, lower)), ())
    begin = f"{ordinal(first)} meets {ordinal(second)}"
    if field.halves_met.get(frozenset((higher, lower)), 0) >= FULL:
        return f"{begin} again (they met {in_rounds(again)}): a rematch could not be avoided"
    if again:
        begin += f", after half a match {in_rounds(again)}"
    met, needed = [], []
    for between in field.entrants[first : second - 1]:
        opponent = partners.get(between.id)
        rank = ordinal(field.ranks[between.id])
        if between.id in aside:
            met.append(f"{rank} {aside[between.id]}")
        if opponent is None or field.ranks[opponent] < first:
            continue
        both = frozenset((higher, between.id))
        if both in field.apart:
            met.append(f"{rank} is kept apart")
        elif both in field.rounds_met:
            met.append(f"{rank} was met {in_rounds(field.rounds_met[both])}")
        else:
            needed.append(rank)
    if needed:
        verb = "is" if len(needed) == 1 else "are"
        met.append(f"{listed(needed)} {verb} needed by others, who would meet again or lie farther apart")
    return f"{begin}: {listed(met) if met else 'the next in rank order'}"
