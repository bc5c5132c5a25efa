"""What the feed needs of the messages of the bus.

Their tables travel as columns of the cells that the feed has (`contracts/tables.py`), and most of their meta is passed
on as it is. Scoring has checked it; `Channel` refuses what is no cell. What has no default here is always written.
"""

from contracts.base import Excerpt, Instant, Sha256, Slug, Unread
from contracts.messages import Position


class FeedRanking(Excerpt, title="Ranking"):
    """A ranking; its rows are columns by name."""

    id: Unread
    title: Unread
    kind: Unread = None
    unit: Unread
    session: Unread = None
    section: Unread = None
    direction: Unread = None
    rows: Unread


class FeedStandings(Excerpt, title="Standings"):
    """The standings of an event."""

    event: Slug
    name: Unread
    organiser: Unread = None
    date: Unread = None
    kind: Unread = None
    status: Unread
    status_reason: Unread = None
    outcome: Unread = None
    method: Unread
    progress: Unread
    rankings: tuple[FeedRanking, ...]
    matches: Unread
    boards: Unread
    sources: Unread
    sources_total: int
    exports_total: int
    findings: Unread
    findings_total: int
    differences: int
    reassigned_to: Unread


class FeedStandingsPublished(Excerpt, title="StandingsPublished"):
    """Standings, what came of files since those before, and what has changed."""

    standings: FeedStandings
    position: Position
    digest: Sha256
    verdicts: Unread
    change: Unread
    looks_like: Unread
    reason: Unread
    calculated_at: Instant


class FeedBoard(Excerpt, title="ScoredBoard"):
    """A traveller; its lines are columns by name."""

    event: Slug
    id: Slug
    session: Unread = None
    board: Unread
    dealer: Unread = None
    vulnerable: Unread = None
    unit: Unread
    top: Unread = None
    datum: Unread = None
    deal: Unread = None
    lines: Unread


class FeedBoardScored(Excerpt, title="BoardScored"):
    """A traveller scored again."""

    board: FeedBoard
    position: Position
