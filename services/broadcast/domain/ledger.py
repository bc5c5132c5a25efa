"""From messages of the bus to channels of the hub, in the order in which they come; no I/O.

The list of events is a channel without a writer of its own. Its position is the sum of the positions of all standings:
each message adds one, whatever the order, so every replica and every restart arrives at the same number.

Rule 1: every known event has its line in the list; its channels are loaded only while a client needs them. What comes
of an event that is not loaded moves the list and is dropped, because the bus keeps the newest of everything.
Rule 2: an event is loaded between `begin_loading` and `finish_loading`: what comes meanwhile is taken, so nothing falls
between what is read from the bus and what is followed. Who asks before the end waits: half an event is never shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from contracts import feed
from contracts.messages import BoardScored, DealAnalysed, RoundAssigned, StandingsPublished
from services.broadcast.domain import message_tables
from services.broadcast.domain.board_book import EventBook
from services.broadcast.domain.channel import Row, TableState
from services.broadcast.domain.hub import Hub


@dataclass
class LoadedEvent:
    """An event whose channels are in the hub.

    Attributes:
        used_at: when a client last asked for it, or it changed; on the hub's clock.
        complete: everything on the bus has been read.
        channels: its channels in the hub.
        standings, boards: the positions of what stands in the book.
    """

    used_at: float
    complete: bool = False
    book: EventBook = field(default_factory=EventBook)
    channels: set[str] = field(default_factory=set)
    standings: int = 0
    boards: dict[str, int] = field(default_factory=dict)


def event_of(channel: str) -> str:
    """The event that a channel belongs to; "" for the list of events."""
    return channel.split(".")[1] if channel.startswith("evt.") else ""


@dataclass
class Ledger:
    """What has been taken in from the bus.

    Attributes:
        hub: gets every change.
        scored_epoch, seated_epoch: of the streams, so that a stream that was lost starts new numbering.
        loaded: events whose channels are in the hub, by name.
    """

    hub: Hub
    scored_epoch: str
    seated_epoch: str
    loaded: dict[str, LoadedEvent] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)
    _positions: dict[str, int] = field(default_factory=dict)
    _catalogue: dict[str, Row] = field(default_factory=dict)

    def begin(self, moving: Mapping[str, int], seated: Iterable[str]) -> None:
        """Make the list of events, before anything is taken.

        Args:
            moving: events that have moved lately, with the position before the first message that will be taken.
            seated: events that have seats.
        """
        self.hub.declare(feed.EVENTS_CHANNEL, self.scored_epoch)
        self.hub.evicted = self.is_evicted
        self._known.update(moving, seated)
        self._positions.update(moving)

    def remember(self, message: StandingsPublished) -> None:
        """Enter the newest standings of an event that has not moved lately; the list is not published by this."""
        event = message.standings.event
        self._known.add(event)
        self._positions[event] = message.position.seq
        if message_tables.has_files(message.standings):
            self._catalogue[event] = message_tables.catalogue_row(message)
        else:
            self._catalogue.pop(event, None)

    def publish_list(self, reason: feed.Reason, stored_at: datetime) -> None:
        """Publish the list of events; not before it is one that was: with the first message of those that move."""
        state = TableState(message_tables.CATALOGUE_COLUMNS, dict(self._catalogue), {"title": "Events"})
        self.hub.update(feed.EVENTS_CHANNEL, state, self.scored_epoch, sum(self._positions.values()), reason, stored_at)

    @property
    def events(self) -> int:
        """How many events are known."""
        return len(self._known)

    def is_evicted(self, channel: str) -> bool:
        """Whether a channel belongs to an event that has to be loaded before it can be shown."""
        event = event_of(channel)
        loaded = self.loaded.get(event)
        return event in self._known and (loaded is None or not loaded.complete)

    def is_shown(self, event: str) -> bool:
        """Whether what comes of an event is taken; all else that comes of it shows that there is such an event."""
        self._known.add(event)
        return event in self.loaded

    def touch(self, event: str) -> None:
        """A client asks for an event without following it."""
        loaded = self.loaded.get(event)
        if loaded is not None:
            loaded.used_at = self.hub.clock().at

    def book(self, event: str) -> EventBook | None:
        """What is known of an event for requests by HTTP; None where it is not loaded."""
        loaded = self.loaded.get(event)
        return loaded.book if loaded is not None else None

    def begin_loading(self, event: str) -> None:
        """From now on take what comes of an event: what is on the bus is being read."""
        self.loaded.setdefault(event, LoadedEvent(self.hub.clock().at))

    def finish_loading(self, event: str) -> None:
        """Everything on the bus has been taken; the event may be shown."""
        loaded = self.loaded[event]
        loaded.complete, loaded.used_at = True, self.hub.clock().at

    def idle(self) -> list[str]:
        """Events without followers that were not used for long; above a number of them the longest idle before that."""
        now, limits = self.hub.clock().at, self.hub.limits
        followed = {event_of(channel) for channel in self.hub.followed()}
        free = []
        for event, loaded in self.loaded.items():
            if event in followed:
                loaded.used_at = now
            elif loaded.complete:
                free.append((loaded.used_at, event))
        surplus = len(free) - limits.idle_events
        return [
            event
            for place, (used_at, event) in enumerate(sorted(free))
            if place < surplus or now - used_at > limits.evict_after
        ]

    def evict(self, event: str) -> None:
        """Drop the channels of an event that nobody follows; its line in the list stays."""
        loaded = self.loaded.pop(event, None)
        for channel in loaded.channels if loaded is not None else ():
            self.hub.forget(channel)

    def take_standings(self, message: StandingsPublished, stored_at: datetime) -> None:
        """Take standings: their own channel, that of the matches, and the list of events."""
        event = message.standings.event
        position, known = message.position.seq, self._positions.get(event, 0)
        reason = feed.Reason(message.reason)
        loaded = self.loaded.get(event)
        if loaded is not None:
            table = message_tables.standings_table(message)
            self._update(feed.standings_channel(event), table, position, reason, stored_at)
            matches = feed.matches_channel(event)
            if message.standings.matches or matches in self.hub.channels:
                self._update(matches, message_tables.matches_table(message), position, reason, stored_at)
            if position > loaded.standings:
                loaded.standings, loaded.book.standings = position, message.standings
        if position > known:
            self.remember(message)
            self.publish_list(reason, stored_at)

    def take_board(self, message: BoardScored, stored_at: datetime) -> None:
        """Take a traveller."""
        board, position = message.board, message.position.seq
        if not self.is_shown(board.event):
            return
        loaded = self.loaded[board.event]
        if position > loaded.boards.get(board.id, 0):
            loaded.boards[board.id] = position
            loaded.book.boards[board.id] = board
        channel = feed.board_channel(board.event, board.id)
        self._update(channel, message_tables.board_table(board), position, feed.Reason.RESULT, stored_at)

    def take_analysis(self, message: DealAnalysed, stored_at: datetime) -> None:
        """Take the double-dummy analysis of a board: a channel of its own, with numbers of its own."""
        analysis = message.analysis
        if self.is_shown(analysis.event):
            channel, table = feed.analysis_channel(analysis.event, analysis.id), message_tables.analysis_table(analysis)
            self._update(channel, table, message.position.seq, feed.Reason.RESULT, stored_at)

    def take_seats(self, message: RoundAssigned, stored_at: datetime) -> None:
        """Take the next seats."""
        assignment = message.assignment
        if self.is_shown(assignment.event):
            channel, table = feed.seats_channel(assignment.event), message_tables.seats_table(assignment)
            self._update(channel, table, message.position.seq, feed.Reason.PUBLISH, stored_at, self.seated_epoch)

    def _update(
        self,
        channel: str,
        table: TableState,
        seq: int,
        reason: feed.Reason,
        stored_at: datetime,
        epoch: str | None = None,
    ) -> None:
        """Move a channel of a loaded event; its numbering is that of scoring unless an epoch is given."""
        loaded = self.loaded[event_of(channel)]
        loaded.used_at = self.hub.clock().at
        loaded.channels.add(channel)
        self.hub.update(channel, table, epoch or self.scored_epoch, seq, reason, stored_at)
