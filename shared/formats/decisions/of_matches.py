"""Decisions about matches and their boards, as facts and in words."""

from contracts.base import Place
from contracts.decisions import MatchAwarded, RemoveBoard, RuleMatch
from contracts.facts import MatchRulingFact

OfMatches = RuleMatch | RemoveBoard


def match_ruling(decision: OfMatches, at: Place) -> MatchRulingFact:
    """The fact of a decision.

    Args:
        decision: about a match.
        at: its place in the file.
    """
    named = MatchRulingFact(
        at=at,
        session=decision.session,
        round=decision.round,
        home=decision.home,
        away=decision.away,
        reason=decision.reason,
    )
    if isinstance(decision, RemoveBoard):
        return named.replace(home_award=decision.home_gets, away_award=decision.away_gets, board=decision.board)
    given: dict[str, object] = {}
    for side, gets in (("home", decision.home_gets), ("away", decision.away_gets)):
        if gets is not None:
            given |= {f"{side}_award": gets.award, f"{side}_score": gets.score}
    return named.model_copy(update=given)


def match_of(decision: OfMatches) -> str:
    """What a decision is about."""
    board = f"board {decision.board} of " if isinstance(decision, RemoveBoard) else ""
    of_round = f" in round {decision.round}" if decision.round is not None else ""
    return f"{board}the match {decision.home} against {decision.away}{of_round}"


def said_of_match(decision: OfMatches) -> str:
    """What is said of the match, as the end of a sentence."""
    if isinstance(decision, RemoveBoard):
        return f" is removed: {decision.home_gets} to {decision.home}, {decision.away_gets} to {decision.away}"
    given = ((decision.home, decision.home_gets), (decision.away, decision.away_gets))
    return f": {', '.join(f'{_worth(gets)} to {side}' for side, gets in given)}"


def _worth(gets: MatchAwarded | None) -> str:
    if gets is None:
        return "what was played"
    return gets.award or f"{gets.score}"
