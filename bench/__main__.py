"""Run benchmarks: `python -m bench [--brief] [NAME…]`; results as JSON in `bench/results/` and as a table here.

Several run one after the other, each in a process of its own, so that none begins with what another left in memory.
One that is not done after `LIMIT` seconds is ended and the others go on. With `--brief` each has its smallest size:
that shows that it runs, and its figures mean nothing, so they are not written.
"""

import importlib
import json
import platform
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

BENCHMARKS = (
    "start_up",
    "pipeline",
    "in_play",
    "live_events",
    "fanout",
    "page",
    "edge",
    "standstill",
    "reading",
    "scoring",
    "corrections",
    "exports",
    "simultaneous",
    "chess",
    "chess_draws",
    "pbn",
    "acblscore",
    "draws",
    "double_dummy",
)
LIMIT, PATIENCE = 420, 60
"""Seconds for one benchmark, and for the end of one that took too long: it stops what it has started."""

RESULTS = Path(__file__).parent / "results"


def rows(prefix: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [row for name, inner in value.items() for row in rows(f"{prefix}.{name}" if prefix else name, inner)]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [(prefix, f"{len(value)} of them, in the file")]
    if isinstance(value, list):
        return [(prefix, ", ".join(f"{v:.3f}" if isinstance(v, float) else str(v) for v in value))]
    return [(prefix, f"{value:,.3f}" if isinstance(value, float) else str(value))]


def run(name: str, *, brief: bool) -> None:
    console = Console()
    console.print(f"[bold]{name}[/] …")
    began = time.time()
    results = importlib.import_module(f"bench.{name}").measure(brief=brief)
    document = {
        "benchmark": name,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "seconds": round(time.time() - began, 1),
        "results": results,
    }
    if not brief:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.json").write_text(json.dumps(document, indent=2))
    table = Table(box=None, show_header=False)
    for row in rows("", results):
        table.add_row(*row)
    console.print(table)


def run_alone(name: str, *, brief: bool) -> str | None:
    """Run a benchmark in a process of its own; what went wrong, or None."""
    process = subprocess.Popen([sys.executable, "-m", "bench", *(["--brief"] if brief else []), name])
    try:
        status = process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        return f"{name}: not done after {LIMIT} s"
    return f"{name}: exit {status}" if status else None


def main() -> None:
    brief = "--brief" in sys.argv
    chosen = [word for word in sys.argv[1:] if word != "--brief"] or BENCHMARKS
    if not {*chosen} <= {path.stem for path in Path(__file__).parent.glob("[a-z]*.py")}:
        raise SystemExit(f"python -m bench [--brief] [NAME…], of: {', '.join(BENCHMARKS)}")
    if len(chosen) == 1:
        run(chosen[0], brief=brief)
    elif failed := [text for name in chosen if (text := run_alone(name, brief=brief))]:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
