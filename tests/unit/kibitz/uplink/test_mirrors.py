import json
from datetime import UTC, datetime, timedelta

import pytest
from nats.js.api import StreamInfo, StreamState

from kibitz.uplink.mirrors import REPLACED_OBJECTS, is_copy, mirror, promised
from kibitz.uplink.rights import copied
from shared.bus.topology import MADE_AT

MADE = datetime(2026, 3, 7, 19, 0, 0, 123_456, tzinfo=UTC)
SPECS = {spec.name: spec for spec in copied()}


def state(last: int, messages: int) -> StreamState:
    return StreamState(messages=messages, bytes=0, first_seq=1, last_seq=last, consumer_count=0)


def copy(name: str, last: int, messages: int) -> StreamInfo:
    return StreamInfo(config=mirror(SPECS[name], MADE), state=state(last, messages), created=MADE + timedelta(hours=1))


def original(name: str, last: int, messages: int, made: datetime = MADE) -> StreamInfo:
    return StreamInfo(config=SPECS[name], state=state(last, messages), created=made)


def test_a_copy_has_the_limits_of_the_hall_and_its_time_of_making_and_takes_nothing_from_others() -> None:
    for name, spec in SPECS.items():
        config = mirror(spec, MADE)
        assert (config.name, config.max_msgs_per_subject) == (name, spec.max_msgs_per_subject)
        assert config.metadata == {MADE_AT: MADE.isoformat()}
        assert not config.subjects
        assert config.mirror is not None
        assert config.mirror.name == name


def test_a_stream_is_a_copy_while_it_catches_up_and_when_it_has_the_same() -> None:
    assert is_copy(copy("SCORED", 5, 5), original("SCORED", 9, 9))
    assert is_copy(copy("SCORED", 9, 9), original("SCORED", 9, 9))
    assert is_copy(copy("KV_QUERIES", 9, 2), original("KV_QUERIES", 9, 2))


def test_what_the_hall_has_forgotten_or_made_again_is_no_copy_of_it() -> None:
    assert not is_copy(copy("SCORED", 9, 9), original("SCORED", 9, 8))
    assert not is_copy(copy("SCORED", 9, 9), original("SCORED", 9, 9, MADE + timedelta(seconds=1)))


def test_bodies_that_were_replaced_may_stay_for_a_time() -> None:
    name = "OBJ_STATES_SCORING"
    assert is_copy(copy(name, 300, 104 + REPLACED_OBJECTS), original(name, 300, 52))
    assert not is_copy(copy(name, 300, 105 + REPLACED_OBJECTS), original(name, 300, 52))


def test_the_server_is_promised_a_consumer_that_goes_on_where_its_copy_ends() -> None:
    config = {"name": "JS_MIRROR_1", "opt_start_seq": 42, "deliver_subject": "uplink.SCORED.1"}
    answer = json.loads(promised(json.dumps({"stream_name": "SCORED", "config": config}).encode(), MADE))
    assert (answer["stream_name"], answer["name"], answer["config"]) == ("SCORED", "JS_MIRROR_1", config)
    assert answer["delivered"]["stream_seq"] == 41
    first = json.loads(promised(b'{"stream_name": "SCORED", "config": {"name": "a"}}', MADE))
    assert first["delivered"]["stream_seq"] == 0
    with pytest.raises(KeyError):
        promised(b"{}", MADE)
