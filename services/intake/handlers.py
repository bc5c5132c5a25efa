"""What the intake hears: everything that services say of files, folded into where each file stands; and files offered.

Files of decisions are its own to read: they come from those who talk to the intake, and no scoring program writes them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from contracts import subjects
from contracts.messages import (
    DeadLetter,
    FileParsed,
    FileReceived,
    FileRejected,
    FragmentAccepted,
    FragmentRejected,
    StandingsPublished,
)
from contracts.questions import FileOffered, FileTaken
from services.intake.adapters.offers import take_offer
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.dead_letters import records_of_letter
from services.intake.domain.status import record_of, records_of_standings
from shared.errors import InputRejected
from shared.formats import registry
from shared.messaging.bus import Bus
from shared.messaging.dead import body_of_letter
from shared.messaging.router import Delivery, ServiceRouter
from shared.parsing import parser


@dataclass(frozen=True)
class Deps:
    """What the handlers need.

    Attributes:
        reception: takes in what is offered.
        max_bytes: of one file that is offered, or of a body that is looked into.
        now: the clock.
    """

    bus: Bus
    board: StatusBoard
    reception: Reception
    max_bytes: int
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def build_router(deps: Deps) -> ServiceRouter:
    """The handlers of the intake: each joins one message to the record of its file, and one takes files in."""
    board = deps.board
    router = ServiceRouter("intake")

    own = {form.name: parser.Deps(deps.bus, form, deps.max_bytes) for form in registry.readable() if form.in_intake}

    async def on_rejected(message: FileReceived, delivery: Delivery, error: InputRejected) -> None:
        await deps.bus.publish(subjects.file_rejected(message.file.format), parser.rejection(message.file, error))

    @router.subscribe("intake.file.received.v1", on_rejected=on_rejected)
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        await board.note(*record_of(message))
        if (reading := own.get(message.file.format)) is not None:
            await parser.read(reading, message)

    @router.subscribe("intake.file.rejected.v1")
    async def on_file_rejected(message: FileRejected, delivery: Delivery) -> None:
        await board.note(*record_of(message))

    @router.subscribe("parser.file.parsed.v1")
    async def on_file_parsed(message: FileParsed, delivery: Delivery) -> None:
        await board.note(*record_of(message))

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery) -> None:
        await board.note(*record_of(message))

    @router.subscribe("validation.fragment.rejected.v1")
    async def on_fragment_rejected(message: FragmentRejected, delivery: Delivery) -> None:
        await board.note(*record_of(message))

    @router.subscribe("scoring.standings.published.v1")
    async def on_standings_published(message: StandingsPublished, delivery: Delivery) -> None:
        for sha256, said in records_of_standings(message).items():
            await board.note_once(sha256, said)

    @router.subscribe("dead")
    async def on_dead_letter(message: DeadLetter, delivery: Delivery) -> None:
        body = await body_of_letter(deps.bus, message, deps.max_bytes)
        for sha256, said in records_of_letter(message, body or b"").items():
            await board.note(sha256, said)

    @router.answer("intake.file.offered.v1")
    async def on_file_offered(offered: FileOffered) -> FileTaken:
        return await take_offer(deps.reception, offered, deps.max_bytes, deps.now())

    return router
