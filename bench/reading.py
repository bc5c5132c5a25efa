"""USEBIO from bytes to contracts against bare lxml on the same bytes.

Both take turns, so that they meet the same machine, and processor time counts, which other programs do not add to.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from lxml import etree

from bench.files import finished
from shared.formats.parsed import Parsed
from shared.formats.usebio.reader.parse import parse as parse_usebio
from shared.gc_control import gc_paused
from tests.support.real_files import real_files

_FRESH = """
import json, resource, time
from lxml import etree
from bench import files
from bench.reading import parse

data = files.{file}()

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

def timed(work):
    began = time.process_time()
    made = work()
    return time.process_time() - began, made

before = peak()
parse_s, parsed = timed(lambda: parse(data))
after = peak()
lxml_s, _ = timed(lambda: etree.fromstring(data))
print(json.dumps({{
    "file_bytes": len(data), "results": len(parsed.events[0].facts.results), "lxml_ms": lxml_s * 1000,
    "parse_ms": parse_s * 1000, "parse_to_lxml": parse_s / lxml_s, "more_memory_mib": after - before,
}}))
"""


def parse(data: bytes) -> Parsed:
    """Read a file as the parser and the command line do, with garbage collection paused."""
    with gc_paused():
        return parse_usebio(data)


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes, with letting go of what it made."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def in_turns(data: bytes, runs: int = 25) -> dict[str, Any]:
    """Medians of reading with lxml alone and of reading to contracts, one after the other, and of their ratio."""
    pairs = [
        (milliseconds(lambda: etree.fromstring(data)), milliseconds(lambda: parse(data))) for _ in range(runs + 2)
    ][2:]
    return {
        "file_bytes": len(data),
        "lxml_ms": statistics.median(floor for floor, _ in pairs),
        "parse_ms": statistics.median(read for _, read in pairs),
        "parse_to_lxml": statistics.median(read / floor for floor, read in pairs),
    }


def in_a_fresh_process(file: str) -> dict[str, Any]:
    """The first file that an interpreter reads, and by how much it grows.

    Args:
        file: the function of `bench.files` that makes the file.
    """
    code = _FRESH.format(file=file)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(*, brief: bool = False) -> dict[str, Any]:
    if brief:
        return {"made_up": in_turns(finished(), runs=1), "first_of_a_process": in_a_fresh_process("finished")}
    made_up = in_turns(finished())
    first = in_a_fresh_process("finished")
    del first["more_memory_mib"]  # none that could be seen: making the file took more than reading it
    real = {path.name: in_turns(path.read_bytes()) for path in real_files("usebio", "*.xml")}
    return {
        "made_up": made_up,
        "real": real,
        "real_median": statistics.median(row["parse_to_lxml"] for row in real.values()) if real else None,
        "first_of_a_process": first,
        "simultaneous_5000_tables": in_a_fresh_process("simultaneous"),
    }
