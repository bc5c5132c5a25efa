"""The export service renders when it is asked and at moments of its own, and remembers what it has rendered."""

import asyncio
from dataclasses import replace

import pytest

from contracts.facts import NameShown
from contracts.messages import EventMerged
from contracts.questions import EventAnswered, EventAsked, FileAnswered
from contracts.standings import Status
from services.export.adapters.processor import Processor
from services.export.domain.formats import exported
from services.export.handlers import BETWEEN, REMEMBERED, Deps, build_router
from shared.bus.errors import Unanswered
from shared.errors import OperationFailed
from tests.support.export_service import (
    MERGED,
    ON_MERGED,
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
    written_by,
)
from tests.support.handlers import handlers
from tests.support.made_up_kinds import butler_pairs
from tests.support.memory_bus import MemoryBus


async def test_during_play_files_are_rendered_when_a_round_becomes_complete_and_no_longer_is() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={"csv": written_by(writer)})  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    for applied, rounds in enumerate((None, 0, 0, 1, 1, 1, 2, 1, 1, 0, 0), start=1):
        state = named(f"{applied}", applied, status=Status.LIVE, rounds=rounds)
        await bus.publish(MERGED, state)
        await by_name[ON_MERGED](state)
    assert writer.applied == [4, 7, 8]


async def test_a_process_that_takes_over_renders_the_rounds_that_are_complete_once() -> None:
    """The one before may have been killed before it announced them."""
    bus, writer = MemoryBus(), Counted()
    state = named("Monday", 1, status=Status.LIVE, rounds=1)
    await bus.publish(MERGED, state)
    for _ in range(2):
        by_name = handlers(build_router, Deps(bus=bus, formats={"csv": written_by(writer)}))  # type: ignore[arg-type]
        await by_name[ON_MERGED](state)
        await by_name[ON_MERGED](state)
    assert (writer.applied, len(announced(bus))) == ([1, 1], 1)


@pytest.mark.parametrize("status", [Status.PROVISIONAL, Status.OFFICIAL, Status.CORRECTED])
async def test_when_play_is_over_every_change_is_rendered(status: Status) -> None:
    bus = MemoryBus()
    await hear(bus, named("Monday", 1, status=status), named("Tuesday", 2, status=status))
    assert [one.applied for one in announced(bus)] == [1, 2]


class Scoring:
    """Stands in for the scoring service: answers with an event to date, or is away."""

    def __init__(self, state: EventMerged | None) -> None:
        self.state = state
        self.asked: list[EventAsked] = []

    async def __call__(self, asked: EventAsked) -> EventAnswered:
        self.asked.append(asked)
        if self.state is None:
            raise Unanswered("absent", "nobody is there to answer")
        return EventAnswered(event=asked.event, merged=self.state)


async def test_between_its_moments_the_event_is_asked_of_scoring_once() -> None:
    live = [named(name, applied, status=Status.LIVE) for applied, name in enumerate(("Monday", "Tuesday"), start=1)]
    scoring, writer = Scoring(live[1]), Counted()
    bus = MemoryBus(answers=scoring)  # type: ignore[arg-type]
    deps = Deps(bus=bus, formats={"csv": written_by(writer)})  # type: ignore[arg-type]
    await bus.publish(MERGED, live[0])
    await bus.publish(STANDINGS, standings_of(live[1]))
    first = (await wanted(deps)).file
    assert first is not None
    assert (await wanted(deps)).file == first
    assert files(bus) == {"csv": b"Tuesday computed"}
    assert scoring.asked == [EventAsked(event="made-up-pairs", applied=2)]
    assert writer.applied == [2]


async def test_where_scoring_is_away_a_request_fails_and_what_is_due_is_rendered_as_published() -> None:
    bus = MemoryBus(answers=Scoring(None))  # type: ignore[arg-type]
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    due = named("Monday", 1, status=Status.LIVE, rounds=1)
    await bus.publish(MERGED, due)
    await bus.publish(STANDINGS, standings_of(named("Tuesday", 2, status=Status.LIVE, rounds=1)))
    with pytest.raises(Unanswered):
        await wanted(deps)
    await handlers(build_router, deps)[ON_MERGED](due)
    assert files(bus) == {"csv": b"Monday computed"}


async def test_a_file_that_is_asked_for_is_that_of_the_newest_state_and_is_rendered_once() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={name: written_by(writer, name) for name in ("csv", "json")})  # type: ignore[arg-type]
    await bus.publish(MERGED, named("Monday", 1, status=Status.LIVE))
    first, again = await asyncio.gather(wanted(deps), wanted(deps))
    assert first == again
    assert (first.formats, first.file) == (("csv", "json"), announced(bus)[0])
    assert announced(bus)[0].data() == b"Monday computed"
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
        assert files(bus) == {"csv": f"Monday {values}".encode()}


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
        read = 0

        async def last(self, subject, model):
            stored = await super().last(subject, model)
            if subject != MERGED:
                return stored
            self.read += 1
            return replace(stored, message=stored.message.replace(applied=self.read))

    with pytest.raises(OperationFailed, match="moved 10 times"):
        await hear(Moving(), named("Monday", 1))


async def test_of_several_states_at_once_the_last_one_is_rendered() -> None:
    bus, writer = MemoryBus(), Counted()
    deps = Deps(bus=bus, formats={"csv": written_by(writer)}, gather=0.05)  # type: ignore[arg-type]
    by_name = handlers(build_router, deps)
    states = [named(f"State {number}", number) for number in (1, 2, 3)]
    rendering = []
    for state in states:
        await bus.publish(MERGED, state)
        rendering.append(asyncio.ensure_future(by_name[ON_MERGED](state)))
        await asyncio.sleep(0)
    first, *others = rendering
    await asyncio.gather(*others)
    assert not first.done()
    await first
    assert (writer.applied, files(bus)) == ([3], {"csv": b"State 3 computed"})


async def test_files_that_nobody_asked_for_wait_until_the_process_is_idle() -> None:
    bus, idle = MemoryBus(), asyncio.Event()

    class Busy(Processor):
        async def until_idle(self, longest: float | None = None) -> None:
            await idle.wait()

    deps = Deps(bus=bus, formats={"csv": written_by(write_name)}, processor=Busy())  # type: ignore[arg-type]
    state = named("Monday", 1)
    await bus.publish(MERGED, state)
    rendering = asyncio.ensure_future(handlers(build_router, deps)[ON_MERGED](state))
    assert (await wanted(deps)).file is not None, "who asks does not wait"
    assert not rendering.done()
    idle.set()
    await rendering


async def test_each_file_that_nobody_asked_for_waits_until_the_process_is_idle() -> None:
    bus, waits = MemoryBus(), list[float | None]()

    class Busy(Processor):
        async def until_idle(self, longest: float | None = None) -> None:
            waits.append(longest)

    formats = {name: written_by(write_name, name) for name in ("csv", "json", "usebio")}
    deps = Deps(bus=bus, formats=formats, processor=Busy())  # type: ignore[arg-type]
    state = named("Monday", 1)
    await bus.publish(MERGED, state)
    await handlers(build_router, deps)[ON_MERGED](state)
    assert waits == [None, BETWEEN, BETWEEN]
    await wanted(deps)
    assert len(waits) == 3


async def test_a_state_that_could_not_be_announced_is_rendered_when_it_is_heard_again() -> None:
    class Full(MemoryBus):
        full = True

        async def publish_together(self, messages, *, replaced=()):
            if self.full:
                raise OperationFailed("the disk is full")
            return await super().publish_together(messages, replaced=replaced)

    bus = Full()
    deps = Deps(bus=bus, formats={"csv": written_by(write_name)})  # type: ignore[arg-type]
    by_name, state = handlers(build_router, deps), named("Monday", 1)
    await bus.publish(MERGED, state)
    with pytest.raises(OperationFailed, match="full"):
        await by_name[ON_MERGED](state)
    bus.full = False
    await by_name[ON_MERGED](state)
    assert files(bus) == {"csv": b"Monday computed"}


async def test_a_whole_file_has_all_names_and_is_announced_to_nobody() -> None:
    bus = MemoryBus()
    deps = Deps(bus=bus, formats=exported())
    state = butler_pairs().merged
    hidden = state.replace(event="made-up-pairs", standings=state.standings.replace(names=(NameShown(shown="none"),)))
    (name, *_) = [person.name for each in state.facts.participants for person in each.players]
    await bus.publish(MERGED, hidden)
    await bus.publish(STANDINGS, standings_of(hidden))
    public, whole = await wanted(deps), await wanted(deps, whole=True)
    assert public.file is not None
    assert whole.file is not None
    assert (name.encode() in public.file.data(), name.encode() in whole.file.data()) == (False, True)
    assert whole.formats == public.formats
    assert announced(bus) == [public.file]
    assert (await wanted(deps, None, whole=True)).formats == public.formats


async def test_staff_who_ask_for_the_formats_learn_what_receivers_would_miss() -> None:
    bus = MemoryBus()
    deps = Deps(bus=bus, formats={each: written_by(write_name, each) for each in ("usebio", "csv")})  # type: ignore[arg-type]
    assert (await wanted(deps, None, whole=True)).hand_overs == ()
    await bus.publish(MERGED, named("Monday", 1))
    told = (await wanted(deps, None, whole=True)).hand_overs
    assert {each.format for each in told} == {"usebio"}
    assert "no-players" in {each.code for each in told[0].missing}
    assert (await wanted(deps, None)).hand_overs == ()
    assert announced(bus) == []
