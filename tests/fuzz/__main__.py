"""Change good inputs and look at what becomes of them: `python -m tests.fuzz [--seconds 120] [--seed 1] [TARGET…]`.

Each input is read, scored and written within a second of the processor and 256 MB. What raises anything but an error of
ours, takes longer or needs more is kept in `tests/fuzz/corpus/` and ends the run with 1; `tests/fuzz/test_corpus.py`
runs what is kept there. Without `--seed` the seed is fresh; it is printed, and the same seed makes the same inputs in
the same order.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from random import SystemRandom

from tests.fuzz.run import CORPUS, run
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Run what the command line asks for; 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, help="a fresh one without it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="where faults are kept")
    asked = parser.parse_args()
    seed = SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    tallies = run(asked.targets or list(TARGETS), seed, asked.seconds, asked.corpus, asked.processes)
    print(json.dumps({"seed": seed, **{name: asdict(tally) for name, tally in tallies.items()}}))
    return 1 if any(tally.faults for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
