"""What commands print about files, for golden files."""

import importlib
import inspect
import os
from collections.abc import Iterator
from contextlib import chdir
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.main import get_command
from typer.models import ParameterInfo
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz import console
from kibitz.cli import app
from kibitz.lazy_group import with_options
from kibitz.replay.made_up import Size, made_up_file
from tests.support.golden import compare
from tests.support.trf_lines import document, player

USEBIO = Path(__file__).parents[1] / "data" / "usebio"
EVENING = datetime(2031, 5, 4, 22, 0, tzinfo=UTC)
WIDTH = 100
GAMES = ("4 w 1, 2 b", "5 w =, 1 w", "6 w 1, 4 b", "1 b 0, 3 w", "2 b =, 6 b", "3 b 0, 5 w")


def compare_printed(name: str, folder: Path, *commands: str) -> None:
    """Fail where commands print something else than the golden file says.

    Args:
        name: of the golden file.
        folder: an empty one, in which the commands find their files.
        commands: without the name of the program.
    """
    files = {path.name: path.read_bytes() for path in USEBIO.glob("*.xml")}
    pairs = files["pairs.xml"] = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))
    files["wrong.xml"] = pairs.replace(b"<NS_MATCH_POINTS>", b"<NS_MATCH_POINTS>9", 1)
    people = (player(n, *games.split(", "), name=f"Alder, A{n}") for n, games in enumerate(GAMES, 1))
    files["open.trf"] = document("012 Open", "142 4", *people)
    files["letter.txt"] = b"Dear all,"
    for file, data in files.items():
        (folder / file).write_bytes(data)
        os.utime(folder / file, (EVENING.timestamp(),) * 2)
    with chdir(folder), patch.object(console.out, "_width", WIDTH), patch.object(console.err, "_width", WIDTH):
        compare(f"commands/{name}", "\n".join(map(_printed, commands)))


def _printed(command: str) -> str:
    """A command with its output, its errors and its exit code."""
    result = CliRunner().invoke(app, command.split())
    errors = "".join(f"! {line}\n" for line in result.stderr.splitlines())
    text = f"$ kibitz {command}\n{result.stdout}{errors}exit code {result.exit_code}\n"
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def compare_options(name: str, *commands: str) -> None:
    """Fail where the arguments and options of commands are others than the golden file says.

    Args:
        name: of the golden file.
        commands: without the name of the program, such as "seat start".
    """
    compare(f"commands/options-{name}", "".join(line for command in commands for line in _options(command)))


def _options(command: str) -> Iterator[str]:
    """A line for each parameter of a command: its names, limits, default and help."""
    found: Any = get_command(app)
    for word in command.split():
        found = found.commands[word]
    module, _, function = found.target.partition(":")
    invoked = with_options(getattr(importlib.import_module(f"kibitz.commands.{module}"), function))
    yield f"kibitz {command}: {invoked.__doc__}\n"
    for parameter in inspect.signature(invoked, eval_str=True).parameters.values():
        hints = getattr(parameter.annotation, "__metadata__", ())
        described = next((hint for hint in hints if isinstance(hint, ParameterInfo)), ParameterInfo())
        # In an annotation, the first name of an option stands where its default would.
        words = (described.default, *(described.param_decls or ()))
        names = [word for word in words if isinstance(word, str) and word.startswith("-")] or [parameter.name]
        limits = [f"{end} {value}" for end in ("min", "max") if (value := getattr(described, end)) is not None]
        default = [] if parameter.default is parameter.empty else [f"default {parameter.default}"]
        yield f"  {' '.join([*names, *limits, *default])}: {described.help}\n"
