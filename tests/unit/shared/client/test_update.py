from datetime import UTC, datetime

from contracts.feed import Reason, ResumePoint
from shared.client.replica import Change, Replica
from shared.client.update import Table, update_of

AT = datetime(2026, 1, 1, tzinfo=UTC)


def test_rows_are_sorted_with_numbers_first_and_unknown_last() -> None:
    rows = {key: {"rank": rank, "name": key} for key, rank in {"a": None, "b": 10, "c": 2, "d": "x", "e": 2}.items()}
    table = Table(("rank", "name"), rows, {})
    assert [row["name"] for row in table.sorted("rank", "name")] == ["c", "e", "b", "d", "a"]
    assert len(table.sorted("no such column")) == 5


def test_an_update_says_where_it_stands_and_how_fresh_it_is() -> None:
    replica = Replica("events", ("x",), {"a": {"x": 1}}, {"round": 2}, ResumePoint(epoch="E1", seq=7), synced=True)
    change = Change(frozenset("a"), reason=Reason.CORRECTION)
    update = update_of(replica, change, connected=True, degraded=False, at=AT, source_age=1.5)
    assert (update.epoch, update.seq, update.reason, update.stale, update.source_age) == (
        "E1",
        7,
        "correction",
        False,
        1.5,
    )
    assert update.table.meta["round"] == 2
    assert update_of(replica, change, connected=False, degraded=False, at=AT, source_age=None).stale
    assert update_of(replica, change, connected=True, degraded=True, at=AT, source_age=None).stale
    replica.restart()
    assert update_of(replica, change, connected=True, degraded=False, at=AT, source_age=None).stale


def test_nothing_and_yes_or_no_come_after_every_text_and_number() -> None:
    rows = {str(at): {"x": cell} for at, cell in enumerate([None, "", "b", -1, True, 0])}
    order = [row["x"] for row in Table(("x",), rows, {}).sorted("x")]
    assert order == [-1, 0, "", "b", None, True]


def test_an_update_of_a_copy_that_holds_nothing_stands_nowhere() -> None:
    update = update_of(Replica("events"), Change(), connected=True, degraded=False, at=None, source_age=None)
    assert (update.epoch, update.seq, update.reason, update.stale, dict(update.table.rows)) == (None, 0, None, True, {})
