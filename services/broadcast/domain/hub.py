"""The hub: channels, who follows them, and when each group is due its next delta.

Connections with the same channel, filter, encoding and rate form a group: what one of them is sent, all of them are, so
it is made once. A group is due `interval` after its last delta; a change in a quiet channel goes out at once.

Rule 1: `join` takes the position and adds the client to the fan-out in one call: nothing can fall in between.
Rule 2: `deliver` fixes what it sends before the first client; clients that join or catch up while it runs hold at least
that much, and are passed over. Who holds something else than the group was sent last is caught up by itself.
Those who are in step with their group cost it a write each and nothing else, whatever the size of what it is sent.
Rule 3: the fan-out never waits for a client: a busy client keeps its position and is caught up later.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from contracts.feed import CloseCode, Encoding, Reason
from services.broadcast.domain.channel import Channel, Outcome, TableChanges, TableState
from services.broadcast.domain.filters import EVERYTHING, Filter
from services.broadcast.domain.limits import Clock, Limits
from services.broadcast.domain.payload import Form, Payload
from services.broadcast.domain.session import ENDED, Group, Session, Subscription
from services.broadcast.domain.transfer_slots import TransferSlots
from services.broadcast.domain.view import View, heartbeat

SLOWER_INTERVALS = (0.5, 1.0, 2.0, 5.0)
"""Seconds between deltas that a client may ask for beside the tick; few, so that clients share their groups."""


WriteMany = Callable[[Sequence[int], bytes], Sequence[tuple[int, int]]]


class Hub:
    """All channels and all who follow them.

    Attributes:
        wake: called when something has become due; the shell sets it.
        evicted: whether a channel that is not here can be loaded from the bus; the ledger sets it.
        write_many: writes a frame to sockets by their descriptors and never fails; returns the places of those that did
            not take all of it, with the bytes that they took. The shell sets it before it opens a line.
        missed: seconds that the service stood still, because its machine did or was too busy; the shell adds them up.
        degraded: the service is cut off from the bus; heartbeats carry it.
        counts: what happened, by name, for metrics.
        cause: what an update is made for, None for nothing that is measured; the shell sets it.
        shown: called with a channel and the causes of what its first frame has just shown; the shell sets it.
    """

    def __init__(self, clock: Clock, limits: Limits | None = None, name: str = "kibitz") -> None:
        self.clock = clock
        self.limits = limits or Limits()
        self.name = name
        self.channels: dict[str, Channel] = {}
        self.wake: Callable[[], None] = lambda: None
        self.evicted: Callable[[str], bool] = lambda _name: False
        self.write_many: WriteMany = lambda _descriptors, _frame: ()
        self.missed = 0.0
        self.degraded = False
        self.counts: Counter[str] = Counter()
        self.cause: Callable[[], object] = lambda: None
        self.shown: Callable[[str, Sequence[object]], None] = lambda _name, _causes: None
        self._causes: dict[str, list[object]] = {}
        self._source_seen: float | None = None
        self._reset_reasons: dict[str, str] = {}
        self._views: dict[str, dict[tuple[Filter, Encoding], View]] = {}
        self._groups: dict[str, dict[tuple[Filter, Encoding, float], Group]] = {}
        self._dirty: dict[Group, None] = {}
        self._next_beat = clock().at + self.limits.heartbeat
        self.transfer_slots = TransferSlots(self.limits.transfers)

    # What the writer's side calls.

    def update(
        self,
        name: str,
        state: TableState | TableChanges,
        epoch: str,
        seq: int,
        reason: Reason = Reason.RESULT,
        ts: datetime | None = None,
    ) -> Outcome:
        """Take the next state of a channel, as its writer numbered it.

        Another epoch than before starts the channel anew, like `reset`; a number that is not greater than before is
        ignored, because a bus delivers twice. `ts` is when the state was true, now by default.

        Raises:
            ValueError: no channel can have that name, or the state is no table; nothing has changed then.
        """
        now = self.clock()
        channel = self.channels.get(name)
        started = channel is not None and channel.epoch != epoch
        if channel is None:
            channel = self.declare(name, epoch)
        elif started:
            self.reset(name, epoch, "the numbering has changed")
        outcome = channel.apply(state, seq, reason, ts or now.utc, now)
        self._source_seen = now.at
        self.counts[f"updates_{outcome.value}"] += 1
        if outcome is not Outcome.OLD:
            if name in self._groups and (cause := self.cause()) is not None:
                self._causes.setdefault(name, []).append(cause)
            self._touch(channel)
        return Outcome.EPOCH if started else outcome

    def declare(self, name: str, epoch: str) -> Channel:
        """Make a channel known before its first state, so that clients may wait for it; an existing one stays."""
        channel = self.channels.get(name)
        if channel is None:
            channel = self.channels[name] = Channel(name, epoch, self.clock(), self.limits)
        return channel

    def reset(self, name: str, epoch: str, reason: str) -> None:
        """Start a channel anew, empty: its numbering cannot be continued. Clients get `reset` and a snapshot."""
        channel = self.declare(name, epoch)
        channel.restart(epoch, self.clock())
        self._reset_reasons[name] = reason
        for group in self._groups.get(name, {}).values():
            group.restart()
        self._touch(channel)

    def forget(self, name: str) -> None:
        """Let go of a channel that nobody follows; RuntimeError when somebody does."""
        if name in self._groups:
            raise RuntimeError(f"{name} is followed")
        self.channels.pop(name, None)
        self._reset_reasons.pop(name, None)
        self._views.pop(name, None)

    def followed(self) -> frozenset[str]:
        """The channels that somebody follows."""
        return frozenset(self._groups)

    def source_alive(self) -> None:
        """Something was heard from the bus, whatever it was."""
        self._source_seen = self.clock().at

    # What connections call.

    def join(
        self,
        session: Session,
        name: str,
        wanted: Filter,
        encoding: Encoding,
        max_rate: float | None,
        claim: tuple[str, int] | None,
    ) -> Subscription | None:
        """Follow a channel, instead of what the session followed there before; None when there is no such channel."""
        if name not in self.channels:
            return None
        view = self.view(name, wanted, encoding)
        interval = self._interval(max_rate)
        groups = self._groups.setdefault(name, {})
        key = (view.filter, encoding, interval)
        group = groups.get(key)
        if group is None:
            group = groups[key] = Group(view, interval, view.channel.seq)
            view.users += 1
        # A position says nothing about rows that an earlier filter left out, so it counts under the same filter only.
        subscription = Subscription(session, group, claim if view.filter == wanted else None)
        group.add(subscription)
        known = session.subscriptions.get(name)
        if known is not None:
            self.leave(known)
        session.subscriptions[name] = subscription
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Follow no more; what nobody follows is forgotten."""
        group = subscription.group
        group.remove(subscription)
        subscription.position = ENDED
        if group.members:
            return
        view, name = group.view, group.view.channel.name
        groups = self._groups.get(name, {})
        if groups.pop((view.filter, view.encoding, group.interval), None) is None:
            return
        if not groups:
            del self._groups[name]
            self._causes.pop(name, None)
        self._dirty.pop(group, None)
        view.users -= 1
        if view.users == 0 and view.filter != EVERYTHING:
            self._views.get(name, {}).pop((view.filter, view.encoding), None)

    def view(self, name: str, wanted: Filter = EVERYTHING, encoding: Encoding = Encoding.ROWS) -> View:
        """A channel under a filter; unfiltered when there are too many different filters. KeyError for no channel."""
        channel = self.channels[name]
        views, key = self._views.setdefault(name, {}), (wanted, encoding)
        view = views.get(key)
        if view is None:
            filtered = sum(other != EVERYTHING for views in self._views.values() for other, _ in views)
            if wanted != EVERYTHING and filtered >= self.limits.filtered_views:
                self.counts["filters_refused"] += 1
                return self.view(name, EVERYTHING, encoding)
            view = views[key] = View(channel, wanted, encoding)
        return view

    def reset_reason(self, channel: Channel) -> str:
        """Why the numbering of a channel started anew."""
        return self._reset_reasons.get(channel.name, "the numbering has changed")

    def count_close(self, code: CloseCode) -> None:
        """Remember that a connection was ended with this code."""
        self.counts[f"closed_{code.value}"] += 1

    # What the shell's clock calls.

    def attended(self) -> float:
        """Seconds by the clock without those in which the service stood still: no client is given up for these."""
        return self.clock().at - self.missed

    def next_due(self) -> float:
        """When `due` or `beat` has something to do next."""
        return min([self._next_beat, *(group.due for group in self._dirty)])

    def due(self) -> list[Group]:
        """The groups that have waited long enough for what has changed."""
        now = self.clock().at
        return [group for group in self._dirty if group.due <= now]

    def deliver(self, group: Group) -> Iterator[int]:
        """Send a group what it lacks; yields the number of sends now and then, so that the shell lets others run."""
        self._dirty.pop(group, None)
        view, start, seq = group.view, group.sent, group.view.channel.seq
        causes = self._causes.pop(view.channel.name, ())
        group.begin_delivery(seq)
        group.due = self.clock().at + group.interval
        group.deltas += 1
        sends = 0
        try:
            proven = group.deltas % self.limits.checksum_every == 0
            delta = view.delta(start, proven=proven) if start >= 0 else None
            for sends in self._deliver_in_step(group, delta or ()):
                yield sends
            group.end_delivery()
            first, rest = (delta[0], delta[1:]) if delta else (None, ())
            for subscription in tuple(group.strays):
                session = subscription.session
                if session.busy:
                    continue
                if subscription.position >= seq:
                    group.fall_in(subscription)
                    continue
                if first is None or subscription.position != start:
                    session.catch_up(subscription)
                elif session.outlet.write(first):
                    subscription.position = seq
                    for payload in rest:
                        session.hand_over(payload)
                    group.fall_in(subscription)
                sends += 1
                if sends % self.limits.burst == 0:
                    yield sends
        finally:
            group.end_delivery()
        self.counts["deliveries"] += sends
        if causes:
            self.shown(view.channel.name, causes)

    def _deliver_in_step(self, group: Group, delta: Sequence[Payload]) -> Iterator[int]:
        """Write a delta to everybody who is in step; without one nobody stays in it."""
        sends = 0
        for lane, form in zip(group.unserved, Form, strict=True):
            # All parts at once: a second write to a socket costs as much as the first, whatever their size.
            frames = b"".join(payload.frame(form) for payload in delta) if lane else b""
            while lane and delta:
                chunk = [lane.popitem() for _ in range(min(self.limits.burst, len(lane)))]
                group.in_step[form].update(chunk)
                self._send_in_step(chunk, delta, frames, form)
                sends += len(chunk)
                yield sends

    def beat(self) -> Iterator[int]:
        """Send heartbeats when they are due; yields like `deliver`."""
        now = self.clock()
        if now.at < self._next_beat:
            return
        self._next_beat = now.at + self.limits.heartbeat
        age = None if self._source_seen is None else round((now.at - self._source_seen) * 1000)
        sends = 0
        for group in [group for groups in self._groups.values() for group in groups.values()]:
            payload = heartbeat(group.view.channel, max(group.sent, 0), now, age, self.degraded)
            for lane, form in zip(group.in_step, Form, strict=True):
                waiting = list(lane.items())
                while waiting:
                    chunk, waiting = waiting[: self.limits.burst], waiting[self.limits.burst :]
                    # While others ran some may have left, and their descriptors may be those of others now.
                    here = [(number, member) for number, member in chunk if lane.get(number) is member]
                    self._send_in_step(here, (payload,), payload.frame(form), form)
                    yield sends
            for subscription in tuple(group.strays):
                if 0 <= group.sent <= subscription.position < ENDED and not subscription.session.busy:
                    subscription.session.outlet.write(payload)
                    sends += 1
                    if sends % self.limits.burst == 0:
                        yield sends

    def strays(self) -> list[Session]:
        """The sessions that are not in step with all their groups; a regular look catches them up."""
        groups = [group for groups in self._groups.values() for group in groups.values()]
        return [subscription.session for group in groups for subscription in group.strays]

    def _send_in_step(
        self, members: Sequence[tuple[int, Subscription]], payloads: Sequence[Payload], frames: bytes, form: Form
    ) -> None:
        """Write the frames of payloads to members that are in step; who does not take all of it is not any more."""
        for place, written in self.write_many([descriptor for descriptor, _ in members], frames):
            session = members[place][1].session
            session.close_line()
            ahead = written
            for payload in payloads:
                size = len(payload.frame(form))
                if 0 <= ahead < size:
                    session.outlet.write_rest(payload, ahead)
                elif ahead < 0:
                    session.hand_over(payload)
                ahead -= size

    def _touch(self, channel: Channel) -> None:
        for group in self._groups.get(channel.name, {}).values():
            self._dirty[group] = None
        self.wake()

    def _interval(self, max_rate: float | None) -> float:
        """The shortest interval on offer that keeps below the rate; the longest when none does."""
        tick = self.limits.tick
        if max_rate is None or max_rate >= 1 / tick:
            return tick
        offered = [interval for interval in SLOWER_INTERVALS if interval > tick]
        return next((interval for interval in offered if interval * max_rate >= 1), offered[-1])
