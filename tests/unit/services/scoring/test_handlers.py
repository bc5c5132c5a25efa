"""Fragments are scored once, whoever was killed, and questions are answered from what the bus keeps."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from threading import Event

import pytest

from contracts import registry, subjects
from contracts.decisions import ReassignFiles
from contracts.messages import EventFolded, EventMerged, Fragment, FragmentAccepted, Message, StandingsPublished
from contracts.questions import EventAnswered, EventAsked, StandingsAnswered, StandingsAsked
from services.scoring import handlers as scoring_handlers
from services.scoring.domain.event.answers import answer
from services.scoring.domain.event.history import Accepted
from services.scoring.handlers import Deps, Events, build_router
from shared.bus.errors import Conflict
from shared.bus.repair import REPAIR
from shared.errors import OperationFailed
from tests.support.decided import decided
from tests.support.edit_scripts import fresh_seed
from tests.support.exports_to_date import export, taken
from tests.support.fragments import fragment, result
from tests.support.handlers import ask, handlers, subjects_heard
from tests.support.memory_bus import BEGINNING, MemoryBus
from tests.support.merged import merged


def deps_of(bus: MemoryBus) -> Deps:
    return Deps(bus, Events(bus, 64))  # type: ignore[arg-type]


def test_it_hears_what_the_registry_says() -> None:
    assert subjects_heard(build_router()) == {entry.name for entry in registry.SUBJECTS if "scoring" in entry.consumers}


async def test_a_question_is_answered_from_what_the_bus_keeps() -> None:
    bus = MemoryBus()
    asked, subject = StandingsAsked(event="club-pairs"), subjects.standings_asked("club-pairs")
    unknown = await ask(build_router, asked, subject, deps=deps_of(bus))
    one = fragment("a", event="club-pairs", results=[result("1", "1", "2", 50)])
    await bus.publish(subjects.fragment_accepted("club-pairs"), FragmentAccepted(fragment=one))
    known = await ask(build_router, asked, subject, deps=deps_of(bus))
    assert isinstance(unknown, StandingsAnswered)
    assert isinstance(known, StandingsAnswered)
    assert unknown.refusal is not None
    assert unknown.refusal.code == "no-event"
    assert known.earlier is not None
    assert known.earlier.standings.event == "club-pairs"


class Failing(MemoryBus):
    """A bus that fails once, at one of the messages that are published."""

    until: int | None = None

    async def publish(self, subject, message, *, expect_last=None):  # type: ignore[no-untyped-def]
        if self.until is not None:
            self.until -= 1
            if self.until < 0:
                self.until = None
                raise OperationFailed("killed here")
        return await super().publish(subject, message, expect_last=expect_last)


def evening() -> list[Fragment]:
    """Two events, which a director links, lets go again, and links again; one file is split off."""
    wrong = fragment("b2", event="b", minutes=3, results=[result("7", "1", "2", -50)])

    def link(to: str | None, minutes: int) -> Fragment:
        return decided(ReassignFiles(decision="reassign", to=to), event="b", minutes=minutes)

    return [
        fragment("a1", event="a", results=[result("7", "1", "2", 420)]),
        fragment("b1", event="b", minutes=1, results=[result("7", "3", "4", 450)]),
        wrong,
        link("a", 4),
        link(None, 5),
        link("a", 6),
        decided(ReassignFiles(decision="reassign", file=wrong.file.sha256, to="c"), event="b", minutes=7),
        fragment("b3", event="b", minutes=8, results=[result("8", "3", "4", 100)]),
    ]


Verdicts = dict[tuple[str, str], str]
"""The last verdict on each fragment of each event."""


def last_verdicts(bus: MemoryBus) -> Verdicts:
    return {
        (one.standings.event, verdict.fragment): verdict.text
        for one in bus.said("scoring.standings")
        if isinstance(one, StandingsPublished)
        for verdict in one.verdicts
    }


async def play(dying_at: int | None) -> tuple[dict[str, StandingsPublished], Verdicts, int]:
    """The last standings and verdicts of each event when the service dies at one of its messages, and how many those
    were."""
    bus = Failing()
    for one in evening():
        message = FragmentAccepted(fragment=one)
        await bus.publish(subjects.fragment_accepted(one.event), message)
    bus.until, handled = dying_at, 0
    handler = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
    while handled < len(bus.messages):
        _, message = bus.messages[handled]
        if isinstance(message, FragmentAccepted):
            try:
                await handler(message, handled + 1)
            except (OperationFailed, ExceptionGroup):
                handler = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
                continue
        handled += 1
    found = {one.standings.event: one for one in bus.said("scoring.standings") if isinstance(one, StandingsPublished)}
    return found, last_verdicts(bus), len(bus.messages) - len(evening())


@pytest.mark.slow
async def test_files_are_moved_whole_wherever_the_service_dies() -> None:
    expected, verdicts, published_ = await play(None)
    names = {event: sorted(s.name for s in one.standings.sources) for event, one in expected.items()}
    assert names == {"a": ["a1.xml", "b1.xml", "b3.xml", *["decided.json"] * 4], "b": [], "c": ["b2.xml"]}
    assert expected["b"].standings.reassigned_to == ("a", "c")
    assert published_ > 30
    for dying_at in Random(fresh_seed()).sample(range(published_), 30):
        found, told, _ = await play(dying_at)
        assert told == verdicts, dying_at
        assert {event: one.digest for event, one in found.items()} == {
            event: one.digest for event, one in expected.items()
        }


@pytest.mark.parametrize("lost", ["scoring.board.scored", "scoring.standings"])
@pytest.mark.parametrize("again", [0, 1])
async def test_a_repair_publishes_anew_what_an_event_said_whose_file_was_moved_away(lost: str, again: int) -> None:
    bus = MemoryBus(forgetful=True)
    file = fragment("a1", event="a", results=[result("7", "1", "2", 420)])
    move = decided(ReassignFiles(decision="reassign", to="b"), event="a", minutes=1)
    accepted = [FragmentAccepted(fragment=each) for each in (file, move)]
    handler = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
    for number, message in enumerate(accepted, start=1):
        await bus.publish(subjects.fragment_accepted("a"), message)
        await handler(message, number)
    before = dict(bus.messages)
    subjects_lost = {name for name in before if name.startswith(lost) and name.endswith(("a", "a.7"))}
    bus.messages[:] = [("lost" if name in subjects_lost else name, message) for name, message in bus.messages]
    # The file, which only passes through, or the decision: whichever the stream has last.
    sent = await bus.publish(subjects.fragment_accepted("a"), accepted[again])
    for _ in range(2):
        # The travellers that are still there are found behind the standings, at the redelivery.
        with contextlib.suppress(Conflict):
            await handler(accepted[again], sent.seq, **{REPAIR: "run-7"})
    now = dict(bus.messages)
    assert subjects_lost
    assert {now[name].digest for name in subjects_lost} == {before[name].digest for name in subjects_lost}  # type: ignore[attr-defined]


async def accept(bus: MemoryBus, number: int) -> tuple[FragmentAccepted, int]:
    """One more fragment with a board of its own, as validation publishes it, and its sequence."""
    line = result(str(number), "1", "2", 50 * number)
    message = FragmentAccepted(fragment=fragment(f"file {number}", minutes=number, results=[line]))
    stored = await bus.publish(subjects.fragment_accepted(message.fragment.event), message)
    return message, stored.seq


async def test_a_fragment_that_comes_again_to_a_new_process_stays_in_what_it_publishes_next() -> None:
    bus = MemoryBus()
    first, second = await accept(bus, 1), await accept(bus, 2)
    before = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
    await before(*first)
    await before(*second)
    # The first process is killed here: it has published and not acknowledged.
    after = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
    said = len(bus.messages)
    await after(*second)
    assert len(bus.messages) == said
    await after(*await accept(bus, 3))
    last = [message for _, message in bus.messages if isinstance(message, StandingsPublished)][-1]
    assert [source.name for source in last.standings.sources] == ["file 1.xml", "file 2.xml", "file 3.xml"]
    assert [board.board for board in last.standings.boards] == ["1", "2", "3"]


class Attempts(Failing):
    """Notes all that is sent, stored or not: what is lost with a server has been sent all the same."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[Message] = []

    async def publish(self, subject, message, *, expect_last=None):  # type: ignore[no-untyped-def]
        self.sent.append(message)
        return await super().publish(subject, message, expect_last=expect_last)


async def test_one_id_names_one_message_wherever_the_service_dies() -> None:
    differing, twice = [], 0
    for dying_at in range(10):
        bus = Attempts()
        fragments = [await accept(bus, 1), await accept(bus, 2)]
        bus.until = dying_at
        handler = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
        for one in fragments * 2:  # the next one may come before that at which it died
            try:
                await handler(*one)
            except OperationFailed:
                handler = handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"]
        first: dict[str, Message] = {}
        for message in bus.sent:
            differing += [message.identity] if first.setdefault(message.identity, message) != message else []
            twice += first[message.identity] is not message
    assert (differing, twice > 0) == ([], True)


async def test_the_merged_event_that_a_killed_process_owes_is_published_at_the_redelivery() -> None:
    bus = Failing()
    first = await accept(bus, 1)
    bus.until = 3  # its description, the standings and the board are published, its merged event is not
    with pytest.raises(OperationFailed):
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*first)
    assert len(bus.said("scoring.standings")) == 1
    assert bus.said("scoring.event.merged") == []
    for _ in range(2):
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*first)
    assert [one.applied for one in bus.said("scoring.event.merged") if isinstance(one, EventMerged)] == [first[1]]


async def test_the_travellers_that_a_killed_process_owes_are_published_at_the_redelivery() -> None:
    whole, bus = MemoryBus(), Failing()
    for each in (whole, bus):
        first, second = await accept(each, 1), await accept(each, 2)
        await handlers(build_router, deps_of(each))["validation.fragment.accepted.v1"](*first)
    await handlers(build_router, deps_of(whole))["validation.fragment.accepted.v1"](*second)
    bus.until = 2  # its description and the standings are published, the travellers are not
    with pytest.raises(OperationFailed):
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*second)
    assert [len(bus.said(name)) for name in ("scoring.standings", "scoring.board")] == [2, 1]
    for _ in range(2):
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*second)
    assert bus.messages == whole.messages


async def test_an_older_fragment_that_comes_again_is_not_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = MemoryBus()
    accepted = [await accept(bus, number) for number in (1, 2)]
    for each in accepted:
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*each)
    monkeypatch.setattr(scoring_handlers, "_score", lambda _: pytest.fail("it was scored"))
    await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*accepted[0])


@pytest.mark.parametrize("remembered", [True, False])
async def test_the_whole_event_is_answered_as_of_the_fragment_that_is_named(remembered: bool) -> None:
    bus = MemoryBus()
    deps = deps_of(bus)
    handler = handlers(build_router, deps)["validation.fragment.accepted.v1"]
    accepted = [await accept(bus, number) for number in (1, 2)]
    for each in accepted:
        await handler(*each)
    event = accepted[0][0].fragment.event
    published = bus.said("scoring.event.merged")
    asked = EventAsked(event=event, applied=accepted[1 if remembered else 0][1])
    answered = await ask(build_router, asked, subjects.event_asked(event), deps=deps if remembered else deps_of(bus))
    assert isinstance(answered, EventAnswered)
    assert answered.merged == published[1 if remembered else 0]
    unknown = EventAsked(event="never-heard-of", applied=1)
    nothing = await ask(build_router, unknown, subjects.event_asked(unknown.event), deps=deps)
    assert nothing == EventAnswered(event=unknown.event)


@pytest.mark.slow
async def test_the_verdict_on_a_fragment_that_was_given_up_comes_with_the_next_standings() -> None:
    bus = MemoryBus()
    first, _, third = [await accept(bus, number) for number in (1, 2, 3)]
    for each in (first, third):
        await handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"](*each)
    standings = [one for one in bus.said("scoring.standings") if isinstance(one, StandingsPublished)]
    assert [[verdict.text for verdict in one.verdicts] for one in standings] == [
        ["file 1.xml counts"],
        ["file 2.xml counts", "file 3.xml counts"],
    ]


@pytest.mark.slow
async def test_live_work_goes_on_while_a_question_about_three_hundred_files_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published_meanwhile = Event()

    def slowly(asked: StandingsAsked, accepted: Sequence[Accepted]) -> StandingsAnswered:
        assert published_meanwhile.wait(30)
        return answer(asked, accepted)

    monkeypatch.setattr("services.scoring.handlers.answer", slowly)
    bus = MemoryBus()
    deps = deps_of(bus)
    live = handlers(build_router, deps)["validation.fragment.accepted.v1"]
    for number in range(1, 301):
        await accept(bus, number)
    event = fragment("any").event
    question = StandingsAsked(event=event, as_of=BEGINNING)
    asked = asyncio.ensure_future(ask(build_router, question, subjects.standings_asked(event), deps=deps))
    await asyncio.sleep(0)
    await live(*await accept(bus, 301))
    published_meanwhile.set()
    (standings,) = (message for message in bus.said("scoring.standings") if isinstance(message, StandingsPublished))
    assert len(standings.standings.boards) == 301
    answered = await asked
    assert isinstance(answered, StandingsAnswered)
    assert answered.earlier is not None
    assert answered.earlier.accepted in (300, 301)
    assert len(answered.earlier.standings.boards) == answered.earlier.accepted


class HeldUp(MemoryBus):
    """A bus on which a writer is held up just before it publishes the merged event, while others go on."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def publish(self, subject, message, *, expect_last=None):  # type: ignore[no-untyped-def]
        if isinstance(message, EventMerged):
            meanwhile, self.meanwhile = self.meanwhile, None
            if meanwhile is not None:
                await meanwhile()
        return await super().publish(subject, message, expect_last=expect_last)


async def test_a_writer_that_was_held_up_does_not_replace_a_newer_merged_event() -> None:
    bus = HeldUp(forgetful=True)
    slow, quick = (handlers(build_router, deps_of(bus))["validation.fragment.accepted.v1"] for _ in range(2))
    first, second, third = [await accept(bus, number) for number in (1, 2, 3)]
    await slow(*first)

    async def others_go_on() -> None:
        await quick(*second)
        await quick(*third)

    bus.meanwhile = others_go_on
    with pytest.raises(Conflict):
        await slow(*second)
    applied = [message.applied for _, message in bus.messages if isinstance(message, EventMerged)]
    assert applied == [first[1], second[1], third[1]]


async def test_as_many_events_stay_in_memory_as_there_may_be_and_the_latest_of_them() -> None:
    events = Events(MemoryBus(), 2)  # type: ignore[arg-type]
    of = {name: fragment(name, event=name) for name in ("monday", "friday", "sunday")}
    first = {name: await events.before(of[name], 1) for name in ("monday", "friday")}
    assert await events.before(of["monday"], 1) is first["monday"]
    await events.before(of["sunday"], 1)
    assert await events.before(of["monday"], 1) is first["monday"], "it was asked for after friday"
    assert await events.before(of["friday"], 1) is not first["friday"]
    events.forget("monday")
    assert await events.before(of["monday"], 1) is not first["monday"]


async def test_further_events_stay_in_memory_while_they_are_in_play_and_have_few_results() -> None:
    events = Events(MemoryBus(), 2, lines=3)  # type: ignore[arg-type]

    async def hear(name: str, lines: int, *, over: bool = False) -> None:
        known = await events.before(fragment(name, event=name), 1)
        state = merged(results=tuple(result(str(board), 1, 2, 420) for board in range(lines)))
        progress = state.standings.progress.replace(complete=over)
        known.keep(state.replace(standings=state.standings.replace(progress=progress)))

    def kept(*names: str) -> set[str]:
        return {name for name in names if events.merged(name) is not None}

    await hear("monday", 1)
    await hear("friday", 1, over=True)
    await hear("sunday", 2)
    assert kept("monday", "friday", "sunday") == {"monday", "sunday"}, "what is over goes first"
    await hear("tuesday", 1)
    assert kept("monday", "sunday", "tuesday") == {"monday", "sunday", "tuesday"}
    await hear("spring", 1)
    assert len(kept("monday", "sunday", "tuesday")) < 3, "four results are too many"
    assert kept("spring") == {"spring"}


async def test_an_event_is_written_down_and_folded_on_from_there() -> None:
    bus = MemoryBus()
    files = [export(number) for number in (*range(1, 9), 10, 9, 11)]
    for each in files:
        handler = handlers(build_router, Deps(bus, Events(bus, 1)))["validation.fragment.accepted.v1"]  # type: ignore[arg-type]
        await bus.publish(subjects.fragment_accepted(each.event), message := FragmentAccepted(fragment=each))
        await handler(message, len(bus.messages))
    (written,) = bus.said("scoring.event.folded")
    assert isinstance(written, EventFolded)
    assert [bool(each.fragment.facts.results) for each in written.fragments] == [False] * 6 + [True] * 2
    *_, last = (one for one in bus.said("scoring.standings") if isinstance(one, StandingsPublished))
    expected = taken(*files).score()[0].standings
    assert last.standings == expected
