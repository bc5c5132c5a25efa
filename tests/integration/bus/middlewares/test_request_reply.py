"""Questions over a real server: answered by one replica, in bounded time, or refused in one word."""

import asyncio

import pytest

from contracts import subjects
from contracts.questions import EarlierStandings, Refusal, StandingsAnswered, StandingsAsked
from contracts.registry import question_entry
from contracts.standings import Progress, Source, Standings
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.bus import Bus
from shared.bus.errors import Unanswered
from shared.bus.middlewares.request_reply import WAITING
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from tests.integration.bus.samples import METHOD, NOON, until
from tests.support.nats_server import kill, running_bus, settings_for
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

ASKED = StandingsAsked(event="club-pairs", after_round=2)
SUBJECT = subjects.standings_asked("club-pairs")
NONE = Refusal(code="no-round", message="round 2 has not been played")


def router(answers: asyncio.Queue[StandingsAnswered | Exception], heard: list[StandingsAsked]) -> ServiceRouter:
    """A scoring service that takes its answers from a queue."""
    scoring = ServiceRouter("scoring")

    @scoring.answer("scoring.standings.asked.v1")
    async def on_standings_asked(asked: StandingsAsked) -> StandingsAnswered:
        heard.append(asked)
        answer = await answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    return scoring


def answer(size: int = 0) -> StandingsAnswered:
    if not size:
        return StandingsAnswered(asked=ASKED, refusal=NONE)
    sources = tuple(
        Source(
            fragment=f"{number}.0",
            file=f"{number:064x}",
            name=f"{number * 7919 % 104729:x}" * 9,
            format="usebio",
            as_of=NOON,
            scope="the whole event",
        )
        for number in range(size)
    )
    standings = Standings(event="club-pairs", name="Pairs", method=METHOD, progress=Progress(), sources=sources)
    found = EarlierStandings(
        standings=standings, digest="0" * 64, calculated_at=NOON, accepted=1, accepted_today=1, last_accepted_at=NOON
    )
    return StandingsAnswered(asked=ASKED, earlier=found)


async def ask(bus: Bus, patience: float = 10.0) -> StandingsAnswered:
    return await bus.ask(SUBJECT, ASKED, StandingsAnswered, patience=patience)


async def why(bus: Bus, patience: float = 10.0) -> str:
    with pytest.raises(Unanswered) as refused:
        await ask(bus, patience)
    return refused.value.why


async def test_a_question_is_answered_however_large_the_answer(bus_settings: BusSettings) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    heard: list[StandingsAsked] = []
    one, other = router(answers, heard), router(answers, heard)
    async with running_bus(bus_settings, "broadcast") as bus:
        assert await why(bus) == "absent"
        async with running_bus(bus_settings, one), running_bus(bus_settings, other):
            for size in (0, 3_000, 20_000):
                answers.put_nowait(answer(size))
                assert await ask(bus) == answer(size)
        assert heard == [ASKED] * 3, "two replicas, one answer"
        assert await why(bus) == "absent"


async def test_mistakes_and_answers_that_do_not_fit_are_said_in_a_word(bus_settings: BusSettings) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    async with running_bus(bus_settings, "broadcast") as bus, running_bus(bus_settings, router(answers, [])) as scoring:
        answers.put_nowait(ZeroDivisionError("made up"))
        assert await why(bus) == "failed"
        scoring.client._max_payload = 20_000
        answers.put_nowait(answer(3_000))
        assert await why(bus) == "too-large"
        scoring.client._max_payload = 1_000_000
        reply = await bus.client.request(SUBJECT, b'{"event": 7}', timeout=scaled(10))
        assert reply.headers is not None
        assert reply.headers["Nats-Service-Error-Code"] == "400"
        answers.put_nowait(answer())
        assert await ask(bus) == answer(), "it goes on afterwards"


async def test_one_at_a_time_is_worked_on_a_few_wait_and_the_rest_are_refused(bus_settings: BusSettings) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    heard: list[StandingsAsked] = []
    async with running_bus(bus_settings, "broadcast") as bus, running_bus(bus_settings, router(answers, heard)):
        asking = [asyncio.ensure_future(ask(bus)) for _ in range(WAITING + 1)]
        await until(lambda: bool(heard))
        await asyncio.sleep(0.1)
        assert await why(bus) == "busy"
        assert len(heard) == 1
        for _ in asking:
            answers.put_nowait(answer())
        assert await asyncio.gather(*asking) == [answer()] * len(asking)


async def test_a_question_that_nobody_waits_for_any_more_is_left(bus_settings: BusSettings) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    heard: list[StandingsAsked] = []
    async with running_bus(bus_settings, "broadcast") as bus, running_bus(bus_settings, router(answers, heard)):
        first = asyncio.ensure_future(ask(bus))
        await until(lambda: bool(heard))
        assert await why(bus, 0.2) == "late"
        await asyncio.sleep(0.1)  # the patience of a question begins a little later where it is answered
        answers.put_nowait(answer())
        assert await first == answer()
        answers.put_nowait(answer())
        assert await ask(bus) == answer()
        assert len(heard) == 2


async def test_a_question_that_nobody_waits_for_any_more_makes_room_for_another(bus_settings: BusSettings) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    heard: list[StandingsAsked] = []
    async with running_bus(bus_settings, "broadcast") as bus, running_bus(bus_settings, router(answers, heard)):
        first = asyncio.ensure_future(ask(bus))
        await until(lambda: bool(heard))
        assert await asyncio.gather(*(why(bus, 0.5) for _ in range(WAITING))) == ["late"] * WAITING
        await asyncio.sleep(0.1)
        second = asyncio.ensure_future(ask(bus))
        for _ in range(2):
            answers.put_nowait(answer())
        assert await asyncio.gather(first, second) == [answer()] * 2


async def test_whoever_waits_is_told_when_the_service_stops(bus_settings: BusSettings) -> None:
    heard: list[StandingsAsked] = []
    async with running_bus(bus_settings, "broadcast") as bus:
        async with running_bus(bus_settings, router(asyncio.Queue(), heard)):
            asking = [asyncio.ensure_future(why(bus, 60)) for _ in range(2)]
            await until(lambda: bool(heard))
        assert await asyncio.wait_for(asyncio.gather(*asking), scaled(20)) == ["absent", "absent"]


async def test_a_service_listens_again_after_the_server_was_killed(nats_server: EmbeddedServer) -> None:
    answers: asyncio.Queue[StandingsAnswered | Exception] = asyncio.Queue()
    settings = settings_for(nats_server)
    async with running_bus(settings, "broadcast") as bus, running_bus(settings, router(answers, [])) as scoring:
        kill(nats_server)
        await until(lambda: bool(bus.client.stats["reconnects"] and scoring.client.stats["reconnects"]), 30)
        answers.put_nowait(answer())
        for _ in range(50):
            try:
                found = await ask(bus)
                break
            except Unanswered:  # the server may not have heard yet what scoring listens to
                await asyncio.sleep(0.1)
        assert found == answer()


async def test_a_question_that_its_subject_contradicts_is_misunderstood(bus_settings: BusSettings) -> None:
    heard: list[StandingsAsked] = []
    async with running_bus(bus_settings, "broadcast") as bus, running_bus(bus_settings, router(asyncio.Queue(), heard)):
        with pytest.raises(Unanswered, match="differ in event") as refused:
            await bus.ask(subjects.standings_asked("another"), ASKED, StandingsAnswered, patience=10)
        assert refused.value.why == "misunderstood"
        assert heard == []


async def test_only_what_the_registry_names_is_asked(bus_settings: BusSettings) -> None:
    with pytest.raises(KeyError):
        question_entry("scoring.standings.asked.v1")
    with pytest.raises(KeyError):
        question_entry("scoring.standings.published.v1.club-pairs")
    async with running_bus(bus_settings, "broadcast") as bus:
        with pytest.raises(TypeError, match="asks StandingsAsked"):
            await bus.ask(SUBJECT, NONE, StandingsAnswered, patience=1.0)
