import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from kibitz.cli import app
from kibitz.entry import _OF_A_HOUSE, command

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("kibitz.local", "kibitz.replay.cut", "contracts.decisions", "networkx", "lxml")


def names(of: typer.Typer) -> list[str | None]:
    return [one.name for one in of.registered_commands]


@pytest.mark.parametrize("name", _OF_A_HOUSE)
def test_a_house_starts_without_what_reads_files(name: str) -> None:
    loaded = f"print([module for module in {HEAVY} if module in sys.modules])"
    program = f"import sys; from kibitz.entry import command; command(['{name}']); {loaded}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_the_commands_of_a_house_are_those_of_the_whole() -> None:
    assert names(command(["up"])) == list(_OF_A_HOUSE)
    assert set(_OF_A_HOUSE) < set(names(app))


@pytest.mark.parametrize("words", [[], ["--help"], ["read", "up"], ["nonsense"]])
def test_everything_else_has_all_commands(words: list[str]) -> None:
    assert command(words) is app
