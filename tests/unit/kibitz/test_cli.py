import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from kibitz import __version__
from kibitz.cli import app, main
from kibitz.lazy_group import LazyCommand
from tests.support.time_limits import scaled
from tests.support.trf_lines import document, player

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


def described(words: tuple[str, ...], *, loaded: bool = False) -> str:
    command: object = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]  # type: ignore[attr-defined]
    if loaded and isinstance(command, LazyCommand):
        command = command.load()
    return str(getattr(command, "help", "") or "")


def test_the_commands_are_those_of_the_documentation() -> None:
    assert {words[0] for words in commands()} == {
        "up",
        "world",
        "hall",
        "demo",
        "run",
        "doctor",
        "read",
        "check",
        "score",
        "seat",
        "convert",
        "hand-over",
        "send",
        "watch",
        "follow-pgn",
        "replay",
        "access",
        "journal",
        "screen",
        "dead",
        "archive",
        "audit",
        "forget",
        "queries",
        "webhook",
        "rebuild",
        "backup",
        "decide",
        "retract",
        "take",
        "events",
        "movement",
        "standings",
    }
    assert {words[1] for words in commands() if len(words) == 2} == {
        "token",
        "connect",
        "disconnect",
        "list",
        "grant",
        "event",
        "file",
        "person",
        "due",
        "revoke",
        "set",
        "remove",
        "show",
        "public",
        "new-events",
        "names",
        "retry",
        "parked",
        "save",
        "restore",
        "files",
        "lock",
        "unlock",
        "redraw",
        "exchange",
        "void",
        "score",
        "penalty",
        "status",
        "scale",
        "imps",
        "link",
        "name",
        "split",
        "start",
        "withdraw",
        "absent",
        "return",
        "system",
        "match",
        "removed",
        "game",
        "carry",
        "answer",
        "add",
        "replay",
        "test",
    }


@pytest.mark.slow
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


# What a command must not import, because it does without it: each of these takes a tenth of a second and more.
SERVER = ("faststream", "nats", "websockets", "uvicorn", "starlette", "prometheus_client", "pydantic_settings")
SCORING = ("services.scoring", "services.validation", "services.seating", "services.export", "networkx", "gacrux")
NOTHING = ("rich", "pydantic", "contracts", "services", "lxml", "shared.formats")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "without"),
    [
        ("--version", (*SERVER, *SCORING, *NOTHING)),
        ("--help", (*SERVER, *SCORING, "pydantic", "contracts", "services", "lxml", "shared.formats")),
        ("decide --help", (*SERVER, *SCORING, "lxml", "shared.formats")),
        ("read FILE", (*SERVER, *SCORING, "lxml", "shared.formats.usebio.reader", "shared.formats.acblscore.reader")),
        ("check FILE", (*SERVER, "services.seating", "services.export", "networkx", "gacrux", "lxml")),
        ("score FILE", (*SERVER, "services.seating", "services.export", "networkx", "gacrux", "lxml")),
        ("up --help", ("services", "shared.formats", "faststream", "nats", "lxml", "networkx")),
        ("doctor", ("services", "shared.formats.usebio.reader", "lxml", "networkx", "gacrux")),
    ],
)
def test_a_command_imports_only_what_it_needs(words: str, without: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    path.write_bytes(document("012 Two Friends", "142 1", player(1, "2 w 1"), player(2, "1 b 0")))
    arguments = words.replace("FILE", str(path)).split()
    program = "import sys\nfrom kibitz.cli import app\napp(sys.argv[1:], standalone_mode=False)\n"
    program += f"print('loaded', [name for name in {without} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
        timeout=scaled(60),
    )
    assert done.stdout.splitlines()[-1] == "loaded []", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "offered"), [("kibitz ch", {"check"}), ("kibitz seat st", {"start"}), ("kibitz check --xs", {"--xsd"})]
)
def test_bash_completes_commands_and_options(typed: str, offered: set[str]) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "_KIBITZ_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "kibitz"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=scaled(60),
    )
    assert set(done.stdout.split()) == offered, done.stderr


def test_the_list_of_commands_says_what_each_command_says_first() -> None:
    """The list of commands needs no import, because its lines are written apart from the docstrings."""
    for words in commands():
        line, text = described(words), described(words, loaded=True)
        assert line.endswith("."), words
        assert line.split()[0] == text.split()[0], words


def test_python_with_the_package_is_the_same_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "--version"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, f"kibitz {__version__}\n"), done.stderr


def test_a_redirected_output_of_windows_has_a_question_mark_for_what_it_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "open.trf"
    lukasz = player(1, "2 w 1", name="Łukasz, Żak")
    path.write_bytes(document("012 Two Friends", "142 1", lukasz, player(2, "1 b 0")))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252"))
    monkeypatch.setattr(sys, "argv", ["kibitz", "read", str(path)])
    with pytest.raises(SystemExit) as ended:
        main()
    sys.stdout.flush()
    assert ended.value.code == 0
    assert "?ukasz" in written.getvalue().decode("cp1252")


def test_a_group_without_a_command_shows_its_help_and_seat_takes_files() -> None:
    for group in ("decide", "events", "dead"):
        assert "No such command 'evening.xml'" in run(app, [group, "evening.xml"]).stderr
    assert "evening.xml: No such file" in run(app, ["seat", "evening.xml"]).stderr
    for group in ("decide", "events", "dead", "seat"):
        result = run(app, [group])
        assert (result.exit_code, f"kibitz {group}" in result.output) == (2, True)
