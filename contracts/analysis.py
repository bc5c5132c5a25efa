"""The double-dummy analysis of a deal: the tricks of every declarer, and par."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.base import Compass, Contract, Name, Slug
from contracts.findings import Finding

Tricks = Annotated[int, Field(ge=0, le=13)]

Choices = Annotated[str, Field(pattern=r"^([0-9a-d]{1,13}( [0-9a-d]{1,13}){0,51})?$")]
"""Numbers of tricks, each a hexadecimal digit: a word for each turn of a play."""


class DeclarerTricks(Contract):
    """The tricks that one seat wins as declarer, if everybody sees all cards."""

    declarer: Compass
    notrump: Tricks
    spades: Tricks
    hearts: Tricks
    diamonds: Tricks
    clubs: Tricks


class ParContract(Contract):
    """A contract that gives par.

    Attributes:
        contract: "4S"; "5CX" for one that goes down.
        declarers: the seats that win the tricks, both of a side or one.
        tricks: that they win.
    """

    contract: Name
    declarers: tuple[Compass, ...]
    tricks: Tricks


class PlayTricks(Contract):
    """What each card of a play was worth, if everybody sees all cards.

    Attributes:
        denomination: trumps, or "NT".
        cards: in the order of play, as in `TravellerLine`; tables that played alike share one.
        tricks: that declarer wins if nobody errs from then on: before the opening lead, then after each card.
        choices: that declarer wins after each card that might have been played, which `tricks` says of the one that
            was: for each turn a word, in it a digit for each card that the player may play, spades, hearts, diamonds,
            clubs, ranks descending.
    """

    declarer: Compass
    denomination: Name
    cards: tuple[Name, ...]
    tricks: tuple[Tricks, ...]
    choices: Choices


class DealAnalysis(Contract):
    """What the cards of a board are worth, if everybody sees all of them.

    Attributes:
        id: token of the board, as in `ScoredBoard`.
        deal: the 52 cards that it is about, "N:" and the hands of North, East, South and West, each spades, hearts,
            diamonds and clubs with full stops between, ranks descending. A reader compares it: a board may have got
            other cards meanwhile.
        tricks: North, East, South, West.
        par: points for North-South; None where dealer or vulnerability are not known and it depends on them.
        par_contracts: in the order of bidding; none for a board that is passed out.
        plays: of the tables that recorded theirs, as far as they could be computed.
        origin: "computed" by us, or as "stated" in a file, where it could not be computed.
        findings: where what a file states is not what was computed.
    """

    event: Slug
    id: Slug
    session: Name | None = None
    board: Name
    deal: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    tricks: tuple[DeclarerTricks, ...]
    par: int | None = None
    par_contracts: tuple[ParContract, ...] = ()
    plays: tuple[PlayTricks, ...] = ()
    origin: Literal["computed", "stated"]
    findings: tuple[Finding, ...] = ()
