"""Writing to the sockets of those who are in step: one frame for all, and whatever gets in the way."""

from collections.abc import Generator, Sequence
from typing import cast

import pytest

from contracts.feed import Delta, Heartbeat, Snapshot
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.payload import Form, Payload
from services.broadcast.domain.session import IN_STEP
from tests.support.feed import CHANNEL, Listener, TurnedClock, deliver, feed, table

MANY = {str(pair): pair for pair in range(400)}


class Line(Listener):
    """A client whose socket the fan-out may write to, which takes only so many bytes."""

    def __init__(self, sockets: "Sockets", form: Form = Form.PLAIN) -> None:
        super().__init__(sockets.hub)
        self.direct: list[bytes] = []
        self.rests: list[bytes] = []
        self.room = 10**9
        self.subscribe()
        self.heard()
        sockets.lines.append(self)
        self.session.open_line(len(sockets.lines) - 1, form)

    def write_rest(self, payload: Payload, written: int) -> None:
        self.rests.append(payload.frame(self.session.form)[written:])

    @property
    def position(self) -> int:
        (subscription,) = self.session.subscriptions.values()
        return subscription.position


class Sockets:
    """A hub with a table, and the lines to its clients."""

    def __init__(self, totals: dict[str, int], **limits: int) -> None:
        self.hub: Hub
        self.clock: TurnedClock
        self.hub, self.clock = feed(**limits)
        self.hub.write_many = self.write
        self.hub.update(CHANNEL, table(totals), "E1", 1)
        self.lines: list[Line] = []
        self.bursts: list[int] = []

    def begun(self, totals: dict[str, int], seq: int) -> Generator[int, None, None]:
        """A delivery of an update, of which the first burst is sent."""
        self.clock.turn(1.0)
        self.hub.update(CHANNEL, table(totals), "E1", seq)
        (group,) = self.hub.due()
        delivery = cast("Generator[int, None, None]", self.hub.deliver(group))
        next(delivery)
        return delivery

    def write(self, descriptors: Sequence[int], frame: bytes) -> list[tuple[int, int]]:
        self.bursts.append(len(descriptors))
        cut = []
        for place, descriptor in enumerate(descriptors):
            line = self.lines[descriptor]
            written = min(line.room, len(frame))
            line.direct.append(frame[:written])
            if written < len(frame):
                cut.append((place, written))
        return cut

    def update(self, totals: dict[str, int], seq: int) -> None:
        self.clock.turn(1.0)
        self.hub.update(CHANNEL, table(totals), "E1", seq)
        deliver(self.hub)


def test_everybody_in_step_is_written_the_same_bytes_and_nothing_else() -> None:
    sockets = Sockets({"1": 50}, burst=4)
    lines = [Line(sockets) for _ in range(10)]
    for seq in (2, 3):
        sockets.update({"1": 50 + seq}, seq)
    assert sockets.bursts == [4, 4, 2] * 2
    assert [line.position for line in lines] == [IN_STEP] * 10
    assert all(line.payloads == [] for line in lines)
    assert len({id(frame) for line in lines for frame in line.direct}) == 2
    assert sockets.hub.counts["deliveries"] == 20


def test_each_kind_of_wire_has_its_own_frame() -> None:
    sockets = Sockets(MANY)
    plain, deflated, event = (Line(sockets, form) for form in Form)
    sockets.update({key: total + 1 for key, total in MANY.items()}, 2)
    assert plain.direct[0][0] == 0x81
    assert deflated.direct[0][0] == 0xC1
    assert event.direct[0].startswith(b"id: E1-2")


def test_who_takes_only_a_part_gets_the_rest_by_the_outlet_and_is_out_of_step() -> None:
    sockets = Sockets({"1": 50})
    slow, quick = Line(sockets), Line(sockets)
    slow.room = 20
    sockets.update({"1": 60}, 2)
    assert slow.direct[0] + slow.rests[0] == quick.direct[0]
    assert (slow.position, quick.position) == (2, IN_STEP)
    sockets.update({"1": 70}, 3)
    (delta,) = slow.heard()
    assert isinstance(delta, Delta)
    assert (delta.from_, delta.seq, len(slow.direct)) == (2, 3, 1)
    slow.room = 10**9
    slow.session.open_line(0, Form.PLAIN)
    sockets.update({"1": 80}, 4)
    assert (len(slow.direct), slow.heard(), slow.position) == (2, [], IN_STEP)


@pytest.mark.parametrize("room", [0, 20, 1500])
def test_a_delta_of_several_parts_is_one_write_and_who_takes_a_part_of_it_gets_the_rest_in_order(room: int) -> None:
    sockets = Sockets(MANY, part_bytes=1000)
    slow, quick = Line(sockets), Line(sockets)
    slow.room = room
    sockets.update({key: 3 * total for key, total in MANY.items()}, 2)
    assert quick.payloads == []
    (whole,) = quick.direct
    later = [payload.frame(Form.PLAIN) for payload in slow.payloads]
    assert len(slow.rests) == 1
    assert len(later) > 1
    assert b"".join((*slow.direct, *slow.rests, *later)) == whole
    assert sockets.hub.transfer_slots.free == sockets.hub.limits.transfers


def test_heartbeats_take_the_same_way() -> None:
    sockets = Sockets({"1": 50}, heartbeat=5, burst=1)
    lines = [Line(sockets) for _ in range(3)]
    sockets.clock.turn(6.0)
    beat = sockets.hub.beat()
    next(beat)
    lines[1].session.end()
    for _ in beat:
        pass
    assert [len(line.direct) for line in lines] == [1, 0, 1], "who leaves meanwhile is not written to"


def test_a_line_that_is_taken_back_in_the_middle_of_a_delivery_keeps_its_place() -> None:
    sockets = Sockets({"1": 50}, burst=1)
    lines = [Line(sockets) for _ in range(3)]
    delivery = sockets.begun({"1": 60}, 2)
    for line in lines:
        line.session.close_line()
    assert sorted(line.position for line in lines) == [1, 1, 2]
    for _ in delivery:
        pass
    assert [line.position for line in lines] == [2, 2, 2]
    assert sum(len(line.direct) + len(line.heard()) for line in lines) == 3


def test_a_delivery_that_is_given_up_leaves_nobody_behind() -> None:
    sockets = Sockets({"1": 50}, burst=1)
    lines = [Line(sockets) for _ in range(3)]
    delivery = sockets.begun({"1": 60}, 2)
    delivery.close()
    assert len(sockets.hub.strays()) == 2
    for session in sockets.hub.strays():
        session.catch_up_all()
    assert sockets.hub.strays() == []
    assert sum(len(line.direct) + len(line.heard()) for line in lines) == 3


def test_another_numbering_takes_everybody_out_of_step() -> None:
    sockets = Sockets({"1": 50})
    line = Line(sockets)
    sockets.hub.reset(CHANNEL, "E2", "rebuilt")
    assert line.position == -1
    sockets.clock.turn(1.0)
    sockets.hub.update(CHANNEL, table({"1": 60}), "E2", 1)
    deliver(sockets.hub)
    assert [type(message) for message in line.heard()][1:2] == [Snapshot]
    assert line.position == IN_STEP


@pytest.mark.parametrize("way", ["pause", "end"])
def test_who_lags_or_leaves_is_not_written_to(way: str) -> None:
    sockets = Sockets({"1": 50})
    line = Line(sockets)
    getattr(line.session, way)()
    sockets.update({"1": 60}, 2)
    assert (line.direct, line.heard()) == ([], [])


def test_a_heartbeat_in_step_says_the_position_that_everybody_holds() -> None:
    sockets = Sockets({"1": 50}, heartbeat=5)
    line = Line(sockets)
    sockets.update({"1": 60}, 2)
    sockets.clock.turn(6.0)
    for _ in sockets.hub.beat():
        pass
    heartbeat = Heartbeat.model_validate_json(line.direct[-1][4:])
    assert heartbeat.seq == 2
