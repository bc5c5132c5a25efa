"""An evening of made-up pairs for notices: its standings, a traveller and seats, as they are published."""

from datetime import UTC, datetime
from decimal import Decimal

from contracts.facts import EventFact, Facts
from contracts.messages import BoardScored, EventMerged, Position, RoundAssigned
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, Ranking, ScoredBoard, StandingRow, Standings, Status, TravellerLine

EVENT = "made-up-pairs"
DIGEST = "0" * 64


def merged(
    rounds: int | None = 0,
    *,
    pairs: int = 4,
    boards: int = 0,
    status: Status = Status.LIVE,
    adjustment: int | None = None,
    applied: int = 1,
) -> EventMerged:
    """The event when so many rounds are complete, and each pair has so many boards; pair 1 leads."""
    rows = tuple(
        StandingRow(
            id=str(number),
            number=str(number),
            name=f"Pair {number}",
            place=str(number) if boards else None,
            percentage=Decimal(70 - number) if boards else None,
            total=Decimal(100 - number),
            boards=boards,
            adjustment=Decimal(adjustment) if adjustment is not None and number == 1 else None,
        )
        for number in range(1, pairs + 1)
    )
    standings = Standings(
        event=EVENT,
        name="Made-up pairs",
        method=Method(board_scoring="match_points"),
        progress=Progress(rounds_complete=rounds),
        status=status,
        rankings=(Ranking(id="overall", title="Overall", unit="match_points", rows=rows),),
    )
    return EventMerged(
        event=EVENT,
        applied=applied,
        facts=Facts(events=(EventFact(name="Made-up pairs", kind="pairs"),)),
        standings=standings,
        calculated_at=datetime(2031, 10, 3, 20, tzinfo=UTC),
    )


def traveller(score: str | None, *, seq: int = 1) -> BoardScored:
    """Board 7, which pairs 1 and 2 played with this result, or have not played."""
    lines = (TravellerLine(ns="1", ew="2", score=score),) if score is not None else ()
    board = ScoredBoard(event=EVENT, id="7", board="7", unit="match_points", lines=lines)
    return BoardScored(board=board, position=Position(seq=seq, applied=seq), digest=f"{seq:064x}")


def seats(table: str, *, round: int = 2, seq: int = 1, out: tuple[str, ...] = ()) -> RoundAssigned:
    """Pairs 1 and 2 at a table."""
    assignment = RoundAssignment(
        event=EVENT,
        stage="round",
        round=round,
        rule="stated",
        tables=(SeatAssignment(table=table, ns="1", ew="2", first_board="9", last_board="11"),),
        sitting_out=out,
    )
    return RoundAssigned(assignment=assignment, position=Position(seq=seq, applied=seq), digest=f"{seq:064x}")
