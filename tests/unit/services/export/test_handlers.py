"""The export service renders, keeps and announces each format once for each content."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts import registry, subjects
from contracts.base import Discipline
from contracts.facts import EventFact
from contracts.messages import EventMerged, FileRendered
from kibitz.local import events_of, read_bytes
from services.export.domain.formats import REWRITERS
from services.export.handlers import BUCKET, FILES, Deps, build_router
from shared.errors import OperationFailed
from shared.formats.parsed import Rendered
from shared.messaging import Conflict, Delivery
from tests.support.acblscore_files import pairs_game
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged

CSV = subjects.file_rendered("csv", "made-up-pairs")
DELIVERY = Delivery(subject="x", stream="MERGED", seq=1, deliveries=1, time=datetime(2031, 10, 3, tzinfo=UTC))


def named(name: str, applied: int) -> EventMerged:
    return merged(applied=applied, events=(EventFact(name=name, kind="pairs"),))


def write_name(event: EventMerged, values: str) -> Rendered:
    return Rendered(f"{event.facts.event.name} {values}".encode(), "made-up.csv", "text/csv")


async def hear(bus: MemoryBus, *messages: EventMerged, formats: tuple[str, ...] = ("csv",)) -> None:
    deps = Deps(bus=bus, writers=dict.fromkeys(formats, write_name))  # type: ignore[arg-type]
    (subscription,) = build_router(deps).subscriptions
    for message in messages:
        await subscription.handler(message, DELIVERY)


def test_it_hears_what_the_registry_says() -> None:
    router = build_router(Deps(bus=MemoryBus(), writers={}))  # type: ignore[arg-type]
    heard = {subscription.subject.name for subscription in router.subscriptions}
    assert heard == {entry.name for entry in registry.SUBJECTS if "export" in entry.consumers}


async def test_a_file_is_kept_under_its_content_and_announced() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1))
    ((subject, message),) = bus.messages
    assert isinstance(message, FileRendered)
    assert (subject, message.applied, message.size) == (CSV, 1, len(b"Monday computed"))
    assert bus.objects == {(BUCKET, message.object): b"Monday computed"}
    assert message.object == f"made-up-pairs.csv.{message.sha256[:16]}"


async def test_a_file_with_the_same_content_is_neither_kept_nor_announced_again() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Monday", 2))
    assert (bus.puts, len(bus.messages)) == (1, 1)


async def test_a_newer_file_takes_the_place_of_the_older_one() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Tuesday", 2))
    assert list(bus.objects.values()) == [b"Tuesday computed"]
    assert len(bus.messages) == 2


async def test_an_older_state_that_comes_late_writes_nothing() -> None:
    bus = MemoryBus()
    await hear(bus, named("Tuesday", 2), named("Monday", 1))
    assert list(bus.objects.values()) == [b"Tuesday computed"]
    assert len(bus.messages) == 1


async def test_bytes_are_kept_before_they_are_announced() -> None:
    class FullBus(MemoryBus):
        async def put_object(self, bucket: str, name: str, data: bytes) -> None:  # type: ignore[override]
            raise OperationFailed("the disk is full")

    bus = FullBus()
    with pytest.raises(OperationFailed, match="full"):
        await hear(bus, named("Monday", 1))
    assert bus.messages == []


async def test_a_second_writer_is_refused_and_the_file_of_the_first_stays() -> None:
    class Meanwhile(MemoryBus):
        async def last(self, subject: str, model: type[FileRendered]) -> None:
            return None

    bus = Meanwhile()
    await hear(bus, named("Monday", 1))
    with pytest.raises(Conflict):
        await hear(bus, named("Tuesday", 2))
    assert len(bus.messages) == 1
    assert b"Monday computed" in bus.objects.values()


async def test_a_format_that_says_nothing_of_an_event_is_left_out() -> None:
    bus = MemoryBus()
    chess = merged(events=(EventFact(name="Open", discipline=Discipline.CHESS),))
    await hear(bus, chess, formats=("usebio", "matches-csv", "csv"))
    assert [subject for subject, _ in bus.messages] == [CSV]


async def test_a_game_file_is_changed_where_its_event_came_from_one() -> None:
    data = pairs_game()[0]
    (event,) = events_of([read_bytes(data, "game.ACA", Path("game.ACA"))]).values()
    merged_event = event.score()[1]
    for kept, written in ((data, data), (None, b"new")):
        bus = MemoryBus()
        if kept is not None:
            await bus.put_object(FILES, merged_event.sources[0].file, kept)
        deps = Deps(
            bus=bus,  # type: ignore[arg-type]
            writers={"acblscore": lambda merged, values: Rendered(b"new", "new.ACA", "application/octet-stream")},
            rewriters=REWRITERS,
        )
        (subscription,) = build_router(deps).subscriptions
        await subscription.handler(merged_event, DELIVERY)
        ((_, message),) = bus.messages
        assert bus.objects[BUCKET, message.object] == written
