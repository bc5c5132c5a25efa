"""What to publish after an event was scored: the channels that changed, each with its next position.

A ledger says where every channel of the event stands on the bus. It is read from the bus itself, so it survives the
death of any process; each publication names the last message that it was planned on (`expect_last`), so a second
writer, or a plan made on an old ledger, is refused by the server instead of making a gap.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from contracts import subjects
from contracts.base import Contract
from contracts.changes import EventChange
from contracts.messages import BoardScored, EventMerged, FileVerdict, LooksLike, Message, Position, StandingsPublished
from contracts.standings import ScoredBoard
from services.scoring.domain.event.event_state import Scored

Reason = Literal["result", "correction", "penalty", "publish"]


@dataclass(frozen=True)
class Channel:
    """Where a channel stands.

    Attributes:
        seq: position in the channel of its last message.
        stream_seq: number of that message in its stream.
        digest: of its content.
    """

    seq: int
    stream_seq: int
    digest: str


@dataclass
class Ledger:
    """Where every channel of an event stands.

    Attributes:
        applied: stream sequence of the last accepted fragment that the published standings include; 0 for none.
        merged: number of the last merged event in its stream; 0 for none.
    """

    applied: int = 0
    merged: int = 0
    standings: Channel | None = None
    boards: dict[str, Channel] = field(default_factory=dict)


@dataclass(frozen=True)
class Publication:
    """One message to publish.

    Attributes:
        expect_last: stream sequence of the last message that must stand on the subject.
        board: id of the board whose channel moves; None for the standings and the merged event.
    """

    subject: str
    message: Message
    expect_last: int
    channel: Channel | None = None
    board: str | None = None


def digest_of(content: Contract) -> str:
    """SHA-256 of the canonical JSON of a value: equal values have equal digests."""
    return hashlib.sha256(content.model_dump_json(exclude_none=True).encode("utf-8")).hexdigest()


def reason_of(change: EventChange) -> Reason:
    """Why the standings moved: something was corrected, results came in, or a penalty was given."""
    played = [count for count in change.counts if count.kind in ("result", "game", "match")]
    if any(count.altered or count.taken_back for count in played):
        return "correction"
    if played:
        return "result"
    if any(count.kind == "adjustment" for count in change.counts):
        return "penalty"
    return "correction" if any(count.renumbered or count.taken_back for count in change.counts) else "publish"


def plan(
    ledger: Ledger,
    scored: Scored,
    merged: EventMerged,
    *,
    applied: int,
    cause: tuple[str, ...],
    change: EventChange,
    verdicts: tuple[FileVerdict, ...] = (),
    looks_like: tuple[LooksLike, ...] = (),
) -> list[Publication]:
    """Plan the publications: changed boards first, then the merged event, the standings last.

    The standings carry `applied`; when they are out, everything before them is.
    """
    # Boards that were published and have no results any more: their travellers become empty.
    event, present = scored.standings.event, {board.id for board in scored.boards}
    unit = scored.boards[0].unit if scored.boards else "match_points"
    vanished = (
        ScoredBoard(event=event, id=name, board=name, unit=unit)
        for name in sorted(ledger.boards)
        if name not in present
    )
    plans = [_board(ledger, board, applied, cause) for board in (*scored.boards, *vanished)]
    standings = scored.standings
    digest = digest_of(standings)
    last = ledger.standings
    seq = (last.seq if last else 0) + 1
    message = StandingsPublished(
        standings=standings,
        position=Position(seq=seq, applied=applied),
        digest=digest,
        cause=cause,
        verdicts=verdicts,
        change=change,
        looks_like=looks_like,
        reason=reason_of(change),
        calculated_at=scored.calculated_at,
    )
    merged = merged.replace(applied=applied)
    return [
        *(publication for publication in plans if publication is not None),
        Publication(subjects.event_merged(event), merged, ledger.merged),
        Publication(
            subjects.standings_published(event), message, last.stream_seq if last else 0, Channel(seq, 0, digest)
        ),
    ]


def _board(ledger: Ledger, board: ScoredBoard, applied: int, cause: tuple[str, ...]) -> Publication | None:
    digest = digest_of(board)
    last = ledger.boards.get(board.id)
    if last is not None and last.digest == digest:
        return None
    seq = (last.seq if last else 0) + 1
    message = BoardScored(board=board, position=Position(seq=seq, applied=applied), digest=digest, cause=cause)
    return Publication(
        subjects.board_scored(board.event, board.id),
        message,
        last.stream_seq if last else 0,
        Channel(seq, 0, digest),
        board.id,
    )
