"""The export service renders the newest state and its seats; each content is announced once."""

import asyncio
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import registry, subjects
from contracts.base import Discipline, FileRef
from contracts.facts import EventFact
from contracts.messages import EventMerged, FileReceived, FileRendered, RoundAssigned
from contracts.packing import compressed
from contracts.standings import Status
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from services.export.handlers import Deps, build_router
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from shared.formats.parsed import Rendered
from tests.support.acblscore_files import pairs_game
from tests.support.export_service import (
    CSV,
    MERGED,
    ON_MERGED,
    ON_SEATS,
    SEATS,
    STANDINGS,
    Counted,
    HeldUp,
    announced,
    assigned,
    files,
    hear,
    named,
    standings_of,
    wanted,
    write_name,
    write_new,
    write_tables,
    written_by,
)
from tests.support.handlers import handlers, subjects_heard
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged


def rendered(name: str) -> FileRendered:
    data = name.encode()
    return FileRendered(
        event="made-up-pairs",
        format="csv",
        name="x.csv",
        media_type="x",
        content=compressed(data),
        size=len(data),
        sha256=sha256(data).hexdigest(),
        applied=1,
    )


def test_it_hears_what_the_registry_says() -> None:
    heard = subjects_heard(build_router())
    assert heard == {entry.name for entry in registry.SUBJECTS if "export" in entry.consumers}


async def test_a_file_is_announced_with_its_bytes() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1))
    (message,) = announced(bus)
    assert [subject for subject, one in bus.messages if one is message] == [CSV]
    assert (message.applied, message.size, message.assignment) == (1, len(b"Monday computed"), 0)
    assert (message.data(), message.sha256) == (b"Monday computed", sha256(b"Monday computed").hexdigest())


async def test_a_file_with_the_same_content_is_not_announced_again() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Monday", 2))
    assert len(announced(bus)) == 1


async def test_a_newer_file_takes_the_place_of_the_older_one() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Tuesday", 2))
    assert files(bus) == {"csv": b"Tuesday computed"}
    assert len(announced(bus)) == 2


async def test_an_older_state_that_comes_late_writes_nothing() -> None:
    bus = MemoryBus()
    await bus.publish(MERGED, named("Monday", 1))
    await hear(bus, named("Tuesday", 2))
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    await handlers(build_router, deps)[ON_MERGED](named("Monday", 1))
    assert files(bus) == {"csv": b"Tuesday computed"}
    assert len(announced(bus)) == 1


async def test_of_several_formats_all_are_announced_or_none() -> None:
    class FullBus(MemoryBus):
        async def publish(self, subject, message, *, expect_last=None):
            if subject == subjects.file_rendered("json", "made-up-pairs"):
                raise OperationFailed("the disk is full")
            return await super().publish(subject, message, expect_last=expect_last)

    bus = FullBus()
    with pytest.raises(OperationFailed, match="full"):
        await hear(bus, named("Monday", 1), formats=("csv", "json"))
    assert announced(bus) == []


async def test_a_body_that_lies_apart_goes_with_its_announcement() -> None:
    class Apart(MemoryBus):
        dropped: tuple[str, ...] = ()

        async def newest(self, model, *patterns):
            return [replace(stored, body=f"apart-{stored.seq}") for stored in await super().newest(model, *patterns)]

        async def publish_together(self, messages, *, replaced=()):
            self.dropped += tuple(replaced)
            return await super().publish_together(messages, replaced=replaced)

    bus = Apart()
    await hear(bus, named("Monday", 1), named("Tuesday", 2))
    assert bus.dropped == ("apart-2",)


async def test_a_second_writer_is_refused_and_the_file_of_the_first_stays() -> None:
    class Meanwhile(MemoryBus):
        async def newest(self, model: type[FileRendered], *patterns: str):
            return []

    bus = Meanwhile()
    await MemoryBus.publish(bus, CSV, rendered("Monday"))
    with pytest.raises(Conflict):
        await hear(bus, named("Tuesday", 2))
    assert announced(bus) == [rendered("Monday")]


async def test_a_format_that_says_nothing_of_an_event_is_left_out() -> None:
    bus = MemoryBus()
    chess = merged(events=(EventFact(name="Open", discipline=Discipline.CHESS),), rounds_complete=1)
    await hear(bus, chess, formats=("usebio", "matches-csv", "csv"))
    assert [subject for subject, one in bus.messages if isinstance(one, FileRendered)] == [CSV]


async def test_a_game_file_is_changed_where_its_event_came_from_one() -> None:
    data = pairs_game()[0]
    (event,) = Pipeline([read_bytes(data, "game.ACA", Path("game.ACA"))]).events.values()
    state = event.score()[1]
    merged_event = state.replace(applied=1, standings=state.standings.replace(status=Status.OFFICIAL))
    for kept, written in ((data, data), (None, b"new")):
        bus = MemoryBus()
        if kept is not None:
            source = merged_event.sources[0]
            file = FileRef(sha256=source.file, name=source.name, size=len(kept), format="acblscore")
            received = FileReceived(file=file, content=compressed(kept))
            await bus.publish(subjects.file_received("acblscore", source.file), received)
        deps = Deps(
            bus=bus,  # type: ignore[arg-type]
            formats={"acblscore": replace(exported()["acblscore"], writer=lambda: write_new)},
        )
        await bus.publish(subjects.event_merged(merged_event.event), merged_event)
        await handlers(build_router, deps)[ON_MERGED](merged_event)
        (message,) = announced(bus)
        assert message.data() == written


async def test_a_file_is_written_again_when_its_seats_arrive() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), assigned("7", 1, 1))
    assert files(bus) == {"csv": b"Monday computed 7"}
    assert [(one.applied, one.assignment, one.next_round) for one in announced(bus)] == [
        (1, 0, None),
        (1, 1, "round 2"),
    ]


async def test_seats_that_were_published_before_are_in_the_next_file() -> None:
    bus = MemoryBus()
    await hear(bus, assigned("7", 1, 1), named("Monday", 2))
    assert files(bus) == {"csv": b"Monday computed 7"}


async def test_seats_of_a_round_that_is_over_are_not_written() -> None:
    bus = MemoryBus()
    await hear(bus, assigned("7", 1, 1), merged(applied=2, rounds_complete=2, events=(EventFact(name="Monday"),)))
    assert files(bus) == {"csv": b"Monday computed"}
    assert announced(bus)[-1].next_round is None


async def test_seats_that_go_and_come_again_are_announced_each_time() -> None:
    bus = MemoryBus()
    coming = [
        assigned("7", 1, 1),
        assigned("", 2, 1, rule="none"),
        assigned("7", 3, 1),
        assigned("", 4, 1, rule="none"),
    ]
    await hear(bus, named("Monday", 1), *coming)
    assert [one.next_round for one in announced(bus)] == [None, "round 2", None, "round 2", None]
    assert files(bus) == {"csv": b"Monday computed"}


async def test_what_is_lost_is_announced_even_when_the_bytes_are_the_same() -> None:
    bus = MemoryBus()
    deps = Deps(bus=bus, formats={"csv": written_by(write_tables)})  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1))
    await wanted(deps)
    await hear(bus, assigned("7", 1, 1), writer=write_tables)
    assert [[loss.count for loss in one.losses] for one in announced(bus)] == [[], [1]]
    assert files(bus) == {"csv": b"Monday computed"}


@pytest.mark.parametrize("name", ["csv", None])
async def test_what_is_lost_is_found_out_once_somebody_asks_and_from_then_on(name: str | None) -> None:
    bus, found = MemoryBus(), []

    def write(merged: EventMerged, **more: object) -> Rendered:
        return replace(write_name(merged), found=lambda: found.append(merged.applied) or ())

    deps = Deps(bus=bus, formats={"csv": written_by(write)})  # type: ignore[arg-type]
    for applied in (1, 2):
        state = named(f"{applied}", applied)
        await bus.publish(MERGED, state)
        await handlers(build_router, deps)[ON_MERGED](state)
    assert ([one.losses_known for one in announced(bus)], found) == ([False, False], [])
    await wanted(deps, name)
    await wanted(deps, name)
    assert ([one.losses_known for one in announced(bus)], found) == ([False, False, True], [2])
    later = named("3", 3)
    await bus.publish(MERGED, later)
    await handlers(build_router, deps)[ON_MERGED](later)
    assert ([one.losses_known for one in announced(bus)], found) == ([False, False, True, True], [2, 3])


async def test_seats_of_another_round_are_announced_even_when_bytes_and_losses_are_the_same() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), assigned("7", 1, 1), assigned("7", 2, 1, number=3), writer=write_tables)
    assert [one.next_round for one in announced(bus)] == [None, "round 2", "round 3"]
    assert files(bus) == {"csv": b"Monday computed"}


async def test_a_table_of_seats_is_written_when_there_are_some_and_emptied_when_there_are_none() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), formats=("seats-csv",))
    assert announced(bus) == []
    await hear(bus, assigned("7", 1, 1), assigned("", 2, 1, rule="none"), formats=("seats-csv",))
    assert [one.next_round for one in announced(bus)] == ["round 2", None]


async def test_seats_of_an_event_that_has_not_come_yet_wait_for_it() -> None:
    bus = MemoryBus()
    await hear(bus, assigned("7", 1, 1))
    assert announced(bus) == []


async def test_an_event_and_its_seats_that_come_at_once_leave_the_file_with_both() -> None:
    bus = MemoryBus()
    event, seats = named("Monday", 1), assigned("7", 1, 1)
    await bus.publish(MERGED, event)
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)

    async def seating() -> None:
        await bus.publish(SEATS, seats)
        await by_name[ON_SEATS](seats)

    await asyncio.gather(by_name[ON_MERGED](event), seating())
    assert files(bus) == {"csv": b"Monday computed 7"}
    assert bus.conflicts == 0


async def test_seats_that_come_soon_after_their_event_are_rendered_with_it() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={"csv": written_by(writer)}, gather=0.1)  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    event, seats = named("Monday", 1), assigned("7", 1, 1)
    await bus.publish(MERGED, event)
    rendering = asyncio.ensure_future(by_name[ON_MERGED](event))
    await asyncio.sleep(0.02)
    await bus.publish(SEATS, seats)
    await asyncio.gather(rendering, by_name[ON_SEATS](seats))
    assert writer.applied == [1]
    assert [one.assignment for one in announced(bus)] == [1]


STATES = [named("Monday", 1), named("Tuesday", 2), named("Wednesday", 3)]
SEATINGS = [assigned("7", 1, 1), assigned("8", 2, 2), assigned("", 3, 2, rule="none"), assigned("9", 4, 3)]


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
async def test_events_and_seats_in_any_order_and_twice_leave_the_same_file(random: Random) -> None:
    """Each kind is published in its own order; what is heard of them, and when, is left to chance."""
    bus = MemoryBus()
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    waiting = {MERGED: list(STATES), SEATS: list(SEATINGS)}
    unheard: list[EventMerged | RoundAssigned] = []
    while any(waiting.values()) or unheard:
        subject = random.choice([*(name for name, left in waiting.items() if left), "hear"])
        if subject != "hear":
            message = waiting[subject].pop(0)
            await bus.publish(subject, message)
            unheard += [message] * random.randint(1, 2)
        elif unheard:
            message = unheard.pop(random.randrange(len(unheard)))
            if isinstance(message, EventMerged):
                await by_name[ON_MERGED](message)
            else:
                await by_name[ON_SEATS](message)
    assert files(bus) == {"csv": b"Wednesday computed 9"}


@pytest.mark.parametrize("seats", [False, True])
async def test_of_two_processes_the_one_with_an_older_state_does_not_have_the_last_word(seats: bool) -> None:
    """What is newer gives the file that is there, so it announces nothing that would refuse the older one."""
    bus = HeldUp()
    one, other = (
        handlers(build_router, Deps(bus=bus, formats={"csv": written_by(write_name)}))  # type: ignore[arg-type]
        for _ in range(2)
    )
    name, publish_on = (ON_SEATS, SEATS) if seats else (ON_MERGED, MERGED)
    await bus.publish(MERGED, named("A", 1))
    await one[ON_MERGED](named("A", 1))
    older = assigned("4", 1, 1) if seats else named("B", 2)
    newer = assigned("", 2, 2, rule="none") if seats else named("A", 3)
    heard = (older, newer)
    await bus.publish(publish_on, older)
    bus.holding = True
    late = asyncio.ensure_future(one[name](heard[0]))
    await bus.waits.wait()
    await bus.publish(publish_on, newer)
    await other[name](heard[1])
    assert len(announced(bus)) == 1
    bus.holding = False
    bus.go_on.set()
    await late
    assert announced(bus)[-1].sha256 == announced(bus)[0].sha256
    assert (announced(bus)[-1].applied, announced(bus)[-1].assignment) == ((1, 2) if seats else (3, 0))
    assert announced(bus)[-1].data() == b"A computed"


def test_it_publishes_what_the_registry_says() -> None:
    declared = {entry.name for entry in registry.SUBJECTS if "export" in entry.producers}
    assert build_router().publications.keys() == declared | {"dead"}


async def test_a_state_that_is_heard_again_is_written_with_the_values_that_are_wanted_now() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1))
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)}, values="stated")  # type: ignore[arg-type]
    await handlers(build_router, deps)[ON_MERGED](named("Monday", 1))
    assert files(bus) == {"csv": b"Monday stated"}


class Asked(MemoryBus):
    """A bus that remembers what the last message of was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.lasts: list[str] = []

    async def last(self, subject, model):
        self.lasts.append(subject)
        return await super().last(subject, model)


async def test_a_state_is_written_from_the_message_that_came_unless_the_standings_are_newer() -> None:
    bus = Asked()
    await bus.publish(STANDINGS, standings_of(named("Monday", 1)))
    await hear(bus, named("Monday", 1))
    assert (files(bus), MERGED in bus.lasts) == ({"csv": b"Monday computed"}, False)
    await bus.publish(STANDINGS, standings_of(named("Tuesday", 3)))
    await hear(bus, named("Tuesday", 2))
    assert (files(bus), MERGED in bus.lasts) == ({"csv": b"Tuesday computed"}, True)


async def test_older_states_that_come_late_render_nothing() -> None:
    """A queue of them would otherwise render the newest one over and over."""
    bus, writer = MemoryBus(), Counted()
    for state in STATES:
        await bus.publish(MERGED, state)
    by_name = handlers(build_router, Deps(bus=bus, formats={"csv": written_by(writer)}))  # type: ignore[arg-type]
    for state in reversed(STATES):
        await by_name[ON_MERGED](state)
    assert writer.applied == [3]
