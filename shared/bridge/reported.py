"""Which lines of a traveller have their result: one rule for progress, history, seats and exports."""

from contracts.facts import ResultFact
from shared.bridge.contract import PASSED_OUT, parse_contract, parse_declarer

DECIDED = frozenset({"points", "artificial", "weighted", "average", "not_played"})
"""Kinds of score that are final; a late play or a blank is still to come."""


def is_reported(result: ResultFact) -> bool:
    """Whether a line has its result: a final score of either side, or a contract that gives one where both are blank.

    A contract gives a score when it was passed out or when its declarer and tricks are known. What is listed as a late
    play for either side is still to come, whatever stands beside it.
    """
    kinds = (result.ns_score.kind, result.ew_score.kind)
    if "late" in kinds:
        return False
    return not DECIDED.isdisjoint(kinds) or (kinds == ("unknown", "unknown") and _was_played(result))


def _was_played(result: ResultFact) -> bool:
    if not result.contract:
        return False
    try:
        contract = parse_contract(result.contract)
        if contract is PASSED_OUT:
            return True
        return contract is not None and result.tricks is not None and bool(parse_declarer(result.declarer or ""))
    except ValueError:
        return False
