"""Standings, travellers and seats of made-up events as their services publish them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from contracts.analysis import DealAnalysis, DeclarerTricks, ParContract
from contracts.base import Compass
from contracts.messages import BoardScored, DealAnalysed, Position, RoundAssigned, RoundScored, StandingsPublished
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import (
    Method,
    Progress,
    Ranking,
    ScoredBoard,
    ScoredGame,
    ScoredRound,
    Source,
    StandingRow,
    Standings,
    TravellerLine,
)
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.ledger import Ledger, Part
from services.broadcast.domain.message_tables import (
    FeedBoardScored,
    FeedRoundScored,
    FeedStandingsPublished,
    followed,
    standings_table,
)
from shared.bus.wire import decode, encode

STORED = datetime(2031, 10, 3, 20, 0, tzinfo=UTC)
DIGEST = "0" * 64


def standings(event: str, seq: int, leader: str = "Ann & Bob") -> StandingsPublished:
    row = StandingRow(
        id="1", number="1", name=leader, place="1", rank=1, total=Decimal(seq), percentage=Decimal("50.00")
    )
    return StandingsPublished(
        standings=Standings(
            event=event,
            name=f"{event} pairs",
            method=Method(board_scoring="match_points"),
            progress=Progress(text=f"after round {seq}"),
            sources=(
                Source(
                    fragment=f"{DIGEST[:12]}.0",
                    file=DIGEST,
                    name=f"{event}.xml",
                    format="usebio",
                    as_of=STORED,
                    scope="everything",
                ),
            ),
            sources_total=1,
            exports_total=1,
            rankings=(Ranking(id="overall", title="Overall", unit="match_points", rows=(row,)),),
        ),
        position=Position(seq=seq, applied=seq),
        digest=DIGEST,
        leader=leader,
        calculated_at=STORED + timedelta(minutes=seq),
    )


def board(event: str, name: str, seq: int, score: str = "420") -> BoardScored:
    line = TravellerLine(ns="1", ew="2", score=score)
    return BoardScored(
        board=ScoredBoard(event=event, id=name, board=name, unit="match_points", lines=(line,)),
        position=Position(seq=seq, applied=seq),
        digest=DIGEST,
    )


def chess_round(event: str, number: int, seq: int, *games: ScoredGame) -> RoundScored:
    return RoundScored(
        round=ScoredRound(event=event, round=number, games=games),
        position=Position(seq=seq, applied=seq),
        digest=DIGEST,
    )


def round_as_read(message: RoundScored) -> FeedRoundScored:
    """A round as broadcast reads it off the bus."""
    return decode(FeedRoundScored, encode(message))


def analysis(event: str, name: str, seq: int) -> DealAnalysed:
    rows = (("N", 9, 10, 8, 6, 6), ("E", 4, 3, 5, 7, 7), ("S", 9, 10, 8, 6, 6), ("W", 4, 3, 4, 7, 7))
    tricks = tuple(
        DeclarerTricks(declarer=Compass(seat), notrump=nt, spades=s, hearts=h, diamonds=d, clubs=c)
        for seat, nt, s, h, d, c in rows
    )
    par = ParContract(contract="4S", declarers=(Compass.NORTH, Compass.SOUTH), tricks=10)
    return DealAnalysed(
        analysis=DealAnalysis(
            event=event,
            id=name,
            board=name,
            deal="N:" + " ".join(("AKQ.JT9.876.5432",) * 4),
            dealer=Compass.NORTH,
            vulnerable="None",
            tricks=tricks,
            par=420,
            par_contracts=(par,),
            origin="computed",
        ),
        position=Position(seq=seq, applied=seq),
        digest=DIGEST,
    )


def seats(event: str, seq: int) -> RoundAssigned:
    tables = (SeatAssignment(table="1", ns="1", ew="2"),)
    assignment = RoundAssignment(event=event, stage="round", round=seq, rule="movement", tables=tables)
    return RoundAssigned(assignment=assignment, position=Position(seq=seq, applied=seq), digest=DIGEST)


def as_read(message: StandingsPublished) -> FeedStandingsPublished:
    """Standings as broadcast reads them off the bus."""
    return decode(FeedStandingsPublished, encode(message))


def table_of(message: StandingsPublished) -> TableState:
    """The table of whole standings in the feed."""
    read = as_read(message)
    return standings_table(read, followed(None, read))


def board_as_read(message: BoardScored) -> FeedBoardScored:
    """A traveller as broadcast reads it off the bus."""
    return decode(FeedBoardScored, encode(message))


def awake(ledger: Ledger, *events: str) -> None:
    """Keep events in the hub from their first message on."""
    for event in events:
        for boards in (False, True):
            ledger.begin_loading(Part(event, boards))
            ledger.finish_loading(Part(event, boards))
