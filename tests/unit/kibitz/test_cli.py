import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz import __version__
from kibitz.cli import app
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[3]
run = CliRunner().invoke


def commands() -> list[tuple[str, ...]]:
    """Every command as it is typed, groups before their members."""
    found: list[tuple[str, ...]] = []

    def walk(command: object, words: tuple[str, ...]) -> None:
        for name, member in sorted(getattr(command, "commands", {}).items()):
            found.append((*words, name))
            walk(member, (*words, name))

    walk(typer.main.get_command(app), ())
    return found


def described(words: tuple[str, ...]) -> str:
    command: object = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]  # type: ignore[attr-defined]
    return str(getattr(command, "help", "") or "")


def test_the_commands_are_those_of_the_documentation() -> None:
    assert {words[0] for words in commands()} == {
        "up",
        "demo",
        "run",
        "doctor",
        "read",
        "check",
        "score",
        "seat",
        "convert",
        "send",
        "watch",
        "replay",
        "dead",
        "decide",
        "retract",
        "events",
        "movement",
        "standings",
    }
    assert {words[1] for words in commands() if len(words) == 2} == {
        "list",
        "show",
        "retry",
        "files",
        "lock",
        "unlock",
        "void",
        "score",
        "penalty",
        "status",
        "scale",
        "imps",
        "link",
        "split",
        "start",
        "withdraw",
        "absent",
        "return",
        "system",
        "match",
        "removed",
        "carry",
    }


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_that_is_a_sentence(words: tuple[str, ...]) -> None:
    result = run(app, [*words, "--help"])
    assert result.exit_code == 0, result.output
    text = described(words)
    assert text.rstrip()[-1] == "."
    assert text[0].isupper()
    assert "Usage" in result.output


def test_help_lists_every_command() -> None:
    result = run(app, ["--help"])
    assert result.exit_code == 0
    assert {words[0] for words in commands()} <= set(result.output.replace("│", " ").split())


def test_the_version_is_said_and_nothing_else() -> None:
    result = run(app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"kibitz {__version__}\n")


def test_without_a_command_the_help_is_shown_as_misuse() -> None:
    result = run(app, [])
    assert result.exit_code == 2
    assert "convert" in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        "nonsense",
        "--nonsense",
        "read",
        "read --nonsense x",
        "dead",
        "dead nonsense",
        "dead show",
        "dead show seven",
        "score x.xml --top 0",
        "up --port 70000",
    ],
)
def test_misuse_is_exit_code_two_and_says_what_is_wrong(arguments: str) -> None:
    result = run(app, arguments.split())
    assert result.exit_code == 2
    assert result.output


def test_the_three_exit_codes_are_fine_findings_and_unreadable(tmp_path: Path) -> None:
    unreadable = tmp_path / "letter.txt"
    unreadable.write_text("Dear sir")
    assert run(app, ["--version"]).exit_code == 0
    assert run(app, ["read", str(unreadable)]).exit_code == 2
    assert run(app, ["read", str(tmp_path)]).exit_code == 2


def test_a_failure_of_ours_does_not_show_what_is_in_memory() -> None:
    assert app.pretty_exceptions_show_locals is False


LIBRARIES = ("faststream", "nats", "websockets", "uvicorn", "starlette", "prometheus_client", "pydantic_settings")


def test_a_command_without_a_house_does_not_wait_for_the_libraries_of_one() -> None:
    program = f"import sys, kibitz.cli; print([name for name in {LIBRARIES} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
        timeout=scaled(60),
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_python_with_the_package_is_the_same_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "--version"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, f"kibitz {__version__}\n"), done.stderr
