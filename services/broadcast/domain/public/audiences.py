"""Two audiences: the hub is the public's, and beside it stand the whole tables of events that hold something back.

Rules kept here:

1. Of an event without such a policy there is one table, the hub's, and nothing is kept twice.
2. Tables that the public sees under a policy are numbered in an epoch of that policy: when it changes, channels start
   anew, so that nobody resumes from a state that had other rows (`contracts/feed.py`).
3. Under a delay (`Held`) states wait beside the channel that the public sees. Their numbers are doubled there, so that
   before the first one that is old enough there is room for a table without rows. Seats do not wait.
4. A channel is whole here before anything of it is shown, so what fails on the way to the public shows nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from contracts.facts import PublicPolicy
from contracts.feed import Reason
from services.broadcast.domain.channel import Channel, Outcome, TableChanges, TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.public.held import Dated, Held
from services.broadcast.domain.public.tables import public_table, without_news


class Update(NamedTuple):
    """The next state of a channel, as its writer numbered it."""

    table: TableState | TableChanges
    epoch: str
    seq: int
    reason: Reason
    stored_at: datetime


@dataclass
class Audiences:
    """The channels of events, for the public and for staff.

    Attributes:
        hub: what the public sees.
        policies: of the events that hold something back.
        _whole: channels of those, as staff see them.
        _held: what waits of those that have a delay.
    """

    hub: Hub
    policies: dict[str, PublicPolicy] = field(default_factory=dict)
    _whole: dict[str, Channel] = field(default_factory=dict)
    _held: dict[str, Held] = field(default_factory=dict)

    def table(self, name: str) -> Channel | None:
        """A channel as staff see it."""
        return self._whole.get(name) or self.hub.channels.get(name)

    def update(self, name: str, update: Update) -> Outcome:
        """Take the next state of a channel of an event."""
        policy = self.policies.get(_event_of(name))
        if policy is None:
            return self.hub.update(name, *update)
        whole = self._whole.get(name) or self._new(name, update.epoch)
        outcome = whole.apply(update.table, update.seq, update.reason, update.stored_at, self.hub.clock())
        self._whole[name] = whole
        if outcome is not Outcome.OLD:
            self._offer(whole, policy, update.reason)
        return outcome

    def turn(self) -> None:
        """Show what has become old enough; the shell calls it now and then."""
        for name, held in self._held.items():
            if held.turn(self.hub.clock().utc):
                self._show_held(name, held)

    def decide(self, event: str, policy: PublicPolicy, channels: Iterable[str]) -> None:
        """From now on an event has this policy; its channels that are here are shown accordingly, at once."""
        before, now = self.policies.get(event), policy if policy.withholds else None
        if before == now:
            return
        if now is not None:
            self.policies[event] = now
        else:
            del self.policies[event]
        for name in channels:
            if now is None:
                self._release(name)
            elif (known := self._whole.get(name) or self._copy(name)) is not None:
                self._change(known, before, now)

    def forget(self, name: str) -> None:
        """Let go of a channel that nobody follows."""
        self._whole.pop(name, None)
        self._held.pop(name, None)
        self.hub.forget(name)

    def _new(self, name: str, epoch: str) -> Channel:
        # Nobody resumes from it: it needs no past.
        return Channel(name, epoch, self.hub.clock(), replace(self.hub.limits, ring_deltas=1))

    def _copy(self, name: str) -> Channel | None:
        """The channel that everybody has seen, to be kept for staff."""
        if (public := self.hub.channels.get(name)) is None:
            return None
        whole = self._whole[name] = self._new(name, public.epoch)
        whole.apply(_state(public), public.seq, Reason.PUBLISH, public.ts, self.hub.clock())
        return whole

    def _release(self, name: str) -> None:
        self._held.pop(name, None)
        if (whole := self._whole.pop(name, None)) is not None:
            self.hub.update(name, _state(whole), whole.epoch, whole.seq, Reason.PUBLISH, whole.ts)

    def _change(self, whole: Channel, before: PublicPolicy | None, policy: PublicPolicy) -> None:
        """Show a channel under another policy."""
        name, now = whole.name, self.hub.clock().utc
        held = self._held.pop(name, None) or Held(timedelta(), shown=_dated(whole))
        if not _waits(name, policy):
            self._show(whole, policy, Reason.PUBLISH)
            return
        is_public = (before or PublicPolicy()).replace(delay=policy.delay) == policy
        held = self._held[name] = held.changed(timedelta(minutes=policy.delay), now, is_public=is_public)
        self._show_held(name, held)

    def _offer(self, whole: Channel, policy: PublicPolicy, reason: Reason) -> None:
        """Show the newest state of a channel, or let it wait."""
        if not _waits(whole.name, policy):
            self._show(whole, policy, reason)
            return
        held = self._held.get(whole.name)
        is_new = held is None
        held = self._held[whole.name] = held or Held(timedelta(minutes=policy.delay))
        held.add(_dated(whole))
        if held.turn(self.hub.clock().utc) or is_new:
            self._show_held(whole.name, held)

    def _show(self, whole: Channel, policy: PublicPolicy, reason: Reason) -> None:
        table = public_table(whole.name, whole, policy)
        self.hub.update(whole.name, table, _epoch(whole.epoch, policy), whole.seq, reason, whole.ts)

    def _show_held(self, name: str, held: Held) -> None:
        """Show what of a channel is old enough; a table without rows where nothing is."""
        policy, shown = self.policies[_event_of(name)], held.shown
        state, seq = (held.waiting[0], 2 * held.waiting[0].seq - 1) if shown is None else (shown, 2 * shown.seq)
        table = public_table(name, without_news(state.table) if shown is None else state.table, policy)
        at = state.at if shown is not None else None
        self.hub.update(name, table, _epoch(state.epoch, policy), seq, Reason.RESULT, at)


def _event_of(channel: str) -> str:
    return channel.split(".")[1]


def _waits(channel: str, policy: PublicPolicy) -> bool:
    return policy.delay > 0 and channel.split(".")[2] != "seats"


def _dated(channel: Channel) -> Dated:
    return Dated(_state(channel), channel.epoch, channel.seq, channel.ts)


def _state(channel: Channel) -> TableState:
    return TableState(channel.columns, dict(channel.rows), dict(channel.meta))


def _epoch(own: str, policy: PublicPolicy) -> str:
    """The numbering of what is shown under a policy."""
    return f"{own}.{'all' if policy.places is None else policy.places}-{policy.boards}-{policy.delay}"
