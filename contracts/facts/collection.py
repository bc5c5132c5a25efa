"""All facts of a fragment together, what they cover, and as of when."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, ClassVar, Literal

from contracts.base import Contract, Instant, Name, Place, Text
from contracts.facts.base import FactRecord
from contracts.facts.cards import AuctionFact, DealFact, PlayFact
from contracts.facts.decisions import (
    EarlyStartFact,
    ExchangeFact,
    LockFact,
    MatchRulingFact,
    NameShownFact,
    PresenceFact,
    PublicFact,
    ReassignmentFact,
    RetractionFact,
    StatusFact,
    SystemFact,
    TakeFact,
)
from contracts.facts.event import EventFact, SectionFact, SessionFact
from contracts.facts.people import Participant
from contracts.facts.results import GAMES, RESULTS, BoardFact, BoardPointsFact, GameFact, MatchFact, ResultFact
from contracts.facts.seats import SEATS, MovementFact, SeatFact
from contracts.facts.totals import AdjustmentFact, AwardFact, LadderFact, StatedTotal


class Extension(FactRecord):
    """What the reader does not know, kept as it stands.

    Attributes:
        kind: "element", "attribute", "tag", "section", "record", "bytes", "comment", "directive".
        owner: where it hangs, in the words of the format ("/USEBIO/EVENT", "game 3").
        value: text, or base64 for bytes.
    """

    at: Place | None = None
    kind: Name
    owner: Name
    name: Name
    value: Text = ""
    index: int = 0

    KEY = attrgetter("kind", "owner", "name", "index")


class Facts(Contract):
    """Everything a fragment, or a merged event, states; each list in the order of the file or of its keys."""

    FIELDS: ClassVar[tuple[str, ...]]
    """The names of the lists, in their order."""

    events: tuple[EventFact, ...] = ()
    sessions: tuple[SessionFact, ...] = ()
    sections: tuple[SectionFact, ...] = ()
    participants: tuple[Participant, ...] = ()
    boards: tuple[BoardFact, ...] = ()
    results: Annotated[Sequence[ResultFact], RESULTS] = ()
    matches: tuple[MatchFact, ...] = ()
    board_points: tuple[BoardPointsFact, ...] = ()
    games: Annotated[Sequence[GameFact], GAMES] = ()
    deals: tuple[DealFact, ...] = ()
    auctions: tuple[AuctionFact, ...] = ()
    plays: tuple[PlayFact, ...] = ()
    movements: tuple[MovementFact, ...] = ()
    seats: Annotated[Sequence[SeatFact], SEATS] = ()
    adjustments: tuple[AdjustmentFact, ...] = ()
    totals: tuple[StatedTotal, ...] = ()
    awards: tuple[AwardFact, ...] = ()
    ladder: tuple[LadderFact, ...] = ()
    extensions: tuple[Extension, ...] = ()
    retractions: tuple[RetractionFact, ...] = ()
    statuses: tuple[StatusFact, ...] = ()
    locks: tuple[LockFact, ...] = ()
    reassignments: tuple[ReassignmentFact, ...] = ()
    early_starts: tuple[EarlyStartFact, ...] = ()
    presences: tuple[PresenceFact, ...] = ()
    systems: tuple[SystemFact, ...] = ()
    match_rulings: tuple[MatchRulingFact, ...] = ()
    takes: tuple[TakeFact, ...] = ()
    exchanges: tuple[ExchangeFact, ...] = ()
    publics: tuple[PublicFact, ...] = ()
    names: tuple[NameShownFact, ...] = ()

    @property
    def event(self) -> EventFact:
        """The statement about the event as a whole, an empty one when the file makes none."""
        return self.events[0] if self.events else EventFact()


Facts.FIELDS = tuple(Facts.model_fields)


class Scope(Contract):
    """What part of an event a fragment covers; None means "all that there is" in that dimension.

    Attributes:
        whole: the fragment is the whole of this scope: an older fact inside it that it does not repeat is withdrawn.
        rounds, boards: of the sessions named.
    """

    whole: bool = False
    sessions: tuple[Name, ...] | None = None
    sections: tuple[Name, ...] | None = None
    rounds: tuple[int, ...] | None = None
    boards: tuple[Name, ...] | None = None

    @property
    def complete(self) -> bool:
        """Whether the fragment has all that its program knows of these sessions and sections."""
        return self.whole and self.rounds is None and self.boards is None


class AsOf(Contract):
    """The moment at which a fragment was true, and how it is known."""

    at: Instant
    source: Literal["stated", "modified", "end_time", "file_time", "arrival"]
