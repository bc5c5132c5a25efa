"""The export service renders when it is asked and at moments of its own; each content is announced once."""

import asyncio
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import registry, subjects
from contracts.base import Discipline
from contracts.facts import EventFact
from contracts.messages import EventMerged, FileRendered, LossItem, Position, RoundAssigned, StandingsPublished
from contracts.questions import FileAnswered, FileAsked
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Status
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from services.export.handlers import BUCKET, FILES, REMEMBERED, Deps, build_router
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from shared.formats.format import Format, Render
from shared.formats.parsed import Rendered
from tests.support.acblscore_files import pairs_game
from tests.support.handlers import ask, handlers, subjects_heard
from tests.support.memory_bus import MemoryBus
from tests.support.merged import merged

MERGED = subjects.event_merged("made-up-pairs")
SEATS = subjects.round_assigned("made-up-pairs")
CSV = subjects.file_rendered("csv", "made-up-pairs")
ON_STANDINGS = "scoring.standings.published.v1"
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
    return replace(rendered, losses=lost)


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
            await by_name[ON_STANDINGS](standings_of(message))


async def wanted(deps: Deps, format: str | None = "csv") -> FileAnswered:
    """What a question is answered."""
    asked = FileAsked(event="made-up-pairs", format=format)
    return await ask(build_router, asked, subjects.file_asked("made-up-pairs"), deps=deps)


class Counted:
    """A writer that counts the events that it has written."""

    def __init__(self) -> None:
        self.applied: list[int] = []

    def __call__(self, merged: EventMerged, **more: object) -> Rendered:
        self.applied.append(merged.applied)
        return write_name(merged)


def rendered(name: str) -> FileRendered:
    digest = sha256(name.encode()).hexdigest()
    return FileRendered(
        event="made-up-pairs", format="csv", name="x.csv", media_type="x", object=name, size=1, sha256=digest, applied=1
    )


def announced(bus: MemoryBus) -> list[FileRendered]:
    return [message for _, message in bus.messages if isinstance(message, FileRendered)]


def test_it_hears_what_the_registry_says() -> None:
    heard = subjects_heard(build_router())
    assert heard == {entry.name for entry in registry.SUBJECTS if "export" in entry.consumers}


async def test_a_file_is_kept_under_its_content_and_announced() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1))
    (message,) = announced(bus)
    assert [subject for subject, one in bus.messages if one is message] == [CSV]
    assert (message.applied, message.size, message.assignment) == (1, len(b"Monday computed"), 0)
    assert bus.objects == {(BUCKET, message.object): b"Monday computed"}
    assert message.object == f"made-up-pairs.csv.{message.sha256[:16]}"


async def test_a_file_with_the_same_content_is_neither_kept_nor_announced_again() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Monday", 2))
    assert (bus.puts, len(announced(bus))) == (1, 1)


async def test_a_newer_file_takes_the_place_of_the_older_one() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), named("Tuesday", 2))
    assert list(bus.objects.values()) == [b"Tuesday computed"]
    assert len(announced(bus)) == 2


async def test_an_older_state_that_comes_late_writes_nothing() -> None:
    bus = MemoryBus()
    await bus.publish(MERGED, named("Monday", 1))
    await hear(bus, named("Tuesday", 2))
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    await handlers(build_router, deps)[ON_STANDINGS](standings_of(named("Monday", 1)))
    assert list(bus.objects.values()) == [b"Tuesday computed"]
    assert len(announced(bus)) == 1


async def test_bytes_are_kept_before_they_are_announced() -> None:
    class FullBus(MemoryBus):
        async def put_object(self, bucket: str, name: str, data: bytes) -> None:  # type: ignore[override]
            raise OperationFailed("the disk is full")

    bus = FullBus()
    with pytest.raises(OperationFailed, match="full"):
        await hear(bus, named("Monday", 1))
    assert announced(bus) == []


async def test_a_second_writer_is_refused_and_the_file_of_the_first_stays() -> None:
    class Meanwhile(MemoryBus):
        async def last(self, subject: str, model: type[FileRendered]):
            return None if subject == CSV else await super().last(subject, model)

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
    merged_event = event.score()[1]
    for kept, written in ((data, data), (None, b"new")):
        bus = MemoryBus()
        if kept is not None:
            await bus.put_object(FILES, merged_event.sources[0].file, kept)
        deps = Deps(
            bus=bus,  # type: ignore[arg-type]
            formats={"acblscore": replace(exported()["acblscore"], writer=lambda: write_new)},
        )
        await bus.publish(subjects.event_merged(merged_event.event), merged_event)
        await handlers(build_router, deps)[ON_STANDINGS](
            standings_of(
                merged_event.replace(applied=0, standings=merged_event.standings.replace(status=Status.OFFICIAL))
            )
        )
        (message,) = announced(bus)
        assert bus.objects[BUCKET, message.object] == written


async def test_a_file_is_written_again_when_its_seats_arrive() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), assigned("7", 1, 1))
    assert list(bus.objects.values()) == [b"Monday computed 7"]
    assert [(one.applied, one.assignment, one.next_round) for one in announced(bus)] == [
        (1, 0, None),
        (1, 1, "round 2"),
    ]


async def test_seats_that_were_published_before_are_in_the_next_file() -> None:
    bus = MemoryBus()
    await hear(bus, assigned("7", 1, 1), named("Monday", 2))
    assert list(bus.objects.values()) == [b"Monday computed 7"]


async def test_seats_of_a_round_that_is_over_are_not_written() -> None:
    bus = MemoryBus()
    await hear(bus, assigned("7", 1, 1), merged(applied=2, rounds_complete=2, events=(EventFact(name="Monday"),)))
    assert list(bus.objects.values()) == [b"Monday computed"]
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
    assert list(bus.objects.values()) == [b"Monday computed"]


async def test_what_is_lost_is_announced_even_when_the_bytes_are_the_same() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), assigned("7", 1, 1), writer=write_tables)
    assert [len(one.losses) for one in announced(bus)] == [0, 1]
    assert list(bus.objects.values()) == [b"Monday computed"]


async def test_seats_of_another_round_are_announced_even_when_bytes_and_losses_are_the_same() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1), assigned("7", 1, 1), assigned("7", 2, 1, number=3), writer=write_tables)
    assert [one.next_round for one in announced(bus)] == [None, "round 2", "round 3"]
    assert list(bus.objects.values()) == [b"Monday computed"]


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

    await asyncio.gather(by_name[ON_STANDINGS](standings_of(event)), seating())
    assert list(bus.objects.values()) == [b"Monday computed 7"]
    assert bus.conflicts == 0


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
                await by_name[ON_STANDINGS](standings_of(message))
            else:
                await by_name[ON_SEATS](message)
    assert list(bus.objects.values()) == [b"Wednesday computed 9"]


class HeldUp(MemoryBus):
    """A bus on which announcements of files can be held up on their way."""

    def __init__(self) -> None:
        super().__init__()
        self.holding = False
        self.waits, self.go_on = asyncio.Event(), asyncio.Event()

    async def publish(self, subject, message, *, expect_last=None):
        if subject == CSV and self.holding:
            self.waits.set()
            await self.go_on.wait()
        return await super().publish(subject, message, expect_last=expect_last)


@pytest.mark.parametrize("seats", [False, True])
async def test_of_two_processes_the_one_with_an_older_state_does_not_have_the_last_word(seats: bool) -> None:
    """What is newer gives the file that is there, so it announces nothing that would refuse the older one."""
    bus = HeldUp()
    one, other = (
        handlers(build_router, Deps(bus=bus, formats={"csv": written_by(write_name)}))  # type: ignore[arg-type]
        for _ in range(2)
    )
    name, publish_on = (ON_SEATS, SEATS) if seats else (ON_STANDINGS, MERGED)
    await bus.publish(MERGED, named("A", 1))
    await one[ON_STANDINGS](standings_of(named("A", 1)))
    older = assigned("4", 1, 1) if seats else named("B", 2)
    newer = assigned("", 2, 2, rule="none") if seats else named("A", 3)
    heard = [each if isinstance(each, RoundAssigned) else standings_of(each) for each in (older, newer)]
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
    assert bus.objects[BUCKET, announced(bus)[-1].object] == b"A computed"


def test_it_publishes_what_the_registry_says() -> None:
    declared = {entry.name for entry in registry.SUBJECTS if "export" in entry.producers}
    assert build_router().publications.keys() == declared | {"dead"}


async def test_a_state_that_is_heard_again_is_written_with_the_values_that_are_wanted_now() -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1))
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)}, values="stated")  # type: ignore[arg-type]
    await handlers(build_router, deps)[ON_STANDINGS](standings_of(named("Monday", 1)))
    assert list(bus.objects.values()) == [b"Monday stated"]


async def test_older_states_that_come_late_render_nothing() -> None:
    """A queue of them would otherwise render the newest one over and over."""
    bus, writer = MemoryBus(), Counted()
    for state in STATES:
        await bus.publish(MERGED, state)
    by_name = handlers(build_router, Deps(bus=bus, formats={"csv": written_by(writer)}))  # type: ignore[arg-type]
    for state in reversed(STATES):
        await by_name[ON_STANDINGS](standings_of(state))
    assert writer.applied == [3]


async def test_during_play_files_are_rendered_when_a_round_becomes_complete_and_no_longer_is() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={"csv": written_by(writer)})  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    for applied, rounds in enumerate((None, 0, 0, 1, 1, 1, 2, 1, 1, 0, 0), start=1):
        state = named(f"{applied}", applied, status=Status.LIVE, rounds=rounds)
        await bus.publish(MERGED, state)
        await by_name[ON_STANDINGS](standings_of(state))
    assert writer.applied == [4, 7, 8]


async def test_a_process_that_takes_over_renders_the_rounds_that_are_complete_once() -> None:
    """The one before may have been killed before it announced them."""
    bus, writer = MemoryBus(), Counted()
    state = named("Monday", 1, status=Status.LIVE, rounds=1)
    await bus.publish(MERGED, state)
    for _ in range(2):
        by_name = handlers(build_router, Deps(bus=bus, formats={"csv": written_by(writer)}))  # type: ignore[arg-type]
        await by_name[ON_STANDINGS](standings_of(state))
        await by_name[ON_STANDINGS](standings_of(state))
    assert (writer.applied, len(announced(bus))) == ([1, 1], 1)


@pytest.mark.parametrize("status", [Status.PROVISIONAL, Status.OFFICIAL, Status.CORRECTED])
async def test_when_play_is_over_every_change_is_rendered(status: Status) -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1, status=status), named("Tuesday", 2, status=status))
    assert [one.applied for one in announced(bus)] == [1, 2]


async def test_standings_that_come_before_their_merged_event_are_heard_again() -> None:
    bus = MemoryBus()
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1))
    with pytest.raises(OperationFailed, match="older than its standings"):
        await handlers(build_router, deps)[ON_STANDINGS](standings_of(named("Tuesday", 2)))


async def test_a_file_that_is_asked_for_is_that_of_the_newest_state_and_is_rendered_once() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={name: written_by(writer, name) for name in ("csv", "json")})  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1, status=Status.LIVE))
    first, again = await asyncio.gather(wanted(deps), wanted(deps))
    assert first == again
    assert (first.formats, first.file) == (("csv", "json"), announced(bus)[0])
    assert bus.objects[BUCKET, announced(bus)[0].object] == b"Monday computed"
    assert writer.applied == [1]
    await bus.publish(MERGED, named("Tuesday", 2, status=Status.LIVE))
    await bus.publish(SEATS, assigned("7", 1, 1))
    newest = await wanted(deps)
    assert await wanted(deps) == newest
    assert newest.file is not None
    assert (newest.file.applied, newest.file.assignment, newest.file.next_round) == (2, 1, "round 2")
    assert writer.applied == [1, 2]


async def test_another_process_that_renders_meanwhile_is_noticed() -> None:
    bus = MemoryBus(forgetful=True)
    one, other = (
        Deps(bus=bus, formats={"csv": written_by(write_name)}, values=values) for values in ("computed", "stated")
    )  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1))
    for deps, values in ((one, "computed"), (other, "stated"), (one, "computed")):
        file = (await wanted(deps)).file
        assert file is not None
        assert bus.objects == {(BUCKET, file.object): f"Monday {values}".encode()}


@pytest.mark.parametrize("name", [None, "matches-csv", "none"])
async def test_what_holds_no_event_has_no_file_and_the_formats_that_do_are_named(name: str | None) -> None:
    bus = MemoryBus()
    formats = {each: written_by(write_name, each) for each in ("csv", "matches-csv", "json")}
    deps = Deps(bus=bus, formats=formats)  # type: ignore[arg-type]
    assert await wanted(deps, name) == FileAnswered(event="made-up-pairs", formats=())
    await bus.publish(MERGED, named("Monday", 1))
    assert await wanted(deps, name) == FileAnswered(event="made-up-pairs", formats=("csv", "json"))
    assert announced(bus) == []


async def test_a_question_that_another_process_crosses_is_worked_out_again() -> None:
    bus = HeldUp()
    deps, other = (Deps(bus=bus, formats={"csv": written_by(write_name)}) for _ in range(2))  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1))
    bus.holding = True
    asking = asyncio.ensure_future(wanted(deps))
    await bus.waits.wait()
    bus.holding = False
    await bus.publish(MERGED, named("Tuesday", 2))
    crossing = (await wanted(other)).file
    bus.go_on.set()
    assert (await asking).file == crossing
    assert bus.conflicts == 1


async def test_a_process_remembers_the_events_that_were_used_last() -> None:
    deps = Deps(bus=MemoryBus(), formats={})  # type: ignore[arg-type]
    first = deps.of("0")
    for number in range(1, REMEMBERED):
        deps.of(f"{number}")
    assert deps.of("0") is first
    deps.of("one more")
    assert deps.of("0") is first
    assert "1" not in deps.known


async def test_an_event_that_does_not_stop_moving_is_left_to_a_redelivery() -> None:
    class Moving(MemoryBus):
        async def last_seq(self, subject: str) -> int:
            return await super().last_seq(subject) + len(self.messages) * (subject == MERGED)

    with pytest.raises(OperationFailed, match="moved 10 times"):
        await hear(Moving(), named("Monday", 1))
