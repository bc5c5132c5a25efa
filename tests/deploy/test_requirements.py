"""What the image installs, read from pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy/requirements.py"


def test_they_are_those_of_the_project_and_of_the_extras_that_are_named(tmp_path):
    project = tmp_path / "pyproject.toml"
    extras = 'embedded = ["c<2"]\ntraces = ["d"]\ndev = ["e"]\n'
    project.write_text(f'[project]\ndependencies = ["a>=1", "b"]\n[project.optional-dependencies]\n{extras}')
    command = [sys.executable, str(SCRIPT), str(project)]
    printed = subprocess.run([*command, "embedded", "traces"], capture_output=True, text=True, check=True)
    assert printed.stdout == "a>=1\nb\nc<2\nd\n"
    unknown = subprocess.run([*command, "nothing"], capture_output=True, text=True, check=False)
    assert (unknown.returncode, unknown.stdout) == (1, "")
