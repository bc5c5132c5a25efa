"""Who may import whom: `.importlinter` holds the table of docs/architecture.md, and breaking it is noticed."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES, ROOT, write
from tests.support.time_limits import scaled

CONFIGURATION = ROOT / ".importlinter"


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the packages below a root."""
    command = [
        sys.executable,
        "-c",
        "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--config",
        str(root / ".importlinter"),
        "--no-cache",
    ]
    return subprocess.run(
        command,
        cwd=root,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=scaled(120),
        check=False,
    )


def test_the_packages_import_only_what_they_may() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_configuration_names_every_package() -> None:
    parser = configparser.ConfigParser()
    parser.read(CONFIGURATION, encoding="utf-8")
    assert parser["importlinter"]["root_packages"].split() == [name.rpartition("/")[2] for name in PACKAGES]


def uncovered_core(root: Path) -> list[str]:
    """Folders of the core below `shared` that the configuration forgets: import-linter knows no optional modules."""
    parser = configparser.ConfigParser()
    parser.read(root / ".importlinter", encoding="utf-8")
    named = parser["importlinter:contract:core"]["source_modules"].split()
    core = [
        name
        for name in ("bridge", "chess", "formats", "receivers")
        if (root / "shared" / name / "__init__.py").exists()
    ]
    return [name for name in core if f"shared.{name}" not in named]


def test_the_configuration_names_every_room_of_the_core() -> None:
    assert uncovered_core(ROOT) == []


def test_a_forgotten_room_of_the_core_is_noticed(repository: Path) -> None:
    write(repository, "shared/chess/__init__.py")
    text = (repository / ".importlinter").read_text(encoding="utf-8").replace("    shared.chess\n", "")
    write(repository, ".importlinter", text)
    assert uncovered_core(repository) == ["chess"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Empty packages in the shape of the real ones, under the real configuration."""
    for name in (
        "contracts",
        "contracts/codes",
        "shared",
        "shared/bridge",
        "shared/chess",
        "shared/formats",
        "shared/formats/pbn",
        "shared/receivers",
        "shared/bus",
        "shared/telemetry",
        "services",
        "services/scoring",
        "services/scoring/domain",
        "services/seating",
        "services/seating/domain",
        "kibitz",
    ):
        write(tmp_path, f"{name}/__init__.py")
    write(tmp_path, "contracts/generate/__init__.py")
    (tmp_path / ".importlinter").write_text(CONFIGURATION.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def test_a_good_repository_passes(repository: Path) -> None:
    write(repository, "services/scoring/app.py", "import shared.bus\nimport contracts\nimport asyncio\n")
    write(repository, "shared/formats/pbn/play.py", "import shared.formats.report\n")
    write(repository, "shared/formats/report.py")
    write(repository, "kibitz/runner.py", "import services.scoring\nimport services.seating\n")
    done = lint(repository)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("file", "text", "contract"),
    [
        ("contracts/base.py", "import shared", "Layers"),
        ("shared/bridge/rule.py", "import services.scoring", "Layers"),
        ("services/scoring/app.py", "import kibitz", "Layers"),
        ("services/scoring/app.py", "import services.seating", "Services are independent"),
        ("services/scoring/app.py", "from services.seating.domain import x", "Services are independent"),
        ("contracts/base.py", "import lxml", "Contracts need pydantic"),
        ("contracts/base.py", "import nats", "Contracts need pydantic"),
        ("shared/bridge/rule.py", "import asyncio", "The core"),
        ("shared/bridge/rule.py", "import random", "The core"),
        ("shared/formats/pbn/read.py", "import os", "The core"),
        ("shared/formats/pbn/read.py", "import shared.bus", "The core"),
        ("services/scoring/domain/rule.py", "import nats", "The core"),
        ("services/seating/domain/rule.py", "import time", "The core"),
        ("services/scoring/domain/rule.py", "import faststream", "The core"),
        ("shared/bus/bus.py", "import contracts.generate", "Nobody runs the generator"),
    ],
)
def test_a_forbidden_import_is_noticed(repository: Path, file: str, text: str, contract: str) -> None:
    write(repository, file, f"{text}\n")
    if text.endswith("import x"):
        write(repository, "services/seating/domain/__init__.py", "x = 1\n")
    done = lint(repository)
    assert done.returncode == 1, done.stdout + done.stderr
    broken = [line for line in done.stdout.splitlines() if line.endswith("BROKEN")]
    assert any(line.startswith(contract) for line in broken), done.stdout
