"""Commands under each extra: the libraries that it does not bring are blocked in a process of its own."""

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import GROUPS, PANELS, app
from kibitz.lazy_group import EXTRAS, LazyCommand, with_options
from kibitz.replay.made_up import Size, made_up_file
from tests.support.trf_lines import document, player

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WORKS = {0, 1}
"""Exit codes of a command that did its work: fine, and findings."""

PROGRAM = """
import json, sys

BLOCKED = set(json.loads(sys.argv[1]))


class Without:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in BLOCKED else self.finder.find_spec(name, path, target)


sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]

from typer.testing import CliRunner
from kibitz.cli import app

answers = []
for words in json.loads(sys.argv[2]):
    result = CliRunner().invoke(app, words)
    crash = "" if result.exception is None or isinstance(result.exception, SystemExit) else repr(result.exception)
    answers.append([result.exit_code, crash, result.stderr])
print(json.dumps(answers))
"""


def libraries_of(extra: str | None) -> set[str]:
    """The libraries of `EXTRAS` that an extra brings, those of extras that it names included."""
    requirements = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    brought: set[str] = set()
    for requirement in requirements:
        if requirement.startswith("kibitz["):
            for name in requirement.removeprefix("kibitz[").rstrip("]").split(","):
                brought |= libraries_of(name)
        brought |= {library for library in EXTRAS if requirement.startswith(library)}
    return brought


def under(extra: str | None, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Exit code, crash and errors of each command in an installation with this extra."""
    blocked = sorted(set(EXTRAS) - libraries_of(extra))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(blocked), json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [(code, crash, error) for code, crash, error in json.loads(done.stdout)]


@pytest.fixture
def chess(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_bytes(document("012 Two Friends", "142 1", player(1, "2 w 1"), player(2, "1 b 0")))
    return path


def every_help() -> list[list[str]]:
    names = [name for commands in PANELS.values() for name, _, _ in commands]
    members = [[group, name] for group, commands in GROUPS.items() for name, _, _ in commands]
    return [["--help"], *([name, "--help"] for name in names), *([*words, "--help"] for words in members)]


def different_extras() -> list[str | None]:
    """No extra, and one extra for each set of libraries."""
    by_libraries: dict[frozenset[str], str | None] = {}
    for extra in (None, *(name for name in PROJECT["optional-dependencies"] if name != "dev")):
        by_libraries.setdefault(frozenset(libraries_of(extra)), extra)
    return list(by_libraries.values())


@pytest.mark.slow
@pytest.mark.parametrize("extra", different_extras())
def test_every_command_works_or_names_the_extra_that_it_needs(extra: str | None, chess: Path, tmp_path: Path) -> None:
    usebio = tmp_path / "evening.xml"
    usebio.write_bytes(
        made_up_file(Size(4, 3, 2), AsOf.model_validate({"at": "2026-03-07T22:00Z", "source": "stated"}))
    )
    plain = [[name, str(path)] for name in ("read", "check", "score", "seat") for path in (chess, usebio)]
    plain += [["convert", str(chess), str(tmp_path / "out.json")], ["movement", "howell", "--pairs", "8"]]
    commands = [*every_help(), *plain]
    for words, (code, crash, error) in zip(commands, under(extra, *commands), strict=True):
        assert crash == "", words
        assert code in WORKS or "pip install 'kibitz[" in error, (words, error)
        assert extra != "all" or code in WORKS, (words, error)


@pytest.mark.slow
@pytest.mark.parametrize("extra", [None, "client"])
def test_without_extras_there_are_help_the_doctor_and_files_that_need_no_library(
    extra: str | None, chess: Path
) -> None:
    path = str(chess)
    helped, doctor, read, checked, scored = under(
        extra, ["--help"], ["doctor"], ["read", path], ["check", path], ["score", path]
    )
    assert {answer[0] for answer in (helped, read, checked, scored)} <= WORKS
    assert doctor[:2] == (1, "")


def test_each_library_is_in_the_extra_that_is_named_for_it() -> None:
    assert {library for library, extra in EXTRAS.items() if library not in libraries_of(extra)} == set()


@dataclass(frozen=True)
class Lunch:
    dish: Annotated[str, typer.Option(help="What is eaten.")] = "soup"
    guests: int = 1


def test_a_dataclass_stands_for_an_option_for_each_of_its_fields() -> None:
    def order(table: str, *, lunch: Lunch) -> None:
        """Order lunch."""
        typer.echo(f"{table}: {lunch.guests} {lunch.dish}")

    kitchen = typer.Typer()
    kitchen.command()(with_options(order))
    run = CliRunner().invoke
    assert run(kitchen, ["seven", "--guests", "3"]).output == "seven: 3 soup\n"
    assert run(kitchen, ["seven", "--dish", "pie"]).output == "seven: 1 pie\n"
    helped = run(kitchen, ["--help"]).output
    assert "Order lunch." in helped
    assert "What is eaten." in helped


@dataclass(frozen=True)
class Table:
    seats: int = 4

    def complete(self, arguments: dict[str, Any]) -> None:
        arguments["table"] = f"table {arguments['table']} of {self.seats}"


def test_such_a_dataclass_may_complete_the_other_arguments() -> None:
    def order(table: str, *, options: Table) -> None:
        typer.echo(table)

    kitchen = typer.Typer()
    kitchen.command()(with_options(order))
    assert CliRunner().invoke(kitchen, ["seven", "--seats", "6"]).output == "table seven of 6\n"


def test_with_json_a_mistake_in_the_words_is_an_object_too() -> None:
    run = CliRunner().invoke
    refused = run(app, ["score", "--json", "--no-such-option"])
    assert refused.exit_code == 2
    assert "No such option" in json.loads(refused.stderr)["error"]
    assert "Usage:" in run(app, ["score", "--no-such-option"]).stderr


@pytest.mark.parametrize(("library", "extra"), [("gacrux.pairing", "seating"), ("lxml", "export")])
def test_a_library_that_is_missing_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, library: str, extra: str
) -> None:
    def load(self: LazyCommand) -> None:
        raise ModuleNotFoundError(f"No module named {library}", name=library)

    monkeypatch.setattr(LazyCommand, "load", load)
    result = CliRunner().invoke(app, ["score", "a.xml"])
    assert result.exit_code == 2
    error = " ".join(result.stderr.split())
    assert f"needs the library {library.partition('.')[0]}," in error
    assert f"pip install 'kibitz[{extra}]'" in error


def test_a_module_of_our_own_that_is_missing_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(self: LazyCommand) -> None:
        raise ModuleNotFoundError("No module named kibitz.tea", name="kibitz.tea")

    monkeypatch.setattr(LazyCommand, "load", load)
    assert isinstance(CliRunner().invoke(app, ["score", "a.xml"]).exception, ModuleNotFoundError)


def test_a_group_may_leave_out_its_first_command(chess: Path) -> None:
    run = CliRunner().invoke
    assert run(app, ["seat", str(chess)]).stderr == run(app, ["seat", "files", str(chess)]).stderr
    assert "withdraw" in run(app, ["seat", "--help"]).output
    assert "withdraw" in run(app, ["seat"]).output
