"""A pool of processes that count tricks double dummy, with a memory of deals.

A deal is split into its five denominations, so that several processes work on one. A process that dies or takes too
long is replaced; the deal is then not analysed, and nothing else suffers.
"""

import asyncio
import importlib.util
import logging
import re
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

from services.scoring.domain.double_dummy.deal_analysis import Played, Worth
from shared.bridge.play.auction import after
from shared.bridge.play.contract import Denomination
from shared.bridge.play.par import Tricks
from shared.bridge.play.seats import Seat
from shared.errors import OperationFailed

logger = logging.getLogger("kibitz.scoring")

WORKER = Path(__file__).with_name("double_dummy_worker.py")

START_SECONDS = 60.0
"""For a process to import its libraries, on a machine that has much to do."""

IDLE_SECONDS = 60.0
"""Without a question after which a process ends; the next question starts another one."""

KEPT = 4096
"""Deals and plays whose tricks are remembered, the least recently used forgotten first; many events may play the same
deals."""

DIGITS = re.compile("[0-9a-d]+")
"""What a word of an answer is."""

T = TypeVar("T")

Memory: TypeAlias = OrderedDict[str, T | None]
"""What was counted, and None where that was not possible."""


def installed() -> bool:
    """Whether the library of the extra `double-dummy` is there; it is not imported."""
    return importlib.util.find_spec("endplay") is not None


class _Unanswered(Exception):
    """A process did not answer; the reason says why."""


class _Ended(_Unanswered):
    """It has ended: perhaps somebody killed it, and another one would answer."""


class _Answers(asyncio.SubprocessProtocol):
    """What a process says, line by line.

    Attributes:
        lines: None after the last.
        gone: set when the process has ended and its pipes are closed.
    """

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.gone = asyncio.Event()
        self._rest = b""

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Take bytes in."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.lines.put_nowait(line.decode("ascii", "replace").strip())

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """There will be no more."""
        self.lines.put_nowait(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left of it."""
        self.gone.set()


class _Worker:
    """One process, started when it is first needed."""

    def __init__(self, idle: float) -> None:
        self._idle = idle
        self._running: tuple[asyncio.SubprocessTransport, _Answers] | None = None
        self._closed = False

    async def ask(self, question: str, count: int, seconds: float) -> list[str]:
        """So many words of hexadecimal digits for an answer.

        Raises:
            _Unanswered: the process could not start, died, took too long or did not understand.
        """
        try:
            transport, answers = self._running or await self._start()
            async with asyncio.timeout(seconds):
                transport.get_pipe_transport(0).write(f"{question}\n".encode("ascii"))  # type: ignore[union-attr]
                words = (await self._line(answers)).split()
            if len(words) != count or not all(map(DIGITS.fullmatch, words)):
                raise _Unanswered(f"the answer is not {count} numbers")
        except BaseException as error:
            # Whatever it was asked, its answer would now be taken for that to the next question.
            await self.end()
            if isinstance(error, TimeoutError):
                raise _Unanswered(f"no answer in {seconds:g} s") from error
            if isinstance(error, OSError):
                raise _Ended(str(error)) from error
            raise
        return words

    async def end(self) -> None:
        """Stop the process."""
        running = self._running
        if running is not None:
            transport, answers = running
            transport.close()
            await answers.gone.wait()
            if self._running is running:
                self._running = None

    async def close(self) -> None:
        """Stop the process, and start none again."""
        self._closed = True
        await self.end()

    async def _start(self) -> tuple[asyncio.SubprocessTransport, _Answers]:
        # In a session of its own, so that Ctrl-C reaches whoever it works for alone.
        transport, answers = self._running = await asyncio.get_running_loop().subprocess_exec(
            _Answers,
            sys.executable,
            "-P",
            str(WORKER),
            str(self._idle),
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        if self._closed:  # meanwhile
            raise _Unanswered("the pool is closed")
        async with asyncio.timeout(START_SECONDS):
            await self._line(answers)
        return transport, answers

    @staticmethod
    async def _line(answers: _Answers) -> str:
        answer = await answers.lines.get()
        if answer is None:
            raise _Ended("the process ended")
        if answer.startswith("!"):
            raise _Unanswered(answer.removeprefix("!").strip())
        return answer


class DoubleDummy:
    """The pool.

    Attributes:
        seconds: for one denomination of a deal.
    """

    def __init__(self, workers: int = 1, seconds: float = 30.0, kept: int = KEPT, idle: float = IDLE_SECONDS) -> None:
        """Prepare a pool; processes start when they are needed."""
        self.seconds = seconds
        self._kept = kept
        self._tricks: Memory[Tricks] = OrderedDict()
        self._plays: Memory[Worth] = OrderedDict()
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker(idle) for _ in range(workers)]
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._closed = False

    async def tricks(self, deal: str) -> Tricks | None:
        """Count the tricks of a deal, or remember them; None when it cannot be done, which is remembered too.

        Args:
            deal: as in `DealAnalysis`.

        Raises:
            OperationFailed: the pool is closed, or something else than the analysis failed.
        """
        return await self._remember(self._tricks, deal, lambda: self._count(deal))

    async def after_cards(self, deal: str, play: Played) -> Worth | None:
        """Count what the cards of a play were worth, and those that might have been played; None as above.

        Args:
            deal: as above.
            play: of whole tricks or not, from the opening lead on.

        Raises:
            OperationFailed: as above.
        """
        question = " ".join((play.denomination, deal, "/", after(play.declarer), *play.cards))
        turns = len(play.cards)

        async def count() -> Worth:
            async with asyncio.TaskGroup() as group:
                asked = group.create_task(self._ask(question, turns + 1 + turns))
            words = asked.result()
            return Worth(tuple(int(word, 16) for word in words[: turns + 1]), " ".join(words[turns + 1 :]))

        return await self._remember(self._plays, question, count)

    async def _remember(self, known: Memory[T], about: str, count: Callable[[], Awaitable[T]]) -> T | None:
        if about not in known:
            try:
                known[about] = await count()
            except ExceptionGroup as failed:
                if self._closed or failed.split(_Unanswered)[1] is not None:
                    raise OperationFailed(f"double-dummy analysis: {failed.exceptions[0]}") from failed
                reason = str(failed.exceptions[0])
                logger.warning("a deal is not analysed double dummy: %s", reason)
                known[about] = None
        known.move_to_end(about)
        answer = known[about]
        while len(known) > self._kept:
            known.popitem(last=False)
        return answer

    async def close(self) -> None:
        """Stop the processes."""
        self._closed = True
        for worker in self._workers:
            await worker.close()

    async def run(self) -> None:
        """Stay open until cancelled, then close: background work of a service."""
        try:
            await asyncio.Event().wait()
        finally:
            await self.close()

    async def _count(self, deal: str) -> Tricks:
        async with asyncio.TaskGroup() as group:
            tasks = {name: group.create_task(self._ask(f"{name} {deal}", len(Seat))) for name in Denomination}
        order = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
        return {
            (seat, name): int(task.result()[at], 16) for name, task in tasks.items() for at, seat in enumerate(order)
        }

    async def _ask(self, question: str, count: int) -> list[str]:
        worker = await self._idle.get()
        try:
            if self._closed:
                raise _Unanswered("the pool is closed")
            try:
                return await worker.ask(question, count, self.seconds)
            except _Ended:
                if self._closed:
                    raise
                return await worker.ask(question, count, self.seconds)
        finally:
            self._idle.put_nowait(worker)
