import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import CloseCode, Delta, Encoding, FilterRequest, Heartbeat
from kibitz_client.replica import Position, Replica
from services.broadcast.domain.channel import Outcome
from services.broadcast.domain.filters import EVERYTHING, Filter
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Limits
from services.broadcast.domain.session import State
from tests.support.feed import CHANNEL, COLUMNS, Listener, TurnedClock, deliver, feed, table


def following(**limits: object) -> tuple[Hub, TurnedClock, Listener]:
    hub, clock = feed(**limits)
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    client = Listener(hub)
    client.subscribe()
    client.heard()
    return hub, clock, client


def beat(hub: Hub) -> None:
    for _ in hub.beat():
        pass


def test_a_change_in_a_quiet_channel_goes_out_at_once_and_the_next_ones_together() -> None:
    hub, clock, client = following(tick=0.2)
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    deliver(hub)
    assert client.kinds() == ["delta"]
    for seq in (3, 4, 5):
        hub.update(CHANNEL, table({"1": 50 + seq}), "E1", seq)
        deliver(hub)
        clock.turn(0.05)
    assert client.heard() == []
    clock.turn(0.1)
    deliver(hub)
    (delta,) = client.heard()
    assert isinstance(delta, Delta)
    assert (delta.from_, delta.seq) == (2, 5)


def test_a_client_may_ask_for_fewer_messages() -> None:
    hub, clock, _fast = following(tick=0.2)
    slow = Listener(hub)
    slow.subscribe(maxRate=0.2)
    assert slow.heard()[0].interval_ms == 5000  # type: ignore[attr-defined]
    for seq in range(2, 52):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        deliver(hub)
        clock.turn(0.2)
    assert [(delta.from_, delta.seq) for delta in slow.heard()] == [(1, 2), (2, 27)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rate", "interval"), [(None, 0.2), (100, 0.2), (5, 0.2), (3, 0.5), (1, 1.0), (0.3, 5.0), (0.01, 5.0)]
)
def test_rates_are_rounded_down_to_a_few_intervals(rate: float | None, interval: float) -> None:
    hub, _clock, _client = following()
    joined = hub.join(Listener(hub).session, CHANNEL, EVERYTHING, Encoding.ROWS, rate, None)
    assert joined is not None
    assert joined.group.interval == interval


def test_clients_of_a_group_are_sent_the_same_bytes_object() -> None:
    hub, _clock, first = following()
    second = Listener(hub)
    second.subscribe(filter={"top": 9_999, "pairs": []})
    third = Listener(hub)
    third.subscribe()
    for client in (second, third):
        client.heard()
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    deliver(hub)
    assert first.payloads[0] is third.payloads[0]
    assert first.payloads[0] is not second.payloads[0]


def test_a_delta_in_many_parts_is_made_once_and_waits_only_for_who_is_slow() -> None:
    pairs = {str(pair): pair for pair in range(300)}
    hub, clock = feed(tick=0.2, part_bytes=500, transfers=1)
    hub.update(CHANNEL, table(pairs), "E1", 1)
    clients = [Listener(hub) for _ in range(4)]
    for client in clients:
        client.subscribe()
        client.heard()
    slow = clients[1]
    slow.takes = 2
    for seq in (2, 3):
        clock.turn(1)
        hub.update(CHANNEL, table({key: value + seq for key, value in pairs.items()}), "E1", seq)
        deliver(hub)
    first, *others = [client.payloads for client in (clients[0], *clients[2:])]
    assert len(first) > 6
    for payloads in others:
        assert all(one is other for one, other in zip(first, payloads, strict=True))
    assert all(one is other for one, other in zip(first, slow.payloads, strict=False))
    assert (len(slow.payloads), slow.session.state) == (2, State.LAGGING)
    slow.drain()
    for client in clients:
        rows = {key: dict(zip(COLUMNS, row, strict=True)) for key, row in table(pairs).rows.items()}
        replica = Replica(CHANNEL, COLUMNS, rows, position=Position("E1", 1))
        for message in client.read():
            replica.apply(message)
        assert replica.position == Position("E1", 3)
        assert {row["total"] for row in replica.rows.values()} == {str(value + 3) for value in pairs.values()}
    assert hub.transfer_slots.free == 1


def test_who_holds_another_position_than_the_group_was_sent_is_caught_up_from_there() -> None:
    hub, clock, first = following(tick=0.2)
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    deliver(hub)
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    late = Listener(hub)
    late.subscribe()
    late.heard()
    hub.update(CHANNEL, table({"1": 53}), "E1", 4)
    clock.turn(1)
    deliver(hub)
    assert [(delta.from_, delta.seq) for delta in first.heard()] == [(1, 2), (2, 4)]  # type: ignore[attr-defined]
    assert [(delta.from_, delta.seq) for delta in late.heard()] == [(3, 4)]  # type: ignore[attr-defined]


def test_the_fan_out_lets_others_run_and_those_who_join_meanwhile_miss_nothing() -> None:
    hub, clock, first = following(burst=1)
    second = Listener(hub)
    second.subscribe()
    second.heard()
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    run = hub.deliver(hub.due()[0])
    next(run)
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    late = Listener(hub)
    late.subscribe()
    assert late.heard()[1].seq == 3  # type: ignore[attr-defined]
    for _ in run:
        pass
    clock.turn(1)
    deliver(hub)
    assert [message.seq for message in first.heard()] == [2, 3]  # type: ignore[attr-defined]
    assert [message.seq for message in second.heard()] == [2, 3]  # type: ignore[attr-defined]
    assert late.heard() == []


def test_the_fan_out_lets_others_run_too_while_everybody_is_brought_up_to_date() -> None:
    hub, _clock, _first = following(burst=2)
    for _ in range(5):
        Listener(hub).subscribe()
    hub.reset(CHANNEL, "E2", "begun anew")
    assert list(hub.deliver(hub.due()[0])) == [2, 4, 6]


def test_a_stalled_client_does_not_hold_up_the_others() -> None:
    hub, _clock, stalled = following()
    others = [Listener(hub) for _ in range(3)]
    for client in others:
        client.subscribe()
        client.heard()
    stalled.session.pause()
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    deliver(hub)
    assert [client.kinds() for client in others] == [["delta"]] * 3
    assert stalled.heard() == []


def test_heartbeats_say_position_age_of_the_source_and_whether_the_bus_is_gone() -> None:
    hub, clock, client = following(heartbeat=5.0)
    beat(hub)
    assert client.heard() == []
    clock.turn(5)
    hub.degraded = True
    beat(hub)
    (told,) = client.heard()
    assert isinstance(told, Heartbeat)
    assert (told.seq, told.source_age_ms, told.degraded) == (1, 5000, True)
    beat(hub)
    assert client.heard() == []
    hub.source_alive()
    clock.turn(5)
    beat(hub)
    assert client.heard()[0].source_age_ms == 5000  # type: ignore[attr-defined]


def test_a_heartbeat_never_names_a_change_that_waits_for_its_tick() -> None:
    hub, clock, client = following(tick=10.0, heartbeat=5.0)
    for seq in (2, 3):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        deliver(hub)
    clock.turn(5)
    beat(hub)
    assert [(message.type, message.seq) for message in client.heard()] == [("delta", 2), ("heartbeat", 2)]  # type: ignore[attr-defined]


def test_another_epoch_brings_reset_snapshot_and_synced() -> None:
    hub, _clock, client = following()
    assert hub.update(CHANNEL, table({"1": 9}), "E2", 1) is Outcome.EPOCH
    deliver(hub)
    heard = client.heard()
    assert [message.type for message in heard] == ["reset", "snapshot", "synced"]  # type: ignore[attr-defined]
    assert {(message.epoch, message.seq) for message in heard} == {("E2", 1)}  # type: ignore[attr-defined]


def test_a_reset_says_why() -> None:
    hub, _clock, client = following()
    hub.reset(CHANNEL, "E2", "rebuilt from the files")
    deliver(hub)
    assert client.heard()[0].reason == "rebuilt from the files"  # type: ignore[attr-defined]


def test_every_so_many_deltas_carry_a_checksum() -> None:
    hub, clock, client = following(checksum_every=3)
    for seq in range(2, 9):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        deliver(hub)
        clock.turn(1)
    assert [message.checksum is not None for message in client.heard()] == [False, False, True] * 2 + [False]  # type: ignore[attr-defined]


def test_too_many_different_filters_are_not_applied() -> None:
    hub, _clock, _client = following(filtered_views=2)
    clients = [Listener(hub) for _ in range(3)]
    for number, client in enumerate(clients):
        client.subscribe(filter={"top": number + 1})
    applied = [client.heard()[0].filter for client in clients]  # type: ignore[attr-defined]
    assert applied == [FilterRequest(top=1), FilterRequest(top=2), None]
    clients[0].session.end()
    again = Listener(hub)
    again.subscribe(filter={"top": 7})
    assert again.heard()[0].filter == FilterRequest(top=7)  # type: ignore[attr-defined]


def test_a_view_is_kept_while_somebody_has_it_and_the_unfiltered_one_for_good() -> None:
    hub, _clock, client = following()
    wanted = Filter.of(FilterRequest(top=1))
    slow, quick = Listener(hub), Listener(hub)
    quick.subscribe(filter={"top": 1})
    slow.subscribe(filter={"top": 1}, maxRate=1)
    filtered, whole = hub.view(CHANNEL, wanted), hub.view(CHANNEL)
    quick.session.end()
    assert hub.view(CHANNEL, wanted) is filtered
    slow.session.end()
    assert hub.view(CHANNEL, wanted) is not filtered
    client.session.end()
    assert hub.view(CHANNEL) is whole


def test_a_position_under_a_filter_says_nothing_where_the_filter_is_not_applied() -> None:
    hub, _clock, _client = following(filtered_views=0)
    other = Listener(hub)
    other.subscribe(filter={"top": 1}, resume={"epoch": "E1", "seq": 1})
    answer = other.heard()[0]
    assert (answer.recovered, answer.snapshot, answer.filter) == (False, "follows", None)  # type: ignore[attr-defined]


def test_a_delta_that_was_refused_by_the_line_is_made_up_for_at_the_next_look() -> None:
    hub, _clock, client = following()
    taken = client.write
    client.write = lambda payload: False  # type: ignore[method-assign]
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    deliver(hub)
    client.write = taken  # type: ignore[method-assign]
    client.session.check(0)
    assert [(message.type, message.seq) for message in client.heard()] == [("delta", 2)]  # type: ignore[attr-defined]


def test_the_shell_is_woken_by_changes_and_told_when_to_look_again() -> None:
    hub, clock, _client = following(tick=0.2, heartbeat=5.0)
    woken: list[bool] = []
    hub.wake = lambda: woken.append(True)
    assert hub.next_due() == clock.at + 5
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    assert woken == [True]
    deliver(hub)
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    assert hub.next_due() == pytest.approx(clock.at + 0.2)
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    assert len(woken) == 2


@given(st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(0, 9)), min_size=1, max_size=8), st.integers(0, 7))
def test_conflated_and_unconflated_lead_to_the_same_filtered_table(states: list[dict[str, int]], cut: int) -> None:
    """The same changes, delivered one by one and all at once, under every kind of filter."""
    for wish in ({}, {"top": 2}, {"pairs": ["a", "c"]}, {"top": 1, "pairs": ["d"]}):
        ends = []
        for every in (1, 100):
            hub, clock = feed(tick=0.0)
            hub.update(CHANNEL, table({}), "E1", 1)
            client = Listener(hub)
            client.subscribe(filter=wish)
            for seq, totals in enumerate(states, start=2):
                hub.update(CHANNEL, table(totals), "E1", seq)
                if seq % every == 0 or seq == cut:
                    deliver(hub)
                clock.turn(1)
            deliver(hub)
            replica = Replica(CHANNEL)
            for message in client.read():
                if message["type"] in ("snapshot", "delta"):
                    replica.apply(message)
            ends.append({key: tuple(row.values()) for key, row in replica.rows.items()})
        accepts = Filter.of(FilterRequest(**wish)).bind(table({}).columns)  # type: ignore[arg-type]
        expected = {key: row for key, row in table(states[-1]).rows.items() if accepts is None or accepts(key, row)}
        assert ends == [expected, expected]


def test_a_heartbeat_before_the_first_word_from_the_bus_has_no_age() -> None:
    clock = TurnedClock()
    hub = Hub(clock, Limits(heartbeat=5.0))
    hub.declare(CHANNEL, "E1")
    client = Listener(hub)
    client.subscribe()
    client.heard()
    clock.turn(5)
    beat(hub)
    (heartbeat,) = client.heard()
    assert isinstance(heartbeat, Heartbeat)
    assert (heartbeat.seq, heartbeat.source_age_ms) == (0, None)


def test_a_fan_out_counts_what_it_has_sent_and_pauses_after_each_burst() -> None:
    hub, clock, _first = following(burst=2)
    for _ in range(4):
        Listener(hub).subscribe()
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    assert list(hub.deliver(hub.due()[0])) == [2, 4]
    assert hub.counts["deliveries"] == 5
    clock.turn(1)
    hub.reset(CHANNEL, "E2", "begun anew")
    assert list(hub.deliver(hub.due()[0])) == [2, 4]
    assert hub.counts["deliveries"] == 10


def test_a_channel_is_only_forgotten_when_nobody_follows_it() -> None:
    hub, _clock, client = following()
    with pytest.raises(RuntimeError, match=f"{CHANNEL} is followed"):
        hub.forget(CHANNEL)
    assert CHANNEL in hub.channels
    client.session.end()
    hub.forget(CHANNEL)
    assert hub.channels == {}


def test_each_state_of_a_channel_is_taken_once_and_what_became_of_it_is_counted() -> None:
    hub, _clock = feed()
    states = ((1, "E1"), (1, "E1"), (2, "E1"), (5, "E1"), (4, "E1"), (1, "E2"), (2, "E2"))
    outcomes = [hub.update(CHANNEL, table({"1": 50 + seq}), epoch, seq) for seq, epoch in states]
    assert outcomes == [
        Outcome.APPLIED,
        Outcome.OLD,
        Outcome.APPLIED,
        Outcome.GAP,
        Outcome.OLD,
        Outcome.EPOCH,
        Outcome.APPLIED,
    ]
    assert (hub.counts["updates_applied"], hub.counts["updates_old"], hub.counts["updates_gap"]) == (4, 2, 1)


def test_ends_of_connections_are_counted_by_their_codes() -> None:
    hub, _clock = feed()
    for code in (CloseCode.SLOW_CONSUMER, CloseCode.BAD_MESSAGE, CloseCode.SLOW_CONSUMER):
        Listener(hub).session.close(code, "why")
    assert {name: count for name, count in hub.counts.items() if name.startswith("closed_")} == {
        f"closed_{CloseCode.SLOW_CONSUMER.value}": 2,
        f"closed_{CloseCode.BAD_MESSAGE.value}": 1,
    }


def test_the_first_frame_says_what_it_was_caused_by_and_no_later_one_does() -> None:
    hub, clock, _client = following()
    Listener(hub).subscribe(max_rate=1.0)
    causes, shown = ["file 1", "file 2", None], list[tuple[str, list[object]]]()
    hub.cause = lambda: causes.pop(0)
    hub.shown = lambda name, of: shown.append((name, [*of]))
    for seq in (2, 3, 4):
        hub.update(CHANNEL, table({"1": 50 + seq}), "E1", seq)
    while groups := hub.due():
        list(hub.deliver(groups[0]))
    clock.turn(5)
    assert hub.due() == []
    assert shown == [(CHANNEL, ["file 1", "file 2"])]


def test_what_nobody_follows_is_shown_to_nobody_and_what_nobody_follows_any_more_is_forgotten() -> None:
    hub, _, client = following()
    shown: list[object] = []
    hub.cause, hub.shown = lambda: "a file", lambda name, of: shown.append(name)
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    hub.leave(client.session.subscriptions[CHANNEL])
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    Listener(hub).subscribe()
    hub.cause = lambda: None
    hub.update(CHANNEL, table({"1": 53}), "E1", 4)
    for group in hub.due():
        list(hub.deliver(group))
    assert shown == []
