import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import Encoding, Reason, Unsubscribed
from services.broadcast.domain import wire
from services.broadcast.domain.payload import Payload


def test_a_moment_is_written_in_utc_with_milliseconds() -> None:
    east = timezone(timedelta(hours=2))
    assert wire.stamp(datetime(2026, 3, 1, 1, 30, tzinfo=east)) == "2026-02-28T23:30:00.000Z"
    assert wire.stamp(datetime(2026, 3, 1, 1, 30, 0, 5999, tzinfo=UTC)) == "2026-03-01T01:30:00.005Z"


@given(st.from_regex(r"[0-9A-Za-z_.-]{1,64}", fullmatch=True), st.integers(0, 2**53 - 1))
def test_a_position_is_read_back_from_its_word(epoch: str, seq: int) -> None:
    assert wire.position_of(wire.event_id(epoch, seq)) == (epoch, seq)


@pytest.mark.parametrize("text", ["", "-", "E1", "E1-", "-5", "E1-x", "E1-²", "E1--", "x" * 65 + "-1", "E-" + "9" * 20])
def test_what_is_no_position_is_none(text: str) -> None:
    assert wire.position_of(text) is None


HEADING = wire.Heading("evt.monday.standings", "E1", 7, datetime(2026, 3, 1, tzinfo=UTC), Encoding.ROWS, ("name",))
ROWS = [(str(number), (f"Pair {number}",)) for number in range(5)]


def texts(payloads: tuple[Payload, ...]) -> list[dict[str, Any]]:
    return [json.loads(payload.data) for payload in payloads]


def test_a_snapshot_that_is_small_enough_is_one_message() -> None:
    (whole,) = wire.snapshot(HEADING, meta={"title": "M"}, rows=ROWS, checksum="0" * 8, part_bytes=None)
    size = len(whole.data)
    assert (whole.kind, whole.event_id) == ("snapshot", "E1-7")
    assert len(wire.snapshot(HEADING, meta={"title": "M"}, rows=ROWS, checksum="0" * 8, part_bytes=size)) == 1
    assert len(wire.snapshot(HEADING, meta={"title": "M"}, rows=ROWS, checksum="0" * 8, part_bytes=size - 1)) == 2


def test_the_parts_of_a_snapshot_hold_every_row_once_and_the_last_completes_the_position() -> None:
    parts = wire.snapshot(HEADING, meta={"title": "M"}, rows=ROWS, checksum="0" * 8, part_bytes=200)
    bodies = texts(parts)
    assert [(body["part"], body["parts"]) for body in bodies] == [(1, 2), (2, 2)]
    assert [len(body["rows"]) for body in bodies] == [3, 2]
    assert {key: row for body in bodies for key, row in body["rows"].items()} == {
        key: {"name": name} for key, (name,) in ROWS
    }
    assert ["meta" in body for body in bodies] == [True, False]
    assert [part.event_id for part in parts] == ["", "E1-7"]


def test_one_row_is_never_cut() -> None:
    assert len(wire.snapshot(HEADING, meta={}, rows=ROWS[:1], checksum="0" * 8, part_bytes=1)) == 1
    assert len(wire.snapshot(HEADING, meta={}, rows=ROWS[:2], checksum="0" * 8, part_bytes=1)) == 2


def test_a_delta_says_where_it_begins_and_leaves_out_what_did_not_change() -> None:
    rows = [("3", ("Cleo",), None), ("1", None, ("Ada",)), ("2", ("Bo",), ("Bob",)), ("4", ("Di",), ("Dee",))]
    order = {"1": 0, "2": 1, "4": 2}
    given = {"before": 5, "rows": rows, "order": order, "reason": Reason.CORRECTION, "part_bytes": 1000}
    (plain,) = texts(wire.delta(HEADING, meta=[], checksum=None, **given))  # type: ignore[arg-type]
    assert (plain["from"], plain["seq"], plain["reason"]) == (5, 7, "correction")
    assert (plain["added"], plain["removed"]) == ({"1": ["Ada"]}, ["3"])
    assert plain["cells"] == {"name": [[1, 1], ["Bob", "Dee"]]}
    assert plain.keys().isdisjoint({"meta", "checksum"})
    meta = [{"op": "remove", "path": "/title"}]
    (proven,) = texts(wire.delta(HEADING, meta=meta, checksum="f" * 8, **given | {"rows": []}))  # type: ignore[arg-type]
    assert (proven["meta"], proven["checksum"]) == (meta, "f" * 8)
    assert proven.keys().isdisjoint({"added", "removed", "cells"})


def test_each_part_of_a_delta_counts_the_places_of_its_rows_from_the_first_row() -> None:
    rows = [(str(number), (f"Pair {number}",), (f"Pair {number} & Co",)) for number in range(5)]
    order = {str(number): number for number in range(5)}
    parts = wire.delta(
        HEADING, before=5, meta=[], rows=rows, order=order, reason=Reason.RESULT, checksum=None, part_bytes=200
    )
    assert [body["cells"]["name"][0] for body in texts(parts)] == [[0, 1, 1], [3, 1]]
    assert [part.event_id for part in parts] == ["", "E1-7"]


def test_rows_in_columns_are_arrays() -> None:
    assert wire.encoded([("1", ("Ada",))], ("name",), Encoding.COLUMNS) == {"1": ("Ada",)}


def test_a_small_message_leaves_out_what_is_none_and_carries_its_type() -> None:
    payload = wire.message(Unsubscribed(channel="events", ts=HEADING.ts))
    assert payload.kind == "unsubscribed"
    assert "id" not in json.loads(payload.data)


@pytest.mark.parametrize(("text", "position"), [("x" * 64 + "-1", ("x" * 64, 1)), ("E-" + "9" * 16, ("E", 10**16 - 1))])
def test_a_position_of_the_greatest_length_is_read(text: str, position: tuple[str, int]) -> None:
    assert wire.position_of(text) == position
    assert wire.position_of("E-" + "9" * 17) is None
