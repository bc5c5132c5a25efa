"""What the reader has gathered about one event before its facts are put together."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from contracts.base import Place
from contracts.facts import (
    AuctionFact,
    BoardFact,
    DealFact,
    Detail,
    MatchFact,
    Participant,
    PlayFact,
    ResultFact,
    ScaleTable,
    StatedTotal,
)
from shared.formats.report import Extensions

UNNUMBERED = "game "
"""What stands before the number of a game in the name of a board, or of a table, that has none of its own."""

_GAME = re.compile(rf"{UNNUMBERED}(\d+)", re.ASCII)


def game_number(name: str | None) -> int | None:
    """The number in a name of ours for a board or table without one; None for any other name."""
    match = _GAME.fullmatch(name) if name is not None else None
    return int(match[1]) if match is not None else None


class Where(NamedTuple):
    """The part of the event in which a game was played.

    Attributes:
        owner: names the game for extensions.
    """

    owner: str
    board: str
    session: str | None = None
    section: str | None = None
    round: int | None = None
    round_text: str | None = None
    table: str | None = None
    room: str | None = None


class PairEntry(NamedTuple):
    """A pair as one game or one row of a table tells of it.

    Attributes:
        number: as written; None for a pair that only its names tell.
        names: of its players, in the order of the file.
        side: "NS" or "EW" where it sat; None in a table of totals.
        team: that it plays for.
        line: "NS" or "EW" where a table of totals ranks the two lines apart.
    """

    number: str | None
    names: tuple[str, ...] = ()
    side: str | None = None
    section: str | None = None
    team: str | None = None
    line: str | None = None
    at: Place | None = None


F = TypeVar("F", ResultFact, AuctionFact, PlayFact)


@dataclass
class Seated(Generic[F]):
    """A fact whose sides wait for the names of all pairs to be known; `row` when it stands in a table."""

    fact: F
    where: Where
    ns: PairEntry | None
    ew: PairEntry | None
    row: bool = False


P = TypeVar("P", BoardFact, DealFact)


@dataclass
class Located(Generic[P]):
    """A deal, or what a game without cards says of its board, and where it was played first."""

    fact: P
    where: Where


@dataclass
class Met:
    """A match, and the boards that it has so far."""

    fact: MatchFact
    boards: dict[str, None]


@dataclass
class Draft:
    """Everything read about one event.

    Attributes:
        first: where its first game begins.
        scorings: fields of Scoring, with how many games have them; likewise competitions.
        dates: dates of its games in the order of the file.
        session_dates: those of each session.
        deals: by session, section and board, in the order of the file; different deals of one board side by side.
        rooms: how often a board has been played at the same table.
        alike: numbers of the games of one board that no table tells apart, by their deals.
        rows: of the tables of results of each board.
        teams: that tables of totals list, and their players, by kind and id.
        tables: how many games have a table of results.
        stated: units in which tables state points.
        vp_scale, vp_table: the scale of victory points, by name and as a table of ours.
        summed: whether totals are sums of scores (5.10).
    """

    site: str | None
    name: str | None
    start: str | None
    first: Place
    extensions: Extensions = field(default_factory=Extensions)
    scorings: Counter[tuple[str, ...]] = field(default_factory=Counter)
    competitions: Counter[str] = field(default_factory=Counter)
    dates: dict[str, None] = field(default_factory=dict)
    session_dates: dict[str | None, dict[str, None]] = field(default_factory=dict)
    deals: dict[tuple[str | None, str | None, str], list[Located[DealFact]]] = field(default_factory=dict)
    boards: dict[tuple[str | None, str | None, str], Located[BoardFact]] = field(default_factory=dict)
    results: list[Seated[ResultFact]] = field(default_factory=list)
    auctions: list[Seated[AuctionFact]] = field(default_factory=list)
    plays: list[Seated[PlayFact]] = field(default_factory=list)
    entries: list[PairEntry] = field(default_factory=list)
    totals: dict[tuple[str | None, str | None, str], tuple[PairEntry, Where, StatedTotal]] = field(default_factory=dict)
    matches: dict[tuple[object, ...], Met] = field(default_factory=dict)
    rooms: Counter[tuple[object, ...]] = field(default_factory=Counter)
    alike: dict[tuple[object, ...], dict[object, int]] = field(default_factory=dict)
    rows: dict[tuple[str | None, ...], Counter[object]] = field(default_factory=dict)
    teams: dict[tuple[str | int | None, ...], Participant] = field(default_factory=dict)
    details: dict[str, Detail] = field(default_factory=dict)
    stated: Counter[str] = field(default_factory=Counter)
    vp_scale: str | None = None
    vp_table: ScaleTable | None = None
    tables: int = 0
    summed: bool = False
    individual: bool = False
