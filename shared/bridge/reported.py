"""Which lines of a traveller and which matches have their result: one rule for progress, history, seats and exports."""

from contracts.facts import ResultFact
from contracts.standings import ScoredMatch
from shared.bridge.play.contract import PASSED_OUT, parse_contract, parse_declarer

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


def match_is_in(match: ScoredMatch) -> bool:
    """Whether a match, or the part of one, is over as far as files tell.

    All its boards are in, those included that were not played; or it states a score and has no boards; or the director
    has ruled on it.
    """
    if match.boards and match.ruling is None:
        return match.boards + match.cancelled >= (match.length or 0)
    return match.stated_home is not None or match.ruling is not None
