"""From messages of the bus to channels of the hub, in the order in which they come; no I/O.

The list of events is a channel without a writer of its own. Its position is the sum of the positions of all standings:
each message adds one, whatever the order, so every replica and every restart arrives at the same number.
"""

from collections.abc import Iterable
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
class Ledger:
    """What has been taken in from the bus.

    Attributes:
        hub: gets every change.
        scored_epoch, seated_epoch: of the streams, so that a stream that was lost starts new numbering.
        books: by event, for requests by HTTP.
    """

    hub: Hub
    scored_epoch: str
    seated_epoch: str
    books: dict[str, EventBook] = field(default_factory=dict)
    _positions: dict[str, int] = field(default_factory=dict)
    _board_positions: dict[tuple[str, str], int] = field(default_factory=dict)
    _catalogue: dict[str, Row] = field(default_factory=dict)

    def begin(self, standings: Iterable[tuple[str, int]]) -> None:
        """Say where the standings of each event stood before the first message to come.

        Args:
            standings: event, and position before the first message that will be taken for it.
        """
        self._positions = dict(standings)
        self.hub.declare(EVENTS_CHANNEL, self.scored_epoch)

    def take_standings(self, message: StandingsPublished, stored_at: datetime) -> None:
        """Take standings: their own channel, that of the matches, and the list of events."""
        event = message.standings.event
        position = message.position.seq
        reason = Reason(message.reason)
        self.hub.update(
            standings_channel(event), tables.standings_table(message), self.scored_epoch, position, reason,
            stored_at,
        )  # fmt: skip
        matches = matches_channel(event)
        if message.standings.matches or matches in self.hub.channels:
            table = tables.matches_table(message)
            self.hub.update(matches, table, self.scored_epoch, position, reason, stored_at)
        if position <= self._positions.get(event, 0):
            return
        self._positions[event] = position
        self.books.setdefault(event, EventBook()).standings = message.standings
        if tables.has_files(message.standings):
            self._catalogue[event] = tables.catalogue_row(message)
        else:
            self._catalogue.pop(event, None)
        state = TableState(tables.CATALOGUE_COLUMNS, dict(self._catalogue), {"title": "Events"})
        self.hub.update(EVENTS_CHANNEL, state, self.scored_epoch, sum(self._positions.values()), reason, stored_at)

    def take_board(self, message: BoardScored, stored_at: datetime) -> None:
        """Take a traveller."""
        board, position = message.board, message.position.seq
        if position > self._board_positions.get((board.event, board.id), 0):
            self._board_positions[board.event, board.id] = position
            self.books.setdefault(board.event, EventBook()).boards[board.id] = board
        self.hub.update(
            board_channel(board.event, board.id), tables.board_table(board), self.scored_epoch, position,
            Reason.RESULT, stored_at,
        )  # fmt: skip

    def take_analysis(self, message: DealAnalysed, stored_at: datetime) -> None:
        """Take the double-dummy analysis of a board: a channel of its own, with numbers of its own."""
        analysis = message.analysis
        self.hub.update(
            analysis_channel(analysis.event, analysis.id), tables.analysis_table(analysis), self.scored_epoch,
            message.position.seq, Reason.RESULT, stored_at,
        )  # fmt: skip

    def take_seats(self, message: RoundAssigned, stored_at: datetime) -> None:
        """Take the next seats."""
        assignment = message.assignment
        self.hub.update(
            seats_channel(assignment.event), tables.seats_table(assignment), self.seated_epoch,
            message.position.seq, Reason.PUBLISH, stored_at,
        )  # fmt: skip
