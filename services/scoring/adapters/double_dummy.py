"""A pool of processes that count tricks double dummy, with a memory of deals.

A deal is split into its five denominations, so that several processes work on one. A process that dies or takes too
long is replaced; the deal is then not analysed, and nothing else suffers.
"""

import asyncio
import contextlib
import importlib.util
import logging
import sys
from collections import OrderedDict
from pathlib import Path

from shared.bridge.contract import Denomination
from shared.bridge.par import Tricks
from shared.bridge.seats import Seat
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.scoring")

WORKER = Path(__file__).with_name("double_dummy_worker.py")

START_SECONDS = 60.0
"""For a process to import its libraries, on a machine that has much to do."""

KEPT = 4096
"""Deals whose tricks are remembered, the least recently used forgotten first; many events may play the same deals."""


def installed() -> bool:
    """Whether the library of the extra `double-dummy` is there; it is not imported."""
    return importlib.util.find_spec("endplay") is not None


class _Unanswered(Exception):
    """A process did not answer; the reason says why."""


class _Ended(_Unanswered):
    """It has ended: perhaps somebody killed it, and another one would answer."""


class _Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, denomination: Denomination, deal: str, seconds: float) -> list[int]:
        """The tricks of North, East, South and West.

        Raises:
            _Unanswered: the process could not start, died, took too long or did not understand.
        """
        try:
            process = await self._started()
            answer = await self._exchange(process, f"{denomination} {deal}\n", seconds)
            numbers = [int(word) for word in answer.split()]
        except BaseException as error:
            # Whatever it was asked, its answer would now be taken for that to the next question.
            await self.end()
            if isinstance(error, TimeoutError):
                raise _Unanswered(f"no answer in {seconds:g} s") from error
            if isinstance(error, OSError):
                raise _Ended(str(error)) from error
            if isinstance(error, ValueError):
                raise _Unanswered(str(error)) from error
            raise
        if len(numbers) != len(Seat):
            await self.end()
            raise _Unanswered("the answer is not four numbers")
        return numbers

    async def end(self) -> None:
        """Stop the process."""
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                process.stdin.close()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            # To the end, so that the pipe is closed before the event loop is; whoever waits for an answer reads it.
            if process.stdout is not None:
                with contextlib.suppress(RuntimeError):
                    await process.stdout.read()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self.end()
        # In a session of its own, so that Ctrl-C reaches whoever it works for alone.
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", str(WORKER), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        await self._exchange(process, "", START_SECONDS)
        return process

    @staticmethod
    async def _exchange(process: asyncio.subprocess.Process, question: str, seconds: float) -> str:
        if process.stdin is None or process.stdout is None:
            raise _Unanswered("the process has no pipes")
        async with asyncio.timeout(seconds):
            process.stdin.write(question.encode("ascii"))
            await process.stdin.drain()
            answer = (await process.stdout.readline()).decode("ascii", "replace").strip()
        if answer.startswith("!"):
            raise _Unanswered(answer.removeprefix("!").strip())
        if not answer:
            raise _Ended("the process ended")
        return answer


class DoubleDummy:
    """The pool.

    Attributes:
        seconds: for one denomination of a deal.
    """

    def __init__(self, workers: int = 1, seconds: float = 30.0, kept: int = KEPT) -> None:
        """Prepare a pool; processes start when they are needed."""
        self.seconds = seconds
        self._kept = kept
        self._known: OrderedDict[str, Tricks | None] = OrderedDict()
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker() for _ in range(workers)]
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
        if deal not in self._known:
            try:
                found = await self._count(deal)
            except ExceptionGroup as failed:
                if self._closed or failed.split(_Unanswered)[1] is not None:
                    raise OperationFailed(f"double-dummy analysis: {failed.exceptions[0]}") from failed
                reason = str(failed.exceptions[0])
                logger.warning("a deal is not analysed double dummy: %s", reason, extra=fields(service="scoring"))
                found = None
            self._known[deal] = found
        self._known.move_to_end(deal)
        while len(self._known) > self._kept:
            self._known.popitem(last=False)
        return self._known[deal]

    async def close(self) -> None:
        """Stop the processes."""
        self._closed = True
        for worker in self._workers:
            await worker.end()

    async def run(self) -> None:
        """Stay open until cancelled, then close: background work of a service."""
        try:
            await asyncio.Event().wait()
        finally:
            await self.close()

    async def _count(self, deal: str) -> Tricks:
        async with asyncio.TaskGroup() as group:
            tasks = {one: group.create_task(self._ask(one, deal)) for one in Denomination}
        order = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
        return {(seat, one): task.result()[at] for one, task in tasks.items() for at, seat in enumerate(order)}

    async def _ask(self, denomination: Denomination, deal: str) -> list[int]:
        worker = await self._idle.get()
        try:
            if self._closed:
                raise _Unanswered("the pool is closed")
            try:
                return await worker.ask(denomination, deal, self.seconds)
            except _Ended:
                if self._closed:
                    raise
                return await worker.ask(denomination, deal, self.seconds)
        finally:
            self._idle.put_nowait(worker)
