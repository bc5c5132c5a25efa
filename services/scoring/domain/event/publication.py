"""What to publish after an event was scored: the channels that changed, each with its next position.

Standings are published before the travellers or rounds of their change, because more readers wait for them. A process
may die between the two: whoever takes the fragment up again plans those that are missing (`plan_parts`).

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
from contracts.base import Contract, Discipline
from contracts.changes import EventChange
from contracts.facts import NameShown, PublicPolicy
from contracts.messages import BoardScored, FileVerdict, LooksLike, Message, Position, RoundScored, StandingsPublished
from contracts.standings import ScoredBoard, ScoredRound, Standings, Status, is_all_in
from contracts.standings_changes.tables import Tables, change_from, tables_of
from contracts.tables import written
from services.scoring.domain.double_dummy.tables import deal_text
from services.scoring.domain.event.event_state import Scored

Reason = Literal["result", "correction", "penalty", "publish"]

Part = ScoredBoard | ScoredRound
"""What of an event has a channel of its own on the bus: a traveller of bridge, a round of chess."""


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

Stage = tuple[Status, bool | None, int | None, int | None, tuple[int | None, ...], PublicPolicy, tuple[NameShown, ...]]
"""How far an event is: its status, whether it is complete, and how many rounds are, in all and in each section;
and what the public sees of it now."""


@dataclass
class Ledger:
    """Where every channel of an event stands.

    Attributes:
        applied: stream sequence of the last accepted fragment that the published standings include; 0 for none.
        merged: number of the last merged event in its stream; 0 for none.
        parts: where each traveller or round stands, by its id.
        digests: of those as they were planned last, by id: one that has not changed is the same object.
        seen: those that were on the bus when they were looked for, by their places.
    """

    applied: int = 0
    merged: int = 0
    standings: StandingsChannel | None = None
    parts: dict[str, Channel] = field(default_factory=dict)
    digests: dict[str, tuple[Part, str]] = field(default_factory=dict)
    seen: list[Part | None] = field(default_factory=list)


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
        part: id of the board or round; empty for the standings.
    """

    channel: Channel
    part: str = ""


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
    rounds = progress.rounds_complete, progress.rounds_over, sections
    over = is_all_in(standings.status, progress.complete, progress.all_met)
    public = standings.public.now(complete=over, begun=progress.rounds_begun)
    return (standings.status, progress.complete, *rounds, public, standings.names)


def is_moment(before: Stage | None, now: Stage, change: EventChange) -> bool:
    """Whether the merged event is published with a change."""
    status, _, rounds_complete, *_ = now
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


def plan_parts(
    ledger: Ledger, standings: Standings, parts: Sequence[Part], *, applied: int, cause: tuple[str, ...]
) -> list[ChannelPublication]:
    """Plan the travellers or rounds that are not on the bus as they are now."""
    changed = list(_changed(ledger, parts))
    published = len(parts) - sum(part.id not in ledger.parts for part in changed)
    if len(ledger.parts) > published:
        # Those that were published and are not there any more become empty.
        gone = sorted(ledger.parts.keys() - set(map(attrgetter("id"), parts)))
        vanished = [_without_lines(standings, name, parts) for name in gone]
        changed += [part for part in vanished if not _is_there(ledger, part)]
    return [_part(ledger, part, applied, cause) for part in changed]


def _without_lines(standings: Standings, name: str, parts: Sequence[Part]) -> Part:
    if standings.discipline is Discipline.CHESS:
        return ScoredRound(event=standings.event, round=int(name))
    unit = next((part.unit for part in parts if isinstance(part, ScoredBoard)), "match_points")
    return ScoredBoard(event=standings.event, id=name, board=name, unit=unit)


def _changed(ledger: Ledger, parts: Sequence[Part], counts: Callable[[Part], bool] = lambda _: True) -> Iterator[Part]:
    """Those that are not on the bus as they are now, of those that count; what was seen there is passed over."""
    seen = ledger.seen
    if len(seen) != len(parts):
        seen[:] = [None] * len(parts)
    for at in list(compress(count(), map(is_not, parts, seen))):
        part = parts[at]
        if counts(part):
            is_there = _is_there(ledger, part)
            seen[at] = part if is_there else None
            if not is_there:
                yield part


def _is_there(ledger: Ledger, part: Part) -> bool:
    """Whether a traveller or round is on the bus as it is now."""
    known, last = ledger.digests.get(part.id), ledger.parts.get(part.id)
    if known is None or known[0] is not part:
        known = ledger.digests[part.id] = part, digest_of(part)
    return last is not None and last.digest == known[1]


def _is_dealt(part: Part) -> bool:
    return isinstance(part, ScoredBoard) and deal_text(part.deal) is not None


def _part(ledger: Ledger, part: Part, applied: int, cause: tuple[str, ...]) -> ChannelPublication:
    digest, last = ledger.digests[part.id][1], ledger.parts.get(part.id)
    seq = (last.seq if last else 0) + 1
    position, event = Position(seq=seq, applied=applied), part.event
    if isinstance(part, ScoredRound):
        subject = subjects.round_scored(event, part.id)
        message: Message = RoundScored(round=part, position=position, digest=digest, cause=cause)
    else:
        subject = subjects.board_scored(event, part.id)
        message = BoardScored(board=part, position=position, digest=digest, cause=cause)
    return ChannelPublication(subject, message, last.stream_seq if last else 0, Channel(seq, 0, digest), part.id)
