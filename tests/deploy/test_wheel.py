"""The distribution as it is installed: everything that the code reads is in the wheel, and nothing else is."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-2000:]
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_module_and_every_file_that_the_code_reads_is_in_the_wheel(names: set[str]) -> None:
    wanted = {
        path.relative_to(ROOT).as_posix().removeprefix("clients/python/")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted - names == set()


def test_tables_of_rules_and_the_scoreboard_are_among_them(names: set[str]) -> None:
    assert any(name.startswith("shared/bridge/data/") for name in names)
    assert {
        "services/broadcast/adapters/scoreboard/icon.svg",
        "services/broadcast/adapters/site/templates/base.html",
    } <= names
    assert "contracts/schemas/usebio-1.4.xsd" in names


def test_nothing_but_the_packages_is_in_the_wheel(names: set[str]) -> None:
    roots = {name.split("/")[0] for name in names}
    assert {root for root in roots if not root.endswith(".dist-info")} == {name.rpartition("/")[2] for name in PACKAGES}
