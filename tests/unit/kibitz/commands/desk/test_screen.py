import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands.desk import screen as command
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bus of a running server."""
    commands_on_a_bus(monkeypatch, command)
    monkeypatch.chdir(tmp_path)


def composed(*screens: dict[str, object]) -> str:
    Path("screens.json").write_text(json.dumps(screens), encoding="utf-8")
    return "screens.json"


def test_screens_are_set_listed_and_removed() -> None:
    assert "there is no screen" in run(app, ["screen", "list"]).output
    hall = {"name": "hall", "title": "Hall [A]", "metres": 4, "parts": [{"view": "seats", "event": "club"}]}
    assert run(app, ["screen", "set", composed(hall)]).stdout == "composed hall\n"
    foyer = {"name": "foyer", "title": "Foyer"}
    assert run(app, ["screen", "set", composed(foyer)]).exit_code == 0
    assert run(app, ["screen", "set", composed({**hall, "title": "Hall [B]"})]).exit_code == 0
    text = " ".join(run(app, ["screen", "list"]).stdout.split())
    assert "/screens/foyer Foyer 0 8 m /screens/hall Hall [B] 1 4 m" in text
    printed = run(app, ["screen", "list", "--json"]).stdout
    assert [screen["name"] for screen in json.loads(printed)] == ["foyer", "hall"]
    assert run(app, ["screen", "set", composed(*json.loads(printed))]).exit_code == 0
    assert run(app, ["screen", "list", "--json"]).stdout == printed
    assert run(app, ["screen", "remove", "hall"]).stdout == "removed hall\n"
    assert run(app, ["screen", "remove", "hall"]).exit_code != 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[{"name": "A B", "title": "x"}]', "0.name"),
        ('[{"name": "a", "title": "x"}, {"name": "a", "title": "x"}]', "already"),
        ("no json", "JSON"),
        ("[" + " " * command.MOST_BYTES + "]", "larger"),
    ],
)
def test_a_file_that_cannot_be_followed_is_refused(text: str, why: str) -> None:
    Path("screens.json").write_text(text, encoding="utf-8")
    result = run(app, ["screen", "set", "screens.json"])
    assert result.exit_code != 0
    assert why in result.output
    assert run(app, ["screen", "list", "--json"]).stdout.strip() == "[]"


def test_a_file_that_is_not_there_is_named() -> None:
    assert "cannot be read" in run(app, ["screen", "set", "missing.json"]).output
