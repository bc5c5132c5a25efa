import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.standings import BoardRef, Standings
from contracts.standings_changes.tables import (
    ChangeRefused,
    Tables,
    follow,
    standings_digest,
    tables_of,
    whole_standings,
)
from contracts.tables import written
from tests.support.followed import changes_of
from tests.support.made_up_standings import row, states, table


def followed(*all_standings: Standings) -> Standings:
    held = None
    for message in changes_of(*all_standings):
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


def test_a_change_of_other_standings_is_refused() -> None:
    first, second, third = changes_of(table(row(1, 1)), table(row(1, 1, 4)), table(row(1, 1, 5)))
    with pytest.raises(ChangeRefused):
        follow(None, second)
    with pytest.raises(ChangeRefused):
        follow(follow(None, first), third)


def test_a_change_that_does_not_give_what_it_says_is_refused() -> None:
    first, second = changes_of(table(row(1, 1), row(2, 2)), table(row(1, 1, 4), row(2, 2)))
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
