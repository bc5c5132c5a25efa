import json

import pytest

from contracts.feed import SERVER_MESSAGES, Delta, Encoding, FilterRequest, MetaChange, Snapshot, checksum
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.filters import EVERYTHING, Filter
from services.broadcast.domain.view import Plan
from tests.support.feed import CHANNEL, feed, table


def messages(plan: Plan) -> list[Snapshot | Delta]:
    return [SERVER_MESSAGES.validate_json(payload.data) for payload in plan.payloads]  # type: ignore[misc]


def test_who_is_at_the_present_gets_nothing() -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    assert hub.view(CHANNEL).plan("E1", 1) == Plan(True, (), False)


def test_who_missed_changes_gets_them_in_one_delta_with_a_proof() -> None:
    hub, _clock = feed()
    for seq, total in enumerate([50, 60, 55], start=1):
        hub.update(CHANNEL, table({"1": total, "2": 40}), "E1", seq)
    plan = hub.view(CHANNEL).plan("E1", 1)
    (delta,) = messages(plan)
    assert plan.recovered
    assert isinstance(delta, Delta)
    assert (delta.from_, delta.seq, delta.cells) == (1, 3, {"total": ([0], ["55"])})
    assert delta.checksum == checksum(hub.channels[CHANNEL].rows.items())


def test_unknown_future_and_foreign_positions_get_the_snapshot() -> None:
    hub, _clock = feed()
    for seq in (1, 2):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
    for epoch, position in ((None, -1), ("E1", 3), ("E1", 0), ("E0", 1), ("E0", 2)):
        plan = hub.view(CHANNEL).plan(epoch, position)
        assert plan.snapshot
        assert not plan.recovered


def test_a_fold_larger_than_the_snapshot_gives_way_to_it() -> None:
    hub, _clock = feed()
    many = {str(pair): pair for pair in range(200)}
    hub.update(CHANNEL, table(many), "E1", 1)
    hub.update(CHANNEL, table({key: 100 + value for key, value in many.items()}), "E1", 2)
    few = {"1": 1, "2": 2}
    hub.update(CHANNEL, table(few), "E1", 3)
    assert hub.view(CHANNEL).plan("E1", 1).snapshot


def test_a_row_that_was_seen_only_in_between_is_taken_back_from_who_holds_that_position() -> None:
    hub, _clock = feed()
    wanted = Filter.of(FilterRequest(top=1))
    for seq, total in enumerate([40, 60, 30], start=1):
        hub.update(CHANNEL, table({"1": total, "2": 50}), "E1", seq)
    found = []
    for position in (1, 2):
        (payload,) = hub.view(CHANNEL, wanted).delta(position, proven=False) or ()
        delta = SERVER_MESSAGES.validate_json(payload.data)
        assert isinstance(delta, Delta)
        found.append((delta.removed, set(delta.added)))
    assert found == [((), set()), (("1",), {"2"})]


def test_a_row_that_was_never_seen_is_not_mentioned() -> None:
    hub, _clock = feed()
    wanted = Filter.of(FilterRequest(pairs=("2",)))
    for seq, total in enumerate([40, 45], start=1):
        hub.update(CHANNEL, table({"1": total, "2": 50}), "E1", seq)
    (payload,) = hub.view(CHANNEL, wanted).delta(1, proven=False) or ()
    assert json.loads(payload.data).keys().isdisjoint({"added", "removed", "cells"})


def test_a_filtered_snapshot_proves_what_is_visible() -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50, "2": 60}), "E1", 1)
    view = hub.view(CHANNEL, Filter.of(FilterRequest(top=1)))
    (snapshot,) = messages(view.plan(None, -1))
    assert list(snapshot.rows) == ["2"]
    assert snapshot.checksum == checksum([("2", hub.channels[CHANNEL].rows["2"])])


def test_big_tables_come_in_parts_of_which_only_the_first_has_columns_and_the_last_a_position() -> None:
    hub, _clock = feed(part_bytes=500)
    hub.update(CHANNEL, table({str(pair): pair for pair in range(40)}, title="Pairs"), "E1", 1)
    payloads = hub.view(CHANNEL).snapshot()
    parts = [SERVER_MESSAGES.validate_json(payload.data) for payload in payloads]
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))  # type: ignore[union-attr]
    assert {part.parts for part in parts} == {len(parts)}  # type: ignore[union-attr]
    assert parts[0].columns is not None  # type: ignore[union-attr]
    assert {part.columns for part in parts[1:]} == {None}  # type: ignore[union-attr]
    assert sorted(key for part in parts for key in part.rows) == sorted(str(pair) for pair in range(40))  # type: ignore[union-attr]
    assert [bool(payload.event_id) for payload in payloads] == [False] * (len(parts) - 1) + [True]
    assert len(hub.view(CHANNEL).document()) > 500


def test_messages_are_made_once_until_the_channel_moves() -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    hub.update(CHANNEL, table({"1": 51}), "E1", 2)
    view = hub.view(CHANNEL)
    first = (view.snapshot(), view.delta(1, proven=True), view.synced(), view.document())
    again = (view.snapshot(), view.delta(1, proven=True), view.synced(), view.document())
    assert all(one is other for one, other in zip(first, again, strict=True))
    hub.update(CHANNEL, table({"1": 52}), "E1", 3)
    assert view.snapshot() is not first[0]


def test_columns_encoding_writes_arrays() -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    (snapshot,) = messages(hub.view(CHANNEL, EVERYTHING, Encoding.COLUMNS).plan(None, -1))
    assert snapshot.rows == {"1": ["A", "1", 1, "50"]}


def test_a_delta_has_a_proof_only_where_one_is_asked_for() -> None:
    hub, _clock = feed()
    for seq in (1, 2):
        hub.update(CHANNEL, table({"1": seq, "2": 40}), "E1", seq)
    proofs = []
    for proven in (False, True):
        payloads = hub.view(CHANNEL).delta(1, proven=proven)
        assert payloads is not None
        (delta,) = [SERVER_MESSAGES.validate_json(payload.data) for payload in payloads]
        assert isinstance(delta, Delta)
        proofs.append(delta.checksum)
    assert proofs == [None, checksum(hub.channels[CHANNEL].rows.items())]


def test_a_table_at_its_beginning_is_resumed_from() -> None:
    hub, _clock = feed()
    hub.declare(CHANNEL, "E1")
    view = hub.view(CHANNEL)
    assert view.plan("E1", 0) == Plan(True, (), False)
    hub.update(CHANNEL, TableState(view.channel.columns, {}, {"title": "Open"}), "E1", 1)
    (delta,) = messages(view.plan("E1", 0))
    assert isinstance(delta, Delta)
    assert (delta.from_, delta.seq, delta.meta) == (0, 1, (MetaChange(op="add", path="/title", value="Open"),))
    assert not view.plan("E1", 2).recovered
    assert not view.plan("E1", -1).recovered
    assert not view.plan("E2", 1).recovered


def test_a_delta_that_is_larger_than_the_table_is_not_sent_and_a_small_one_always() -> None:
    hub, _clock = feed(part_bytes=100_000)
    many = {str(pair): pair for pair in range(20)}
    hub.update(CHANNEL, table(many), "E1", 1)
    hub.update(CHANNEL, table({"1": 50}), "E1", 2)
    view = hub.view(CHANNEL)
    plan = view.plan("E1", 1)
    (delta,) = plan.payloads
    assert len(view.snapshot()[0].data) < len(delta.data) < 1024
    assert plan.recovered
    hub.update(CHANNEL, table({str(pair): pair for pair in range(200)}), "E1", 3)
    hub.update(CHANNEL, table({"1": 50}), "E1", 4)
    assert view.plan("E1", 3) == Plan(False, view.snapshot(), True)
    (delta,) = view.delta(3, proven=True) or ()
    assert len(delta.data) > 1024 > len(view.snapshot()[0].data)


def test_deltas_from_32_positions_are_remembered() -> None:
    hub, _clock = feed()
    for seq in range(1, 40):
        hub.update(CHANNEL, table({"1": seq}), "E1", seq)
    view = hub.view(CHANNEL)
    deltas = [view.delta(position, proven=False) for position in range(1, 33)]
    assert all(view.delta(position, proven=False) is delta for position, delta in enumerate(deltas, 1))
    view.delta(33, proven=False)
    assert view.delta(1, proven=False) is not deltas[0]


@pytest.mark.parametrize("what", ["synced", "document", "snapshot", "proof", "delta"])
def test_what_is_asked_of_a_view_is_true_of_the_present(what: str) -> None:
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50, "2": 2}), "E1", 1)
    view, plain = hub.view(CHANNEL, Filter.of(FilterRequest(pairs=("1",)))), hub.view(CHANNEL)
    for seq in (2, 3, 4):
        hub.update(CHANNEL, table({"1": 50 + seq, "2": 2}), "E1", seq)
        if what == "proof":
            assert view.proof() == checksum([("1", hub.channels[CHANNEL].rows["1"])])
            assert plain.proof() == checksum(hub.channels[CHANNEL].rows.items())
            continue
        for each in (view, plain):
            if what == "synced":
                made = each.synced().data
                assert each.synced().event_id == f"E1-{seq}"
            elif what == "document":
                made = each.document()
            else:
                (payload,) = each.snapshot() if what == "snapshot" else each.delta(1, proven=True) or ()
                made = payload.data
            message = SERVER_MESSAGES.validate_json(made)
            assert message.seq == seq  # type: ignore[union-attr]
            if what != "synced":
                if what == "delta":
                    assert message.cells == {"total": ([0], [str(50 + seq)])}  # type: ignore[union-attr]
                    continue
                assert message.rows["1"]["total"] == str(50 + seq)  # type: ignore[union-attr]
                assert message.rows.keys() == ({"1"} if each is view else {"1", "2"})  # type: ignore[union-attr]
