"""Totals are explained from what is in memory of an event; one that is not there is folded once."""

import asyncio

import pytest

from contracts import subjects
from contracts.base import Ratio
from contracts.findings import Finding, Severity
from contracts.messages import FragmentAccepted
from contracts.questions import ExplanationAnswered, ExplanationAsked, FindingsAnswered, FindingsAsked
from services.scoring import handlers as scoring_handlers
from services.scoring.handlers import Deps, Events, build_router
from tests.support.fragments import fragment, result
from tests.support.handlers import ask, handlers
from tests.support.memory_bus import MemoryBus


async def play(bus: MemoryBus, deps: Deps, number: int, event: str = "monday") -> None:
    """One more board, a top for pairs 1 and 4, comes in and is published."""
    lines = [result(str(number), "1", "2", 420), result(str(number), "3", "4", 50)]
    message = FragmentAccepted(fragment=fragment(f"{event} {number}", event=event, minutes=number, results=lines))
    stored = await bus.publish(subjects.fragment_accepted(event), message)
    await handlers(build_router, deps)["validation.fragment.accepted.v1"](message, stored.seq)


async def score_of(deps: Deps, event: str = "monday", pair: str = "1") -> Ratio | str | None:
    """The score that a pair is explained to have, or the code of a refusal."""
    asked = ExplanationAsked(event=event, kind="pair", id=pair)
    answered = await ask(build_router, asked, subjects.explanation_asked(event), deps=deps)
    assert isinstance(answered, ExplanationAnswered)
    return answered.refusal.code if answered.explanation is None and answered.refusal else answered.explanation.score


def deps_of(bus: MemoryBus) -> Deps:
    return Deps(bus, Events(bus, 64))  # type: ignore[arg-type]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The work that is done, in its order."""
    done: list[str] = []
    score, fold = scoring_handlers._score, scoring_handlers.fold_event
    monkeypatch.setattr(scoring_handlers, "_score", lambda state: (done.append("score"), score(state))[1])
    monkeypatch.setattr(scoring_handlers, "fold_event", lambda *of, **more: (done.append("fold"), fold(*of, **more))[1])
    return done


async def test_an_event_in_memory_is_explained_without_folding_or_scoring_it(work: list[str]) -> None:
    bus = MemoryBus()
    deps = deps_of(bus)
    for number in (1, 2):
        await play(bus, deps, number)
    work.clear()
    assert [await score_of(deps, pair=pair) for pair in "1234"] == [4, 0, 0, 4]
    assert work == []
    await play(bus, deps, 3)
    assert (await score_of(deps), work) == (6, ["score"])


async def test_an_event_of_another_process_is_folded_once_until_it_moves(work: list[str]) -> None:
    bus = MemoryBus()
    writer, other = deps_of(bus), deps_of(bus)
    await play(bus, writer, 1)
    work.clear()
    assert [await score_of(other, pair=pair) for pair in "1234"] == [2, 0, 0, 2]
    assert work == ["fold", "score"]
    await play(bus, writer, 2)
    work.clear()
    assert (await score_of(other), work) == (4, ["fold", "score"])


async def test_questions_keep_few_events_and_push_no_live_one_out(
    work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring_handlers, "EXPLAINED", 1)
    bus = MemoryBus()
    writer, deps = deps_of(bus), deps_of(bus)
    for event in ("friday", "sunday"):
        await play(bus, writer, 1, event)
    await play(bus, deps, 1)
    work.clear()
    for event in ("friday", "friday", "sunday", "friday", "monday"):
        assert await score_of(deps, event) == 2
    assert work == ["fold", "score"] * 3


async def test_an_event_that_nobody_knows_or_that_is_not_scored_yet_is_refused() -> None:
    bus = MemoryBus()
    early = FragmentAccepted(fragment=fragment("a", event="monday", results=[result("1", "1", "2", 420)]))
    await bus.publish(subjects.fragment_accepted("monday"), early)
    assert [await score_of(deps_of(bus), event) for event in ("monday", "never-heard-of")] == ["no-event", "no-event"]


async def test_an_event_is_not_explained_while_it_changes() -> None:
    bus = MemoryBus()
    deps = deps_of(bus)
    await play(bus, deps, 1)
    async with deps.events.lock("monday"):
        asked = asyncio.ensure_future(score_of(deps))
        await asyncio.sleep(0.05)
        assert not asked.done()
    assert await asked == 2


async def test_all_findings_of_an_event_are_answered_also_those_that_standings_leave_out(work: list[str]) -> None:
    bus = MemoryBus()
    deps = deps_of(bus)
    wrong = tuple(Finding(code="x", severity=Severity.INFO, message=str(number)) for number in range(300))
    of = fragment("monday 1", event="monday", minutes=1, results=[result("1", "1", "2", 420)])
    message = FragmentAccepted(fragment=of, findings=wrong)
    stored = await bus.publish(subjects.fragment_accepted("monday"), message)
    await handlers(build_router, deps)["validation.fragment.accepted.v1"](message, stored.seq)

    async def found(deps: Deps, event: str = "monday") -> FindingsAnswered:
        answered = await ask(build_router, FindingsAsked(event=event), subjects.findings_asked(event), deps=deps)
        assert isinstance(answered, FindingsAnswered)
        return answered

    work.clear()
    answered = await found(deps)
    assert answered.total == len(answered.findings)
    assert {each.message for each in answered.findings} >= set(map(str, range(300)))
    assert work == []
    # Another process folds it once.
    other = deps_of(bus)
    assert await found(other) == await found(other) == answered
    assert work == ["fold", "score"]
    assert await found(deps, "never-heard-of") == FindingsAnswered(event="never-heard-of")
