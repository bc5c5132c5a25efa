"""Handlers of the intake: they fold what services report about a file into its status, and take in offered files.

The intake reads some formats itself (`Format.in_intake`): decisions, and others that are read in one pass.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from contracts.messages import DeadLetter, FileParsed, FileReceived, FileRejected, FragmentRejected
from contracts.questions import (
    FileList,
    FileOffered,
    FilesAsked,
    FileStatusAnswered,
    FileStatusAsked,
    FileTaken,
    FolderList,
    FoldersAsked,
)
from services.intake.adapters.offers import take_offer
from services.intake.adapters.recent import RecentFiles, listed
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.dead_letters import records_of_letter
from services.intake.domain.status import Acceptance, FilesScored, record_of, records_of_standings, view
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.dead_letter import body_of_letter
from shared.bus.delivery import Injected
from shared.bus.repair import REPAIR
from shared.bus.router import ServiceRouter
from shared.formats import registry
from shared.parsing import parser

AT_ONCE = 16
"""Messages of a subject that are handled side by side: records are joined in any order."""

LATER = 0.1
"""Seconds that a step of a file waits to be noted: its standings are mostly out by then, for which people wait."""


@dataclass(frozen=True)
class Deps:
    """What the handlers need.

    Attributes:
        reception: takes in what is offered.
        recent: the files that arrived last.
        folders: the watched folders as they are now, with at most so many findings of each.
        max_bytes: of one file that is offered, or of a body that is looked into.
        now: the clock.
    """

    bus: Bus
    board: StatusBoard
    reception: Reception
    recent: RecentFiles
    folders: Callable[[int], FolderList]
    max_bytes: int
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """The handlers of the intake: each joins one message to the record of its file, and one takes files in."""
    router = ServiceRouter("intake")
    # Accepted fragments are sent again by audits alone.
    for name in ("intake.file.received.v1", "validation.fragment.accepted.v1", *parser.PUBLICATIONS):
        router.publication(name)

    own = {form.name: form for form in registry.readable() if form.in_intake}

    @router.subscribe("intake.file.received.v1", at_once=AT_ONCE)
    async def on_file_received(message: FileReceived, delivery: Delivery, deps: InjectedDeps) -> None:
        if REPAIR in delivery.headers:
            deps.board.forget(message.file.sha256)
        await deps.board.note(*record_of(message))
        if (form := own.get(message.file.format)) is not None:
            await parser.read(deps.bus, parser.Reader(form, deps.max_bytes), message)

    @router.subscribe("intake.file.rejected.v1", at_once=AT_ONCE)
    async def on_file_rejected(message: FileRejected, deps: InjectedDeps) -> None:
        await deps.board.note(*record_of(message))

    @router.subscribe("parser.file.parsed.v1", at_once=AT_ONCE, later=LATER)
    async def on_file_parsed(message: FileParsed, deps: InjectedDeps) -> None:
        await deps.board.note(*record_of(message))

    @router.subscribe("validation.fragment.accepted.v1", reads=Acceptance, later=LATER)
    async def on_fragment_accepted(message: Acceptance, deps: InjectedDeps) -> None:
        await deps.board.note(*record_of(message))

    @router.subscribe("validation.fragment.rejected.v1", at_once=AT_ONCE)
    async def on_fragment_rejected(message: FragmentRejected, deps: InjectedDeps) -> None:
        await deps.board.note(*record_of(message))

    @router.subscribe("scoring.standings.published.v1", reads=FilesScored, at_once=AT_ONCE)
    async def on_standings_published(message: FilesScored, deps: InjectedDeps) -> None:
        for sha256, record in records_of_standings(message).items():
            await deps.board.note_once(sha256, record)

    @router.subscribe("dead")
    async def on_dead_letter(message: DeadLetter, deps: InjectedDeps) -> None:
        body = await body_of_letter(deps.bus, message, deps.max_bytes)
        for sha256, record in records_of_letter(message, body or b"").items():
            await deps.board.note(sha256, record)

    _answer_questions(router)
    return router


def _answer_questions(router: ServiceRouter) -> None:
    @router.answer("intake.file.offered.v1")
    async def on_file_offered(offered: FileOffered, deps: InjectedDeps) -> FileTaken:
        return await take_offer(deps.reception, offered, deps.max_bytes, deps.now())

    @router.answer("intake.files.asked.v1")
    async def on_files_asked(asked: FilesAsked, deps: InjectedDeps) -> FileList:
        return await listed(deps.recent, deps.board, asked.limit, asked.event)

    @router.answer("intake.folders.asked.v1")
    async def on_folders_asked(asked: FoldersAsked, deps: InjectedDeps) -> FolderList:
        return deps.folders(asked.limit)

    @router.answer("intake.status.asked.v1")
    async def on_status_asked(asked: FileStatusAsked, deps: InjectedDeps) -> FileStatusAnswered:
        record = await deps.board.read(asked.sha256)
        return FileStatusAnswered(sha256=asked.sha256, status=view(record) if record is not None else None)
