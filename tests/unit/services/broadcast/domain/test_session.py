import pytest

from contracts.feed import Bye, CloseCode, Delta, Snapshot
from services.broadcast.domain.session import State
from tests.support.feed import CHANNEL, Listener, deliver, feed, table

COMING_BACK = {1001, 1012, 1013, 4001, 4008, 4010, 4429}
MANY = {str(pair): pair for pair in range(40)}


def test_a_lagging_client_is_written_nothing_and_gets_one_conflated_delta_when_it_has_drained() -> None:
    hub, clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    client = Listener(hub)
    client.subscribe()
    client.heard()
    client.session.pause()
    for seq in range(2, 30):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        deliver(hub)
        clock.turn(0.2)
    assert client.heard() == []
    assert client.session.state is State.LAGGING
    client.session.resume()
    (delta,) = client.heard()
    assert isinstance(delta, Delta)
    assert (delta.from_, delta.seq) == (1, 29)
    assert client.session.state is State.LIVE


def test_a_client_that_lags_too_long_is_told_and_dropped() -> None:
    hub, clock = feed(lag_seconds=10.0)
    client = Listener(hub)
    client.session.pause()
    clock.turn(9.9)
    client.session.check(70_000)
    assert client.ended is None
    clock.turn(0.2)
    client.session.check(70_000)
    assert client.ended is CloseCode.SLOW_CONSUMER
    (bye,) = client.heard()
    assert isinstance(bye, Bye)
    assert bye.code is CloseCode.SLOW_CONSUMER
    assert bye.reconnect


def test_the_time_in_which_the_service_stood_still_is_no_time_in_which_a_client_lagged() -> None:
    hub, clock = feed(lag_seconds=10.0)
    client = Listener(hub)
    client.session.pause()
    clock.turn(60.0)
    hub.missed += 55.0
    client.session.check(70_000)
    assert client.ended is None
    clock.turn(5.1)
    client.session.check(70_000)
    assert client.ended is CloseCode.SLOW_CONSUMER


def test_lagging_again_after_draining_starts_anew() -> None:
    hub, clock = feed(lag_seconds=10.0)
    client = Listener(hub)
    for _ in range(5):
        client.session.pause()
        clock.turn(9.0)
        client.session.check(70_000)
        client.session.resume()
    assert client.ended is None


def test_too_much_unsent_ends_the_connection_at_once() -> None:
    hub, _clock = feed(slow_bytes=1000)
    client = Listener(hub)
    client.session.check(1000)
    assert client.ended is None
    client.session.check(1001)
    assert client.ended is CloseCode.SLOW_CONSUMER


def test_answers_wait_for_a_lagging_client_but_not_without_end() -> None:
    hub, _clock = feed(outbox=5, rate_burst=100)
    client = Listener(hub)
    client.session.pause()
    for number in range(5):
        client.say(f'{{"type":"ping","id":{number}}}')
    assert client.payloads == []
    client.session.resume()
    assert client.kinds() == ["pong"] * 5
    client.session.pause()
    for number in range(6):
        client.say(f'{{"type":"ping","id":{number}}}')
    assert client.ended is CloseCode.SLOW_CONSUMER


def test_parts_are_written_as_the_line_takes_them() -> None:
    hub, _clock = feed(part_bytes=500)
    hub.update(CHANNEL, table(MANY), "E1", 1)
    client = Listener(hub)
    client.takes = 2
    client.subscribe()
    kinds = client.kinds()
    assert kinds == ["subscribed", "snapshot"]
    for _ in range(20):
        client.drain(1)
        kinds += client.kinds()
    assert kinds[0] == "subscribed"
    assert kinds[-1] == "synced"
    assert kinds.count("snapshot") == len(hub.view(CHANNEL).snapshot())


def test_what_changes_during_a_transfer_comes_after_it_in_one_delta() -> None:
    hub, clock = feed(part_bytes=500)
    hub.update(CHANNEL, table(MANY), "E1", 1)
    client = Listener(hub)
    client.takes = 2
    client.subscribe()
    for seq in (2, 3):
        hub.update(CHANNEL, table({**MANY, "0": 100 + seq}), "E1", seq)
        deliver(hub)
        clock.turn(1)
    heard = client.heard()
    client.drain()
    heard += client.heard()
    snapshots = [message for message in heard if isinstance(message, Snapshot)]
    deltas = [message for message in heard if isinstance(message, Delta)]
    assert {message.seq for message in snapshots} == {1}
    assert {(message.from_, message.seq) for message in deltas} == {(1, 3)}


def test_only_so_many_transfers_run_at_once_and_the_next_begins_when_one_is_done() -> None:
    hub, _clock = feed(part_bytes=500, transfers=2)
    hub.update(CHANNEL, table(MANY), "E1", 1)
    clients = [Listener(hub) for _ in range(4)]
    for client in clients:
        client.takes = 2
        client.subscribe()
    assert [client.kinds()[-1] for client in clients] == ["snapshot", "snapshot", "subscribed", "subscribed"]
    clients[2].takes = clients[3].takes = None
    clients[0].drain()
    assert clients[0].kinds()[-1] == "synced"
    assert [client.kinds()[-1] for client in clients[2:]] == ["synced", "synced"]
    clients[1].drain()
    assert clients[1].kinds()[-1] == "synced"


def test_a_client_that_leaves_during_its_transfer_gives_its_place_back() -> None:
    hub, _clock = feed(part_bytes=500, transfers=1)
    hub.update(CHANNEL, table(MANY), "E1", 1)
    first, second = Listener(hub), Listener(hub)
    first.takes = 2
    first.subscribe()
    second.subscribe()
    assert second.kinds() == ["subscribed"]
    first.session.end()
    assert second.kinds()[-1] == "synced"


def test_nothing_is_written_after_the_end() -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    client = Listener(hub)
    client.subscribe()
    client.session.close(CloseCode.GOING_AWAY, "bye", 500)
    assert client.kinds()[-1] == "bye"
    hub.update(CHANNEL, table({"1": 60}), "E1", 2)
    deliver(hub)
    client.say('{"type":"ping","id":1}')
    client.session.resume()
    assert client.session.busy
    client.session.check(10**9)
    client.session.check(0)
    client.session.close(CloseCode.SLOW_CONSUMER, "again")
    assert client.payloads == []
    assert client.ended is CloseCode.GOING_AWAY


def test_a_client_that_has_gone_follows_nothing() -> None:
    hub, _clock = feed()
    clients = [Listener(hub) for _ in range(2)]
    for client in clients:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        client.subscribe()
    clients[0].session.end()
    assert (hub.followed(), clients[0].session.subscriptions) == ({CHANNEL}, {})
    clients[1].session.end()
    assert (hub.followed(), hub.due()) == (frozenset(), [])


@pytest.mark.parametrize("code", CloseCode)
def test_whoever_is_not_at_fault_is_told_to_come_back(code: CloseCode) -> None:
    hub, _clock = feed()
    client = Listener(hub)
    client.session.close(code, "because", 7)
    (bye,) = client.heard()
    assert isinstance(bye, Bye)
    assert (bye.code, bye.reason, bye.retry_after_ms) == (code, "because", 7)
    assert bye.reconnect is (code in COMING_BACK)
    assert hub.counts[f"closed_{int(code)}"] == 1


def test_a_client_may_lag_until_the_limit() -> None:
    hub, clock = feed(lag_seconds=10.0)
    client = Listener(hub)
    client.session.pause()
    clock.turn(10.0)
    client.session.check(0)
    assert client.ended is None
    client.session.pause()
    clock.turn(0.1)
    client.session.check(0)
    assert client.ended is CloseCode.SLOW_CONSUMER


def test_a_claim_counts_until_the_first_recovery_and_what_was_sent_afterwards() -> None:
    hub, _clock = feed()
    for seq in (1, 2, 3):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
    client = Listener(hub)
    client.subscribe(resume={"epoch": "E1", "seq": 1})
    (delta,) = [message for message in client.heard() if isinstance(message, Delta)]
    assert (delta.from_, delta.seq) == (1, 3)
    client.session.pause()
    hub.update(CHANNEL, table({"1": 4}), "E1", 4)
    deliver(hub)
    client.session.resume()
    (delta,) = [message for message in client.heard() if isinstance(message, Delta)]
    assert (delta.from_, delta.seq) == (3, 4)


def test_a_client_that_is_paused_again_while_it_drains_keeps_the_rest() -> None:
    hub, _clock = feed(outbox=9, rate_burst=100)
    client = Listener(hub)
    client.session.pause()
    for number in range(3):
        client.say(f'{{"type":"ping","id":{number}}}')
    client.takes = 2
    client.session.resume()
    assert client.kinds() == ["pong"] * 2
    assert (client.session.state, client.session.paused) == (State.LAGGING, True)
    client.takes = None
    client.session.resume()
    assert client.kinds() == ["pong"]
    assert client.session.state is State.LIVE
