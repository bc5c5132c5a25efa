"""Facts about the cards: deals, auctions and plays."""

from operator import attrgetter
from typing import Literal

from contracts.base import Compass, Name, Place, Text
from contracts.facts.base import SIDES, Detail, FactRecord
from contracts.facts.results import Sides
from contracts.records import Record


class Hand(Record):
    """The cards of one seat by suit, ranks A K Q J T 9 .. 2; empty for a void."""

    WHOLE = True

    spades: Name = ""
    hearts: Name = ""
    diamonds: Name = ""
    clubs: Name = ""


class DealFact(FactRecord):
    """The cards of a board; end positions have fewer than thirteen a hand."""

    at: Place | None = None
    session: Name | None = None
    section: Name | None = None
    board: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None
    set_id: Name | None = None
    double_dummy: tuple[Detail, ...] = ()
    details: tuple[Detail, ...] = ()

    KEY = attrgetter("session", "section", "board", "set_id")


class Call(Record):
    """A call of an auction: "1S", "Pass", "X", "XX", "AP", "-" no turn yet, "*" broken off, "+" to be continued."""

    call: Name
    alert: Name | None = None
    note: Text | None = None
    glyphs: tuple[int, ...] = ()
    irregularity: Name | None = None


class AuctionFact(FactRecord):
    """The auction of one board at one table."""

    at: Place | None = None
    session: Name | None = None
    board: Name
    table: Name | None = None
    room: Name | None = None
    sides: Sides = Sides()
    first: Compass | None = None
    calls: tuple[Call, ...] = ()
    notes: Text | None = None
    source: Name | None = None

    KEY = attrgetter("session", "board", "table", "room", *SIDES)


class PlayedCard(Record):
    """A card of the play, suit before rank ("SA"), "-" when it is not known or was not played."""

    card: Name
    note: Text | None = None
    glyphs: tuple[int, ...] = ()
    irregularity: Name | None = None


class PlayFact(FactRecord):
    """The play of one board at one table, in columns from `first` on, or as it was played where `order` is "played".

    Attributes:
        leaders: who led each trick, the first included, where a file says it of more tricks than the first.
        source: the notation within another format that it was read from ("PBN" in a file of USEBIO).
    """

    at: Place | None = None
    session: Name | None = None
    board: Name
    table: Name | None = None
    room: Name | None = None
    sides: Sides = Sides()
    first: Compass | None = None
    leaders: tuple[Compass | None, ...] = ()
    order: Literal["columns", "played"] = "columns"
    cards: tuple[PlayedCard, ...] = ()
    claimed: int | None = None
    notes: Text | None = None
    source: Name | None = None

    KEY = attrgetter("session", "board", "table", "room", *SIDES)
