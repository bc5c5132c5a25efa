"""Many who say nothing or half, beside those who mean it: uploads past 5,000 sockets, a feed with 500 hostile clients.

Those are in a process and at an address of their own. The floor is the same without them, on the same server before
they come.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from bench.files import parts
from bench.hops import event_of
from bench.pipeline import put, summary
from bench.siege import besieged
from contracts.feed import standings_channel
from kibitz_client.sending import send
from tests.support.stack import Stack

SOCKETS, UPLOADS, HEALTHY, HOSTILE, ROUNDS = 5_000, 100, 2_000, 500, 12


async def uploads(stack: Stack, files: int, first: int) -> list[float]:
    """Milliseconds of each upload, from the connection to the answer."""
    times = []
    for part in islice((part for seed in range(first, first + files) for part in parts(seed=seed)), files):
        began = time.perf_counter()
        await asyncio.to_thread(send, stack.intake, part.name, part.data)
        times.append((time.perf_counter() - began) * 1000)
    return times


async def intake(folder: Path, sockets: int, files: int) -> dict[str, Any]:
    """Uploads alone, and beside sockets that say half."""
    with Stack(folder) as stack:
        alone = await uploads(stack, files, 0)
        async with besieged(stack.intake, sockets, "intake"):
            beside = await uploads(stack, files, files)
    return {"sockets": sockets, "alone": summary(alone), "beside": summary(beside)}


async def feed(folder: Path, healthy: int, hostile: int, rounds: int) -> dict[str, Any]:
    """How many clients are still there after so many rounds, and what each has had."""
    with Stack(folder) as stack:
        first, *later = parts(seed=5)[: rounds + 1]
        await asyncio.to_thread(put, stack, first)
        event = await asyncio.to_thread(event_of, stack, sha256(first.data).hexdigest())
        command = [sys.executable, "-m", "bench.crowd", stack.feed, str(healthy), standings_channel(event)]
        crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        assert await asyncio.to_thread(crowd.stdout.readline) == b"connected\n"
        async with besieged(stack.feed, hostile, "feed"):
            for part in later:
                await asyncio.to_thread(put, stack, part)
                await asyncio.sleep(1.5)
            crowd.stdin.write(b"\n")
            crowd.stdin.flush()
            told: dict[str, int] = json.loads(await asyncio.to_thread(crowd.stdout.readline))
        crowd.communicate()
    return {
        "clients": healthy,
        "hostile": hostile,
        "still_there": told["open"],
        "frames_of_each": told["frames"] / healthy,
    }


def measure(*, brief: bool = False) -> dict[str, Any]:
    """The intake, then the feed, each on a server of its own."""
    share = 100 if brief else 1
    with tempfile.TemporaryDirectory() as folder:
        one, other = Path(folder) / "intake", Path(folder) / "feed"
        one.mkdir()
        other.mkdir()
        return {
            "intake": asyncio.run(intake(one, SOCKETS // share, 3 if brief else UPLOADS)),
            "feed": asyncio.run(feed(other, HEALTHY // share, HOSTILE // share, 2 if brief else ROUNDS)),
        }
