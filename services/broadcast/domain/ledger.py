"""From messages of the bus to channels of the hub, in the order in which they come; no I/O.

The list of events is a channel without a writer of its own. Its position is the sum of the positions of all standings:
each message adds one, whatever the order, so every replica and every restart arrives at the same number.

Rule 1: of every event its line in the list is known; its channels only while somebody needs them. The others rest:
what comes of them moves the list and is let go, because the bus keeps the newest of everything.
Rule 2: an event is fetched between `fetching` and `fetched`: what comes meanwhile is taken, so nothing falls between
what is read from the bus and what is followed. Who asks before `fetched` has to wait: half an event is never shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from contracts.feed import (
    EVENTS_CHANNEL,
    Reason,
    analysis_channel,
    board_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from contracts.messages import BoardScored, DealAnalysed, RoundAssigned, StandingsPublished
from services.broadcast.domain import tables
from services.broadcast.domain.board_book import EventBook
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.table import Row, TableState


@dataclass
class Kept:
    """An event whose channels are in the hub.

    Attributes:
        needed: when somebody needed it last, or it moved; on the hub's clock.
        whole: everything that stood on the bus has been read.
        channels: its channels in the hub.
        standings, boards: the positions of what stands in the book.
    """

    needed: float
    whole: bool = False
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
        kept: by event, those that do not rest.
    """

    hub: Hub
    scored_epoch: str
    seated_epoch: str
    kept: dict[str, Kept] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)
    _positions: dict[str, int] = field(default_factory=dict)
    _catalogue: dict[str, Row] = field(default_factory=dict)

    def begin(self, moving: Mapping[str, int], seated: Iterable[str]) -> None:
        """Make the list of events, before anything is taken.

        Args:
            moving: events that have moved lately, with the position before the first message that will be taken.
            seated: events that have seats.
        """
        self.hub.declare(EVENTS_CHANNEL, self.scored_epoch)
        self.hub.resting = self.rests
        self._known.update(moving, seated)
        self._positions.update(moving)

    def remember(self, message: StandingsPublished) -> None:
        """Enter the newest standings of an event that has not moved lately; the list is not published by this."""
        event = message.standings.event
        self._known.add(event)
        self._positions[event] = message.position.seq
        if tables.has_files(message.standings):
            self._catalogue[event] = tables.catalogue_row(message)
        else:
            self._catalogue.pop(event, None)

    def publish_list(self, reason: Reason, stored_at: datetime) -> None:
        """Publish the list of events; not before it is one that was: with the first message of those that move."""
        state = TableState(tables.CATALOGUE_COLUMNS, dict(self._catalogue), {"title": "Events"})
        self.hub.update(EVENTS_CHANNEL, state, self.scored_epoch, sum(self._positions.values()), reason, stored_at)

    @property
    def events(self) -> int:
        """How many events are known."""
        return len(self._known)

    def rests(self, channel: str) -> bool:
        """Whether a channel belongs to an event that has to be fetched before anybody can be told of it."""
        event = event_of(channel)
        kept = self.kept.get(event)
        return event in self._known and (kept is None or not kept.whole)

    def need(self, event: str) -> None:
        """Somebody asks for an event without following it."""
        kept = self.kept.get(event)
        if kept is not None:
            kept.needed = self.hub.clock().at

    def book(self, event: str) -> EventBook | None:
        """What is known of an event for requests by HTTP; None of one that rests."""
        kept = self.kept.get(event)
        return kept.book if kept is not None else None

    def fetching(self, event: str) -> None:
        """From now on take what comes of an event: what stood on the bus is being read."""
        self.kept.setdefault(event, Kept(self.hub.clock().at))

    def fetched(self, event: str) -> None:
        """Everything that stood on the bus has been taken; whoever asked comes for it now."""
        kept = self.kept[event]
        kept.whole, kept.needed = True, self.hub.clock().at

    def idle(self) -> list[str]:
        """Events that nobody follows and nobody has needed for long; beyond so many the longest idle before that."""
        now, limits = self.hub.clock().at, self.hub.limits
        followed = {event_of(channel) for channel in self.hub.followed()}
        free = []
        for event, kept in self.kept.items():
            if event in followed:
                kept.needed = now
            elif kept.whole:
                free.append((kept.needed, event))
        surplus = len(free) - limits.idle_events
        return [
            event
            for place, (needed, event) in enumerate(sorted(free))
            if place < surplus or now - needed > limits.rest_after
        ]

    def rest(self, event: str) -> None:
        """Let go of an event that nobody follows, all but its line in the list."""
        kept = self.kept.pop(event, None)
        for channel in kept.channels if kept is not None else ():
            self.hub.forget(channel)

    def take_standings(self, message: StandingsPublished, stored_at: datetime) -> None:
        """Take standings: their own channel, that of the matches, and the list of events."""
        event = message.standings.event
        position, known = message.position.seq, self._positions.get(event, 0)
        reason = Reason(message.reason)
        kept = self.kept.get(event)
        if kept is not None:
            self._update(
                event,
                standings_channel(event),
                tables.standings_table(message),
                self.scored_epoch,
                position,
                reason,
                stored_at,
            )
            matches = matches_channel(event)
            if message.standings.matches or matches in self.hub.channels:
                table = tables.matches_table(message)
                self._update(event, matches, table, self.scored_epoch, position, reason, stored_at)
            if position > kept.standings:
                kept.standings, kept.book.standings = position, message.standings
        if position > known:
            self.remember(message)
            self.publish_list(reason, stored_at)

    def take_board(self, message: BoardScored, stored_at: datetime) -> None:
        """Take a traveller."""
        board, position = message.board, message.position.seq
        self._known.add(board.event)
        kept = self.kept.get(board.event)
        if kept is None:
            return
        if position > kept.boards.get(board.id, 0):
            kept.boards[board.id] = position
            kept.book.boards[board.id] = board
        self._update(
            board.event,
            board_channel(board.event, board.id),
            tables.board_table(board),
            self.scored_epoch,
            position,
            Reason.RESULT,
            stored_at,
        )

    def take_analysis(self, message: DealAnalysed, stored_at: datetime) -> None:
        """Take the double-dummy analysis of a board: a channel of its own, with numbers of its own."""
        analysis = message.analysis
        self._known.add(analysis.event)
        if analysis.event in self.kept:
            self._update(
                analysis.event,
                analysis_channel(analysis.event, analysis.id),
                tables.analysis_table(analysis),
                self.scored_epoch,
                message.position.seq,
                Reason.RESULT,
                stored_at,
            )

    def take_seats(self, message: RoundAssigned, stored_at: datetime) -> None:
        """Take the next seats."""
        assignment = message.assignment
        self._known.add(assignment.event)
        if assignment.event in self.kept:
            self._update(
                assignment.event,
                seats_channel(assignment.event),
                tables.seats_table(assignment),
                self.seated_epoch,
                message.position.seq,
                Reason.PUBLISH,
                stored_at,
            )

    def _update(
        self, event: str, channel: str, table: TableState, epoch: str, seq: int, reason: Reason, stored_at: datetime
    ) -> None:
        kept = self.kept[event]
        kept.needed = self.hub.clock().at
        kept.channels.add(channel)
        self.hub.update(channel, table, epoch, seq, reason, stored_at)
