"""The command line: `python -m bench.digests run|compare`."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.digests.cases import cases_of
from bench.digests.comparison import compare
from bench.digests.renames import Renames
from bench.digests.results import LIMIT, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run or compare; 0 where everything could be digested, or is the same."""
    parser = argparse.ArgumentParser(prog="python -m bench.digests", description="Digest everything that is computed.")
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run", help="digest every file below the folders")
    runs.add_argument("data", type=Path, nargs="+")
    runs.add_argument("--out", type=Path, required=True)
    runs.add_argument("--sets", type=Path, help="JSON with more sets of files of one event")
    runs.add_argument("--processes", type=int, default=2)
    runs.add_argument("--limit", type=int, default=LIMIT, help="seconds for one case")
    runs.add_argument("--only", default="", help="only cases with this in their names")
    compares = commands.add_parser("compare", help="list what differs")
    compares.add_argument("old", type=Path)
    compares.add_argument("new", type=Path)
    compares.add_argument("--renames", type=Path, help="JSON of what differs on purpose")
    compares.add_argument("--show", type=int, default=24, help="lines of the first differences of each section")
    compares.add_argument("--cases", type=int, default=40, help="how many sections that differ are shown in full")
    given = parser.parse_args(arguments)
    if given.command == "run":
        shutil.rmtree(given.out, ignore_errors=True)
        cases = [case for case in cases_of(given.data, given.sets) if given.only in case.name]
        return 0 if run(cases, given.out, given.processes, given.limit) else 1
    report = compare(given.old, given.new, Renames.read(given.renames), show=given.show, cases=given.cases)
    print(report)
    return 0 if report.same else 1


if __name__ == "__main__":
    sys.exit(main())
