from decimal import Decimal
from typing import Any

from contracts.messages import BoardScored, Position
from contracts.standings import ScoredBoard
from services.broadcast.domain import message_tables
from services.broadcast.domain.cards.meetings import COLUMNS, meetings
from services.broadcast.domain.channel import TableState
from tests.support.made_up_kinds import individuals
from tests.support.made_up_pairs import MadeUpPairs
from tests.support.published import board_as_read


def tables(boards: list[ScoredBoard]) -> list[TableState]:
    place: dict[str, Any] = {"position": Position(seq=1, applied=1), "digest": "0" * 64}
    read = [board_as_read(BoardScored(board=each, **place)).board for each in boards]
    return [message_tables.board_table(each) for each in read]


def rows(boards: list[ScoredBoard]) -> list[dict[str, Any]]:
    found: Any = meetings(tables(boards))["rows"]
    return [dict(zip(COLUMNS, row, strict=True)) for row in found]


def test_what_a_pair_has_against_everybody_adds_up_to_its_total() -> None:
    pairs = MadeUpPairs(tables=7, rounds=7)
    pairs.play(5)
    met = rows(pairs.boards())
    assert len(met) == 35
    assert {row["boards"] for row in met} == {2}
    for row in pairs.standings().rankings[0].rows:
        own = [each[f"{side}_points"] for each in met for side in ("left", "right") if each[side] == row.id]
        assert sum(map(Decimal, own)) == row.total
    assert all(Decimal(row["left_points"]) + Decimal(row["right_points"]) == Decimal(row["top"]) for row in met)


def test_where_players_change_partners_each_board_stands_against_both_opponents() -> None:
    event = individuals()
    met = rows(list(event.boards))
    for row in event.standings.rankings[0].rows:
        own = [each[f"{side}_points"] for each in met for side in ("left", "right") if each[side] == row.id]
        assert sum(map(Decimal, own)) == 2 * row.total
    assert all(Decimal(row["left_points"]) + Decimal(row["right_points"]) == Decimal(row["top"]) for row in met)


def test_two_sides_that_meet_again_have_one_row_whoever_sits_where() -> None:
    pairs = MadeUpPairs(tables=3, rounds=3)
    pairs.play(1)
    first, *_ = pairs.boards()
    line = first.lines[0].replace(ns="2", ew="10", ns_points=Decimal("1.5"), ew_points=None)
    again = line.replace(ns="10", ew="2", ns_points=Decimal(3), ew_points=Decimal(1))
    (row,) = rows([first.replace(lines=(line,)), first.replace(id="2", top=None, lines=(again,))])
    assert row == {"left": "10", "right": "2", "boards": 2, "left_points": "3", "right_points": "2.5", "top": None}


def test_lines_without_points_or_without_pairs_are_no_meeting() -> None:
    pairs = MadeUpPairs(tables=3, rounds=3)
    pairs.play(1)
    first, *_ = pairs.boards()
    line = first.lines[0].replace(ns_points=None, ew_points=None)
    assert rows([first.replace(lines=(line, first.lines[0].replace(ns=None)))]) == []
    assert meetings([]) == {"unit": None, "columns": list(COLUMNS), "rows": []}
