"""Two audiences: the hub is the public's, and beside it stand the whole tables of events that hold something back.

Rules kept here:

1. Of an event without such a policy there is one table, the hub's, and nothing is kept twice.
2. Tables that the public sees under a policy are numbered in an epoch of that policy: when it changes, channels start
   anew, so that nobody resumes from a state that had other rows (`contracts/feed`).
3. Under a delay (`Held`) states wait beside the channel that the public sees. Their numbers are doubled there, so that
   before the first one that is old enough there is room for a table without rows. Seats do not wait.
4. Standings of which the public sees the ranking after a round (`Kept`) are numbered in an epoch of that ranking.
5. Boards that wait for their last table (`complete`) are open as their whole tables say now. What belongs to boards is
   numbered in an epoch of those that are open, so that one that closes again is closed at once.
6. A channel is whole here before anything of it is shown, so what fails on the way to the public shows nothing.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from contracts.facts import NameShown, PublicPolicy
from contracts.feed import Reason, analysis_channel, board_channel, boards_channel, standings_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Channel, Outcome, TableChanges, TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.public.held import Dated, Held
from services.broadcast.domain.public.names import PublicNames, teams_of, with_names
from services.broadcast.domain.public.tables import public_table, without_news
from services.broadcast.domain.public.until_round import Kept
from services.broadcast.domain.public.values import with_values
from shared.person_names import ShownNames


class Update(NamedTuple):
    """The next state of a channel, as its writer numbered it."""

    table: TableState | TableChanges
    epoch: str
    seq: int
    reason: Reason
    stored_at: datetime


class AskedAfter(NamedTuple):
    """For which ranking scoring is asked: after a round, as of so long ago, for this position of its standings."""

    event: str
    round: int
    seq: int
    delay: timedelta


@dataclass
class Audiences:
    """The channels of events, for the public and for staff.

    Attributes:
        hub: what the public sees.
        policies: of the events of which the public does not see all.
        names: of the events that do not show all names in full.
        secret: of the server, for what stands for identities that are names.
        _whole: channels of those, as staff see them.
        _held: what waits of those that have a delay.
        _kept: the rankings of events that stay as they were after a round.
    """

    hub: Hub
    secret: bytes = b""
    policies: dict[str, PublicPolicy] = field(default_factory=dict)
    names: dict[str, PublicNames] = field(default_factory=dict)
    _whole: dict[str, Channel] = field(default_factory=dict)
    _held: dict[str, Held] = field(default_factory=dict)
    _kept: dict[str, Kept] = field(default_factory=dict)

    def table(self, name: str) -> Channel | None:
        """A channel as staff see it."""
        return self._whole.get(name) or self.hub.channels.get(name)

    def state(self, name: str, *, is_old_enough: bool = False) -> tuple[Table, int, datetime] | None:
        """A channel as staff see it, its position, and when it was stored; or the newest state that the public may see.

        Args:
            name: of the channel.
            is_old_enough: not that of now under a delay.
        """
        if is_old_enough and (held := self._held.get(name)) is not None:
            return None if held.shown is None else (held.shown.table, held.shown.seq, held.shown.at)
        return None if (whole := self.table(name)) is None else (whole, whole.seq, whole.ts)

    def update(self, name: str, update: Update) -> Outcome:
        """Take the next state of a channel of an event."""
        event = _event_of(name)
        if event not in self.policies and event not in self.names:
            return self.hub.update(name, *update)
        whole = self._whole.get(name) or self._new(name, update.epoch)
        complete = whole.meta.get("complete")
        outcome = whole.apply(update.table, update.seq, update.reason, update.stored_at, self.hub.clock())
        self._whole[name] = whole
        if outcome is not Outcome.OLD:
            self._offer(whole, update.reason)
            if event in self.names and name == standings_channel(event):
                self._know_teams(event)
            if _waits_for_tables(self.policies.get(event)) and whole.meta.get("complete") != complete:
                board = name.rpartition(".")[2]
                for each in (name, analysis_channel(event, board), boards_channel(event)):
                    self._show_again(each)
        return outcome

    def _complete(self, name: str) -> list[str]:
        """The boards that a channel is about and all their tables have played, where boards wait for that."""
        event, whole = _event_of(name), self.table(name)
        if whole is None or not _waits_for_tables(self.policies.get(event)):
            return []
        about = whole.rows if name == boards_channel(event) else [name.rpartition(".")[2]]
        boards = ((board, self.table(board_channel(event, board))) for board in about)
        return sorted(board for board, table in boards if table is not None and table.meta.get("complete") is True)

    def turn(self) -> None:
        """Show what has become old enough; the shell calls it now and then."""
        for name, held in self._held.items():
            if held.turn(self.hub.clock().utc):
                self._show_held(name, held)

    def decide(self, event: str, policy: PublicPolicy, names: Sequence[NameShown], channels: Iterable[str]) -> None:
        """From now on an event has this policy and these names; its channels that are here are shown so, at once."""
        before = self.policies.get(event)
        rule = None if policy.shows_all else policy, ShownNames(names) if names else None
        if rule == self.rule(event):
            return
        self.policies.pop(event, None)
        self.names.pop(event, None)
        if rule[0] is not None:
            self.policies[event] = rule[0]
        self._keep_until(event, rule[0].until_round if rule[0] is not None else None)
        if rule[1] is not None:
            teams = teams_of(self.table(standings_channel(event)))
            self.names[event] = PublicNames(event, rule[1], self.secret, teams)
        for name in channels:
            if event not in self.policies and event not in self.names:
                self._release(name)
            elif (known := self._whole.get(name) or self._copy(name)) is not None:
                self._change(known, before)

    def _keep_until(self, event: str, number: int | None) -> None:
        """From now on the ranking of an event stays as it is after this round; None: it does not."""
        if number is None:
            self._kept.pop(event, None)
        elif event not in self._kept or self._kept[event].round != number:
            self._kept[event] = Kept(number)

    def _kept_of(self, name: str) -> Kept | None:
        event = _event_of(name)
        return self._kept.get(event) if name == standings_channel(event) else None

    def _keep(self, name: str, table: Table) -> None:
        """Let standings stay that are shown now, if they may when a later round has begun."""
        if (kept := self._kept_of(name)) is not None:
            self._kept[_event_of(name)] = kept.beside(table)

    def unasked(self) -> list[AskedAfter]:
        """The rankings after a round that scoring has not been asked for since what is shown of their event moved."""
        asked = []
        for event, kept in self._kept.items():
            name = standings_channel(event)
            if (whole := self._whole.get(name)) is None:
                continue
            held = self._held.get(name)
            state = _dated(whole) if held is None else held.shown
            seq = 0 if state is None else state.seq
            if seq > kept.asked and not (state is not None and kept.has_only(state.table)):
                asked.append(AskedAfter(event, kept.round, seq, self._delay(name)))
        return asked

    def take_ranking(self, asked: AskedAfter, ranking: TableState | None) -> None:
        """Show the ranking after a round that scoring has answered; None: it has none."""
        kept, whole = self._kept.get(asked.event), self._whole.get(standings_channel(asked.event))
        if kept is None or kept.round != asked.round or whole is None or asked.delay != self._delay(whole.name):
            return
        self._kept[asked.event] = kept.answered(ranking, asked.seq)
        if (held := self._held.get(whole.name)) is not None:
            self._show_held(whole.name, held)
        else:
            self._show(whole, Reason.PUBLISH)

    def rule(self, event: str) -> tuple[PublicPolicy | None, ShownNames | None]:
        """What the public sees of an event, to be compared: what was made under another rule is not shown."""
        names = self.names.get(event)
        return self.policies.get(event), names.shown if names is not None else None

    def shown(self, name: str, table: Table) -> TableState:
        """A table of a channel as the public sees it."""
        event = _event_of(name)
        policy, names = self.policies.get(event), self.names.get(event)
        if (kept := self._kept_of(name)) is not None:
            table = kept.shown(table)
        seen = public_table(name, table, policy, self._complete(name)) if policy is not None else table
        return with_names(name, seen, names) if names is not None else _state(seen)

    def named(self, name: str) -> Table | None:
        """A whole channel with values and names as the public sees them; under a delay as it was so long ago."""
        event = _event_of(name)
        policy, names = self.policies.get(event), self.names.get(event)
        if policy is None and names is None:
            return self.table(name)
        if policy is None or not policy.withholds:
            return self.hub.channels.get(name)
        if (known := self.state(name, is_old_enough=True)) is None:
            return None
        seen = with_values(name, known[0], policy.values)
        return with_names(name, seen, names) if names is not None else seen

    def identity(self, event: str, own: str) -> str:
        """An identity as the public sees it."""
        return self.names[event].identity(own) if event in self.names else own

    def prose(self, event: str, text: str) -> str:
        """A text that somebody wrote, without the names of those who asked not to be named."""
        return self.names[event].shown.prose(text) if event in self.names else text

    def is_public_identity(self, event: str, own: str) -> bool:
        """Whether the public sees an identity as it is."""
        return self.identity(event, own) == own

    def identity_behind(self, event: str, shown: str) -> str:
        """Whose identity the public sees so, of those in the standings; the same where it is nobody's."""
        standings, names = self.table(standings_channel(event)), self.names.get(event)
        if names is None or standings is None:
            return shown
        every = (key.partition("|")[2] for key in standings.rows)
        return next((own for own in every if names.identity(own) == shown), "")

    def _know_teams(self, event: str) -> None:
        """Names of teams are those of the newest standings; channels that came before are shown with them."""
        teams = teams_of(self.table(standings_channel(event)))
        if teams != self.names[event].teams:
            self.names[event] = self.names[event]._replace(teams=teams)
            for name in [each for each in self._whole if _event_of(each) == event]:
                self._show_again(name)

    def forget(self, name: str) -> None:
        """Let go of a channel that nobody follows."""
        self._whole.pop(name, None)
        self._held.pop(name, None)
        if (kept := self._kept.get(event := _event_of(name))) and name == standings_channel(event):
            self._kept[event] = Kept(kept.round)
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

    def delay(self, event: str) -> timedelta:
        """By how much all but the seats of an event is shown later."""
        policy = self.policies.get(event)
        return timedelta(minutes=policy.delay if policy is not None else 0)

    def is_old_enough(self, event: str, stored_at: datetime) -> bool:
        """Whether the public may see what was stored then."""
        return stored_at <= self.hub.clock().utc - self.delay(event)

    def _delay(self, channel: str) -> timedelta:
        """The delay of a channel: seats have none, because they have to be taken."""
        return timedelta() if channel.split(".")[2] == "seats" else self.delay(_event_of(channel))

    def _change(self, whole: Channel, before: PublicPolicy | None) -> None:
        """Show a channel under another policy than before, or with other names."""
        name, now = whole.name, self.hub.clock().utc
        held = self._held.pop(name, None) or Held(timedelta(), shown=_dated(whole))
        policy = self.policies.get(_event_of(name))
        if policy is None or not (delay := self._delay(name)):
            self._show(whole, Reason.PUBLISH)
            return
        is_public = _is_no_more(policy, before or PublicPolicy())
        held = self._held[name] = held.changed(delay, now, is_public=is_public)
        self._show_held(name, held)

    def _offer(self, whole: Channel, reason: Reason) -> None:
        """Show the newest state of a channel, or let it wait."""
        if not (delay := self._delay(whole.name)):
            self._show(whole, reason)
            return
        held = self._held.get(whole.name)
        is_new = held is None
        held = self._held[whole.name] = held or Held(delay)
        held.add(_dated(whole))
        if held.turn(self.hub.clock().utc) or is_new:
            self._show_held(whole.name, held)

    def _show(self, whole: Channel, reason: Reason) -> None:
        self._keep(whole.name, whole)
        self.hub.update(
            whole.name, self.shown(whole.name, whole), self._epoch(whole.name, whole.epoch), whole.seq, reason, whole.ts
        )

    def _show_again(self, name: str) -> None:
        """Show a channel by what is known now, if it is here."""
        if (held := self._held.get(name)) is not None:
            self._show_held(name, held)
        elif (whole := self._whole.get(name)) is not None:
            self._show(whole, Reason.PUBLISH)

    def _show_held(self, name: str, held: Held) -> None:
        """Show what of a channel is old enough; a table without rows where nothing is."""
        shown = held.shown
        state, seq = (held.waiting[0], 2 * held.waiting[0].seq - 1) if shown is None else (shown, 2 * shown.seq)
        table = without_news(state.table) if shown is None else state.table
        self._keep(name, table)
        at = state.at if shown is not None else None
        self.hub.update(name, self.shown(name, table), self._epoch(name, state.epoch), seq, Reason.RESULT, at)

    def _epoch(self, name: str, own: str) -> str:
        """The numbering of what is shown under a policy, or with names that are not shown in full."""
        policy, names = self.policies.get(_event_of(name)), self.names.get(_event_of(name))
        if policy is not None:
            places = "all" if policy.places is None else policy.places
            own = f"{own}.{places}-{policy.boards}-{policy.delay}-{policy.values}"
        if complete := self._complete(name):
            own = f"{own}-{zlib.crc32('|'.join(complete).encode()):08x}"
        if (kept := self._kept_of(name)) is not None:
            own = f"{own}-{kept.round}-{kept.mark}"
        return own if names is None else f"{own}.{names.token}"


def _is_no_more(policy: PublicPolicy, before: PublicPolicy) -> bool:
    """Whether a policy shows nothing that one before it did not show, late or not."""
    same = ((before.places, policy.places, None), (before.until_round, policy.until_round, None))
    is_of_boards = before.boards in ("all", policy.boards) or policy.boards == "none"
    return is_of_boards and all(old in (new, every) for old, new, every in same)


def _waits_for_tables(policy: PublicPolicy | None) -> bool:
    return policy is not None and policy.boards == "complete"


def _event_of(channel: str) -> str:
    return channel.split(".")[1]


def _dated(channel: Channel) -> Dated:
    return Dated(_state(channel), channel.epoch, channel.seq, channel.ts)


def _state(table: Table) -> TableState:
    return TableState(table.columns, dict(table.rows), dict(table.meta))
