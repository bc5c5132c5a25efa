"""The commands of the tutorials, and of how files are sent, are run in their order, and print what stands below."""

import itertools
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import yaml
from typer.testing import CliRunner

from kibitz.cli import app
from tests.support.stack import ROOT, Stack, wait_until
from tests.support.time_limits import scaled

FOLDER = ROOT / "docs/tutorials"
PAGES = ("subscriber.md", "first-evening.md", "club-page.md", "../sending.md")
DONE_ALREADY = ("kibitz up", "export ", "python -m venv ", ". ", "pip install ", "python -m http.server ")
"""The server is up, with these settings, and what the commands need is installed."""

BLOCK = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A command with the lines that stand below it; without a command, lines of the program that was started last."""

    command: str
    shown: tuple[str, ...]


def steps(text: str) -> Iterator[Step]:
    """The commands of a page, and what it shows of their output."""
    for kind, _, block in BLOCK.findall(text):
        if kind == "text":
            yield Step("", tuple(block.splitlines()))
        if kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.splitlines()
                yield Step(command, tuple(shown))


def settings(text: str) -> dict[str, str]:
    """The environment that a page gives to the server."""
    return dict(
        shlex.split(step.command)[1].split("=", 1) for step in steps(text) if step.command.startswith("export ")
    )


def programs(text: str) -> dict[str, str]:
    """The files that a page gives."""
    return {name: block for _, name, block in BLOCK.findall(text) if name}


@dataclass
class Terminal:
    """Runs commands beside a server, in the folder that holds its data."""

    stack: Stack
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def here(self, text: str) -> str:
        """A text with the addresses of this server in place of the usual ones."""
        return text.replace("http://127.0.0.1:8080", self.stack.page).replace(
            "http://127.0.0.1:8081", self.stack.intake
        )

    def run(self, step: Step) -> None:
        """Run a step, and compare what it prints."""
        if step.command.startswith(DONE_ALREADY):
            return
        name, *words = shlex.split(self.here(step.command)) or [""]
        shown = [self.here(line) for line in step.shown]
        if name == "curl":
            # The page has what was scored a moment after the command that sent it says so.
            wait_until(lambda: not missing(shown, curl(words)))
            return
        if name == "kibitz":
            # The page has an event a moment after the command that sent it says so; nobody types as fast.
            result = wait_until(
                lambda: "there is no event" not in (run := CliRunner().invoke(app, words)).output and run
            )
            assert result.exit_code == 0, (step.command, result.output)
            printed = result.output
        elif name == "python":
            printed = self.start(words, len(shown))
        else:
            assert not step.command, f"nobody runs {step.command}"
            printed = self.lines(len(shown))
        assert not missing(shown, printed), (step.command, printed)

    def start(self, words: list[str], count: int) -> str:
        """Start a program that goes on, and take lines up to a count and the first "---"."""
        self.log = self.stack.folder / f"program-{len(self.started)}.log"
        with self.log.open("w") as output:
            self.started.append(
                subprocess.Popen([sys.executable, *words], cwd=self.stack.folder, stdout=output, stderr=output)
            )
        self.read = 0
        return self.lines(count)

    def lines(self, count: int) -> str:
        """What the program has printed since the last look: so many lines, and a whole table unless it has ended."""

        def whole() -> list[str] | None:
            ended = self.started[-1].poll() is not None
            lines = self.log.read_text(encoding="utf-8").splitlines()[self.read :]
            assert "Traceback" not in "".join(lines), lines
            return lines if len(lines) >= count and (ended or lines[-1].startswith("---")) else None

        lines = wait_until(whole)
        self.read += len(lines)
        return "\n".join(lines)


def curl(words: list[str]) -> str:
    """What curl prints: `curl [-H HEADER] [-i] [-T FILE] ADDRESS`."""
    request = Request(words[-1])
    for option, value in itertools.pairwise(words):
        if option == "-H":
            request.add_header(*value.split(": ", 1))
        if option == "-T":
            request.method, request.data = "PUT", Path(value).read_bytes()
    try:
        with urlopen(request, timeout=scaled(10)) as answer:
            head = str(answer.headers) if "-i" in words else ""
            return head + str(answer.read().decode())
    except HTTPError as error:
        return error.read().decode()


def missing(shown: Sequence[str], printed: str) -> list[str]:
    """The first line that an output does not have after those before it."""
    at = 0
    for line in shown:
        at = squeezed(printed).find(squeezed(line), at)
        if at < 0:
            return [line]
    return []


def squeezed(text: str) -> str:
    """Without spaces and line breaks, which depend on the width of a terminal, and without marks.

    Each page has the server for itself; here the others have sent the same file, so its mark is "!", not "✓".
    """
    return re.sub(r"[\s✓!]", "", text)


@pytest.mark.connected
def test_the_commands_of_the_tutorials_do_what_stands_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "kibitz-data").symlink_to("data")
    copy(FOLDER / "evening.xml", tmp_path)
    monkeypatch.chdir(tmp_path)
    texts = [(FOLDER / page).read_text(encoding="utf-8") for page in PAGES]
    for name, value in itertools.chain.from_iterable(settings(text).items() for text in texts):
        monkeypatch.setenv(name, value)
    given = dict(itertools.chain.from_iterable(programs(text).items() for text in texts))
    # The settings name one of them.
    for name, program in given.items():
        (tmp_path / name).write_text(program, encoding="utf-8")
    with Stack(tmp_path) as stack:
        terminal = Terminal(stack)
        for name, program in given.items():
            (tmp_path / name).write_text(terminal.here(program), encoding="utf-8")
        try:
            for step in itertools.chain.from_iterable(map(steps, texts)):
                terminal.run(step)
        finally:
            for process in terminal.started:
                process.terminate()
                process.wait(10)


def test_commands_are_read_with_what_they_print() -> None:
    text = '```console\n$ a b\none\ntwo\n$ c\n```\n```python title="x.py"\nprint()\n```\n```text\nthree\n```\n'
    assert list(steps(text)) == [Step("a b", ("one", "two")), Step("c", ()), Step("", ("three",))]
    assert programs(text) == {"x.py": "print()\n"}


def test_settings_are_read_from_a_page() -> None:
    assert settings('```console\n$ export A="b c"\n$ kibitz up\n```\n') == {"A": "b c"}


def test_a_line_that_is_not_printed_or_in_another_order_is_noticed() -> None:
    assert missing(["a b", "c"], "✓ a  b and\nc") == []
    assert missing(["c", "a b"], "a b\nc") == ["a b"]
    assert missing(["a b", "d"], "a b\nc") == ["d"]


def test_the_cluster_of_the_tutorial_is_that_of_the_files() -> None:
    text = (FOLDER / "cluster.md").read_text(encoding="utf-8")
    services = set(yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))["services"])
    commands = [step.command for step in steps(text)]
    named = {name for command in commands for name in re.findall(r"docker compose (?:stop|start|logs) (\S+)", command)}
    scaled_up = {name for command in commands for name in re.findall(r"--scale ([a-z-]+)=", command)}
    assert named == {"intake", "nats-2"}
    assert scaled_up == {"scoring", "usebio-parser"}
    assert named | scaled_up <= services
    files = {word for command in commands for word in command.split() if re.match(r"(deploy|docs)/", word)}
    assert {"deploy/example.env", "deploy/cluster.env", "deploy/secrets.sh"} <= files
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert re.search(r"^KIBITZ_INTAKE_TOKENS=", (ROOT / "deploy/example.env").read_text(encoding="utf-8"), re.MULTILINE)
