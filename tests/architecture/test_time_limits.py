"""Every limit of time in a test grows with the factor of the environment."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FIXED = re.compile(
    r"asyncio\.timeout\(\d|asyncio\.wait_for\(.*, [1-9][\d.]*\)|_time\(\) - \w+ < \d|monotonic\(\) - \w+ < \d"
)


def fixed_limits(folder: Path) -> list[str]:
    """Lines of tests with a limit that no factor reaches."""
    return [
        f"{path.relative_to(folder).as_posix()}:{number}"
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FIXED.search(line) and path != Path(__file__)
    ]


def test_limits_of_time_are_scaled() -> None:
    assert fixed_limits(ROOT / "tests") == []


def test_a_limit_that_is_not_scaled_is_noticed(tmp_path: Path) -> None:
    lines = (
        "async with asyncio.timeout(scaled(5)):",
        "async with asyncio.timeout(5):",
        "await asyncio.wait_for(server.started.wait(), 10)",
        "await asyncio.wait_for(server.started.wait(), scaled(10))",
        "assert time.process_time() - began < 5",
    )
    (tmp_path / "test_a.py").write_text("\n".join(lines), encoding="utf-8")
    assert fixed_limits(tmp_path) == ["test_a.py:2", "test_a.py:3", "test_a.py:5"]


def test_the_factor_of_the_environment_multiplies_a_limit() -> None:
    code = "from tests.support.time_limits import scaled; print(scaled(5), scaled(0.5))"
    environment = {**os.environ, "KIBITZ_TESTS_TIMEOUT_FACTOR": "4", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "20.0 2.0\n"
