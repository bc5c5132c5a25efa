"""What the list of boards says of each."""

from decimal import Decimal
from typing import Any

from contracts.base import Compass
from contracts.messages import BoardScored, Position
from contracts.standings import BoardDeal, ScoredBoard, TravellerLine
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS, board_row
from services.broadcast.domain.channel import TableState, check_rows
from services.broadcast.domain.message_tables import analysis_table, board_table
from tests.support.deals import MADE_UP, MADE_UP_TEXT
from tests.support.published import analysis, board_as_read

ANALYSIS = analysis_table(analysis("a", "7", 1).analysis.replace(deal=MADE_UP_TEXT))


def listed(*lines: TravellerLine, deal: BoardDeal | None = MADE_UP, of: TableState | None = None) -> dict[str, Any]:
    board = ScoredBoard(
        event="a",
        id="2-7",
        session="2",
        board="7",
        dealer=Compass.SOUTH,
        vulnerable="All",
        unit="match_points",
        deal=deal,
        lines=lines,
    )
    message = BoardScored(board=board, position=Position(seq=1, applied=1), digest="0" * 64)
    row = board_row(board_table(board_as_read(message).board), of)
    check_rows({"2-7": row}, BOARD_LIST_COLUMNS)
    return dict(zip(BOARD_LIST_COLUMNS, row, strict=True))


def scores(*texts: str) -> tuple[TravellerLine, ...]:
    return tuple(TravellerLine(round=number, score=text) for number, text in enumerate(texts))


def test_a_board_has_its_dealer_its_vulnerability_and_how_far_its_results_are_apart() -> None:
    row = listed(*scores("-50", "420", "420", "450", "A6040", ""))
    assert (row["session"], row["board"], row["dealer"], row["vulnerable"]) == ("2", "7", "S", "All")
    assert (row["results"], row["low"], row["high"], row["common"], row["times"]) == (5, -50, 450, 420, 2)


def test_of_scores_that_are_as_frequent_the_one_in_the_middle_is_named() -> None:
    assert listed(*scores("-50", "420", "PASS"))["common"] == 0
    assert listed(*scores("420", "420"))["common"] == 420
    # Of one score none is frequent.
    assert listed(*scores("420"))["common"] is None


def test_a_board_without_a_result_of_play_has_no_spread() -> None:
    row = listed(*scores("A6040"))
    assert (row["results"], row["low"], row["high"], row["common"], row["times"]) == (1, None, None, None, None)
    assert listed()["results"] == 0


def test_tables_with_auction_or_play_are_counted() -> None:
    line = TravellerLine(score="420", ns_points=Decimal(1))
    assert listed(line.replace(cards=("SA",)), line.replace(calls=("Pass",)), line)["plays"] == 2
    assert listed(line)["plays"] == 0


def test_par_is_that_of_the_cards_that_were_dealt() -> None:
    assert listed(of=ANALYSIS)["par"] == 420
    assert listed()["par"] is None
    assert listed(of=ANALYSIS, deal=MADE_UP.replace(north=MADE_UP.east, east=MADE_UP.north))["par"] is None
    assert listed(of=ANALYSIS, deal=MADE_UP.replace(west=None))["par"] is None
    assert listed(of=ANALYSIS, deal=None)["par"] is None
