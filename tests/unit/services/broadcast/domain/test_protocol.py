import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import CloseCode, Delta, Error, ErrorCode, FeedLimits, Subscribe, Subscribed, Welcome
from services.broadcast.domain import protocol
from services.broadcast.domain.hub import Hub
from tests.support.feed import CHANNEL, Listener, deliver, feed, table


def ready(**limits: object) -> tuple[Hub, Listener]:
    hub, _clock = feed(**limits)
    hub.update(CHANNEL, table({"1": 50}), "E1", 4)
    return hub, Listener(hub)


def only_error(client: Listener) -> Error:
    (error,) = client.heard()
    assert isinstance(error, Error)
    return error


def test_the_welcome_says_the_limits() -> None:
    hub, client = ready()
    client.protocol.open()
    (welcome,) = client.heard()
    assert isinstance(welcome, Welcome)
    assert welcome.limits == FeedLimits(
        message_bytes=4096, subscriptions=128, messages_per_second=20, first_message_ms=10_000
    )
    assert welcome.heartbeat_ms == 5000
    assert welcome.server == hub.name


def test_a_subscription_is_answered_with_position_snapshot_and_synced() -> None:
    _hub, client = ready()
    client.subscribe()
    subscribed, snapshot, synced = client.heard()
    assert isinstance(subscribed, Subscribed)
    assert (subscribed.seq, subscribed.recovered, subscribed.snapshot) == (4, False, "follows")
    assert subscribed.interval_ms == 200
    assert snapshot.seq == synced.seq == 4  # type: ignore[attr-defined]


def test_a_channel_without_any_event_gives_a_position_to_resume_from() -> None:
    hub, _clock = feed()
    hub.declare(CHANNEL, "E1")
    client = Listener(hub)
    client.subscribe()
    assert client.heard()[0].seq == 0  # type: ignore[attr-defined]
    again = Listener(hub)
    again.subscribe(resume={"epoch": "E1", "seq": 0})
    assert again.heard()[0].recovered is True  # type: ignore[attr-defined]


def test_resuming_without_loss_brings_only_synced() -> None:
    _hub, client = ready()
    client.subscribe(resume={"epoch": "E1", "seq": 4}, maxRate=1)
    subscribed, synced = client.heard()
    assert isinstance(subscribed, Subscribed)
    assert (subscribed.recovered, subscribed.snapshot, subscribed.interval_ms) == (True, "none", 1000)
    assert synced.seq == 4  # type: ignore[attr-defined]


def test_resuming_with_a_filter_that_is_not_applied_brings_a_snapshot() -> None:
    hub, client = ready(filtered_views=0)
    client.subscribe(resume={"epoch": "E1", "seq": 4}, filter={"top": 1})
    subscribed = client.heard()[0]
    assert isinstance(subscribed, Subscribed)
    assert subscribed.filter is None
    assert not subscribed.recovered
    assert hub.counts["filters_refused"] == 1


@pytest.mark.parametrize(
    ("name", "retryable"), [("evt.later.standings", True), ("evt.*.standings", False), ("x", False)]
)
def test_an_unknown_channel_is_an_error_and_not_the_end(name: str, retryable: bool) -> None:
    _hub, client = ready()
    client.subscribe(name)
    error = only_error(client)
    assert (error.code, error.channel, error.retryable) == (ErrorCode.NO_SUCH_CHANNEL, name, retryable)
    assert client.ended is None


def test_a_second_subscription_replaces_the_first() -> None:
    hub, client = ready()
    client.subscribe()
    client.subscribe(filter={"pairs": ["2"]})
    client.heard()
    hub.update(CHANNEL, table({"1": 60}), "E1", 5)
    deliver(hub)
    (delta,) = client.heard()
    assert isinstance(delta, Delta)
    assert delta.cells == {}


def test_an_ended_subscription_brings_nothing_more() -> None:
    hub, client = ready()
    client.subscribe()
    client.say(json.dumps({"type": "unsubscribe", "id": 2, "channel": CHANNEL}))
    assert client.kinds()[-1] == "unsubscribed"
    hub.update(CHANNEL, table({"1": 60}), "E1", 5)
    deliver(hub)
    assert client.payloads == []
    client.say(json.dumps({"type": "unsubscribe", "id": 3, "channel": CHANNEL}))
    assert only_error(client).code is ErrorCode.NO_SUCH_CHANNEL


def test_only_so_many_channels_are_followed_at_once() -> None:
    hub, client = ready(subscriptions=1)
    hub.declare("events", "E1")
    client.subscribe()
    client.heard()
    client.subscribe("events")
    assert only_error(client).code is ErrorCode.TOO_MANY_SUBSCRIPTIONS
    client.subscribe()
    assert client.kinds()[0] == "subscribed"


@pytest.mark.parametrize("text", [b"\x00", "", "{", "nonsense", '{"type":"ping","id":1', "[" * 5000])
def test_what_is_no_json_or_binary_ends_the_connection(text: str | bytes) -> None:
    _hub, client = ready()
    client.say(text)
    assert client.ended is CloseCode.BAD_MESSAGE
    (bye,) = client.heard()
    assert bye.reason == ("messages are text" if isinstance(text, bytes) else "not JSON")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "null",
        "[]",
        "{}",
        '{"type":"shout","id":1}',
        '{"type":"ping"}',
        '{"type":"ping","id":-1}',
        '{"type":"subscribe","id":1}',
        '{"type":"subscribe","id":1,"channel":"events","maxRate":0}',
        '{"type":"subscribe","id":1,"channel":"events","resume":{"epoch":"é","seq":1}}',
        '{"type":"subscribe","id":1,"channel":"events","filter":{"top":"many"}}',
    ],
)
def test_wrong_messages_are_answered_and_not_the_end(text: str) -> None:
    _hub, client = ready()
    client.say(text)
    assert only_error(client).code is ErrorCode.BAD_MESSAGE
    assert client.ended is None


def test_the_error_names_the_request_and_the_field() -> None:
    _hub, client = ready()
    client.say('{"type":"subscribe","id":7,"channel":"events","encoding":"xml"}')
    error = only_error(client)
    assert error.id == 7
    assert "encoding" in error.message


def test_too_many_wrong_messages_end_the_connection() -> None:
    _hub, client = ready(strikes=3)
    for _ in range(3):
        client.say("{}")
    assert client.ended is None
    client.say("{}")
    assert client.ended is CloseCode.BAD_MESSAGE


def test_more_messages_than_allowed_are_refused_and_then_end_the_connection() -> None:
    hub, clock = feed(rate=10.0, rate_burst=5)
    client = Listener(hub)
    for number in range(6):
        client.say(f'{{"type":"ping","id":{number}}}')
    heard = client.heard()
    assert [message.type for message in heard] == ["pong"] * 5 + ["error"]  # type: ignore[attr-defined]
    assert heard[-1].retry_after_ms == 1000  # type: ignore[attr-defined]
    clock.turn(1)
    client.say('{"type":"ping","id":9}')
    assert client.kinds() == ["pong"]
    for _ in range(20):
        client.say('{"type":"ping","id":9}')
    assert client.ended is CloseCode.RATE_LIMITED


def test_a_client_that_says_nothing_is_sent_away() -> None:
    hub, clock = feed(first_message=10.0)
    silent, talking = Listener(hub), Listener(hub)
    talking.say('{"type":"ping","id":1}')
    clock.turn(10.1)
    silent.protocol.check()
    talking.protocol.check()
    assert silent.ended is CloseCode.NOTHING_SAID
    assert talking.ended is None


def test_fields_that_are_not_known_are_ignored() -> None:
    _hub, client = ready()
    client.say('{"type":"ping","id":1,"new":{"deep":[1]}}')
    assert client.kinds() == ["pong"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {"type": st.sampled_from(["subscribe", "unsubscribe", "ping"])},
    optional={name: json_values for name in ("id", "channel", "filter", "resume", "maxRate", "encoding")},
)


@given(st.lists(fields | json_values | st.binary() | st.text(), max_size=5))
def test_whatever_a_client_says_is_answered_or_the_end(said: list[object]) -> None:
    _hub, client = ready()
    for thing in said:
        client.say(thing if isinstance(thing, str | bytes) else json.dumps(thing))
    assert client.ended in (None, CloseCode.BAD_MESSAGE)
    assert client.heard() or not said


def test_a_client_has_until_the_limit_to_say_something() -> None:
    hub, clock = feed(first_message=10.0)
    client = Listener(hub)
    for _ in range(2):
        clock.turn(5.0)
        client.protocol.check()
        assert client.ended is None
    clock.turn(0.1)
    client.protocol.check()
    assert client.ended is CloseCode.NOTHING_SAID


@pytest.mark.parametrize(
    ("number", "known"),
    [
        ("0", 0),
        ("9007199254740991", 2**53 - 1),
        ("9007199254740992", None),
        ("-1", None),
        ("true", None),
        ('"7"', None),
    ],
)
def test_the_error_names_the_request_by_a_number_that_every_reader_keeps(number: str, known: int | None) -> None:
    _hub, client = ready()
    client.say(f'{{"type":"shout","id":{number}}}')
    assert only_error(client).id == known


def test_a_long_error_is_cut() -> None:
    _hub, client = ready()
    client.say(json.dumps({"type": "subscribe", "id": 1, "channel": "x" * 3000, "filter": {"pairs": [{}]}}))
    place, _, what = only_error(client).message.partition(": ")
    assert len(place) <= 100
    assert len(what) <= 200


class Wrong(Exception):
    """Stands for an error of pydantic with long texts."""

    def errors(self, **_: object) -> list[dict[str, object]]:
        return [{"loc": ("a" * 150, 7), "msg": "b" * 300}]


def test_place_and_text_of_an_error_are_cut_each_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Messages:
        @staticmethod
        def validate_python(_: object) -> None:
            raise Wrong

    monkeypatch.setattr(protocol, "ValidationError", Wrong)
    monkeypatch.setattr(protocol.feed, "CLIENT_MESSAGES", Messages)
    _hub, client = ready()
    client.say("{}")
    assert only_error(client).message == f"{'a' * 100}: {'b' * 200}"


def test_a_channel_that_is_not_loaded_is_loaded_before_it_is_followed() -> None:
    hub, client = ready()
    hub.evicted = lambda name: name == CHANNEL
    request = client.protocol.receive(json.dumps({"type": "subscribe", "id": 1, "channel": CHANNEL}))
    assert isinstance(request, Subscribe)
    assert (request.channel, client.heard()) == (CHANNEL, [])
    client.protocol.subscribe(request)
    assert client.kinds() == ["subscribed", "snapshot", "synced"]
    client.session.end()
    client.protocol.subscribe(request)
    assert (client.heard(), hub.followed()) == ([], frozenset())


def test_a_busy_client_is_told_and_gets_the_table_when_it_has_drained() -> None:
    _hub, client = ready()
    client.session.pause()
    client.subscribe()
    assert client.payloads == []
    client.session.resume()
    assert client.kinds() == ["subscribed", "snapshot", "synced"]


def test_twice_as_many_messages_as_allowed_at_once_are_borne() -> None:
    hub, clock = feed(rate=10.0, rate_burst=5)
    client = Listener(hub)
    for number in range(10):
        client.say(f'{{"type":"ping","id":{number}}}')
    assert client.ended is None
    clock.turn(60)
    client.heard()
    for number in range(10):
        client.say(f'{{"type":"ping","id":{number}}}')
    assert client.kinds() == ["pong"] * 5 + ["error"] * 5
    client.say('{"type":"ping","id":9}')
    assert client.ended is CloseCode.RATE_LIMITED
