"""Whatever the order of updates, ticks, lagging, draining, leaving and resuming: every client gets to the table."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from contracts.feed import (
    SERVER_MESSAGES,
    CloseCode,
    Delta,
    Encoding,
    FilterRequest,
    Heartbeat,
    Reason,
    Reset,
    ResumePoint,
    Snapshot,
    Subscribe,
    Subscribed,
    Synced,
    standings_channel,
)
from kibitz_client.replica import Lost, Replica
from services.broadcast.domain.channel import Row, TableState
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.limits import Limits, Moment
from services.broadcast.domain.payload import Form, Payload
from services.broadcast.domain.protocol import ClientProtocol
from services.broadcast.domain.session import Session

CHANNEL = standings_channel("club-night")
COLUMNS = (("section", "rank", "total"), ("section", "rank", "total", "boards"))
FILTERS = (
    None,
    FilterRequest(top=2),
    FilterRequest(section=("A",)),
    FilterRequest(section=("B",), top=3, pairs=("p1",)),
    FilterRequest(pairs=("p0", "p4")),
)
LIMITS = Limits(
    lag_bytes=500,
    part_bytes=250,
    transfers=1,
    ring_deltas=4,
    ring_rows=12,
    checksum_every=2,
    filtered_views=3,
    burst=1,
    rate_burst=10_000,
    outbox=40,
    lag_seconds=1e9,
    first_message=1e9,
)

SOCKET = 300
"""Bytes that the kernel takes for a client that does not read."""

rows = st.dictionaries(
    st.sampled_from([f"p{number}" for number in range(9)]),
    st.tuples(st.sampled_from("AB"), st.integers(1, 6) | st.none(), st.sampled_from(["50", "61.5", "½ é"])),
    max_size=9,
)
metas = st.dictionaries(st.sampled_from(["round", "status"]), st.integers(1, 3) | st.none(), max_size=2)


class Client:
    """A client over a line with a buffer, and everything that it should check."""

    def __init__(
        self, machine: "Broadcast", wish: FilterRequest | None, encoding: Encoding, rate: float | None
    ) -> None:
        self.machine, self.wish, self.encoding, self.rate = machine, wish, encoding, rate
        self.replica = Replica(CHANNEL)
        self.applied = wish
        self.epochs_told: set[str] = set()
        self.descriptor = len(machine.sockets)
        machine.sockets.append(self)
        self.connect()

    def connect(self) -> None:
        self.unsent: list[Payload] = []
        self.in_the_way = False
        self.closed: CloseCode | None = None
        self.session = Session(self.machine.hub, self)
        self.protocol = ClientProtocol(self.machine.hub, self.session)
        self.protocol.open()
        self.replica.restart()
        same = Filter.of(self.applied) == Filter.of(self.wish)
        held = self.replica.position
        self.subscribe(ResumePoint(**held._asdict()) if held is not None and same else None)
        self.open_line()

    def open_line(self) -> None:
        """Let the fan-out write to the socket, as long as what was written fits into it."""
        if not self.in_the_way and not self.session.paused and self.closed is None:
            self.session.open_line(self.descriptor, Form.PLAIN)

    def subscribe(self, resume: object) -> None:
        wish = Subscribe(
            id=1, channel=CHANNEL, filter=self.wish, encoding=self.encoding, max_rate=self.rate, resume=resume
        )
        self.protocol.receive(wish.model_dump_json(exclude_none=True))

    # The outlet of its session.

    def write(self, payload: Payload) -> bool:
        assert self.closed is None
        self.unsent.append(payload)
        self.in_the_way = self.in_the_way or self.bytes_unsent > SOCKET
        if self.in_the_way:
            self.session.close_line()
        if not self.session.paused and self.bytes_unsent > LIMITS.lag_bytes:
            self.session.pause()
        return True

    def write_rest(self, payload: Payload, written: int) -> None:
        assert self.session.descriptor < 0
        self.in_the_way = True
        self.write(payload)

    def write_frame(self, frame: bytes) -> int:
        """What the kernel does: take all, or some, or nothing."""
        assert self.closed is None
        assert not self.in_the_way
        assert self.session.descriptor == self.descriptor
        written = max(0, min(len(frame), SOCKET - self.bytes_unsent))
        if written == len(frame):
            self.unsent.append(Payload(frame[2 if frame[1] < 126 else 4 :], "delta"))
        return written

    @property
    def bytes_unsent(self) -> int:
        return sum(len(part.data) for part in self.unsent)

    def close(self, code: CloseCode, reason: str) -> None:
        self.closed = code

    # The client's own side.

    def read(self, count: int) -> None:
        for _ in range(min(count, len(self.unsent))):
            self.take(self.unsent.pop(0))
        self.in_the_way = self.in_the_way and self.bytes_unsent > 0
        if self.session.paused and self.bytes_unsent <= LIMITS.lag_bytes // 4:
            self.session.resume()

    def take(self, payload: Payload) -> None:
        message = SERVER_MESSAGES.validate_json(payload.data)
        if isinstance(message, Subscribed):
            self.applied = message.filter
            if not message.recovered:
                self.replica = Replica(CHANNEL)
        elif isinstance(message, Reset):
            self.epochs_told.add(message.epoch)
        elif isinstance(message, Snapshot | Delta | Synced | Heartbeat):
            try:
                self.replica.apply(json.loads(payload.data))
            except Lost as lost:
                raise AssertionError(f"the server let a client lose something: {lost}") from lost
            self.check()

    def check(self) -> None:
        held = self.replica.position
        if held is None:
            return
        state = self.machine.history[held.epoch, held.seq]
        accepts = Filter.of(self.applied).bind(state.columns)
        expected = {key: row for key, row in state.rows.items() if accepts is None or accepts(key, row)}
        assert self.replica.columns == state.columns
        assert {key: tuple(row.values()) for key, row in self.replica.rows.items()} == expected
        assert self.replica.meta == {key: value for key, value in state.meta.items() if value is not None}


class Broadcast(RuleBasedStateMachine):
    """A writer, a hub and its clients."""

    @initialize()
    def start(self) -> None:
        self.at = 0.0
        self.hub = Hub(self.clock, LIMITS)
        self.hub.write_many = self.write_many
        self.sockets: list[Client] = []
        self.epoch, self.seq = 1, 0
        self.columns = 0
        self.history: dict[tuple[str, int], TableState] = {}
        self.clients: list[Client] = []
        self.fan_out: object = None
        self.remember(TableState((), {}, {}))
        self.hub.declare(CHANNEL, self.name)

    def clock(self) -> Moment:
        return Moment(self.at, datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.at))

    def write_many(self, descriptors: Sequence[int], frame: bytes) -> list[tuple[int, int]]:
        written = [self.sockets[descriptor].write_frame(frame) for descriptor in descriptors]
        return [(place, size) for place, size in enumerate(written) if size < len(frame)]

    @property
    def name(self) -> str:
        return f"E{self.epoch}"

    def remember(self, state: TableState) -> None:
        self.history[self.name, self.seq] = state

    def publish(self, table: dict[str, Row], meta: dict[str, object], reason: Reason) -> None:
        columns = COLUMNS[self.columns]
        filled = {key: (*row, 3)[: len(columns)] for key, row in table.items()}
        state = TableState(columns, filled, meta)  # type: ignore[arg-type]
        self.remember(state)
        self.hub.update(CHANNEL, state, self.name, self.seq, reason)

    @rule(table=rows, meta=metas, reason=st.sampled_from(Reason), skipped=st.sampled_from([0, 0, 0, 2]))
    def update(self, table: dict[str, Row], meta: dict[str, object], reason: Reason, skipped: int) -> None:
        self.seq += 1 + skipped
        self.publish(table, meta, reason)

    @rule(table=rows, meta=metas)
    def change_columns(self, table: dict[str, Row], meta: dict[str, object]) -> None:
        self.columns = 1 - self.columns
        self.seq += 1
        self.publish(table, meta, Reason.RESULT)

    @rule(table=rows)
    def begin_another_epoch(self, table: dict[str, Row]) -> None:
        self.epoch += 1
        self.seq = 1
        self.remember_empty()
        self.publish(table, {}, Reason.RESULT)

    @rule()
    def reset(self) -> None:
        self.epoch += 1
        self.seq = 0
        self.remember_empty()
        self.hub.reset(CHANNEL, self.name, "rebuilt")

    def remember_empty(self) -> None:
        self.history[self.name, 0] = TableState((), {}, {})

    @precondition(lambda self: self.seq > 0)
    @rule(back=st.integers(0, 3))
    def deliver_twice(self, back: int) -> None:
        seq = self.seq - back
        if (self.name, seq) in self.history and seq > 0:
            self.hub.update(CHANNEL, self.history[self.name, seq], self.name, seq)

    @precondition(lambda self: self.clients and self.seq)
    @rule(seen=st.sampled_from([True, False]))
    def touch_one_row(self, seen: bool) -> None:
        """A row enters or leaves what filters show, and the next update may take that back."""
        old = self.history[self.name, self.seq]
        table = {key: row[:3] for key, row in old.rows.items()}
        table["p1"] = ("A", 1 if seen else 6, "50")
        self.seq += 1
        self.publish(table, dict(old.meta), Reason.CORRECTION)

    @rule(seconds=st.sampled_from([0.05, 0.2, 1.0, 6.0]))
    def pass_time(self, seconds: float) -> None:
        self.at += seconds

    @rule()
    def step_fan_out(self) -> None:
        """One burst of one delivery, so that everything else may happen in the middle of a fan-out."""
        if self.fan_out is None:
            due = self.hub.due()
            self.fan_out = self.hub.deliver(due[0]) if due else self.hub.beat()
        try:
            next(self.fan_out)  # type: ignore[call-overload]
        except StopIteration:
            self.fan_out = None

    @rule()
    def finish_fan_outs(self) -> None:
        while self.fan_out is not None:
            self.step_fan_out()
        for group in self.hub.due():
            for _ in self.hub.deliver(group):
                pass

    @precondition(lambda self: len(self.clients) < 6)
    @rule(
        wish=st.sampled_from(FILTERS), encoding=st.sampled_from(Encoding), rate=st.sampled_from([None, None, 1.0, 0.2])
    )
    def join(self, wish: FilterRequest | None, encoding: Encoding, rate: float | None) -> None:
        self.clients.append(Client(self, wish, encoding, rate))

    @precondition(lambda self: self.clients)
    @rule(data=st.data(), count=st.integers(1, 6))
    def read(self, data: st.DataObject, count: int) -> None:
        data.draw(st.sampled_from(self.clients)).read(count)

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def reconnect(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.clients))
        client.session.end()
        client.connect()

    @precondition(lambda self: self.clients)
    @rule(data=st.data(), wish=st.sampled_from(FILTERS))
    def subscribe_again(self, data: st.DataObject, wish: FilterRequest | None) -> None:
        client = data.draw(st.sampled_from(self.clients))
        client.read(10_000)
        if client.closed is None and not client.unsent:
            client.wish = wish
            client.subscribe(None)

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def vanish(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.clients))
        client.session.end()
        self.clients.remove(client)

    @precondition(lambda self: self.clients)
    @rule()
    def look(self) -> None:
        for client in self.clients:
            client.session.check(0)
            client.open_line()

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def get_in_the_way(self, data: st.DataObject) -> None:
        """Something else is written to a socket."""
        data.draw(st.sampled_from(self.clients)).session.close_line()

    @invariant()
    def nobody_is_dropped_by_mistake(self) -> None:
        for client in getattr(self, "clients", []):
            if client.closed is not None:
                assert client.closed is CloseCode.SLOW_CONSUMER
                client.connect()

    def teardown(self) -> None:
        if not hasattr(self, "clients"):
            return
        for _ in range(30):
            self.finish_fan_outs()
            self.at += 6
            for client in self.clients:
                client.read(10_000)
                client.session.check(0)
        for client in self.clients:
            held = client.replica.position
            assert held is not None
            assert (held.epoch, held.seq) == (self.name, self.seq)
            assert client.replica.synced
            assert not client.unsent
            client.check()
            client.session.end()
        assert self.hub.transfer_slots.free == LIMITS.transfers
        assert not self.hub._groups


TestBroadcast = Broadcast.TestCase
TestBroadcast.settings = settings(max_examples=120, stateful_step_count=40)
TestBroadcast.pytestmark = [pytest.mark.slow]
