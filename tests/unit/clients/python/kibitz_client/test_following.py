import json
from datetime import UTC, datetime

import pytest

from kibitz_client.errors import FeedEnded
from kibitz_client.following import Filter, Following, filter_of
from kibitz_client.replica import Message, checksum

HEAD = {"channel": "events", "epoch": "E1", "ts": "2026-01-01T00:00:00.000Z"}


def subscribed(number: int, **fields: object) -> Message:
    base = {"type": "subscribed", "id": number, "seq": 5, "recovered": False, "snapshot": "follows", "intervalMs": 200}
    return {**base, **HEAD, **fields}


def snapshot(seq: int) -> Message:
    rows = {"a": [seq]}
    told = {"columns": ["x"], "meta": {}, "rows": rows, "checksum": checksum(rows)}
    return {"type": "snapshot", "seq": seq, **told, **HEAD}


def delta(before: int, seq: int) -> Message:
    return {"type": "delta", "from": before, "seq": seq, "reason": "result", **HEAD}


def synced(seq: int) -> Message:
    return {"type": "synced", "seq": seq, **HEAD}


NOTHING = filter_of(section=(), ranking=(), top=None, pairs=())


def begun(wanted: Filter = NOTHING, *, patient: bool = False) -> Following:
    return Following("events", wanted, None, patient=patient)


async def followed(wanted: Filter = NOTHING) -> Following:
    following = begun(wanted)
    following.request(1)
    for message in (subscribed(1, filter=wanted), snapshot(5), synced(5)):
        assert following.take(message)
    await following.next()
    return following


async def test_nothing_is_shown_before_recovery_is_over() -> None:
    following = begun()
    following.request(1)
    following.take(subscribed(1))
    following.take(snapshot(5))
    assert not following._ready.is_set()
    following.take(synced(5))
    update = await following.next()
    assert (update.seq, update.changed, update.stale) == (5, frozenset("a"), False)


async def test_a_slow_program_finds_the_changes_put_together() -> None:
    following = await followed()
    following.take(delta(5, 6))
    following.take(delta(6, 7))
    assert (await following.next()).seq == 7
    assert not following._ready.is_set()


async def test_a_lost_line_is_told_once_and_what_is_held_stays() -> None:
    following = await followed()
    following.disconnected()
    update = await following.next()
    assert (update.connected, update.stale, update.seq) == (False, True, 5)
    assert not following.replica.synced
    following.disconnected()
    assert not following._ready.is_set()


async def test_it_resumes_from_what_it_holds() -> None:
    following = await followed()
    assert json.loads(following.request(2))["resume"] == {"epoch": "E1", "seq": 5}


async def test_it_begins_anew_when_its_filter_was_not_applied() -> None:
    following = await followed({"top": 3})
    assert "resume" in json.loads(following.request(2))
    following.take(subscribed(2, filter=None))
    assert "resume" not in json.loads(following.request(3))


async def test_an_answer_in_another_order_is_the_same_filter() -> None:
    following = await followed({"section": ["B", "A", "A"]})
    following.request(2)
    following.take(subscribed(2, filter={"section": ["A", "B"]}))
    assert "resume" in json.loads(following.request(3))


async def test_a_gap_asks_to_subscribe_again_once() -> None:
    following = await followed()
    assert not following.take(delta(7, 8))
    following.request(2)
    assert following.take(delta(8, 9))
    assert following.replica.position is not None
    assert following.replica.position.seq == 5


async def test_a_wrong_checksum_asks_to_begin_anew() -> None:
    following = await followed()
    assert not following.take({**delta(5, 6), "checksum": "00000000"})
    assert "resume" not in json.loads(following.request(2))


async def test_heartbeats_tell_freshness_and_whether_the_source_is_gone() -> None:
    following = await followed()
    beat = {"type": "heartbeat", "seq": 5, "sourceAgeMs": 2500, **HEAD}
    following.take({**beat, "degraded": True})
    update = await following.next()
    assert (update.stale, update.source_age) == (True, 2.5)
    following.take(beat)
    assert (await following.next()).stale is False
    following.take(beat)
    assert not following._ready.is_set()


async def test_an_update_says_where_it_stands_and_how_fresh_it_is() -> None:
    following = await followed()
    following.take({**delta(5, 6), "reason": "correction", "meta": [{"op": "add", "path": "/round", "value": 2}]})
    update = await following.next()
    assert (update.epoch, update.seq, update.reason, update.meta_changed) == ("E1", 6, "correction", True)
    assert (update.stale, update.at, update.table.meta["round"]) == (False, datetime(2026, 1, 1, tzinfo=UTC), 2)


async def test_an_update_of_a_copy_that_holds_nothing_stands_nowhere() -> None:
    following = begun()
    following.connected = True
    following.disconnected()
    update = await following.next()
    assert (update.epoch, update.seq, update.reason, update.at, dict(update.table.rows)) == (None, 0, None, None, {})
    assert update.stale


async def test_what_was_heard_before_the_end_is_still_given() -> None:
    following = await followed()
    following.take(delta(5, 6))
    following.fail(FeedEnded(4401, "no"))
    assert (await following.next()).seq == 6
    with pytest.raises(FeedEnded, match="4401"):
        await following.next()


def test_which_messages_end_a_channel() -> None:
    later = {"type": "error", "code": 4404, "message": "not yet", "retryable": True}
    never = {"type": "error", "code": 4400, "message": "wrong", "retryable": False}
    for patient, begins in ((True, False), (False, True), (True, True)):
        following = begun(patient=patient)
        following.begun = begins
        assert following.ended_by(later) is None
        assert following.ended_by(never).code == 4400  # type: ignore[union-attr]
    assert begun().ended_by(later).code == 4404  # type: ignore[union-attr]
    assert begun().ended_by({"type": "error", "code": 4429, "message": "", "retryable": True}) is None
    assert begun().ended_by({"type": "unsubscribed", "id": 3, "channel": "events"}) is None
    assert str(begun().ended_by({"type": "unsubscribed", "channel": "events", "reason": "over"})) == "over (1000)"


async def test_the_answer_to_an_earlier_request_counts_for_nothing() -> None:
    following = begun()
    following.request(2)
    assert following.take(subscribed(1))
    assert not following.connected
    assert following.take(subscribed(2))
    assert following.connected


def test_a_filter_has_what_restricts_and_numbers_as_text() -> None:
    assert filter_of(section=("A",), ranking=(), top=5, pairs=(12, "40")) == {
        "section": ["A"],
        "top": 5,
        "pairs": ["12", "40"],
    }
    with pytest.raises(ValueError, match="top"):
        filter_of(section=(), ranking=(), top=0, pairs=())
