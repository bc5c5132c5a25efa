"""What mypy says of a few lines."""

from pathlib import Path

import mypy.api

from tests.support.real_files import ROOT


def wrong_lines(folder: Path, *lines: str) -> list[int]:
    """The numbers of the lines that mypy finds something wrong in, under the settings of the project."""
    program = folder / "program.py"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report, _, _ = mypy.api.run([str(program), "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"])
    return [int(line.split(":")[1]) for line in report.splitlines() if ": error:" in line]
