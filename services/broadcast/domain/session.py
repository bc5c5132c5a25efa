"""One connection, without I/O: what it is sent, how far behind it may fall, and how it ends.

The shell calls in (`pause`, `resume`, `check`, `end`); the session answers through its `Outlet`.

Rule 1: nothing is written while the outlet is paused (more than `lag_bytes` unsent). What must not be lost waits in
the outbox; what the tables do is not kept at all: each subscription knows the position that its client holds, and is
brought from there to the present in one step when the connection has drained. So a slow reader costs no memory.
Rule 2: the position of a subscription moves when a message is handed over, in the same call, with nothing in between.
Rule 3: a connection ends once: `bye`, then the close code; after that nothing is written.
Rule 4: while nothing is unsent the shell lends the descriptor of its socket (`open_line`), and a subscription that
holds what its group was sent is in step: the fan-out writes to the descriptors of the group and looks at nothing else.
Whatever gets in the way takes the line back (`close_line`) before the next write.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from contracts.feed import Bye, CloseCode
from services.broadcast.domain import wire
from services.broadcast.domain.channel import Channel
from services.broadcast.domain.limits import Clock, Limits
from services.broadcast.domain.payload import Form, Payload
from services.broadcast.domain.transfer_slots import TransferSlots
from services.broadcast.domain.view import Plan, View, reset

ENDED = 2**62
"""The position of a subscription that wants nothing any more: beyond every delta."""

IN_STEP = 2**61
"""The position of a subscription that holds what its group was sent, whatever that is."""

COME_BACK = frozenset({CloseCode.GOING_AWAY, CloseCode.RESTART, CloseCode.OVERLOAD, CloseCode.RATE_LIMITED})


class Outlet(Protocol):
    """What the shell lends to a session: the sending side of a connection."""

    def write(self, payload: Payload) -> bool:
        """Send, or buffer; False when the connection cannot take it any more. May call `Session.pause` meanwhile."""

    def write_rest(self, payload: Payload, written: int) -> None:
        """The same of what is left of a payload after so many bytes of its frame."""

    def close(self, code: CloseCode, reason: str) -> None:
        """End the connection after what was written."""


class SessionHost(Protocol):
    """What a session needs of the hub that it belongs to."""

    clock: Clock
    limits: Limits
    transfer_slots: TransferSlots

    def attended(self) -> float:
        """Seconds by which the patience with clients is measured."""

    def leave(self, subscription: Subscription) -> None:
        """Follow no more."""

    def reset_reason(self, channel: Channel) -> str:
        """Why the numbering of a channel started anew."""

    def count_close(self, code: CloseCode) -> None:
        """Remember that a connection was ended with this code."""


class State(Enum):
    """How a connection keeps up."""

    LIVE = "live"
    LAGGING = "lagging"
    CLOSED = "closed"


Lanes = tuple[dict[int, "Subscription"], ...]
"""Subscriptions by the descriptor of their socket, one lane for each kind of wire."""


def no_lanes() -> Lanes:
    """Lanes without anybody."""
    return tuple({} for _ in Form)


@dataclass(eq=False, slots=True)
class Group:
    """The connections that are sent the same.

    Attributes:
        sent: position up to which the group has been served.
        due: when it may be sent something again.
        strays: members that are not in step; each has a position of its own.
        in_step: the others.
        unserved: those in step whom the delivery that runs has not reached; they hold `sent_before`.
    """

    view: View
    interval: float
    sent: int
    members: dict[Subscription, None] = field(default_factory=dict)
    due: float = 0.0
    deltas: int = 0
    strays: dict[Subscription, None] = field(default_factory=dict)
    in_step: Lanes = field(default_factory=no_lanes)
    unserved: Lanes = field(default_factory=no_lanes)
    sent_before: int = -1

    def add(self, subscription: Subscription) -> None:
        """A member comes."""
        self.members[subscription] = self.strays[subscription] = None

    def remove(self, subscription: Subscription) -> None:
        """A member goes."""
        self.fall_out(subscription)
        self.members.pop(subscription, None)
        self.strays.pop(subscription, None)

    def fall_in(self, subscription: Subscription) -> None:
        """Take a member into step, if it holds what the group was sent and its line is open."""
        session = subscription.session
        if (
            session.descriptor >= 0
            and not session.busy
            and not subscription.syncing
            and subscription.position == self.sent
            and subscription.epoch == self.view.channel.epoch
        ):
            self.in_step[session.form][session.descriptor] = subscription
            self.strays.pop(subscription, None)
            subscription.position = IN_STEP

    def fall_out(self, subscription: Subscription) -> None:
        """Give a member its own position again, if it is in step."""
        if subscription.position != IN_STEP:
            return
        session = subscription.session
        served = self.in_step[session.form].pop(session.descriptor, None)
        if served is None:
            del self.unserved[session.form][session.descriptor]
        subscription.position = self.sent_before if served is None else self.sent
        self.strays[subscription] = None

    def begin_delivery(self, seq: int) -> None:
        """Everybody in step is to be brought to this position."""
        self.in_step, self.unserved = self.unserved, self.in_step
        self.sent_before, self.sent = self.sent, seq

    def end_delivery(self) -> None:
        """Whom it did not reach is out of step."""
        for lane in self.unserved:
            for subscription in tuple(lane.values()):
                self.fall_out(subscription)

    def restart(self) -> None:
        """Nobody holds anything that counts any more."""
        self.end_delivery()
        for lane in self.in_step:
            for subscription in tuple(lane.values()):
                self.fall_out(subscription)
        self.sent = -1
        for subscription in self.members:
            subscription.position = -1


@dataclass(eq=False, slots=True)
class Subscription:
    """A client's place in a channel.

    Attributes:
        epoch, position: what the client holds once it has read everything that was handed over; -1 for no table.
        claim: what it says that it holds, until its first recovery has been planned.
        syncing: it has not been told `synced` yet.
    """

    session: Session
    group: Group
    claim: tuple[str, int] | None
    epoch: str | None = None
    position: int = -1
    syncing: bool = True

    @property
    def behind(self) -> bool:
        """Whether the client lacks something that its group has been sent."""
        return self.position < self.group.sent or self.epoch != self.group.view.channel.epoch

    def plan(self) -> Plan:
        """The way from what the client holds to the present."""
        epoch, position = self.claim if self.syncing and self.claim else (self.epoch, self.position)
        return self.group.view.plan(epoch, position)


@dataclass(eq=False, slots=True)
class Session:
    """A client's connection.

    Attributes:
        busy: nothing may be written directly: paused, or with an outbox, or closed.
        descriptor, form: of its socket while the fan-out may write to that (rule 4), and its kind of wire; -1 for none.
        waiting: for a slot to be sent a message of several parts.
    """

    hub: SessionHost
    outlet: Outlet
    subscriptions: dict[str, Subscription] = field(default_factory=dict)
    busy: bool = False
    paused: bool = False
    closed: bool = False
    waiting: bool = False
    lagging_since: float | None = None
    descriptor: int = -1
    form: Form = Form.PLAIN
    _transferring: bool = False
    _outbox: list[Payload] = field(default_factory=list)

    @property
    def state(self) -> State:
        """How it keeps up."""
        if self.closed:
            return State.CLOSED
        return State.LAGGING if self.busy else State.LIVE

    def pause(self) -> None:
        """Too much is unsent: lagging from now on."""
        self.close_line()
        self.paused = self.busy = True
        if self.lagging_since is None:
            self.lagging_since = self.hub.attended()

    def resume(self) -> None:
        """What was unsent is gone: the rest, and then the present."""
        if self.closed:
            return
        self.paused = False
        self.lagging_since = None
        while self._outbox and not self.paused:
            self.outlet.write(self._outbox.pop(0))
        if self._outbox or self.paused or self.closed:
            return
        self.busy = False
        self._release()
        self.catch_up_all()

    def open_line(self, descriptor: int, form: Form) -> None:
        """The socket may be written to from now on: nothing is unsent."""
        self.descriptor, self.form = descriptor, form
        for subscription in self.subscriptions.values():
            subscription.group.fall_in(subscription)

    def close_line(self) -> None:
        """The socket may not be written to any more."""
        for subscription in self.subscriptions.values():
            subscription.group.fall_out(subscription)
        self.descriptor = -1

    def check(self, unsent: int) -> None:
        """Give up on a client with too many bytes unsent or for too long; else send whatever it has missed."""
        limits = self.hub.limits
        if unsent > limits.slow_bytes:
            self.close(CloseCode.SLOW_CONSUMER, f"{unsent} bytes unsent")
        elif self.lagging_since is not None and self.hub.attended() - self.lagging_since > limits.lag_seconds:
            self.close(CloseCode.SLOW_CONSUMER, f"too little read for {limits.lag_seconds:g} s")
        else:
            self.catch_up_all()

    def close(self, code: CloseCode, reason: str, retry_after_ms: int | None = None) -> None:
        """End the connection with `bye` and a code."""
        if self.closed:
            return
        bye = Bye(
            code=code,
            reason=reason,
            reconnect=code in COME_BACK or code // 100 == 40,
            retry_after_ms=retry_after_ms,
            ts=self.hub.clock().utc,
        )
        self.end()
        self.hub.count_close(code)
        self.outlet.write(wire.message(bye))
        self.outlet.close(code, reason)

    def end(self) -> None:
        """The connection is over, from either side: forget everything."""
        if self.closed:
            return
        self.closed = self.busy = True
        self._outbox.clear()
        for subscription in self.subscriptions.values():
            self.hub.leave(subscription)
        self.subscriptions.clear()
        self._release()

    def send(self, payload: Payload) -> None:
        """Hand a message over in order; it waits while the connection is busy."""
        if len(self._outbox) >= self.hub.limits.outbox:
            self.close(CloseCode.SLOW_CONSUMER, f"{len(self._outbox)} messages waiting")
        elif not self.closed:
            self.hand_over(payload)

    def catch_up(self, subscription: Subscription) -> None:
        """Bring the client to the present of a channel in one step, now or when a slot is free."""
        view = subscription.group.view
        channel = view.channel
        plan = subscription.plan()
        if len(plan.payloads) > 1 and not self._transferring:
            self.waiting = self.waiting or not self.hub.transfer_slots.acquire(self)
            if self.waiting:
                return
            self._transferring = True
        if not subscription.syncing and subscription.epoch != channel.epoch:
            self.hand_over(reset(channel, self.hub.reset_reason(channel)))
        tell = plan.snapshot or subscription.syncing
        subscription.syncing = False
        subscription.epoch, subscription.position = channel.epoch, channel.seq
        for payload in plan.payloads:
            self.hand_over(payload)
        if tell:
            self.hand_over(view.synced())
        if not self.busy:
            self._release()
            subscription.group.fall_in(subscription)

    def slot_freed(self) -> None:
        """A place for a transfer is free, and this session is the next."""
        self.waiting = False
        self.catch_up_all()

    def hand_over(self, payload: Payload) -> None:
        """Send a part of what has been begun; it waits while the connection is busy."""
        if not self.busy:
            self.outlet.write(payload)
        elif not self.closed:
            self._outbox.append(payload)

    def catch_up_all(self) -> None:
        """Bring the client to the present of every channel, until it is busy."""
        for subscription in tuple(self.subscriptions.values()):
            if self.busy:
                return
            if subscription.behind:
                self.catch_up(subscription)
            else:
                subscription.group.fall_in(subscription)

    def _release(self) -> None:
        if self._transferring:
            self._transferring = False
            self.hub.transfer_slots.release()
