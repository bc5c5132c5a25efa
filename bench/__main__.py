"""Run benchmarks: `python -m bench [NAME…]`; results as JSON in `bench/results/` and as a table here."""

import importlib
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

BENCHMARKS = (
    "pipeline",
    "in_play",
    "fanout",
    "reading",
    "scoring",
    "simultaneous",
    "chess",
    "chess_draws",
    "pbn",
    "acblscore",
    "draws",
    "double_dummy",
)
RESULTS = Path(__file__).parent / "results"


def rows(prefix: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [row for name, inner in value.items() for row in rows(f"{prefix}.{name}" if prefix else name, inner)]
    if isinstance(value, list):
        return [(prefix, ", ".join(f"{v:.3f}" if isinstance(v, float) else str(v) for v in value))]
    return [(prefix, f"{value:,.3f}" if isinstance(value, float) else str(value))]


def main() -> None:
    chosen = sys.argv[1:] or BENCHMARKS
    RESULTS.mkdir(exist_ok=True)
    console = Console()
    for name in chosen:
        console.print(f"[bold]{name}[/] …")
        began = time.time()
        results = importlib.import_module(f"bench.{name}").measure()
        document = {
            "benchmark": name, "python": platform.python_version(), "machine": platform.machine(),
            "seconds": round(time.time() - began, 1), "results": results,
        }  # fmt: skip
        (RESULTS / f"{name}.json").write_text(json.dumps(document, indent=2))
        table = Table(box=None, show_header=False)
        for row in rows("", results):
            table.add_row(*row)
        console.print(table)


if __name__ == "__main__":
    main()
