"""The export service on a bus in memory, with made-up writers."""

import asyncio
from dataclasses import replace
from hashlib import sha256

from contracts import subjects
from contracts.facts import EventFact
from contracts.messages import EventMerged, FileRendered, LossItem, Position, RoundAssigned, StandingsPublished
from contracts.questions import FileAnswered, FileAsked
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Status
from services.export.domain.formats import exported
from services.export.handlers import Deps, build_router
from shared.formats.format import Format, Render
from shared.formats.parsed import Rendered
from tests.support.handlers import ask, handlers
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged

MERGED = subjects.event_merged("made-up-pairs")
STANDINGS = subjects.standings_published("made-up-pairs")
SEATS = subjects.round_assigned("made-up-pairs")
CSV = subjects.file_rendered("csv", "made-up-pairs")
ON_MERGED = "scoring.event.merged.v1"
ON_SEATS = "seating.round.assigned.v1"


def named(name: str, applied: int, *, status: Status = Status.PROVISIONAL, rounds: int | None = None) -> EventMerged:
    """A state after play is over, unless it is said to be live."""
    state = merged(applied=applied, rounds_complete=rounds, events=(EventFact(name=name, kind="pairs"),))
    return state.replace(standings=state.standings.replace(status=status))


def standings_of(state: EventMerged) -> StandingsPublished:
    position = Position(seq=state.applied or 1, applied=state.applied)
    return StandingsPublished(
        standings=state.standings, position=position, digest="0" * 64, calculated_at=state.calculated_at
    )


def write_name(
    merged: EventMerged, values: str = "computed", seats: RoundAssignment | None = None, version: str = ""
) -> Rendered:
    tables = [table.table for table in seats.tables] if seats is not None else []
    text = " ".join([merged.facts.event.name or "", values, *(table or "" for table in tables)])
    return Rendered(text.encode(), "made-up.csv", "text/csv")


def write_tables(
    merged: EventMerged, values: str = "computed", seats: RoundAssignment | None = None, version: str = ""
) -> Rendered:
    """As `write_name`, and says how many tables are lost."""
    rendered = write_name(merged, values)
    lost = (LossItem(what="seats", count=len(seats.tables), why="no room"),) if seats is not None else ()
    return replace(rendered, found=lost)


def write_new(merged: EventMerged, *, values: str, seats: RoundAssignment | None, version: str) -> Rendered:
    return Rendered(b"new", "new.ACA", "application/octet-stream")


def written_by(writer: Render, name: str = "csv") -> Format:
    """A format of this name with a made-up writer, and otherwise as the real one."""
    return replace(exported()[name], writer=lambda: writer)


def assigned(table: str, seq: int, applied: int, *, number: int = 2, rule: str = "inferred") -> RoundAssigned:
    tables = (SeatAssignment(table=table, ns="1", ew="2"),) if rule != "none" else ()
    seats = RoundAssignment(event="made-up-pairs", stage="round", round=number, rule=rule, tables=tables)
    digest = sha256(seats.model_dump_json().encode()).hexdigest()
    return RoundAssigned(assignment=seats, position=Position(seq=seq, applied=applied), digest=digest)


async def hear(
    bus: MemoryBus, *messages: EventMerged | RoundAssigned, formats: tuple[str, ...] = ("csv",), writer=write_name
) -> None:
    """Publish what others would, and hear it."""
    deps = Deps(bus=bus, formats={name: written_by(writer, name) for name in formats})  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    for message in messages:
        if isinstance(message, RoundAssigned):
            await bus.publish(SEATS, message)
            await by_name[ON_SEATS](message)
        else:
            await bus.publish(MERGED, message)
            await by_name[ON_MERGED](message)


async def wanted(deps: Deps, format: str | None = "csv", *, whole: bool = False) -> FileAnswered:
    """What a question is answered."""
    asked = FileAsked(event="made-up-pairs", format=format, whole=whole)
    return await ask(build_router, asked, subjects.file_asked("made-up-pairs"), deps=deps)


class Counted:
    """A writer that counts the events that it has written."""

    def __init__(self) -> None:
        self.applied: list[int] = []

    def __call__(self, merged: EventMerged, **more: object) -> Rendered:
        self.applied.append(merged.applied)
        return write_name(merged)


def announced(bus: MemoryBus) -> list[FileRendered]:
    return [message for _, message in bus.messages if isinstance(message, FileRendered)]


def files(bus: MemoryBus) -> dict[str, bytes]:
    """The newest file of each format."""
    return {message.format: message.data() for message in announced(bus)}


class HeldUp(MemoryBus):
    """A bus on which announcements of files can be held up on their way."""

    def __init__(self) -> None:
        super().__init__()
        self.holding = False
        self.waits, self.go_on = asyncio.Event(), asyncio.Event()

    async def publish_together(self, messages, *, replaced=()):
        if self.holding:
            self.waits.set()
            await self.go_on.wait()
        return await super().publish_together(messages, replaced=replaced)
