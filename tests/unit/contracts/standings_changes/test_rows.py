from decimal import Decimal
from typing import Any

from contracts.standings import ROWS, BoardRef, Ranking
from contracts.standings_changes.tables import standings_digest
from contracts.tables import Arranged, written
from tests.support.followed import changes_of
from tests.support.made_up_standings import row, table


def test_a_pair_that_rises_by_fifty_places_changes_a_few_cells() -> None:
    field = [row(number, number) for number in range(1, 101)]
    risen = [row(100, 1, 7), *(row(number, number + 1) for number in range(1, 100))]
    _, message = changes_of(table(*field), table(*risen))
    (change,) = message["changes"]["rankings"]
    assert change == {"runs": [[99, 1], [0, 99]], "added": {}, "cells": [{"at": [0], "values": {"total": ["7"]}}]}


def test_a_table_of_which_nothing_changes_says_nothing() -> None:
    same = table(row(1, 1), row(2, 2)).replace(boards=(BoardRef(id="1", board="1"),))
    _, message = changes_of(same, same)
    assert message["changes"]["rankings"] == [{"added": {}, "cells": []}]
    assert message["changes"]["boards"] == {"added": []}


def test_a_table_that_is_another_one_is_sent_whole() -> None:
    _, message = changes_of(table(row(1, 1)), table(*(row(number, number) for number in range(2, 9))))
    assert message["changes"]["rankings"] == [None]
    assert message["standings"]["rankings"][0]["rows"]["id"] == list("2345678")


def test_columns_in_another_order_than_the_rows_give_the_same_rows() -> None:
    columns = {"id": ["1", "2", "3"], "number": ["1", "2", "3"], "name": ["A", "B", "C"]}
    texts, order = {"total": ["1.50", "", "3"]}, [2, 0, 1]
    placed = {"place": ["1", "2", None], "rank": [1, 2, None]}
    arranged = ROWS.arranged(Arranged(columns, order, placed), Arranged(texts, order, {"place": ["1", "2", ""]}))
    plain = ROWS.of_lists({name: [column[at] for at in order] for name, column in columns.items()} | placed)
    of_rows = [
        each.replace(total=total) for each, total in zip(plain, (Decimal(3), Decimal("1.50"), None), strict=True)
    ]
    assert standings_digest(table(*of_rows)) == standings_digest(table().replace(rankings=(_ranking(arranged),)))
    assert list(arranged) == of_rows
    assert written(table(*of_rows)) == written(table().replace(rankings=(_ranking(arranged),)))
    assert standings_digest(table(*of_rows)) == standings_digest(table().replace(rankings=(_ranking(arranged),)))


def _ranking(rows: Any) -> Ranking:
    return Ranking(id="overall", title="Overall", unit="vps", rows=rows)
