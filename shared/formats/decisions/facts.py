"""Decisions as facts.

Rules kept here:

1. A decision about a line becomes a result of the same key with the scores, and the contract if it says one. Laid over
   what the scoring program states about that line, an award leaves contract and tricks as they were, and other points
   than those of the line leave none (`services/scoring/domain/merging/merge.py`). A contract that cannot be read is
   refused. A decision about a match stands beside it, because its worth depends on the scale.
2. A result that is void counts as not played (Law 87 C, and rulings that cancel a board), and is called void.
3. Names, scales and tables become statements about the event, laid over those of the scoring program. A table by
   which nothing could be looked up is refused.
4. A game of chess becomes what both players' lines say of it. These take the place of what the record says of the two
   in that round, whomever it has them play.
5. A carry-forward is worth so many boards of the stage that follows: in per cent of a board's top, to 12 decimals.
"""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import count
from typing import Any

from contracts.base import Place
from contracts.codes.decisions import UNREADABLE
from contracts.decisions import (
    Adjust,
    AnyDecision,
    Awarded,
    CarryForward,
    ChooseSystem,
    Decision,
    Decisions,
    ExchangeSeats,
    LockRound,
    NameEvent,
    OfLine,
    ReassignFiles,
    RemoveBoard,
    RetractFile,
    RuleMatch,
    SetGame,
    SetPresence,
    SetPublic,
    SetScore,
    SetStatus,
    ShowNames,
    StartRoundEarly,
    TakeFile,
    UseImps,
    UseScale,
)
from contracts.facts import (
    AdjustmentFact,
    EarlyStartFact,
    EventFact,
    ExchangeFact,
    Facts,
    GameFact,
    LockFact,
    MatchRulingFact,
    NameShownFact,
    Participant,
    Person,
    PresenceFact,
    PublicFact,
    ReassignmentFact,
    ResultFact,
    RetractionFact,
    Score,
    StatusFact,
    SystemFact,
    TakeFact,
    WeightedPoints,
)
from contracts.facts.base import Fact, FactModel
from shared.bridge.boards.artificial_scores import GRADE_PERCENT
from shared.bridge.boards.imps import ImpTable
from shared.bridge.matches.match_awards import GRADES
from shared.bridge.matches.victory_points import load_scale, scale_called
from shared.bridge.play.contract import parse_contract
from shared.bridge.rankings.totals import carry_forward
from shared.bridge.rounding import to_decimal
from shared.bridge.unreadable import UnreadableText
from shared.errors import FormatError

CARRIED_PLACES = 12

VOID = "void"
"""The score of a void result in words."""

_ALIKE: dict[type[Decision], tuple[str, type[FactModel]]] = {
    RetractFile: ("retractions", RetractionFact),
    TakeFile: ("takes", TakeFact),
    SetStatus: ("statuses", StatusFact),
    SetPublic: ("publics", PublicFact),
    ShowNames: ("names", NameShownFact),
    ReassignFiles: ("reassignments", ReassignmentFact),
    LockRound: ("locks", LockFact),
    StartRoundEarly: ("early_starts", EarlyStartFact),
    SetPresence: ("presences", PresenceFact),
    ChooseSystem: ("systems", SystemFact),
    ExchangeSeats: ("exchanges", ExchangeFact),
}
"""Decisions whose fact has fields of the same names, with the list of `Facts` that it belongs to."""

_AVERAGES = {"average plus": "Ave+", "average": "Ave", "average minus": "Ave-"}
"""How travellers write them; what they are worth follows the other boards of the side."""


def facts_of(decisions: Decisions, first_number: int) -> Facts:
    """The facts of a file; its adjustments are numbered from `first_number`, so that those of several files add up.

    Raises:
        FormatError: a scale or a table of IMPs is of no use.
    """
    numbers = count(first_number)
    facts: dict[str, list[Fact]] = defaultdict(list)
    event: dict[str, object] = {}
    for number, decision in enumerate(decisions.decisions):
        at = Place(path=f"/decisions/{number}")
        if isinstance(decision, NameEvent):
            event["name"] = decision.name
        elif isinstance(decision, UseScale | UseImps):
            event |= _table(decision, at)
        else:
            order = {"decided": decisions.at, "number": number} if isinstance(decision, ExchangeSeats) else {}
            for kind, fact in _facts_of(decision, {"at": at, **order}, numbers):
                facts[kind].append(fact)
    if event:
        facts["events"].append(EventFact.model_validate(event))
    return Facts.model_validate(facts)


def _facts_of(decision: AnyDecision, given: dict[str, Any], numbers: Iterator[int]) -> list[tuple[str, Fact]]:
    """The facts of a decision, each with the list of `Facts` that it belongs to; `given` are fields that all have."""
    fields, at = {**decision.model_dump(), **given}, given["at"]
    if isinstance(decision, OfLine):
        ns = ew = Score(kind="not_played", text=VOID)
        if isinstance(decision, SetScore):
            _check_contract(decision, at)
            ns, ew = _score(decision.ns), _score(decision.ew)
        return [("results", ResultFact.checked({**fields, "ns_score": ns, "ew_score": ew}))]
    if isinstance(decision, SetGame):
        return [("games", game) for game in _games(decision, at)]
    if isinstance(decision, RuleMatch | RemoveBoard):
        for side, awarded in (("home", decision.home_gets), ("away", decision.away_gets)):
            if isinstance(awarded, str):
                fields[f"{side}_award"] = awarded
            elif awarded is not None:
                fields |= {f"{side}_award": awarded.award, f"{side}_score": awarded.score}
        return [("match_rulings", MatchRulingFact.model_validate(fields))]
    if isinstance(decision, Adjust | CarryForward):
        return [("adjustments", _adjustment(decision, at, next(numbers)))]
    kind, model = _ALIKE[type(decision)]
    fact = model.model_validate(fields)
    if not isinstance(fact, PresenceFact) or not isinstance(decision, SetPresence) or decision.kind is None:
        return [(kind, fact)]
    rating = None if decision.rating is None else Decimal(decision.rating)
    person = Person(name=decision.name, title=decision.title, federation=decision.federation, rating=rating)
    newcomer = Participant(
        at=at,
        id=decision.participant,
        kind=decision.kind,
        name=decision.name,
        rating=rating,
        players=(person,) if decision.title or decision.federation else (),
    )
    facts: list[tuple[str, Fact]] = [(kind, fact), ("participants", newcomer)]
    if decision.lasting and decision.round > 1:
        # A newcomer is neither waited for nor drawn before that round.
        facts.insert(0, (kind, fact.replace(round=1, present=False)))
    return facts


def _check_contract(decision: SetScore, at: Place) -> None:
    try:
        parse_contract(decision.contract or "")
    except UnreadableText as error:
        raise FormatError(UNREADABLE, f"{at.path}/contract: {error}", at) from None


_HALVES = {"1": "1", "½": "=", "0": "0", "+": "+", "-": "-"}
"""Each half of a result as the line of a player has it."""


def _games(decision: SetGame, at: Place) -> list[GameFact]:
    """A game as the lines of both players have it (rule 4)."""
    white, black = (_HALVES[decision.result[end]] if decision.result else None for end in (0, -1))
    game = GameFact(at=at, round=decision.round, player=decision.white, opponent=decision.black, colour="w")
    return [
        game.replace(result=white),
        game.replace(player=decision.black, opponent=decision.white, colour="b", result=black),
    ]


def _adjustment(decision: Adjust | CarryForward, at: Place, number: int) -> AdjustmentFact:
    """A penalty or bonus, or a carry-forward, which is so many boards of the stage that follows (rule 5)."""
    fact = AdjustmentFact(
        at=at,
        kind="carry_forward",
        participant=decision.participant,
        participant_kind=decision.kind,
        session=decision.session,
        amount=Decimal(0),
        counted=False,
        reason=decision.reason,
        number=number,
    )
    if isinstance(decision, CarryForward):
        of_board = carry_forward(
            Fraction(decision.score),
            qualifying_max=Fraction(decision.maximum),
            qualifying_boards=decision.boards,
            final_max=100,
            final_boards=1,
        )
        return fact.replace(amount=to_decimal(of_board, CARRIED_PLACES), unit="percent_of_board")
    kind = "penalty" if decision.amount < 0 else "bonus"
    return fact.replace(kind=kind, round=decision.round, amount=decision.amount, unit=decision.unit)


def _table(decision: UseScale | UseImps, at: Place) -> dict[str, object]:
    """The field of the event that a decision about a table sets (rule 3)."""
    try:
        if isinstance(decision, UseScale):
            table = decision.table or scale_called(decision.called)
            load_scale(table)
            return {"vp_table": table}
        ImpTable("given", decision.lower_bounds)
    except ValueError as error:
        raise FormatError(UNREADABLE, f"{at.path}: {error}", at) from None
    return {"imp_bounds": decision.lower_bounds}


def _score(awarded: Awarded) -> Score:
    if awarded.award == "not played":
        return Score(kind="not_played")
    if awarded.award is not None:
        percent = Decimal(int(GRADE_PERCENT[GRADES[awarded.award]]))
        return Score(kind="average", percent=percent, text=_AVERAGES[awarded.award])
    if awarded.percent is not None:
        return Score(kind="artificial", percent=awarded.percent)
    if awarded.weighted is not None:
        parts = tuple(WeightedPoints(weight=part.percent / 100, points=part.points) for part in awarded.weighted)
        return Score(kind="weighted", parts=parts)
    return Score(kind="points", points=awarded.points)
