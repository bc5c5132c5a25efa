"""What the public sees of new events, chosen at the command line."""

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands.director import public as command
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bus of a running server."""
    commands_on_a_bus(monkeypatch, command)


def said(*words: str) -> str:
    return " ".join(run(app, ["decide", "new-events", *words]).stdout.split())


def test_it_is_chosen_and_printed() -> None:
    assert said() == "of new events the public sees all results"
    hidden = "of new events the public sees no ranking and no boards (by Ada, "
    assert said("--ranking", "hidden", "--by", "Ada").startswith(hidden)
    assert said().startswith(hidden)
    assert said("--ranking", "3", "--boards", "complete", "--delay", "5").startswith(
        "of new events the public sees the first 3 of each ranking"
    )
    assert said("--no-queries").startswith("of new events the public sees all results, and sends no queries (by ")


@pytest.mark.parametrize("words", [["--ranking", "some"], ["--delay", "31"], ["--ranking", "3", "--by", "a" * 65]])
def test_what_cannot_be_meant_is_refused_and_changes_nothing(words: list[str]) -> None:
    result = run(app, ["decide", "new-events", *words])
    assert (result.exit_code, "Example: kibitz decide new-events" in " ".join(result.output.split())) == (2, True)
    assert said() == "of new events the public sees all results"
