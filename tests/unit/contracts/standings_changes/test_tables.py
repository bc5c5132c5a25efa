import json
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.messages import Position, StandingsPublished
from contracts.standings import ROWS, BoardRef, Ranking, StandingRow, Standings
from contracts.standings_changes.tables import (
    ChangeRefused,
    Tables,
    follow,
    standings_digest,
    tables_of,
    whole_standings,
)
from contracts.tables import Arranged, written
from tests.support.followed import as_changes
from tests.support.made_up_standings import standings, states


def table(*rows: StandingRow) -> Standings:
    return standings(rankings=(Ranking(id="overall", title="Overall", unit="vps", rows=ROWS.of(rows)),))


def row(number: int, place: int, total: int = 0) -> StandingRow:
    name = f"Pair {number}"
    return StandingRow(
        id=str(number), number=str(number), name=name, place=str(place), rank=place, total=Decimal(total), boards=9
    )


def messages(*all_standings: Standings) -> Iterator[dict[str, Any]]:
    """As JSON: the first one whole, the others as changes."""
    published = (
        StandingsPublished(
            standings=each,
            position=Position(seq=number, applied=number),
            digest="0" * 64,
            calculated_at=datetime(2026, 3, 1, tzinfo=UTC),
        )
        for number, each in enumerate(all_standings, start=1)
    )
    return (json.loads(written(message)) for message in as_changes(published))


def followed(*all_standings: Standings) -> Standings:
    held = None
    for message in messages(*all_standings):
        held = follow(held, message)
    assert held is not None
    return Standings.model_validate_json(json.dumps(whole_standings(held, message)))


@settings(max_examples=60)
@given(st.lists(states(), min_size=2, max_size=4))
def test_whoever_applies_changes_has_the_standings_that_were_published(published: list[Standings]) -> None:
    last = followed(*published)
    assert written(last) == written(published[-1])
    assert standings_digest(last) == standings_digest(published[-1])


@settings(max_examples=30)
@given(st.lists(states(), min_size=2, max_size=4))
def test_a_digest_that_was_kept_to_date_is_that_of_the_standings_alone(published: list[Standings]) -> None:
    held: Tables | None = None
    for each in published:
        held = tables_of(each, held)
        assert held.of == tables_of(Standings.model_validate_json(written(each))).of


def test_standings_that_differ_have_other_digests() -> None:
    before = table(row(1, 1), row(2, 2))
    others = [
        table(row(2, 1), row(1, 2)),
        table(row(1, 1, 5), row(2, 2)),
        table(row(1, 1), row(2, 1)),
        table(row(1, 1)),
        before.replace(name="Other"),
        before.replace(boards=(BoardRef(id="1", board="1"),)),
    ]
    assert len({standings_digest(each) for each in (before, *others)}) == 7


def test_a_pair_that_rises_by_fifty_places_changes_a_few_cells() -> None:
    field = [row(number, number) for number in range(1, 101)]
    risen = [row(100, 1, 7), *(row(number, number + 1) for number in range(1, 100))]
    _, message = messages(table(*field), table(*risen))
    (change,) = message["changes"]["rankings"]
    assert change == {"runs": [[99, 1], [0, 99]], "added": {}, "cells": [{"at": [0], "values": {"total": ["7"]}}]}


def test_a_table_of_which_nothing_changes_says_nothing() -> None:
    same = table(row(1, 1), row(2, 2)).replace(boards=(BoardRef(id="1", board="1"),))
    _, message = messages(same, same)
    assert message["changes"]["rankings"] == [{"added": {}, "cells": []}]
    assert message["changes"]["boards"] == {"added": []}


def test_a_table_that_is_another_one_is_sent_whole() -> None:
    _, message = messages(table(row(1, 1)), table(*(row(number, number) for number in range(2, 9))))
    assert message["changes"]["rankings"] == [None]
    assert message["standings"]["rankings"][0]["rows"]["id"] == list("2345678")


def test_a_change_of_other_standings_is_refused() -> None:
    first, second, third = messages(table(row(1, 1)), table(row(1, 1, 4)), table(row(1, 1, 5)))
    with pytest.raises(ChangeRefused):
        follow(None, second)
    with pytest.raises(ChangeRefused):
        follow(follow(None, first), third)


def test_a_change_that_does_not_give_what_it_says_is_refused() -> None:
    first, second = messages(table(row(1, 1), row(2, 2)), table(row(1, 1, 4), row(2, 2)))
    (change,) = second["changes"]["rankings"]
    for spoilt in (
        {"cells": [{"at": [0], "values": {"total": ["5"]}}]},
        {"cells": [{"at": [5], "values": {"total": ["4"]}}]},
        {"runs": [[1, 1], [0, 1]]},
        {"runs": [[0, 1]]},
        {"runs": [["0", 1]]},
    ):
        second["changes"]["rankings"] = [{**change, **spoilt}]
        with pytest.raises(ChangeRefused):
            follow(follow(None, first), second)


def test_columns_in_another_order_than_the_rows_give_the_same_rows() -> None:
    columns = {"id": ["1", "2", "3"], "number": ["1", "2", "3"], "name": ["A", "B", "C"]}
    texts, order = {"total": ["1.50", "", "3"]}, [2, 0, 1]
    placed = {"place": ["1", "2", None], "rank": [1, 2, None]}
    arranged = ROWS.arranged(Arranged(columns, order, placed), Arranged(texts, order, {"place": ["1", "2", ""]}))
    plain = ROWS.of_lists({name: [column[at] for at in order] for name, column in columns.items()} | placed)
    of_rows = [
        each.replace(total=total) for each, total in zip(plain, (Decimal(3), Decimal("1.50"), None), strict=True)
    ]
    assert written(table(*of_rows)) == written(table().replace(rankings=(_ranking(arranged),)))
    assert standings_digest(table(*of_rows)) == standings_digest(table().replace(rankings=(_ranking(arranged),)))


def _ranking(rows: Any) -> Ranking:
    return Ranking(id="overall", title="Overall", unit="vps", rows=rows)
