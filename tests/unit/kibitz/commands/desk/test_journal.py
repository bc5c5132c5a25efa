import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands.desk import access, journal, screen
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bus of a running server."""
    bus = commands_on_a_bus(monkeypatch, journal)
    for each in (access, screen):
        commands_on_a_bus(monkeypatch, each, bus)


def test_what_commands_did_is_listed_with_who_did_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert run(app, ["journal"]).output == "nothing was done yet\n"
    composed = tmp_path / "screens.json"
    composed.write_text('[{"name": "hall", "title": "Hall"}]', encoding="utf-8")
    assert run(app, ["screen", "set", str(composed)]).exit_code == 0
    monkeypatch.setenv("KIBITZ_DIRECTOR", "Ada")
    assert run(app, ["access", "grant", "Bob", "--event", "monday", "--token"]).exit_code == 0
    assert run(app, ["screen", "remove", "hall"]).exit_code == 0
    lines = json.loads(run(app, ["journal", "--json"]).stdout)
    assert [(line["by"], line["way"], line["text"].partition(",")[0]) for line in lines] == [
        ("Ada", "command", "Screen removed: hall."),
        ("Ada", "command", "Access given to Bob as scorer for this event alone"),
        ("command line", "command", "Composed: hall."),
    ]
    assert "change" not in lines[0]
    of_monday = json.loads(run(app, ["journal", "monday", "--json"]).stdout)
    assert of_monday == [lines[1]]
    text = " ".join(run(app, ["journal", "--limit", "1"]).stdout.split())
    assert "Screen removed: hall." in text
    assert "Bob" not in text
