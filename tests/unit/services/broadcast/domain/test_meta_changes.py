from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_client.replica import patched
from services.broadcast.domain.meta_changes import between

values = st.recursive(
    st.integers(0, 3) | st.text("ab/~", max_size=2),
    lambda inner: (
        st.lists(inner | st.none(), max_size=4) | st.dictionaries(st.text("ab/~", max_size=2), inner | st.none())
    ),
)
metas = st.dictionaries(st.text("xy/~", max_size=2), values | st.none(), max_size=4)


@given(metas, metas)
def test_the_changes_lead_from_any_meta_to_any_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    old, new = ({key: value for key, value in meta.items() if value is not None} for meta in (before, after))
    changed = {key: old.get(key) for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    assert patched(old, between(changed, new)) == new


def test_equal_values_need_no_operation() -> None:
    assert between({"a": {"b": [1]}, "c": None}, {"a": {"b": [1]}}) == []


FILES: list[Any] = [{"name": f"files of the evening, round {number}", "rows": number} for number in range(1, 5)]


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        (FILES[:3], FILES, ["add /files/3"]),
        (FILES[:3], FILES[1:], ["remove /files/0", "add /files/2"]),
        (FILES[:3], [FILES[0], FILES[2], FILES[3]], ["remove /files/1", "add /files/2"]),
        (FILES, [FILES[1], FILES[0], *FILES[2:]], ["remove /files/0", "add /files/1"]),
        (FILES, [FILES[0], {**FILES[1], "rows": 9}, *FILES[2:]], ["replace /files/1/rows"]),
        (FILES, [FILES[0], {**FILES[1], "more": None}, *FILES[2:]], ["add /files/1/more"]),
        (FILES, FILES[:3], ["remove /files/3"]),
        (["1"], ["2"], ["replace /files"]),
    ],
)
def test_only_what_is_different_in_a_list_is_stated(before: list[Any], after: list[Any], operations: list[str]) -> None:
    changes = between({"files": before}, {"files": after})
    assert [f"{change['op']} {change['path']}" for change in changes] == operations
    assert patched({"files": before}, changes) == {"files": after}
