"""What an image installs, read from pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy/requirements.py"


def requirements(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


def test_without_a_service_the_requirements_that_all_share(tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\ndependencies = ["a>=1", "b"]\n[project.optional-dependencies]\npbn-parser = ["c"]\n')
    assert requirements(str(project)).stdout == "a>=1\nb\n"


def test_the_extra_of_a_service_has_its_name_with_hyphens(tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\ndependencies = ["a"]\n[project.optional-dependencies]\npbn-parser = ["c<2"]\n')
    assert requirements(str(project), "pbn_parser").stdout == "c<2\n"


@pytest.mark.parametrize("service", ["nothing", "../x"])
def test_an_unknown_service_stops_the_build(service):
    answer = requirements(str(ROOT / "pyproject.toml"), service)
    assert answer.returncode != 0
    assert "KeyError" in answer.stderr
