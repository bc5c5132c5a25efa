"""Facts: the keyed statements that files make about an event, whatever format they came in.

A parser turns a file into one fragment per event; a fragment is a set of facts. Each fact has a `key`: two facts of
the same type with the same key speak of the same thing, and merging keeps one of them. A value that the file does not
give is `None`, never 0. Text that has no rule behind it travels in `details`; what the reader does not know, in
`Facts.extensions`; nothing is dropped.
"""

from contracts.facts.base import Detail, Fact, FactModel, FactRecord, Key
from contracts.facts.cards import AuctionFact, Call, DealFact, Hand, PlayedCard, PlayFact
from contracts.facts.collection import AsOf, Extension, Facts, Scope
from contracts.facts.decisions import (
    EarlyStartFact,
    Exchanged,
    ExchangeFact,
    LockFact,
    MatchRulingFact,
    Meeting,
    PresenceFact,
    PublicFact,
    PublicPolicy,
    ReassignmentFact,
    RetractionFact,
    StatusFact,
    SwissSettings,
    SystemFact,
    TakeFact,
)
from contracts.facts.event import EventFact, Organiser, ScaleChart, ScaleTable, SectionFact, SessionFact, Stratum
from contracts.facts.people import Label, Participant, Person
from contracts.facts.results import (
    GAMES,
    RESULTS,
    UNKNOWN_SCORE,
    BoardFact,
    BoardPointsFact,
    GameFact,
    MatchFact,
    ResultFact,
    Score,
    Sides,
    StatedScore,
    WeightedPoints,
    packed_score,
    total_points,
)
from contracts.facts.seats import SEATS, MovementFact, MovementLine, SeatFact
from contracts.facts.totals import AdjustmentFact, AwardFact, LadderFact, StatedTotal

__all__ = [
    "GAMES",
    "RESULTS",
    "SEATS",
    "UNKNOWN_SCORE",
    "AdjustmentFact",
    "AsOf",
    "AuctionFact",
    "AwardFact",
    "BoardFact",
    "BoardPointsFact",
    "Call",
    "DealFact",
    "Detail",
    "EarlyStartFact",
    "EventFact",
    "ExchangeFact",
    "Exchanged",
    "Extension",
    "Fact",
    "FactModel",
    "FactRecord",
    "Facts",
    "GameFact",
    "Hand",
    "Key",
    "Label",
    "LadderFact",
    "LockFact",
    "MatchFact",
    "MatchRulingFact",
    "Meeting",
    "MovementFact",
    "MovementLine",
    "Organiser",
    "Participant",
    "Person",
    "PlayFact",
    "PlayedCard",
    "PresenceFact",
    "PublicFact",
    "PublicPolicy",
    "ReassignmentFact",
    "ResultFact",
    "RetractionFact",
    "ScaleChart",
    "ScaleTable",
    "Scope",
    "Score",
    "SeatFact",
    "SectionFact",
    "SessionFact",
    "Sides",
    "StatedScore",
    "StatedTotal",
    "StatusFact",
    "Stratum",
    "SwissSettings",
    "SystemFact",
    "TakeFact",
    "WeightedPoints",
    "packed_score",
    "total_points",
]
