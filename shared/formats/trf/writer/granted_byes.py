"""The byes that a director has given, written as a file of the tournament itself would state them."""

from contracts.messages import EventMerged
from shared.chess.granted_byes import with_byes


def with_granted_byes(merged: EventMerged) -> EventMerged:
    """The event with the byes that the director has given among its games and matches."""
    facts = with_byes(merged.facts)
    if facts is merged.facts:
        return merged
    origins = {name: numbers for name, numbers in merged.origins.items() if name not in ("games", "matches")}
    return merged.replace(facts=facts, origins=origins)
