import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_client.replica import Change, Lost, Message, Position, Replica, checksum

HEAD = {"channel": "events", "epoch": "E1", "ts": "2026-01-01T00:00:00.000Z"}
COLUMNS = ["rank", "total"]


def snapshot(seq: int, rows: dict[str, list[object]], **fields: object) -> Message:
    proof = checksum(rows)
    given = {"columns": COLUMNS, "meta": {}, "encoding": "columns", "checksum": proof, **HEAD, **fields}
    return {"type": "snapshot", "seq": seq, "rows": rows, **given}


def delta(before: int, seq: int, **fields: object) -> Message:
    return {"type": "delta", "from": before, "seq": seq, "reason": "result", **HEAD, **fields}


def told(kind: str, seq: int, **fields: object) -> Message:
    return {"type": kind, "seq": seq, **HEAD, **fields}


def holding() -> Replica:
    replica = Replica("events")
    replica.apply(snapshot(5, {"a": [1, "60"], "b": [2, "50"]}))
    return replica


def test_a_snapshot_is_taken_and_says_what_is_new() -> None:
    replica = holding()
    assert replica.rows == {"a": {"rank": 1, "total": "60"}, "b": {"rank": 2, "total": "50"}}
    change = replica.apply(snapshot(9, {"a": [1, "60"], "c": [2, "55"]}))
    assert change == Change(rows=frozenset("c"), removed=frozenset("b"))


def test_a_delta_adds_and_removes_rows_and_changes_cells_by_the_place_of_their_rows() -> None:
    replica = holding()
    cells = {"rank": [[0, 2], [3, 2]], "total": [[2], ["55"]]}
    added = {"Z": [4, "40"], "c": [1, "61"]}
    change = replica.apply(delta(5, 7, added=added, removed=["b"], cells={"rank": [[1], [2]]}))
    assert change == Change(rows=frozenset("Zac"), removed=frozenset("b"), reason="result")
    assert replica.rows == {
        "a": {"rank": 2, "total": "60"},
        "c": {"rank": 1, "total": "61"},
        "Z": {"rank": 4, "total": "40"},
    }
    change = replica.apply(delta(7, 8, cells=cells))
    assert change == Change(rows=frozenset("Zc"), reason="result")
    assert [replica.rows[key]["rank"] for key in ("Z", "a", "c")] == [3, 2, 2]
    assert replica.rows["c"]["total"] == "55"
    assert replica.position == Position("E1", 8)


def test_what_was_given_to_a_reader_does_not_change_under_it() -> None:
    replica = holding()
    before = replica.rows
    replica.apply(delta(5, 6, cells={"rank": [[0], [2]]}))
    assert replica.rows["a"]["rank"] == 2
    assert before["a"]["rank"] == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"removed": ["x"]},
        {"removed": 7},
        {"cells": {"rank": [[-1], [1]]}},
        {"cells": {"rank": 7}},
        {"added": {"c": 7}},
        {"added": {"c": [1]}},
        {"cells": {"rank": [[2], [1]]}},
        {"cells": {"rank": [[0, 1], [1]]}},
        {"meta": [{"op": "remove", "path": "/round"}]},
        {"meta": [{"op": "add", "path": "/title/words/-", "value": 1}]},
        {"meta": [{"op": "replace", "path": "", "value": 1}]},
    ],
)
def test_a_delta_that_does_not_fit_means_to_begin_anew(fields: dict[str, object]) -> None:
    replica = holding()
    replica.meta = {"title": "Pairs"}
    with pytest.raises(Lost, match="does not fit") as lost:
        replica.apply(delta(5, 6, **fields))
    assert (lost.value.resume, replica.position) == (None, None)


def test_old_news_is_ignored() -> None:
    replica = holding()
    assert replica.apply(delta(2, 5, added={"a": [9, "0"]})) is None
    assert replica.rows["a"]["rank"] == 1


@pytest.mark.parametrize(
    "message",
    [
        delta(6, 7),
        delta(4, 6),
        delta(5, 6, epoch="E2"),
        told("heartbeat", 6),
        told("synced", 6),
        told("synced", 5, epoch="E2"),
    ],
)
def test_a_gap_is_noticed_and_says_where_to_resume(message: Message) -> None:
    replica = holding()
    with pytest.raises(Lost) as lost:
        replica.apply(message)
    assert lost.value.resume == Position("E1", 5)
    assert "holding" in str(lost.value)


def test_a_heartbeat_at_or_below_what_is_held_is_no_gap() -> None:
    replica = holding()
    for seq in (4, 5):
        assert replica.apply(told("heartbeat", seq)) is None


def test_synced_marks_the_copy_until_the_connection_is_new() -> None:
    replica = holding()
    assert not replica.synced
    replica.apply(told("synced", 5))
    assert replica.synced
    replica.restart()
    assert not replica.synced


@pytest.mark.parametrize(
    "message", [snapshot(6, {"a": [1, "1"]}, checksum="00000000"), delta(5, 6, checksum="00000000")]
)
def test_a_wrong_checksum_means_to_begin_anew(message: Message) -> None:
    replica = holding()
    with pytest.raises(Lost) as lost:
        replica.apply(message)
    assert lost.value.resume is None
    assert replica.position is None


def test_parts_count_when_the_last_has_come() -> None:
    rows = {"a": [1, "60"], "b": [2, "50"]}
    proof = checksum(rows)
    replica = Replica("events")
    parts = {"parts": 2, "checksum": proof}
    assert replica.apply(snapshot(3, {"a": rows["a"]}, part=1, **parts)) is None
    assert replica.position is None
    assert replica.apply(snapshot(3, {"b": rows["b"]}, part=2, columns=None, meta=None, **parts)) is not None
    assert set(replica.rows) == {"a", "b"}
    assert replica.apply(delta(3, 5, removed=["a"], part=1, parts=2)) is None
    assert replica.position == Position("E1", 3)
    replica.apply(delta(3, 5, cells={"rank": [[0], [1]]}, part=2, parts=2))
    assert replica.rows == {"b": {"rank": 1, "total": "50"}}


def test_parts_out_of_order_are_noticed() -> None:
    replica = holding()
    replica.apply(delta(5, 6, part=1, parts=3))
    with pytest.raises(Lost):
        replica.apply(delta(5, 6, part=3, parts=3))
    with pytest.raises(Lost):
        replica.apply(delta(5, 6, part=2, parts=3))


def test_half_a_message_is_dropped_with_its_connection() -> None:
    replica = holding()
    replica.apply(delta(5, 6, part=1, parts=2))
    replica.restart()
    assert replica.apply(delta(5, 7, removed=["a"])) is not None


def test_meta_is_changed_by_a_patch_and_what_a_reader_was_given_is_not() -> None:
    replica = Replica("events")
    replica.apply(snapshot(1, {}, meta={"round": 1, "title": "Pairs", "a/b~c": {"files": ["1", "2"]}}))
    before = replica.meta
    patch = [
        {"op": "replace", "path": "/round", "value": 2},
        {"op": "remove", "path": "/title"},
        {"op": "remove", "path": "/a~1b~0c/files/0"},
        {"op": "replace", "path": "/a~1b~0c/files/0", "value": "II"},
        {"op": "add", "path": "/a~1b~0c/files/1", "value": "3"},
        {"op": "add", "path": "/a~1b~0c/files/0", "value": "0"},
    ]
    change = replica.apply(delta(1, 2, meta=patch))
    assert change is not None
    assert change.meta
    assert replica.meta == {"round": 2, "a/b~c": {"files": ["0", "II", "3"]}}
    assert before == {"round": 1, "title": "Pairs", "a/b~c": {"files": ["1", "2"]}}


changes = st.builds(
    lambda rows, removed: Change(rows - removed, removed),
    st.frozensets(st.sampled_from("abc")),
    st.frozensets(st.sampled_from("abc")),
)


@given(changes, changes, changes)
def test_changes_add_up_in_any_grouping(one: Change, two: Change, three: Change) -> None:
    assert one.then(two).then(three) == one.then(two.then(three))
    assert not one.then(two).rows & one.then(two).removed


def test_a_snapshot_brings_its_own_meta() -> None:
    replica = Replica("events")
    assert replica.apply(snapshot(5, {}, meta={"name": "Spring"})).meta
    assert replica.meta == {"name": "Spring"}
    assert not replica.apply(snapshot(6, {}, meta={"name": "Spring"})).meta


def test_two_changes_are_one_in_which_the_later_has_the_last_word() -> None:
    first = Change(rows=frozenset("ab"), removed=frozenset("cd"), reason="result")
    later = Change(rows=frozenset("c"), removed=frozenset("a"), meta=True)
    both = first.then(later)
    assert (both.rows, both.removed) == (frozenset("bc"), frozenset("ad"))
    assert (both.meta, both.reason) == (True, "result")
    assert later.then(Change(reason="penalty")).reason == "penalty"
    assert later.then(first).meta
