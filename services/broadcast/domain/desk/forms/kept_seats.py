"""What a decision about seats comes to when the published seats stay as they are: the round from which it counts."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from contracts.decisions import AnyDecision, ChooseSystem, SetPresence

_LOCKED, _STATED, _IN_PLAY = "it is locked", "files state them", "it is in play"


class Kept(NamedTuple):
    """What is said of the seats, and whether they stay as they are for good."""

    for_good: bool
    text: str


def kept_seats(decision: AnyDecision, seats: Mapping[str, Any], begun: int) -> Kept:
    """A sentence or two on a decision that has been taken in, after which the seats have not changed so far.

    Args:
        decision: about seats.
        seats: the meta of those that are published.
        begun: the last round of which there is a result.
    """
    number = seats.get("round")
    if not isinstance(decision, SetPresence | ChooseSystem):
        return Kept(for_good=False, text="The seats follow in a moment.")
    if not isinstance(number, int):
        return Kept(for_good=False, text="No round is seated now; it counts for the next one.")
    if isinstance(decision, SetPresence) and decision.round > number:
        counts = f"It counts {'from' if decision.lasting else 'for'} round {decision.round}{' on' * decision.lasting}."
        return Kept(for_good=True, text=counts)
    why = _IN_PLAY if begun >= number else _STATED if seats.get("rule") == "stated" else ""
    why = _LOCKED if seats.get("locked") else why
    if not why:
        return Kept(
            for_good=False, text=f"If round {number} is drawn otherwise by it, its new seats follow in a moment."
        )
    lasting = isinstance(decision, ChooseSystem) or decision.lasting
    later = f" It counts from round {number + 1} on." if lasting else ""
    return Kept(for_good=True, text=f"Round {number} keeps its seats, because {why}.{later}")


def rounds_begun(standings: Mapping[str, Any]) -> int:
    """The last round of which there is a result, by the meta of the standings."""
    return int((standings.get("progress") or {}).get("rounds_begun") or 0)
