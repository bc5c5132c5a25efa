import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands import screens as command
from tests.support.memory_bus import MemoryBus

run = CliRunner().invoke
FOYER = {"name": "foyer", "title": "Foyer", "parts": [{"view": "names", "event": "pairs", "last": "M"}]}


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bus: Any = MemoryBus()

    def with_bus(nats: str | None, data: Path | None, work: Callable[[Any], Awaitable[Any]]) -> Any:
        return asyncio.run(work(bus))  # type: ignore[arg-type]

    monkeypatch.setattr(command, "with_bus", with_bus)
    monkeypatch.chdir(tmp_path)


def test_a_screen_is_set_listed_shown_and_removed() -> None:
    assert "there is no screen" in run(app, ["screen", "list"]).output
    done = run(app, ["screen", "set", "-"], input=json.dumps(FOYER))
    assert done.exit_code == 0, done.output
    assert "names pairs" in run(app, ["screen", "list"]).stdout
    assert json.loads(run(app, ["screen", "show", "foyer"]).stdout) == FOYER
    assert json.loads(run(app, ["screen", "list", "--json"]).stdout)[0]["title"] == "Foyer"
    assert run(app, ["screen", "remove", "foyer"]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "said"), [("{}", "name"), ('{"name": "foyer", "title": "F", "parts": [{"view": "x"}]}', "parts.0.view")]
)
def test_a_file_that_is_no_screen_is_refused_with_the_place(text: str, said: str) -> None:
    done = run(app, ["screen", "set", "-"], input=text)
    assert done.exit_code != 0
    assert said in done.output
    assert run(app, ["screen", "list"]).output == "there is no screen\n"


def test_what_is_not_there_is_neither_shown_nor_removed() -> None:
    for words in (["show", "foyer"], ["remove", "foyer"], ["set", "missing.json"]):
        assert run(app, ["screen", *words]).exit_code != 0
