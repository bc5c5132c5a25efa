"""Deals analysed double dummy a second and core: the pool of the services, beside the bare library in one process."""

import asyncio
import os
import resource
import subprocess
import sys
import time
from random import Random
from typing import Any

from services.scoring.adapters.double_dummy import DoubleDummy, installed
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.par import par
from shared.bridge.play.seats import Seat
from tests.support.deals import any_deal

DEALS = 30
SEED = 2031

_BARE = """
import sys, time
from endplay import _dds
from endplay.dds import calc_dd_table
from endplay.types import Deal

_dds.SetMaxThreads(1)
deals = [Deal(line) for line in sys.stdin.read().splitlines()]
began = time.process_time()
for deal in deals:
    calc_dd_table(deal)
print(time.process_time() - began)
"""


def deals(count: int = DEALS) -> list[str]:
    chance = Random(SEED)
    return [any_deal(chance) for _ in range(count)]


async def pooled(workers: int, texts: list[str]) -> dict[str, Any]:
    """Analyse every deal by a pool that is warm; the processes' own time counts besides that of the wall."""
    pool = DoubleDummy(workers)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        # The first deal starts a process for each of its five parts, as many as there are.
        warm = await pool.tricks(any_deal(Random(SEED + 1)))
        began = time.perf_counter()
        tables = await asyncio.gather(*(pool.tricks(text) for text in texts))
        seconds = time.perf_counter() - began
    finally:
        await pool.close()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = used.ru_utime + used.ru_stime - spent.ru_utime - spent.ru_stime
    if warm is None or None in tables:
        raise RuntimeError("a deal was not analysed")
    began = time.process_time()
    for table in tables:
        par(table or {}, Vulnerability.NONE, Seat.NORTH)
    return {
        "deals_a_second": len(texts) / seconds,
        "deals_a_second_and_core_with_start": (len(texts) + 1) / processor,
        "par_ms": (time.process_time() - began) * 1000 / len(texts),
    }


def bare(texts: list[str]) -> float:
    """The library alone, one thread, its import not counted."""
    done = subprocess.run(
        [sys.executable, "-c", _BARE], input="\n".join(texts), capture_output=True, text=True, check=True, timeout=600
    )
    return len(texts) / float(done.stdout)


def measure(*, brief: bool = False) -> dict[str, Any]:
    if not installed():
        return {"skipped": "endplay is not installed: pip install 'kibitz[double-dummy]'"}
    texts = deals()[: 2 if brief else DEALS]
    cores = os.cpu_count() or 1
    return {
        "deals": len(texts),
        "bare_deals_a_second_and_core": bare(texts),
        "one_process": asyncio.run(pooled(1, texts)),
        f"{cores}_processes": asyncio.run(pooled(cores, texts)),
    }
