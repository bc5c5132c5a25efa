"""Deals of its own travellers are analysed once, out of results' way."""

from dataclasses import replace
from random import Random

import pytest

from contracts import subjects
from contracts.base import Compass
from contracts.messages import BoardScored, DealAnalysed, Position
from contracts.standings import BoardDeal, ScoredBoard, TravellerLine
from services.scoring import handlers as scoring_handlers
from services.scoring.domain.double_dummy.deal_analysis import Played, Worth
from services.scoring.domain.double_dummy.tables import deal_text, details_of
from services.scoring.handlers import Count, Deps, Events, build_router, count_nothing
from shared.bridge.play.par import Tricks
from shared.bridge.play.seats import Seat
from shared.bus.errors import Conflict
from shared.errors import OperationFailed
from tests.support.deals import MADE_UP, MADE_UP_TEXT, any_table
from tests.support.handlers import handlers
from tests.support.memory_bus import MemoryBus
from tests.support.published import standings

SUBJECT = subjects.deal_analysed("spring-pairs", "7")
TRICKS = any_table(Random(5))


class Counted:
    """Counts tricks, and how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, deal: str) -> Tricks | None:
        self.asked.append(deal)
        return TRICKS


def deps_of(bus: MemoryBus, count: Count) -> Deps:
    return Deps(bus, Events(bus, 64), count)  # type: ignore[arg-type]


def scored(applied: int, deal: BoardDeal | None = MADE_UP, score: str = "420") -> BoardScored:
    board = ScoredBoard(
        event="spring-pairs",
        id="7",
        board="7",
        dealer=Compass.SOUTH,
        vulnerable="All",
        unit="match_points",
        deal=deal,
        lines=(TravellerLine(ns="1", ew="2", score=score),),
    )
    return BoardScored(board=board, position=Position(seq=applied, applied=applied), digest="0" * 64)


async def hear(bus: MemoryBus, count: Count | Deps, *messages: BoardScored) -> None:
    deps = count if isinstance(count, Deps) else deps_of(bus, count)
    handle = handlers(build_router, deps)["scoring.standings.published.v1"]
    for message in messages:
        if not bus.broken:
            bus.messages.append((subjects.board_scored("spring-pairs", "7"), message))
        dealt = ("7",) if deal_text(message.board.deal) is not None else ()
        await handle(standings("spring-pairs", message.position.seq).replace(dealt=dealt))


def published(bus: MemoryBus) -> list[DealAnalysed]:
    return [one for one in bus.said(SUBJECT) if isinstance(one, DealAnalysed)]


def test_analyses_have_a_durable_of_their_own() -> None:
    specs = build_router().specs.values()
    fragments = {spec.durable for spec in specs if spec.subject == "validation.fragment.accepted.v1"}
    (own,) = (spec for spec in specs if spec.subject == "scoring.standings.published.v1")
    assert own.durable == "scoring-standings-published"
    assert own.durable not in fragments


async def test_a_deal_is_analysed_once_whatever_happens_to_the_results_of_its_board() -> None:
    bus, count = MemoryBus(), Counted()
    await hear(bus, count, scored(1), scored(2, score="450"), scored(3, score="-50"))
    assert count.asked == [MADE_UP_TEXT]
    assert [message.analysis.deal for message in published(bus)] == [MADE_UP_TEXT]


async def test_a_play_is_analysed_once_and_the_play_of_another_table_by_itself() -> None:
    bus = MemoryBus()
    asked: list[tuple[str, tuple[str, ...]]] = []

    async def follow(deal: str, play: Played) -> Worth | None:
        asked.append((deal, play.cards))
        return Worth((10,) * (len(play.cards) + 1), "a a") if play.declarer is Seat.SOUTH else None

    first = scored(1)
    line = first.board.lines[0].replace(contract="4S", declarer="S", cards=("S6", "S4"))
    lines = (line, line.replace(declarer="N", round=2, cards=("HJ",)))
    alone = first.replace(board=first.board.replace(lines=(line,)))
    both = scored(2).replace(board=first.board.replace(lines=lines))
    deps = replace(deps_of(bus, Counted()), follow=follow)
    await hear(bus, deps, alone, both, scored(3).replace(board=both.board))
    # What cannot be counted is asked again: the pool remembers that it cannot.
    assert asked == [(MADE_UP_TEXT, ("S6", "S4")), (MADE_UP_TEXT, ("HJ",)), (MADE_UP_TEXT, ("HJ",))]
    assert [[play.cards for play in one.analysis.plays] for one in published(bus)] == [[("S6", "S4")]]


async def test_a_process_that_comes_after_finds_on_the_bus_what_was_done() -> None:
    bus, first, second = MemoryBus(), Counted(), Counted()
    await hear(bus, first, scored(1))
    await hear(bus, second, scored(1), scored(2))
    assert (len(published(bus)), second.asked) == (1, [])


@pytest.mark.slow
async def test_other_cards_on_the_same_board_are_analysed_anew_and_older_ones_that_come_late_are_not() -> None:
    bus, count = MemoryBus(), Counted()
    other = MADE_UP.replace(north=MADE_UP.east, east=MADE_UP.north)
    await hear(bus, count, scored(1), scored(5, other), scored(3))
    assert [message.position for message in published(bus)] == [Position(seq=1, applied=1), Position(seq=2, applied=5)]


async def test_a_board_without_a_whole_deal_costs_nothing() -> None:
    bus, count = MemoryBus(broken=True), Counted()
    await hear(bus, count, scored(1, None), scored(2, MADE_UP.replace(west=None)))
    assert (count.asked, bus.messages) == ([], [])


async def test_with_analysis_off_only_what_files_state_is_published() -> None:
    bus = MemoryBus()
    message = scored(2)
    stated = message.board.replace(double_dummy=details_of(TRICKS, None))
    await hear(bus, count_nothing, scored(1), message.replace(board=stated))
    assert [one.analysis.origin for one in published(bus)] == ["stated"]


async def test_another_writer_is_noticed() -> None:
    bus = MemoryBus()

    async def meanwhile(_deal: str) -> Tricks | None:
        await hear(bus, Counted(), scored(1))
        return any_table(Random(6))

    with pytest.raises(Conflict):
        await hear(bus, meanwhile, scored(1))
    assert len(published(bus)) == 1


async def test_a_deal_is_analysed_when_its_traveller_has_followed_the_standings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scoring_handlers, "TRAVELLER_PAUSE", 0.0)
    bus = MemoryBus()
    handle = handlers(build_router, deps_of(bus, Counted()))["scoring.standings.published.v1"]
    bus.messages.append((subjects.board_scored("spring-pairs", "7"), scored(1)))
    told = standings("spring-pairs", 2).replace(dealt=("7",))
    with pytest.raises(OperationFailed, match="board 7 is not published"):
        await handle(told)
    assert published(bus) == []
    bus.messages.append((subjects.board_scored("spring-pairs", "7"), scored(2)))
    await handle(told)
    assert [one.position.applied for one in published(bus)] == [2]
