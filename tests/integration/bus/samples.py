"""Messages for these tests, everything in them made up, and short ways to wait."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime

from contracts import subjects
from contracts.base import FileFormat, FileRef
from contracts.facts import Extension, Facts
from contracts.messages import EventMerged, FileReceived, FragmentParsed, Position, StandingsPublished
from contracts.standings import Method, Progress, Standings
from tests.support.fragments import fragment
from tests.support.time_limits import scaled

METHOD = Method(board_scoring="match_points")
NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
RECEIVED = subjects.file_received("usebio", "0" * 64)
ACCEPTED = "validation.fragment.accepted.v1"


def received(name: str, file_format: FileFormat = "usebio") -> FileReceived:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return FileReceived(file=FileRef(sha256=digest, name=name, size=3, format=file_format))


def parsed(name: str, event: str = "club-pairs", size: int = 0) -> FragmentParsed:
    """A fragment; with `size` about that many bytes of it are extension text."""
    texts = ["x" * 60_000 for _ in range(size // 60_000)]
    extensions = tuple(
        Extension(kind="element", owner="/EVENT", name=f"note-{n}", value=text) for n, text in enumerate(texts)
    )
    return FragmentParsed(fragment=fragment(name, event=event, extensions=extensions))


def standings(event: str, seq: int) -> StandingsPublished:
    return StandingsPublished(
        standings=Standings(event=event, name="Club pairs", method=METHOD, progress=Progress()),
        position=Position(seq=seq, applied=seq),
        digest=hashlib.sha256(f"{event}{seq}".encode()).hexdigest(),
        calculated_at=NOON,
    )


def merged(event: str, applied: int, size: int = 0) -> EventMerged:
    texts = ["y" * 60_000 for _ in range(size // 60_000)]
    return EventMerged(
        event=event,
        applied=applied,
        facts=Facts(
            extensions=tuple(
                Extension(kind="element", owner="/EVENT", name=f"note-{n}", value=text) for n, text in enumerate(texts)
            )
        ),
        standings=Standings(event=event, name="Club pairs", method=METHOD, progress=Progress()),
        calculated_at=NOON,
    )


async def until(condition: Callable[[], bool], patience: float = 10.0) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + scaled(patience)
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(0.01)
