"""What two lists of facts do not have in common."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import RESULTS, Facts, ResultFact
from services.scoring.domain.merging.differing import apart
from tests.support.fragments import result

LINES = st.lists(
    st.builds(
        result, st.sampled_from("123"), st.sampled_from("12"), st.sampled_from("34"), st.sampled_from([None, 50, 420])
    ),
    max_size=8,
)


def read(rows: Sequence[ResultFact]) -> Sequence[ResultFact]:
    """The same as columns, as they come from the bus."""
    return Facts.model_validate_json(Facts(results=tuple(rows)).model_dump_json()).results


@pytest.mark.parametrize("of", [tuple, read], ids=["rows", "columns"])
@given(old=LINES, new=LINES, common=LINES)
def test_only_keys_with_other_facts_are_apart(of, old, new, common):
    first, second = [*common, *old, *common], [*common, *new, *common]
    by_key = apart(of(first), of(second))
    was, now = ([line for facts in by_key.values() for line in facts[side]] for side in (0, 1))
    assert all(line.key == key for key, facts in by_key.items() for side in facts for line in side)
    for key in {line.key for line in (*first, *second)}:
        left, right = ([line for line in lines if line.key == key] for lines in (first, second))
        if key not in {line.key for line in (*was, *now)}:
            assert left == right
    assert [line for line in first if line not in was] == [line for line in second if line not in now] or old != new
    rest = list(first)
    for line in was:
        rest.remove(line)
    for line in now:
        rest.append(line)
    assert sorted(rest, key=repr) == sorted(second, key=repr)


def test_of_two_tables_only_the_rows_that_differ_are_made():
    rows = [result(str(board), "1", "2", 10 * board) for board in range(100)]
    other = list(rows)
    other[30], other[60] = other[30].replace(tricks=9), other[60].replace(tricks=8)
    old, new = read(rows), read(other)
    assert list(apart(old, new).values()) == [([rows[30]], [other[30]]), ([rows[60]], [other[60]])]
    assert old._rows is new._rows is None


def test_lines_in_another_order_are_not_apart():
    rows = [result(str(board), "1", "2", 10 * board) for board in range(20)]
    mixed = list(rows)
    random.Random(1).shuffle(mixed)
    assert apart(tuple(rows), tuple(mixed)) == apart(read(rows), read(mixed)) == {}


def test_a_table_of_rows_is_compared_by_its_rows():
    rows = (result("1", "1", "2"), result("2", "1", "2"))
    assert apart(RESULTS.of(rows), read(rows[:1])) == {rows[1].key: ([rows[1]], [])}
    assert apart((), read(rows)) == {row.key: ([], [row]) for row in rows}
    assert apart((), ()) == {}


def test_rows_that_are_alike_in_the_columns_that_count_are_not_made():
    rows = [result(str(board), "1", "2", 10 * board) for board in range(20)]
    other = [row.replace(tricks=9) for row in rows]
    other[7] = result("7", "1", "2", 130)
    for more in ([], [result("30", "1", "2", 50)]):
        by_key = apart(read(rows), read([*other, *more]), ("board", "ns_score"))
        assert by_key == {rows[7].key: ([rows[7]], [other[7]]), **{row.key: ([], [row]) for row in more}}


def test_two_lines_of_one_key_are_apart_in_another_order_where_a_line_is_gone():
    rows = [result(str(board), "1", "2", 10 * board) for board in range(20)]
    again = rows[3].replace(tricks=9)
    old, new = read([*rows, again]), read([*rows[1:3], *rows[4:], again, rows[3]])
    assert rows[3].key in apart(old, new)
