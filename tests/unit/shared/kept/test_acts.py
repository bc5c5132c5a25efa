"""The journal in its bucket: each line by itself, the newest first, bounded, and marked once it is undone."""

from datetime import UTC, datetime, timedelta

from contracts.access.journal import Doing, OfAccess, OfScreens
from contracts.screens.screen import Part, Screen, Screens
from shared.kept.acts import BUCKET, UNDOABLE, ActBucket
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
DOING = Doing("Ada", "desk", NOW)
ACCESS = OfAccess(grant="0" * 16, revoked=False)


async def test_the_newest_is_first_and_each_key_begins_with_its_event() -> None:
    bucket = ActBucket(MemoryBus())  # type: ignore[arg-type]
    await bucket.note(DOING, "one", ACCESS)
    await bucket.note(DOING._replace(at=NOW + timedelta(seconds=1)), "two", None, ("monday",))
    assert [act.text for _, act in await bucket.all()] == ["two", "one"]
    assert [key.partition(".")[0] for key, _ in await bucket.all()] == ["monday", "_"]


async def test_what_was_undone_says_so_however_often_it_is_noted() -> None:
    bucket = ActBucket(MemoryBus())  # type: ignore[arg-type]
    await bucket.note(DOING, "one", ACCESS)
    ((key, act),) = await bucket.all()
    assert not act.undone
    for _ in range(2):
        await bucket.settle(key)
        settled = await bucket.at(key)
        assert settled is not None
        assert settled.undone
    await bucket.settle("monday.gone")
    assert len(await bucket.all()) == 1


async def test_a_line_that_cannot_be_read_hides_no_other() -> None:
    bus = MemoryBus()
    bus.keys[BUCKET, "_.x"] = (b"{}", 1)
    await ActBucket(bus).note(DOING, "one", None)  # type: ignore[arg-type]
    assert [act.text for _, act in await ActBucket(bus).all()] == ["one"]  # type: ignore[arg-type]


async def test_a_change_that_is_too_large_is_noted_without_what_undoes_it() -> None:
    bucket = ActBucket(MemoryBus())  # type: ignore[arg-type]
    parts = tuple(Part(view="announcement", text="\u4e2d" * 160) for _ in range(12))
    large = Screens(screens=tuple(Screen(name=f"s{n}", title="Hall", parts=parts) for n in range(20)))
    change = OfScreens(before=Screens(), after=large)
    assert len(change.model_dump_json().encode()) > UNDOABLE
    await bucket.note(DOING, "composed", change)
    ((_, act),) = await bucket.all()
    assert (act.text, act.change) == ("composed", None)
