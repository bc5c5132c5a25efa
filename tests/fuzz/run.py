"""Trying inputs within limits of time and memory, in processes of their own, and keeping those that go wrong."""

import gc
import hashlib
import multiprocessing
import resource
import signal
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.targets import TARGETS, Depth, Target, changed

CORPUS = Path(__file__).parent / "corpus"
SECONDS, MEMORY = 1.0, 256 * 1024 * 1024
"""What an input may cost, of the processor and beyond what its process has at rest."""

SHARES = (85, 12, 3)
"""Of the inputs that are read only, scored too, and written too."""


class TookTooLong(BaseException):
    """More of the processor than an input may cost."""


@dataclass
class Tally:
    """What a process has seen.

    Attributes:
        inputs: that were tried.
        slowest_ms: the dearest input, by the processor.
        faults: names of files in the corpus, with what happened.
    """

    inputs: int = 0
    slowest_ms: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)


def tried(target: Target, data: bytes, depth: Depth = Depth.WRITE, *, seconds: float = SECONDS) -> str | None:
    """What is wrong with how an input is taken, for which it has so long; None when nothing is."""
    began = time.thread_time()
    try:
        target.run(data, depth)
    except (Exception, TookTooLong) as error:
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-3:]))
        return f"{type(error).__name__} {str(error)[:120]!r} at {where}"
    took = time.thread_time() - began
    return f"{took:.1f} s" if took > seconds else None


def limited() -> None:
    """Bound this process in memory, and its inputs in time."""

    def too_long(*_: object) -> None:
        raise TookTooLong(f"more than {2 * SECONDS:g} s")

    signal.signal(signal.SIGVTALRM, too_long)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def fuzz(
    name: str, seed: int, seconds: float, corpus: Path, told: "multiprocessing.SimpleQueue[tuple[str, Tally]]"
) -> None:
    """Try inputs of one target for so long, and tell what became of them."""
    target, chance, tally, seen = TARGETS[name], Random(f"{seed} {name}"), Tally(), set[str]()
    seeds = target.seeds()
    for good in seeds:
        target.run(good, Depth.WRITE)
    limited()
    gc.freeze()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        data = changed(target, seeds, chance)
        tally.inputs += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * SECONDS)
        began = time.thread_time()
        wrong = tried(target, data, *chance.choices(tuple(Depth), SHARES))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        tally.slowest_ms = max(tally.slowest_ms, (time.thread_time() - began) * 1000)
        if wrong is not None and (kind := wrong.rpartition(" at ")[2]) not in seen:
            seen.add(kind)
            file = corpus / f"{name}-{hashlib.sha256(data).hexdigest()[:12]}"
            file.write_bytes(data)
            tally.faults[file.name] = wrong
    told.put((name, tally))


def run(names: Sequence[str], seed: int, seconds: float, corpus: Path, processes: int) -> dict[str, Tally]:
    """Every target in turn, some at a time; one whose process died has a tally that says so."""
    corpus.mkdir(exist_ok=True)
    told: multiprocessing.SimpleQueue[tuple[str, Tally]] = multiprocessing.get_context("spawn").SimpleQueue()
    tallies: dict[str, Tally] = {}
    each = seconds * processes / len(names)
    waiting, running = list(names), dict[str, multiprocessing.Process]()
    while waiting or running:
        while waiting and len(running) < processes:
            name = waiting.pop(0)
            running[name] = multiprocessing.get_context("spawn").Process(  # type: ignore[assignment]
                target=fuzz, args=(name, seed, each, corpus, told)
            )
            running[name].start()
        time.sleep(0.1)
        while not told.empty():
            name, tally = told.get()
            tallies[name] = tally
            print(
                f"{name:10} {tally.inputs:9,} inputs, slowest {tally.slowest_ms:.0f} ms, {len(tally.faults)} faults",
                flush=True,
            )
            for file, wrong in tally.faults.items():
                print(f"  {file}: {wrong}", flush=True)
        for name in [name for name, process in running.items() if not process.is_alive()]:
            if told.empty():
                code = running.pop(name).exitcode
                tallies.setdefault(name, Tally(faults={"": f"the process of {name} ended with {code}"}))
    return tallies
