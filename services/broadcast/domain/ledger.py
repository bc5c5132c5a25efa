"""From messages of the bus to channels of the hub, in the order in which they come; no I/O.

The list of events is a channel without a writer of its own. Its position is the sum of the positions of all standings,
and of those whose lines are shown, which under a delay are older: each message adds one and each line that is shown
adds one, whatever the order, so every replica and every restart arrives at the same number.

Rule 1: every known event has its line in the list; its channels are loaded only while a client needs them, those of its
boards apart from the others. What comes of a part that is not loaded moves the list and is dropped, because the bus
keeps the newest of everything. Boards and games are loaded once standings have said what is public of them: seats, on
another stream, may tell of an event before that.
Rule 2: a part is loaded between `begin_loading` and `finish_loading`: what comes meanwhile is taken, so nothing falls
between what is read from the bus and what is followed. Who asks before the end waits: half of it is never shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from pydantic import JsonValue

from contracts import feed
from contracts.facts import PublicPolicy
from contracts.messages import DealAnalysed, RoundAssigned
from contracts.standings import is_all_in
from contracts.standings_changes.tables import ChangeRefused, Tables
from services.broadcast.domain import message_tables
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS, board_row
from services.broadcast.domain.cards.bridge import Table, card
from services.broadcast.domain.cards.chess import Kind, chess_card
from services.broadcast.domain.channel import Outcome, Row, TableChanges, TableState
from services.broadcast.domain.corrections.period import Period, period_of
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.message_tables import (
    FeedBoardScored,
    FeedRoundScored,
    FeedStandingsPublished,
    games_meta,
    round_rows,
)
from services.broadcast.domain.public.audiences import Audiences, Update
from services.broadcast.domain.public.held import Dated, Held
from services.broadcast.domain.public.names import line_with_names, match_with_names
from services.broadcast.domain.public.tables import line_without_play, public_line
from services.broadcast.domain.public.values import matches_with_values

AGES = {"5m": timedelta(minutes=5), "1h": timedelta(hours=1), "1d": timedelta(days=1)}
"""Ages by which events are counted, each without those before it."""


class Part(NamedTuple):
    """A part of an event: boards, analyses and games, or everything else; "" for the list of events."""

    event: str
    boards: bool

    @classmethod
    def of(cls, channel: str) -> Self:
        """The part that a channel belongs to."""
        names = channel.split(".")
        return (
            cls(names[1], bool({"board", "boards", "analysis", "games"}.intersection(names[2:3])))
            if names[0] == "evt"
            else cls("", False)
        )


class TakenRound(NamedTuple):
    """A round of chess: the position of its message, when that was stored, and its games."""

    position: int
    stored_at: datetime
    rows: Mapping[str, Row]


NO_ROUND = TakenRound(0, datetime.min, {})


@dataclass
class LoadedPart:
    """A part of an event whose channels are in the hub.

    Attributes:
        used_at: when a client last asked for it, or it changed; on the hub's clock.
        complete: everything on the bus has been read.
        channels: its channels in the hub.
        tables: of the newest standings that were taken, and `position` the number of those.
        shown: whether the hub has these tables.
        rounds: of chess, by number, and `earlier` as they were so long ago that the public may see them now.
    """

    used_at: float
    complete: bool = False
    channels: set[str] = field(default_factory=set)
    tables: Tables | None = None
    position: int = 0
    shown: bool = False
    rounds: dict[int, TakenRound] = field(default_factory=dict)
    earlier: dict[int, TakenRound] = field(default_factory=dict)


@dataclass
class Ledger:
    """What has been taken in from the bus.

    Attributes:
        hub: gets every change that the public may see.
        audiences: who sees what of an event; staff see its tables whole (`Audiences.table`).
        secret: of the server (`Audiences.secret`).
        scored_epoch, seated_epoch: of the streams, so that a stream that was lost starts new numbering.
        loaded: parts of events whose channels are in the hub.
        periods: for corrections, of the events that have one.
        _positions: of each event, and `_position` their sum with `_listed`, those of the lines that are shown.
        _lines: of the list of events, what is shown and what waits.
        _unlisted: lines of the list of events that are to be published; None for one that is gone.
    """

    hub: Hub
    scored_epoch: str
    seated_epoch: str
    secret: bytes = b""
    loaded: dict[Part, LoadedPart] = field(default_factory=dict)
    periods: dict[str, Period] = field(default_factory=dict)
    audiences: Audiences = field(init=False)
    _known: set[str] = field(default_factory=set)
    _positions: dict[str, int] = field(default_factory=dict)
    _position: int = 0
    _listed: dict[str, int] = field(default_factory=dict)
    _lines: dict[str, Held] = field(default_factory=dict)
    _unlisted: dict[str, Row | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What is shown passes the audiences."""
        self.audiences = Audiences(self.hub, self.secret)

    def begin(
        self, moving: Mapping[str, int], seated: Iterable[str], listed: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Make the list of events, before anything is taken.

        Args:
            moving: events that have moved lately, with the position before the first message that will be taken.
            seated: events that have seats.
            listed: of those under a delay, the position whose line is shown then; 0 for none.
        """
        self.hub.declare(feed.EVENTS_CHANNEL, self.scored_epoch)
        self.hub.evicted = self.is_evicted
        self._known.update(moving, seated)
        for event, position in moving.items():
            self._move(event, position, listed.get(event, position))

    def remember(self, message: FeedStandingsPublished, stored_at: datetime) -> None:
        """Enter the newest standings of an event that has not moved lately; the list is not published by this."""
        event = message.standings.event
        self._known.add(event)
        self._decide(message)
        standings = message.standings
        period = period_of(standings.status, standings.declared, standings.outcome)
        if period is not None:
            self.periods[event] = period
        else:
            self.periods.pop(event, None)
        line = message_tables.catalogue_row(message) if message_tables.has_files(message.standings) else None
        if line is not None and (policy := self.policy(event)) is not None:
            line = public_line(message_tables.CATALOGUE_COLUMNS, line, policy)
        rows = {event: line} if line is not None else {}
        state = Dated(TableState(message_tables.CATALOGUE_COLUMNS, rows), "", message.position.seq, stored_at)
        delay, now = self.audiences.delay(event), self.hub.clock().utc
        held = self._lines.get(event) or Held(delay)
        if held.delay != delay:
            held = held.changed(delay, now, is_public=True)
        held.add(state)
        held.turn(now if delay else max(now, stored_at))
        self._lines[event] = held
        self._enter(event, message.position.seq)

    def _enter(self, event: str, position: int) -> None:
        """Enter the line of an event as the public may see it now; one that is not old enough says nothing of play."""
        held, columns = self._lines[event], message_tables.CATALOGUE_COLUMNS
        line = (held.shown or held.waiting[-1]).table.rows.get(event)
        if line is not None and held.shown is None:
            line = line_without_play(columns, line)
        if line is not None and (policy := self.policy(event)) is not None:
            line = public_line(columns, line, policy)
        if line is not None and (names := self.audiences.names.get(event)) is not None:
            line = line_with_names(columns, line, names)
        self._unlisted[event] = line
        self._move(event, position, held.shown.seq if held.shown is not None else 0)

    def turn(self) -> None:
        """Show what has become old enough for the public; the shell calls it now and then."""
        self.audiences.turn()
        now = self.hub.clock().utc
        for event, held in self._lines.items():
            if held.waiting and held.turn(now) and held.shown is not None:
                self._enter(event, self._positions[event])
                self.publish_list(feed.Reason.RESULT, held.shown.at)

    def policy(self, event: str) -> PublicPolicy | None:
        """What the public sees of an event, known of every event; None where that is all of it."""
        return self.audiences.policies.get(event)

    def _decide(self, message: FeedStandingsPublished) -> None:
        """Take the policy of the newest standings; older ones that are read again are shown under it as well."""
        event, standings = message.standings.event, message.standings
        complete, met, begun = (standings.progress.get(name) for name in ("complete", "all_met", "rounds_begun"))
        policy = standings.public.now(complete=is_all_in(standings.status, complete, met), begun=begun)
        parts = [loaded for part in (True, False) if (loaded := self.loaded.get(Part(event, part))) is not None]
        self.audiences.decide(event, policy, standings.names, [name for part in parts for name in part.channels])

    def publish_list(self, reason: feed.Reason, stored_at: datetime) -> None:
        """Publish the list of events; not before it is one that was: with the first message of those that move."""
        changes = TableChanges(message_tables.CATALOGUE_COLUMNS, self._unlisted, {"title": "Events"})
        self._unlisted = {}
        self.hub.update(feed.EVENTS_CHANNEL, changes, self.scored_epoch, self._position, reason, stored_at)

    def _move(self, event: str, position: int, listed: int) -> None:
        for positions, number in ((self._positions, position), (self._listed, listed)):
            before = positions.get(event, 0)
            positions[event] = max(before, number)
            self._position += positions[event] - before

    @property
    def events(self) -> int:
        """How many events are known."""
        return len(self._known)

    def ages(self) -> Mapping[str, int]:
        """How many events have their newest standings from so long ago: of each of `AGES`, and of "older"."""
        now, counts = self.hub.clock().utc, dict.fromkeys((*AGES, "older"), 0)
        for held in self._lines.values():
            newest = held.waiting[-1] if held.waiting else held.shown
            age = now - newest.at if newest is not None else timedelta.max
            counts[next((name for name, longest in AGES.items() if age <= longest), "older")] += 1
        return counts

    def has_standings(self, event: str) -> bool:
        """Whether standings of an event were taken, and with them what is public of it."""
        return event in self._positions

    def is_evicted(self, channel: str) -> bool:
        """Whether a channel belongs to a part that has to be loaded before it can be shown."""
        part = Part.of(channel)
        loaded = self.loaded.get(part)
        is_known = self.has_standings(part.event) if part.boards else part.event in self._known
        return is_known and (loaded is None or not loaded.complete)

    def is_shown(self, event: str) -> bool:
        """Whether seats of an event are taken; all that comes of it shows that there is such an event."""
        self._known.add(event)
        return Part(event, False) in self.loaded

    def touch(self, channel: str) -> None:
        """A client asks for a channel without following it."""
        loaded = self.loaded.get(Part.of(channel))
        if loaded is not None:
            loaded.used_at = self.hub.clock().at

    def card(self, event: str, participant: str, kind: Kind | None = None) -> dict[str, JsonValue] | None:
        """The card of a participant with values and names as the public sees them; None where none is there or loaded.

        Args:
            event: its id.
            participant: his id.
            kind: of teams of chess, whose id it is.
        """
        table = self.audiences.named
        if Part(event, True) not in self.loaded:
            return None
        if (games := table(feed.games_channel(event))) is not None:
            matches = table(feed.matches_channel(event))
            return chess_card(participant, table(feed.standings_channel(event)), games, matches, kind)
        return card(participant, table(feed.standings_channel(event)), self.travellers(event), self.matches(event))

    def matches(self, event: str) -> list[Mapping[str, Any]]:
        """The matches of an event with what each board gives, with values and names as the public sees them.

        Under a delay there are none: what a board gives follows from results that may not be old enough.
        """
        tables = self.loaded[whole].tables if (whole := Part(event, False)) in self.loaded else None
        names = self.audiences.names.get(event)
        matches = tables.matches.values if tables is not None and not self.audiences.delay(event) else ()
        if (policy := self.policy(event)) is not None:
            matches = matches_with_values(matches, policy.values)
        return [*matches] if names is None else [match_with_names(match, names) for match in matches]

    def travellers(self, event: str) -> list[Table]:
        """The travellers of an event that are loaded, whole, with values, names and delay as for the public."""
        loaded, prefix = self.loaded.get(Part(event, True)), feed.board_channel(event, "")
        names = loaded.channels if loaded is not None else ()
        return [own for name in names if name.startswith(prefix) and (own := self.audiences.named(name)) is not None]

    def begin_loading(self, part: Part) -> None:
        """From now on take what comes of a part: what is on the bus is being read, from nothing."""
        loaded = self.loaded.setdefault(part, LoadedPart(self.hub.clock().at))
        loaded.complete, loaded.tables, loaded.position, loaded.shown = False, None, 0, False
        loaded.rounds.clear()
        loaded.earlier.clear()

    def is_behind(self, part: Part) -> bool:
        """Whether standings have been heard of that are newer than those taken."""
        return self.loaded[part].position < self._positions.get(part.event, 0)

    def is_followed(self, part: Part) -> bool:
        """Whether a client follows one of its channels."""
        return part in map(Part.of, self.hub.followed())

    def finish_loading(self, part: Part) -> None:
        """Everything on the bus has been taken; the part may be shown.

        What is made of several messages is made first as the public may see it now, where that is another state.
        """
        loaded = self.loaded[part]
        loaded.complete, loaded.used_at = True, self.hub.clock().at
        for is_old_enough in (True, False) if self.audiences.delay(part.event) else (False,):
            self._list_boards(part, is_old_enough=is_old_enough)
            if rounds := loaded.earlier if is_old_enough else loaded.rounds:
                games = {key: row for taken in rounds.values() for key, row in taken.rows.items()}
                table = TableState(message_tables.GAME_COLUMNS, games, games_meta(part.event, rounds))
                stored_at = max(taken.stored_at for taken in rounds.values())
                self._update_games(part, table, feed.Reason.PUBLISH, stored_at, rounds)

    def idle(self) -> list[Part]:
        """Parts without followers that were not used for long; above a number of them the longest idle before that."""
        now, limits = self.hub.clock().at, self.hub.limits
        followed = {Part.of(channel) for channel in self.hub.followed()}
        free = []
        for part, loaded in self.loaded.items():
            if part in followed:
                loaded.used_at = now
            elif loaded.complete:
                free.append((loaded.used_at, part))
        surplus = len(free) - limits.idle_events
        return [
            part
            for place, (used_at, part) in enumerate(sorted(free))
            if place < surplus or now - used_at > limits.evict_after
        ]

    def evict(self, part: Part) -> None:
        """Drop the channels of a part that nobody follows; the line of its event in the list stays."""
        loaded = self.loaded.pop(part, None)
        for channel in loaded.channels if loaded is not None else ():
            self.audiences.forget(channel)

    def take_standings(self, message: FeedStandingsPublished, stored_at: datetime, *, quietly: bool = False) -> bool:
        """Take standings: their own channel, that of the matches, and the list of events.

        Args:
            message: the standings.
            stored_at: when.
            quietly: only to apply later ones to them.

        Returns:
            Whether they could be put together; if not, the part has to be read again.
        """
        event = message.standings.event
        position, known = message.position.seq, self._positions.get(event, 0)
        loaded = self.loaded.get(Part(event, False))
        self._known.add(event)
        fits = True
        if position > known:
            self._decide(message)
        if loaded is not None and position > loaded.position:
            fits = self._follow(loaded, message, None if quietly else stored_at)
        if position > known:
            self.remember(message, stored_at)
            self.publish_list(feed.Reason(message.reason), stored_at)
        return fits

    def _follow(self, loaded: LoadedPart, message: FeedStandingsPublished, stored_at: datetime | None) -> bool:
        """Apply standings to those before and show them, unless it is not said when they were stored."""
        before = loaded.tables if loaded.shown else None
        try:
            tables = message_tables.followed(loaded.tables, message)
        except ChangeRefused:
            loaded.complete = False
            return False
        loaded.tables, loaded.position, loaded.shown = tables, message.position.seq, False
        if stored_at is None:
            return True
        event, position, reason = message.standings.event, message.position.seq, feed.Reason(message.reason)
        table = (
            message_tables.standings_changes(message, tables, before)
            if before is not None
            else message_tables.standings_table(message, tables)
        )
        outcome = self._update(feed.standings_channel(event), table, position, reason, stored_at)
        matches = feed.matches_channel(event)
        if tables.matches.values or matches in loaded.channels:
            self._update(matches, message_tables.matches_table(message, tables), position, reason, stored_at)
        loaded.shown = outcome is not Outcome.OLD
        return True

    def take_board(self, message: FeedBoardScored, stored_at: datetime) -> None:
        """Take a traveller."""
        board = message.board
        if Part(board.event, True) in self.loaded:
            channel, table = feed.board_channel(board.event, board.id), message_tables.board_table(board)
            self._update(channel, table, message.position.seq, feed.Reason.RESULT, stored_at)
            self._list_boards(Part(board.event, True), board.id)

    def take_round(self, message: FeedRoundScored, stored_at: datetime) -> None:
        """Take a round of chess: all rounds are one channel, whose position is the sum of the positions of all.

        While they are read nothing is shown, because half of them could have the position of another state.
        """
        part, number = Part(message.round.event, True), message.round.round
        loaded = self.loaded.get(part)
        before = loaded.rounds.get(number, NO_ROUND) if loaded is not None else NO_ROUND
        if loaded is None or before.position >= message.position.seq:
            return
        taken = loaded.rounds[number] = TakenRound(message.position.seq, stored_at, round_rows(message.round))
        if not loaded.complete and self.audiences.is_old_enough(part.event, stored_at):
            loaded.earlier[number] = taken
        if loaded.complete:
            changed: dict[str, Row | None] = {**dict.fromkeys(before.rows), **taken.rows}
            table = TableChanges(message_tables.GAME_COLUMNS, changed, games_meta(part.event, loaded.rounds))
            self._update_games(part, table, feed.Reason.RESULT, stored_at, loaded.rounds)

    def _update_games(
        self,
        part: Part,
        table: TableState | TableChanges,
        reason: feed.Reason,
        stored_at: datetime,
        rounds: Mapping[int, TakenRound],
    ) -> None:
        position = sum(taken.position for taken in rounds.values())
        self._update(feed.games_channel(part.event), table, position, reason, stored_at)

    def take_analysis(self, message: DealAnalysed, stored_at: datetime) -> None:
        """Take the double-dummy analysis of a board: a channel of its own, with numbers of its own."""
        analysis = message.analysis
        if Part(analysis.event, True) in self.loaded:
            channel, table = feed.analysis_channel(analysis.event, analysis.id), message_tables.analysis_table(analysis)
            self._update(channel, table, message.position.seq, feed.Reason.RESULT, stored_at)
            self._list_boards(Part(analysis.event, True), analysis.id)

    def _list_boards(self, part: Part, *changed: str, is_old_enough: bool = False) -> None:
        """Enter boards in the list of their event, all of them unless some are named.

        Its position is the sum of the positions of what it is made of. While that is read nothing is shown, as above.
        """
        loaded = self.loaded[part]
        prefixes = tuple(make(part.event, "") for make in (feed.board_channel, feed.analysis_channel))
        own = [name for name in loaded.channels if name.startswith(prefixes)]
        state = partial(self.audiences.state, is_old_enough=is_old_enough)
        sources = {name: source for name in own if (source := state(name)) is not None}
        if not loaded.complete or not sources:
            return
        rows: dict[str, Row | None] = {}
        for name in changed or {each.rpartition(".")[2] for each in sources}:
            board, analysis = (sources.get(make + name) for make in prefixes)
            if board is not None:
                rows[name] = board_row(board[0], analysis[0] if analysis is not None else None)
        table = TableChanges(BOARD_LIST_COLUMNS, rows, {"event": part.event})
        position, stored_at = sum(seq for _, seq, _ in sources.values()), max(at for _, _, at in sources.values())
        self._update(feed.boards_channel(part.event), table, position, feed.Reason.RESULT, stored_at)

    def take_seats(self, message: RoundAssigned, stored_at: datetime) -> None:
        """Take the next seats."""
        assignment = message.assignment
        if self.is_shown(assignment.event):
            channel, table = feed.seats_channel(assignment.event), message_tables.seats_table(assignment)
            self._update(channel, table, message.position.seq, feed.Reason.PUBLISH, stored_at, self.seated_epoch)

    def _update(
        self,
        channel: str,
        table: TableState | TableChanges,
        seq: int,
        reason: feed.Reason,
        stored_at: datetime,
        epoch: str | None = None,
    ) -> Outcome:
        """Move a channel of a loaded event; its numbering is that of scoring unless an epoch is given."""
        loaded = self.loaded[Part.of(channel)]
        loaded.used_at = self.hub.clock().at
        loaded.channels.add(channel)
        return self.audiences.update(channel, Update(table, epoch or self.scored_epoch, seq, reason, stored_at))
