"""What a webhook is told of a table: its changes, or the whole where nobody can know what it holds."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from contracts.webhooks.targets import Target
from services.notification.domain.webhooks.changes import LARGEST, MOST_EVENTS, Position, Seen, change_of, followed
from shared.kept.webhooks import new_secret

NOW = datetime(2026, 3, 7, 20, tzinfo=UTC)
COLUMNS = ("rank", "total")


def seen(seq: int, rows: Mapping[str, int], epoch: str = "e", columns: tuple[str, ...] = COLUMNS) -> Seen:
    table = {key: {"rank": rank, "total": None} for key, rank in rows.items()}
    return Seen("pairs", "standings", Position(epoch, seq), columns, table, {"round": seq}, "result", NOW)


def test_a_table_that_nobody_was_told_of_is_told_whole() -> None:
    change = change_of(seen(4, {"b": 2, "a": 1}), None, None)
    assert change is not None
    assert (change.seq, change.since, change.rows) == (4, None, {"a": (1, None), "b": (2, None)})
    assert (change.event, change.table, change.meta, change.changed_at) == ("pairs", "standings", {"round": 4}, NOW)


def test_a_change_has_what_is_new_and_what_is_gone() -> None:
    before = seen(4, {"a": 1, "b": 2, "c": 3})
    change = change_of(seen(6, {"a": 1, "b": 3, "d": 2}), before, before.position)
    assert change is not None
    assert (change.since, change.removed) == (4, ("c",))
    assert change.rows == {"b": (3, None), "d": (2, None)}


def test_what_was_told_before_by_whomever_is_told_no_more() -> None:
    assert change_of(seen(4, {"a": 1}), None, Position("e", 4)) is None
    assert change_of(seen(3, {"a": 1}), None, Position("e", 4)) is None
    assert change_of(seen(3, {"a": 1}), None, Position("another", 4)) is not None


def test_after_a_restart_or_in_another_numbering_the_change_is_the_whole_table() -> None:
    before = seen(4, {"a": 1, "b": 2})
    for change in (
        change_of(seen(5, {"a": 1, "b": 2}), None, Position("e", 4)),
        change_of(seen(2, {"a": 1, "b": 2}, "f"), before, before.position),
        change_of(seen(5, {"a": 1, "b": 2}, columns=("rank",)), before, before.position),
    ):
        assert change is not None
        assert (change.since, set(change.rows or ()), change.removed) == (None, {"a", "b"}, ())


def test_rows_that_are_too_many_are_left_out_and_said_to_be() -> None:
    change = change_of(seen(4, {f"row-{number:06}": number for number in range(LARGEST // 20)}), None, None)
    assert change is not None
    assert change.rows is None


TABLES = st.lists(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3)), min_size=1, max_size=8)


@given(tables=TABLES, restarts=st.sets(st.integers(0, 7)))
def test_whoever_applies_every_change_holds_the_table(tables: list[dict[str, int]], restarts: set[int]) -> None:
    held: dict[str, object] = {}
    position: int | None = None
    before: Seen | None = None
    for number, table in enumerate(tables, 1):
        now = seen(number, table)
        told = Position("e", number - 1) if number > 1 else None
        change = change_of(now, None if number in restarts else before, told)
        assert change is not None
        assert change.rows is not None
        assert change.since in (None, position)
        kept = {} if change.since is None else {key: row for key, row in held.items() if key not in change.removed}
        held, position, before = {**kept, **change.rows}, change.seq, now
        assert held == {key: (rank, None) for key, rank in table.items()}


def target(*events: str, tables: tuple[str, ...] = ("standings", "seats")) -> Target:
    given = {"name": "a", "url": "https://a.example/", "secret": new_secret(), "made_at": NOW, "turn": 1}
    return Target.model_validate({**given, "events": events, "tables": tables})


def row(age: timedelta) -> dict[str, object]:
    return {"updated": (NOW - age).isoformat()}


def test_events_of_late_are_followed_that_somebody_wants() -> None:
    events = {
        "club-1": row(timedelta(hours=1)),
        "club-2": row(timedelta(days=3)),
        "other": row(timedelta()),
        "club-hidden": {"updated": None},
        "club-odd": {"updated": "2026-03-07T20:00:00"},
    }
    found = followed(events, [target("club-*"), target("club-1", tables=("boards",))], NOW)
    assert found == {
        "club-1": ("standings", "boards", "seats"),
        "club-hidden": ("standings", "seats"),
        "club-odd": ("standings", "seats"),
    }
    assert followed(events, [], NOW) == {}


def test_of_very_many_events_the_latest_are_followed() -> None:
    events = {f"e-{number}": row(timedelta(seconds=number)) for number in range(MOST_EVENTS + 50)}
    found = followed(events, [target()], NOW)
    assert len(found) == MOST_EVENTS
    assert f"e-{MOST_EVENTS}" not in found
