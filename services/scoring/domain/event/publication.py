"""What to publish after an event was scored: the channels that changed, each with its next position.

Standings are published before the travellers of their change, because more readers wait for them. A process may die
between the two: whoever takes the fragment up again plans the travellers that are missing (`plan_boards`).

The merged event is for those who seat the next round and write files, so it is published at moments only (`is_moment`):
at the first state, when a round becomes complete or is no longer, at the end of play and from then on, and whenever
something else changed than that results were added. Where rounds are not known, every change is a moment.

A ledger says where every channel of the event stands on the bus. It is read from the bus itself, so it survives the
death of any process; each publication names the last message that it was planned on (`expect_last`), so a second
writer, or a plan made on an old ledger, is refused by the server instead of making a gap.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Literal

from contracts import subjects
from contracts.base import Contract
from contracts.changes import EventChange
from contracts.messages import BoardScored, FileVerdict, LooksLike, Message, Position, StandingsPublished
from contracts.standings import ScoredBoard, Standings, Status
from contracts.standings_changes.tables import Tables, change_from, tables_of
from contracts.tables import written
from services.scoring.domain.double_dummy.tables import deal_text
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


@dataclass(frozen=True)
class StandingsChannel(Channel):
    """Where the standings stand.

    Attributes:
        stage: of the published standings.
        tables: of the same, to be changed; None where another process has published them.
        whole: number in the stream of the newest message that is whole; 0 where it is the last one.
        changes: how many have come since.
    """

    stage: "Stage"
    tables: Tables | None = None
    whole: int = 0
    changes: int = 0


MOST_CHANGES = 32
"""After so many changes standings are published whole, for those who begin to follow them."""

Stage = tuple[Status, bool | None, int | None, int | None, tuple[int | None, ...]]
"""How far an event is: its status, whether it is complete, and how many rounds are, in all and in each section."""


@dataclass
class Ledger:
    """Where every channel of an event stands.

    Attributes:
        applied: stream sequence of the last accepted fragment that the published standings include; 0 for none.
        merged: number of the last merged event in its stream; 0 for none.
        digests: of the travellers as they were planned last, by board: one that has not changed is the same object.
        seen: the travellers that were on the bus when they were looked for, by their places.
    """

    applied: int = 0
    merged: int = 0
    standings: StandingsChannel | None = None
    boards: dict[str, Channel] = field(default_factory=dict)
    digests: dict[str, tuple[ScoredBoard, str]] = field(default_factory=dict)
    seen: list[ScoredBoard | None] = field(default_factory=list)


@dataclass(frozen=True)
class Publication:
    """One message to publish.

    Attributes:
        expect_last: stream sequence of the last message that must stand on the subject.
    """

    subject: str
    message: Message
    expect_last: int


@dataclass(frozen=True)
class ChannelPublication(Publication):
    """The next message of a channel.

    Attributes:
        channel: where it stands then.
        board: id of the board; empty for the standings.
    """

    channel: Channel
    board: str = ""


@dataclass(frozen=True)
class StandingsPublication(ChannelPublication):
    """The next standings."""

    message: StandingsPublished
    channel: StandingsChannel


def digest_of(content: Contract) -> str:
    """SHA-256 of the canonical JSON of a value: equal values have equal digests."""
    return hashlib.sha256(written(content)).hexdigest()


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


def stage_of(standings: Standings) -> Stage:
    """How far an event is."""
    progress = standings.progress
    sections = tuple(section.rounds_complete for section in progress.sections)
    return (standings.status, progress.complete, progress.rounds_complete, progress.rounds_over, sections)


def is_moment(before: Stage | None, now: Stage, change: EventChange) -> bool:
    """Whether the merged event is published with a change."""
    status, _, rounds_complete, _, _ = now
    if before != now or status is not Status.LIVE or rounds_complete is None:
        return True
    counts = change.counts
    return not counts or any(
        count.kind not in ("result", "game", "match") or count.altered or count.renumbered or count.taken_back
        for count in counts
    )


def plan_standings(
    ledger: Ledger,
    scored: Scored,
    *,
    applied: int,
    cause: tuple[str, ...],
    change: EventChange,
    verdicts: tuple[FileVerdict, ...] = (),
    looks_like: tuple[LooksLike, ...] = (),
) -> StandingsPublication:
    """Plan the standings: as a change of those before, or whole (`StandingsPublished.changes`)."""
    standings, boards, last = scored.standings, scored.boards, ledger.standings
    before = last.tables if last else None
    tables, stage = tables_of(standings, before), stage_of(standings)
    # Travellers without deals are looked at after the standings are out.
    dealt = tuple(board.id for board in _changed(ledger, boards, _is_dealt))
    shown, changes = standings, None
    channel = StandingsChannel((last.seq if last else 0) + 1, 0, tables.of, stage, tables)
    if last is not None and before is not None and last.stage == stage and last.changes < MOST_CHANGES:
        whole = last.whole or last.stream_seq
        shown, changes = change_from(before, tables, standings, whole)
        channel = replace(channel, whole=whole, changes=last.changes + 1)
    message = StandingsPublished(
        standings=shown,
        changes=changes,
        position=Position(seq=channel.seq, applied=applied),
        digest=tables.of,
        leader=leader_of(tables),
        cause=cause,
        verdicts=verdicts,
        change=change,
        looks_like=looks_like,
        dealt=dealt,
        reason=reason_of(change),
        calculated_at=scored.calculated_at,
    )
    subject = subjects.standings_published(standings.event)
    return StandingsPublication(subject, message, last.stream_seq if last else 0, channel)


def leader_of(tables: Tables) -> str | None:
    """The name of who is first in the first ranking that has places."""
    for rows in tables.rankings.values():
        if 1 in (ranks := rows.cells("rank")):
            (name,) = rows.cells("name", [ranks.index(1)])
            return str(name)
    return None


def plan_boards(ledger: Ledger, scored: Scored, *, applied: int, cause: tuple[str, ...]) -> list[ChannelPublication]:
    """Plan the travellers that are not on the bus as they are now."""
    changed = list(_changed(ledger, scored.boards))
    published = len(scored.boards) - sum(board.id not in ledger.boards for board in changed)
    if len(ledger.boards) > published:
        # Boards that were published and have no results any more: their travellers become empty.
        event, unit = scored.standings.event, scored.boards[0].unit if scored.boards else "match_points"
        gone = sorted(ledger.boards.keys() - set(map(attrgetter("id"), scored.boards)))
        vanished = [ScoredBoard(event=event, id=name, board=name, unit=unit) for name in gone]
        changed += [board for board in vanished if not _is_there(ledger, board)]
    return [_board(ledger, board, applied, cause) for board in changed]


def _changed(
    ledger: Ledger, boards: Sequence[ScoredBoard], counts: Callable[[ScoredBoard], bool] = lambda _: True
) -> Iterator[ScoredBoard]:
    """The boards that are not on the bus as they are now, of those that count; what was seen there is passed over."""
    seen = ledger.seen
    if len(seen) != len(boards):
        seen[:] = [None] * len(boards)
    for at in list(compress(count(), map(is_not, boards, seen))):
        board = boards[at]
        if counts(board):
            is_there = _is_there(ledger, board)
            seen[at] = board if is_there else None
            if not is_there:
                yield board


def _is_there(ledger: Ledger, board: ScoredBoard) -> bool:
    """Whether a board is on the bus as it is now."""
    known, last = ledger.digests.get(board.id), ledger.boards.get(board.id)
    if known is None or known[0] is not board:
        known = ledger.digests[board.id] = board, digest_of(board)
    return last is not None and last.digest == known[1]


def _is_dealt(board: ScoredBoard) -> bool:
    return deal_text(board.deal) is not None


def _board(ledger: Ledger, board: ScoredBoard, applied: int, cause: tuple[str, ...]) -> ChannelPublication:
    digest, last = ledger.digests[board.id][1], ledger.boards.get(board.id)
    seq = (last.seq if last else 0) + 1
    message = BoardScored(board=board, position=Position(seq=seq, applied=applied), digest=digest, cause=cause)
    return ChannelPublication(
        subjects.board_scored(board.event, board.id),
        message,
        last.stream_seq if last else 0,
        Channel(seq, 0, digest),
        board.id,
    )
