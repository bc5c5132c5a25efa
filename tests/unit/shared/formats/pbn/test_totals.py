"""Stated totals."""

from decimal import Decimal

from shared.formats.pbn.draft import Where
from shared.formats.pbn.totals import row_total
from tests.support.pbn_games import read_games

WHERE = Where("game 1", "7", session="s")


def total(columns: str, line: str):
    (game,), _ = read_games(f'[TotalScoreTable "{columns}"]\n{line}\n')
    table = game.tables["TotalScoreTable"]
    return row_total(table, table.rows[0], WHERE, table.text(table.rows[0], "Rank"))


def test_totals_are_taken_from_the_column_that_says_most():
    found = total("Rank;PairId;TotalMP;MeanPercentage;TotalPercentage;NrBoards;Center", "3= 7 144.5 60.2 1204 20 OMS")
    assert (found.place, found.total, found.percentage, found.boards_played) == (
        "3=",
        Decimal("144.5"),
        Decimal("60.2"),
        20,
    )
    assert [(detail.name, detail.value) for detail in found.details] == [("TotalPercentage", "1204"), ("Center", "OMS")]
    assert total("PairId;TotalPercentage", "7 60.2").percentage == Decimal("60.2")
    assert total("PairId;TotalIMP;NrBoards", "7 -12 7.5").boards_played is None
