"""The pool of processes: it counts, it remembers, and it outlives a process that dies, hangs or cannot start."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from services.scoring.adapters import double_dummy
from services.scoring.adapters.double_dummy import DoubleDummy, installed
from services.scoring.domain.double_dummy.deal_analysis import Played, Worth
from shared.bridge.play.contract import Denomination
from shared.bridge.play.par import Tricks
from shared.bridge.play.seats import Seat
from shared.errors import OperationFailed
from tests.support.deals import MADE_UP_TEXT

T = TypeVar("T")

needs_endplay = pytest.mark.skipif(not installed(), reason="endplay is not installed (extra double-dummy)")

ECHO = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    name = line.split()[0]
    {what}
"""


def with_pool(work: Callable[[DoubleDummy], Awaitable[T]], *, workers: int = 1, seconds: float = 30.0) -> T:
    async def run() -> T:
        pool = DoubleDummy(workers, seconds, kept=2)
        try:
            return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, what: str) -> Path:
    """Put another process in place of the one that counts."""
    program = folder / "worker.py"
    program.write_text(ECHO.format(what=what))
    monkeypatch.setattr(double_dummy, "WORKER", program)
    return program


@pytest.mark.slow
@needs_endplay
def test_the_tricks_of_a_deal_are_counted() -> None:
    tricks = with_pool(lambda pool: pool.tricks(MADE_UP_TEXT))
    assert tricks is not None
    found = [[tricks[seat, one] for one in Denomination] for seat in Seat]
    assert found == [[8, 8, 7, 10, 10], [5, 4, 6, 3, 3], [8, 8, 7, 10, 10], [5, 4, 6, 3, 3]]


@pytest.mark.slow
@needs_endplay
def test_what_is_no_deal_is_not_counted_and_the_next_one_is() -> None:
    async def work(pool: DoubleDummy) -> tuple[object, object]:
        return await pool.tricks("N:nonsense"), await pool.tricks(MADE_UP_TEXT)

    nothing, tricks = with_pool(work)
    assert nothing is None
    assert tricks is not None


@pytest.mark.slow
@needs_endplay
def test_a_process_without_questions_ends_and_the_next_question_starts_another() -> None:
    async def work() -> list[Tricks | None]:
        pool = DoubleDummy(kept=1, idle=0.05)
        try:
            found = [await pool.tricks(MADE_UP_TEXT)]
            await asyncio.sleep(0.4)
            return [*found, await pool.tricks("N:nonsense"), await pool.tricks(MADE_UP_TEXT)]
        finally:
            await pool.close()

    first, nothing, again = asyncio.run(work())
    assert first == again
    assert (first is not None, nothing) == (True, None)


PLAY = Played(Seat.SOUTH, Denomination.SPADES, ("S6", "S4", "S3", "S2", "H3", "H2"))


@pytest.mark.slow
@needs_endplay
def test_the_tricks_before_and_after_every_card_of_a_play_are_counted() -> None:
    async def work(pool: DoubleDummy) -> tuple[object, object]:
        return await pool.after_cards(MADE_UP_TEXT, PLAY), await pool.after_cards("N:nonsense", PLAY)

    # Declarer lets West hold a trick in trumps.
    worth, nothing = with_pool(work)
    assert isinstance(worth, Worth)
    assert worth.tricks == (10, 10, 10, 10, 9, 9, 9)
    assert nothing is None


@pytest.mark.slow
@needs_endplay
def test_each_card_that_may_be_played_is_worth_what_it_is_worth_when_it_is_played() -> None:
    from endplay.dds import analyse_play
    from endplay.types import Deal, Denom, Player

    worth = with_pool(lambda pool: pool.after_cards(MADE_UP_TEXT, PLAY))
    assert worth is not None
    # West leads, wins the trick with the six, and leads a heart.
    may = ("S9 S6 HQ H7 H4 H3 DT D7 D3 CK CT C5 C2", "SA SQ S8 S4", "S7 S3", "SK SJ ST S5 S2")
    may += ("S9 HQ H7 H4 H3 DT D7 D3 CK CT C5 C2", "HK H6 H2")
    expected = []
    for turn, cards in enumerate(may):
        plays = [[*PLAY.cards[:turn], card] for card in cards.split()]
        deals = [Deal(MADE_UP_TEXT, first=Player.west, trump=Denom.spades) for _ in plays]
        last = [list(analyse_play(deal, play))[-1] for deal, play in zip(deals, plays, strict=True)]
        expected.append("".join(f"{tricks:x}" for tricks in last))
    assert worth.choices.split() == expected
    assert len(set(worth.choices)) > 2


def test_a_play_is_asked_once_with_who_leads_and_its_cards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    pretend(
        monkeypatch, tmp_path, f"open({str(log)!r}, 'a').write(line); print('a 9 9 8 8 8 8 aa 9 9 89 8 8', flush=True)"
    )

    async def work(pool: DoubleDummy) -> object:
        await pool.after_cards("one", PLAY)
        return await pool.after_cards("one", PLAY)

    assert with_pool(work) == Worth((10, 9, 9, 8, 8, 8, 8), "aa 9 9 89 8 8")
    assert log.read_text() == "S one / W S6 S4 S3 S2 H3 H2\n"


def test_several_processes_share_a_deal_and_a_deal_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = tmp_path / "asked"
    pretend(monkeypatch, tmp_path, f"open({str(log)!r}, 'a').write(name + ' '); print('1 2 3 4', flush=True)")

    async def work(pool: DoubleDummy) -> object:
        await pool.tricks("one")
        return await pool.tricks("one")

    tricks = with_pool(work, workers=3)
    assert sorted(log.read_text().split()) == sorted(Denomination)
    assert tricks == {(seat, one): at for one in Denomination for at, seat in enumerate(Seat, 1)}


def test_the_deals_of_longest_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    pretend(monkeypatch, tmp_path, f"open({str(log)!r}, 'a').write('.'); print('1 2 3 4', flush=True)")

    async def work(pool: DoubleDummy) -> None:
        for deal in ("one", "two", "one", "three", "one", "two"):
            await pool.tricks(deal)

    with_pool(work)
    assert len(log.read_text()) == 4 * len(Denomination)


@pytest.mark.slow
@pytest.mark.parametrize(
    "what",
    [
        "import os; os._exit(3)",
        "print('1 2 3', flush=True)",
        "print('one two three four', flush=True)",
        "print('! ImportError', flush=True)",
        "import time; time.sleep(60)",
    ],
)
def test_a_process_that_fails_costs_its_deal_and_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    program = pretend(monkeypatch, tmp_path, what)

    async def work(pool: DoubleDummy) -> tuple[object, object]:
        pool.seconds = 0.5
        bad = await pool.tricks("one")
        program.write_text(ECHO.format(what="print('1 2 3 4', flush=True)"))
        pool.seconds = 30.0
        return bad, await pool.tricks("two")

    bad, good = with_pool(work)
    assert bad is None
    assert good is not None


def test_a_process_that_was_killed_between_two_deals_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = tmp_path / "pid"
    note = f"import os; open({str(log)!r}, 'w').write(str(os.getpid()))"
    pretend(monkeypatch, tmp_path, f"{note}; print('1 2 3 4', flush=True)")

    async def work(pool: DoubleDummy) -> tuple[object, object]:
        first = await pool.tricks("one")
        os.kill(int(log.read_text()), signal.SIGKILL)
        return first, await pool.tricks("two")

    first, second = with_pool(work)
    assert first == second


@pytest.mark.slow
def test_a_closed_pool_leaves_the_deal_to_whoever_comes_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "import time; time.sleep(60)")

    async def work(pool: DoubleDummy) -> None:
        asked = asyncio.create_task(pool.tricks("one"))
        running = asyncio.create_task(pool.run())
        await asyncio.sleep(0.3)
        running.cancel()
        with pytest.raises(OperationFailed):
            await asked
        with pytest.raises(OperationFailed):
            await pool.tricks("two")

    with_pool(work)
