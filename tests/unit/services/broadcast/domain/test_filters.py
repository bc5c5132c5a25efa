import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import FilterRequest
from services.broadcast.domain.channel import Row
from services.broadcast.domain.filters import EVERYTHING, Filter

COLUMNS = ("ranking", "section", "number", "rank")
ROWS: dict[str, Row] = {
    "a": ("overall", "A", "1", 1),
    "b": ("overall", "A", "2", 2),
    "c": ("overall", "B", "3", 3),
    "d": ("NS", "B", "12", None),
}


def kept(columns: tuple[str, ...] = COLUMNS, **wish: object) -> str:
    accepts = Filter.of(FilterRequest(**wish)).bind(columns)  # type: ignore[arg-type]
    return "".join(key for key, row in ROWS.items() if accepts is None or accepts(key, row))


def test_no_wish_keeps_everything_without_a_test_for_each_row() -> None:
    assert Filter.of(None).bind(COLUMNS) is None
    assert Filter.of(FilterRequest()) == EVERYTHING
    assert EVERYTHING.request() is None


def test_section_and_ranking_narrow() -> None:
    assert kept(section=["B"]) == "cd"
    assert kept(section=["B"], ranking=["overall"]) == "c"


def test_top_keeps_the_first_ranks_and_nobody_without_a_rank() -> None:
    assert kept(top=2) == "ab"


def test_pairs_are_named_by_number_or_by_row() -> None:
    assert kept(pairs=[12, "a"]) == "ad"


def test_pairs_are_kept_beside_the_top() -> None:
    assert kept(top=1, pairs=[12]) == "ad"


def test_a_section_narrows_the_pairs_too() -> None:
    assert kept(section=["A"], pairs=[12, 1]) == "a"


@pytest.mark.parametrize("wish", [{"section": ["A"]}, {"ranking": ["NS"]}, {"top": 1}, {"top": 1, "pairs": [1]}])
def test_a_column_that_the_table_lacks_restricts_nothing(wish: dict[str, object]) -> None:
    rows = {"x": ("1",), "y": ("2",)}
    accepts = Filter.of(FilterRequest(**wish)).bind(("name",))  # type: ignore[arg-type]
    assert accepts is None or all(accepts(key, row) for key, row in rows.items())


@given(st.permutations(["A", "B", "C"]), st.permutations([1, 12, 7]))
def test_equal_wishes_are_equal_filters(sections: list[str], pairs: list[int]) -> None:
    one = Filter.of(FilterRequest(section=tuple(sections), pairs=tuple(pairs)))  # type: ignore[arg-type]
    other = Filter.of(FilterRequest(section=("C", "B", "A", "A"), pairs=("1", "7", "12", "12")))
    assert one == other
    assert hash(one) == hash(other)
    assert Filter.of(one.request()) == one
