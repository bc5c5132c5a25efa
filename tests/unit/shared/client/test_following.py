import json
from datetime import UTC, datetime

import pytest

from contracts.feed import (
    Delta,
    Error,
    ErrorCode,
    FilterRequest,
    Heartbeat,
    Snapshot,
    Subscribed,
    Synced,
    Unsubscribed,
    checksum,
)
from shared.client.following import FeedEnded, Following, ended_by

AT = datetime(2026, 1, 1, tzinfo=UTC)
HEAD = {"channel": "events", "epoch": "E1", "ts": AT}


def subscribed(number: int, **fields: object) -> Subscribed:
    base = {"id": number, "seq": 5, "recovered": False, "snapshot": "follows", "intervalMs": 200}
    return Subscribed.model_validate({**base, **HEAD, **fields})


def snapshot(seq: int) -> Snapshot:
    rows = {"a": [seq]}
    proof = checksum(rows.items())  # type: ignore[arg-type]
    return Snapshot.model_validate({"seq": seq, "columns": ["x"], "meta": {}, "rows": rows, "checksum": proof, **HEAD})


def delta(before: int, seq: int) -> Delta:
    return Delta.model_validate({"from": before, "seq": seq, "rows": {"a": [seq]}, **HEAD})


def synced(seq: int) -> Synced:
    return Synced.model_validate({"seq": seq, **HEAD})


async def followed(wanted: FilterRequest | None = None) -> Following:
    following = Following("events", wanted, None)
    following.request(1)
    applied = wanted.model_dump() if wanted else None
    for message in (subscribed(1, filter=applied), snapshot(5), synced(5)):
        assert following.take(message)
    await following.next()
    return following


async def test_nothing_is_shown_before_recovery_is_over() -> None:
    following = Following("events", None, None)
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
    following = await followed(FilterRequest(top=3))
    assert "resume" in json.loads(following.request(2))
    following.take(subscribed(2, filter=None))
    assert "resume" not in json.loads(following.request(3))


async def test_an_answer_in_another_order_is_the_same_filter() -> None:
    following = await followed(FilterRequest(section=("B", "A", "A")))
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
    assert not following.take(delta(5, 6).replace(checksum="00000000"))
    assert "resume" not in json.loads(following.request(2))


async def test_heartbeats_tell_freshness_and_whether_the_source_is_gone() -> None:
    following = await followed()
    beat = {"seq": 5, "sourceAgeMs": 2500, **HEAD}
    following.take(Heartbeat.model_validate({**beat, "degraded": True}))
    update = await following.next()
    assert (update.stale, update.source_age) == (True, 2.5)
    following.take(Heartbeat.model_validate(beat))
    assert (await following.next()).stale is False
    following.take(Heartbeat.model_validate(beat))
    assert not following._ready.is_set()


async def test_what_was_heard_before_the_end_is_still_given() -> None:
    following = await followed()
    following.take(delta(5, 6))
    following.fail(FeedEnded(4401, "no"))
    assert (await following.next()).seq == 6
    with pytest.raises(FeedEnded, match="4401"):
        await following.next()


def test_which_messages_end_a_channel() -> None:
    later = Error(code=ErrorCode.NO_SUCH_CHANNEL, message="not yet", retryable=True, ts=AT)
    never = Error(code=ErrorCode.BAD_MESSAGE, message="wrong", retryable=False, ts=AT)
    assert ended_by(later) is None
    assert ended_by(never).code == 4400  # type: ignore[union-attr]
    assert ended_by(Unsubscribed(id=3, channel="events", ts=AT)) is None
    assert str(ended_by(Unsubscribed(channel="events", reason="over", ts=AT))) == "1000: over"


async def test_the_answer_to_an_earlier_request_counts_for_nothing() -> None:
    following = Following("events", None, None)
    following.request(2)
    assert following.take(subscribed(1))
    assert not following.connected
    assert following.take(subscribed(2))
    assert following.connected
