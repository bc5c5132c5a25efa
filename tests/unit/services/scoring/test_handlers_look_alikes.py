"""Standings say what a file changed, and which events its event looks like, as those are described on the bus."""

import pytest

from contracts import subjects
from contracts.decisions import ReassignFiles
from contracts.facts import DealFact, EventFact, Scope
from contracts.messages import EventDescribed, Fragment, FragmentAccepted, StandingsPublished
from services.scoring.handlers import Deps, Events, build_router, count_nothing
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, result
from tests.support.handlers import handlers
from tests.support.memory_bus import MemoryBus


def entered(
    name: str, event: str, *, minutes: int = 0, score: int = 420, day: str = "2026-03-07", boards: int = 5
) -> Fragment:
    """An export of ten pairs with a result of five of them on each board, of an event of this name and day."""
    heading = EventFact(name=name, kind="pairs", start_date=day)
    pairs = tuple(pair(str(number)) for number in range(1, 11))
    results = [
        result(str(board), str((board - 1) % 5 + 1), str((board - 1) % 5 + 6), score) for board in range(1, boards + 1)
    ]
    return fragment(
        f"{event} {minutes}", event=event, minutes=minutes, results=results, participants=pairs, events=(heading,)
    )


async def hear_fragments(bus: MemoryBus, *fragments: Fragment) -> list[StandingsPublished]:
    """The standings after each of these, as one process publishes them, with what is passed on to other events."""
    handler = handlers(build_router, Deps(bus, Events(bus, 64), count_nothing))["validation.fragment.accepted.v1"]
    heard = len(bus.messages)
    for each in fragments:
        await bus.publish(subjects.fragment_accepted(each.event), FragmentAccepted(fragment=each))
        while heard < len(bus.messages):
            message = bus.messages[heard][1]
            heard += 1
            if isinstance(message, FragmentAccepted):
                await handler(message, heard)
    return [one for one in bus.said("scoring.standings") if isinstance(one, StandingsPublished)]


async def test_an_event_whose_name_was_corrected_half_way_looks_like_the_first_until_they_are_linked() -> None:
    bus = MemoryBus()
    first, second = entered("Riverside Pars", "pars"), entered("Riverside Pairs", "pairs", minutes=5)
    told = await hear_fragments(bus, first, second)
    assert [[alike.event for alike in each.looks_like] for each in told] == [[], ["pars"]]
    (verdict,) = told[1].verdicts
    assert verdict.verdict == "counts"
    assert verdict.looks_like == told[1].looks_like
    assert verdict.text.startswith("pairs 5.xml counts, but it looks like event pars: 20 of 20 people are the same")
    assert "kibitz events link pars pairs" in verdict.advice
    third = entered("Riverside Pairs", "pairs", minutes=9, score=450)
    link = decided(ReassignFiles(decision="reassign", to="pars"), event="pairs", minutes=12)
    told = await hear_fragments(bus, third, link)
    assert [alike.event for alike in told[2].looks_like] == ["pars"]
    last = {one.standings.event: one for one in told}
    assert (last["pars"].looks_like, last["pairs"].looks_like) == ((), ())
    described = {one.event: one for one in bus.said("scoring.event.described") if isinstance(one, EventDescribed)}
    assert (len(described["pars"].people), described["pairs"].people) == (20, ())


def places_of(bus: MemoryBus) -> list[tuple[list[str], bool]]:
    """Day and event of each description that was published, and whether it has anybody."""
    return [
        ([message.day, message.event], bool(message.people))
        for subject, message in bus.messages
        if isinstance(message, EventDescribed)
        and subject == subjects.event_described(message.day, message.line, message.event)
    ]


def described_in(bus: MemoryBus) -> list[str]:
    """The events that were described, without those descriptions that were withdrawn."""
    return [event for (_, event), anybody in places_of(bus) if anybody]


async def test_a_description_moves_to_its_smallest_line_with_the_event() -> None:
    bus = MemoryBus()
    exports = [entered("Riverside Pairs", "pairs", minutes=5 * number, boards=3 * number) for number in (1, 2, 3, 4)]
    await hear_fragments(bus, *exports)
    described = {subject: message for subject, message in bus.messages if isinstance(message, EventDescribed)}
    assert len(described) > 1
    (last,) = (message for message in described.values() if message.people)
    assert last.line == str(min(last.lines))
    assert len(places_of(bus)) == len(bus.said("scoring.event.described"))


async def test_an_event_with_another_month_is_offered_even_if_the_older_one_has_half_of_its_results() -> None:
    missed = 0
    for number in range(40):
        bus, score = MemoryBus(), 10 * number
        wrong = entered("Riverside Pairs", "pairs", score=score, day="2026-06-03", boards=10)
        right = entered("Riverside Cup", "cup", minutes=9, score=score, day="2026-03-06", boards=20)
        told = await hear_fragments(bus, wrong, right)
        missed += [alike.event for alike in told[1].looks_like] != ["pairs"]
    assert missed <= 8, "one of sixteen"


async def test_a_description_moves_to_the_day_that_an_event_is_on() -> None:
    bus = MemoryBus()
    later = entered("Riverside Pairs", "pairs", minutes=5, day="2026-03-14")
    other = entered("Riverside Pairs", "twin", minutes=6)
    told = await hear_fragments(bus, entered("Riverside Pairs", "pairs"), later, other)
    assert [each.looks_like for each in told[:2]] == [(), ()]
    assert [alike.event for alike in told[2].looks_like] == ["pairs"], "by its results, whatever the day is"
    assert places_of(bus) == [
        (["2026-03-07", "pairs"], True),
        (["2026-03-07", "pairs"], False),
        (["2026-03-14", "pairs"], True),
        (["2026-03-07", "twin"], True),
    ]


async def test_an_event_is_described_again_only_when_there_is_more_to_say() -> None:
    bus = MemoryBus()
    same = [entered("Riverside Pairs", "pairs", minutes=number, score=400 + 10 * number) for number in range(3)]
    await hear_fragments(bus, *same)
    assert described_in(bus) == ["pairs"]
    late = fragment("late", event="pairs", minutes=9, participants=(pair("20"),), events=same[0].facts.events)
    await hear_fragments(bus, late)
    assert described_in(bus) == ["pairs", "pairs"]


async def test_an_event_that_looks_like_another_is_described_as_it_is_after_each_file() -> None:
    bus = MemoryBus()
    await hear_fragments(bus, *(entered("Riverside Pairs", event, minutes=9) for event in ("twin", "pairs")))
    corrected = entered("Riverside Pairs", "pairs", minutes=20, score=450)
    late = entered("Riverside Pairs", "pairs", minutes=5)
    await hear_fragments(bus, corrected, late)
    assert described_in(bus) == ["twin", "pairs", "pairs"], "an older file changes nothing"


def swiss_rounds(*, listed: bool = False) -> list[Fragment]:
    """The exports of a Swiss after each of six rounds of six boards at three tables; `listed` from the start."""
    return [
        fragment(
            f"round-{number}",
            event="swiss",
            minutes=10 * number,
            events=(EventFact(name="Swiss", start_date="2026-03-07"),),
            participants=tuple(pair(str(own)) for own in range(1, 7)),
            results=[
                result(str(board), str(2 * table - 1), str(2 * table), 0 if board <= 6 * number else None)
                for board in range(1, 37 if listed else 6 * number + 1)
                for table in (1, 2, 3)
            ],
            scope=Scope(whole=True),
        )
        for number in range(1, 7)
    ]


HANDS = fragment(
    "hands",
    event="pbn-1",
    events=(EventFact(start_date="2026-03-07"),),
    deals=tuple(DealFact(board=str(board)) for board in range(1, 37)),
)


@pytest.mark.slow
@pytest.mark.parametrize("listed", [False, True])
async def test_hands_are_recognised_from_the_first_round_of_a_swiss(listed: bool) -> None:
    told = await hear_fragments(MemoryBus(), HANDS, *swiss_rounds(listed=listed))
    assert [[alike.event for alike in each.looks_like] for each in told] == [[]] + [["pbn-1"]] * 6


@pytest.mark.slow
@pytest.mark.parametrize("listed", [False, True])
async def test_hands_that_come_at_the_end_of_a_swiss_are_recognised(listed: bool) -> None:
    told = await hear_fragments(MemoryBus(), *swiss_rounds(listed=listed), HANDS)
    assert [alike.event for alike in told[-1].looks_like] == ["swiss"]


async def test_standings_carry_what_the_file_changed() -> None:
    bus = MemoryBus()
    first, second = entered("Riverside Pairs", "pairs"), entered("Riverside Pairs", "pairs", minutes=5, score=450)
    added, altered = (each.change for each in await hear_fragments(bus, first, second))
    assert added.text == "added: 10 pairs, 5 results"
    assert altered.by is not None
    assert altered.by.name == "pairs 5.xml"
    assert [(line.before, line.after) for line in altered.lines] == [("420", "450")] * 5
