"""Two audiences: the hub is the public's, and beside it stand the whole tables of events that hold something back.

Rules kept here:

1. Of an event without such a policy there is one table, the hub's, and nothing is kept twice.
2. Tables that the public sees under a policy are numbered in an epoch of that policy: when it changes, channels start
   anew, so that nobody resumes from a state that had other rows (`contracts/feed.py`).
3. A channel is whole here before anything of it is shown, so what fails on the way to the public shows nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from contracts.facts import PublicPolicy
from contracts.feed import Reason
from services.broadcast.domain.channel import Channel, Outcome, TableChanges, TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.public.tables import public_table


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
    """

    hub: Hub
    policies: dict[str, PublicPolicy] = field(default_factory=dict)
    _whole: dict[str, Channel] = field(default_factory=dict)

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
            self._show(whole, policy, update.reason)
        return outcome

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
                self._show(known, now, Reason.PUBLISH)

    def forget(self, name: str) -> None:
        """Let go of a channel that nobody follows."""
        self._whole.pop(name, None)
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
        if (whole := self._whole.pop(name, None)) is not None:
            self.hub.update(name, _state(whole), whole.epoch, whole.seq, Reason.PUBLISH, whole.ts)

    def _show(self, whole: Channel, policy: PublicPolicy, reason: Reason) -> None:
        table = public_table(whole.name, whole, policy)
        self.hub.update(whole.name, table, _epoch(whole.epoch, policy), whole.seq, reason, whole.ts)


def _event_of(channel: str) -> str:
    return channel.split(".")[1]


def _state(channel: Channel) -> TableState:
    return TableState(channel.columns, dict(channel.rows), dict(channel.meta))


def _epoch(own: str, policy: PublicPolicy) -> str:
    """The numbering of what is shown under a policy."""
    return f"{own}.{'all' if policy.places is None else policy.places}-{policy.boards}"
